//! Somebody who thinks about positions while the windows go on: what is reported comes on the main thread.

use std::io;

use rank_and_file_core::engine::{Question, Report, Thinker};

/// A thinker whose reports come on the main thread. Whoever lets it go hears no more of it.
pub struct Thinking {
    thinker: Thinker,
    listening: glib::JoinHandle<()>,
}

impl Thinking {
    /// Listens to whom `make` makes, which is given where its reports go.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub(super) fn new(
        make: impl FnOnce(Box<dyn Fn(Report) + Send>) -> io::Result<Thinker>,
        mut heard: impl FnMut(Report) + 'static,
    ) -> io::Result<Self> {
        let (sender, reports) = async_channel::unbounded();
        let thinker = make(Box::new(move |report| {
            // Nobody listens any more where this cannot be sent.
            sender.send_blocking(report).ok();
        }))?;
        let listening = glib::spawn_future_local(async move {
            while let Ok(report) = reports.recv().await {
                heard(report);
            }
        });
        Ok(Self { thinker, listening })
    }

    /// Asks something, in place of what was asked before. Gives the number by which it is answered.
    pub fn ask(&self, question: Question) -> u64 {
        self.thinker.ask(question)
    }

    /// Wants nothing any more; what has been found is answered.
    pub fn stop(&self) {
        self.thinker.stop();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.listening.abort();
    }
}
