//! Who practices, and what with.

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::practice::{Level, motifs_on};
use rank_and_file_core::tutor::Motif;
use strum::VariantArray;

use super::{PracticePage, What};
use crate::model::{Practice, Settings, remembered};
use crate::widgets::NameSuggestions;
use crate::words;

/// So many names are suggested at once.
const SUGGESTED: usize = 5;

impl PracticePage {
    pub(super) fn set_up_choices(&self, settings: &Settings) {
        let imp = self.imp();
        imp.first.set_text(&settings.get(remembered::FIRST_PLAYER));
        imp.second
            .set_text(&settings.get(remembered::SECOND_PLAYER));
        imp.two.set_active(settings.get(remembered::PRACTICE_TWO));
        self.fill_shelf(settings);
        self.suggest_names();
        for entry in [&imp.first, &imp.second] {
            entry.connect_changed(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| page.refresh_choices()
            ));
        }
        imp.two.connect_toggled(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.refresh_choices()
        ));
        for row in [&imp.motif, &imp.level] {
            row.connect_selected_notify(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| page.refresh_choices()
            ));
        }
        imp.own_start.connect_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.start(What::Own)
        ));
        imp.shelf_start.connect_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.start(page.place())
        ));
        self.refresh_choices();
    }

    fn fill_shelf(&self, settings: &Settings) {
        let imp = self.imp();
        let motif: Option<Motif> = settings.get(remembered::PRACTICE_MOTIF).parse().ok();
        let motifs = motifs_on();
        let names = motifs.iter().copied().map(words::motif_name);
        imp.motif.set_model(Some(&list(words::any_motif(), names)));
        imp.motif.set_selected(place(&motifs, motif));
        let level: Option<Level> = settings.get(remembered::PRACTICE_LEVEL).parse().ok();
        let names = Level::VARIANTS.iter().copied().map(words::level_name);
        imp.level.set_model(Some(&list(words::any_level(), names)));
        imp.level.set_selected(place(Level::VARIANTS, level));
    }

    fn suggest_names(&self) {
        let imp = self.imp();
        let suggest = |entry: &adw::EntryRow| {
            let page = self.downgrade();
            NameSuggestions::new(self, entry, move |typed| {
                let page = page.upgrade();
                let games = page.and_then(|page| page.imp().games.get().cloned());
                games.map_or_else(Vec::new, |games| games.suggestions(typed, SUGGESTED))
            })
        };
        imp.suggestions
            .set([suggest(&imp.first), suggest(&imp.second)])
            .ok();
    }

    /// The place on the shelf that is chosen.
    fn place(&self) -> What {
        let imp = self.imp();
        let motif = chosen(&motifs_on(), &imp.motif);
        What::Shelf(motif, chosen(Level::VARIANTS, &imp.level))
    }

    /// Who practices: one, who may have no name, or two. `None` where two cannot be told apart.
    fn names(&self) -> Option<Vec<String>> {
        let imp = self.imp();
        let name = |entry: &adw::EntryRow| {
            let typed = rank_and_file_core::log::tidy_name(&entry.text());
            let games = imp.games.get();
            games.map_or(typed.clone(), |games| games.shown_as(&typed))
        };
        let (first, second) = (name(&imp.first), name(&imp.second));
        if !imp.two.is_active() {
            return Some(vec![first]);
        }
        let apart = !first.is_empty() && !second.is_empty() && first != second;
        apart.then(|| vec![first, second])
    }

    fn start(&self, what: What) {
        let imp = self.imp();
        let Some(players) = self.names() else { return };
        if let Some(settings) = imp.settings.get() {
            let entries = [
                (remembered::FIRST_PLAYER, &imp.first),
                (remembered::SECOND_PLAYER, &imp.second),
            ];
            for (key, entry) in entries {
                settings.set(key, &entry.text().to_string());
            }
            settings.set(remembered::PRACTICE_TWO, &imp.two.is_active());
            if let What::Shelf(motif, level) = what {
                let motif = motif.map(|motif| motif.to_string());
                let level = level.map(|level| level.to_string());
                settings.set(remembered::PRACTICE_MOTIF, &motif.unwrap_or_default());
                settings.set(remembered::PRACTICE_LEVEL, &level.unwrap_or_default());
            }
        }
        self.begin(players, what);
    }

    /// Shows what there is for those who practice.
    pub(super) fn refresh_choices(&self) {
        let imp = self.imp();
        let two = imp.two.is_active();
        imp.second.set_visible(two);
        imp.own.set_visible(!two);
        let names = self.names();
        imp.names_note.set_visible(names.is_none());
        imp.names_note.set_label(&words::two_names_needed());
        let notebook = self.notebook();
        let What::Shelf(motif, level) = self.place() else {
            return;
        };
        let players = names.clone().unwrap_or_default();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let more = notebook.next_puzzle(&players, motif, level).is_some();
        imp.shelf_start.set_sensitive(names.is_some() && more);
        let progress = match players.as_slice() {
            _ if !more => words::everything_found(),
            [player] => {
                let (found, all) = notebook.progress(player, motif, level);
                words::practice_progress(found, all)
            }
            _ => String::new(),
        };
        imp.progress.set_label(&progress);
        imp.progress.set_visible(!progress.is_empty());
        let player = players.first().copied().unwrap_or_default();
        let due = notebook.due(player, Practice::today()).len();
        imp.own_start.set_visible(due > 0);
        imp.own_state.set_label(&if due > 0 {
            words::positions_due(due)
        } else if notebook.knows(player) {
            let waiting = notebook.to_find(player);
            words::nothing_due(waiting.first().map(|(day, _)| *day))
        } else {
            words::no_misses_yet()
        });
    }
}

/// The items of a list, the first of which stands for all.
fn list(all: String, names: impl Iterator<Item = String>) -> gtk::StringList {
    let names: Vec<String> = [all].into_iter().chain(names).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    gtk::StringList::new(&names)
}

/// The place of something in such a list.
fn place<T: PartialEq>(all: &[T], chosen: Option<T>) -> u32 {
    let index = chosen.and_then(|chosen| all.iter().position(|item| *item == chosen));
    index.map_or(0, |index| u32::try_from(index + 1).unwrap_or_default())
}

/// What is chosen in such a list; `None` for all.
fn chosen<T: Copy>(all: &[T], row: &adw::ComboRow) -> Option<T> {
    let index = (row.selected() as usize).checked_sub(1)?;
    all.get(index).copied()
}
