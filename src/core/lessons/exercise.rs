//! A position to try something in, and what comes of it.

use crate::rules::{
    Action, Chess, Color, DrawRule, Game, Outcome, Position, Reason, Square, read_fen,
};

/// What a reader is invited to try, as a move in coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Try {
    /// The move can be played.
    Plays(&'static str),
    /// The move is refused, with this code.
    Refused(&'static str, &'static str),
    /// The move ends the game.
    Ends(&'static str, Reason),
}

/// The board of a lesson.
#[derive(Debug, Clone, Copy)]
pub struct Exercise {
    /// The position from which it begins.
    pub fen: &'static str,
    /// What was played from there before the reader came, as it is written.
    pub before: &'static str,
    /// Which draws end the game by themselves.
    pub rule: DrawRule,
    /// How the game has ended, where that is no matter of the board.
    pub over: Option<Outcome>,
    /// Whether Black only waits, so that White's piece can be moved again and again.
    pub waits: bool,
    /// What to try.
    pub tries: &'static [Try],
}

impl Exercise {
    /// A position with something to try, under the rules of a usual game.
    pub(super) const fn new(fen: &'static str, tries: &'static [Try]) -> Self {
        Self {
            fen,
            before: "",
            rule: DrawRule::Automatic,
            over: None,
            waits: false,
            tries,
        }
    }

    /// A position in which Black waits and only mate ends the game.
    pub(super) const fn waiting(fen: &'static str, tries: &'static [Try]) -> Self {
        Self {
            rule: DrawRule::Unjudged,
            waits: true,
            ..Self::new(fen, tries)
        }
    }

    pub(super) const fn after(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    pub(super) const fn claimed(self) -> Self {
        Self {
            rule: DrawRule::Claimed,
            ..self
        }
    }

    pub(super) const fn ended(self, reason: Reason) -> Self {
        Self {
            over: Some(Outcome {
                winner: None,
                reason,
            }),
            ..self
        }
    }

    /// The game as the reader meets it. `None` where the table is wrong, which a test forbids.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let mut game = Game::new(read_fen(self.fen).ok()?, self.rule);
        for written in self.before.split_whitespace() {
            game.act(Action::Write(written.to_owned())).ok()?;
        }
        if let Some(outcome) = self.over {
            game.act(Action::Conclude(outcome)).ok()?;
        }
        Some(game)
    }

    /// Where the piece stands that the lesson is about.
    #[must_use]
    pub fn from(&self) -> Option<Square> {
        square(self.tries.first()?.written(), 0)
    }

    /// The refused move that the board shows when it is opened: the one that the lesson is about.
    /// Where the game is over, that is what there is to be seen.
    #[must_use]
    pub fn shown(&self) -> Option<Action> {
        let Some(Try::Refused(written, _)) = self.tries.first() else {
            return None;
        };
        if self.over.is_some() {
            return None;
        }
        Some(Action::Move {
            from: square(written, 0)?,
            to: square(written, 2)?,
            promotion: None,
        })
    }

    /// Whether the reader has tried in `game` what there is to try: the game has ended where that is
    /// what the lesson is about, else a move was played. Where a game was over before the reader
    /// came, there is only something to see.
    #[must_use]
    pub fn is_done(&self, game: &Game) -> bool {
        let ends = |tried: &Try| matches!(tried, Try::Ends(..));
        if self.over.is_some() || self.tries.iter().any(ends) {
            return game.outcome().is_some();
        }
        let before = self.before.split_whitespace().count();
        game.plies().len() > before
    }

    /// The game with White to move again, once White has moved and where Black can wait: not in
    /// check, and not at the end.
    #[must_use]
    pub fn waited(&self, game: &Game) -> Option<Game> {
        let position = game.position();
        if !self.waits || game.turn() != Color::Black || game.outcome().is_some() {
            return None;
        }
        let again: Chess = position.clone().swap_turn().ok()?;
        Some(Game::new(again, self.rule))
    }
}

impl Try {
    /// The move.
    #[must_use]
    pub fn written(self) -> &'static str {
        match self {
            Self::Plays(written) | Self::Refused(written, _) | Self::Ends(written, _) => written,
        }
    }
}

/// A square of a move in coordinates.
fn square(written: &str, at: usize) -> Option<Square> {
    written.get(at..at + 2)?.parse().ok()
}
