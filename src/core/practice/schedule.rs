//! When a position that was missed comes again.

use jiff::ToSpan;
use jiff::civil::Date;

/// After so many days it comes for the first, the second and the third time; then always after the last of these.
pub const WAITS: [i64; 3] = [1, 3, 9];
/// So often it is to be found.
const ENOUGH: usize = 2;

/// The day from which on a position is due that was missed on one day and tried on others, found or not, in the order of
/// time; `None` when it has been found often enough.
///
/// Each time it comes, the wait after it is longer, whether it was found or not: whoever finds it both at first is done
/// after four days, and whoever misses it once more meets it again nine days later. What is tried before it is due, such
/// as in another window, changes nothing.
#[must_use]
pub fn next_day(missed: Date, tries: impl IntoIterator<Item = (Date, bool)>) -> Option<Date> {
    let (mut visits, mut found) = (0, 0);
    let mut due = after(missed, visits);
    for (day, was_found) in tries {
        if day >= due {
            visits += 1;
            found += usize::from(was_found);
            due = after(day, visits);
        }
    }
    (found < ENOUGH).then_some(due)
}

/// The day after a visit on which the next one is due.
fn after(day: Date, visits: usize) -> Date {
    let [.., last] = WAITS;
    day.saturating_add(WAITS.get(visits).copied().unwrap_or(last).days())
}
