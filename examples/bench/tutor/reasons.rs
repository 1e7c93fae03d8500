//! What the tutor says of the bad moves in games of people: those that lose 15 points of winning chances or more.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead};
use std::sync::Arc;

use rank_and_file_core::chess::{Action, Chess, DrawRule, Game, fen_of};
use rank_and_file_core::engine::{Searcher, Stop, Table};
use rank_and_file_core::training::analysis::{GAME_NODES, GameAnalysis, Judgment};
use rank_and_file_core::training::tutor::{Mistake, Tutor};
use serde_json::json;
use shakmaty::uci::UciMove;

/// MiB for what is seen of a game.
const MEMORY: usize = 16;

/// Reads games from standard input, a line each: source, year, time control, both ratings, result and moves, parted by
/// tabs. Reviews them as the program does, and prints how many moves are bad and what is said of these, the reason that
/// says most. With DISAGREEMENTS in the environment each bad move is told of which nothing is proven.
pub fn count() -> Result<(), Box<dyn Error>> {
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        let game = game(&line?)?;
        for (ply, mistake) in blunders(&game) {
            let why = reason(&mistake);
            *reasons.entry(why.unwrap_or("none")).or_default() += 1;
            if mistake.is_unproven() && std::env::var_os("DISAGREEMENTS").is_some() {
                let (played, fen) = (&game.plies()[ply - 1], fen_of(game.position_at(ply - 1)));
                eprintln!("{:?} of {} in {fen}", mistake.improvement, played.san);
            }
        }
    }
    let bad: u32 = reasons.values().sum();
    println!("{}", json!({ "bad": bad, "reasons": reasons }));
    Ok(())
}

fn game(line: &str) -> Result<Game, Box<dyn Error>> {
    let moves = line.split('\t').nth(6).ok_or("a line has too few fields")?;
    let mut game = Game::new(Chess::default(), DrawRule::Claimed);
    for word in moves.split_whitespace() {
        // Servers go on where a position is dead by the Laws.
        if game.outcome().is_some() {
            break;
        }
        let mv = word.parse::<UciMove>()?.to_move(game.position())?;
        game.act(Action::from(mv)).map_err(|why| why.code())?;
    }
    Ok(game)
}

/// The mistakes of the blunders of a game, by the numbers of their plies.
fn blunders(game: &Game) -> Vec<(usize, Mistake)> {
    let mut analysis = GameAnalysis::new(game);
    let mut searcher = Searcher::new(Arc::new(Table::new(MEMORY)));
    analysis.reckon(&mut searcher, GAME_NODES, &Stop::default(), |_, _| {});
    let mut tutor = Tutor::default();
    let plies = 1..=game.plies().len();
    let plies = plies.filter(|ply| analysis.judgment(*ply) == Some(Judgment::Blunder));
    let mistakes = plies.filter_map(|ply| {
        let mistake = tutor.mistake_in(game, &analysis, ply, &Stop::default())?;
        Some((ply, mistake))
    });
    mistakes.collect()
}

/// What is said of a mistake that says most; `None` where no reason is given.
fn reason(mistake: &Mistake) -> Option<&'static str> {
    let findings = || mistake.answer.iter().chain(&mistake.better.findings);
    if findings().any(|finding| finding.motif.is_some()) {
        Some("motif")
    } else if mistake.oversight.is_some() {
        Some("oversight")
    } else if findings().next().is_some() {
        Some("gain")
    } else {
        mistake.improvement.map(|_| "improvement")
    }
}
