//! How soon a game is looked through, and the first inaccuracy or worse is known.

use std::error::Error;
use std::time::Instant;

use rank_and_file_core::chess::{Action, Game};
use rank_and_file_core::engine::{Engine, EngineOptions};
use rank_and_file_core::training::analysis::{GAME_NODES, GameAnalysis, Judgment};
use serde_json::json;

use super::speed::cores;

/// Fischer against Spassky, Reykjavik 1972, the sixth game: 41 moves.
const GAME: &str = "c4 e6 Nf3 d5 d4 Nf6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6 Qa4 c5 Qa3 Rc8 \
    Bb5 a6 dxc5 bxc5 O-O Ra7 Be2 Nd7 Nd4 Qf8 Nxe6 fxe6 e4 d4 f4 Qe7 e5 Rb8 Bc4 Kh8 Qh3 Nf8 b3 a5 f5 exf5 Rxf5 Nh7 Rcf1 \
    Qd8 Qg3 Re7 h4 Rbb7 e6 Rbc7 Qe5 Qe8 a4 Qd8 R1f2 Qe8 R2f3 Qd8 Bd3 Qe8 Qe4 Nf6 Rxf6 gxf6 Rxf6 Kg8 Bc4 Kh8 Qf4";

pub fn review() -> Result<(), Box<dyn Error>> {
    let mut game = Game::default();
    for san in GAME.split_whitespace() {
        game.act(Action::Write(san.to_owned()))
            .map_err(|why| format!("{san}: {}", why.code()))?;
    }
    let options = EngineOptions {
        level: None,
        memory: 64,
        threads: cores(),
        patient: false,
    };
    let engine = Engine::built_in(options)?;
    let mut course = GameAnalysis::new(&game);
    let (begun, mut first) = (Instant::now(), None);
    while let Some(look) = course.next() {
        let found = engine.answer(course.question(look, GAME_NODES));
        let found = found.ok_or("the engine was given up")?;
        course.judge(look, &found);
        let mut plies = 1..=course.plies();
        let turns = plies.any(|ply| course.judgment(ply) >= Some(Judgment::Inaccuracy));
        if turns && first.is_none() {
            first = Some(begun.elapsed());
        }
    }
    let answer = json!({
        "first_s": first.ok_or("nobody played inaccurately")?.as_secs_f64(),
        "all_s": begun.elapsed().as_secs_f64(),
    });
    println!("{answer}");
    Ok(())
}
