//! Motifs are found where they are the cause of what a line wins: the examples and near misses of the definitions.

use rank_and_file_core::chess::read_fen;
use rank_and_file_core::engine::{Score, Stop};
use rank_and_file_core::training::tutor::{EXPLAIN_NODES, Motif, Tutor, TutorQuestion};
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

const DEFINITIONS: &str = include_str!("../../../../src/core/training/tutor/motifs.md");

/// A position of the definitions: whether the last of the moves shows the motif there, or is such an oversight.
struct Example {
    name: &'static str,
    shows: bool,
    fen: &'static str,
    moves: Vec<&'static str>,
}

fn examples() -> Vec<Example> {
    let mut name = "";
    let mut examples = Vec::new();
    for line in DEFINITIONS.lines() {
        name = line.strip_prefix("## ").unwrap_or(name);
        let (shows, rest) = match (line.strip_prefix("- yes `"), line.strip_prefix("- no `")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => continue,
        };
        let (fen, moves) = rest.split_once('`').unwrap();
        let moves = moves.split('(').next().unwrap();
        examples.push(Example {
            name,
            shows,
            fen,
            moves: moves.split_whitespace().collect(),
        });
    }
    examples
}

/// What is wrong with an example, if anything.
fn wrong(example: &Example) -> Option<String> {
    let start = read_fen(example.fen).unwrap();
    let (mut at, mut moves) = (start.clone(), Vec::new());
    for word in &example.moves {
        let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
        at.play_unchecked(mv);
        moves.push(mv);
    }
    let shown = moves.pop().unwrap();
    let asked = TutorQuestion::new(&start, &moves).within(EXPLAIN_NODES);
    let found = match example.name.parse() {
        Ok(motif) => shows(&asked, shown, motif),
        Err(_) => oversight(&asked, shown).is_some_and(|found| found == example.name),
    };
    (found != example.shows).then(|| {
        format!(
            "{} {} {}: {}",
            example.name,
            example.fen,
            example.moves.join(" "),
            seen(&asked, shown)
        )
    })
}

/// Whether a move is the best one, and shows a motif.
fn shows(asked: &TutorQuestion, shown: Move, motif: Motif) -> bool {
    let explained = Tutor::default().explain(asked, &Stop::default()).unwrap();
    let mut findings = explained.findings.iter();
    findings.any(|found| found.motif == Some(motif) && found.at == 0 && found.line[0] == shown)
}

/// What a move has overlooked to which there is an answer.
fn oversight(asked: &TutorQuestion, played: Move) -> Option<String> {
    let (mut tutor, stop) = (Tutor::default(), Stop::default());
    let answer = tutor.explain(&asked.after(played), &stop)?;
    let oversight = tutor.oversight(asked, played, answer.findings.first()?, &stop)?;
    Some(oversight.to_string())
}

/// What the tutor says instead.
fn seen(asked: &TutorQuestion, shown: Move) -> String {
    let explained = Tutor::default().explain(asked, &Stop::default()).unwrap();
    let line: Vec<String> = explained.line.iter().map(ToString::to_string).collect();
    let motifs = explained.findings.iter();
    let motifs: Vec<_> = motifs.map(|found| (found.motif, found.at)).collect();
    format!("{line:?} {motifs:?} {:?}", oversight(asked, shown))
}

#[test]
fn the_examples_of_the_definitions_are_found_and_the_near_misses_are_not() {
    let examples = examples();
    assert!(examples.len() > 20);
    let wrong: Vec<String> = examples.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The king comes between the bishop and a pawn of the opponent; what is captured there later is the bishop itself.
#[test]
fn a_square_to_which_a_piece_comes_later_was_not_defended_before() {
    let start = read_fen("5n1k/8/2p2r2/1p6/1P1P1N1P/2P3K1/6B1/8 w - - 1 43").unwrap();
    let mut at = start.clone();
    let line = "g3f3 f8g6 f3g4 g6f4 g2c6 f6c6 g4f4 c6c3".split(' ');
    let mut line: Vec<Move> = line
        .map(|word| {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            mv
        })
        .collect();
    let played = line.remove(0);
    let asked = TutorQuestion::new(&start, &[]).within(EXPLAIN_NODES);
    let findings = asked.after(played).findings(&line, Score::Centipawns(500));
    let stop = Stop::default();
    let found = Tutor::default().oversight(&asked, played, &findings[0], &stop);
    assert_eq!(found.map(|found| found.to_string()), None);
}

/// The searcher would rather take the rook than promote, which wins less.
#[test]
fn where_the_winner_can_choose_the_line_has_what_wins_most() {
    let start = read_fen("7k/6p1/3P1p2/4pPnP/2B1P3/3P1P2/5K2/2r5 b - - 0 60").unwrap();
    let last = "h8h7".parse::<UciMove>().unwrap();
    let asked = TutorQuestion::new(&start, &[last.to_move(&start).unwrap()]).within(EXPLAIN_NODES);
    let explained = Tutor::default().explain(&asked, &Stop::default()).unwrap();
    let mut findings = explained.findings.iter();
    let promoted = findings.find(|found| found.motif == Some(Motif::Promotion));
    assert_eq!(promoted.map(|found| found.at), Some(2));
}
