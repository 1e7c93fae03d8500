//! The other player at the page: the computer, what is wrong with its engine, what two players ask each other,
//! and questions before an end.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::{self, Action, Color};

use super::{GamePage, imp};
use crate::model::{self, Partner, Review, Turning, preferences};
use crate::windows::question::ask;
use crate::words;

/// What the page needs to know of the computers that play on it.
#[derive(Default)]
pub struct Partnership {
    partner: RefCell<Option<Rc<Partner>>>,
    /// What is wrong with an engine; empty where nothing is.
    trouble: RefCell<String>,
    /// Follows what lies before the board, until it is gone.
    in_the_way: OnceCell<glib::SignalGroup>,
}

impl GamePage {
    /// Lets the computers of a game play.
    pub(super) fn seat_computers(&self, game: &model::Game) {
        let page = self.downgrade();
        let attended = move || page.upgrade().is_some_and(|page| page.is_attended());
        let page = self.downgrade();
        let tell = move |what: &str| {
            if let Some(page) = page.upgrade() {
                page.tell_trouble(what);
            }
        };
        let partner = Partner::of(game, attended, tell).map(Rc::new);
        self.imp().partner.partner.replace(partner);
    }

    pub(super) fn dismiss_computers(&self) {
        self.imp().partner.partner.take();
        self.imp().partner.trouble.take();
    }

    /// Says what is wrong with an engine, for as long as it is.
    fn tell_trouble(&self, what: &str) {
        self.imp().partner.trouble.replace(what.to_owned());
        self.refresh();
        self.voice().say(what);
    }

    /// What is wrong with an engine; empty where nothing is.
    pub(super) fn engine_trouble(&self) -> String {
        self.imp().partner.trouble.borrow().clone()
    }

    /// Whether the players have the board before them. Where something else is in the way, the computer is
    /// called back when that is gone.
    fn is_attended(&self) -> bool {
        if !self.is_mapped() {
            return false;
        }
        let other = self.in_the_way();
        let group = self.imp().partner.in_the_way.get_or_init(|| {
            let acts: [model::Act<Self>; 2] = [
                ("unmap", Self::look_again),
                ("notify::is-active", Self::look_again),
            ];
            model::following::<gtk::Widget, Self>(self, &acts)
        });
        group.set_target(other.as_ref());
        other.is_none()
    }

    /// Lets the computer look whether it can go on, as soon as what was in the way is really gone.
    pub(super) fn look_again(&self) {
        let page = self.downgrade();
        glib::idle_add_local_once(move || {
            let page = page.upgrade();
            let partner = page.and_then(|page| page.imp().partner.partner.borrow().clone());
            if let Some(partner) = partner {
                partner.look();
            }
        });
    }

    /// What the players read instead of the board: an open menu, a question, or another window of the same
    /// kind where that has the keyboard.
    fn in_the_way(&self) -> Option<gtk::Widget> {
        let window = self.root().and_downcast::<gtk::Window>()?;
        let focus = GtkWindowExt::focus(&window);
        let menu = focus.and_then(|focus| focus.ancestor(gtk::Popover::static_type()));
        if let Some(menu) = menu.filter(WidgetExt::is_mapped) {
            return Some(menu);
        }
        gtk::Window::list_toplevels().into_iter().find(|other| {
            let other = other.downcast_ref::<gtk::Window>();
            other.is_some_and(|other| {
                let reads = other.is_modal() || other.is_active();
                other.transient_for().as_ref() == Some(&window) && other.is_mapped() && reads
            })
        })
    }
}

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

/// A label in which the underscores of a name stay what they are.
fn plain(label: &str) -> String {
    label.replace('_', "__")
}

/// What players do besides moving.
pub(super) fn install_question_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
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
