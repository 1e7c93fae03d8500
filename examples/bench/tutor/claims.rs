//! What is claimed of positions, told so that another program can judge it.

use std::error::Error;

use rank_and_file_core::chess::{Chess, Position, Role, fen_of};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{Finding, Gain, Tutor, TutorQuestion};
use serde_json::{Value, json};
use shakmaty::CastlingMode;

use crate::row::Row;

/// Prints for every so many positions of a file what is claimed of it.
pub fn tell(file: &str, nodes: u64, every: usize) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    for line in text.lines().step_by(every) {
        let row = Row::read(line)?;
        let asked = TutorQuestion::new(&row.before, &[row.last]).within(nodes);
        let start = asked.position();
        let explained = Tutor::default()
            .explain(&asked, &Stop::default())
            .ok_or("nothing found")?;
        let findings = explained
            .findings
            .iter()
            .map(|finding| told(finding, start));
        println!(
            "{}",
            json!({
                "id": row.id,
                "fen": fen_of(start),
                "ahead": ahead(start, start),
                "claims": findings.collect::<Value>(),
            })
        );
    }
    Ok(())
}

fn told(finding: &Finding, start: &Chess) -> Value {
    let mut end = start.clone();
    let mut legal = true;
    for mv in &finding.line {
        legal &= end.is_legal(*mv);
        end.play_unchecked(*mv);
    }
    let mates = end.is_checkmate() && end.turn() != start.turn();
    let wins = match finding.gain {
        Gain::Material(gain) => ahead(start, &end) - ahead(start, start) == gain,
        Gain::Mate => mates,
        // It wins nothing that could be counted.
        Gain::Draw => true,
    };
    let line = finding.line.iter();
    json!({
        "motif": finding.motif.map(|motif| motif.to_string()),
        "line": line.map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect::<Value>(),
        "gain": finding.gain.material(),
        "draws": finding.gain == Gain::Draw,
        "holds": legal && wins,
    })
}

/// How much more the side to move at the start has on the board in the end.
fn ahead(start: &Chess, end: &Chess) -> i32 {
    let worth = [
        (Role::Pawn, 100),
        (Role::Knight, 320),
        (Role::Bishop, 320),
        (Role::Rook, 500),
        (Role::Queen, 950),
    ];
    let of = |side| {
        let count = |role| (end.board().by_color(side) & end.board().by_role(role)).count() as i32;
        worth.map(|(role, worth)| count(role) * worth)
    };
    let (own, others) = (of(start.turn()), of(!start.turn()));
    own.iter().sum::<i32>() - others.iter().sum::<i32>()
}
