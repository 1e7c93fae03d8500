//! Why a move is bad: what its answer proves, why that answer is there, what would have been better, and what the better move
//! gains where nothing is proven to be won: material, a draw, or what the evaluation sees in the positions to which both
//! lead, down to the piece or pawn that it comes of. And what a move makes better at once.

use shakmaty::{Bitboard, Chess, Color, File, Move, Position, Role, Square};

use super::cause::Oversight;
use super::explain::{Explanation, Tutor, as_needed, before};
use super::patterns::at_once;
use super::winning_line::{LEAST_GAIN, LineMove};
use super::{Finding, TutorQuestion};
use crate::chess::{Game, landing_square};
use crate::engine::{
    PawnTrait, Score, Shares, Stop, Term, material_score, pawn_traits, pawns_with, placements,
    positions, see_ge, terms,
};
use crate::training::analysis::{GameAnalysis, JudgedPosition};

/// A move that has lost chances, and what can be said about it.
#[derive(Debug, Clone)]
pub struct Mistake {
    /// What would have been best in its place.
    pub better: Explanation,
    /// What the answer to it proves, for the side that gives it.
    pub answer: Vec<Finding>,
    /// Why that answer is there.
    pub oversight: Option<Oversight>,
    /// What the better move gains, where nothing is proven to be won by either.
    pub improvement: Option<Improvement>,
}

impl Mistake {
    /// Whether nothing is proven about it.
    pub fn is_unproven(&self) -> bool {
        self.better.findings.is_empty() && self.answer.is_empty()
    }

    /// As much of the better line as shows what is said of it.
    pub fn shown(&self) -> Vec<Move> {
        let line = &self.better.line;
        let shown = as_needed(line, &self.better.findings);
        match self.improvement {
            Some(Improvement::WinsMaterial(plies)) if plies > shown.len() => {
                line.iter().take(plies).copied().collect()
            }
            _ => shown,
        }
    }

    /// What can be said of the better move beside the one that was played, without telling it. `None` where that is nothing.
    pub fn hint(&self, played: Move) -> Option<QuietHint> {
        let Some(answer) = self.answer.first() else {
            return self.improvement.map(QuietHint::Gains);
        };
        if let Some(oversight) = self.oversight {
            return Some(QuietHint::Oversight(oversight));
        }
        // What captures the piece that moved is prevented by every other move.
        let reply = answer.line.first()?;
        (reply.to() != landing_square(played)).then_some(QuietHint::Prevents)
    }
}

/// What is said of a better move that wins nothing at once, before it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuietHint {
    /// What it gains beside the one that was played.
    Gains(Improvement),
    /// Why the answer to the one that was played is there.
    Oversight(Oversight),
    /// It prevents that answer.
    Prevents,
    /// What it makes better by itself.
    Plan(Plan),
}

impl QuietHint {
    /// Whether so many other moves do the same that it helps little.
    pub fn is_vague(self) -> bool {
        let gained = match self {
            Self::Gains(Improvement::Own(asset) | Improvement::Opponents(asset)) => Some(asset),
            _ => None,
        };
        let common = matches!(gained, Some(Asset::Mobility | Asset::Piece { .. }));
        common || matches!(self, Self::Plan(_))
    }
}

impl Tutor {
    /// Says what is wrong with a move that was played in a position. Of that position it is known what was best in it,
    /// and of the next one, too, where the game went on.
    pub fn mistake(
        &mut self,
        question: &TutorQuestion,
        played: Move,
        best: JudgedPosition,
        answer: Option<JudgedPosition>,
        stop: &Stop,
    ) -> Mistake {
        // What was asked before makes no difference.
        self.searcher.forget();
        let improvement = answer
            .as_ref()
            .and_then(|answer| improvement(question, played, &best, answer));
        let better = self.prove_further(question, best.line, best.score, stop);
        let answer = answer.map(|answer| {
            let after = question.after(played);
            self.prove_further(&after, answer.line, answer.score, stop)
        });
        let answer = answer.map_or_else(Vec::new, |answer| answer.findings);
        let oversight = answer.first();
        let oversight =
            oversight.and_then(|finding| self.oversight(question, played, finding, stop));
        let mut mistake = Mistake {
            better,
            answer,
            oversight,
            improvement: None,
        };
        mistake.improvement = improvement.filter(|_| mistake.is_unproven());
        mistake
    }

