//! One tag pair, `[Name "value"]`, in and out (section 7 of the standard).

/// A tag on a line of its own. Quotes and backslashes are escaped, and control characters, which
/// would break the line, become spaces.
pub(super) fn written(name: &str, value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => escaped.extend(['\\', letter]),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    format!("[{name} \"{escaped}\"]\n")
}

/// Reads the tag with which `line` begins, `line` being the rest of one line from its bracket on.
/// Returns name and value, if it is a tag at all, and how many bytes it takes. Quotes that should
/// have been escaped are forgiven, and so is a tag that does not end.
pub(super) fn read(line: &str) -> (Option<(&str, String)>, usize) {
    let inside = line.strip_prefix('[').unwrap_or(line);
    let named = inside.trim_start_matches([' ', '\t']);
    let length = named.bytes().take_while(|byte| is_name(*byte)).count();
    let (name, rest) = named.split_at(length);
    let quoted = rest.trim_start_matches([' ', '\t']).strip_prefix('"');
    let Some(quoted) = quoted.filter(|_| !name.is_empty()) else {
        return (None, line.find(']').map_or(line.len(), |end| end + 1));
    };
    let (value, used) = value(quoted);
    (Some((name, value)), line.len() - quoted.len() + used)
}

/// Whether a byte can stand in the name of a tag.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The value after its opening quote, and the bytes up to and with the closing bracket.
fn value(quoted: &str) -> (String, usize) {
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    let ends = quoted.trim_end().len();
    while let Some((at, letter)) = letters.next() {
        let rest = &quoted[at + letter.len_utf8()..];
        match letter {
            '\\' if rest.starts_with(['"', '\\']) => {
                value.extend(rest.chars().next());
                letters.next();
            }
            '"' => {
                let closing = rest.trim_start_matches([' ', '\t']);
                if closing.starts_with(']') {
                    return (value, quoted.len() - closing.len() + 1);
                }
                if at + 1 >= ends {
                    return (value, quoted.len());
                }
                value.push('"');
            }
            letter => value.push(letter),
        }
    }
    let end = value.trim_end();
    let end = end.strip_suffix(']').unwrap_or(end);
    (end.to_owned(), quoted.len())
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn what_is_written_is_read() {
        for value in [
            "",
            "Ann",
            r#"a "b" c"#,
            r"C:\games\",
            r#"x"] y"#,
            "{}%;()",
            r#"\""#,
        ] {
            let text = written("Event", value);
            let line = text.trim_end();
            let (tag, used) = read(line);
            assert_eq!(tag, Some(("Event", value.to_owned())), "{line}");
            assert_eq!(used, line.len());
        }
        assert_eq!(written("A", "b\nc\u{7}"), "[A \"b c \"]\n");
    }

    #[test]
    fn what_others_write() {
        for (line, tag, used) in [
            (
                r#"[White "Ann "Queen" Neil"]"#,
                Some(("White", r#"Ann "Queen" Neil"#)),
                26,
            ),
            (r#"[White "Ann"] [Black "Ben"]"#, Some(("White", "Ann")), 13),
            (r#"[White"Ann"]"#, Some(("White", "Ann")), 12),
            (r#"[ White   "Ann" ] "#, Some(("White", "Ann")), 17),
            (r#"[White "Ann]"#, Some(("White", "Ann")), 12),
            (r#"[White "Ann""#, Some(("White", "Ann")), 12),
            ("[White]", None, 7),
            ("[%clk 0:01:00] e4", None, 14),
            ("[", None, 1),
        ] {
            let tag = tag.map(|(name, value): (&str, &str)| (name, value.to_owned()));
            assert_eq!(read(line), (tag, used), "{line}");
        }
    }
}
