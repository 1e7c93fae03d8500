//! Conditional moves of a correspondence game: lines of what the opponent may play and what is answered. They are kept on
//! this computer alone and never in the log, which the opponent reads.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use crate::chess::{Action, Chess, Color, Game, Move, Position, Refusal, fen_of};

/// A line: a move of the opponent, the answer to it, and so on. It ends with an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalLine {
    /// After how many plies of the game the line begins.
    after: usize,
    /// The position in which it begins, as FEN.
    position: String,
    /// Its moves, in the notation of UCI.
    moves: Vec<String>,
}

impl ConditionalLine {
    /// The line of these moves, which begins where the game stands. A last move without an answer is left out.
    ///
    /// # Errors
    /// Why a move of it cannot be played there.
    pub fn new(game: &Game, moves: &[Move]) -> Result<Self, Refusal> {
        let moves = &moves[..moves.len() & !1];
        let mut tried = game.clone();
        for mv in moves {
            tried.act(Action::from(*mv))?;
        }
        let mode = CastlingMode::Chess960;
        Ok(Self {
            after: game.plies().len(),
            position: fen_of(game.position()),
            moves: moves.iter().map(|mv| mv.to_uci(mode).to_string()).collect(),
        })
    }

    /// All moves of the line; `None` where it does not belong to this game, or they make no sense.
    pub fn moves(&self, game: &Game) -> Option<Vec<Move>> {
        let mut here = game.position_at(self.after).clone();
        let belongs = self.after <= game.plies().len() && fen_of(&here) == self.position;
        if !belongs || self.moves.is_empty() || self.moves.len() % 2 == 1 {
            return None;
        }
        let mut play = |written: &String| {
            let mv = UciMove::from_str(written).ok()?.to_move(&here).ok()?;
            here.play_unchecked(mv);
            Some(mv)
        };
        self.moves.iter().map(&mut play).collect()
    }

    /// What is left of the line as the game stands; `None` where the game has gone another way, or to the line's end.
    pub fn rest(&self, game: &Game) -> Option<Vec<Move>> {
        let rest = self.unplayed(game)?;
        (self.after + self.moves.len() - rest.len() == game.plies().len()).then_some(rest)
    }

    /// Whether the game has followed the line until its last move, which is another one.
    fn is_missed(&self, game: &Game) -> bool {
        let rest = self.unplayed(game);
        rest.is_some_and(|rest| {
            self.after + self.moves.len() - rest.len() + 1 == game.plies().len()
        })
    }

    /// The moves of the line from the first one on that the game has not followed; `None` where there is none.
    fn unplayed(&self, game: &Game) -> Option<Vec<Move>> {
        let mut moves = self.moves(game)?;
        let played = game.plies()[self.after..].iter().zip(&moves);
        let followed = played.take_while(|(ply, mv)| ply.mv == **mv).count();
        moves.drain(..followed);
        (!moves.is_empty()).then_some(moves)
    }

    /// Where the line begins.
    pub fn start<'a>(&self, game: &'a Game) -> &'a Chess {
        game.position_at(self.after)
    }
}

/// The conditional moves of one player in one game: no two lines of them answer the same moves differently.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalMoves {
    lines: Vec<ConditionalLine>,
}

impl ConditionalMoves {
    /// The lines, the one that was added last at the end.
    pub fn lines(&self) -> &[ConditionalLine] {
        &self.lines
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a line to a game that stands so. It takes the place of those that it goes on with, or whose answers it
    /// contradicts; what one of them has already is not added twice. Lines that can never come any more go.
    pub fn add(&mut self, game: &Game, line: ConditionalLine) {
        self.forget_past(game);
        let Some(new) = line.rest(game) else { return };
        let has = |kept: &ConditionalLine| kept.rest(game).is_some_and(|old| old.starts_with(&new));
        if self.lines.iter().any(has) {
            return;
        }
        self.lines.retain(|kept| {
            let old = kept.rest(game).unwrap_or_default();
            let same = old.iter().zip(&new).take_while(|(old, new)| old == new);
            let same = same.count();
            // Every other move of a line is an answer; its first one is not.
            let answers = (game.plies().len() - kept.after + same) % 2 == 1;
            let contradicts = answers && same < old.len().min(new.len());
            !contradicts && same < old.len()
        });
        self.lines.push(line);
    }

    /// Takes a line out, by its place among [`Self::lines`].
    pub fn remove(&mut self, place: usize) {
        if place < self.lines.len() {
            self.lines.remove(place);
        }
    }

    /// Takes out the lines that can never come any more.
    pub fn forget_past(&mut self, game: &Game) {
        let over = game.outcome().is_some();
        self.lines.retain(|line| !over && line.rest(game).is_some());
    }

    /// Whether the opponent of `own` has just made another move than each of the lines expects, so that none can come any
    /// more.
    pub fn are_missed(&self, game: &Game, own: Color) -> bool {
        let expects = game.turn() == own && game.outcome().is_none();
        let comes = |line: &ConditionalLine| line.rest(game).is_some();
        expects
            && !self.lines.iter().any(comes)
            && self.lines.iter().any(|line| line.is_missed(game))
    }

    /// What is to be answered now by the player of a side: the opponent has made a move that a line expects.
    pub fn answer(&self, game: &Game, own: Color) -> Option<Move> {
        if game.turn() != own || game.outcome().is_some() {
            return None;
        }
        let answer = |line: &ConditionalLine| line.rest(game)?.first().copied();
        self.lines.iter().rev().find_map(answer)
    }
}
