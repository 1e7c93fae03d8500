//! Rank & File.
pub mod config;
pub mod log;
pub mod rules;
pub mod text;
pub mod words;
