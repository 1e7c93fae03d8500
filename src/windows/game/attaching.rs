//! How the page takes up a game and lets go of it.

use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Color;

use super::GamePage;
use crate::model;

impl GamePage {
    /// Shows a game, with White below, or the side of the only person who plays.
    pub fn open(&self, game: &model::Game) {
        let imp = self.imp();
        if self.game().as_ref() != Some(game) {
            self.close();
            imp.title
                .show(&game.player(Color::White), &game.player(Color::Black));
            self.listen_to(game);
            self.follow(Some(game));
            imp.game.replace(Some(game.clone()));
            self.show_on_widgets(Some(game));
            self.turn_to(game.person().unwrap_or(Color::White));
            self.turn_as_wanted();
            self.refresh();
            self.show_annotating();
            self.read_again();
            self.seat_computers(game);
        }
        imp.board
            .focus_square(rank_and_file_core::rules::Square::E2);
    }

    /// Lets go of the game.
    pub fn close(&self) {
        self.end_review();
        self.dismiss_computers();
        self.stop_typing();
        self.fall_silent();
        self.show_on_widgets(None);
        if let Some(game) = self.imp().game.take() {
            game.suspend();
            self.follow(None);
        }
    }

    fn follow(&self, game: Option<&model::Game>) {
        let following = self.imp().following.get_or_init(|| {
            model::following::<model::Game, Self>(
                self,
                &[
                    ("changed", |page| {
                        page.turn_as_wanted();
                        page.refresh();
                        page.keep_focus();
                    }),
                    ("studied", Self::refresh),
                    ("changed", Self::show_annotating),
                    ("studied", Self::show_annotating),
                    ("refused", Self::tell_refusal),
                    ("notify::status", Self::refresh),
                    ("notify::trouble", Self::refresh),
                    ("notify::pending", Self::refresh),
                    ("notify::notice", Self::refresh),
                    ("notify::notice", Self::read_notice),
                    ("happened", Self::hear_event),
                    ("ticked", Self::hear_clock),
                    ("notify::status", Self::read_again),
                    ("ticked", Self::read_short_time),
                ],
            )
        });
        following.set_target(game);
    }

    fn show_on_widgets(&self, game: Option<&model::Game>) {
        let imp = self.imp();
        imp.board.set_game(game);
        imp.top_bar.set_game(game);
        imp.bottom_bar.set_game(game);
        imp.move_list.set_game(game);
        imp.openings.set_game(game);
        if let Some(course) = imp.course.get() {
            course.set_game(game);
        }
        imp.analysis.set_game(game);
        if let Some(thoughts) = imp.thoughts.get() {
            thoughts.set_game(game);
        }
    }
}
