//! Written moves: read in standard algebraic notation and in coordinates, with patience for habits of hand
//! (`0-0`, `e2-e4`, `Ng1-f3`, `nf3`, `1. e4`, `exd6 e.p.`, `♘f3`), with files by name (`echo 2 echo 4`), with the letters of
//! pieces in other languages, and shown with figures.

use std::fmt;
use std::str::FromStr;

use shakmaty::san::{San, SanPlus};
use shakmaty::{Bitboard, CastlingSide, File, Move, Position, Rank, Role, Square, attacks};

use super::Refusal;
use super::history::History;
use super::refusal::{castle, judge};

/// The legal move that `text` means in the position on the board.
///
/// # Errors
/// `Unreadable` where the text is no move at all, else the reason why it cannot be played.
pub(super) fn read(history: &History, text: &str) -> Result<Move, Refusal> {
    if let Some(mv) = plain(history, text) {
        return Ok(mv);
    }
    let (text, passed) = tidy(&with_files(text));
    let as_written = read_tidied(history, &text);
    match passed.then(|| taken_in_passing(history, &text)).flatten() {
        None => as_written,
        Some(mv) if as_written.is_err() => Ok(mv),
        Some(mv) => Err(Refusal::Ambiguous {
            role: Role::Pawn,
            to: mv.to(),
            candidates: as_written
                .into_iter()
                .chain([mv])
                .filter_map(|mv| mv.from())
                .collect(),
        }),
    }
}

/// The capture en passant that is written with the square of the pawn that is taken: `exd4 e.p.`
fn taken_in_passing(history: &History, text: &str) -> Option<Move> {
    let (start, rank) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let behind = match rank {
        "4" => '3',
        "5" => '6',
        _ => return None,
    };
    let meant = read_tidied(history, &format!("{start}{behind}")).ok();
    meant.filter(|mv| mv.is_en_passant())
}

/// The legal move that a text without superfluous marks means.
fn read_tidied(history: &History, text: &str) -> Result<Move, Refusal> {
    if let Some((from, to, promotion)) = coordinates(text) {
        return judge(history, from, to, promotion);
    }
    match san(text).ok_or(Refusal::Unreadable)? {
        San::Castle(side) => castle(history, side),
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
            // What stands there already does not come there.
            let own = history.position().our(role).without(to);
            let candidates: Bitboard = own.into_iter().filter(fits).collect();
            choose(history, role, candidates, to, promotion)
        }
        San::Put { .. } | San::Null => Err(Refusal::Unreadable),
    }
}

/// The legal move that `text` means, where it is written as the standard has it and but one piece
/// could come to the square. `None` says nothing.
fn plain(history: &History, text: &str) -> Option<Move> {
    let San::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    } = San::from_ascii(text.as_bytes()).ok()?
    else {
        return None;
    };
    let position = history.position();
    let us = position.turn();
    let near = match role {
        Role::Pawn if capture => attacks::pawn_attacks(us.other(), to),
        Role::Pawn => Bitboard::from_file(to.file()),
        _ => attacks::attacks(to, role.of(us), position.board().occupied()),
    };
    let on_file = file.map_or(Bitboard::FULL, Bitboard::from_file);
    let on_rank = rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    let from = (position.our(role) & near & on_file & on_rank).single_square()?;
    // Castling is written O-O, not as a king's move.
    let judged = judge(history, from, to, promotion).ok();
    judged.filter(|mv| !mv.is_castle())
}

/// The legal moves that begin with `text`: as they are written, or else in coordinates.
fn begun(history: &History, text: &str) -> Vec<String> {
    let typed = text.trim().to_ascii_lowercase().replace('0', "o");
    if typed.is_empty() || history.position().is_game_over() {
        return Vec::new();
    }
    let fits = |written: &String| written.to_ascii_lowercase().starts_with(&typed);
    let plies = history.legal_plies();
    plies
        .iter()
        .filter_map(|ply| [ply.san.to_string(), ply.uci()].into_iter().find(fits))
        .collect()
}

/// The legal moves that begin with `text`, with the letters of English or of a language, in the order of the
/// alphabet.
pub(super) fn completions(history: &History, text: &str, letters: &PieceLetters) -> Vec<String> {
    let mut found = begun(history, text);
    if let Some(meant) = letters.in_english(text) {
        found.extend(begun(history, &meant));
    }
    found.sort();
    found.dedup();
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
    let says_more = common > text.chars().count() || completions.len() == 1;
    says_more.then(|| first[..common].to_owned())
}

