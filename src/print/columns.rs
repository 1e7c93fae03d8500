//! Where the columns of a text break. Arithmetic alone.

use std::ops::Range;

/// A line of text, or a diagram. Lengths in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slot {
    /// The space above it, but at the top of a column.
    pub above: f64,
    pub height: f64,
    /// Whether the next one must stand in the same column.
    pub keeps: bool,
}

/// A column of a text is not made shorter than this for the sake of having more of them.
const SHORTEST: f64 = 90.0;
/// Columns of the same page are level to so much.
const LEVEL: f64 = 1.0;

/// Breaks a text into columns, so many on a page. `space` is their height on the first page and on those that
/// follow. Those of the last page are about as long as each other.
///
/// What cannot be kept together, because it is longer than a column, is broken where the column ends. What is higher
/// than a column of the first page leaves that empty, and what is higher than the others, too, stands in one of its
/// own.
pub(super) fn break_into(slots: &[Slot], across: usize, space: (f64, f64)) -> Vec<Range<usize>> {
    let across = across.max(1);
    let mut columns = Vec::new();
    let mut from = 0;
    while from < slots.len() {
        let height = if columns.len() < across {
            space.0
        } else {
            space.1
        };
        if columns.len() % across == 0 {
            if let Some(last) = last_page(&slots[from..], across, height) {
                columns.extend(last.into_iter().map(|one| one.start + from..one.end + from));
                break;
            }
        }
        let is_carried = slots[from].height > height && slots[from].height <= space.1;
        let end = match is_carried && columns.len() < across {
            true => from,
            false => from + column(&slots[from..], height),
        };
        columns.push(from..end);
        from = end;
    }
    columns
}

/// How many of these come into a column of such a height; at least one.
fn column(slots: &[Slot], height: f64) -> usize {
    let mut used = 0.0;
    let mut end = 0;
    for (index, slot) in slots.iter().enumerate() {
        used += slot.height + if index == 0 { 0.0 } else { slot.above };
        if index > 0 && used > height {
            // Before the first place where they may be parted, they must be parted anywhere.
            return if end == 0 { index } else { end };
        }
        if !slot.keeps {
            end = index + 1;
        }
    }
    slots.len()
}

/// The columns of a page on which all of these fit.
fn last_page(slots: &[Slot], across: usize, height: f64) -> Option<Vec<Range<usize>>> {
    let most = height * across as f64;
    let mut total = 0.0;
    for slot in slots {
        total += slot.above + slot.height;
        // The spaces at the tops of columns do not count.
        if total > 1.2 * most {
            return None;
        }
    }
    let across = ((total / SHORTEST).ceil() as usize).clamp(1, across);
    let filled = |height: f64| {
        let mut columns = Vec::new();
        let mut from = 0;
        while from < slots.len() {
            let end = from + column(&slots[from..], height);
            columns.push(from..end);
            from = end;
        }
        columns
    };
    // What is higher than a column stands in one all the same.
    let fits = |columns: &Vec<Range<usize>>, height: f64| {
        columns.len() <= across
            && columns
                .iter()
                .all(|one| self::height(&slots[one.clone()]) <= height)
    };
    let (mut short, mut long) = (0.0, height);
    let mut best = Some(filled(long)).filter(|columns| fits(columns, long))?;
    while long - short > LEVEL {
        let middle = (short + long) / 2.0;
        let columns = filled(middle);
        if fits(&columns, middle) {
            (best, long) = (columns, middle);
        } else {
            short = middle;
        }
    }
    Some(best)
}

/// The height of a column of these.
fn height(slots: &[Slot]) -> f64 {
    let above: f64 = slots.iter().skip(1).map(|slot| slot.above).sum();
    above + slots.iter().map(|slot| slot.height).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Slot = Slot {
        above: 0.0,
        height: 10.0,
        keeps: false,
    };
    const KEPT: Slot = Slot {
        keeps: true,
        ..LINE
    };

    fn sizes(slots: &[Slot], across: usize, space: (f64, f64)) -> Vec<usize> {
        let columns = break_into(slots, across, space);
        let mut next = 0;
        for column in &columns {
            assert_eq!(column.start, next);
            assert!(column.end > column.start || column.start == 0);
            next = column.end;
        }
        assert_eq!(next, slots.len());
        columns.iter().map(ExactSizeIterator::len).collect()
    }

    #[test]
    fn columns_are_full_but_for_the_last_page_where_they_are_level() {
        let lines = |count| vec![LINE; count];
        assert_eq!(sizes(&lines(0), 2, (200.0, 300.0)), [0; 0]);
        assert_eq!(sizes(&lines(3), 2, (200.0, 300.0)), [3]);
        assert_eq!(sizes(&lines(30), 2, (200.0, 300.0)), [15, 15]);
        assert_eq!(
            sizes(&lines(110), 2, (200.0, 300.0)),
            [20, 20, 30, 30, 5, 5]
        );
        assert_eq!(sizes(&lines(109), 2, (200.0, 300.0)), [20, 20, 30, 30, 9]);
        assert_eq!(sizes(&lines(75), 3, (200.0, 300.0)), [20, 20, 20, 8, 7]);
    }

    #[test]
    fn what_belongs_together_stays_together() {
        // Twos: a column of 50 has four lines of them, not five.
        let pairs = [KEPT, LINE].repeat(40);
        assert_eq!(sizes(&pairs[..24], 1, (50.0, 50.0)), [4; 6]);
        let mut slots = vec![LINE; 4];
        slots.extend([KEPT, KEPT, LINE, LINE]);
        assert_eq!(sizes(&slots, 1, (60.0, 60.0)), [4, 4]);
        // More than a column.
        assert_eq!(sizes(&[KEPT; 12], 1, (50.0, 50.0)), [5, 5, 2]);
        let high = Slot {
            height: 900.0,
            ..KEPT
        };
        assert_eq!(sizes(&[LINE, high, LINE], 1, (50.0, 50.0)), [1, 1, 1]);
        assert_eq!(sizes(&[high, high], 2, (-1.0, 0.0)), [1, 1]);
        assert_eq!(sizes(&[high, LINE], 2, (500.0, 900.0)), [0, 0, 1, 1]);
    }

    #[test]
    fn spaces_at_the_top_of_a_column_are_left_out() {
        let spaced = Slot { above: 5.0, ..LINE };
        assert_eq!(sizes(&[spaced; 6], 1, (25.0, 25.0)), [2, 2, 2]);
    }
}
