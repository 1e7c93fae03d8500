//! Written moves: read in standard algebraic notation and in coordinates, with patience for habits of
//! hand (`0-0`, `e2-e4`, `nf3`, `exd6 e.p.`), and shown with figures of the pieces.

use shakmaty::san::San;
use shakmaty::{Bitboard, CastlingSide, Move, Position, Role, Square};

use super::judge::castle;
use super::{Game, PROMOTION_ROLES, Refusal};

/// The legal move that `text` means in the position that `game` has reached.
///
/// # Errors
/// `Unreadable` where the text is no move at all, else the reason why it cannot be played.
pub(super) fn read(game: &Game, text: &str) -> Result<Move, Refusal> {
    let text = tidy(text);
    if let Some((from, to, promotion)) = coordinates(&text) {
        return game.judge(from, to, promotion);
    }
    match san(&text).ok_or(Refusal::Unreadable)? {
        San::Castle(side) => castle(game, side),
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } => {
            let fits = |square: &Square| {
                file.is_none_or(|file| square.file() == file)
                    && rank.is_none_or(|rank| square.rank() == rank)
                    && (role != Role::Pawn
                        || file.is_some()
                        || capture
                        || square.file() == to.file())
            };
            let own = game.position().our(role);
            let candidates: Bitboard = own.into_iter().filter(fits).collect();
            choose(game, role, candidates, to, promotion)
        }
        San::Put { .. } | San::Null => Err(Refusal::Unreadable),
    }
}

/// The legal moves that begin with `text`: as they are written, or else in coordinates.
pub(super) fn completions(game: &Game, text: &str) -> Vec<String> {
    let typed = text.trim().to_ascii_lowercase().replace('0', "o");
    if typed.is_empty() || game.position().is_game_over() {
        return Vec::new();
    }
    let fits = |written: &String| written.to_ascii_lowercase().starts_with(&typed);
    let plies = game.legal_plies();
    let mut found: Vec<String> = plies
        .iter()
        .filter_map(|ply| [ply.san.to_string(), ply.uci()].into_iter().find(fits))
        .collect();
    found.sort();
    found
}

/// The beginning that all completions of `text` have, where it says more than that.
pub(super) fn complete(completions: &[String], text: &str) -> Option<String> {
    let first = completions.first()?;
    let common = completions.iter().fold(first.len(), |length, other| {
        first
            .bytes()
            .zip(other.bytes())
            .take(length)
            .take_while(|(a, b)| a == b)
            .count()
    });
    let says_more = common > text.len() || completions.len() == 1;
    says_more.then(|| first[..common].to_owned())
}

/// The one move among those of the candidates to `to`.
fn choose(
    game: &Game,
    role: Role,
    candidates: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Refusal> {
    let judged: Vec<(Square, Result<Move, Refusal>)> = candidates
        .into_iter()
        .map(|from| match game.judge(from, to, promotion) {
            // Castling is written O-O, not as a king's move.
            Ok(mv) if mv.is_castle() => (from, Err(Refusal::PieceMove { role, from })),
            verdict => (from, verdict),
        })
        .collect();
    let playable: Vec<_> = judged
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Ok(_) | Err(Refusal::PromotionPieceNeeded { .. })))
        .collect();
    match playable.as_slice() {
        [(_, verdict)] => *verdict,
        [] => Err(judged
            .into_iter()
            .filter_map(|(_, verdict)| verdict.err())
            .max_by_key(telling)
            .unwrap_or(Refusal::NoPiece {
                square: to,
                role: Some(role),
            })),
        several => Err(Refusal::Ambiguous {
            role,
            to,
            candidates: several.iter().map(|(from, _)| *from).collect(),
        }),
    }
}

/// How near a refused candidate came to being the piece that was meant.
fn telling(refusal: &Refusal) -> u8 {
    match refusal {
        Refusal::Pinned { .. } | Refusal::StillInCheck { .. } | Refusal::KingIntoCheck { .. } => 3,
        Refusal::PieceMove { .. } => 0,
        Refusal::PawnDoubleStep { .. } => 1,
        _ => 2,
    }
}

/// Without the marks that do not change which move is meant.
fn tidy(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    text.trim_end_matches(['+', '#', '!', '?'])
        .replace('0', "O")
}

/// `g1f3`, `g1-f3`, `g1xf3`, `e7e8q`, `e7e8=Q`, in either case; but `B4c6` is a bishop's move.
fn coordinates(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let plain: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'-' | b'x' | b'=' | b' '))
        .collect();
    let (squares, promotion) = match plain.len() {
        4 => (&plain[..], None),
        5 => (&plain[..4], Some(Role::from_char(char::from(plain[4]))?)),
        _ => return None,
    };
    if squares[0].is_ascii_uppercase() != squares[2].is_ascii_uppercase() {
        return None;
    }
    let squares = squares.to_ascii_lowercase();
    let from = Square::from_ascii(&squares[..2]).ok()?;
    let to = Square::from_ascii(&squares[2..]).ok()?;
    match promotion {
        Some(role) if !PROMOTION_ROLES.contains(&role) => None,
        promotion => Some((from, to, promotion)),
    }
}

/// Standard algebraic notation; a piece letter in lower case is read as a piece where it cannot
/// be a file.
fn san(text: &str) -> Option<San> {
    let upper = text.to_ascii_uppercase();
    if let Some(side) = match upper.as_str() {
        "O-O" | "OO" => Some(CastlingSide::KingSide),
        "O-O-O" | "OOO" => Some(CastlingSide::QueenSide),
        _ => None,
    } {
        return Some(San::Castle(side));
    }
    let mut bytes = text.as_bytes().to_vec();
    if let Some(first @ (b'n' | b'r' | b'q' | b'k')) = bytes.first_mut() {
        first.make_ascii_uppercase();
    }
    // `e8Q` and `e8=q` mean what `e8=Q` means.
    if let [.., b'1' | b'8', last] | [.., b'=', last] = bytes.as_mut_slice() {
        last.make_ascii_uppercase();
        let at = bytes.len() - 1;
        if bytes[at - 1] != b'=' {
            bytes.insert(at, b'=');
        }
    }
    match San::from_ascii(&bytes).ok()? {
        San::Normal {
            promotion: Some(role),
            ..
        } if !PROMOTION_ROLES.contains(&role) => None,
        san => Some(san),
    }
}

/// A move in SAN with figures instead of letters: `♘f3`, `exd8=♕+`. It is only for eyes: neither
/// files nor [`super::Game::read_move`] know figures.
#[must_use]
pub fn figurines(san: &str) -> String {
    // Files are in lower case, castling is written with O: every other capital is a piece.
    let figure = |letter| match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        other => other,
    };
    san.chars().map(figure).collect()
}
