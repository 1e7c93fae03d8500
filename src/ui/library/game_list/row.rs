//! One saved game in a list, as a row or as a card: last position, names, result or turn, moves,
//! when, opening.

use std::cell::{Cell, OnceCell, RefCell};

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, pango};
use rank_and_file_core::chess::Color;
use rank_and_file_core::library::{Place, marked, terms};

use crate::model::{SavedGame, callback, callback_with};
use crate::subclass::{signals, subclass};
use crate::ui::keys::hear_keys;
use crate::ui::parts::{Pairing, Thumbnail, mark};
use crate::ui::route::GameAction;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::SavedGameRow)]
    pub struct SavedGameRow {
        pub names: Pairing,
        pub state: gtk::Label,
        pub opening: gtk::Label,
        pub details: gtk::Label,
        pub open: gtk::Button,
        pub more: gtk::Button,
        pub check: gtk::CheckButton,
        pub board: OnceCell<Thumbnail>,
        /// Whether the position is above the words, not beside them.
        #[property(get, set, construct_only)]
        pub card: Cell<bool>,
        /// The game that is shown.
        #[property(get, set = Self::set_game, nullable)]
        pub game: RefCell<Option<SavedGame>>,
        /// What is searched for, which is marked.
        #[property(get, set = Self::set_search)]
        pub search: RefCell<String>,
        /// Whether games are being chosen, and not opened.
        #[property(get, set = Self::set_selecting)]
        pub selecting: Cell<bool>,
        /// Whether this game is among the chosen ones.
        #[property(get, set = Self::set_chosen)]
        pub chosen: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGameRow {
        signals!["wanted" => SavedGame, GameAction; "picked"; "menu" => f64, f64];

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for SavedGameRow {
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            match direction {
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward => {
                    !self.open.has_focus() && !self.more.has_focus() && self.open.grab_focus()
                }
                _ => self.parent_focus(direction),
            }
        }

        fn grab_focus(&self) -> bool {
            self.open.grab_focus()
        }
    }

    impl SavedGameRow {
        fn set_game(&self, game: Option<SavedGame>) {
            // A place that is about to go shows nothing.
            let shown = if game.is_some() { 1.0 } else { 0.0 };
            self.obj().set_opacity(shown);
            if let Some(game) = &game {
                let summary = game.summary();
                let names = words::pairing(summary);
                let state = words::standing(summary);
                let details = words::details(summary);
                self.names.show(
                    &words::player(summary, Color::White),
                    &words::player(summary, Color::Black),
                );
                self.state.set_label(&words::result_and_reason(summary));
                if self.card.get() {
                    self.opening.set_label(&words::opening_of(summary));
                    self.details.set_label(&words::length_and_day(summary));
                } else {
                    self.details.set_label(&words::short_details(summary));
                }
                self.open.update_property(&[
                    gtk::accessible::Property::Label(&names),
                    gtk::accessible::Property::Description(&format!("{state}. {details}")),
                ]);
                self.check
                    .update_property(&[gtk::accessible::Property::Label(
                        // Translators: {game} is two names such as “Ann – Ben”
                        &words::gettext_f("Select {game}", &[("game", &names)]),
                    )]);
                if let Some(board) = self.board.get() {
                    board.set_fen(summary.fen.clone());
                }
            }
            self.game.replace(game);
            self.mark();
        }

        fn set_search(&self, search: String) {
            if self.search.replace(search.clone()) != search {
                self.mark();
            }
        }

        /// Marks what is searched for in all that is written.
        fn mark(&self) {
            let terms = terms(&self.search.borrow(), &words::keywords());
            let found = |label: &gtk::Label, place| marked(&label.label(), place, &terms);
            let [white, black] = self.names.labels();
            self.names.mark(
                &found(&white, Place::Player(Color::White)),
                &found(&black, Place::Player(Color::Black)),
            );
            mark(&self.state, &found(&self.state, Place::Elsewhere));
            for label in [&self.opening, &self.details] {
                mark(label, &found(label, Place::Opening));
            }
        }

        fn set_selecting(&self, selecting: bool) {
            self.selecting.set(selecting);
            self.check.set_visible(selecting);
            self.more.set_visible(!selecting);
        }

        fn set_chosen(&self, chosen: bool) {
            self.chosen.set(chosen);
            self.check.set_active(chosen);
        }
    }
}

subclass! {
    /// One saved game; Tab enters and leaves it as a whole. Signals: `wanted`, with the [`SavedGame`] and a [`GameAction`]; `picked` when it is
    /// chosen or no longer chosen; `menu` with the place in the row at which more is asked for.
    pub struct SavedGameRow(imp::SavedGameRow): gtk::Box, overriding WidgetImpl {}
}

/// The side of the position, in logical pixels.
const IN_ROW: i32 = 80;
const ON_CARD: i32 = 184;
/// No card is narrower, in logical pixels.
const CARD_WIDTH: i32 = 232;

