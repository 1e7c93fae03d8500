//! What draws people of a rating to a move: how many of them play it, what as many play in its place, and which reasons for it
//! a person sees. A reason is told only where it is true on the board, and where the network gives the move worse odds
//! once that one thing about it is taken away.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use super::features::{
    ATTACKS_MOST, ATTACKS_NEAR_KING, ATTACKS_QUEEN, ATTACKS_SAVED, Aspects, Candidate,
    DEFENDERS_ATTACKED_BEFORE, DEFENDERS_PAWN_ATTACKED_BEFORE, EXCHANGE_FORCING_LOSS, EXCHANGE_WON,
    FOLLOWING_RECAPTURE, FOLLOWING_SOUND_RECAPTURE, FeatureExtractor, Features, GamePosition,
    KIND_CAPTURED, KIND_CASTLING, KIND_CHECK, KIND_DISCOVERED_CHECK, KIND_MATE, KIND_PROMOTION,
    MoveContext, PLACE_BACKWARD, PLACE_FORWARD, PURPOSE_CENTER, PURPOSE_DEVELOPS,
    PURPOSE_OPEN_FILE, PURPOSE_PASSED, PositionContext,
};
use super::{KNOWN, Share, scores, shares_of};
use crate::engine::see::{piece_value, see};

/// How people of a rating come to play a move.
#[derive(Debug, Clone)]
pub struct Motive {
    /// The rating of the people, within those that are known.
    pub rating: u32,
    /// The share of them who play the move, from 0 to 1.
    pub share: f64,
    /// What at least about as many of them play: no more than two moves, the likeliest first.
    pub others: Vec<Share>,
    /// What draws them to the move, what counts most first.
    pub reasons: Vec<Reason>,
    /// Whether nothing else could be played.
    pub is_forced: bool,
    /// Whether the move loses hardly any winning chances by the shortest look ahead.
    pub looks_good: bool,
}

/// What a person sees in a move. Squares are those on which it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Reason {
    /// It mates.
    Mates,
    /// It gives check.
    Checks,
    /// A pawn becomes another piece.
    Promotes,
    /// It castles.
    Castles,
    /// It takes what has just taken something there.
    Recaptures(Square),
    /// It takes a piece there, or a pawn, which nothing defends.
    TakesLoose(Square, Role),
    /// It takes a piece there that is worth more than the one that takes.
    TakesMore(Square),
    /// It takes something else there.
    Takes(Square, Role),
    /// It brings a piece to safety that would have been lost there.
    Saves(Square),
    /// It defends what would have been lost there.
    Defends(Square),
    /// It attacks a piece there that is worth more than the one that attacks.
    AttacksMore(Square),
    /// It attacks something there, which nothing defends.
    AttacksLoose(Square, Role),
    /// It brings a knight or a bishop into play.
    Develops,
    /// It puts a pawn on one of the four squares in the middle.
    HoldsCenter,
    /// It pushes a pawn that no other pawn can stop.
    PushesPassed,
    /// It puts a rook on a file without pawns of its own side.
    TakesFile,
    /// It aims at squares beside the opponent's king.
    NearsKing,
    /// It opens a line for a piece behind it, which attacks something.
    OpensLine,
    /// It steps back from where it was attacked.
    StepsBack,
    /// A short look ahead shows nothing better.
    LooksBest,
}

/// Without a reason that counts, the logarithm of a move's odds is lower by this: the odds fall by a fifth at least.
const CLEARLY: f32 = 0.25;
/// No more reasons are told.
const MOST_REASONS: usize = 2;
/// A move that this part of a move's players choose is about as likely as that one.
const ABOUT_AS_MANY: f64 = 0.75;
const MOST_OTHERS: usize = 2;
/// What loses fewer points of the winning chances is no inaccuracy.
const HARDLY_ANY: f32 = 5.0;
/// A piece is worth more than another one from this difference on, in hundredths of a pawn.
const MORE: i32 = 50;
/// By the moves of this number pieces have been developed.
const DEVELOPED: u32 = 15;

/// How people of a rating come to play a move in a game that has gone through these positions; `None` where it cannot be
/// played there.
pub fn motive(
    extractor: &mut FeatureExtractor,
    game: &[Chess],
    mv: Move,
    rating: u32,
) -> Option<Motive> {
    let at = GamePosition::of(game)?;
    let rating = rating.clamp(*KNOWN.start(), *KNOWN.end());
    let features = extractor.extract(at);
    let shares = shares_of(at, &features, rating);
    let own = shares.iter().find(|share| share.mv == mv)?;
    let candidate = features.candidates.iter().find(|one| one.mv == mv)?;
    let others = shares
        .iter()
        .filter(|other| other.mv != mv && other.share >= own.share * ABOUT_AS_MANY);
    let most = shares.iter().map(|share| share.share).fold(0.0, f64::max);
    let mut reasons = match shares.len() {
        1 => Vec::new(),
        _ => reasons(at, &features, candidate, rating),
    };
    // What is far more popular must look better to people.
    reasons.retain(|reason| *reason != Reason::LooksBest || own.share >= most * ABOUT_AS_MANY);
    Some(Motive {
        rating,
        share: own.share,
        others: others.take(MOST_OTHERS).copied().collect(),
        reasons,
        is_forced: shares.len() == 1,
        looks_good: candidate.lost_at_first() < HARDLY_ANY,
    })
}

