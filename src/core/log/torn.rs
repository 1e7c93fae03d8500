//! Lines that were cut short.

use serde::de::IgnoredAny;

use super::FaultKind;
use super::keys::Key;
use super::line::line;
use super::steps::successors;
use crate::rules::Game;

/// Whether a line that failed is the beginning of one that would have been good: what a full disk
/// or a power cut leaves behind. The line after it then starts afresh.
pub(super) fn is_beginning(raw: &[u8], kind: &FaultKind, game: Option<&Game>) -> bool {
    if raw.starts_with(b"#") {
        return match kind {
            FaultKind::BadRecord(_) => cut_short(raw),
            FaultKind::NotText => cut_in_character(raw),
            _ => false,
        };
    }
    let Some(game) = game else { return false };
    let Ok(line) = std::str::from_utf8(raw) else {
        return false;
    };
    game.outcome().is_none()
        && successors(game.position())
            .any(|(_, fen)| fen.len() > line.len() && fen.starts_with(line))
}

/// Whether a file without a position is what a full disk or a power cut leaves of a log that was just made:
/// nothing at all, or records and the beginning of a position.
pub(super) fn is_before_any_game(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').peekable();
    let mut records = 0;
    while let Some(line) = lines.next() {
        let is_record = line.starts_with(b"#") && !line.iter().any(u8::is_ascii_control);
        let may_be_cut = lines.peek().is_none() && records > 0;
        if !(line.is_empty() || is_record || may_be_cut && line.iter().all(is_of_position)) {
            return false;
        }
        records += usize::from(is_record);
    }
    true
}

/// Whether a position may have this byte.
fn is_of_position(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/- ".contains(byte)
}

/// Whether a record stops before its JSON object is complete.
fn cut_short(raw: &[u8]) -> bool {
    let json = raw[1..].trim_ascii();
    json.is_empty() || serde_json::from_slice::<IgnoredAny>(json).is_err_and(|error| error.is_eof())
}

/// Whether a text stops before its last character is complete, and is UTF-8 up to there.
fn cut_in_character(raw: &[u8]) -> bool {
    std::str::from_utf8(raw).is_err_and(|error| error.error_len().is_none())
}

/// The record that is written after a line which was cut short, so that readers pass over that line.
pub(super) fn torn_line() -> String {
    line(&[(Key::Torn, true)])
}

/// Whether a line says that the one before it was cut short.
pub(super) fn says_torn(raw: &[u8]) -> bool {
    raw.trim_ascii_end() == torn_line().trim_ascii_end().as_bytes()
}
