//! The sizes by which a page is planned and by which it is then set. In points.

use super::lettering::Style;

/// A move.
pub(super) const MOVE: Style = Style::new(10.0);
/// What a clock showed after it.
pub(super) const CLOCK: Style = Style::new(7.5).dim();
/// What stands at the head of every page but the first.
pub(super) const RUNNING: Style = Style::new(8.5).dim();
/// The room for that.
pub(super) const RUNNING_HEAD: f64 = 30.0;
/// From one line of moves to the next.
pub(super) const ROW: f64 = 14.5;
/// What stands above the moves of a column.
pub(super) const TABLE_HEAD: f64 = 17.0;
/// The space above a line of diagrams.
pub(super) const ABOVE: f64 = 20.0;
/// The room for a caption below the coordinates of a diagram.
pub(super) const CAPTIONED: f64 = 15.0;
