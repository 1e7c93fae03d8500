//! A tutor who is asked while the windows go on.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use gtk::gio;
use rank_and_file_core::engine::Stop;
use rank_and_file_core::tutor::Tutor;

/// A tutor who thinks away from the main thread, about one thing at a time. Whoever lets it go hears no more.
#[derive(Clone)]
pub struct Tutoring(Rc<Asked>);

struct Asked {
    tutor: Arc<Mutex<Tutor>>,
    stop: RefCell<Stop>,
}

impl Tutoring {
    /// A tutor who looks at so many positions before it says anything.
    #[must_use]
    pub fn new(nodes: u64) -> Self {
        let tutor = Arc::new(Mutex::new(Tutor::new(nodes)));
        let stop = RefCell::default();
        Self(Rc::new(Asked { tutor, stop }))
    }

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
