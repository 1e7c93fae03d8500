//! The report that a crash leaves behind, beside what the program remembers. It is sent nowhere; a user who reports a
//! bug finds it in the window about the program.

use std::backtrace::Backtrace;
use std::io::Read;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::thread;

use rank_and_file_core::files::{make_folder, open_regular, write_atomically};

use crate::config;

/// No more of a report is shown, in bytes.
const MOST: u64 = 1 << 16;

/// Has crashes be reported from now on, besides being told on standard error. To be called once.
pub fn report_crashes() {
    report_to(config::crash_file());
}

/// The same with the file that the report of the last crash is to be in.
pub fn report_to(file: PathBuf) {
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        told(panic);
        // A report that cannot be written is lost: this is no time for questions.
        let folder = file.parent().map(make_folder);
        if folder.is_some_and(|made| made.is_ok()) {
            write_atomically(&file, describe(panic).as_bytes()).ok();
        }
    }));
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let now = jiff::Timestamp::now();
    let thread = thread::current();
    let thread = thread.name().unwrap_or("unnamed");
    format!(
        "{now:.0}, version {}, thread {thread}\n{panic}\n{}\n",
        config::VERSION,
        Backtrace::force_capture()
    )
}

/// The report of the last crash, if there was one.
pub fn last_report() -> Option<String> {
    read(&config::crash_file())
}

/// The report in a file, if there is one; no more than 64 KiB of it.
pub fn read(file: &Path) -> Option<String> {
    let mut report = Vec::new();
    open_regular(file)
        .ok()?
        .take(MOST)
        .read_to_end(&mut report)
        .ok()?;
    Some(String::from_utf8_lossy(&report).into_owned())
}
