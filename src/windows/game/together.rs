//! Reviewing a game together, on its own page: the panel of the review takes the place of what is offered at the
//! end of a game, and of what would tell the answers.

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::{GamePage, imp};
use crate::model::{self, Review, preferences};

/// Installs the actions by which a review begins and ends.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action("game.review", None, |page, _, _| page.review());
    class.install_action("game.end-review", None, |page, _, _| page.end_review());
}

impl GamePage {
    /// Whether the game is reviewed together.
    pub(super) fn is_reviewing(&self) -> bool {
        self.imp().review.review().is_some()
    }

    /// Whether a review has the room below the board for itself.
    pub(super) fn reviews_below(&self) -> bool {
        self.is_reviewing() && self.imp().table.panel_below()
    }

    /// Whether a game is there to be reviewed: it is over, and was played.
    fn can_review(&self, game: &model::Game) -> bool {
        let over = game.is_reviewable() && game.outcome().is_some() && game.ply() > 0;
        over && self.chosen(preferences::ANALYSIS)
    }

    fn review(&self) {
        let imp = self.imp();
        let game = self.game().filter(|game| self.can_review(game));
        let (Some(game), Some(course)) = (game, imp.course.get()) else {
            return;
        };
        if self.is_reviewing() {
            return;
        }
        course.set_reviewed(true);
        imp.review.set_review(Some(&Review::of(&game, course)));
        if self.full_screen() {
            self.set_panel_shown(true);
        }
        self.refresh();
        self.keep_focus();
    }

    pub(super) fn end_review(&self) {
        let imp = self.imp();
        let Some(review) = imp.review.review() else {
            return;
        };
        imp.review.set_review(None::<Review>);
        if let Some(course) = imp.course.get() {
            course.set_reviewed(false);
        }
        review.end();
        self.refresh();
        self.keep_focus();
    }

    /// Offers a review, or shows the one that goes on.
    pub(super) fn show_review(&self, game: &model::Game) {
        let imp = self.imp();
        let offered = self.can_review(game);
        if !offered && self.is_reviewing() {
            self.end_review();
        }
        let reviewing = self.is_reviewing();
        self.action_set_enabled("game.review", offered && !reviewing);
        self.action_set_enabled("game.end-review", reviewing);
        imp.review.set_visible(reviewing);
        imp.review_button.set_visible(offered);
        imp.look_through.set_visible(!offered);
        // What is said of a move is read whole.
        imp.status.set_ellipsize(match reviewing {
            true => gtk::pango::EllipsizeMode::None,
            false => gtk::pango::EllipsizeMode::End,
        });
        imp.status.set_lines(if reviewing { -1 } else { 4 });
    }
}
