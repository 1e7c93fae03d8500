//! Rank & File: chess for two people at one Linux desktop. This page is the map of the house.
//!
//! What a player does goes one way: input → intent → [`rules::Game::act`] → event → log, model,
//! view. Arrows between the rooms point one way, too:
//!
//! ```text
//! windows → widgets → model → words → library → pgn → log → rules
//!               └──→ board ─────────────────────────────────↗
//! model, words, library → openings → rules
//! model → board
//! windows, words → lessons → rules
//! windows, text → print → words, board
//! windows → sounds → rules
//! text → words, library, pgn, log, board, rules
//! windows, text → words → twenty48
//! widgets → tiles → twenty48, board
//! windows, model, text, log, twenty48 → files
//! ```
//!
//! | room | what it owns |
//! | --- | --- |
//! | [`rules`] | the Laws of Chess over shakmaty: moves, refusals, draws, proof, clocks |
//! | [`openings`] | the names of openings, by position |
//! | [`lessons`] | the lessons of the help: their order, their positions, what to try |
//! | [`log`] | one game, one file: written ply by ply, read back with proof |
//! | [`files`] | files, whatever is in them: written whole, opened with care, locked |
//! | [`pgn`] | games in the language of other programs, out and in |
//! | [`library`] | all the games together: the index, searching, renamed players |
//! | [`twenty48`] | the other game, 2048: its rules, and how it is kept |
//! | [`tiles`] | how the board of 2048 looks and is handled: places, motion, colours |
//! | [`board`] | how a board looks and is handled: geometry, painting, press to intent |
//! | [`print`] | a game on paper: its scoresheet in pages, for printers and as PDF |
//! | [`sounds`] | the sounds of the board: which, when, how they are made and played |
//! | [`words`] | every sentence about the game, in the user's language |
//! | [`model`] | the GObjects that windows watch; no widgets |
//! | [`widgets`] | the parts of windows: board, player bar, scoresheet, lists |
//! | [`windows`] | the window and its pages: they compose, they do not decide |
//! | [`text`] | the same game in a terminal |
//! | [`config`] | names, version, folders |
//!
//! `rules`, `openings`, `lessons`, `files`, `log`, `pgn`, `library`, `board`, `sounds`, `twenty48` and
//! `tiles` know nothing of GTK, of GLib or of languages; a test sees to that.

pub mod board;
pub mod config;
pub mod files;
pub mod lessons;
pub mod library;
pub mod log;
pub mod model;
pub mod openings;
pub mod pgn;
pub mod print;
pub mod rules;
pub mod sounds;
pub mod text;
pub mod tiles;
pub mod twenty48;
pub mod widgets;
pub mod windows;
pub mod words;
