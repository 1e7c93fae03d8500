//! What is noted of a game: each position that it reached, the move with which it went on, and the pieces that it had.

use shakmaty::san::San;
use shakmaty::zobrist::{Zobrist64, ZobristHash};
use shakmaty::{EnPassantMode, Role, Square};

use crate::chess::{
    Bitboard, Chess, Color, Game, HASH_MULTIPLIER, Material, Move, Position, read_reached_fen,
    read_san,
};
use crate::record::log::Fnv1a;

/// What is noted of a position, in bytes: its hash, and the move; or of pieces: six bytes of their hash, the ply since
/// which they stood, and [`PIECES`].
pub(super) const STEP: usize = 9;
/// Stands for no move: no position has so many.
const NO_MOVE: u8 = u8::MAX;
/// Stands in the place of the move where pieces are noted.
const PIECES: u8 = NO_MOVE - 1;

/// What is looked for in games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sought {
    /// A position.
    Position(Box<Chess>),
    /// These pieces and no others; which side is White does not matter.
    Material(Material),
}

impl Sought {
    /// Reads a position as FEN or by the moves that lead there, such as `1. e4 e5`, or pieces such as `KRPvKR`; `None`
    /// where a text is none of these.
    pub fn read(text: &str) -> Option<Self> {
        if let Ok(pieces) = text.parse() {
            return Some(Self::Material(pieces));
        }
        let position = read_reached_fen(text).ok().or_else(|| after_moves(text));
        position.map(|position| Self::Position(Box::new(position)))
    }
}

/// The position after moves from the usual first one, with their numbers or without; the last one may not be typed to its
/// end yet. `None` where they cannot be played.
fn after_moves(text: &str) -> Option<Chess> {
    let (mut position, mut count) = (Chess::default(), 0);
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mv = word.rsplit(['.', '…']).next().unwrap_or_default();
        let number = word.trim_end_matches(mv).trim_end_matches(['.', '…']);
        let is_move = number.chars().all(|digit| digit.is_ascii_digit());
        if mv.is_empty() {
            continue;
        }
        match read_san(mv).and_then(|san| san.to_move(&position).ok()) {
            Some(mv) if is_move => position.play_unchecked(mv),
            _ if words.peek().is_none() && may_become(mv, &position) => break,
            _ => return None,
        }
        count += 1;
    }
    (count > 0).then_some(position)
}

/// Whether a text is the beginning of a move or of its number.
fn may_become(text: &str, position: &Chess) -> bool {
    let moves = position.legal_moves().into_iter();
    let mut moves = moves.map(|mv| San::from_move(position, mv).to_string());
    text.chars().all(|digit| digit.is_ascii_digit()) || moves.any(|san| san.starts_with(text))
}

/// The positions of a game from the first to the last, also those that came again; behind them, the pieces. What was
/// taken back is not among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Trace {
    bytes: Vec<u8>,
}

impl Trace {
    /// Notes a game.
    pub(super) fn of(game: &Game) -> Self {
        let mut bytes = Vec::with_capacity((game.plies().len() + 1) * STEP);
        let (mut pieces, mut had) = (Pieces::of(game.start()), Vec::new());
        for ply in 0..=game.plies().len() {
            let position = game.position_at(ply);
            let next = game.plies().get(ply);
            bytes.extend_from_slice(&hash(position).to_le_bytes());
            bytes.push(next.map_or(NO_MOVE, |next| number(position, next.mv)));
            had.extend(match next {
                Some(next) => pieces.play(next.mv, game.position_at(ply + 1)),
                None => pieces.end(),
            });
        }
        for (material, since) in had {
            bytes.extend_from_slice(&pieces_step(material, since));
        }
        Self { bytes }
    }

    /// What it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// What is noted of pieces that stood there since a ply.
fn pieces_step(material: Material, since: u16) -> [u8; STEP] {
    let mut step = [PIECES; STEP];
    step[..6].copy_from_slice(&hash_of(material).to_le_bytes()[..6]);
    step[6..8].copy_from_slice(&since.to_le_bytes());
    step
}

/// The ply at which a game first reached a position, and the move that followed.
pub(super) fn reached(steps: &[u8], position: u64) -> Option<(usize, u8)> {
    let wanted = position.to_le_bytes();
    let mut steps = steps.chunks_exact(STEP).enumerate();
    let (ply, step) = steps.find(|(_, step)| step[..8] == wanted && step[8] != PIECES)?;
    Some((ply, step[8]))
}

/// The ply since which a game first had these pieces.
pub(super) fn had(steps: &[u8], material: Material) -> Option<usize> {
    let wanted = pieces_step(material, 0);
    let steps = steps.chunks_exact(STEP).rev();
    let steps = steps.take_while(|step| step[8] == PIECES);
    let since = |step: &[u8]| usize::from(u16::from_le_bytes([step[6], step[7]]));
    steps
        .filter(|step| step[..6] == wanted[..6])
        .map(since)
        .min()
}

/// A number for pieces that is none of a position's.
pub(super) fn hash_of(material: Material) -> u64 {
    let mut hash = Fnv1a::default();
    hash.text("material");
    for color in Color::ALL {
        for role in Role::ALL {
            hash.byte(material.count(color, role));
        }
    }
    hash.number()
}

/// Follows the pieces of a game. Those that stand for a single ply are in the middle of an exchange, and are not told.
pub(super) struct Pieces {
    ply: u16,
    /// Those that stand, and since which ply.
    standing: (Material, u16),
    told: bool,
}

impl Pieces {
    /// Those of the first position.
    pub(super) fn of(start: &Chess) -> Self {
        Self {
            ply: 0,
            standing: (Material::of(start.board()), 0),
            told: false,
        }
    }

    /// Goes on by a move that leads to a position. Tells the pieces that stand for more than a ply, and
    /// since which one, when that is known.
    pub(super) fn play(&mut self, mv: Move, after: &Chess) -> Option<(Material, u16)> {
        let told = if self.ply > self.standing.1 {
            self.end()
        } else {
            None
        };
        self.ply = self.ply.saturating_add(1);
        if mv.is_capture() || mv.is_promotion() {
            self.standing = (Material::of(after.board()), self.ply);
            self.told = false;
        }
        told
    }

    /// Tells the last ones, unless they are told.
    pub(super) fn end(&mut self) -> Option<(Material, u16)> {
        (!std::mem::replace(&mut self.told, true)).then_some(self.standing)
    }
}

/// By what a position is known: placement, turn, castling rights, and en passant where it is legal.
pub(super) fn hash(position: &Chess) -> u64 {
    let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
    // Rights count there by their sides; in Chess960 a side may have two rooks that could have one.
    let rooks = position.castles().castling_rights() & !Bitboard::CORNERS;
    hash ^ u64::from(rooks).wrapping_mul(HASH_MULTIPLIER)
}

/// The number of a legal move: how many come before it in the order of [`order`]. It does not
/// depend on the order in which moves happen to be found.
pub(super) fn number(position: &Chess, mv: Move) -> u8 {
    let moves = position.legal_moves();
    let before = moves.iter().filter(|other| order(**other) < order(mv));
    // There are 218 at most.
    u8::try_from(before.count()).unwrap_or(NO_MOVE)
}

/// The order in which the legal moves of a position have their numbers: by their squares, and by
/// what a pawn becomes.
pub(super) fn order(mv: Move) -> (Option<Square>, Square, Option<Role>) {
    (mv.from(), mv.to(), mv.promotion())
}
