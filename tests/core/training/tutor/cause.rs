//! Motifs are found where they are the cause of what a line wins: the examples and near misses of the definitions.

use rank_and_file_core::chess::read_fen;
use rank_and_file_core::engine::Stop;
use rank_and_file_core::training::tutor::{EXPLAIN_NODES, Motif, Question, Tutor};
use shakmaty::Position;
use shakmaty::uci::UciMove;

const DEFINITIONS: &str = include_str!("../../../../src/core/training/tutor/motifs.md");

/// A position of the definitions: whether the last of the moves shows the motif there.
struct Example {
    motif: Motif,
    shows: bool,
    fen: &'static str,
    moves: Vec<&'static str>,
}

fn examples() -> Vec<Example> {
    let mut motif = None;
    let mut examples = Vec::new();
    for line in DEFINITIONS.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            motif = Some(name.parse().unwrap());
        }
        let (shows, rest) = match (line.strip_prefix("- yes `"), line.strip_prefix("- no `")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => continue,
        };
        let (fen, moves) = rest.split_once('`').unwrap();
        let moves = moves.split('(').next().unwrap();
        examples.push(Example {
            motif: motif.unwrap(),
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
    let asked = Question::new(&start, &moves).within(EXPLAIN_NODES);
    let explained = Tutor::default().explain(&asked, &Stop::default()).unwrap();
    let found = explained.findings.iter().any(|finding| {
        finding.motif == Some(example.motif) && finding.at == 0 && finding.line[0] == shown
    });
    (found != example.shows).then(|| {
        let line: Vec<String> = explained.line.iter().map(ToString::to_string).collect();
        let motifs: Vec<_> = explained
            .findings
            .iter()
            .map(|found| (found.motif, found.at))
            .collect();
        format!(
            "{} {} {}: {line:?} {motifs:?}",
            example.motif,
            example.fen,
            example.moves.join(" ")
        )
    })
}

#[test]
fn the_examples_of_the_definitions_are_found_and_the_near_misses_are_not() {
    let examples = examples();
    assert!(examples.len() > 20);
    let wrong: Vec<String> = examples.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
