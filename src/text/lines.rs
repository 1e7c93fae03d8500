//! Commands, line by line.

use std::io::{self, BufRead, Read};

/// Longer lines are no commands.
const MAX_LINE: u64 = 4096;

/// The next line, without space around it; an empty one in place of one that is too long. `None`
/// where the input ends.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE {
        skip_line(input)?;
        line.clear();
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Drops the rest of a line that is too long to be a command.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
