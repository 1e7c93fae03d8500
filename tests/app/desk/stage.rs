//! A window with one widget in it, and what a user does to it: clicks as assistive technology gives them, and a real
//! pointer.

use std::cell::Cell;
use std::process::Command;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use glib::translate::{ToGlibPtr, from_glib_full};
use gtk::gdk::FrameClockPhase;
use gtk::graphene;
use gtk::prelude::*;
use rank_and_file_core::chess::Square;

use super::{display_required, settle, until};
use crate::skipped::say_skipped;

/// The style sheet of the app, for as long as it lives.
pub struct StyleSheet(gtk::CssProvider);

impl StyleSheet {
    pub fn new() -> Self {
        let style = gtk::CssProvider::new();
        style.load_from_data(include_str!("../../../resources/style.css"));
        let display = gtk::gdk::Display::default().unwrap();
        gtk::style_context_add_provider_for_display(
            &display,
            &style,
            gtk::STYLE_PROVIDER_PRIORITY_APPLICATION,
        );
        Self(style)
    }
}

impl Drop for StyleSheet {
    fn drop(&mut self) {
        let display = gtk::gdk::Display::default().unwrap();
        gtk::style_context_remove_provider_for_display(&display, &self.0);
        settle();
    }
}

/// A window of the tests.
pub struct Stage {
    pub window: gtk::Window,
    x_window: Option<String>,
}

impl Stage {
    /// Shows a widget in a window of this size.
    pub fn show(widget: &impl IsA<gtk::Widget>, width: i32, height: i32) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let window = gtk::Window::builder()
            .title(format!("stage {number} of {}", std::process::id()))
            .decorated(false)
            .default_width(width)
            .default_height(height)
            .child(widget)
            .build();
        window.present();
        let widget = widget.upcast_ref::<gtk::Widget>();
        until("the widget has its place", || {
            widget.is_mapped() && widget.width() > 0
        });
        settle();
        Self {
            window,
            x_window: None,
        }
    }

    /// Whether the tests may move the pointer. On a display that is not their own, it belongs to the user.
    pub fn has_pointer(&mut self, test: &str) -> bool {
        let is_x11 = RootExt::display(&self.window).type_().name() == "GdkX11Display";
        if !display_required() || !is_x11 {
            say_skipped(&format!(
                "{test}: the pointer is moved on a private X display only"
            ));
            return false;
        }
        let title = self.window.title().unwrap_or_default();
        let found = xdotool(&["search", "--sync", "--onlyvisible", "--name", &title]);
        self.x_window = found.lines().next().map(str::to_owned);
        true
    }

    pub fn move_to(&self, (x, y): (f64, f64)) {
        let window = self.x_window.as_deref().expect("has_pointer was asked");
        let (x, y) = (format!("{x:.0}"), format!("{y:.0}"));
        xdotool(&["mousemove", "--window", window, &x, &y]);
        self.arrive();
    }

    pub fn button_down(&self) {
        xdotool(&["mousedown", "1"]);
        self.arrive();
    }

    pub fn button_up(&self) {
        xdotool(&["mouseup", "1"]);
        self.arrive();
    }

    pub fn click(&self, at: (f64, f64)) {
        self.move_to(at);
        self.button_down();
        self.button_up();
    }

    /// Clicks with a button of the pointer.
    pub fn click_with(&self, button: &str, at: (f64, f64)) {
        self.move_to(at);
        xdotool(&["click", button]);
        self.arrive();
    }

    pub fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.drag_with("1", from, to);
    }

    /// Drags with a button of the pointer.
    pub fn drag_with(&self, button: &str, from: (f64, f64), to: (f64, f64)) {
        self.move_to(from);
        xdotool(&["mousedown", button]);
        self.arrive();
        let middle = (from.0.midpoint(to.0), from.1.midpoint(to.1));
        self.move_to(middle);
        self.move_to(to);
        xdotool(&["mouseup", button]);
        self.arrive();
    }

    /// Presses keys, which go to the window.
    pub fn keys(&self, keys: &str) {
        let window = self.x_window.as_deref().expect("has_pointer was asked");
        xdotool(&["windowfocus", "--sync", window]);
        for key in keys.split_whitespace() {
            xdotool(&["key", key]);
            self.arrive();
        }
    }

    /// Waits until what the pointer and the keys have just done has come to the window.
    fn arrive(&self) {
        // The display has sent all of it before it answers.
        RootExt::display(&self.window).sync();
        self.paint();
    }

    /// Waits until everything is laid out and painted as it is now. A frame handles the motion of the pointer first.
    pub fn paint(&self) {
        let clock = self.window.frame_clock().expect("it is shown");
        let painted = Rc::new(Cell::new(false));
        let seen = painted.clone();
        settle();
        let watching = clock.connect_after_paint(move |_| seen.set(true));
        self.window.queue_draw();
        clock.request_phase(FrameClockPhase::PAINT);
        until("a frame", || painted.get());
        clock.disconnect(watching);
    }

    /// The middle of a widget, in the window.
    pub fn middle(&self, widget: &impl IsA<gtk::Widget>) -> (f64, f64) {
        let bounds = bounds(widget, &self.window);
        let center = bounds.center();
        (f64::from(center.x()), f64::from(center.y()))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.window.set_child(gtk::Widget::NONE);
        self.window.destroy();
        settle();
    }
}

