//! How many device pixels make a logical pixel. May import `gtk` and `board`.

use gtk::prelude::*;

use crate::board::grain;

/// The scale of the window that a widget is in: a fraction where GTK (from 4.12 on) knows one.
pub(super) fn scale(widget: &impl IsA<gtk::Widget>) -> f64 {
    let whole = f64::from(widget.scale_factor());
    let surface = widget.native().and_then(|native| native.surface());
    // The program is built for a GTK that has no such property, so it is asked for by its name.
    let exact = surface.filter(|surface| surface.find_property("scale").is_some());
    exact
        .map_or(whole, |surface| surface.property::<f64>("scale"))
        .max(0.1)
}

/// The device pixels that a length takes.
pub(super) fn device_pixels(widget: &impl IsA<gtk::Widget>, length: f64) -> u32 {
    (length * scale(widget)).round().max(0.0) as u32
}

/// The smallest number of logical pixels that is whole on the device.
pub(super) fn widget_grain(widget: &impl IsA<gtk::Widget>) -> f64 {
    grain(scale(widget))
}
