//! Rank & File.
pub mod board;
pub mod config;
pub mod log;
pub mod model;
pub mod rules;
pub mod text;
pub mod widgets;
pub mod windows;
pub mod words;
