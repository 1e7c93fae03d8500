//! All that asks a player a question at a board, or answers one: the analysis of a game, the tutor that proves what a
//! line wins, lessons and practice, and the trainer, which follows the moves that are tried there.

pub mod analysis;
pub mod lessons;
pub mod practice;
pub mod tutor;

use std::str::FromStr;

use shakmaty::uci::UciMove;

use crate::chess::{Chess, Color, Move, Ply, Position, Square};
use crate::engine::Score;
use crate::training::tutor::{
    Explanation, Finding, LESSON_NODES, Motif, MoveQuality, TutorQuestion,
};

/// What has become of a move that was tried.
#[derive(Debug, Clone)]
pub enum Tried {
    /// It is right, and the opponent answers so; more is to be found.
    GoesOn(Move),
    /// It is right, and all is found.
    Found,
    /// A tutor has to weigh it in this position, of which the best may be known.
    Weigh(TutorQuestion, Option<Explanation>),
}

/// Something that helps, more and more of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// How it is won.
    Motifs(Vec<Motif>),
    /// What the line proves, if anything.
    Proof(Vec<Finding>),
    /// Which piece moves.
    Piece(Square),
    /// The move.
    Move(Move),
}

impl Hint {
    /// The square, or the way from one to another, at which it points in a position.
    pub fn points_at(&self, position: &Chess) -> Option<(Square, Square)> {
        match self {
            Self::Motifs(_) | Self::Proof(_) => None,
            Self::Piece(from) => Some((*from, *from)),
            Self::Move(mv) => Some(Ply::play(position, *mv).squares()),
        }
    }
}

/// What goes on at a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stage {
    /// A move is looked for.
    #[default]
    Asked,
    /// One is weighed that was tried.
    Weighing,
    /// It has been.
    Weighed(MoveQuality),
    /// The solution is shown.
    Shown,
}

/// A player at a task.
#[derive(Debug, Clone)]
pub struct Trainer {
    task: Task,
    /// How many moves of the line are played.
    played: usize,
    /// How many hints were given for the next move.
    hints: usize,
    /// Whether it can still be found unaided.
    clean: bool,
    stage: Stage,
}

impl Trainer {
    /// A player who has seen the opponent's move.
    pub fn new(task: Task) -> Self {
        Self {
            task,
            played: 0,
            hints: 0,
            clean: true,
            stage: Stage::Asked,
        }
    }

    /// What is to be found.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Takes note of what has been learned meanwhile about the same task.
    pub fn learn(&mut self, task: Task) {
        self.task = task;
    }

    /// How many moves of the line are played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// What goes on.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The position in which a move is asked for, or in which it has ended, with all that was played before it.
    pub fn question(&self) -> TutorQuestion {
        self.task.question(self.played)
    }

    /// That position alone.
    pub fn position(&self) -> Chess {
        self.question().position().clone()
    }

    /// Whether nothing more is asked for.
    pub fn is_over(&self) -> bool {
        self.is_found() || self.stage == Stage::Shown
    }

    /// Whether all was found, or something as good.
    pub fn is_found(&self) -> bool {
        matches!(
            self.stage,
            Stage::Weighed(MoveQuality::Best | MoveQuality::AsGood)
        )
    }

    /// Whether it was found, or can still be found, without a wrong move and without a hint.
    pub fn is_clean(&self) -> bool {
        self.clean
    }

    /// The move that is asked for.
    pub fn wanted(&self) -> Option<Move> {
        let line = self.task.line();
        line.get(self.played).copied().filter(|_| !self.is_over())
    }

    /// In how many moves the rest of the line mates; `None` where it does not.
    pub fn mate_in(&self) -> Option<i32> {
        self.task.mate_in(self.played)
    }

    /// What follows of the line.
    pub fn rest(&self) -> Vec<Move> {
        self.task.line.iter().skip(self.played).copied().collect()
    }

