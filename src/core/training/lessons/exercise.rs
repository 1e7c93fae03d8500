//! A position to try something in, and what comes of it.

use std::sync::LazyLock;

use super::{Lesson, table_lines};
use crate::chess::{
    Action, Chess, Color, DrawRule, Game, Move, Outcome, Ply, Position, Reason, Square, read_fen,
};
use crate::engine::Stop;
use crate::training::tutor::{Finding, LESSON_NODES, Motif, Question, Tutor};

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
}

/// How far a learner has come who is to find moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The next move is to be found: this one.
    Find(&'static str),
    /// The other side answers with this one.
    Answer(&'static str),
    /// All has been found.
    Found,
    /// After so many moves that are right another one was played.
    Astray(usize),
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

    /// Whether the reader has tried in `game` what there is to try: the game has ended where that is
    /// what the lesson is about, else a move was played. Where a game was over before the reader
    /// came, there is only something to see.
    pub fn is_done(&self, game: &Game) -> bool {
        if let Some(step) = self.step(game) {
            return step == Step::Found;
        }
        let ends = |tried: &Try| matches!(tried, Try::Ends(..));
        if self.over.is_some() || self.tries.iter().any(ends) {
            return game.outcome().is_some();
        }
        game.plies().len() > self.plies_before()
    }

    /// How many half-moves were played before the reader came.
    fn plies_before(&self) -> usize {
        self.before.split_whitespace().count()
    }

    /// How far the reader has come in `game`, where moves are to be found.
    pub fn step(&self, game: &Game) -> Option<Step> {
        let played: Vec<String> = game
            .plies()
            .iter()
            .skip(self.plies_before())
            .map(Ply::uci)
            .collect();
        let mut wanted = self.line.split_whitespace();
        let right = played
            .iter()
            .zip(wanted.clone())
            .take_while(|(played, wanted)| played == wanted);
        let right = right.count();
        if self.line.is_empty() {
            return None;
        }
        if right < played.len() {
            return Some(Step::Astray(right));
        }
        Some(match wanted.nth(right) {
            None => Step::Found,
            Some(next) if right % 2 == 0 => Step::Find(next),
            Some(next) => Step::Answer(next),
        })
    }

    /// The game after so many of the moves to be found and their answers.
    pub fn after_moves(&self, count: usize) -> Option<Game> {
        let mut game = self.game()?;
        for written in self.line.split_whitespace().take(count) {
            game.act(Action::Write(written.to_owned())).ok()?;
        }
        Some(game)
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

    /// What the moves prove that are to be found: what the lesson is about, or else what says most of all that they
    /// prove. A tutor helps where that takes a search.
    pub fn proof(&self, lesson: Lesson, tutor: &mut Tutor, stop: &Stop) -> Option<Finding> {
        let (begun, ended) = (self.game()?, self.after_moves(usize::MAX)?);
        let question = Question::of(&begun).within(LESSON_NODES);
        let line = ended.plies().iter().skip(begun.plies().len());
        let line: Vec<Move> = line.map(|ply| ply.mv).collect();
        let about = |findings: &[Finding]| {
            let mut findings = findings.iter();
            findings
                .find(|finding| is_about(lesson, finding.motif))
                .cloned()
        };
        let proven = question.solution_findings(&line);
        about(&proven).or_else(|| {
            let found = tutor.explain(&question, stop);
            let found = found.map_or_else(Vec::new, |found| found.findings);
            let most = || Finding::foremost(&proven).or(Finding::foremost(&found));
            about(&found).or_else(|| most().cloned())
        })
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
