//! Who sits at this computer in which correspondence game.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use gtk::{gio, glib};
use rank_and_file_core::chess::Color;
use rank_and_file_core::record::log::{OwnSeat, SeatFile};

use crate::config;

/// Who sits at this computer in which game.
#[derive(Debug)]
pub struct Seats {
    file: SeatFile,
    known: RefCell<Option<BTreeMap<String, OwnSeat>>>,
}

thread_local! {
    static SHARED: Rc<Seats> = Rc::new(Seats::at(config::seats_file()));
}

impl Seats {
    /// The seats that all windows share.
    pub fn shared() -> Rc<Self> {
        SHARED.with(Rc::clone)
    }

    /// The seats in the file at `path`.
    pub fn at(path: PathBuf) -> Self {
        Self {
            file: SeatFile::new(path),
            known: RefCell::default(),
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<String, OwnSeat>) -> T) -> T {
        let mut known = self.known.borrow_mut();
        act(known.get_or_insert_with(|| {
            let read = self.file.read();
            // Who is not known is asked again.
            let read =
                read.inspect_err(|error| tracing::warn!("the seats cannot be read: {error}"));
            read.unwrap_or_default()
        }))
    }

    /// Who sits here in a game, if that was answered.
    pub fn get(&self, game: &str) -> Option<OwnSeat> {
        self.with(|known| known.get(game).copied())
    }

    /// Keeps who sits here in a game.
    pub fn take(&self, game: &str, seat: OwnSeat) {
        self.with(|known| known.insert(game.to_owned(), seat));
        let (file, game) = (self.file.clone(), game.to_owned());
        glib::spawn_future_local(async move {
            let kept = gio::spawn_blocking(move || file.take(&game, seat)).await;
            if let Ok(Err(error)) = kept {
                tracing::error!("who sits here cannot be kept: {error}");
            }
        });
    }

    /// The games that are played from here, each with the own side.
    pub(super) fn played(&self) -> Vec<(String, Color)> {
        self.with(|known| {
            let played = known.iter();
            let played = played.filter_map(|(id, seat)| Some((id.clone(), seat.side()?)));
            played.collect()
        })
    }
}
