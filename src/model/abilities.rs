//! What can be chosen for an engine: how well it plays, and how much memory it takes.

use std::fs;

use rank_and_file_core::engine::uci::Setting;

/// The greatest amount of memory that can be chosen, in MiB, whatever the machine has.
const MOST_MEMORY: i32 = 1 << 16;

/// What can be chosen for an engine, where it can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Abilities {
    /// How badly and how well it plays when it is told to, as Elo numbers.
    pub strength: Option<(i32, i32)>,
    /// The least and the greatest amount of memory, in MiB.
    pub memory: Option<(i32, i32)>,
}

impl Abilities {
    /// What the built-in searcher is able to.
    pub(super) fn built_in() -> Self {
        Self {
            strength: None,
            memory: Some((1, half_of_the_memory())),
        }
    }

    /// What an engine with these options is able to.
    pub(super) fn of(options: &[(String, Setting)]) -> Self {
        let has = |name: &str| options.iter().any(|(option, _)| option == name);
        let range = |name: &str, least: i32, most: i32| {
            let setting = options.iter().find(|(option, _)| option == name);
            let &(_, Setting::Number(_, low, high)) = setting? else {
                return None;
            };
            let within = |value: i64| i32::try_from(value.clamp(least.into(), most.into())).ok();
            let (low, high) = (within(low)?, within(high)?);
            (low < high).then_some((low, high))
        };
        let strength = range("UCI_Elo", 1, 5000).filter(|_| has("UCI_LimitStrength"));
        Self {
            strength,
            memory: range("Hash", 1, half_of_the_memory()),
        }
    }
}

/// Half of what the machine has, in MiB.
pub(super) fn half_of_the_memory() -> i32 {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes = told.lines().find_map(|line| {
        let rest = line.strip_prefix("MemTotal:")?;
        rest.trim().strip_suffix("kB")?.trim().parse::<i64>().ok()
    });
    let half = kilobytes.and_then(|kilobytes| i32::try_from(kilobytes / 2 / 1024).ok());
    half.unwrap_or(MOST_MEMORY).clamp(1, MOST_MEMORY)
}
