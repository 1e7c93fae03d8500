//! Versions of one log that were written on two computers or more: which of them continues another one, where they
//! differ, and which game each becomes then. The outcome depends only on what stands in them: not on names, on clocks,
//! or on their order.

use std::io;

use crate::files::whole_lines;
use crate::record::log::{Fnv1a, Folder, name_time, read_bytes};

/// The id of a log, and the lines that it is to get.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub id: String,
    pub lines: Vec<u8>,
}

/// How the lines begin that tell what clocks show, as this program writes it while they run, and when they stood.
const OF_CLOCKS: [&[u8]; 3] = [b"# {\"clock\":", b"# {\"paused\":", b"# {\"resumed\":"];

/// Leaves out each version that differs from another one, or from its beginning, only in what clocks showed and when they
/// stood. Of those that differ in nothing else the longest stays, in which the clocks ran longest.
fn without_clocks_alone(mut versions: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let others = |version: &Vec<u8>| {
        let lines = version.split_inclusive(|byte| *byte == b'\n');
        let others = lines.filter(|line| !OF_CLOCKS.iter().any(|begins| line.starts_with(begins)));
        others.collect::<Vec<_>>().concat()
    };
    versions.sort_by_cached_key(|version| {
        let others = others(version);
        (others.len(), others, version.len(), version.clone())
    });
    let said: Vec<Vec<u8>> = versions.iter().map(others).collect();
    let mut number = 0;
    versions.retain(|_| {
        number += 1;
        !said[number..]
            .iter()
            .any(|more| more.starts_with(&said[number - 1]))
    });
    versions
}

/// Gives a log of its own to each version that no other one continues. Where versions differ, those whose next line
/// comes first in the order of bytes keep `id`; all others get a name from the time of the game and the lines up to
/// there. `there` gives the whole lines of a log that is in the folder. The lines that a log has now are found again in
/// its own placement or in a later one.
///
/// # Errors
/// Those of `there`.
pub(super) fn placements(
    id: &str,
    versions: Vec<Vec<u8>>,
    mut there: impl FnMut(&str) -> io::Result<Option<Vec<u8>>>,
) -> io::Result<Vec<Placement>> {
    let mut placements = Vec::new();
    let mut waiting = vec![(id.to_owned(), versions)];
    while let Some((id, versions)) = waiting.pop() {
        let mut versions = without_clocks_alone(versions);
        versions.sort();
        // What another one goes on with comes directly before that.
        let mut last: Vec<Vec<u8>> = Vec::new();
        for version in versions {
            if last
                .last()
                .is_some_and(|before| version.starts_with(before))
            {
                last.pop();
            }
            last.push(version);
        }
        let Some(common) = common_lines(&last) else {
            placements.extend(last.pop().map(|lines| Placement { id, lines }));
            continue;
        };
        // They are in order, and so are the lines with which they go on.
        let next_line = |version: &[u8]| {
            let rest = version[common..].split_inclusive(|byte| *byte == b'\n');
            common + rest.map(<[u8]>::len).next().unwrap_or(0)
        };
        let mut groups: Vec<(Vec<u8>, Vec<Vec<u8>>)> = Vec::new();
        for version in last {
            let begins = version[..next_line(&version)].to_vec();
            match groups.last_mut().filter(|(known, _)| *known == begins) {
                Some((_, group)) => group.push(version),
                None => groups.push((begins, vec![version])),
            }
        }
        let mut groups = groups.into_iter();
        let stays = groups.next();
        for (begins, mut group) in groups {
            let (own, lying) = name(&id, &begins, &mut there)?;
            group.extend(lying);
            waiting.push((own, group));
        }
        // Pushed last, so looked at next: its placement comes before those of the games that part from it.
        waiting.extend(stays.map(|(_, group)| (id, group)));
    }
    Ok(placements)
}

/// How many bytes of whole lines all versions have in common; `None` where there is one at most.
fn common_lines(versions: &[Vec<u8>]) -> Option<usize> {
    let (first, others) = versions.split_first()?;
    let same = |other: &Vec<u8>| {
        let same = first
            .iter()
            .zip(other)
            .take_while(|(one, other)| one == other);
        whole_lines(&first[..same.count()])
    };
    others.iter().map(same).min()
}

/// The id of the game that begins with these lines, and what lies there of it.
fn name(
    id: &str,
    begins: &[u8],
    there: &mut impl FnMut(&str) -> io::Result<Option<Vec<u8>>>,
) -> io::Result<(String, Option<Vec<u8>>)> {
    let started = read_bytes(begins.to_vec()).header.started;
    let time = started.map(name_time);
    let time = time.unwrap_or_else(|| Folder::time_in(id).unwrap_or(NO_TIME).to_owned());
    let mut hash = Fnv1a::default();
    hash.bytes(begins);
    loop {
        let number = hash.number();
        let own = Folder::id_from(&time, (number ^ (number >> 32)) as u32);
        match there(&own)? {
            // By chance another game has this name.
            Some(lines) if !lines.starts_with(begins) => hash.byte(0),
            lying => return Ok((own, lying)),
        }
    }
}

/// Stands for the time of a game that says none.
const NO_TIME: &str = "19700101T000000Z";