/// The one move among those of the candidates to `to`.
fn choose(
    history: &History,
    role: Role,
    candidates: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Refusal> {
    let judged: Vec<(Square, Result<Move, Refusal>)> = candidates
        .into_iter()
        .map(|from| match judge(history, from, to, promotion) {
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
            .max_by_key(nearness)
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
fn nearness(refusal: &Refusal) -> u8 {
    match refusal {
        Refusal::Pinned { .. } | Refusal::StillInCheck { .. } | Refusal::KingIntoCheck { .. } => 3,
        Refusal::PieceMove { .. } => 0,
        Refusal::PawnDoubleStep { .. } => 1,
        _ => 2,
    }
}

/// How files are called where letters are easily mistaken: in the alphabet of radio, which is spelled in two ways, and as
/// they are announced to blind players.
const FILES: [[&str; 8]; 3] = [
    [
        "alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
    ],
    [
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
    ],
    [
        "anna", "bella", "cesar", "david", "eva", "felix", "gustav", "hector",
    ],
];

/// A move without blanks, and without such names of its files: `e2e4` for `echo 2 echo 4`, `Nxe5` for `N x Eva 5`.
fn with_files(text: &str) -> String {
    let file = |word: &str| {
        let end = word.find(|sign: char| !sign.is_alphabetic());
        let (name, rest) = word.split_at(end.unwrap_or(word.len()));
        let called = |names: &[&str; 8]| {
            let known = |file: &&str| name.eq_ignore_ascii_case(file);
            names.iter().position(known)
        };
        let number = FILES.iter().find_map(called);
        let file = number.and_then(|number| File::ALL.get(number));
        file.map_or_else(|| word.to_owned(), |file| format!("{}{rest}", file.char()))
    };
    text.split_whitespace().map(file).collect()
}

/// Without the marks that do not change which move is meant: a number before it, what judges it,
/// `e.p.`; with dashes, captures, zeros and figures of the pieces in the usual spelling. And whether
/// `e.p.` was there.
fn tidy(text: &str) -> (String, bool) {
    let numbered = text.trim();
    let text = numbered.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = match text.trim_start_matches(['.', '…']) {
        rest if rest.len() < text.len() => rest,
        // Castling may be written with zeros.
        _ => numbered,
    };
    let mut text = text.trim();
    let mut is_passing = false;
    loop {
        let bare = text.trim_end_matches(JUDGED).trim_end();
        let passed = ["e.p.", "e.p", "ep"].iter().find_map(|mark| {
            let rest = bare.strip_suffix(mark)?;
            // Before the mark stands the square; `Qep` is nothing.
            let rest = rest.trim_end();
            rest.ends_with(['3', '4', '5', '6']).then_some(rest)
        });
        match passed {
            Some(rest) => (text, is_passing) = (rest, true),
            None if bare.len() < text.len() => text = bare,
            None => break,
        }
    }
    let plain = |letter| match letter {
        '0' => 'O',
        '–' | '—' | '−' | '‑' => '-',
        ':' | '×' => 'x',
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        other => other,
    };
    let figures_alone = |letter: &char| *letter != '\u{fe0e}' && *letter != '\u{fe0f}';
    let tidied = text.chars().filter(figures_alone).map(plain).collect();
    (tidied, is_passing)
}

/// Marks of check and mate, and those that judge a move.
const JUDGED: [char; 8] = ['+', '#', '!', '?', '‼', '⁇', '⁉', '⁈'];

/// What is left of a text, taken letter by letter from its end.
struct Letters<'a>(&'a [u8]);

impl Letters<'_> {
    /// The last letter, if it is one of these.
    fn take(&mut self, fits: impl Fn(u8) -> bool) -> Option<u8> {
        let (last, rest) = self.0.split_last()?;
        fits(*last).then(|| {
            self.0 = rest;
            *last
        })
    }

    fn square(&mut self) -> Option<Square> {
        let rank = self.take(|letter| (b'1'..=b'8').contains(&letter))?;
        let file = self.take(|letter| (b'a'..=b'h').contains(&letter))?;
        Square::from_ascii(&[file, rank]).ok()
    }

    /// What a pawn becomes: `q`, `=Q`, `/Q`, `(Q)`, `=(Q)`.
    fn promotion(&mut self) -> Option<Option<Role>> {
        let closed = self.take(|letter| letter == b')').is_some();
        let Some(letter) = self.take(|letter| b"qrbnQRBN".contains(&letter)) else {
            return (!closed).then_some(None);
        };
        let opened = self.take(|letter| letter == b'(').is_some();
        if closed == opened {
            self.take(|letter| matches!(letter, b'=' | b'/'));
        }
        (closed == opened).then(|| Role::from_char(char::from(letter)))
    }

    /// What stands between two squares: a dash, an `x`, or nothing, with blanks around it. Whether
    /// something is taken.
    fn gap(&mut self) -> bool {
        while self.take(|letter| letter == b' ').is_some() {}
        let sign = self.take(|letter| matches!(letter, b'-' | b'x'));
        while self.take(|letter| letter == b' ').is_some() {}
        sign == Some(b'x')
    }
}

/// `g1f3`, `g1-f3`, `g1xf3`, `e7e8q`, `e7e8=Q`, in either case; but `B4c6` is a bishop's move.
fn coordinates(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let shouted = !text
        .bytes()
        .any(|byte| byte.is_ascii_lowercase() && byte != b'x');
    let lower;
    let mut letters = Letters(if shouted {
        lower = text.to_ascii_lowercase();
        lower.as_bytes()
    } else {
        text.as_bytes()
    });
    let promotion = letters.promotion()?;
    let to = letters.square()?;
    letters.gap();
    let from = letters.square()?;
    letters.0.is_empty().then_some((from, to, promotion))
}

/// Standard algebraic notation, short or long; a piece letter in lower case is read as a piece
/// where it cannot be a file. Nothing may be left over.
fn san(text: &str) -> Option<San> {
    if let Some(side) = match text.to_ascii_uppercase().as_str() {
        "O-O" | "OO" => Some(CastlingSide::KingSide),
        "O-O-O" | "OOO" => Some(CastlingSide::QueenSide),
        _ => None,
    } {
        return Some(San::Castle(side));
    }
    let mut letters = Letters(text.as_bytes());
    let promotion = letters.promotion()?;
    let to = letters.square()?;
    let capture = letters.gap();
    let rank = letters.take(|letter| (b'1'..=b'8').contains(&letter));
    let file = letters.take(|letter| (b'a'..=b'h').contains(&letter));
    let role = letters.take(|letter| b"KQRBNPkqrn".contains(&letter));
    letters.0.is_empty().then(|| San::Normal {
        role: role
            .and_then(|letter| Role::from_char(char::from(letter)))
            .unwrap_or(Role::Pawn),
        file: file.and_then(|file| File::from_char(char::from(file))),
        rank: rank.and_then(|rank| Rank::from_char(char::from(rank))),
        capture,
        to,
        promotion,
    })
}

/// A move in SAN with figures instead of letters: `♘f3`, `exd8=♕+`. It is only for eyes: files do
/// not know figures.
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

/// The same of each move in SAN that stands in a text between blanks or punctuation.
pub fn figurines_in(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace);
    let written = words.map(|word| {
        let letters = |letter: char| letter.is_ascii_alphanumeric();
        let from = word.find(letters).unwrap_or(0);
        let to = word.rfind(letters).map_or(from, |last| last + 1);
        let (before, san, after) = (&word[..from], &word[from..to], &word[to..]);
        match san.parse::<San>() {
            Ok(_) => format!("{before}{}{after}", figurines(san)),
            Err(_) => word.to_owned(),
        }
    });
    written.collect()
}

/// What a text is in SAN, maybe with `+` or `#`: a move, or a square alone.
pub fn read_san(text: &str) -> Option<San> {
    let SanPlus { san, .. } = text.parse().ok().filter(|_| text.is_ascii())?;
    (!matches!(san, San::Null | San::Put { .. })).then_some(san)
}

/// How a language writes king, queen, rook, bishop and knight, each with one capital or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceLetters([String; 5]);

/// The same in English, as SAN has them (PGN standard, section 8.2.3.2).
const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

impl Default for PieceLetters {
    fn default() -> Self {
        Self(ENGLISH.map(String::from))
    }
}

/// That a text does not have the letters of all five pieces, or calls two of them alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsePieceLettersError;

impl fmt::Display for PieceLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl FromStr for PieceLetters {
    type Err = ParsePieceLettersError;

    /// Five words with blanks between them: `K D T L S`, `Кр Ф Л С К`.
    fn from_str(text: &str) -> Result<Self, ParsePieceLettersError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let words: [String; 5] = words.try_into().map_err(|_| ParsePieceLettersError)?;
        let written = |word: &String| word.chars().all(char::is_alphabetic);
        let once = |word: &String| words.iter().filter(|other| *other == word).count() == 1;
        if words.iter().all(|word| written(word) && once(word)) {
            Ok(Self(words))
        } else {
            Err(ParsePieceLettersError)
        }
    }
}

