//! An exercise: a position in which the reader tries something, and what comes of that.

use std::sync::LazyLock;

use super::{Lesson, table_lines};
use crate::chess::{
    Action, Chess, Color, DrawRule, Game, Outcome, Position, Reason, Square, read_fen,
};
use crate::engine::Stop;
use crate::training::trainer::Task;
use crate::training::tutor::{Finding, Motif, Tutor};

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
#[derive(Debug, Clone)]
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
    pub tries: Vec<Try>,
    /// The moves to be found, in coordinates, with the other side's answers between them. Empty where there is
    /// something to try.
    pub line: &'static str,
}

/// What is on the boards, in the order in which it is read.
static POSITIONS: LazyLock<Vec<(Lesson, Exercise)>> = LazyLock::new(|| {
    let lines = table_lines(include_str!("positions.tsv"));
    lines.filter_map(Exercise::read).collect()
});

impl Lesson {
    /// What is first on the board of this lesson; `None` where words are enough.
    pub fn exercise(self) -> Option<&'static Exercise> {
        self.exercises().next()
    }

    /// All that comes on the board of this lesson, one after the other.
    pub fn exercises(self) -> impl Iterator<Item = &'static Exercise> {
        let positions = POSITIONS.iter();
        positions.filter_map(move |(lesson, exercise)| (*lesson == self).then_some(exercise))
    }

    /// What the moves prove that are to be found: what the lesson is about, or else what says most of all that they
    /// prove. A tutor helps where that takes a search.
    pub fn proof(self, task: &Task, tutor: &mut Tutor, stop: &Stop) -> Option<Finding> {
        let about = |findings: &[Finding]| {
            let mut findings = findings.iter();
            findings
                .find(|finding| is_about(self, finding.motif))
                .cloned()
        };
        let proven = task.start().solution_findings(task.line());
        about(&proven).or_else(|| {
            let found = tutor.explain(task.start(), stop);
            let found = found.map_or_else(Vec::new, |found| found.findings);
            let most = || Finding::foremost(&proven).or(Finding::foremost(&found));
            about(&found).or_else(|| most().cloned())
        })
    }
}

impl Exercise {
    /// A line of the table, with the lesson that it belongs to.
    fn read(line: &'static str) -> Option<(Lesson, Self)> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [lesson, behavior, fen, before, moves] = cells[..] else {
            return None;
        };
        let (tries, line) = match behavior {
            "find" => (Some(Vec::new()), moves),
            _ => (moves.split(' ').map(Try::read).collect(), ""),
        };
        let mut exercise = Self {
            fen,
            before,
            rule: DrawRule::Automatic,
            over: None,
            waits: behavior == "waits",
            tries: tries?,
            line,
        };
        match behavior {
            "find" | "try" => {}
            "waits" => exercise.rule = DrawRule::Unjudged,
            "claimed" => exercise.rule = DrawRule::Claimed,
            reason => exercise.over = Some(Outcome::draw(reason.parse().ok()?)),
        }
        Some((Lesson::read(lesson)?, exercise))
    }

    /// The game as the reader meets it. `None` where the table is wrong, which a test forbids.
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
    pub fn from(&self) -> Option<Square> {
        let first = self.tries.first().map_or(self.line, |one| one.written());
        square(first, 0)
    }

    /// The refused move that the board shows when it is opened: the one that the lesson is about.
    /// Where the game is over, that is what there is to be seen.
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

    /// What is to be found; `None` where there is something to try instead.
    pub fn task(&self) -> Option<Task> {
        let before: Vec<&str> = self.before.split_whitespace().collect();
        let line: Vec<&str> = self.line.split_whitespace().collect();
        Task::lesson(read_fen(self.fen).ok()?, &before, &line)
    }

    /// Whether the reader has tried in `game` what there is to try: the game has ended where that is
    /// what the lesson is about, else a move was played. Where a game was over before the reader
    /// came, there is only something to see.
    pub fn is_done(&self, game: &Game) -> bool {
        let ends = |tried: &Try| matches!(tried, Try::Ends(..));
        if self.over.is_some() || self.tries.iter().any(ends) {
            return game.outcome().is_some();
        }
        game.plies().len() > self.before.split_whitespace().count()
    }

    /// The game with White to move again, once White has moved and where Black can wait: not in
    /// check, and not at the end.
    pub fn waited(&self, game: &Game) -> Option<Game> {
        let position = game.position();
        if !self.waits || game.turn() != Color::Black || game.outcome().is_some() {
            return None;
        }
        let again: Chess = position.clone().swap_turn().ok()?;
        Some(Game::new(again, self.rule))
    }
}

/// Whether what is claimed is what a lesson is about.
fn is_about(lesson: Lesson, claimed: Option<Motif>) -> bool {
    match lesson {
        Lesson::Motif(Motif::MateIn2) => {
            matches!(claimed, Some(Motif::MateIn2 | Motif::MateIn3))
        }
        Lesson::Motif(motif) => claimed == Some(motif),
        _ => false,
    }
}

impl Try {
    /// What is tried and what comes of it, as the table has it.
    fn read(text: &'static str) -> Option<Self> {
        Some(match (text.split_once('!'), text.split_once('=')) {
            (Some((written, code)), _) => Self::Refused(written, code),
            (_, Some((written, reason))) => Self::Ends(written, reason.parse().ok()?),
            (None, None) => Self::Plays(text),
        })
    }

    /// The move.
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
