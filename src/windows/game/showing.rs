//! What the page shows of its game besides the board.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{Color, Draft, Help, Position};

use super::GamePage;
use crate::widgets::{set_style_class, show_said};
use crate::words;

/// The half-moves without a capture or a pawn move from which on they are counted aloud.
const COUNTED_FROM: u32 = 60;

impl GamePage {
    /// A name that is cut short can be read in full under the pointer.
    pub(super) fn set_up_opening(&self) {
        let imp = self.imp();
        for label in [&*imp.opening, &*imp.occasion] {
            label.connect_query_tooltip(|label, _, _, _, tooltip| {
                tooltip.set_text(Some(&label.label()));
                label.layout().is_ellipsized()
            });
        }
    }

    pub(super) fn refresh(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let saving = game.pending().then(words::saving);
        let with_saving = |said: &str| {
            let saving = saving.iter().cloned();
            words::sentences(
                &[said.to_owned()]
                    .into_iter()
                    .chain(saving)
                    .collect::<Vec<_>>(),
            )
        };
        show_said(&imp.status, &game.said().map(with_saving));
        // Nothing is worse than to lose moves.
        let trouble = Some(game.trouble()).filter(|trouble| !trouble.is_empty());
        let notice = Some(game.notice()).filter(|notice| !notice.is_empty() && trouble.is_none());
        imp.dismiss.set_visible(notice.is_some());
        let trouble = trouble.or(notice).unwrap_or_else(|| self.engine_trouble());
        imp.trouble_text.set_label(&trouble);
        imp.trouble.set_visible(!trouble.is_empty());
        imp.trouble.set_reveal_child(!trouble.is_empty());
        imp.save_again
            .set_visible(game.is_unsaved() && !game.is_guest());
        imp.keep.set_visible(game.visiting());
        // Only moves that may be lost are alarming.
        let calm = game.is_guest() || game.trouble().is_empty();
        set_style_class(&*imp.trouble_strip, "guest", calm);
        self.show_review(&game);
        self.show_analysis(&game);
        let outcome = game.outcome();
        if outcome.is_some() && !imp.result.reveals_child() {
            self.set_panel_shown(self.full_screen());
        }
        let aside = self.analyzes(&game) || self.is_reviewing();
        let over = outcome.is_some() && !self.makes_room(&game) && !aside;
        imp.result.set_visible(over);
        imp.result.set_reveal_child(outcome.is_some());
        if outcome.is_some() {
            self.show_score();
            let figures = imp.move_list.figurines();
            imp.why.set_visible(imp.proof.show_for(&game, figures));
            self.show_what_is_next(game.has_ended_here());
        }
        let closed = game.is_closed();
        let claims = game.with_rules(|rules| rules.draw_rule().waits_for_claim());
        imp.manners.set_visible(!closed);
        let helped = |side: &Color| game.header().is_helped(*side, Help::Tip(1));
        imp.tip.set_visible(Color::ALL.iter().any(helped));
        imp.claim.set_visible(game.is_claimable());
        let paused = game.is_paused();
        let runs = !closed && !paused && game.clock_running().is_some();
        imp.pause.set_visible(runs);
        let hidden = !closed && paused;
        imp.table.set_covered(hidden);
        let goes_on = Draft::from(&game.viewed_position()).end().is_none();
        self.show_looking_back(&game);
        let verdict = outcome.is_some() && game.is_live();
        set_style_class(&*imp.status, "verdict", verdict);
        let halfmoves = game.viewed_position().halfmoves();
        imp.quiet.set_visible(halfmoves >= COUNTED_FROM);
        imp.quiet.set_label(&words::quiet_moves(halfmoves));
        let opening = game.opening().map(words::opening);
        imp.opening
            .set_visible(opening.is_some() && !self.reviews_below());
        imp.opening.set_label(&opening.unwrap_or_default());
        let occasion = game.with_rules(|rules| words::occasion(game.header(), rules));
        imp.occasion.set_visible(!occasion.is_empty());
        imp.occasion.set_label(&occasion);
        self.show_moves(&game);
        let people = !game.header().has_computers();
        let plays = !closed && (people || game.person().is_some());
        let both = people && !closed && game.offer().is_none() && game.ply() > 1;
        self.allow_reviewing(&game);
        for (action, possible) in [
            ("game.accept", game.question().is_some()),
            ("game.decline", game.question().is_some()),
            ("game.resign", plays),
            ("game.offer-draw", plays && game.offer().is_none()),
            ("game.take-back", game.takeback().is_some()),
            ("game.take-back-both", both),
            ("game.tip", game.may_ask_for_tip()),
            ("game.claim", plays && claims),
            ("game.pause", runs),
            ("game.resume", !closed && paused),
            // Nobody sees where a game stands whose clocks are waiting.
            ("game.play-from-here", !hidden && goes_on),
            ("game.edit-position", !hidden),
        ] {
            self.action_set_enabled(action, possible);
        }
    }

    /// Offers what is likely to be wanted after the end: another game, or where the players have
    /// not been here, to see how this one was played.
    fn show_what_is_next(&self, rematch: bool) {
        let imp = self.imp();
        imp.rematch.set_visible(rematch);
        for offered in [&imp.look_through, &imp.review_button] {
            set_style_class(&**offered, "suggested-action", !rematch);
        }
    }

    /// Shows how the players stand in this sitting.
    pub(super) fn show_score(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let sitting = imp.games.get().and_then(|games| games.sitting(&game));
        imp.score.set_visible(sitting.is_some());
        if let Some(results) = sitting {
            let [white, black] = [Color::White, Color::Black].map(|side| game.player(side));
            imp.score
                .set_label(&words::score_of(&white, &black, results));
        }
    }
}
