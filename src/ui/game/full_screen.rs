//! How the page is laid out for the players: which side of the board is below and, in full screen, the board with the
//! names and the clocks alone. There the title bar comes when the pointer is at the upper edge, and the panel when it is
//! wanted: by a key, by a move that is typed, by the end of the game.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gdk;
use rank_and_file_core::chess::{Color, Position, Refusal};

use super::GamePage;
use crate::model::{self, Turning, callback, preferences, weak};
use crate::ui::parts::set_style_class;
use crate::ui::question;
use crate::words;

/// How near to the upper edge the pointer calls the title bar, and how far below the bar it lets
/// go of it, in pixels.
const EDGE: f64 = 6.0;
const BELOW: f64 = 24.0;

/// For how many seconds a refusal is said over the board.
const READ: u32 = 4;

impl GamePage {
    pub(super) fn set_up_full_screen(&self) {
        let pointer = gtk::EventControllerMotion::new();
        pointer.set_propagation_phase(gtk::PropagationPhase::Capture);
        pointer.connect_motion(weak!(self, |page, _, _, y| page.meet_pointer(y)));
        self.add_controller(pointer);
        // A finger does not hover: it calls the title bar by a touch beside the board.
        let touch = gtk::GestureClick::builder().touch_only(true).build();
        touch.connect_pressed(weak!(self, |page, _, _, _, _| {
            if page.full_screen() {
                let titles = &page.imp().titles;
                titles.set_reveal_flap(!titles.reveals_flap());
            }
        }));
        self.add_controller(touch);
        let table = &self.imp().table;
        table.connect_panel_below_notify(callback(self, |page| {
            page.place_ways();
            page.show_game();
        }));
        self.place_ways();
        self.place_review();
        self.arrange();
    }

    /// Puts the buttons that lead through the game where they stay whatever else is shown: last in the panel beside the
    /// board or, where that lies below and scrolls, at the foot of the page.
    fn place_ways(&self) {
        let imp = self.imp();
        let below = imp.table.panel_below();
        let place = if below { &*imp.foot } else { &*imp.panel };
        imp.foot.set_visible(below);
        imp.study.move_list().spare_result(below);
        let ways = imp.study.ways();
        let before = ways.parent().and_downcast::<gtk::Box>();
        if before.as_ref() == Some(place) {
            return;
        }
        if let Some(before) = before {
            before.remove(ways);
        }
        place.append(ways);
        // The keyboard may have been in it.
        self.keep_focus();
    }

    /// Puts the card of a review first: what is said of a turning point is short or long, and below the buttons it does
    /// not move them from under a pointer.
    fn place_review(&self) {
        let imp = self.imp();
        let card = imp.study.review_card();
        imp.study.remove(card);
        imp.panel.prepend(card);
        let brief = imp.table.bind_property("panel-low", card, "brief");
        brief.sync_create().build();
    }

    fn meet_pointer(&self, y: f64) {
        let imp = self.imp();
        if !self.full_screen() {
            return;
        }
        let menu = imp.menu.popover();
        if y <= EDGE {
            imp.titles.set_reveal_flap(true);
        } else if y > f64::from(imp.header.height()) + BELOW
            && !menu.is_some_and(|menu| menu.is_visible())
        {
            imp.titles.set_reveal_flap(false);
        }
    }

    /// Shows or hides what is not there in full screen.
    pub(super) fn arrange(&self) {
        let imp = self.imp();
        let full = self.full_screen();
        imp.titles.set_fold_policy(if full {
            adw::FlapFoldPolicy::Always
        } else {
            adw::FlapFoldPolicy::Never
        });
        imp.titles.set_reveal_flap(!full);
        self.action_set_enabled("game.panel", full);
        self.unfold();
        self.suit_fingers();
    }

