//! Who the second player is: a person with a name, or the computer at a level.

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::engine::Computer;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::Color;

use super::PlayerNamesPage;
use crate::model::{Engines, Settings, preferences, remembered};

impl PlayerNamesPage {
    /// Shows who it was the last time, and follows what is chosen.
    pub(super) fn set_up_opponent(&self, settings: &Settings) {
        let imp = self.imp();
        self.find_engine();
        imp.level
            .set_place(settings.get(remembered::COMPUTER_LEVEL));
        imp.level.connect_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move || page.refresh()
        ));
        imp.computer.connect_toggled(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |computer| {
                page.show_opponent(computer.is_active());
                page.refresh();
            }
        ));
        settings.connect_changed(
            &preferences::ENGINE,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| {
                    page.find_engine();
                    page.refresh();
                }
            ),
        );
        let plays = settings.get(remembered::COMPUTER_PLAYS);
        self.choose_opponent(plays);
        self.show_opponent(plays);
    }

    /// Looks for the engine beyond the levels, which may have come or gone.
    pub(super) fn find_engine(&self) {
        self.imp().level.set_engine(Engines::shared().opponent());
    }

    /// Chooses the computer, or a person.
    pub(super) fn choose_opponent(&self, computer: bool) {
        let imp = self.imp();
        let chosen = if computer { &imp.computer } else { &imp.person };
        chosen.set_active(true);
    }

    fn show_opponent(&self, computer: bool) {
        let imp = self.imp();
        imp.second.set_visible(!computer);
        imp.level.set_visible(computer);
        // Its name belongs to the computer.
        imp.swap.set_sensitive(!computer);
    }

    /// The program that is the second player, where no person is.
    pub(super) fn computer(&self) -> Option<Computer> {
        let imp = self.imp();
        imp.computer.is_active().then(|| imp.level.computer())
    }

    /// What the two are called, the second one as logs have it.
    pub(super) fn names(&self) -> [String; 2] {
        let imp = self.imp();
        let second = self.computer().map(|computer| computer.name());
        [
            imp.first.text().into(),
            second.unwrap_or_else(|| imp.second.text().into()),
        ]
    }

    /// Remembers who it is.
    pub(super) fn remember_opponent(&self, settings: &Settings) {
        let imp = self.imp();
        let plays = imp.computer.is_active();
        settings.set(remembered::COMPUTER_PLAYS, &plays);
        if plays {
            settings.set(remembered::COMPUTER_LEVEL, &imp.level.place());
        }
    }
}

/// The program that was the second player the last time, where no person was.
pub(super) fn last_computer(settings: &Settings) -> Option<Computer> {
    let plays = settings.get(remembered::COMPUTER_PLAYS);
    plays.then(|| Engines::shared().at(settings.get(remembered::COMPUTER_LEVEL)))
}

/// The header of a game whose first player has White, with the program that has Black.
pub(super) fn with_second(header: Header, computer: Option<Computer>) -> Header {
    match computer {
        Some(computer) => header.with_computer(Color::Black, computer),
        None => header,
    }
}
