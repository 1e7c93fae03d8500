//! Measuring and placing the children of the table.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::{graphene, gsk};

/// The least that a child needs along one side.
pub(super) fn smallest(
    child: &RefCell<Option<gtk::Widget>>,
    along: gtk::Orientation,
    for_size: i32,
) -> i32 {
    child
        .borrow()
        .as_ref()
        .map_or(0, |child| child.measure(along, for_size).0)
}

/// How wide a child would like to be.
pub(super) fn natural(child: &gtk::Widget) -> i32 {
    child.measure(gtk::Orientation::Horizontal, -1).1
}

/// Places a child, if it is there.
pub(super) fn place(child: &RefCell<Option<gtk::Widget>>, x: i32, y: i32, width: i32, height: i32) {
    if let Some(child) = &*child.borrow() {
        // GTK wants a child measured before it is placed.
        child.measure(gtk::Orientation::Horizontal, -1);
        allocate(child, x, y, width, height, false);
    }
}

/// Places a child, on its feet or on its head.
pub(super) fn allocate(
    child: &gtk::Widget,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    upside_down: bool,
) {
    let (width, height) = (width.max(0), height.max(0));
    let place = gsk::Transform::new();
    let place = if upside_down {
        place
            .translate(&graphene::Point::new(
                (x + width) as f32,
                (y + height) as f32,
            ))
            .rotate(180.0)
    } else {
        place.translate(&graphene::Point::new(x as f32, y as f32))
    };
    child.allocate(width, height, -1, Some(place));
}
