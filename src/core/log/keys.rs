//! The keys of a record that mean something here, read in one go; whatever else stands in it is
//! passed over without being kept, so that no record takes much more memory than its text.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::Tags;
use crate::rules::ByColor;

/// The keys of all kinds of records. [`Key::Other`] stands for those of a later version, or of
/// another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
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
    Date,
    Tags,
    Takeback,
    Clock,
    DrawOffer,
    DrawDeclined,
    Result,
    Reason,
    Ended,
    #[serde(other)]
    Other,
}

const KEYS: usize = Key::Other as usize;

impl Key {
    /// How it is written.
    fn name(self) -> &'static str {
        match self {
            Self::Format => "rank-and-file",
            Self::White => "white",
            Self::Black => "black",
            Self::Started => "started",
            Self::TimeControl => "time_control",
            Self::Draws => "draws",
            Self::Hints => "hints",
            Self::Warnings => "warnings",
            Self::Date => "date",
            Self::Tags => "tags",
            Self::Takeback => "takeback",
            Self::Clock => "clock",
            Self::DrawOffer => "draw_offer",
            Self::DrawDeclined => "draw_declined",
            Self::Result => "result",
            Self::Reason => "reason",
            Self::Ended => "ended",
            Self::Other => "other",
        }
    }

    /// What is wrong where its value cannot be that of such a key.
    pub(super) fn makes_no_sense(self) -> String {
        format!("the value of {} makes no sense", self.name())
    }
}

/// The value of a key, as far as any key has a use for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Field {
    /// `null`.
    Nothing,
    Text(String),
    /// A number that is whole and not negative.
    Whole(u64),
    /// The object of [`Key::Clock`]: what is left in milliseconds, where that can be made out.
    Clock(ByColor<Option<u64>>),
    /// The object of [`Key::Tags`].
    Tags(Tags),
    /// Anything else.
    Other,
}

/// What stands in a record. Of values with the same key the last counts.
#[derive(Debug, Default)]
pub(super) struct Keys([Option<Field>; KEYS]);

impl Keys {
    pub(super) fn get(&self, key: Key) -> Option<&Field> {
        self.0.get(key as usize)?.as_ref()
    }

    /// The value, where it is a text.
    pub(super) fn text(&self, key: Key) -> Option<&str> {
        match self.get(key) {
            Some(Field::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The value without the key.
    pub(super) fn take(&mut self, key: Key) -> Option<Field> {
        self.0.get_mut(key as usize)?.take()
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KeysVisitor)
    }
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
        let mut keys = Keys::default();
        while let Some(key) = map.next_key::<Key>()? {
            match keys.0.get_mut(key as usize) {
                Some(place) => *place = Some(map.next_value_seed(Value(key))?),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(keys)
    }
}

/// Reads the value of a key.
struct Value(Key);

impl<'de> DeserializeSeed<'de> for Value {
    type Value = Field;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Field, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Field, E> {
        Ok(Field::Nothing)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Field, E> {
        Ok(Field::Whole(number))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Field, E> {
        Ok(Field::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Field, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Field::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Field, A::Error> {
        match self.0 {
            Key::Clock => clock(map),
            Key::Tags => tags(map),
            _ => {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Field::Other)
            }
        }
    }
}

/// The keys inside that of the clocks.
#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    WhiteMs,
    BlackMs,
    #[serde(other)]
    Other,
}

fn clock<'de, A: MapAccess<'de>>(mut map: A) -> Result<Field, A::Error> {
    let mut left = ByColor::default();
    while let Some(side) = map.next_key::<Side>()? {
        let number = match map.next_value_seed(Value(Key::Other))? {
            Field::Whole(number) => Some(number),
            _ => None,
        };
        match side {
            Side::WhiteMs => left.white = number,
            Side::BlackMs => left.black = number,
            Side::Other => {}
        }
    }
    Ok(Field::Clock(left))
}

fn tags<'de, A: MapAccess<'de>>(mut map: A) -> Result<Field, A::Error> {
    let mut tags = Tags::default();
    while let Some(name) = map.next_key::<String>()? {
        if let Field::Text(value) = map.next_value_seed(Value(Key::Other))? {
            tags.add(&name, &value);
        }
    }
    Ok(Field::Tags(tags))
}
