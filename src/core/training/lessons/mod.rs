//! The lessons of the help: which there are, in which order, what each shows on its board, and what comes of what a
//! reader tries there. Their words are in `words`. The order is in `contents.tsv`, the boards are in `positions.tsv`; each of these is read once.

use std::sync::LazyLock;

use strum::EnumString;

use crate::chess::{
    Action, Chess, Color, DrawRule, Game, Move, Outcome, Position, Reason, Role, Square, read_fen,
};
use crate::engine::Stop;
use crate::training::Task;
use crate::training::tutor::{Finding, Motif, Tutor};

/// A part of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Chapter {
    /// How this program is used.
    Playing,
    /// How the pieces move, and what check and mate are.
    Rules,
    /// By what games are won and saved.
    Tactics,
    /// How games end.
    Verdicts,
    /// Why a move is refused.
    Refusals,
    /// What the keys do.
    Keys,
}

/// One page of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Lesson {
    /// How a game begins.
    Beginning,
    /// Moving with the pointer.
    Moving,
    /// Moving with the keyboard, and typed moves.
    Keyboard,
    /// Offers, resigning and pausing.
    Offers,
    /// A game against the computer.
    Computer,
    /// A game of two players at two computers.
    Correspondence,
    /// What is saved, and when.
    Saving,
    /// Looking at earlier positions.
    LookingBack,
    /// Side lines, comments and glyphs in a game that is over.
    Reviewing,
    /// Finding games again.
    SavedGames,
    /// The players and their results.
    Players,
    /// Games and positions for other programs, and on paper.
    Copies,
    /// How a piece moves.
    #[strum(disabled)]
    Piece(Role),
    /// Castling.
    Castling,
    /// When castling is not possible, and what does not hinder it.
    CastlingHindered,
    /// Taking en passant.
    EnPassant,
    /// What a pawn becomes.
    Promotion,
    /// Check and the three ways out of it.
    Check,
    /// To checkmate.
    Mate,
    /// To stalemate.
    NoMoves,
    /// How something is won, or a draw is saved.
    #[strum(disabled)]
    Motif(Motif),
    /// What a reason for the end of a game means.
    #[strum(disabled)]
    Verdict(Reason),
    /// Why a move is refused.
    #[strum(disabled)]
    Refused(Obstacle),
    /// The table of keys.
    Keys,
}

/// What makes a move impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Obstacle {
    /// The piece is the other player's.
    OtherSide,
    /// The piece does not move so.
    WrongWay,
    /// A piece stands in the way.
    Blocked,
    /// A piece of the same side stands on the target.
    OwnPiece,
    /// The pawn cannot go ahead.
    PawnBlocked,
    /// The pawn has nothing to take.
    PawnTakesNothing,
    /// The pawn has moved before.
    PawnTwoSquares,
    /// It is too late to take en passant.
    EnPassantGone,
    /// The piece shields its king.
    Pinned,
    /// The king would stay in check.
    StillInCheck,
    /// The king would go into check.
    IntoCheck,
    /// The king has moved before castling.
    CastleKingMoved,
    /// The rook has moved before castling.
    CastleRookMoved,
    /// Pieces stand between king and rook.
    CastleBlocked,
    /// The king is in check and would castle.
    CastleInCheck,
    /// The king would cross an attacked square.
    CastleThroughCheck,
    /// The king would end on an attacked square.
    CastleIntoCheck,
    /// What is typed cannot be read, or means more than one move.
    Typed,
}

/// All lessons, in the order in which they are read, each with its chapter and the article that it is about.
static CONTENTS: LazyLock<Vec<(Chapter, Lesson, Option<&str>)>> = LazyLock::new(|| {
    let lines = table_lines(include_str!("contents.tsv")).filter_map(|line| {
        let mut cells = line.split('\t');
        let chapter = cells.next()?.parse().ok()?;
        Some((chapter, Lesson::read(cells.next()?)?, cells.next()))
    });
    lines.collect()
});

/// The lines of a table that are no comments.
fn table_lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

impl Lesson {
    /// The lesson that has this name in the tables. `None` where they are wrong, which a test forbids.
    fn read(name: &str) -> Option<Self> {
        Some(match name.split_once(' ') {
            Some(("piece", letter)) => Self::Piece(Role::from_char(letter.parse().ok()?)?),
            Some(("motif", motif)) => Self::Motif(motif.parse().ok()?),
            Some(("verdict", reason)) => Self::Verdict(reason.parse().ok()?),
            Some(("refused", obstacle)) => Self::Refused(obstacle.parse().ok()?),
            _ => name.parse().ok()?,
        })
    }

    /// Every lesson with its chapter, in the order in which they are read.
    pub fn all() -> impl DoubleEndedIterator<Item = (Chapter, Self)> {
        CONTENTS
            .iter()
            .map(|(chapter, lesson, _)| (*chapter, *lesson))
    }

    /// Whether no lesson after this one has anything to try.
    pub fn is_last_exercise(self) -> bool {
        let mut exercises = Self::all().filter(|(_, lesson)| lesson.exercise().is_some());
        exercises.next_back().is_some_and(|(_, last)| last == self)
    }

    /// The article of the FIDE Laws of Chess (2023) that a lesson is about.
    pub fn article(self) -> Option<&'static str> {
        let mut lessons = CONTENTS.iter();
        lessons.find(|(_, lesson, _)| *lesson == self)?.2
    }
}

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
    /// Whether all that can be captured is to be.
    pub captures: bool,
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
            waits: behavior == "waits" || behavior == "captures",
            captures: behavior == "captures",
            tries: tries?,
            line,
        };
        match behavior {
            "find" | "try" => {}
            "waits" | "captures" => exercise.rule = DrawRule::Unjudged,
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

    /// Whether moves are to be found; else there is something to try.
    pub fn asks(&self) -> bool {
        !self.line.is_empty()
    }

    /// What is to be found; `None` where there is something to try instead.
    pub fn task(&self) -> Option<Task> {
        let before: Vec<&str> = self.before.split_whitespace().collect();
        let line: Vec<&str> = self.line.split_whitespace().collect();
        Task::lesson(read_fen(self.fen).ok()?, &before, &line)
    }

    /// Whether the reader has tried in `game` what there is to try: the game has ended, or all is captured, where that is
    /// what the lesson is about, else a move was played. Where a game was over before the reader
    /// came, there is only something to see.
    pub fn is_done(&self, game: &Game) -> bool {
        if self.captures {
            let board = game.position().board();
            let mut tries = self.tries.iter().filter_map(|one| square(one.written(), 2));
            return !tries.any(|square| board.color_at(square) == Some(Color::Black));
        }
        if self.over.is_some() || self.ends() {
            return game.outcome().is_some();
        }
        self.has_moved(game)
    }

    /// Whether the reader has played something else in `game` than the move that ends it.
    pub fn is_missed(&self, game: &Game) -> bool {
        self.ends() && self.has_moved(game) && game.outcome().is_none()
    }

    /// Whether a move is to be tried that ends the game.
    fn ends(&self) -> bool {
        let ends = |tried: &Try| matches!(tried, Try::Ends(..));
        self.tries.iter().any(ends)
    }

    fn has_moved(&self, game: &Game) -> bool {
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

    /// How Black answers a check where it waits otherwise: by a move that captures nothing, if there is one.
    pub fn answer(&self, game: &Game) -> Option<Move> {
        let position = game.position();
        let answers = self.waits && game.turn() == Color::Black && position.is_check();
        let moves = answers.then(|| position.legal_moves())?;
        moves.into_iter().min_by_key(|mv| mv.is_capture())
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
