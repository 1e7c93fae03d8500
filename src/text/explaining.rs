//! `--explain`, `--motifs`, `--predict` and `--review`: what is best in a position and why, what stands on its board, what
//! people play there, and what a game's moves were worth.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;

use gettextrs::gettext;
use rank_and_file_core::chess::{
    Action, Chess, DrawRule, Game, Move, Ply, Position, Square, fen_of, read_reached_fen,
};
use rank_and_file_core::engine::human::{FeatureExtractor, GamePosition, shares};
use rank_and_file_core::engine::{Score, Searcher, Stop, Table, Term};
use rank_and_file_core::library::{FileError, OpenedFile, open_file};
use rank_and_file_core::record::log::{self, FindError, Folder, Header};
use rank_and_file_core::training::analysis::{GAME_NODES, GameAnalysis, Judgment};
use rank_and_file_core::training::tutor::{
    Aligned, BoardMotifs, EXPLAIN_NODES, Finding, Improvement, Mistake, Tutor, TutorQuestion,
};
use serde_json::{Value, json};

use super::listing::print;
use super::{NoAnswer, tell_of};
use crate::config;
use crate::words;

/// MiB for what is seen of a game.
const MEMORY: usize = 16;
/// A move that has lost so many points of the chances gave something away.
const GIVEN_AWAY: f64 = 5.0;
/// At most this many turning points are told.
const TURNING_POINTS: usize = 5;

/// Prints what is best in a position, or in the one that moves in coordinates or SAN lead to from it, and why.
/// What the last of the moves gave away is told, too.
///
/// # Errors
/// Where the position cannot be, a move cannot be played, nothing can, or the output cannot be written.
pub fn explain(
    fen: &str,
    moves: Option<&str>,
    nodes: Option<u64>,
    json: bool,
) -> Result<(), NoAnswer> {
    let wrong = NoAnswer::Argument;
    let game = played(fen, moves.unwrap_or_default()).map_err(wrong)?;
    let mut tutor = Tutor::default();
    let nodes = nodes.unwrap_or(EXPLAIN_NODES).max(1);
    let mut explain = |plies| {
        let asked = TutorQuestion::at(&game, plies).within(nodes);
        tutor.explain(&asked, &Stop::default())
    };
    let (position, played) = (game.position().clone(), game.plies().len());
    let Some(explained) = explain(played) else {
        return Err(wrong(no_move()));
    };
    // What was possible before the last move tells whether that gave anything away.
    let before = played.checked_sub(1).and_then(|before| {
        let explained = explain(before)?;
        Some(explained.score.win())
    });
    let gave = before.is_some_and(|before| before + explained.score.win() - 100.0 >= GIVEN_AWAY);
    let mut about = vec![("best", &explained.findings)];
    if gave {
        about.push(("played", &explained.findings));
    }
    if json {
        let (position, asked) = (&position, moves.is_some());
        let told = about.iter().flat_map(|(about, findings)| {
            findings.iter().map(move |finding| {
                let mut told = as_json(finding, position);
                if asked {
                    told["about"] = json!(about);
                }
                told
            })
        });
        let line = uci(position, &explained.line);
        let answer = json!({
            "fen": fen_of(position),
            "best": line.first(),
            "line": line,
            "cp": explained.score.cp(),
            "mate": mate(explained.score),
            "win": tenths(explained.score.win()),
            "claims": told.collect::<Value>(),
        });
        return Ok(print([answer.to_string()].into_iter())?);
    }
    let best = words::best_line(&words::sans(&position, &explained.line));
    let last = game.plies().last().filter(|_| gave);
    let gave = last.map(|last| words::gave_away(&last.san.to_string()));
    let told = words::line_proves(&explained.findings, &position);
    Ok(print(gave.into_iter().chain([best]).chain(told))?)
}

/// The game in which moves in coordinates or SAN were played from a position, or why it cannot be.
fn played(fen: &str, moves: &str) -> Result<Game, String> {
    let start = read_reached_fen(fen).map_err(words::fen_error)?;
    let mut game = Game::new(start, DrawRule::Claimed);
    for word in moves.split_whitespace() {
        game.act(Action::Write(word.to_owned()))
            .map_err(|why| words::refusal(&why, game.position().board()))?;
    }
    Ok(game)
}

