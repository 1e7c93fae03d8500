//! A message in two lengths: for the eye, which has the board before it, and for the ear, which has not.

use super::sentences;

/// What is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    shown: String,
    spoken: String,
}

impl Said {
    /// A message that is longer for those who hear it.
    #[must_use]
    pub fn new(shown: String, spoken: String) -> Self {
        Self { shown, spoken }
    }

    /// The words for the eye.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The words for the ear.
    #[must_use]
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The same, and then more for the ear.
    #[must_use]
    pub fn and_spoken(mut self, more: &[String]) -> Self {
        let said = std::mem::take(&mut self.spoken);
        let all: Vec<String> = [said].into_iter().chain(more.iter().cloned()).collect();
        self.spoken = sentences(&all);
        self
    }

    /// The same with other words around either.
    #[must_use]
    pub fn map(&self, around: impl Fn(&str) -> String) -> Self {
        Self::new(around(&self.shown), around(&self.spoken))
    }
}

impl From<String> for Said {
    /// The same words for both.
    fn from(words: String) -> Self {
        Self::new(words.clone(), words)
    }
}
