//! What players do besides moving: they resign, take back, claim, offer and answer; and what the page asks before.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::{self, Action, Color};

use super::{GamePage, imp};
use crate::model::{Turning, preferences};
use crate::windows::question::ask;
use crate::words;

/// A label in which the underscores of a name stay what they are.
fn plain(label: &str) -> String {
    label.replace('_', "__")
}

/// What players do besides moving.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action_async("game.resign", None, |page, _, _| async move {
        page.ask_to_resign().await;
        page.imp().board.refocus();
    });
    class.install_action("game.take-back", None, |page, _, _| {
        page.take_back();
    });
    class.install_action("game.take-back-both", None, |page, _, _| {
        page.act(Action::AskTakeback(2));
    });
    class.install_action_async("game.claim", None, |page, _, _| async move {
        page.claim().await;
        page.imp().board.refocus();
    });
    class.install_action("game.tip", None, |page, _, _| {
        if let Some(game) = page.game() {
            game.ask_for_tip();
        }
    });
    class.install_action("game.accept", None, |page, _, _| {
        page.answer(Action::Accept)
    });
    class.install_action("game.decline", None, |page, _, _| {
        page.answer(Action::Decline)
    });
    class.install_action("game.offer-draw", None, |page, _, _| {
        page.act(Action::OfferDraw)
    });
    class.install_action("game.pause", None, |page, _, _| page.act(Action::Pause));
    class.install_action("game.resume", None, |page, _, _| page.answer(Action::GoOn));
}

impl GamePage {
    /// Tells the game what a player wants. A refusal is said by the status line.
    pub(super) fn act(&self, action: Action) {
        if let Some(game) = self.game() {
            game.act(action).ok();
        }
    }

    /// Asks for the own last move back.
    fn take_back(&self) {
        if let Some(plies) = self.game().and_then(|game| game.takeback()) {
            self.act(Action::AskTakeback(plies));
        }
    }

    /// Answers an offer. The button that is pressed is about to go, and whoever pressed it plays on.
    fn answer(&self, action: Action) {
        self.imp().board.refocus();
        self.act(action);
    }

    fn question(&self, heading: &str, body: &str) -> adw::MessageDialog {
        let window = self.root().and_downcast::<gtk::Window>();
        adw::MessageDialog::new(window.as_ref(), Some(heading), Some(body))
    }

    /// Asks who resigns. Who wants no more questions is asked only that, and not even that where
    /// nobody else sits before the board: it turns to the player to move, or the computer plays the other side.
    pub(super) async fn ask_to_resign(&self) {
        let Some(game) = self.game() else { return };
        let turn = game.with_rules(rules::Game::turn);
        let person = game.person();
        let loser = person.unwrap_or(turn);
        let confirm = self.chosen(preferences::CONFIRM_RESIGNING);
        let turns = self.chosen(preferences::TURNING) == Turning::EachMove;
        if !confirm && (person.is_some() || turns && game.is_live()) {
            self.act(Action::Resign(loser));
            return;
        }
        let losers: Vec<Color> = match person {
            Some(person) => vec![person],
            None => Color::ALL.to_vec(),
        };
        let draws =
            |loser: &Color| game.with_rules(|rules| rules.resigned(*loser).winner.is_none());
        let body = match losers.iter().any(draws) {
            true => gettext(
                "The game ends at once. The other player wins, or it is a draw where that player cannot mate.",
            ),
            false => gettext("The game ends at once, and the other player wins."),
        };
        let heading = match person {
            Some(_) => gettext("Resign?"),
            None => gettext("Who Resigns?"),
        };
        let question = self.question(&heading, &body);
        question.add_response("cancel", &gettext("_Keep Playing"));
        let id = |color: Color| color.fold_wb("white", "black");
        for color in losers {
            let name = plain(&game.player(color));
            question.add_response(id(color), &words::resigns(&name, color));
            question.set_response_appearance(id(color), adw::ResponseAppearance::Destructive);
        }
        question.set_default_response(Some(if confirm { "cancel" } else { id(loser) }));
        question.set_close_response("cancel");
        let answer = ask(&question).await;
        if let Some(loser) = Color::ALL.into_iter().find(|color| id(*color) == answer) {
            self.act(Action::Resign(loser));
        }
    }

    /// Claims the draw that stands on the board, or asks for the move that will bring it.
    pub(super) async fn claim(&self) {
        let Some(game) = self.game() else { return };
        if game.is_computers_turn() {
            // It says so.
            self.act(Action::Claim(None));
            return;
        }
        let waits = game.with_rules(|rules| rules.draw_rule().waits_for_claim());
        if game.is_claimable() || !waits {
            self.act(Action::Claim(None));
            return;
        }
        let question = self.question(
            &gettext("Claim a Draw With the Next Move?"),
            &gettext("Enter the move that repeats the position a third time or completes fifty moves. It is played in any case: a wrong claim counts as a draw offer."),
        );
        let entry = gtk::Entry::builder().activates_default(true).build();
        entry.update_property(&[gtk::accessible::Property::Label(&gettext("Move"))]);
        question.set_extra_child(Some(&entry));
        question.add_responses(&[
            ("cancel", &gettext("_Cancel")),
            ("claim", &gettext("C_laim")),
        ]);
        question.set_response_appearance("claim", adw::ResponseAppearance::Suggested);
        question.set_default_response(Some("claim"));
        question.set_close_response("cancel");
        if ask(&question).await != "claim" {
            return;
        }
        let letters = words::piece_letters();
        let text = game.with_rules(|rules| rules.in_english(&entry.text(), &letters));
        match game.with_rules(|rules| rules.read_move(&text)) {
            Ok(mv) => self.act(Action::Claim(Some(mv))),
            // The game says the reason, as for any move that is written.
            Err(_) => self.act(Action::Write(text)),
        }
    }
}