    /// The same of a ply of a game, counted from 1, by the analysis of that game. `None` for one that has lost no chances, and
    /// where that is not known.
    pub fn mistake_in(
        &mut self,
        game: &Game,
        analysis: &GameAnalysis,
        ply: usize,
        stop: &Stop,
    ) -> Option<Mistake> {
        analysis.judgment(ply)?;
        let best = analysis.at(ply - 1)?.clone();
        let answer = analysis.at(ply).cloned();
        let asked = TutorQuestion::at(game, ply - 1);
        let played = game.plies()[ply - 1].mv;
        Some(self.mistake(&asked, played, best, answer, stop))
    }
}

/// Whether after a better move an answer to the one that was played cannot be given, or loses material on its square.
pub fn prevents(position: &Chess, better: Move, answer: Move) -> bool {
    let after = LineMove::new(position, better).after;
    at_once(&after, answer).is_none_or(|mv| !see_ge(&after, mv, 0))
}

/// What a better move gains beside another one, by the lines to which both lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Improvement {
    /// Material: after so many half-moves of its line, and to the end of it, the player has more than at the beginning.
    WinsMaterial(usize),
    /// Material, though its line wins none: that of the other move loses some.
    KeepsMaterial,
    /// Material, though both lines lose some.
    LosesLess,
    /// More of this than of anything else. Two positions are compared: in each line the first one whose evaluation agrees
    /// with the score of the line.
    Own(Asset),
    /// Most of all that the opponent has less of this.
    Opponents(Asset),
    /// A draw, as its line repeats a position; the other move is worse than a draw.
    SavesDraw,
    /// More than a draw: the line of the other move repeats a position.
    AvoidsDraw,
}

/// What a side has more or less of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asset {
    /// How many squares the pieces can go to.
    Mobility,
    /// How safe the king is.
    King,
    /// How well the king stands where it has little to fear.
    ActiveKing,
    /// How well a piece stands.
    Piece {
        /// What it is.
        piece: Role,
        /// Where it stands after the better move.
        at: Square,
    },
    /// A passed pawn on a file, by which the pawns are better.
    PassedPawn(File),
    /// No isolated pawn on a file.
    IsolatedPawn(File),
    /// No backward pawn on a file.
    BackwardPawn(File),
    /// No pawns one behind another on a file.
    DoubledPawns(File),
}

impl Asset {
    /// What of the evaluation it belongs to.
    pub fn term(self) -> Term {
        match self {
            Self::Mobility => Term::Mobility,
            Self::King => Term::King,
            Self::ActiveKing => Term::ActiveKing,
            Self::Piece { .. } => Term::Placement,
            Self::PassedPawn(_)
            | Self::IsolatedPawn(_)
            | Self::BackwardPawn(_)
            | Self::DoubledPawns(_) => Term::Pawns,
        }
    }
}

/// What the best line gains beside a move and the answer to it.
pub(super) fn improvement(
    question: &TutorQuestion,
    played: Move,
    best: &JudgedPosition,
    answer: &JudgedPosition,
) -> Option<Improvement> {
    let worse = [&[played], &answer.line[..]].concat();
    let score = before(answer.score);
    let draw = Score::default();
    if best.score == draw && score.win() < draw.win() && repeats(question, &best.line) {
        return Some(Improvement::SavesDraw);
    }
    if score == draw && best.score.win() > draw.win() && repeats(question, &worse) {
        return Some(Improvement::AvoidsDraw);
    }
    let start = question.position();
    gained(start, (&best.line, best.score), (&worse, score))
}

/// Whether a line comes back to a position of the game or of its own.
fn repeats(question: &TutorQuestion, line: &[Move]) -> bool {
    let mut known = question.positions.clone();
    let new = positions(question.position(), line).into_iter().skip(1);
    new.into_iter().any(|position| {
        let again = known.contains(&position);
        known.push(position);
        again
    })
}

/// A position in a line stands for its score only if it looks so nearly like that, in hundredths of a pawn.
const BORNE_OUT: i32 = 60;
/// A line is followed so far at least, in half-moves, where it is so long.
const FOLLOWED: usize = 4;
/// What a better line gains of something at least.
const GAINED: i32 = 40;