    /// Tries a move that is legal in the position.
    pub fn try_move(&mut self, mv: Move) -> Tried {
        let Some(wanted) = self.wanted() else {
            return Tried::Found;
        };
        let question = self.question();
        if self.task.known && question.after(mv).position().is_checkmate() {
            return self.finish();
        }
        if mv != wanted {
            self.stage = Stage::Weighing;
            return Tried::Weigh(question, self.known_best());
        }
        self.played += 1;
        match self.task.line().get(self.played) {
            Some(answer) if self.played + 1 < self.task.asked => {
                let answer = *answer;
                self.stage = Stage::Asked;
                self.hints = 0;
                self.played += 1;
                Tried::GoesOn(answer)
            }
            _ => self.finish(),
        }
    }

    /// Takes note of the quality of a move that a tutor has weighed. Returns its quality in this task.
    pub fn weighed(&mut self, quality: MoveQuality) -> MoveQuality {
        let quality = match quality {
            MoveQuality::Best | MoveQuality::AsGood if !self.task.others => MoveQuality::Close,
            quality => quality,
        };
        self.clean &= quality != MoveQuality::Worse;
        self.stage = Stage::Weighed(quality);
        quality
    }

    /// Whether there is a hint that says more.
    pub fn has_hint(&self) -> bool {
        self.hints < self.all_hints().len()
    }

    /// The next hint for the move that is asked for; the last one again and again.
    pub fn hint(&mut self) -> Option<Hint> {
        self.hints += usize::from(self.has_hint());
        let hint = self.given();
        self.clean &= hint.is_none();
        hint
    }

    /// The last hint that was given for the move that is asked for.
    pub fn given(&self) -> Option<Hint> {
        self.all_hints().into_iter().take(self.hints).next_back()
    }

    fn all_hints(&self) -> Vec<Hint> {
        let Some(wanted) = self.wanted() else {
            return Vec::new();
        };
        let first = match &self.task.best {
            _ if self.played > 0 => None,
            Some(best) => Some(Hint::Proof(best.findings.clone())),
            None => Some(Hint::Motifs(self.task.motifs.clone()))
                .filter(|_| !self.task.motifs.is_empty()),
        };
        let piece = wanted.from().map(Hint::Piece);
        let hints = first.into_iter().chain(piece);
        hints.chain([Hint::Move(wanted)]).collect()
    }

    /// Gives up. Returns the moves that were to be found, with those between them.
    pub fn give_up(&mut self) -> Vec<Move> {
        let rest = self.rest();
        if !self.is_over() {
            self.clean = false;
            self.stage = Stage::Shown;
            self.played = self.task.line().len();
        }
        rest
    }

    /// Takes back what was tried or shown, and asks again.
    pub fn ask_again(&mut self) {
        if self.is_over() {
            self.played = 0;
        }
        self.stage = Stage::Asked;
    }

    /// What is known of the best: the mate that the rest of the line gives where that is known to be the best; or, where
    /// others may be as good, that line, whose score is not known.
    fn known_best(&self) -> Option<Explanation> {
        let best = self.task.best.clone();
        best.or_else(|| {
            let mate = self.task.mate_in(self.played).map(Score::Mate);
            let score = mate.or_else(|| self.task.others.then(Score::default))?;
            self.task.known.then(|| Explanation {
                score,
                line: self.task.line()[self.played..].to_vec(),
                findings: Vec::new(),
            })
        })
    }

    fn finish(&mut self) -> Tried {
        self.stage = Stage::Weighed(MoveQuality::Best);
        Tried::Found
    }
}

/// A position, what was played before it, and what is to be found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    start: TutorQuestion,
    line: Vec<Move>,
    /// How the line wins, as far as that is known.
    pub motifs: Vec<Motif>,
    /// How many moves of the line are played until it is found.
    asked: usize,
    /// Whether another move that is as good is found as well.
    others: bool,
    /// Whether the line is known to be the best. Then any mate is right, at once.
    known: bool,
    /// What a tutor has said of the position, where one was asked.
    best: Option<Explanation>,
}

