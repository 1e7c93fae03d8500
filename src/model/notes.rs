//! What this computer alone keeps of correspondence games: who sits here, conditional moves, and how games stood.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use gtk::prelude::*;
use gtk::{gio, glib};
use rank_and_file_core::record::log::{ConditionalMoves, NoteFile, Noted, OwnSeat};

use crate::config;

/// Something that is kept of games, by their ids.
#[derive(Debug)]
pub struct Notes<T> {
    file: NoteFile<T>,
    /// What is to be in the file; `None` as long as that has not been read.
    known: Arc<Mutex<Option<BTreeMap<String, T>>>>,
}

/// Who sits at this computer in which game.
pub type Seats = Notes<OwnSeat>;

thread_local! {
    static SEATS: Rc<Seats> = Rc::new(Notes::at(config::seats_file()));
    static CONDITIONAL: Rc<Notes<ConditionalMoves>> = Rc::new(Notes::at(config::conditional_moves_file()));
}

impl Seats {
    /// The seats that all windows share.
    pub fn shared() -> Rc<Self> {
        SEATS.with(Rc::clone)
    }
}

impl Notes<ConditionalMoves> {
    /// The conditional moves that all windows share.
    pub fn shared() -> Rc<Self> {
        CONDITIONAL.with(Rc::clone)
    }
}

impl<T: Noted> Notes<T> {
    /// What is kept in the file at `path`.
    pub fn at(path: PathBuf) -> Self {
        Self {
            file: NoteFile::new(path),
            known: Arc::default(),
        }
    }

    fn with<R>(&self, act: impl FnOnce(&mut BTreeMap<String, T>) -> R) -> R {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        act(known.get_or_insert_with(|| {
            let read = self.file.read();
            let read = read.inspect_err(|error| tracing::warn!("notes cannot be read: {error}"));
            read.unwrap_or_default()
        }))
    }

    /// What is kept of a game.
    pub fn get(&self, game: &str) -> Option<T> {
        self.with(|known| known.get(game).cloned())
    }

    /// What is kept of all games.
    pub fn all(&self) -> BTreeMap<String, T> {
        self.with(|known| known.clone())
    }

    /// Keeps this of games from now on, or nothing more. What is the same already is not written again.
    pub fn put(&self, mut notes: Vec<(String, Option<T>)>) {
        self.with(|known| {
            notes.retain(|(game, note)| known.get(game) != note.as_ref());
            for (game, note) in &notes {
                change(known, game, note.clone());
            }
        });
        if notes.is_empty() {
            return;
        }
        // The program does not end before that is written.
        let held = gio::Application::default().map(|app| app.hold());
        let (file, known) = (self.file.clone(), self.known.clone());
        glib::spawn_future_local(async move {
            let write = move || {
                file.update(|kept| {
                    // Writers may overtake one another, so each writes what is known now, not what it was given.
                    let known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    for (game, _) in notes {
                        let note = known.as_ref().and_then(|known| known.get(&game));
                        change(kept, &game, note.cloned());
                    }
                })
            };
            if let Ok(Err(error)) = gio::spawn_blocking(write).await {
                tracing::error!("what is known of correspondence games cannot be kept: {error}");
            }
            drop(held);
        });
    }
}

fn change<T>(notes: &mut BTreeMap<String, T>, game: &str, note: Option<T>) {
    match note {
        Some(note) => drop(notes.insert(game.to_owned(), note)),
        None => drop(notes.remove(game)),
    }
}
