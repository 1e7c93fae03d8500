//! What a test leaves out is said, as one that passes without it looks like any other.

use std::io::{Write, stderr};

/// Says what is left out, and why. Cargo shows what a test prints by a macro only where it fails.
pub fn say_skipped(what: &str) {
    writeln!(stderr(), "SKIPPED {what}").ok();
}
