//! Programs that a test writes and then starts.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes a program that can be started at once. Another process does so: while this one had the file open to write
/// it, a child that another thread starts might have it open, too, and then it could not be started yet.
pub fn write_program(path: &Path, text: &str) {
    let mut install = Command::new("install")
        .args(["--mode=755", "/dev/stdin"])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = install.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    assert!(install.wait().unwrap().success());
}