fn xdotool(arguments: &[&str]) -> String {
    let output = Command::new("xdotool").args(arguments).output();
    let output = output.expect("xdotool is installed (build-aux/install-deps test)");
    assert!(output.status.success(), "xdotool {arguments:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Where a widget lies in another.
pub fn bounds(widget: &impl IsA<gtk::Widget>, inside: &impl IsA<gtk::Widget>) -> graphene::Rect {
    widget
        .compute_bounds(inside)
        .expect("both are in one window")
}

/// Every widget of a type below another, in their order.
pub fn below(widget: &impl IsA<gtk::Widget>, type_name: &str) -> Vec<gtk::Widget> {
    let mut found = Vec::new();
    let mut next = widget.as_ref().first_child();
    while let Some(child) = next {
        if child.type_().name() == type_name {
            found.push(child.clone());
        }
        found.extend(below(&child, type_name));
        next = child.next_sibling();
    }
    found
}

/// Those of them that can be seen.
pub fn shown(widget: &impl IsA<gtk::Widget>, type_name: &str) -> Vec<gtk::Widget> {
    let mut found = below(widget, type_name);
    found.retain(WidgetExt::is_mapped);
    found
}

/// The buttons of a board; they come row by row from a8.
pub fn square_of(board: &impl IsA<gtk::Widget>, square: Square) -> gtk::Button {
    let squares = below(board, "RfSquare");
    assert_eq!(squares.len(), 64);
    let index = (7 - usize::from(square.rank())) * 8 + usize::from(square.file());
    let button = squares[index].clone().downcast();
    button.expect("a square is a button")
}

/// Compares what assistive technology is told with what it should be.
#[track_caller]
pub fn assert_said(widget: &impl IsA<gtk::Accessible>, property: Message, expected: &str) {
    if let Some(other) = said_instead(widget, property, expected) {
        panic!("{expected:?} was expected, but said is {other}");
    }
}

/// What assistive technology is told where that is not what it should be.
pub fn said_instead(
    widget: &impl IsA<gtk::Accessible>,
    property: Message,
    expected: &str,
) -> Option<glib::GString> {
    let text = std::ffi::CString::new(expected).expect("no NUL");
    let key = match property {
        Message::Name => gtk::ffi::GTK_ACCESSIBLE_PROPERTY_LABEL,
        Message::Description => gtk::ffi::GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
        Message::Value => gtk::ffi::GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
    };
    let accessible = widget.as_ref();
    // GTK has no safe way to ask for what it was told.
    #[allow(
        unsafe_code,
        reason = "a valid object, a property of strings, and a string"
    )]
    unsafe {
        from_glib_full(gtk::ffi::gtk_test_accessible_check_property(
            accessible.to_glib_none().0,
            key,
            text.as_ptr(),
        ))
    }
}

/// What is said about a widget.
#[derive(Debug, Clone, Copy)]
pub enum Message {
    Name,
    Description,
    Value,
}