fn no_move() -> String {
    gettext("No move can be played in this position.")
}

/// Prints what share of players of a rating choose each move in a position, or in the one that moves lead to from it; or
/// in each that a line of standard input has: rating, FEN and moves, parted by tabs. Returns whether all could be
/// answered; a line that cannot is answered by the reason.
///
/// # Errors
/// Where the only position cannot be, a move cannot be played, nothing can, the input cannot be read, or the output
/// cannot be written.
pub fn predict(fen: &str, rating: u32, moves: Option<&str>, json: bool) -> Result<bool, NoAnswer> {
    let mut extractor = FeatureExtractor::default();
    if fen != "-" {
        let told = predicted(&mut extractor, rating, fen, moves.unwrap_or_default(), json);
        print(told.map_err(NoAnswer::Argument)?.into_iter())?;
        return Ok(true);
    }
    each_line(json, |line| {
        let mut fields = line.split('\t');
        let [rating, fen, moves] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let rating = rating.trim().parse().map_err(|_| {
            // Translators: a line that a program has sent has to begin with the rating of a player.
            gettext("The line must start with a rating, such as 1500.")
        })?;
        predicted(&mut extractor, rating, fen.trim(), moves, json)
    })
}

/// The lines that tell what players of a rating choose, or why nothing can be told.
fn predicted(
    extractor: &mut FeatureExtractor,
    rating: u32,
    fen: &str,
    moves: &str,
    json: bool,
) -> Result<Vec<String>, String> {
    let game = played(fen, moves)?;
    let positions = game.positions();
    let position = game.position();
    let situation = GamePosition::of(&positions);
    let shares = situation.map(|situation| shares(extractor, situation, rating));
    let shares = shares
        .filter(|shares| !shares.is_empty())
        .ok_or_else(no_move)?;
    let told = shares
        .iter()
        .map(|share| (Ply::play(position, share.mv), share.share));
    if !json {
        let line = |(ply, share): (Ply, f64)| format!("{:5.1} %  {}", share * 100.0, ply.san);
        return Ok(told.map(line).collect());
    }
    let moves = told.map(
        |(ply, share)| json!({ "uci": ply.uci(), "san": ply.san.to_string(), "share": share }),
    );
    Ok(vec![
        json!({ "moves": moves.collect::<Value>() }).to_string(),
    ])
}

/// Prints what is told of each line of standard input. Returns whether all could be answered; a line that cannot is
/// answered by the reason.
fn each_line(
    json: bool,
    mut told: impl FnMut(&str) -> Result<Vec<String>, String>,
) -> Result<bool, NoAnswer> {
    let mut good = true;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| words::io_error(&error))?;
        let answer = told(line.trim_end()).unwrap_or_else(|why| {
            good = false;
            vec![if json {
                json!({ "error": why }).to_string()
            } else {
                why
            }]
        });
        print(answer.into_iter())?;
    }
    Ok(good)
}

/// Prints which motifs stand on the board of a position, or of each that a line of standard input has. Returns whether
/// all positions could be; one that cannot is answered by the reason.
///
/// # Errors
/// Where the only position cannot be, the input cannot be read, or the output cannot be written.
pub fn motifs(fen: &str, json: bool) -> Result<bool, NoAnswer> {
    if fen != "-" {
        let told = motifs_of(fen, json).map_err(NoAnswer::Argument)?;
        print(told.into_iter())?;
        return Ok(true);
    }
    each_line(json, |line| motifs_of(line.trim(), json))
}

