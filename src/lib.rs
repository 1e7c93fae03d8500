//! Rank & File: chess for two people at one Linux desktop. The windows, the terminal and the words;
//! what thinks is in the crate `rank_and_file_core`.
//!
//! What each room is for, and which others it uses, is told in CONTRIBUTING.md.

// The dependencies have their own names; the code uses the ones that the toolkit's books use.
extern crate gtk4 as gtk;
extern crate libadwaita as adw;

pub mod config;
pub mod crash;
pub mod drawing;
pub mod model;
pub mod print;
pub mod signals;
mod subclass;
pub mod text;
pub mod ui;
pub mod words;
