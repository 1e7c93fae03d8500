//! Where the columns of a text break. Arithmetic alone.

use std::ops::Range;

/// A line of text, or a diagram. Lengths in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The space above it, but at the top of a column.
    pub above: f64,
    /// Its own height.
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
#[must_use]
pub fn break_into(slots: &[Slot], across: usize, space: (f64, f64)) -> Vec<Range<usize>> {
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