/// What draws people to a move, what counts most first.
fn reasons(
    at: GamePosition<'_>,
    features: &Features,
    candidate: &Candidate,
    rating: u32,
) -> Vec<Reason> {
    let context = PositionContext::new(at);
    let true_ones = true_reasons(&context, candidate.mv);
    let without = true_ones.iter().map(|(_, aspects)| {
        let mut other = candidate.clone();
        aspects.write(&mut other.features);
        other
    });
    // It would not look best if it looked like the one in the middle of all.
    let mut all: Vec<&Candidate> = features.candidates.iter().collect();
    all.sort_by_key(|candidate| candidate.score);
    let middle = candidate.looking_like(all[all.len() / 2]);
    let compared = [candidate.clone(), middle].into_iter();
    let compared = Features {
        position: features.position,
        candidates: compared.chain(without).collect(),
    };
    let scores = scores(at, &compared, rating);
    let [score, middle, without @ ..] = &scores[..] else {
        return Vec::new();
    };
    let looks_best = candidate.looks_best() && score - middle >= CLEARLY;
    let counted = true_ones.iter().zip(without);
    let mut counted: Vec<(f32, Reason)> = counted
        .map(|((reason, _), without)| (score - without, *reason))
        .filter(|(counts, _)| *counts >= CLEARLY)
        .collect();
    counted.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    // What is seen on the board says more.
    let counted = counted.into_iter().map(|(_, reason)| reason);
    let counted = counted.chain(looks_best.then_some(Reason::LooksBest));
    counted.take(MOST_REASONS).collect()
}

/// What is true of a move, each with what the move would look like without it.
fn true_reasons(context: &PositionContext<'_>, mv: Move) -> Vec<(Reason, Aspects)> {
    let played = MoveContext::new(context, mv);
    let mut found: Vec<(Reason, Aspects)> = Vec::new();
    let mut note = |reason: Option<Reason>, take_away: &dyn Fn(&mut Aspects)| {
        found.extend(reason.map(|reason| {
            let mut without = played.aspects();
            take_away(&mut without);
            (reason, without)
        }));
    };
    let of = |is: bool, reason: Reason| is.then_some(reason);
    let aspects = played.aspects();
    let is = |aspect: f32| aspect > 0.0;
    let no_check = |without: &mut Aspects| {
        without.kind[KIND_CHECK..=KIND_DISCOVERED_CHECK].fill(0.0);
        without.exchange[EXCHANGE_FORCING_LOSS] = 0.0;
    };
    match is(aspects.kind[KIND_MATE]) {
        true => note(Some(Reason::Mates), &no_check),
        false => note(of(is(aspects.kind[KIND_CHECK]), Reason::Checks), &no_check),
    }
    note(of(mv.is_promotion(), Reason::Promotes), &|without| {
        without.kind[KIND_PROMOTION].fill(0.0);
    });
    note(of(mv.is_castle(), Reason::Castles), &|without| {
        without.kind[KIND_CASTLING].fill(0.0);
    });
    note(
        played.takes(is(aspects.following[FOLLOWING_RECAPTURE])),
        &|without| {
            without.kind[KIND_CAPTURED].fill(0.0);
            without.following[FOLLOWING_RECAPTURE..=FOLLOWING_SOUND_RECAPTURE].fill(0.0);
            // What an exchange loses draws no player to a move.
            if without.exchange[EXCHANGE_WON] > 0.0 {
                without.exchange = [0.0; 4];
            }
        },
    );
    let unhurried = context.with_nothing_lost_on(played.from);
    note(played.saves(), &|without| {
        without.leaving = MoveContext::new(&unhurried, mv).aspects().leaving;
        without.defenders[DEFENDERS_PAWN_ATTACKED_BEFORE..=DEFENDERS_ATTACKED_BEFORE].fill(0.0);
    });
    note(played.steps_back(), &|without| {
        without.place[PLACE_FORWARD..=PLACE_BACKWARD].fill(0.0);
        without.defenders[DEFENDERS_PAWN_ATTACKED_BEFORE..=DEFENDERS_ATTACKED_BEFORE].fill(0.0);
    });
    note(played.defends(), &|without| {
        without.attacks[ATTACKS_SAVED] = 0.0
    });
    note(played.attacks_something(), &|without| {
        without.attacks[ATTACKS_MOST..=ATTACKS_QUEEN].fill(0.0);
    });
    note(of(played.develops(), Reason::Develops), &|without| {
        without.purpose[PURPOSE_DEVELOPS] = 0.0;
    });
    let (center, passed) = (
        is(aspects.purpose[PURPOSE_CENTER]),
        is(aspects.purpose[PURPOSE_PASSED]),
    );
    note(of(center, Reason::HoldsCenter), &|without| {
        without.purpose[PURPOSE_CENTER] = 0.0;
    });
    note(of(passed, Reason::PushesPassed), &|without| {
        without.purpose[PURPOSE_PASSED] = 0.0;
    });
    let takes_file =
        is(aspects.purpose[PURPOSE_OPEN_FILE]) && played.from.file() != played.to.file();
    note(of(takes_file, Reason::TakesFile), &|without| {
        without.purpose[PURPOSE_OPEN_FILE] = 0.0;
    });
    note(of(played.nears_king(), Reason::NearsKing), &|without| {
        without.attacks[ATTACKS_NEAR_KING] = 0.0;
    });
    note(of(is(aspects.opened[0]), Reason::OpensLine), &|without| {
        without.opened = [0.0];
    });
    found
}

