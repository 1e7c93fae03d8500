//! A task at a board, and one try at it, from the first move to the last: in practice and in lessons.

use std::str::FromStr;

use shakmaty::uci::UciMove;

use crate::chess::{Chess, Color, Move, Position, Square};
use crate::engine::Score;
use crate::training::tutor::{Explanation, Finding, LESSON_NODES, Motif, Question, Worth};

/// What has become of a move that was tried.
#[derive(Debug, Clone)]
pub enum Tried {
    /// It is right, and the opponent answers so; more is to be found.
    GoesOn(Move),
    /// It is right, and all is found.
    Found,
    /// A tutor has to weigh it in this position, of which the best may be known.
    Weigh(Question, Option<Explanation>),
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
    over: bool,
}

impl Trainer {
    /// A player who has seen the opponent's move.
    pub fn new(task: Task) -> Self {
        Self {
            task,
            played: 0,
            hints: 0,
            clean: true,
            over: false,
        }
    }

    /// What is to be found.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// How many moves of the line are played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// The position in which a move is asked for, or in which it has ended, with all that was played before it.
    pub fn question(&self) -> Question {
        self.task.question(self.played)
    }

    /// That position alone.
    pub fn position(&self) -> Chess {
        self.question().position().clone()
    }

    /// Whether nothing more is asked for.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it was found, or can still be found, without a wrong move and without having been told the piece.
    pub fn is_clean(&self) -> bool {
        self.clean
    }

    /// The move that is asked for.
    pub fn wanted(&self) -> Option<Move> {
        let line = self.task.line();
        line.get(self.played).copied().filter(|_| !self.over)
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
            return Tried::Weigh(question, self.known_mate());
        }
        self.hints = 0;
        self.played += 1;
        match self.task.line().get(self.played) {
            Some(answer) if self.played + 1 < self.task.asked => {
                self.played += 1;
                Tried::GoesOn(*answer)
            }
            _ => self.finish(),
        }
    }

    /// Takes note of what a move is worth that a tutor has weighed. Returns what it is worth in this task.
    pub fn weighed(&mut self, worth: Worth) -> Worth {
        match worth {
            Worth::Best | Worth::AsGood if !self.task.others => Worth::Close,
            Worth::Best | Worth::AsGood => {
                self.over = true;
                worth
            }
            Worth::Close => worth,
            Worth::Worse => {
                self.clean = false;
                worth
            }
        }
    }

    /// The next hint for the move that is asked for; the last one again and again.
    pub fn hint(&mut self) -> Option<Hint> {
        let wanted = self.wanted()?;
        let motifs = self.task.motifs.clone();
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
        let line = self.task.line();
        let rest = line.get(self.played..).unwrap_or_default().to_vec();
        if !self.over {
            self.clean = false;
            self.over = true;
            self.played = line.len();
        }
        rest
    }

    /// The mate that the rest of the line gives, where that is known to be the best.
    fn known_mate(&self) -> Option<Explanation> {
        let mate = self.task.mate_in(self.played)?;
        self.task.known.then(|| Explanation {
            score: Score::Mate(mate),
            line: self.task.line()[self.played..].to_vec(),
            findings: Vec::new(),
        })
    }

    fn finish(&mut self) -> Tried {
        self.over = true;
        Tried::Found
    }
}

/// A position, what was played before it, and what is to be found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    start: Question,
    line: Vec<Move>,
    /// How the line wins, as far as that is known.
    pub motifs: Vec<Motif>,
    /// How many moves of the line are played until it is found.
    asked: usize,
    /// Whether another move that is as good is found as well.
    others: bool,
    /// Whether the line is known to be the best. Then any mate is right, at once.
    known: bool,
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

    fn read(before: Chess, moves: &[&str], line: &[&str]) -> Option<Self> {
        let mut here = before.clone();
        let moves = play_all(&mut here, moves)?;
        let line = play_all(&mut here, line).filter(|line| !line.is_empty())?;
        Some(Self {
            start: Question::new(&before, &moves),
            asked: line.len(),
            line,
            motifs: Vec::new(),
            others: true,
            known: true,
        })
    }

    /// The position in which something is to be found, with what was played before it.
    pub fn start(&self) -> &Question {
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
    pub fn question(&self, played: usize) -> Question {
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
