//! What a clock showed, as the usual comment has it: `[%clk 0:04:58.5]`.

/// Hours have no more digits.
const MOST_DIGITS: usize = 6;
/// Seconds that are more hours than that, as minutes may be more than an hour: no clock shows them.
const TOO_LONG: u64 = 1_000_000 * 3600;

/// What a comment has for what was left, in milliseconds; nothing of it is lost.
pub fn written(left: u64) -> String {
    let (seconds, rest) = (left / 1000, left % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let decimals = match rest {
        0 => String::new(),
        rest => format!(".{rest:03}").trim_end_matches('0').to_owned(),
    };
    format!("[%clk {hours}:{minutes:02}:{:02}{decimals}]", seconds % 60)
}

/// How a comment for what was left begins.
const MARK: &str = "[%clk";

/// The part of a comment that says what was left: `[%clk 0:04:58.5]`.
pub fn noted(comment: &str) -> Option<&str> {
    let mut brackets = comment.match_indices('[').map(|(at, _)| &comment[at..]);
    let from = brackets.find(|from| from.starts_with(MARK))?;
    Some(&from[..=from.find(']')?])
}

/// What that part says was left, in milliseconds; `None` where it makes no sense.
pub fn left(noted: &str) -> Option<u64> {
    let value = noted.strip_prefix(MARK)?.strip_suffix(']')?;
    milliseconds(value.trim())
}

/// `1:02:03.5`, or `2:03` without hours.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let mut thousandths = [b'0'; 3];
    for (digit, given) in thousandths.iter_mut().zip(decimals.bytes()) {
        *digit = given;
    }
    let mut fields = whole.as_bytes().rsplit(|byte| *byte == b':').map(number);
    let (seconds, minutes) = (fields.next()??, fields.next()??);
    let hours = fields.next().unwrap_or(Some(0))?;
    let whole = hours * 3600 + minutes * 60 + seconds;
    let plain = fields.next().is_none()
        && whole < TOO_LONG
        && decimals.bytes().all(|byte| byte.is_ascii_digit());
    Some(whole * 1000 + number(&thousandths).filter(|_| plain)?)
}

fn number(digits: &[u8]) -> Option<u64> {
    let plain = digits.iter().all(u8::is_ascii_digit);
    let fits = (1..=MOST_DIGITS).contains(&digits.len());
    let value = |digits: &[u8]| {
        let values = digits.iter().map(|digit| u64::from(digit - b'0'));
        values.fold(0, |all, value| 10 * all + value)
    };
    (plain && fits).then(|| value(digits))
}
