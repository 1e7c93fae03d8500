//! How a game comes to be shown: begun with a log of its own, opened from its log, or kept nowhere;
//! and how it goes out again.

use std::path::PathBuf;

use gtk::subclass::prelude::*;
use rank_and_file_core::library::StudyFile;
use rank_and_file_core::log::{Appender, Folder, Header, Loaded, OpenError, now};
use rank_and_file_core::rules::{self, Chess, fen_of};
use rank_and_file_core::study::Study;

use super::Game;
use super::saving::Saved;
use crate::words;

/// What came of opening a log.
pub enum Opened {
    /// The game can be continued (or, being over, looked through).
    Ready(Game),
    /// The game can only be looked at, for the reason that its status gives.
    ReadOnly(Game),
    /// There is nothing to be seen, for this reason.
    Failed(String),
}

impl Game {
    /// Begins a game and its log.
    #[must_use]
    pub fn begin(folder: &Folder, header: Header, start: Chess) -> Self {
        let entry = folder.new_entry(header.started.unwrap_or_else(now));
        let first = format!("{}{}\n", header.line(), fen_of(&start));
        let rules = header.new_game(start);
        let game = Self::with(&entry.id, header, rules);
        game.set_status(game.with_rules(|rules| words::welcome(rules, game.header())));
        game.keep(&entry.id, Appender::create(entry.path.clone()));
        game.saving().write(first);
        game.look_out();
        game.keeping(StudyFile::new(entry))
    }

    /// A game that nobody keeps, such as that of a lesson: it has no log, and what is played in it
    /// is shown at once.
    #[must_use]
    pub fn unsaved(header: Header, rules: rules::Game) -> Self {
        let game = Self::with("", header, rules);
        game.set_status(game.live_status());
        game.look_out();
        game
    }

    /// The game of a log that was opened to be continued.
    #[must_use]
    pub fn opened(id: &str, opened: Result<(Loaded, Appender), OpenError>) -> Opened {
        let (loaded, why) = match opened {
            Ok((loaded, appender)) => {
                let mut notices = words::notices(&loaded);
                let game = Self::of(id, loaded);
                let status = game.live_status();
                notices.push(status);
                game.set_status(words::sentences(&notices));
                if game.outcome().is_none() {
                    game.keep(id, appender);
                    game.look_out();
                }
                return Opened::Ready(game);
            }
            Err(OpenError::Locked(loaded)) => (loaded, words::open_elsewhere()),
            Err(OpenError::Faulty(loaded)) => {
                let why = loaded.fault.as_ref().map(words::fault).unwrap_or_default();
                (loaded, why)
            }
            Err(OpenError::ReadOnly(loaded, error)) => (loaded, words::shown_only(&error)),
            Err(OpenError::Io(error)) => return Opened::Failed(words::io_error(&error)),
        };
        let game = Self::of(id, *loaded);
        game.set_status(why.clone());
        Opened::ReadOnly(game.frozen(why))
    }

    /// A game that was found in this file of somebody's, only to be looked at: it is not among the
    /// saved ones.
    #[must_use]
    pub fn shown(loaded: Loaded, study: Study, file: PathBuf) -> Self {
        let why = match &loaded.fault {
            Some(fault) => words::sentences(&[words::fault(fault), words::visiting()]),
            None => words::visiting(),
        };
        let game = Self::of("", loaded).studied(study);
        game.imp().visits.replace(Some(file));
        game.set_status(game.live_status());
        game.frozen(why)
    }

    /// The game as its log would give it back, over or not: for whatever leaves the window.
    #[must_use]
    pub fn loaded(&self) -> Loaded {
        let mut loaded = Loaded::of(self.header().clone(), self.with_rules(Clone::clone));
        loaded.end = self.imp().end.get();
        loaded
    }

    fn frozen(self, why: String) -> Self {
        self.imp().read_only.set(true);
        self.set_trouble(why);
        self
    }

    fn of(id: &str, loaded: Loaded) -> Self {
        let game = Self::with(id, loaded.header, loaded.game);
        game.imp().end.set(loaded.end);
        game
    }

    fn with(id: &str, header: Header, rules: rules::Game) -> Self {
        let game: Self = glib::Object::builder().property("id", id).build();
        let imp = game.imp();
        let plies = u32::try_from(rules.plies().len()).unwrap_or(u32::MAX);
        imp.ply.set(plies);
        imp.viewed_ply.set(plies);
        imp.rules.replace(rules);
        imp.header.set(header).ok();
        game.fill_scoresheet();
        game
    }
}
