//! A tutor that thinks in another thread, for a trainer, a review, or help while a game is played.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex};

use gtk::gio;
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::Tutor;

/// A tutor that thinks in another thread, about one thing at a time, until it is dropped.
#[derive(Clone, Default)]
pub struct Tutoring(Rc<Asked>);

#[derive(Default)]
struct Asked {
    /// Called when something is first asked.
    tutor: Arc<LazyLock<Mutex<Tutor>>>,
    stop: RefCell<Stop>,
}

impl Tutoring {
    /// Asks something, in place of what was asked before. `None` where something else was asked since, or it was given up.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut Tutor, &Stop) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        self.stop();
        let stop = Stop::default();
        self.0.stop.replace(stop.clone());
        let (tutor, heeded) = (self.0.tutor.clone(), stop.clone());
        let answer = gio::spawn_blocking(move || {
            // What a tutor knows stays right when it panics.
            let mut tutor = tutor.lock().unwrap_or_else(|broken| broken.into_inner());
            ask(&mut tutor, &heeded)
        });
        let answer = answer.await.ok()?;
        answer.filter(|_| !stop.is_stopped())
    }

    /// Gives up what was asked.
    pub fn stop(&self) {
        self.0.stop.borrow().stop();
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.borrow().stop();
    }
}
