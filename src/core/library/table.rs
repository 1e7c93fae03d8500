//! Texts that many games share, each kept once, ready to be searched.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text in a [`Table`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub text: Box<str>,
    /// What is compared with what somebody searches for.
    pub folded: Box<str>,
}

/// Texts by number.
#[derive(Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    numbers: HashMap<Box<str>, u32>,
}

impl Table {
    /// The number of a text. Where it is new, `found_by` gives the words by which it is found.
    pub(super) fn number(&mut self, text: &str, found_by: impl FnOnce(&str) -> String) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        self.entries.push(Entry {
            text: text.into(),
            folded: fold(&found_by(text)).into(),
        });
        self.numbers.insert(text.into(), number);
        number
    }

    /// The number of a text that is known.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn text(&self, number: u32) -> &str {
        self.entries
            .get(number as usize)
            .map_or("", |entry| &entry.text)
    }

    /// Says of each text whether the folded `term` is in it.
    pub(super) fn hits(&self, term: &str) -> Vec<bool> {
        self.entries
            .iter()
            .map(|entry| entry.folded.contains(term))
            .collect()
    }

    /// The place of each text in the order of the alphabet.
    pub(super) fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..).take(self.entries.len()).collect();
        order.sort_by(|a, b| {
            let entry = |number: &u32| &self.entries[*number as usize];
            (&entry(a).folded, &entry(a).text).cmp(&(&entry(b).folded, &entry(b).text))
        });
        let mut ranks = vec![0; order.len()];
        for (rank, number) in (0..).zip(order) {
            ranks[number as usize] = rank;
        }
        ranks
    }
}

/// The text in small letters and without accents: `José` and `jose` are found alike.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            // Letters that have their stroke built in.
            'ø' => 'o',
            'ł' => 'l',
            'đ' => 'd',
            'ı' => 'i',
            other => other,
        })
        .collect()
}
