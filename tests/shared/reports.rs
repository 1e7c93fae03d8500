//! What an engine reports, for tests that give up waiting for it.

use std::sync::mpsc::{Receiver, channel};
use std::thread;

use rank_and_file_core::engine::{Engine, EngineReport};

/// All that an engine reports from now on.
pub fn reports_of(engine: &Engine) -> Receiver<EngineReport> {
    let (sender, heard) = channel();
    let reports = engine.reports().clone();
    thread::spawn(move || {
        while let Ok(report) = reports.recv_blocking() {
            sender.send(report).ok();
        }
    });
    heard
}
