//! One saved game in a list: last position, names, result or turn, moves, when.
//! May import `gtk`, `model` and `words`.

use std::cell::RefCell;
use std::sync::OnceLock;

use gettextrs::gettext;
use gtk::glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{glib, pango};

use super::Thumbnail;
use crate::model::SavedGame;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::SavedGameRow)]
    pub struct SavedGameRow {
        pub names: gtk::Label,
        pub state: gtk::Label,
        pub details: gtk::Label,
        pub open: gtk::Button,
        pub board: RefCell<Option<Thumbnail>>,
        /// The game that is shown.
        #[property(get, set = Self::set_game, nullable)]
        pub game: RefCell<Option<SavedGame>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SavedGameRow {
        const NAME: &'static str = "RfSavedGameRow";
        type Type = super::SavedGameRow;
        type ParentType = gtk::Box;
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGameRow {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                let item = [SavedGame::static_type()];
                vec![
                    Signal::builder("opened").param_types(item).build(),
                    Signal::builder("deleted").param_types(item).build(),
                ]
            })
        }

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for SavedGameRow {}
    impl BoxImpl for SavedGameRow {}

    impl SavedGameRow {
        fn set_game(&self, game: Option<SavedGame>) {
            if let Some(game) = &game {
                let summary = game.summary();
                let [names, state, details] = [
                    words::pairing(summary),
                    words::standing(summary),
                    words::length_and_date(summary),
                ];
                self.names.set_label(&names);
                self.state.set_label(&state);
                self.details.set_label(&details);
                self.open.update_property(&[
                    gtk::accessible::Property::Label(&names),
                    gtk::accessible::Property::Description(&format!("{state}. {details}")),
                ]);
                if let Some(board) = &*self.board.borrow() {
                    board.set_fen(summary.fen.clone());
                }
            }
            self.game.replace(game);
        }
    }
}

glib::wrapper! {
    /// One saved game. Signals `opened` and `deleted`, with the [`SavedGame`].
    pub struct SavedGameRow(ObjectSubclass<imp::SavedGameRow>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for SavedGameRow {
    fn default() -> Self {
        glib::Object::builder().property("spacing", 12).build()
    }
}

impl SavedGameRow {
    fn set_up(&self) {
        let imp = self.imp();
        let board: Thumbnail = glib::Object::builder().property("size", 80).build();
        board.set_valign(gtk::Align::Center);
        let content = gtk::Box::builder().spacing(12).build();
        content.append(&board);
        imp.board.replace(Some(board));
        let text = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .valign(gtk::Align::Center)
            .hexpand(true)
            .spacing(3)
            .build();
        for (label, class) in [
            (&imp.names, "heading"),
            (&imp.state, "body"),
            (&imp.details, "caption"),
        ] {
            label.set_xalign(0.0);
            label.set_ellipsize(pango::EllipsizeMode::End);
            label.add_css_class(class);
            text.append(label);
        }
        imp.state.set_wrap(true);
        imp.state.set_lines(2);
        imp.details.add_css_class("dim-label");
        content.append(&text);
        imp.open.set_child(Some(&content));
        imp.open.set_hexpand(true);
        imp.open.add_css_class("flat");
        imp.open.add_css_class("saved-game");
        self.emit_on_click(&imp.open, "opened");
        self.append(&imp.open);
        let trash = gtk::Button::builder()
            .icon_name("user-trash-symbolic")
            .tooltip_text(gettext("Move to Trash"))
            .valign(gtk::Align::Center)
            .css_classes(["flat", "circular"])
            .build();
        trash.update_property(&[gtk::accessible::Property::Label(&gettext("Move to Trash"))]);
        self.emit_on_click(&trash, "deleted");
        self.append(&trash);
    }

    fn emit_on_click(&self, button: &gtk::Button, signal: &'static str) {
        button.connect_clicked(glib::clone!(
            #[weak(rename_to = row)]
            self,
            move |_| {
                if let Some(game) = row.game() {
                    row.emit_by_name::<()>(signal, &[&game]);
                }
            }
        ));
    }
}
