//! An exercise, whose turn it is, and one try at it, from the first move to the last.

use std::str::FromStr;

use shakmaty::uci::UciMove;

use crate::chess::{Chess, Color, Move, Position, Square, fen_of};
use crate::training::tutor::{Finding, Motif, Question, Worth};

/// What has become of a move that was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// It is right, and the opponent answers so; more is to be found.
    GoesOn(Move),
    /// It is right, and all is found.
    Found,
    /// It wins as well, but there is something better to be found.
    Close,
    /// It is not what is to be found.
    Wrong,
    /// A tutor has to weigh it.
    Unknown,
}

/// Something that helps, more and more of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// How it is won.
    Motifs(Vec<Motif>),
    /// Which piece moves.
    Piece(Square),
    /// The move.
    Move(Move),
}

/// A player at an exercise.
#[derive(Debug, Clone)]
pub struct Session {
    exercise: Exercise,
    /// How many moves of the line are played.
    played: usize,
    /// How many hints were given for the next move.
    hints: usize,
    /// Whether it can still be found unaided.
    clean: bool,
    over: bool,
}

impl Session {
    /// A player who has seen the opponent's move.
    pub fn new(exercise: Exercise) -> Self {
        Self {
            exercise,
            played: 0,
            hints: 0,
            clean: true,
            over: false,
        }
    }

    /// What is to be found.
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// How many moves of the line are played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// The position in which a move is asked for, or in which it has ended.
    pub fn position(&self) -> Chess {
        self.exercise.after(self.played)
    }

    /// Whether nothing more is asked for.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it was found, or can still be found, without a wrong move and without having been told the piece.
    pub fn is_clean(&self) -> bool {
        self.clean
    }

    /// Tries a move that is legal in the position.
    pub fn try_move(&mut self, mv: Move) -> Tried {
        let Some(wanted) = self.wanted() else {
            return Tried::Found;
        };
        let mut after = self.position();
        after.play_unchecked(mv);
        if after.is_checkmate() {
            return self.finish();
        }
        if mv != wanted {
            return Tried::Unknown;
        }
        self.hints = 0;
        self.played += 1;
        match self.exercise.line().get(self.played) {
            Some(answer) if self.played + 1 < self.exercise.asked() => {
                self.played += 1;
                Tried::GoesOn(*answer)
            }
            _ => self.finish(),
        }
    }

    /// Takes note of what a tutor says of the move that was tried. Of a puzzle it is known that nothing else is as
    /// good, except for another mate that is as fast; a tutor at a glance does not see all of that.
    pub fn weighed(&mut self, worth: Worth) -> Tried {
        let only = matches!(self.exercise.source, Source::Puzzle(_)) && !self.exercise.mates();
        match worth {
            Worth::Best | Worth::AsGood if !only => self.finish(),
            Worth::Best | Worth::AsGood | Worth::Close => Tried::Close,
            Worth::Worse => {
                self.clean = false;
                Tried::Wrong
            }
        }
    }

    /// The next hint for the move that is asked for; the last one again and again.
    pub fn hint(&mut self) -> Option<Hint> {
        let wanted = self.wanted()?;
        let motifs = self.exercise.motifs.clone();
        let first = usize::from(motifs.is_empty() || self.played > 0);
        let number = self.hints + first;
        self.hints += usize::from(number < 2);
        self.clean &= number == 0;
        Some(match (number, wanted.from()) {
            (0, _) => Hint::Motifs(motifs),
            (1, Some(from)) => Hint::Piece(from),
            _ => Hint::Move(wanted),
        })
    }

    /// Gives up. Returns the moves that were to be found, with those between them.
    pub fn give_up(&mut self) -> Vec<Move> {
        let line = self.exercise.line();
        let rest = line.get(self.played..).unwrap_or_default().to_vec();
        if !self.over {
            self.clean = false;
            self.over = true;
            self.played = line.len();
        }
        rest
    }

    fn wanted(&self) -> Option<Move> {
        let line = self.exercise.line();
        line.get(self.played).copied().filter(|_| !self.over)
    }

    fn finish(&mut self) -> Tried {
        self.over = true;
        Tried::Found
    }
}

