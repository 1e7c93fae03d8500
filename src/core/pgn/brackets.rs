//! What a bracket at the beginning of a line means: a tag, though a comment was not closed, a tag that
//! a comment quotes, or the mark of a forum.

use super::tags::Tag;

/// So far it is looked whether a comment in which a tag stands is closed, in bytes.
const LOOK: usize = 1 << 16;
/// The marks of forums are no longer, in bytes.
const LONGEST_MARK: usize = 16;

/// The mark that some editors set before UTF-8 text, and that stays where files are put together.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a line is a tag and nothing else, as far as that can be seen in a comment.
pub(super) fn is_tag_line(line: &[u8]) -> bool {
    let line = line.strip_prefix(MARK).unwrap_or(line);
    Tag::read(line).is_some()
}

/// Where the comment is closed that goes on in the lines of `text`, in bytes: at a brace that closes
/// comes before one that opens, those in tags left out. 0 where it is not closed, so that the tag
/// with which the text begins belongs to the next game; `None` where more must come to know that.
pub(super) fn closing(text: &[u8], whole: bool) -> Option<usize> {
    let seen = &text[..text.len().min(LOOK)];
    let mut begin = 0;
    for line in seen.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let ended = line.ends_with(b"\n") || line.ends_with(b"\r");
        if !ended && !whole && seen.len() < LOOK {
            return None;
        }
        let brace = line.iter().position(|byte| matches!(byte, b'{' | b'}'));
        if let Some(at) = brace.filter(|_| !is_tag_line(line)) {
            return Some(if line[at] == b'}' { begin + at } else { 0 });
        }
        begin += line.len();
    }
    (whole || seen.len() == LOOK).then_some(0)
}

/// The length of a mark that forums set around games, `[pgn]` and `[/pgn]`, and others that close.
pub(super) fn forum_mark(rest: &[u8]) -> Option<usize> {
    let end = rest
        .iter()
        .take(LONGEST_MARK)
        .position(|byte| *byte == b']')?;
    let name = &rest[1..end];
    let closes = name.strip_prefix(b"/").is_some_and(|name| name.is_ascii());
    (closes || name.eq_ignore_ascii_case(b"pgn")).then_some(end + 1)
}
