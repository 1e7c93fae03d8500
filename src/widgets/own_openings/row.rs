//! One move that was played: the move, in how many games, and how these ended.

use std::cell::RefCell;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Share;
use rank_and_file_core::rules::{Ply, figurines};

use super::super::results_bar::ResultsBar;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct OpeningRow {
        pub san: gtk::Label,
        pub games: gtk::Label,
        pub figures: gtk::Label,
        pub bar: RefCell<Option<ResultsBar>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for OpeningRow {
        const NAME: &'static str = "RfOpeningRow";
        type Type = super::OpeningRow;
        type ParentType = gtk::Button;
    }

    impl ObjectImpl for OpeningRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for OpeningRow {}
    impl ButtonImpl for OpeningRow {}
}

glib::wrapper! {
    /// A button with one move.
    pub struct OpeningRow(ObjectSubclass<imp::OpeningRow>)
        @extends gtk::Button, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for OpeningRow {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl OpeningRow {
    fn set_up(&self) {
        let imp = self.imp();
        imp.san.set_xalign(0.0);
        imp.san.set_width_chars(6);
        imp.san.add_css_class("heading");
        imp.games.set_width_chars(3);
        for label in [&imp.games, &imp.figures] {
            label.set_xalign(1.0);
            label.add_css_class("numeric");
        }
        // So many games that their figures take all the room leave something of the bar.
        imp.figures.set_width_chars(8);
        imp.figures.set_ellipsize(pango::EllipsizeMode::End);
        imp.figures.add_css_class("caption");
        imp.figures.add_css_class("dim-label");
        let bar = ResultsBar::of_sides();
        bar.set_hexpand(true);
        bar.set_width_request(32);
        let content = gtk::Box::builder().spacing(9).build();
        for part in [
            imp.san.upcast_ref::<gtk::Widget>(),
            imp.games.upcast_ref(),
            bar.upcast_ref(),
            imp.figures.upcast_ref(),
        ] {
            content.append(part);
        }
        imp.bar.replace(Some(bar));
        self.set_child(Some(&content));
        self.add_css_class("flat");
    }

    /// Shows a move, with figures of the pieces or their letters.
    pub fn show(&self, ply: &Ply, share: &Share, with_figures: bool) {
        let imp = self.imp();
        let san = ply.san.to_string();
        imp.san.set_label(&match with_figures {
            true => figurines(&san),
            false => san,
        });
        imp.games.set_label(&share.games.to_string());
        imp.figures.set_label(&words::share_figures(share));
        if let Some(bar) = &*imp.bar.borrow() {
            bar.show_share(share);
        }
        // Newer GTK takes what is written on the button for its name, whatever else is said.
        self.reset_relation(gtk::AccessibleRelation::LabelledBy);
        let said = words::played(ply, share);
        self.set_tooltip_text(Some(&said));
        self.update_property(&[gtk::accessible::Property::Label(&said)]);
    }
}