    /// Shows the panel where it is wanted.
    pub(super) fn unfold(&self) {
        let imp = self.imp();
        let shown = !self.full_screen() || self.panel_shown() || imp.entry.get_visible();
        if imp.panel.is_visible() != shown {
            imp.panel.set_visible(shown);
            self.place_return();
            self.keep_focus();
        }
    }

    /// Puts the way back beside what says which position is shown or, while the panel is folded, beside the board.
    fn place_return(&self) {
        let imp = self.imp();
        let button = &*imp.return_to_game;
        if imp.panel.is_visible() {
            imp.table.set_pill(None::<gtk::Widget>);
            imp.status_row.append(button);
        } else {
            imp.status_row.remove(button);
            imp.table.set_pill(Some(button.upcast_ref::<gtk::Widget>()));
        }
    }

    /// Any key, besides what else it does, stops the moves that are played by themselves, and takes the marks of a
    /// refusal off the board.
    pub(super) fn hear_every_key(&self) {
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(weak!(
            self,
            glib::Propagation::Proceed,
            |page, keys: &gtk::EventControllerKey, _, _, _| {
                page.imp().study.stop_walking();
                let event = keys.current_event();
                let event = event.and_then(|event| event.downcast::<gdk::KeyEvent>().ok());
                if !event.is_some_and(|event| event.is_modifier()) {
                    page.with_game(model::Game::fade_refusal);
                }
                glib::Propagation::Proceed
            }
        ));
        self.imp().titles.add_controller(keys);
    }

    /// Says over the board what the folded panel cannot say, and no square shows.
    pub(super) fn tell_refusal(&self) {
        let imp = self.imp();
        let Some(game) = self.game().filter(|_| !imp.panel.is_visible()) else {
            return;
        };
        let on_board = |refusal: Refusal| !refusal.squares().is_empty();
        if game.refusal().is_some_and(on_board) {
            return;
        }
        let toast = question::toast(&game.status(), READ);
        question::show(self, &toast);
        if let Some(last) = imp.refusal.replace(Some(toast)) {
            last.dismiss();
        }
    }
}

/// How the board turns to the players: never, after each move, or to both, face to face.
impl GamePage {
    /// Shows the game from the side of the only person who plays it here.
    pub fn show_own_side(&self) {
        let own = self.game().and_then(|game| game.own_side());
        self.turn_to(own.unwrap_or(Color::White));
        self.imp().board.set_face_to_face(false);
        self.turn_as_wanted();
        self.show_game();
    }

    /// Turns the board as the players want it: to the one to move, or to be seen from both sides.
    pub(super) fn turn_as_wanted(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let turning = self.chosen(preferences::TURNING);
        // The computer does not look at this board, nor does the opponent of a correspondence game.
        let people = !game.header().has_computers() && game.header().correspondence.is_none();
        if turning == Turning::EachMove && people && !game.is_closed() && game.viewer().is_live() {
            self.turn_to(game.viewer().position().turn());
        }
        // A game of another day is looked at from one side.
        let played = !game.is_closed() || imp.board.face_to_face();
        let face_to_face = turning == Turning::FaceToFace && people && played;
        imp.board.set_face_to_face(face_to_face);
        imp.table.set_face_to_face(face_to_face);
        self.suit_fingers();
    }

    /// Makes what is pressed as large as a finger needs it, where boards are touched.
    fn suit_fingers(&self) {
        let touched = self.full_screen() || self.imp().table.face_to_face();
        set_style_class(self, "touch", touched);
    }

    pub(super) fn turn_board(&self) {
        let below = Color::from_white(self.imp().board.flipped());
        self.turn_to(below);
        question::hear(self, &words::near_side(below));
    }

    /// Turns the table so that `below` sits at the near side: board, names and what belongs to them.
    pub(super) fn turn_to(&self, below: Color) {
        let imp = self.imp();
        imp.board.set_flipped(below.is_black());
        imp.bottom_bar.set_black(below.is_black());
        imp.top_bar.set_black(below.is_white());
    }
}
