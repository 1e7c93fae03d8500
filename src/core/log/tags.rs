//! What a PGN file says of a game beyond what a log has fields for.

use serde_json::{Map, Value};

/// No game has more; the rest is left out.
const MOST: usize = 64;
/// Characters of a name.
const LONGEST_NAME: usize = 64;
/// Characters of a value; longer ones are cut.
const LONGEST_VALUE: usize = 1000;

/// Names and values in their order; no name comes twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Adds a tag, if its name can stand in PGN (letters, digits and underscores), is not there
    /// yet, and there is room. Control characters of the value become spaces.
    pub fn add(&mut self, name: &str, value: &str) {
        let fits = (1..=LONGEST_NAME).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && self.0.len() < MOST
            && self.get(name).is_none();
        if fits {
            let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
            let value = value.chars().take(LONGEST_VALUE).map(plain).collect();
            self.0.push((name.to_owned(), value));
        }
    }

    /// The value of the tag with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn record(&self) -> Value {
        let pairs = self.iter();
        let pairs = pairs.map(|(name, value)| (name.to_owned(), Value::from(value)));
        Value::Object(pairs.collect::<Map<_, _>>())
    }
}