/// What a line gains most of beside another one from the same position, if that is half of all that it gains. Each has the
/// score of the side that begins it.
fn gained(start: &Chess, better: (&[Move], Score), worse: (&[Move], Score)) -> Option<Improvement> {
    let side = start.turn();
    let ends = [
        LineEnd::borne_out(start, better)?,
        LineEnd::borne_out(start, worse)?,
    ];
    let gains = ends[0].shares.iter().zip(&ends[1].shares);
    let gains = gains.map(|(better, worse)| Shares {
        own: better.own - worse.own,
        others: better.others - worse.others,
        ..*better
    });
    let gains: Vec<Shares> = gains.collect();
    let whole: i32 = gains.iter().map(|gain| gain.difference()).sum();
    let gain = gains.into_iter().max_by_key(|gain| gain.difference())?;
    let most = gain.difference();
    let counts = match gain.term {
        Term::Material => LEAST_GAIN,
        _ => GAINED,
    };
    if most < counts || 2 * most < whole {
        return None;
    }
    let own = gain.own >= -gain.others;
    let compared = Compared {
        start,
        ends: &ends,
        side: if own { side } else { !side },
        sign: if own { 1 } else { -1 },
        least: gain.own.max(-gain.others) / 2,
    };
    let asset = match gain.term {
        Term::Material => return more_material(start, better.0, worse.0),
        Term::Mobility => Asset::Mobility,
        Term::King => Asset::King,
        Term::ActiveKing => Asset::ActiveKing,
        Term::Placement => compared.piece()?,
        Term::Pawns => compared.pawn()?,
    };
    Some(match own {
        true => Improvement::Own(asset),
        false => Improvement::Opponents(asset),
    })
}

/// What a line gains beside another one where a player counts the pieces at the end of each.
fn more_material(start: &Chess, better: &[Move], worse: &[Move]) -> Option<Improvement> {
    let [better, worse] = [better, worse].map(|line| {
        let line = positions(start, line).into_iter();
        let counted = line.map(|position| material_score(position.board(), start.turn()));
        let counted: Vec<i32> = counted.collect();
        let gained = counted.iter().map(|count| count - counted[0]);
        gained.collect::<Vec<i32>>()
    });
    let [won, kept] = [better.last()?, worse.last()?];
    if won - kept < LEAST_GAIN {
        return None;
    }
    let before = better.iter().rposition(|gained| *gained < LEAST_GAIN);
    Some(match *won {
        LEAST_GAIN.. => Improvement::WinsMaterial(before.map_or(0, |plies| plies + 1)),
        won if won > -LEAST_GAIN => Improvement::KeepsMaterial,
        _ => Improvement::LosesLess,
    })
}

/// The first position of a line that stands for its score.
struct LineEnd<'a> {
    /// The moves that lead there.
    moves: &'a [Move],
    position: Chess,
    /// What both sides have there by each term.
    shares: Vec<Shares>,
}

impl<'a> LineEnd<'a> {
    fn borne_out(start: &Chess, (line, score): (&'a [Move], Score)) -> Option<Self> {
        let followed = FOLLOWED.min(line.len());
        let ends = positions(start, line).into_iter().enumerate();
        let mut ends = ends.skip(followed).map(|(plies, position)| Self {
            moves: &line[..plies],
            shares: terms(&position, start.turn()),
            position,
        });
        ends.find(|end| {
            let whole: i32 = end.shares.iter().map(|shares| shares.difference()).sum();
            (score.in_material() - whole).abs() <= BORNE_OUT
        })
    }

    /// Where the piece that stands on a square in the end stood before the line.
    fn origin(&self, start: &Chess) -> impl Fn(Square) -> Square + use<> {
        let line = LineMove::line(start, self.moves);
        let back = |at: Square, step: &LineMove| {
            let side = step.before.turn();
            match step.mv.castling_side() {
                // The squares of a castling move are those of the king and the rook before it.
                Some(castling) if castling.rook_to(side) == at => step.mv.to(),
                _ if step.to() == at => step.from(),
                _ => at,
            }
        };
        move |square| line.iter().rev().fold(square, back)
    }
}

/// What one side has at the ends of two lines from the same position.
struct Compared<'a> {
    start: &'a Chess,
    /// That of the better line, then that of the other.
    ends: &'a [LineEnd<'a>; 2],
    /// Whose.
    side: Color,
    /// 1 where it should have more, -1 where it should have less.
    sign: i32,
    /// By so much at least one piece or file must be better.
    least: i32,
}

