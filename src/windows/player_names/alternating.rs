//! What the games before this one are good for: names to choose from, and whose turn it is to have
//! White.

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::log::tidy_name;
use rank_and_file_core::rules::Color;

use super::PlayerNamesPage;
use crate::model::{Engines, FirstColor, SavedGames};
use crate::widgets::NameSuggestions;
use crate::words;

/// More names than that are no help.
const SUGGESTED: usize = 6;

impl PlayerNamesPage {
    /// Fills in two players, of whom the first takes this colour, unless colours are drawn by lot. The
    /// computer is the second one, whoever stands first.
    pub fn propose(&self, first: &str, second: &str, color: FirstColor) {
        let imp = self.imp();
        let engines = Engines::shared();
        let (person, other, color) = match engines.called(first) {
            Some(_) => (second, first, color.other()),
            None => (first, second, color),
        };
        imp.first.set_text(person);
        let computer = engines.called(other);
        self.choose_opponent(computer.is_some());
        match computer {
            Some(computer) => imp.level.set_computer(computer),
            None => imp.second.set_text(other),
        }
        if self.first_color() != FirstColor::Random {
            self.toggle(color).set_active(true);
        }
    }

    /// Suggests those who have played before, but for the one who is entered already.
    pub(super) fn suggest_names(&self) {
        let imp = self.imp();
        let suggest = |own: &adw::EntryRow, other: &adw::EntryRow| {
            let page = self.downgrade();
            let other = other.downgrade();
            NameSuggestions::new(self, own, move |typed| {
                let games = page
                    .upgrade()
                    .and_then(|page| page.imp().games.get().cloned());
                let taken = other.upgrade().map(|other| other.text());
                let taken = taken.unwrap_or_default();
                let Some(games) = games else {
                    return Vec::new();
                };
                let mut names = games.suggestions(typed, SUGGESTED + 1);
                names.retain(|name| *name != taken.trim());
                names.truncate(SUGGESTED);
                names
            })
        };
        let (first, second) = (&*imp.first, &*imp.second);
        imp.suggestions
            .set([suggest(first, second), suggest(second, first)])
            .ok();
        imp.swap_colors.connect_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.swap_colors()
        ));
        // What has folded up is not read out either.
        imp.alternate.connect_child_revealed_notify(|row| {
            if !row.reveals_child() {
                row.set_visible(false);
            }
        });
    }

    /// Looks again at who had White last when games come or go.
    pub(super) fn follow_games(&self, games: &SavedGames) {
        games.connect_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move || {
                if page.is_mapped() {
                    page.offer_to_alternate();
                }
            }
        ));
    }

    /// Says who had White last, where the colours would be those of the last game. Nothing is
    /// changed unasked.
    pub(super) fn offer_to_alternate(&self) {
        let imp = self.imp();
        let Some(games) = imp.games.get() else { return };
        let chosen = match self.first_color() {
            _ if imp.rules.odds().is_some() => None,
            FirstColor::White => Some(Color::White),
            FirstColor::Black => Some(Color::Black),
            FirstColor::Random => None,
        };
        let [first, second] = self.names().map(|name| tidy_name(&name));
        let rivalry = chosen.and_then(|_| games.rivalry(&first, &second));
        let same = rivalry.filter(|rivalry| Some(rivalry.last_color) == chosen);
        if let Some(rivalry) = &same {
            imp.last_time.set_label(&words::had_white(rivalry));
            imp.alternate.set_visible(true);
        }
        imp.alternate.set_reveal_child(same.is_some());
    }

    fn swap_colors(&self) {
        let other = self.first_color().other();
        self.toggle(other).set_active(true);
        // The button goes away; the keys shall not go astray.
        self.toggle(other).grab_focus();
    }
}