impl PieceLetters {
    /// Whether a move can begin with this letter because a piece is called so, in either case.
    pub fn begin_with(&self, letter: char) -> bool {
        let begins = |word: &String| word.chars().next().is_some_and(|first| same(first, letter));
        self.0.iter().any(begins)
    }

    /// A move that is written with these letters, with those of English; `None` where it has none.
    pub(super) fn in_english(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let counted = |letter: char| letter.is_ascii_digit() || ".… ".contains(letter);
        let (number, rest) = text.split_at(text.len() - text.trim_start_matches(counted).len());
        let (piece, rest) = match self.piece_before(rest) {
            Some((piece, length)) => (Some(piece), &rest[length..]),
            None => (None, rest),
        };
        let (rest, marks) = rest.split_at(rest.trim_end_matches(MARKS).len());
        let (rest, promotion) = match self.promotion_after(rest) {
            Some((piece, length)) => (&rest[..rest.len() - length], Some(piece)),
            None => (rest, None),
        };
        (piece.is_some() || promotion.is_some()).then(|| {
            let mut english = number.to_owned();
            english.extend(piece);
            english += rest;
            english.extend(promotion);
            english + marks
        })
    }

    /// The same of a move of a whole game in these letters; `None` where it begins with another capital.
    pub(crate) fn all_in_english(&self, text: &str) -> Option<String> {
        let castles = text.starts_with('O');
        let piece = !castles && text.starts_with(char::is_uppercase);
        if piece && self.piece_before(text).is_none() {
            return None;
        }
        let english = self.in_english(text).filter(|_| !castles);
        Some(english.unwrap_or_else(|| text.to_owned()))
    }