impl Task {
    /// A puzzle, whose whole line is asked, after the opponent's last move. It is known that nothing else is as good,
    /// except for another mate that is as fast; a tutor at a glance does not see all of that. `None`, here and below,
    /// where one of the moves, which are in coordinates, cannot be played, or there is none to find.
    pub fn puzzle(before: Chess, last: &str, line: &[&str], motifs: Vec<Motif>) -> Option<Self> {
        let task = Self::read(before, &[last], line)?;
        let others = task.mates();
        Some(Self {
            motifs,
            others,
            ..task
        })
    }

    /// The same where a player has chosen a motif, so that it is no hint any more.
    pub fn with_motif_chosen(mut self, chosen: Option<Motif>) -> Self {
        self.motifs.retain(|motif| Some(*motif) != chosen);
        self
    }

    /// What was missed in a game, after the opponent's last move or in `before` itself where that is not known. Only
    /// the first move is asked: the next ones need not be the only good ones.
    pub fn missed(
        before: Chess,
        last: Option<&str>,
        line: &[&str],
        motifs: Vec<Motif>,
    ) -> Option<Self> {
        let task = Self::read(before, last.as_slice(), line)?;
        Some(Self {
            motifs,
            asked: 1,
            ..task
        })
    }

    /// A position of a lesson, after such moves. The whole line is asked.
    pub fn lesson(before: Chess, moves: &[&str], line: &[&str]) -> Option<Self> {
        let task = Self::read(before, moves, line)?;
        Some(Self {
            start: task.start.within(LESSON_NODES),
            known: false,
            ..task
        })
    }

    /// A turning point of a game, where something is to be found that is as good as what a tutor holds to be the best.
    /// One move is asked, and so much of its line is shown. `None` where the tutor knows of no move.
    pub fn turning_point(asked: TutorQuestion, best: Explanation, line: Vec<Move>) -> Option<Self> {
        (!line.is_empty()).then(|| Self {
            start: asked,
            line,
            motifs: Vec::new(),
            asked: 1,
            others: true,
            known: false,
            best: Some(best),
        })
    }

    fn read(before: Chess, moves: &[&str], line: &[&str]) -> Option<Self> {
        let mut here = before.clone();
        let moves = play_all(&mut here, moves)?;
        let line = play_all(&mut here, line).filter(|line| !line.is_empty())?;
        Some(Self {
            start: TutorQuestion::new(&before, &moves),
            asked: line.len(),
            line,
            motifs: Vec::new(),
            others: true,
            known: true,
            best: None,
        })
    }

    /// The position in which something is to be found, with what was played before it.
    pub fn start(&self) -> &TutorQuestion {
        &self.start
    }

    /// Who is to find it.
    pub fn mover(&self) -> Color {
        self.start.position().turn()
    }

    /// The best moves of both sides.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Whether the line ends in mate.
    pub fn mates(&self) -> bool {
        let end = self.question(self.line.len());
        self.line.len() % 2 == 1 && end.position().is_checkmate()
    }

    /// In how many moves the line mates once so many of it are played; `None` where it does not.
    pub fn mate_in(&self, played: usize) -> Option<i32> {
        let left = self.line.len().saturating_sub(played).div_ceil(2);
        self.mates().then(|| i32::try_from(left).ok()).flatten()
    }

    /// What the line proves.
    pub fn findings(&self) -> Vec<Finding> {
        if self.motifs.is_empty() {
            // It is the best line, and no more is known of it.
            return Vec::new();
        }
        self.start.solution_findings(&self.line)
    }

    /// What a tutor is asked once so many moves of the line are played.
    pub fn question(&self, played: usize) -> TutorQuestion {
        let played = self.line.iter().take(played);
        played.fold(self.start.clone(), |here, mv| here.after(*mv))
    }
}

/// Plays moves in coordinates, if they can be played.
fn play_all(here: &mut Chess, written: &[&str]) -> Option<Vec<Move>> {
    let moves = written.iter().map(|written| {
        let mv = UciMove::from_str(written).ok()?.to_move(here).ok()?;
        here.play_unchecked(mv);
        Some(mv)
    });
    moves.collect()
}
