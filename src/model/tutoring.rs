//! A tutor who thinks away from the main thread, for whatever asks one: a trainer, a review, help while a game is played.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex};

use gtk::gio;
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::Tutor;

/// A tutor who thinks away from the main thread, about one thing at a time. When it is let go, no more is heard.
#[derive(Clone, Default)]
pub struct Tutoring(Rc<Asked>);

#[derive(Default)]
struct Asked {
    /// Called when something is first asked.
    tutor: Arc<LazyLock<Mutex<Tutor>>>,
    stop: RefCell<Stop>,
}

impl Tutoring {
    /// Asks something, in place of what was asked before. `None` where something else was asked since, or
    /// nothing is wanted any more.
    pub async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut Tutor, &Stop) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        self.stop();
        let stop = Stop::default();
        self.0.stop.replace(stop.clone());
        let (tutor, heeded) = (self.0.tutor.clone(), stop.clone());
        let answer = gio::spawn_blocking(move || {
            // A tutor who has panicked before knows nothing wrong, but maybe less.
            let mut tutor = tutor.lock().unwrap_or_else(|broken| broken.into_inner());
            ask(&mut tutor, &heeded)
        });
        let answer = answer.await.ok()?;
        answer.filter(|_| !stop.is_stopped())
    }

    /// Wants nothing any more.
    pub fn stop(&self) {
        self.0.stop.borrow().stop();
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.borrow().stop();
    }
}
