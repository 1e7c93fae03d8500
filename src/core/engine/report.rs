//! What whoever is asked about positions tells.

use super::Found;
use super::uci::{Fault, Setting};

/// What is told of questions. Each comes from another thread than the one that asks.
#[derive(Debug)]
pub enum Report {
    /// The engine has started: its name, and its options.
    Started(String, Vec<(String, Setting)>),
    /// What has been found so far for the question of this number.
    Found(u64, Found),
    /// What was found in the end for the question of this number. A question in whose place another one was
    /// asked may have no answer.
    Answer(u64, Found),
    /// The engine has failed, and is started anew.
    Failed(Fault),
    /// It was given up. What was asked has no answer; another question starts it once more.
    GivenUp(Fault),
}