/// The lines that tell which motifs stand on the board, or why the position cannot be.
fn motifs_of(fen: &str, json: bool) -> Result<Vec<String>, String> {
    let position = read_reached_fen(fen).map_err(words::fen_error)?;
    let motifs = BoardMotifs::of(&position);
    if !json {
        return Ok(words::board_motifs(&motifs, position.board()));
    }
    let joined = |squares: &[Square], between| {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.join(between)
    };
    let lines = |all: &[Aligned]| -> Value {
        let told = all
            .iter()
            .map(|line| joined(&[line.by, line.front, line.back], ">"));
        told.collect()
    };
    let moves = |all: &[(Square, Square)]| -> Value {
        all.iter()
            .map(|(from, to)| joined(&[*from, *to], ""))
            .collect()
    };
    let forks = motifs.forks.iter();
    let answer = json!({
        "pins": lines(&motifs.pins),
        "forks": forks.map(|fork| format!("{}>{}", fork.by, joined(&fork.on, "-"))).collect::<Value>(),
        "skewers": lines(&motifs.skewers),
        "batteries": motifs.batteries.iter().map(|squares| joined(squares, ">")).collect::<Value>(),
        "discovered_checks": moves(&motifs.discovered_checks),
        "double_checks": moves(&motifs.double_checks),
    });
    Ok(vec![answer.to_string()])
}

/// Prints for each ply of a saved game, or of a file, what it was worth, and at last how accurately both sides
/// have played.
///
/// # Errors
/// Where there is no such game, it cannot be read, or the output cannot be written.
pub fn review(name: &str, nodes: Option<u64>, json: bool) -> Result<(), NoAnswer> {
    let (header, game) = game_of(name)?;
    let mut course = GameAnalysis::new(&game).for_person(header.person());
    let mut searcher = Searcher::new(Arc::new(Table::new(MEMORY)));
    let nodes = nodes.unwrap_or(GAME_NODES).max(1);
    course.reckon(&mut searcher, nodes, &Stop::default(), |_, _| {});
    let mut tutor = Tutor::default();
    let plies = (1..=game.plies().len()).map(|ply| {
        let mistake = tutor.mistake_in(&game, &course, ply, &Stop::default());
        if json {
            ply_as_json(&game, &course, ply, mistake.as_ref()).to_string()
        } else {
            ply_as_text(&game, &course, ply, mistake.as_ref())
        }
    });
    let points = course.turning_points(TURNING_POINTS);
    let accuracy = course.accuracy().unwrap_or_default();
    let end = if json {
        let accuracy = json!({
            "white": accuracy.white.map(tenths),
            "black": accuracy.black.map(tenths),
        });
        json!({ "accuracy": accuracy, "turning_points": points }).to_string()
    } else {
        words::accuracy(&header, accuracy)
    };
    Ok(print(plies.chain([end]))?)
}

/// A saved game, by what its name begins with, or the only one of a file.
fn game_of(name: &str) -> Result<(Header, Game), NoAnswer> {
    let folder = Folder::new(config::games_folder());
    match folder.find(name) {
        Ok(entry) => {
            let loaded = log::read(&entry.path).map_err(|error| words::io_error(&error))?;
            if let Some(fault) = &loaded.fault {
                tell_of(&entry.path, &words::fault(fault));
            }
            Ok((loaded.header, loaded.game))
        }
        Err(_) if Path::new(name).is_file() => match open_file(Path::new(name)) {
            Ok(OpenedFile::Game(loaded, _, None)) => Ok((loaded.header, loaded.game)),
            Ok(OpenedFile::Game(.., Some(fault))) => {
                let error = FileError::Game(fault);
                Err(NoAnswer::Argument(words::unread(name, &error)))
            }
            Ok(_) => Err(NoAnswer::Argument(gettext(
                "This file must contain exactly one game.",
            ))),
            Err(error) => Err(NoAnswer::Argument(words::unread(name, &error))),
        },
        Err(FindError::None) => Err(NoAnswer::Argument(gettext(
            "There is no game with this ID, and no file with this name.",
        ))),
        Err(error) => Err(NoAnswer::Argument(words::find_error(&error))),
    }
}

