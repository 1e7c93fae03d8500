//! Lines that begin with a tag, told from others while they come in.

use super::tag::is_name;

/// Whether the beginning of a line is that of a tag.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is not.
    No,
    /// More must come before that is clear.
    Perhaps,
    /// The whole line must come before that is clear.
    PerhapsAtEnd,
    /// It is.
    Yes,
}

/// Whether a line begins with a tag. `whole`: only a complete one alone in its line counts.
pub(super) fn judge(held: &[u8], whole: bool, ends_line: bool) -> Verdict {
    let text = without_mark(held);
    let Some(inside) = text.strip_prefix(b"[") else {
        // Perhaps the rest of the mark has not come yet.
        let marked = MARK.starts_with(held) || text.is_empty();
        return if marked {
            Verdict::Perhaps
        } else {
            Verdict::No
        };
    };
    let name = inside.iter().take_while(|byte| is_name(**byte)).count();
    let space = |byte: &&u8| matches!(**byte, b' ' | b'\t');
    let gap = inside[name..].iter().take_while(space).count();
    match inside.get(name + gap) {
        None => Verdict::Perhaps,
        Some(b'"') if name == 0 => Verdict::No,
        Some(b'"') if !whole => Verdict::Yes,
        Some(b'"') if !ends_line => Verdict::PerhapsAtEnd,
        Some(b'"') if inside.trim_ascii_end().ends_with(b"\"]") => Verdict::Yes,
        Some(_) => Verdict::No,
    }
}

/// Whether a byte can make anything clear that comes after `held`, which may be a tag: what goes on
/// with a name or a gap cannot.
pub(super) fn tells(held: &[u8], byte: u8) -> bool {
    let in_name = || {
        held.last()
            .is_some_and(|last| is_name(*last) || *last == b'[')
    };
    match byte {
        b' ' | b'\t' => false,
        _ if is_name(byte) => !in_name(),
        _ => true,
    }
}

/// The mark that some editors set before UTF-8 text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The line without that mark.
pub(super) fn without_mark(held: &[u8]) -> &[u8] {
    held.strip_prefix(MARK).unwrap_or(held)
}

/// The name of the tag with which the line begins.
pub(super) fn name_of(held: &[u8]) -> &[u8] {
    let text = without_mark(held);
    let inside = text.strip_prefix(b"[").unwrap_or(text);
    let length = inside.iter().take_while(|byte| is_name(**byte)).count();
    &inside[..length]
}
