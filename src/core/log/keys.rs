//! The keys of a record that mean something here, read in one go; whatever else stands in it is
//! passed over without being kept, so that no record takes much more memory than its text.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use serde_json::value::RawValue;

use super::FaultKind;

/// The keys of all kinds of records, and of the clocks in them. [`Key::Other`] stands for those of a
/// later version, or of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Key {
    #[serde(rename = "rank-and-file")]
    Format,
    White,
    Black,
    Started,
    TimeControl,
    Draws,
    Hints,
    Warnings,
    Tips,
    Guard,
    WhiteComputer,
    BlackComputer,
    Date,
    Tags,
    Remarks,
    Takeback,
    Clock,
    WhiteMs,
    BlackMs,
    DrawOffer,
    DrawDeclined,
    WrongClaim,
    Result,
    Reason,
    Ended,
    Paused,
    Resumed,
    Torn,
    Helped,
    With,
    Step,
    Insisted,
    #[serde(other)]
    Other,
}

impl Key {
    /// What is wrong where its value cannot be that of such a key.
    pub(super) fn makes_no_sense(self) -> FaultKind {
        let name = json!(self);
        let name = name.as_str().unwrap_or_default();
        FaultKind::BadRecord(format!("the value of {name} makes no sense"))
    }
}

/// What stands in an object, each value as it is written. Of values with the same key the last counts.
#[derive(Debug, Default)]
pub(super) struct Keys<'a>([Option<&'a RawValue>; Key::Other as usize]);

impl<'a> Keys<'a> {
    /// Reads the object that `text` is.
    pub(super) fn read(text: &'a str) -> serde_json::Result<Self> {
        let mut keys = Self::default();
        each_pair(text, |key: Key, value| {
            if let Some(place) = keys.0.get_mut(key as usize) {
                *place = Some(value);
            }
        })?;
        Ok(keys)
    }

    /// The value as it is written.
    pub(super) fn written(&self, key: Key) -> Option<&'a str> {
        Some((*self.0.get(key as usize)?)?.get())
    }

    /// The value, where it is of that kind.
    pub(super) fn get<T: Deserialize<'a>>(&self, key: Key) -> Option<T> {
        serde_json::from_str(self.written(key)?).ok()
    }

    /// The value, where it is a text.
    pub(super) fn text(&self, key: Key) -> Option<String> {
        self.get(key)
    }
}

/// The object with these keys, in this order.
pub(super) struct Object<'a, V>(pub &'a [(Key, V)]);

impl<V: Serialize> Serialize for Object<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Hands over every key of the object that `text` is, with its value as it is written.
pub(super) fn each_pair<'a, K: Deserialize<'a>>(
    text: &'a str,
    take: impl FnMut(K, &'a RawValue),
) -> serde_json::Result<()> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.deserialize_map(Pairs(take, PhantomData))?;
    reader.end()
}

struct Pairs<F, K>(F, PhantomData<K>);

impl<'a, K: Deserialize<'a>, F: FnMut(K, &'a RawValue)> Visitor<'a> for Pairs<F, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry()? {
            (self.0)(key, value);
        }
        Ok(())
    }
}
