//! Results, as the standard writes them (section 8.2.6) and as others do.

use std::borrow::Cow;

use crate::rules::Color;

/// What a result says: who won, if anybody, or that the game is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimed {
    /// The game has been won, or drawn.
    Over(Option<Color>),
    /// It goes on, or nobody knows.
    Open,
}

const WHITE: Claimed = Claimed::Over(Some(Color::White));
const BLACK: Claimed = Claimed::Over(Some(Color::Black));
const DRAW: Claimed = Claimed::Over(None);

impl Claimed {
    /// Reads a result: `1-0`, `0-1`, `1/2-1/2` or `*`; colons, dashes and halves of other kinds are
    /// forgiven, and a move number before it.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text {
            "*" => Some(Self::Open),
            "1-0" | "1:0" => Some(WHITE),
            "0-1" | "0:1" => Some(BLACK),
            "1/2-1/2" | "1/2:1/2" | "1/2" | "0.5-0.5" => Some(DRAW),
            _ if text.is_ascii() => {
                let (number, rest) = text.split_once('.')?;
                let numbered =
                    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                let rest = rest.trim_start_matches('.');
                numbered.then(|| Self::read(rest)).flatten()
            }
            _ => {
                let plain = dashed(text).replace('½', "1/2");
                plain.is_ascii().then(|| Self::read(&plain)).flatten()
            }
        }
    }

    /// Reads a sign that is a result where nothing follows it: elsewhere it judges a position.
    pub(super) fn sign(text: &str) -> Option<Self> {
        match &*dashed(text) {
            "+-" | "+--" | "+/-" | "+:-" => Some(WHITE),
            "-+" | "--+" | "-/+" | "-:+" => Some(BLACK),
            "=" | "=-=" | "=:=" => Some(DRAW),
            _ => None,
        }
    }

    /// Reads what a tag says, where nothing can be meant but a result; `1-0 forfeit` says more.
    pub(super) fn of_tag(text: &str) -> Option<Self> {
        let first = text.split_whitespace().next()?;
        Self::read(first).or_else(|| Self::sign(first))
    }

    /// How the standard writes it.
    pub(super) fn written(self) -> &'static str {
        match self {
            Self::Open => "*",
            Self::Over(Some(Color::White)) => "1-0",
            Self::Over(Some(Color::Black)) => "0-1",
            Self::Over(None) => "1/2-1/2",
        }
    }
}

const DASHES: [char; 4] = ['–', '—', '−', '‑'];

/// The text with dashes of one kind. This is asked of every word of a game: most are as they are.
pub(super) fn dashed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.replace(DASHES, "-"))
    }
}

/// Whether a word says that both have lost, which is no result of the standard.
pub(super) fn both_lost(text: &str) -> bool {
    matches!(&*dashed(text), "0-0" | "0:0" | "-/-" | "-:-")
}
