//! Widgets by the room they have: the first of several that fits, one that is alone, and one that grows with
//! the text.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene};
use rank_and_file_core::chess::board::snapped;

use super::button_row::laid_out;
use crate::model::signal_group;
use crate::subclass::subclass;
use crate::ui::widget::{children, follow_surface, surface, unparent_children};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Fitting;

    impl ObjectImpl for Fitting {
        fn dispose(&self) {
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for Fitting {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let ways = laid_out(&*self.obj());
            if orientation == gtk::Orientation::Horizontal {
                let least = ways.iter().map(least).min().unwrap_or_default();
                let natural = ways.first().map(|way| way.measure(orientation, -1).1);
                return (least, natural.unwrap_or_default(), -1, -1);
            }
            let way = fitting(&ways, for_size);
            let high = way.map(|way| way.measure(orientation, for_size));
            let (least, natural, _, _) = high.unwrap_or_default();
            (least, natural, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let ways = laid_out(&*self.obj());
            let shown = fitting(&ways, width);
            for way in &ways {
                let hidden = Some(way) != shown;
                if way.is_child_visible() == hidden {
                    way.set_child_visible(!hidden);
                    // It would still be told of.
                    way.update_state(&[gtk::accessible::State::Hidden(hidden)]);
                }
            }
            if let Some(way) = shown {
                way.size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
            }
        }
    }
}

subclass! {
    /// Shows the first child that a width has room for, or else the last.
    pub struct Fitting(imp::Fitting): gtk::Widget {}
}

/// The first way for which a width is enough; any is where none is given.
fn fitting(ways: &[gtk::Widget], width: i32) -> Option<&gtk::Widget> {
    let mut fitting = ways.iter().filter(|way| width < 0 || least(way) <= width);
    fitting.next().or(ways.last())
}

fn least(way: &gtk::Widget) -> i32 {
    way.measure(gtk::Orientation::Horizontal, -1).0
}

/// The scale of a surface, of which GTK knows the fraction from 4.12 on. The program is built for a
/// GTK that has no such property, so it is asked for by its name.
const SCALE: &str = "scale";

/// The scale of the window that a widget is in: a fraction where GTK knows one.
pub fn scale(widget: &impl IsA<gtk::Widget>) -> f64 {
    let whole = f64::from(widget.scale_factor());
    let exact = surface(widget).filter(|surface| surface.find_property(SCALE).is_some());
    exact
        .map_or(whole, |surface| surface.property::<f64>(SCALE))
        .max(0.1)
}

/// The device pixels that a length takes.
pub fn device_pixels(widget: &impl IsA<gtk::Widget>, length: f64) -> u32 {
    (length * scale(widget)).round().max(0.0) as u32
}

/// Where a widget begins in its window.
pub fn origin(widget: &impl IsA<gtk::Widget>) -> (f64, f64) {
    in_window(widget, 0.0)
}

/// Where a point of the widget's diagonal is in its window.
fn in_window(widget: &impl IsA<gtk::Widget>, at: f64) -> (f64, f64) {
    let native = widget.native();
    let beyond = native
        .as_ref()
        .map_or((0.0, 0.0), NativeExt::surface_transform);
    let (x, y) = native
        .and_then(|native| widget.translate_coordinates(&native, at, at))
        .unwrap_or_default();
    (x + beyond.0, y + beyond.1)
}

/// The place for a picture that is `pixels` device pixels wide and high: as near to the point as may
/// be, every pixel of the picture on one of the device. The widget may stand on its head.
pub fn on_device(
    widget: &impl IsA<gtk::Widget>,
    (x, y): (f64, f64),
    pixels: u32,
) -> graphene::Rect {
    let scale = scale(widget);
    let (zero, one) = (origin(widget), in_window(widget, 1.0));
    let along = |at: f64, zero: f64, one: f64| {
        // Counted from the other end, device pixels lie as they do from this one.
        snapped(at, if one < zero { -zero } else { zero }, scale) as f32
    };
    let side = (f64::from(pixels) / scale) as f32;
    graphene::Rect::new(along(x, zero.0, one.0), along(y, zero.1, one.1), side, side)
}

/// Tells a widget when the scale of its window has become another.
pub fn follow_scale<W: IsA<gtk::Widget>>(widget: &W, changed: fn(&W)) {
    let signals = signal_group::<gdk::Surface, W>(widget, &[("notify::scale", changed)]);
    follow_surface(widget, signals);
}

/// Shows a page of a stack. The others are hidden at once, not faded out or put aside, so that
/// assistive technology never meets two pages.
pub fn show_alone(stack: &gtk::Stack, page: &impl IsA<gtk::Widget>) {
    let page = page.upcast_ref::<gtk::Widget>();
    page.set_visible(true);
    stack.set_visible_child(page);
    for child in children(stack) {
        child.set_visible(child == *page);
    }
}

/// The same for the page that is called so.
pub fn show_alone_named(stack: &gtk::Stack, name: &str) {
    if let Some(page) = stack.child_by_name(name) {
        show_alone(stack, &page);
    }
}