/// Where a position comes from, by which it is known again.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// The puzzle of this number.
    Puzzle(String),
    /// A game: the position itself, as FEN.
    Game(String),
}

/// A position, what was played before it, and what is to be found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// Where it comes from.
    pub source: Source,
    /// How the best line wins.
    pub motifs: Vec<Motif>,
    before: Chess,
    last: Option<Move>,
    start: Chess,
    line: Vec<Move>,
}

impl Exercise {
    /// What is best in the position after the opponent's move, or in `before` itself where that is not known. `None`
    /// where one of the moves cannot be played, or there is none to find. A position without a number comes from a
    /// game.
    pub fn new(
        number: Option<&str>,
        before: Chess,
        last: Option<&str>,
        line: &[&str],
        motifs: Vec<Motif>,
    ) -> Option<Self> {
        let mut here = before.clone();
        let last = match last {
            Some(written) => Some(play(&mut here, written)?),
            None => None,
        };
        let start = here.clone();
        let line: Option<Vec<Move>> = line
            .iter()
            .map(|written| play(&mut here, written))
            .collect();
        let source = match number {
            Some(number) => Source::Puzzle(number.to_owned()),
            None => Source::Game(fen_of(&start)),
        };
        line.filter(|line| !line.is_empty()).map(|line| Self {
            source,
            motifs,
            before,
            last,
            start,
            line,
        })
    }

    /// The position before the opponent's move.
    pub fn before(&self) -> &Chess {
        &self.before
    }

    /// The opponent's move.
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// The position in which something is to be found.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Who is to find it.
    pub fn mover(&self) -> Color {
        self.start.turn()
    }

    /// The best moves of both sides.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The position after so many moves of the line.
    pub fn after(&self, played: usize) -> Chess {
        let mut here = self.start.clone();
        let moves = self.line.iter().take(played);
        moves.for_each(|mv| here.play_unchecked(*mv));
        here
    }

    /// How many moves of the line are played until it is found: all that a puzzle has; in a game only the first one
    /// was missed, and the next ones need not be the only good ones.
    pub fn asked(&self) -> usize {
        match self.source {
            Source::Puzzle(_) => self.line.len(),
            Source::Game(_) => 1,
        }
    }

    /// Whether the line ends in mate.
    pub fn mates(&self) -> bool {
        self.line.len() % 2 == 1 && self.after(self.line.len()).is_checkmate()
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
        self.question(0).solution_findings(&self.line)
    }

    /// What a tutor is asked once so many moves of the line are played.
    pub fn question(&self, played: usize) -> Question {
        let played = self.line.iter().take(played);
        let moves = self.last.iter().chain(played).copied();
        Question::new(&self.before, &moves.collect::<Vec<_>>())
    }
}

/// Plays a move in coordinates, if it can be played.
fn play(here: &mut Chess, written: &str) -> Option<Move> {
    let mv = UciMove::from_str(written).ok()?.to_move(here).ok()?;
    here.play_unchecked(mv);
    Some(mv)
}

/// Whose turn it is, and how they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turns {
    /// How many each has found.
    pub points: [u32; 2],
    /// Who has, or had, the puzzle first.
    first: usize,
    /// The puzzle that the first one has missed.
    passed: Option<String>,
}

impl Turns {
    /// Whose turn it is: 0 or 1.
    pub fn who(&self) -> usize {
        match self.passed {
            Some(_) => 1 - self.first,
            None => self.first,
        }
    }

    /// The puzzle that one has missed and the other one may find now.
    pub fn passed(&self) -> Option<&str> {
        self.passed.as_deref()
    }

    /// A player has found a puzzle, or missed it.
    pub fn tried(&mut self, who: usize, puzzle: &str, found: bool) {
        let who = who.min(1);
        let second = self.passed.as_deref() == Some(puzzle) && who != self.first;
        if !second {
            // A player who goes on elsewhere with another one begins there.
            self.first = who;
        }
        self.points[who] += u32::from(found);
        if found || second {
            self.first = 1 - self.first;
            self.passed = None;
        } else {
            self.passed = Some(puzzle.to_owned());
        }
    }
}
