//! What the page shows of its game besides the board.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Position;

use super::GamePage;
use crate::model;
use crate::widgets::show_said;
use crate::words;

/// The half-moves without a capture or a pawn move from which on they are counted aloud.
const COUNTED_FROM: u32 = 60;

impl GamePage {
    /// A name that is cut short can be read in full under the pointer.
    pub(super) fn set_up_opening(&self) {
        let opening = &self.imp().opening;
        opening.connect_query_tooltip(|label, _, _, _, tooltip| {
            tooltip.set_text(Some(&label.label()));
            label.layout().is_ellipsized()
        });
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
        let trouble = game.trouble();
        imp.trouble_text.set_label(&trouble);
        imp.trouble.set_visible(!trouble.is_empty());
        imp.trouble.set_reveal_child(!trouble.is_empty());
        imp.save_again.set_visible(game.is_unsaved());
        let outcome = game.outcome();
        if outcome.is_some() && !imp.result.reveals_child() {
            self.set_panel_shown(self.full_screen());
        }
        imp.result.set_visible(outcome.is_some());
        imp.result.set_reveal_child(outcome.is_some());
        if let Some(outcome) = outcome {
            imp.result_title
                .set_label(&words::outcome_title(outcome, game.header()));
            imp.result_reason.set_label(&words::reason(outcome.reason));
            let figures = imp.move_list.figurines();
            imp.why.set_visible(imp.proof.show_for(&game, figures));
        }
        let closed = game.is_closed();
        let claims = game.with_rules(|rules| rules.draw_rule().waits_for_claim());
        imp.manners.set_visible(!closed);
        imp.claim.set_visible(game.is_claimable());
        let paused = game.is_paused();
        let runs = !closed && !paused && game.clock_running().is_some();
        imp.pause.set_visible(runs);
        imp.table.set_covered(!closed && paused);
        self.show_looking_back(&game);
        let halfmoves = game.viewed_position().halfmoves();
        imp.quiet.set_visible(halfmoves >= COUNTED_FROM);
        imp.quiet.set_label(&words::quiet_moves(halfmoves));
        let opening = game.opening().map(words::opening);
        imp.opening.set_visible(opening.is_some());
        imp.opening.set_label(&opening.unwrap_or_default());
        imp.moves
            .set_visible_child_name(if game.ply() == 0 { "none" } else { "some" });
        let (viewed, last) = (game.viewed_ply(), game.ply());
        let back = !closed && game.offer().is_none();
        for (action, possible) in [
            ("game.first", viewed > 0),
            ("game.back", viewed > 0),
            ("game.forward", viewed < last),
            ("game.last", viewed < last),
            ("game.look-through", last > 0),
            ("game.accept", game.offer().is_some()),
            ("game.decline", game.offer().is_some()),
            ("game.resign", !closed),
            ("game.offer-draw", !closed && game.offer().is_none()),
            ("game.take-back", back && last > 0),
            ("game.take-back-both", back && last > 1),
            ("game.claim", !closed && claims),
            ("game.pause", runs),
            ("game.resume", !closed && paused),
        ] {
            self.action_set_enabled(action, possible);
        }
    }

    /// Says that the position is an earlier one than that in which the players are.
    fn show_looking_back(&self, game: &model::Game) {
        let imp = self.imp();
        let back = !game.is_closed() && !game.is_live();
        imp.return_to_game.set_visible(back);
        imp.return_to_game
            .set_label(&words::return_to_game(game.viewed_ply()));
        if back {
            imp.board.add_css_class("earlier");
        } else {
            imp.board.remove_css_class("earlier");
        }
    }
}
