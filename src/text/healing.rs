//! `--heal`: copies of files that were changed on two computers are put together.

use std::path::Path;

use rank_and_file_core::library::{Healed, Healing, heal};
use rank_and_file_core::record::log::Folder;
use serde_json::{Value, json};

use super::listing::print;
use super::tell_of;
use crate::config;
use crate::words;

/// Heals the folder of games and what lies beside it. Prints what was done, and tells of each copy that is still there
/// why. Returns whether none is.
///
/// # Errors
/// Where the folder cannot be read, or the output is closed.
pub fn heal_folder(json: bool) -> Result<bool, String> {
    let folder = Folder::new(config::games_folder());
    let Healing { done, left, .. } = heal(&folder).map_err(|error| words::io_error(&error))?;
    for (path, why) in &left {
        tell_of(&shown(path), &words::hindrance(why));
    }
    let lines: Vec<String> = if json {
        done.iter()
            .map(|healed| as_json(healed).to_string())
            .collect()
    } else if done.is_empty() && left.is_empty() {
        vec![words::nothing_to_heal()]
    } else {
        let sentences = done.iter().map(|healed| match healed {
            Healed::Joined(id) | Healed::Parted { id, .. } | Healed::Annotations(id) => {
                let said = words::healed(std::slice::from_ref(healed));
                format!("{}: {said}", words::isolated(id))
            }
            Healed::Practice | Healed::Twenty48 { .. } => {
                words::healed(std::slice::from_ref(healed))
            }
        });
        sentences.collect()
    };
    print(lines.into_iter())?;
    Ok(left.is_empty())
}

/// The name of a file, as which it is told of.
fn shown(path: &Path) -> std::path::PathBuf {
    path.file_name().unwrap_or_default().into()
}

fn as_json(healed: &Healed) -> Value {
    match healed {
        Healed::Joined(id) => json!({ "healed": "joined", "id": id }),
        Healed::Parted { id, others } => json!({ "healed": "parted", "id": id, "others": others }),
        Healed::Annotations(id) => json!({ "healed": "annotations", "id": id }),
        Healed::Practice => json!({ "healed": "practice" }),
        Healed::Twenty48 { aside } => {
            let aside: Vec<_> = aside.iter().map(|path| path.to_string_lossy()).collect();
            json!({ "healed": "2048", "aside": aside })
        }
    }
}
