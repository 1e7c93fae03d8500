//! The position on the board, what is said of it, and how those stand who practice at one table.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::Color;
use rank_and_file_core::sounds::of_event;

use super::PracticePage;
use crate::model::{self, Practicing, Settings, preferences};
use crate::widgets::{set_style_class, show_said};
use crate::words;

impl PracticePage {
    pub(super) fn set_up_board(&self, settings: &Settings) {
        let imp = self.imp();
        settings.bind(preferences::HINTS, &*imp.board, "hints");
        settings.bind(preferences::AUTO_QUEEN, &*imp.board, "auto-queen");
        imp.board
            .update_property(&[gtk::accessible::Property::Label(&words::practice_board())]);
        let practicing = &imp.practicing;
        practicing.connect_game_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |practicing| page.lay(practicing.game())
        ));
        practicing.connect_closure(
            "changed",
            false,
            glib::closure_local!(
                #[weak(rename_to = page)]
                self,
                move |_: Practicing| page.tell()
            ),
        );
        practicing.connect_closure(
            "decided",
            false,
            glib::closure_local!(
                #[weak(rename_to = page)]
                self,
                move |_: Practicing, found: bool| page.decided(found)
            ),
        );
        self.connect_unmap(Self::fall_silent);
    }

    /// Lays a game on the board.
    fn lay(&self, game: Option<model::Game>) {
        let imp = self.imp();
        let following = imp.following.get_or_init(|| {
            model::following::<model::Game, Self>(
                self,
                &[
                    ("notify::status", Self::follow_status),
                    ("happened", Self::hear),
                ],
            )
        });
        following.set_target(game.as_ref());
        imp.board.set_game(game.as_ref());
        imp.top_bar.set_game(game.as_ref());
        imp.bottom_bar.set_game(game.as_ref());
        self.show_status();
    }

    /// Says what the game says, such as that a piece is taken up, or why a move is refused.
    fn follow_status(&self) {
        self.show_status();
        let imp = self.imp();
        let said = imp.practicing.game().map(|game| game.said());
        if let Some(said) = said.filter(|_| imp.practicing.is_heard()) {
            self.say(said.spoken());
        }
    }

    fn show_status(&self) {
        let imp = self.imp();
        let over = imp.practicing.is_over();
        let said = imp.practicing.game().map(|game| game.said());
        let said = said.filter(|_| !over).unwrap_or_default();
        imp.status.set_label(said.shown());
        imp.status.set_visible(!said.shown().is_empty());
    }

    fn show_told(&self, told: &str) {
        show_said(&self.imp().told, &told.to_owned().into());
    }

    fn hear(&self) {
        let imp = self.imp();
        let Some(game) = imp.practicing.game() else {
            return;
        };
        let sound = game
            .happened()
            .and_then(|event| game.with_rules(|rules| of_event(&event, rules.plies().last())));
        let wanted = imp
            .settings
            .get()
            .is_some_and(|settings| settings.get(preferences::SOUNDS));
        if let Some(sound) = sound.filter(|_| wanted) {
            imp.sounds.play(sound);
        }
    }

    /// Shows what is told, and what can be done.
    fn tell(&self) {
        let imp = self.imp();
        let practicing = &imp.practicing;
        let told = practicing.told();
        self.show_told(&told);
        self.say(&told);
        if let Some(way) = practicing.pointed() {
            imp.board.point_out(way);
        }
        self.show_ways();
    }

    /// Writes down what has become of it, and says who is next.
    fn decided(&self, found: bool) {
        self.note(found);
        if let Some((turns, [next, _])) = self.table() {
            let turn = words::practice_turn(&next, turns.passed().is_some());
            let told = [self.imp().practicing.told(), turn.clone()];
            let told = told.into_iter().filter(|said| !said.is_empty());
            let told = words::sentences(&told.collect::<Vec<_>>());
            self.show_told(&told);
            self.say(&turn);
        }
        self.show_ways();
    }

    /// Shows which buttons lead on, and how two stand.
    fn show_ways(&self) {
        let imp = self.imp();
        let practicing = &imp.practicing;
        let (over, decided) = (practicing.is_over(), practicing.decided());
        let two = imp.players.borrow().len() == 2;
        for (action, possible) in [
            ("practice.hint", !over && (!two || decided)),
            ("practice.solution", !over),
            ("practice.next", over || decided),
        ] {
            self.action_set_enabled(action, possible);
        }
        let passes = practicing.once() && !decided;
        imp.solution.set_label(&if passes {
            gettext("_Pass On")
        } else {
            gettext("Show _Solution")
        });
        set_style_class(&*imp.next, "suggested-action", over);
        self.show_points(two);
        self.show_status();
        if over && super::is_lost(self) {
            imp.next.grab_focus();
        }
    }

    fn show_points(&self, two: bool) {
        let imp = self.imp();
        for bar in [&imp.top_bar, &imp.bottom_bar] {
            bar.set_visible(two);
        }
        let Some((game, (turns, _))) = imp.practicing.game().zip(self.table()) else {
            return;
        };
        for bar in [&imp.top_bar, &imp.bottom_bar] {
            let name = game.player(Color::from_black(bar.black()));
            let first = imp.players.borrow().first() == Some(&name);
            bar.set_tally(turns.points[usize::from(!first)].to_string());
        }
    }
}