    /// The piece with which a move begins, and how long it is written. A small letter is a piece
    /// where it cannot be a file.
    fn piece_before(&self, text: &str) -> Option<(char, usize)> {
        let found = self.longest(|word| {
            let mut letters = text.chars();
            let is_file = |letter| ('a'..='h').contains(&letter);
            word.chars().all(|capital| {
                letters.next().is_some_and(|letter| {
                    letter == capital || !is_file(letter) && same(letter, capital)
                })
            })
        });
        found.map(|(piece, count)| (piece, text.chars().take(count).map(char::len_utf8).sum()))
    }

    /// The piece that a pawn becomes at the end of a move, and how long it is written.
    fn promotion_after(&self, text: &str) -> Option<(char, usize)> {
        let found = self.longest(|word| {
            let mut letters = text.chars().rev();
            let written = |capital| letters.next().is_some_and(|letter| same(letter, capital));
            word.chars().rev().all(written)
                && letters
                    .next()
                    .is_some_and(|before| "18=/(".contains(before))
        });
        found.map(|(piece, count)| {
            let letters = text.chars().rev().take(count);
            (piece, letters.map(char::len_utf8).sum())
        })
    }

    /// Of the pieces whose letters fit, the one with most of them, `Кр` before `К`, and how many.
    fn longest(&self, fits: impl Fn(&str) -> bool) -> Option<(char, usize)> {
        let fitting = ENGLISH.into_iter().zip(&self.0);
        let fitting = fitting.filter(|(_, word)| fits(word));
        fitting
            .map(|(piece, word)| (piece, word.chars().count()))
            .max_by_key(|(_, count)| *count)
    }

    /// Whether a piece is called by the letter that some write for a pawn: `P` is a knight in Dutch.
    pub(super) fn have_a_pawns(&self) -> bool {
        self.0.iter().any(|word| word == "P")
    }
}

/// What may stand after the piece that a pawn becomes.
const MARKS: [char; 6] = [')', '+', '#', '!', '?', ' '];

fn same(one: char, other: char) -> bool {
    one == other || one.to_lowercase().eq(other.to_lowercase())
}