impl SavedGameRow {
    /// A row, or a card.
    pub fn new(card: bool) -> Self {
        let row = glib::Object::builder().property("card", card);
        if card {
            // What is a row in one view is no mere cell in the other.
            row.property("accessible-role", gtk::AccessibleRole::ListItem)
                .build()
        } else {
            row.build()
        }
    }

    fn set_up(&self) {
        let imp = self.imp();
        let card = self.card();
        let side = if card { ON_CARD } else { IN_ROW };
        let board: Thumbnail = glib::Object::builder().property("size", side).build();
        board.set_valign(gtk::Align::Center);
        board.set_halign(gtk::Align::Center);
        let text = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .valign(gtk::Align::Center)
            .hexpand(true)
            .spacing(3)
            .build();
        imp.names.add_css_class("heading");
        imp.names.set_stacks(true);
        for (label, class) in [
            (&imp.state, "body"),
            (&imp.opening, "caption"),
            (&imp.details, "caption"),
        ] {
            label.set_xalign(0.0);
            label.set_ellipsize(pango::EllipsizeMode::End);
            label.add_css_class(class);
        }
        // What a game came to, and when, is whole even where letters are large.
        for label in [&imp.state, &imp.details] {
            label.set_wrap(true);
            label.set_wrap_mode(pango::WrapMode::WordChar);
            label.set_lines(if card { 3 } else { 2 });
        }
        text.append(&imp.names);
        text.append(&imp.state);
        imp.details.add_css_class("dim-label");
        let content = gtk::Box::builder().spacing(12).build();
        if card {
            content.set_orientation(gtk::Orientation::Vertical);
            text.set_valign(gtk::Align::Start);
            for label in [&imp.state, &imp.opening, &imp.details] {
                // GameSnapshot are alike in width, whatever is written on them.
                label.set_width_chars(1);
                label.set_max_width_chars(1);
                label.set_hexpand(true);
            }
            imp.opening.add_css_class("dim-label");
            text.append(&imp.opening);
        } else {
            text.append(&imp.details);
        }
        content.append(&board);
        imp.board.set(board).ok();
        content.append(&text);
        imp.open.set_child(Some(&content));
        imp.open.set_hexpand(true);
        imp.open.add_css_class("flat");
        imp.open.add_css_class("saved-game");
        imp.open.connect_clicked(callback(self, |row| {
            if row.selecting() {
                row.emit_by_name::<()>("picked", &[]);
            } else {
                row.want(GameAction::Open);
            }
        }));
        self.set_up_more();
        self.set_up_keys();
        imp.check.set_visible(false);
        imp.check.set_valign(gtk::Align::Center);
        // The row is what is chosen; the mark alone shall not be out of step with it.
        imp.check.set_can_target(false);
        imp.check.set_focusable(false);
        if card {
            let foot = gtk::Box::builder()
                .margin_start(8)
                .margin_end(6)
                .margin_bottom(6)
                .height_request(34)
                .build();
            foot.append(&imp.details);
            foot.append(&imp.check);
            foot.append(&imp.more);
            self.set_orientation(gtk::Orientation::Vertical);
            self.set_width_request(CARD_WIDTH);
            self.append(&imp.open);
            self.append(&foot);
            self.add_css_class("card");
        } else {
            self.set_spacing(6);
            imp.check.set_margin_start(6);
            self.append(&imp.check);
            self.append(&imp.open);
            self.append(&imp.more);
        }
    }

    fn set_up_more(&self) {
        let imp = self.imp();
        let name = gettext("More");
        imp.more.set_icon_name("view-more-symbolic");
        imp.more.set_tooltip_text(Some(&name));
        imp.more.set_valign(gtk::Align::Center);
        imp.more.add_css_class("flat");
        imp.more.add_css_class("circular");
        imp.more
            .update_property(&[gtk::accessible::Property::Label(&name)]);
        imp.more
            .connect_clicked(callback_with(self, |row, button: &gtk::Button| {
                let (x, y) = (f64::from(button.width()) / 2.0, f64::from(button.height()));
                if let Some((x, y)) = button.translate_coordinates(row, x, y) {
                    row.emit_by_name::<()>("menu", &[&x, &y]);
                }
            }));
    }

    /// Right leads from the game to what else can be done with it, and Left back.
    fn set_up_keys(&self) {
        let phase = gtk::PropagationPhase::Bubble;
        hear_keys(self, phase, self, |row, key, _| {
            let imp = row.imp();
            let (on, back) = match row.direction() {
                gtk::TextDirection::Rtl => (gdk::Key::Left, gdk::Key::Right),
                _ => (gdk::Key::Right, gdk::Key::Left),
            };
            key == on && imp.open.has_focus() && imp.more.grab_focus()
                || key == back && imp.more.has_focus() && imp.open.grab_focus()
        });
    }

    /// Whether the game with this id is shown.
    pub(super) fn shows(&self, id: &str) -> bool {
        self.game()
            .is_some_and(|game| game.summary().entry.id == id)
    }

    pub(super) fn want(&self, action: GameAction) {
        if let Some(game) = self.game() {
            self.emit_by_name::<()>("wanted", &[&game, &action]);
        }
    }
}
