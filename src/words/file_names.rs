//! The names that are proposed for files which leave the program: who played, and when.

use rank_and_file_core::library::Summary;
use rank_and_file_core::log::Header;
use rank_and_file_core::rules::Color;

use super::names::{player, versus};
use super::plain::is_unseen;

/// What some file system does not take in a name, besides what controls a terminal.
const FORBIDDEN: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// File systems take 255 bytes or 143 (eCryptfs); two names, a date, a move and an ending fit.
const MAX_NAME: usize = 50;

/// `Ann – Ben 2026-11-20.pgn`; `more` is what tells this file from others of the same game.
#[must_use]
pub fn file_name(players: &Header, more: &str, ending: &str) -> String {
    let names = Color::ALL.map(|color| player(players, color));
    join(names, &players.date(), more, ending)
}

/// The same for a saved game.
#[must_use]
pub fn file_name_of(summary: &Summary, ending: &str) -> String {
    let names = Color::ALL.map(|color| player(summary, color));
    join(names, &summary.date, "", ending)
}

fn join(names: [String; 2], date: &str, more: &str, ending: &str) -> String {
    let [white, black] = names.map(|name| short(&name));
    let day = if date.contains('?') {
        String::new()
    } else {
        date.replace('.', "-")
    };
    let parts = [versus(&white, &black), day, clean(more)];
    let parts: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    format!("{}.{ending}", parts.join(" "))
}

/// Without what files cannot have, and without the dot that hides a file.
fn clean(text: &str) -> String {
    let allowed = |letter: char| match letter {
        letter if is_unseen(letter) || FORBIDDEN.contains(&letter) => ' ',
        letter => letter,
    };
    let text: String = text.chars().map(allowed).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_start_matches(['.', ' ']).to_owned()
}

fn short(name: &str) -> String {
    let name = clean(name);
    let fits = |end: &usize| name.is_char_boundary(*end);
    let end = (0..=name.len().min(MAX_NAME)).rev().find(fits);
    name[..end.unwrap_or_default()].trim_end().to_owned()
}
