//! What a clock showed, as the usual comment has it: `[%clk 0:04:58.5]`.

/// Hours have no more digits.
const MOST_DIGITS: usize = 6;

/// The comment for what was left, in milliseconds; nothing of it is lost.
pub(super) fn written(left: u64) -> String {
    let (seconds, rest) = (left / 1000, left % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let decimals = match rest {
        0 => String::new(),
        rest => format!(".{rest:03}").trim_end_matches('0').to_owned(),
    };
    format!(
        "{{[%clk {hours}:{minutes:02}:{:02}{decimals}]}}",
        seconds % 60
    )
}

/// How a comment for what was left begins.
const MARK: &str = "[%clk";

/// The part of a comment that says what was left: `[%clk 0:04:58.5]`.
pub(super) fn noted(comment: &str) -> Option<&str> {
    let from = &comment[comment.find(MARK)?..];
    Some(&from[..=from.find(']')?])
}

/// What a comment says was left, in milliseconds.
pub(super) fn read(comment: &str) -> Option<u64> {
    let value = noted(comment)?.strip_prefix(MARK)?.strip_suffix(']')?;
    milliseconds(value.trim())
}

/// `1:02:03.5`, or `2:03` without hours.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| {
        let plain = text.len() <= MOST_DIGITS && digits(text);
        plain.then(|| text.parse::<u64>().ok()).flatten()
    };
    let mut fields = whole.rsplit(':').map(number);
    let (seconds, minutes) = (fields.next()??, fields.next()??);
    let hours = fields.next().unwrap_or(Some(0))?;
    if fields.next().is_some() || !digits(decimals) {
        return None;
    }
    let thousandths: u64 = format!("{decimals:0<3.3}").parse().ok()?;
    Some((hours * 3600 + minutes * 60 + seconds) * 1000 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn what_is_written_is_read() {
        for (left, comment) in [
            (0, "{[%clk 0:00:00]}"),
            (298_500, "{[%clk 0:04:58.5]}"),
            (3_600_001, "{[%clk 1:00:00.001]}"),
            (360_000_000, "{[%clk 100:00:00]}"),
        ] {
            assert_eq!(written(left), comment);
            assert_eq!(read(comment), Some(left));
        }
    }

    #[test]
    fn what_others_write() {
        for (comment, left) in [
            (" good [%clk 0:02:59.9] [%emt 0:00:01]", Some(179_900)),
            ("[%clk 1:30]", Some(90_000)),
            ("[%emt 0:00:01]", None),
            ("[%clk 0:90:75]", Some(5_475_000)),
            ("[%clk -0:00:01]", None),
            ("[%clk 0:00:01", None),
            ("[%clk ]", None),
            ("[%clk 1:2:3:4]", None),
            ("[%clk 99999999:00:00]", None),
            ("[%clk 0:00:01.]", Some(1000)),
            ("[%clk 0:00:01.23456]", Some(1234)),
        ] {
            assert_eq!(read(comment), left, "{comment}");
        }
    }
}
