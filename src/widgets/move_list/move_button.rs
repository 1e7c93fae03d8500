//! A move on the scoresheet: a button that shows the position after it.

use std::cell::{Cell, RefCell};

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::figurines;
use rank_and_file_core::study::Place;

use super::super::set_style_class;
use super::MoveList;
use crate::model::NotedMove;

/// How much of its color the number before a move has, of 65535.
const NUMBER: u16 = 0xA000;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct MoveButton {
        pub place: Cell<Option<Place>>,
        pub viewed: Cell<Option<bool>>,
        pub shown: RefCell<(NotedMove, bool)>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MoveButton {
        const NAME: &'static str = "RfMoveButton";
        type Type = super::MoveButton;
        type ParentType = gtk::Button;
    }

    impl ObjectImpl for MoveButton {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_css_class("flat");
        }
    }

    impl WidgetImpl for MoveButton {}

    impl ButtonImpl for MoveButton {
        fn clicked(&self) {
            let list = self.obj().ancestor(MoveList::static_type());
            if let Some((list, place)) = list.and_downcast::<MoveList>().zip(self.place.get()) {
                list.show_place(place);
            }
        }
    }
}

glib::wrapper! {
    /// A move on the scoresheet.
    pub struct MoveButton(ObjectSubclass<imp::MoveButton>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for MoveButton {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl MoveButton {
    /// The place to which the move leads; `None` where there is no move.
    pub fn place(&self) -> Option<Place> {
        self.imp().place.get()
    }

    /// Shows a move, which has a name of its own for those who hear it: in letters, for figures have
    /// long names.
    pub fn show(&self, shown: &NotedMove, figures: bool) {
        let imp = self.imp();
        imp.place.set(shown.place);
        let now = (shown.clone(), figures);
        if *imp.shown.borrow() == now {
            return;
        }
        let (opens, closes) = shown.brackets;
        let san = match figures {
            true => figurines(&shown.san),
            false => shown.san.clone(),
        };
        let before = format!("{}{}", if opens { "(" } else { "" }, shown.number);
        let space = if shown.number.is_empty() {
            ""
        } else {
            "\u{a0}"
        };
        let after = if closes { ")" } else { "" };
        self.set_label(&format!("{before}{space}{san}{}{after}", shown.signs));
        if let Some(label) = self.child().and_downcast::<gtk::Label>() {
            let dim = pango::AttrList::new();
            let mut number = pango::AttrInt::new_foreground_alpha(NUMBER);
            number.set_end_index(u32::try_from(before.len()).unwrap_or(u32::MAX));
            dim.insert(number);
            label.set_attributes((!before.is_empty()).then_some(&dim));
            label.set_xalign(0.0);
            label.set_visible(!label.label().is_empty());
        }
        // An empty place keeps its width, but nothing can be chosen there, and nothing is told of it.
        let empty = shown.place.is_none();
        self.set_sensitive(!empty);
        self.set_opacity(if empty && shown.san.is_empty() {
            0.0
        } else {
            1.0
        });
        self.set_focusable(!empty);
        self.update_state(&[gtk::accessible::State::Hidden(empty)]);
        // Newer GTK takes the label on the button for its name, whatever else is said.
        self.reset_relation(gtk::AccessibleRelation::LabelledBy);
        self.update_property(&[gtk::accessible::Property::Label(&shown.name)]);
        imp.shown.replace(now);
    }

    /// Marks the move if the board is shown after it.
    pub fn mark(&self, viewed: Place) {
        let shown = self.place() == Some(viewed);
        if self.imp().viewed.replace(Some(shown)) == Some(shown) {
            return;
        }
        set_style_class(self, "viewed", shown);
        let state = gtk::accessible::State::Pressed(match shown {
            true => gtk::AccessibleTristate::True,
            false => gtk::AccessibleTristate::False,
        });
        self.update_state(&[state]);
    }
}
