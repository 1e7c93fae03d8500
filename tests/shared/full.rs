//! A disk that is full, for tests: a limit on the size of files makes writes stop in the same way,
//! short at first and refused then. It holds for the whole process and those that it starts.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::env;
use std::process::Command;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const INSIDE: &str = "RANK_AND_FILE_TEST_DISK_FULL";

/// Lets this process, and those that it starts, write files of so many bytes; `None` gives the
/// space back.
pub fn limit(bytes: Option<usize>) {
    let maximum = getrlimit(Resource::Fsize).maximum;
    let current = bytes.map_or(maximum, |bytes| Some(bytes as u64));
    setrlimit(Resource::Fsize, Rlimit { current, maximum }).expect("a limit may be lowered");
}

/// Runs the test with this full name, modules included, in a process of its own, which gets an error at the limit, not
/// a signal.
pub fn alone(name: &str, test: fn()) {
    if env::var_os(INSIDE).is_some() {
        return test();
    }
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(env::current_exe().expect("a test has a file"))
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env(INSIDE, "1")
        .output()
        .expect("sh runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let cried = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{cried}");
    assert!(told.contains("1 passed"), "{told}\n{cried}");
    print!("{told}");
}
