//! Which motifs are found in puzzles, beside what these are called.

use std::collections::BTreeMap;
use std::error::Error;

use rank_and_file_core::chess::{Chess, Position, fen_of};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{Finding, Motif, Tutor, TutorQuestion};
use serde_json::json;
use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;
use strum::VariantArray;

use crate::row::Row;

#[derive(Default)]
struct Tally {
    beyond: u32,
    labeled: u32,
    found: u32,
    claimed: u32,
}

/// Whether the solution of a puzzle takes a pawn en passant.
fn takes_en_passant(before: &Chess, moves: &str) -> Result<bool, Box<dyn Error>> {
    let mut at = before.clone();
    for (number, word) in moves.split(' ').enumerate() {
        let mv = word.parse::<UciMove>()?.to_move(&at)?;
        if number % 2 == 1 && mv.is_en_passant() {
            return Ok(true);
        }
        at.play_unchecked(mv);
    }
    Ok(false)
}

/// Whether what is found is what is looked for: a discovered check is an attack that is discovered, on a king.
fn shows(found: Option<Motif>, motif: Motif) -> bool {
    found == Some(motif)
        || (found, motif) == (Some(Motif::DiscoveredCheck), Motif::DiscoveredAttack)
}

/// Prints how many puzzles were asked and solved, and for each motif how often it is a theme, claimed, or both.
pub fn count(file: &str, nodes: u64, every: usize) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut asked, mut solved, mut silent) = (0, 0, 0);
    for line in text.lines().step_by(every) {
        let Row {
            id,
            moves,
            themes,
            before,
            last,
        } = Row::read(line)?;
        let answer = moves.split(' ').nth(1).ok_or("no answer")?;
        asked += 1;
        let question = TutorQuestion::new(&before, &[last]).within(nodes);
        let explained = Tutor::default()
            .explain(&question, &Stop::default())
            .ok_or("nothing found")?;
        let best = explained.line[0].to_uci(CastlingMode::Standard).to_string();
        if best != answer {
            continue;
        }
        solved += 1;
        silent += u32::from(explained.findings.is_empty());
        let answers = moves.split(' ').count() - 1;
        let themes: Vec<&str> = themes.split(' ').collect();
        let line: Vec<String> = explained
            .line
            .iter()
            .map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
            .collect();
        for motif in Motif::VARIANTS {
            let name = motif.to_string();
            // Of taking en passant the moves themselves tell.
            let labeled = themes.contains(&name.as_str())
                || *motif == Motif::EnPassant && takes_en_passant(&before, moves)?;
            // A theme is about the moves that the puzzle has; what comes later is not judged.
            // A discovered check that is not called a discovered attack, too, is counted once.
            let is = |finding: &&Finding| match labeled {
                true => shows(finding.motif, *motif),
                false => finding.motif == Some(*motif),
            };
            let finding = explained.findings.iter().find(is);
            let beyond = finding.is_some_and(|finding| finding.at >= answers) && !labeled;
            let claimed = finding.is_some() && !beyond;
            let tally = tallies.entry(name.clone()).or_default();
            tally.beyond += u32::from(beyond);
            tally.labeled += u32::from(labeled);
            tally.claimed += u32::from(claimed);
            tally.found += u32::from(labeled && claimed);
            if labeled != claimed && std::env::var_os("DISAGREEMENTS").is_some() {
                let what = if claimed { "claims" } else { "misses" };
                eprintln!(
                    "{what} {name} {id} {} {moves} | {} {:?}",
                    fen_of(&before),
                    line.join(" "),
                    explained.score
                );
            }
        }
    }
    println!(
        "{}",
        json!({"asked": asked, "solved": solved, "silent": silent})
    );
    // What no puzzle has as its theme was not judged.
    tallies.retain(|_, tally| tally.labeled > 0);
    for (motif, tally) in tallies {
        println!(
            "{}",
            json!({
                "motif": motif, "labeled": tally.labeled, "found": tally.found, "claimed": tally.claimed,
                "beyond": tally.beyond,
            })
        );
    }
    Ok(())
}
