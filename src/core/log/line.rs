//! The form of a record: one line, one JSON object.

use jiff::Timestamp;
use serde_json::Value;

use crate::rules::Color;

/// The name of a side in records and in the text protocol.
pub(super) fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

pub(super) fn line(record: &Value) -> String {
    format!("# {record}\n")
}

pub(super) fn whole_seconds(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}