fn ply_as_json(
    game: &Game,
    course: &GameAnalysis,
    number: usize,
    mistake: Option<&Mistake>,
) -> Value {
    let before = game.position_at(number - 1);
    let ply = &game.plies()[number - 1];
    let mover = ply.mover;
    let chances = |at: usize| course.at(at).map(|judged| tenths(judged.win(mover)));
    let line = course.at(number - 1).map(|judged| judged.line.clone());
    let line = line.unwrap_or_default();
    let best = Ply::line(before, &line).next();
    // The best move loses nothing: what is seen after it holds before it, too.
    let is_best = line.first() == Some(&ply.mv);
    let judgment = course.judgment(number);
    let claims = mistake.into_iter().flat_map(|mistake| {
        let about = |what, findings: &[Finding], start| {
            let told = findings.iter().map(|finding| {
                let mut told = as_json(finding, start);
                told["about"] = json!(what);
                told
            });
            told.collect::<Vec<_>>()
        };
        let after = game.position_at(number);
        let best = about("best", &mistake.better.findings, before);
        [best, about("played", &mistake.answer, after)].concat()
    });
    let mut told = json!({
        "ply": number,
        "san": ply.san.to_string(),
        "win_before": chances(if is_best { number } else { number - 1 }),
        "win_after": chances(number),
        "verdict": judgment.map(|judgment| judgment.to_string()),
        "best": best.map(|best| best.san.to_string()),
        "line": uci(before, &line),
        "claims": claims.collect::<Value>(),
    });
    if let Some(oversight) = mistake.and_then(|mistake| mistake.oversight) {
        told["oversight"] = json!({
            "kind": oversight.to_string(),
            "text": words::oversight(oversight, &ply.san.to_string()),
        });
    }
    if let Some((gains, text)) = mistake.and_then(|mistake| improvement(mistake, before, ply)) {
        let (term, of) = match gains {
            Improvement::Own(asset) => (asset.term().to_string(), Some("own")),
            Improvement::Opponents(asset) => (asset.term().to_string(), Some("opponent")),
            Improvement::WinsMaterial(_) | Improvement::KeepsMaterial | Improvement::LosesLess => {
                (Term::Material.to_string(), Some("own"))
            }
            Improvement::SavesDraw | Improvement::AvoidsDraw => ("repetition".to_owned(), None),
        };
        told["improvement"] = json!({ "term": term, "of": of, "text": text });
    }
    told
}

fn ply_as_text(
    game: &Game,
    course: &GameAnalysis,
    number: usize,
    mistake: Option<&Mistake>,
) -> String {
    let before = game.position_at(number - 1);
    let ply = &game.plies()[number - 1];
    let moved = words::numbered(ply);
    let Some(judgment) = course.judgment(number) else {
        return moved;
    };
    let better = course
        .at(number - 1)
        .map(|judged| words::sans(before, &judged.line));
    let better = better.map(|line| words::best_line(&line));
    let mut all = vec![words::judgment(&moved, judgment)];
    all.extend(better);
    if let Some(mistake) = mistake {
        let after = game.position_at(number);
        all.extend(words::line_proves(&mistake.better.findings, before));
        if let Some(first) = mistake.answer.first().and_then(|first| first.line.first()) {
            let answer = words::numbered(&Ply::play(after, *first));
            all.push(words::best_answer(&answer));
        }
        all.extend(words::line_proves(&mistake.answer, after));
        let played = ply.san.to_string();
        all.extend(mistake.oversight.map(|why| words::oversight(why, &played)));
        if let Some((_, text)) = improvement(mistake, before, ply) {
            all.push(text);
        } else if mistake.is_unproven() && judgment == Judgment::Blunder {
            all.push(words::reason_lies_deeper());
        }
    }
    words::sentences(&all)
}

/// What the better move gains, and that in words.
fn improvement(mistake: &Mistake, before: &Chess, played: &Ply) -> Option<(Improvement, String)> {
    let improvement = mistake.improvement?;
    let better = Ply::line(before, &mistake.better.line).next()?;
    let [better, played] = [better.san, played.san].map(|san| san.to_string());
    Some((
        improvement,
        words::improvement(improvement, &better, &played),
    ))
}

fn as_json(finding: &Finding, start: &Chess) -> Value {
    json!({
        "motif": finding.motif.map(|motif| motif.to_string()),
        "by": finding.by.to_string(),
        "on": finding.on.iter().map(ToString::to_string).collect::<Value>(),
        "line": uci(start, &finding.line),
        "gain": finding.gain.material(),
        "text": words::finding(finding, start),
    })
}

fn uci(start: &Chess, line: &[Move]) -> Vec<String> {
    Ply::line(start, line).map(|ply| ply.uci()).collect()
}

fn mate(score: Score) -> Option<i32> {
    match score {
        Score::Centipawns(_) => None,
        Score::Mate(moves) => Some(moves),
    }
}

/// A number with one digit behind the point.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