impl MoveContext<'_> {
    fn side(&self) -> Color {
        !self.after.turn()
    }

    /// Whether the other side can win something by taking on a square after the move.
    fn loses_on(&self, square: Square) -> bool {
        let captures = self.after.capture_moves();
        let mut there = captures.into_iter().filter(|mv| mv.to() == square);
        there.any(|mv| see(&self.after, mv) > 0)
    }

    /// What defends a square for the other side after the move, or attacks it.
    fn theirs_on(&self, square: Square) -> Bitboard {
        let board = self.after.board();
        board.attacks_to(square, self.after.turn(), board.occupied())
    }

    fn takes(&self, recaptures: bool) -> Option<Reason> {
        let victim = self.mv.capture()?;
        Some(if recaptures {
            Reason::Recaptures(self.to)
        } else if self.theirs_on(self.to).is_empty() {
            Reason::TakesLoose(self.to, victim)
        } else if piece_value(victim) > piece_value(self.mv.role()) + MORE {
            Reason::TakesMore(self.to)
        } else {
            Reason::Takes(self.to, victim)
        })
    }

    fn saves(&self) -> Option<Reason> {
        let hangs = self.is_lost_before(self.from) && self.mv.role() != Role::Pawn;
        (hangs && !self.loses_on(self.to)).then_some(Reason::Saves(self.from))
    }

    fn steps_back(&self) -> Option<Reason> {
        let board = self.position().board();
        let attacked = board.attacks_to(self.from, !self.side(), board.occupied());
        let moves_back = self.forward() < 0 && self.theirs_on(self.to).is_empty();
        let is_officer = !matches!(self.mv.role(), Role::Pawn | Role::King);
        let flees = attacked.any() && !self.is_lost_before(self.from);
        (is_officer && moves_back && flees && !self.mv.is_capture()).then_some(Reason::StepsBack)
    }

    fn defends(&self) -> Option<Reason> {
        let own = self.reach & self.after.board().by_color(self.side());
        let mut saved = own.into_iter().filter(|square| {
            let hung = self.is_lost_before(*square) && *square != self.from;
            hung && !self.loses_on(*square)
        });
        saved.next().map(Reason::Defends)
    }

    /// What it attacks that it has not attacked before: the dearest of what is worth more, or is not defended.
    fn attacks_something(&self) -> Option<Reason> {
        let board = self.after.board();
        let own = piece_value(self.mv.promotion().unwrap_or(self.mv.role()));
        let victims = self.reach & !self.reach_before() & board.by_color(self.after.turn());
        let found = victims.into_iter().filter_map(|square| {
            let role = board.role_at(square).filter(|role| *role != Role::King)?;
            let value = piece_value(role);
            let reason = if value > own + MORE {
                Reason::AttacksMore(square)
            } else if self.theirs_on(square).is_empty() {
                Reason::AttacksLoose(square, role)
            } else {
                return None;
            };
            Some((value, reason))
        });
        found
            .max_by_key(|(value, _)| *value)
            .map(|(_, reason)| reason)
    }

    fn develops(&self) -> bool {
        let is_minor = matches!(self.mv.role(), Role::Knight | Role::Bishop);
        let home = self.side().fold_wb(0, 7);
        let leaves_home = self.from.rank() as u32 == home && self.to.rank() as u32 != home;
        is_minor && leaves_home && self.position().fullmoves().get() <= DEVELOPED
    }

    fn nears_king(&self) -> bool {
        let zone = attacks::king_attacks(self.their_king);
        let [before, after] = [self.reach_before(), self.reach].map(|reach| (reach & zone).count());
        let is_officer = !matches!(self.mv.role(), Role::Pawn | Role::King);
        is_officer && after > before && !self.after.is_check()
    }
}
