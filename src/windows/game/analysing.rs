//! What the computer thinks of the position at which somebody stands who reviews a game: above the moves, and
//! as a bar beside the board.

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::Ply;

use super::{GamePage, imp};
use crate::model::{self, Analysis, Insight, Settings, Way, preferences, remembered};
use crate::words;

impl imp::GamePage {
    pub(super) fn set_analysis_shown(&self, shown: bool) {
        if self.analysis_shown.replace(shown) == shown {
            return;
        }
        if let Some(settings) = self.settings.get() {
            settings.set(remembered::ANALYSIS_SHOWN, &shown);
        }
        let page = self.obj();
        if let Some(game) = page.game() {
            if !shown && game.ahead().is_some() {
                game.walk(Way::Return);
            }
            page.refresh();
            page.keep_focus();
        }
        page.notify_analysis_shown();
    }
}

impl GamePage {
    pub(super) fn set_up_analysis(&self, settings: &Settings) {
        let imp = self.imp();
        let thoughts = Analysis::new(settings);
        imp.analysis.set_analysis(&thoughts);
        imp.evaluation.set_analysis(&thoughts);
        thoughts.connect_hurries_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.take_turns()
        ));
        imp.thoughts.set(thoughts).ok();
        imp.analysis.connect_add(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |action| {
                page.annotate(action);
            }
        ));
        settings.bind(remembered::ANALYSIS_SHOWN, self, "analysis-shown");
        settings.connect_changed(
            &preferences::ANALYSIS,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| page.refresh()
            ),
        );
        // A window that is put aside goes on being mapped.
        let following =
            model::following::<gdk::Surface, Self>(self, &[("notify::state", Self::see)]);
        self.connect_realize(move |page| {
            let surface = page.native().and_then(|native| native.surface());
            following.set_target(surface.as_ref());
        });
    }

    /// Shows what the computer thinks where that is wanted, and no help where somebody plays.
    pub(super) fn show_analysis(&self, game: &model::Game) {
        let imp = self.imp();
        // Whoever looks for something better is not told it.
        let open = game.is_reviewable() && !self.is_reviewing();
        let offered = open && self.chosen(preferences::ANALYSIS);
        let shown = offered && self.analysis_shown();
        self.action_set_enabled("game.analysis", offered);
        self.action_set_enabled("game.read-evaluation", shown);
        imp.analysis_toggle.set_visible(offered);
        imp.analysis.set_visible(shown);
        imp.evaluation.set_visible(shown);
        self.see();
    }

    /// Whether somebody analyzes the game rather than having just played it: what is offered at its end leaves
    /// its room to the lines.
    pub(super) fn analyzes(&self, game: &model::Game) -> bool {
        let plays = game.is_live() && game.has_ended_here();
        self.imp().analysis.get_visible() && !plays
    }

    /// Lets the computer think as long as somebody sees what it thinks.
    pub(super) fn see(&self) {
        let imp = self.imp();
        let surface = self.native().and_then(|native| native.surface());
        let toplevel = surface.and_downcast::<gdk::Toplevel>();
        let aside = toplevel
            .is_some_and(|toplevel| toplevel.state().contains(gdk::ToplevelState::MINIMIZED));
        let seen = self.is_mapped() && !aside && imp.evaluation.get_visible();
        if let Some(thoughts) = imp.thoughts.get() {
            thoughts.set_seen(seen);
        }
    }

    /// Says who stands better, and what is best.
    pub(super) fn read_evaluation(&self) {
        let insight = self.imp().thoughts.get().map(Analysis::insight);
        let said = match insight.unwrap_or_default() {
            Insight::Found(found) => found.score().map(|score| {
                let best = found.found.best();
                let best = best.map(|best| Ply::play(&found.position, best));
                words::evaluation_said(score, best.as_ref())
            }),
            Insight::End(end) => Some(words::sentence(&words::reason_of(end))),
            Insight::Saving => Some(words::saves_power()),
            Insight::Failed(why) => Some(why),
            Insight::None | Insight::Awaited => None,
        };
        if let Some(game) = self.game() {
            game.say(said.unwrap_or_else(words::no_evaluation));
        }
    }
}
