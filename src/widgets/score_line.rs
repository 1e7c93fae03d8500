//! One line of the scoresheet: the number and two moves, each a button.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::figurines;

use super::set_style_class;
use crate::model::{ScoreRow, following};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::ScoreLine)]
    pub struct ScoreLine {
        pub number: gtk::Label,
        pub white: gtk::Button,
        pub black: gtk::Button,
        pub following: OnceCell<glib::SignalGroup>,
        pub followed: RefCell<Option<glib::Binding>>,
        /// The line of the scoresheet that is shown.
        #[property(get, set = Self::set_row, nullable, explicit_notify)]
        pub row: RefCell<Option<ScoreRow>>,
        /// The ply after which the board is shown.
        #[property(get, set = Self::set_viewed_ply, explicit_notify)]
        pub viewed_ply: Cell<u32>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set = Self::set_figurines, explicit_notify)]
        pub figurines: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ScoreLine {
        const NAME: &'static str = "RfScoreLine";
        type Type = super::ScoreLine;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("scoreline");
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for ScoreLine {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("chosen")
                        .param_types([u32::static_type()])
                        .build(),
                ]
            })
        }

        fn constructed(&self) {
            self.parent_constructed();
            let line = self.obj();
            self.number.set_width_chars(4);
            self.number.set_xalign(1.0);
            self.number.add_css_class("dim-label");
            self.number.add_css_class("numeric");
            line.append(&self.number);
            let moves = gtk::Box::builder()
                .homogeneous(true)
                .hexpand(true)
                .spacing(4)
                .build();
            line.append(&moves);
            for (button, black) in [(&self.white, false), (&self.black, true)] {
                button.add_css_class("flat");
                button.set_hexpand(true);
                button.connect_clicked(glib::clone!(
                    #[weak]
                    line,
                    move |_| {
                        if let Some(row) = line.row() {
                            let ply = if black {
                                row.black_ply()
                            } else {
                                row.white_ply()
                            };
                            line.emit_by_name::<()>("chosen", &[&ply]);
                        }
                    }
                ));
                moves.append(button);
            }
        }
    }

    impl WidgetImpl for ScoreLine {}
    impl BoxImpl for ScoreLine {}

    impl ScoreLine {
        fn set_row(&self, row: Option<ScoreRow>) {
            let following = self.following.get_or_init(|| {
                let moved = |line: &super::ScoreLine| line.imp().show_moves();
                following::<ScoreRow, super::ScoreLine>(
                    &self.obj(),
                    &[("notify::white", moved), ("notify::black", moved)],
                )
            });
            following.set_target(row.as_ref());
            if let Some(row) = &row {
                self.number.set_label(&format!("{}.", row.number()));
            }
            self.row.replace(row);
            self.show_moves();
            self.mark();
            self.obj().notify_row();
        }

        fn set_viewed_ply(&self, ply: u32) {
            if self.viewed_ply.replace(ply) != ply {
                self.mark();
                self.obj().notify_viewed_ply();
            }
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.show_moves();
                self.obj().notify_figurines();
            }
        }

        fn show_moves(&self) {
            if let Some(row) = &*self.row.borrow() {
                let (number, figures) = (row.number(), self.figurines.get());
                show_san(&self.white, &format!("{number}."), &row.white(), figures);
                show_san(&self.black, &format!("{number}…"), &row.black(), figures);
            }
        }

        /// Marks the move after which the board is shown.
        fn mark(&self) {
            let row = self.row.borrow();
            let viewed = self.viewed_ply.get();
            let shows = |ply: Option<u32>| viewed > 0 && ply == Some(viewed);
            for (button, shown) in [
                (&self.white, shows(row.as_ref().map(ScoreRow::white_ply))),
                (&self.black, shows(row.as_ref().map(ScoreRow::black_ply))),
            ] {
                set_style_class(button, "viewed", shown);
                let state = gtk::accessible::State::Pressed(if shown {
                    gtk::AccessibleTristate::True
                } else {
                    gtk::AccessibleTristate::False
                });
                button.update_state(&[state]);
            }
        }
    }

    /// Shows a move on its button, which has a name of its own for those who hear it: in letters,
    /// for figures have long names.
    fn show_san(button: &gtk::Button, number: &str, san: &str, figures: bool) {
        let empty = san.is_empty();
        if figures {
            button.set_label(&figurines(san));
        } else {
            button.set_label(san);
        }
        if let Some(label) = button.child().and_downcast::<gtk::Label>() {
            label.set_xalign(0.0);
            label.set_visible(!empty);
        }
        // An empty place keeps its width, but nothing can be chosen there, and nothing is told of it.
        button.set_sensitive(!empty);
        button.set_opacity(if empty { 0.0 } else { 1.0 });
        button.set_focusable(!empty);
        button.update_state(&[gtk::accessible::State::Hidden(empty)]);
        // Newer GTK takes the label on the button for its name, whatever else is said.
        button.reset_relation(gtk::AccessibleRelation::LabelledBy);
        let name = format!("{number} {san}");
        button.update_property(&[gtk::accessible::Property::Label(&name)]);
    }
}

glib::wrapper! {
    /// One line of the scoresheet. Signal `chosen`: the ply whose button was clicked.
    pub struct ScoreLine(ObjectSubclass<imp::ScoreLine>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for ScoreLine {
    fn default() -> Self {
        glib::Object::builder().property("spacing", 4).build()
    }
}

impl ScoreLine {
    /// Keeps the binding by which the line knows the viewed ply, and ends the one before.
    pub fn follow(&self, binding: Option<glib::Binding>) {
        if let Some(old) = self.imp().followed.replace(binding) {
            old.unbind();
        }
    }
}
