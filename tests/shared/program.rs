//! Programs that a test writes and then starts.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes a program that can be started at once. Another process writes the file: if this one had it open, a child that
/// another thread starts meanwhile would inherit the open file, and a file that is open for writing cannot be started.
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
