//! Says to assistive technology what has happened, wherever the focus is. May import `gtk`.
//!
//! GTK has had announcements since 4.14, and the program runs with 4.8. So the function is looked
//! up by its name, through an interface description that names it as the handler of a signal; GTK
//! refuses to read that where there is no such function. There, what is said becomes the accessible
//! name of the window: when the name of the active window changes, Orca reads it out.

use std::cell::{Cell, RefCell};
use std::sync::OnceLock;

use gtk::glib;
use gtk::glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// The function of GTK that is given the widget, the words and how urgent they are.
const ANNOUNCE: &str = "gtk_accessible_announce";

/// `GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM`: said when what is being said is finished.
const MEDIUM: i32 = 1;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Voice {
        pub mouth: glib::WeakRef<gtk::Widget>,
        /// Whether GTK hears the signal.
        pub heard: Cell<bool>,
        /// The name that the window has had from here last.
        pub name: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Voice {
        const NAME: &'static str = "RfVoice";
        type Type = super::Voice;
    }

    impl ObjectImpl for Voice {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                let words_and_urgency = [String::static_type(), i32::static_type()];
                vec![
                    Signal::builder("announced")
                        .param_types(words_and_urgency)
                        .build(),
                ]
            })
        }
    }
}

glib::wrapper! {
    /// What is heard of a widget by those who use a screen reader.
    pub struct Voice(ObjectSubclass<imp::Voice>);
}

impl Voice {
    /// The voice of a widget.
    #[must_use]
    pub fn of(widget: &impl IsA<gtk::Widget>) -> Self {
        let voice = Self::calling(ANNOUNCE, widget).unwrap_or_else(glib::Object::new);
        voice.imp().mouth.set(Some(widget.upcast_ref()));
        voice
    }

    /// A voice whose signal calls a function of GTK with the widget, the words and how urgent they
    /// are; nothing where GTK has no such function.
    fn calling(function: &str, widget: &impl IsA<gtk::Widget>) -> Option<Self> {
        Self::static_type();
        let builder = gtk::Builder::new();
        builder.expose_object("widget", widget.upcast_ref::<gtk::Widget>());
        let description = format!(
            "<interface><object class='RfVoice' id='voice'>\
             <signal name='announced' handler='{function}' object='widget' swapped='yes'/>\
             </object></interface>"
        );
        builder.add_from_string(&description).ok()?;
        let voice: Self = builder.object("voice")?;
        voice.imp().heard.set(true);
        Some(voice)
    }

    /// Says something, even if it is what was said last.
    pub fn say(&self, what: &str) {
        let imp = self.imp();
        let Some(window) = self.window().filter(|_| !what.is_empty()) else {
            return;
        };
        if imp.heard.get() {
            self.emit_by_name::<()>("announced", &[&what, &MEDIUM]);
            return;
        }
        let title = window.title().unwrap_or_default();
        // A message may begin with the name of a square; with a space before it, whoever looks for
        // the square does not find the window.
        let mut name = format!(" {what} {title}");
        // What is the same is no change.
        if *imp.name.borrow() == name {
            name.push(' ');
        }
        window.update_property(&[gtk::accessible::Property::Label(&name)]);
        imp.name.replace(name);
    }

    /// Gives the window its own name back.
    pub fn fall_silent(&self) {
        if self.imp().name.take().is_empty() {
            return;
        }
        if let Some(window) = self.window() {
            let title = window.title().unwrap_or_default();
            window.update_property(&[gtk::accessible::Property::Label(&title)]);
        }
    }

    fn window(&self) -> Option<gtk::Window> {
        self.imp().mouth.upgrade()?.root().and_downcast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
    fn a_function_of_gtk_is_called_by_its_name_and_a_missing_one_is_missed() {
        if gtk::init().is_err() {
            assert!(std::env::var_os("RANK_AND_FILE_REQUIRE_DISPLAY").is_none());
            eprintln!("SKIPPED: there is no display");
            return;
        }
        let label = gtk::Label::default();
        let window = gtk::Window::builder().child(&label).build();
        // It takes what the announcement takes, and shows it; what more it is given it ignores.
        let voice = Voice::calling("gtk_label_set_label", &label).unwrap();
        voice.imp().mouth.set(Some(label.upcast_ref()));
        voice.say("Knight to f3.");
        assert_eq!(label.label(), "Knight to f3.");
        assert!(Voice::calling("gtk_no_such_function", &label).is_none());
        window.destroy();
    }
}
