//! What is read out to those who hear the game.

use gtk::subclass::prelude::*;

use super::{Twenty48Window, imp};
use crate::model;
use crate::widgets::{Voice, show_said};
use crate::words::{self, Said};

/// Installs the actions that read out what can be seen.
pub(super) fn install_actions(class: &mut <imp::Twenty48Window as ObjectSubclass>::Class) {
    class.install_action("tiles.read-board", None, |window, _, _| {
        window.tell(|game| game.with_game(words::twenty48::reading).into());
    });
    class.install_action("tiles.read-scores", None, |window, _, _| {
        window.tell(|game| words::twenty48::scores(game.score(), game.best()).into());
    });
    class.install_action("tiles.read-again", None, |window, _, _| {
        window.tell(model::Twenty48::said);
    });
}

impl Twenty48Window {
    /// Lets a game be heard from now on.
    pub(super) fn read_out(&self, game: &model::Twenty48) {
        game.connect_status_notify(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |game| window.say(game.said().spoken())
        ));
    }

    /// Answers below the board and aloud.
    fn tell(&self, answer: impl FnOnce(&model::Twenty48) -> Said) {
        let Some(game) = self.game() else { return };
        let answer = answer(&game);
        show_said(&self.imp().status, &answer);
        self.say(answer.spoken());
    }

    pub(super) fn say(&self, what: &str) {
        let imp = self.imp();
        imp.voice.get_or_init(|| Voice::of(&*imp.status)).say(what);
    }
}
