//! Help in a game in the terminal, where it was agreed on: tips on a word, warnings, and moves that are held back.

use rank_and_file_core::engine::Stop;
use rank_and_file_core::rules::{Action, Event, Game, Help, Move, Ply, Refusal};
use rank_and_file_core::tutor::{Explanation, Tutor};

use super::super::talk::Answer;
use super::Session;
use crate::words;

/// So many positions are looked at before something is said of one, and before a move is held back.
const NODES: u64 = 100_000;
const GUARD_NODES: u64 = 20_000;

/// What is known of the position that is played in.
#[derive(Default)]
pub(super) struct Helping {
    tutor: Option<Tutor>,
    guard: Option<Tutor>,
    /// After so many plies: what is best, and how many tips were given.
    advised: Option<(usize, Explanation, u8)>,
    /// After so many plies: the move that was held back.
    held_back: Option<(usize, Move)>,
}

impl Helping {
    fn tutor(&mut self) -> &mut Tutor {
        self.tutor.get_or_insert_with(|| Tutor::new(NODES))
    }
}

fn moves(game: &Game) -> Vec<Move> {
    game.plies().iter().map(|ply| ply.mv).collect()
}

impl Session {
    fn is_helped(&self, help: Help) -> bool {
        self.game.outcome().is_none() && self.header.is_helped(self.game.turn(), help)
    }

    /// Writes down that the player to move was helped; or that the flag has fallen meanwhile.
    fn note(&mut self, help: Help) -> Result<(), Answer> {
        let action = Action::Help(self.game.turn(), help);
        match self.game.act_at(action, self.now()) {
            Ok(event @ Event::Helped(..)) => {
                self.keep(&event);
                Ok(())
            }
            Ok(event) => Err(self.happened(&event)),
            Err(refusal) => Err(Answer::refusal(&refusal, &self.game)),
        }
    }

    /// A tip: the next one for this position.
    pub(super) fn hint(&mut self) -> Answer {
        if self.game.outcome().is_some() {
            return Answer::refusal(&Refusal::GameOver, &self.game);
        }
        if !self.is_helped(Help::Tip(1)) {
            return Answer::refusal(&Refusal::NotAgreed, &self.game);
        }
        let plies = self.game.plies().len();
        let known = self.helping.advised.take().filter(|(at, ..)| *at == plies);
        let known = known.or_else(|| {
            let (tutor, stop) = (self.helping.tutor(), Stop::default());
            let best = tutor.explain(self.game.start(), &moves(&self.game), &stop)?;
            Some((plies, best, 0))
        });
        let Some((_, best, given)) = known else {
            return Answer::refusal(&Refusal::GameOver, &self.game);
        };
        let last = if best.claims.is_empty() {
            1
        } else {
            Help::LAST_TIP
        };
        let step = (given + 1).min(last);
        if step != given {
            if let Err(answer) = self.note(Help::Tip(step)) {
                return answer;
            }
        }
        let tip = words::tip(step, self.game.position(), &best);
        self.helping.advised = Some((plies, best, step));
        let answer = self.state(tip.clone());
        answer.with("message", tip).with("step", step)
    }

    /// Why a move is held back that simply loses something. Played again, it is not.
    pub(super) fn held_back(&mut self, action: &Action) -> Option<Answer> {
        let mv = match action {
            Action::Write(text) if self.is_helped(Help::Guard) => self.game.read_move(text).ok()?,
            _ => return None,
        };
        let here = Some((self.game.plies().len(), mv));
        if self.helping.held_back == here {
            return self.note(Help::Insisted).err();
        }
        let guard = &mut self.helping.guard;
        let guard = guard.get_or_insert_with(|| Tutor::new(GUARD_NODES));
        let (start, moves) = (self.game.start(), moves(&self.game));
        let loss = guard.loss(start, &moves, mv, None, &Stop::default())?;
        self.helping.held_back = here;
        if let Err(answer) = self.note(Help::Guard) {
            return Some(answer);
        }
        let tried = Ply::play(self.game.position(), mv);
        let said = words::held_back(&tried, &loss);
        let answer = Answer::refusal(&loss.refusal, &self.game);
        let words = said.clone();
        Some(Answer { words, ..answer }.with("message", said))
    }

    /// The answer to what has happened, with what is threatened now, where the player to move is warned of that.
    pub(super) fn warned(&mut self, event: &Event, answer: Answer) -> Answer {
        let position = event.has_moved() || matches!(event, Event::TakenBack(_));
        if !position || !self.is_helped(Help::Warning) {
            return answer;
        }
        let here = self.game.position().clone();
        let threat = self.helping.tutor().threat(&here, &Stop::default());
        let Some(threat) = threat else {
            return answer;
        };
        if self.note(Help::Warning).is_err() {
            return answer;
        }
        let said = words::threat(&self.header, &threat);
        let words = format!("{}\n{said}", answer.words);
        Answer { words, ..answer }.with("warning", said)
    }
}