impl Compared<'_> {
    /// The piece by which most is gained, if that is enough.
    fn piece(&self) -> Option<Asset> {
        let [better, worse] = self.ends.each_ref().map(|end| {
            let origin_of = end.origin(self.start);
            let placements = placements(&end.position, self.side).into_iter();
            let placements = placements.filter_map(|(square, worth)| {
                let origin = origin_of(square);
                let role = end.position.board().role_at(square)?;
                (self.start.board().role_at(origin) == Some(role)).then_some((origin, role, worth))
            });
            placements.collect::<Vec<_>>()
        });
        let gains = better.into_iter().filter_map(|(at, piece, worth)| {
            let other = worse.iter().find(|(origin, ..)| *origin == at)?.2;
            Some((self.sign * (worth - other), at, piece))
        });
        let (gain, at, piece) = gains.max_by_key(|(gain, ..)| *gain)?;
        // The better move itself may be that of the piece.
        let first = LineMove::new(self.start, *self.ends[0].moves.first()?);
        let at = if first.from() == at { first.to() } else { at };
        (gain >= self.least).then_some(Asset::Piece { piece, at })
    }

    /// The pawn by which most is gained, if that is enough and it is one that has a name.
    fn pawn(&self) -> Option<Asset> {
        let ends = self.ends.each_ref();
        let [better, worse] = ends.map(|end| pawn_traits(&end.position, self.side));
        let gains = better.iter().zip(&worse);
        let gains = gains.map(|((kind, better), (_, worse))| (self.sign * (better - worse), *kind));
        let (_, kind) = gains.max_by_key(|(gain, _)| *gain)?;
        let pawns = ends.map(|end| pawns_with(&end.position, self.side, kind));
        let files = File::ALL.into_iter().map(|file| {
            let [better, worse] = pawns.each_ref().map(|pawns| {
                let pawns = pawns.iter().filter(|(square, _)| square.file() == file);
                pawns.map(|(_, worth)| worth).sum::<i32>()
            });
            (self.sign * (better - worse), file, better, worse)
        });
        let (gain, file, better, worse) = files.max_by_key(|(gain, ..)| *gain)?;
        // Where the side has more: a passed pawn must stand there, and none that is weak.
        let more = if self.sign > 0 { better } else { worse };
        let doubled = ends.map(|end| {
            let pawns = end.position.board().by_piece(Role::Pawn.of(self.side));
            (pawns & Bitboard::from_file(file)).more_than_one()
        });
        let asset = match kind {
            PawnTrait::Passed if more > 0 => Asset::PassedPawn(file),
            PawnTrait::Isolated if more == 0 => Asset::IsolatedPawn(file),
            PawnTrait::Backward if more == 0 => Asset::BackwardPawn(file),
            PawnTrait::Placement if doubled == [self.sign < 0, self.sign > 0] => {
                Asset::DoubledPawns(file)
            }
            _ => return None,
        };
        (gain >= self.least).then_some(asset)
    }
}

/// What of one's own side a move makes better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Where the piece stands that moves.
    Placement,
    /// How many squares the pieces can go to.
    Mobility,
    /// How safe the king is.
    King,
    /// How well the king stands where it has little to fear.
    ActiveKing,
    /// What is good or bad about the pawns.
    Pawns(PawnTrait),
}

/// What a plan gains of something at least, in hundredths of a pawn.
const PLANNED: i32 = 5;

impl Plan {
    /// What a move gives its own side most of at once, by the evaluation; nothing where that is material, or too little.
    pub fn of(position: &Chess, mv: Move) -> Option<Self> {
        let side = position.turn();
        let step = LineMove::new(position, mv);
        let both = [position, &step.after];
        // What is captured is material, though the other side alone has less of it.
        let gives = |shares: Shares| match shares.term {
            Term::Material => shares.difference(),
            _ => shares.own,
        };
        let given = |position| {
            let terms = terms(position, side).into_iter();
            terms.map(|shares| (shares.term, gives(shares))).collect()
        };
        let (term, most) = most_gained(both.map(given))?;
        if most < PLANNED {
            return None;
        }
        match term {
            Term::Material => None,
            Term::Placement => {
                let worth = |position: &Chess, at| {
                    let mut placements = placements(position, side).into_iter();
                    let found = placements.find(|(square, _)| *square == at);
                    found.map_or(0, |(_, worth)| worth)
                };
                let gain = worth(&step.after, step.to()) - worth(position, step.from());
                (2 * gain >= most).then_some(Self::Placement)
            }
            Term::Mobility => Some(Self::Mobility),
            Term::King => Some(Self::King),
            Term::ActiveKing => Some(Self::ActiveKing),
            Term::Pawns => {
                let traits = both.map(|position| pawn_traits(position, side));
                most_gained(traits).map(|(kind, _)| Self::Pawns(kind))
            }
        }
    }
}

/// What there is more of than before by the most, of the same things in the same order, and by how much.
fn most_gained<T: Copy>([before, after]: [Vec<(T, i32)>; 2]) -> Option<(T, i32)> {
    let gains = before.iter().zip(after);
    let gains = gains.map(|((of, before), (_, after))| (*of, after - before));
    gains.max_by_key(|(_, gain)| *gain)
}
