//! No sentence names a piece that is not there: findings in many positions, said in every language.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rank_and_file::words;
use rank_and_file_core::chess::{Chess, Ply, Position, Square, fen_of, read_fen};
use rank_and_file_core::training::tutor::{Finding, Gain, Motif};
use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use super::drawn::{random, real};
use super::languages::{in_every_language, is_in_a_language};
use super::tutor::squares;

/// In the environment of this test in a language: what is claimed.
const CLAIMS: &str = "RANK_AND_FILE_TEST_CLAIMS";

#[test]
fn no_sentence_names_a_piece_that_is_not_there() {
    if is_in_a_language() {
        return say_all(Path::new(&std::env::var_os(CLAIMS).unwrap()));
    }
    let mut told = real();
    let of_real = told.len();
    told.extend(random());
    let of_random = told.len() - of_real;
    assert!(
        of_real > 1_500 && of_random > 1_500,
        "{of_real} {of_random}"
    );
    for (finding, start) in &told {
        is_true(finding, start);
        is_said(finding, start);
        pieces_stand_there(finding, start);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("claims");
    // Sentences that differ in their squares alone are made of the same words: one of them is said in every language.
    let mut kinds = BTreeSet::new();
    let rows: Vec<String> = told
        .iter()
        .filter(|(finding, start)| kinds.insert(without_squares(finding, start)))
        .map(|(finding, start)| row(finding, start))
        .collect();
    fs::write(&file, rows.join("\n")).unwrap();
    let test = "words::findings::no_sentence_names_a_piece_that_is_not_there";
    in_every_language(test, Some((CLAIMS, &file)));
}

/// Whether what a finding says of its moment is so on the board.
fn is_true(finding: &Finding, start: &Chess) {
    let plies: Vec<Ply> = Ply::line(start, &finding.line)
        .take(finding.at + 1)
        .collect();
    let after = &plies[finding.at].position;
    let board = after.board();
    let hero = start.turn();
    assert_eq!(board.color_at(finding.by), Some(hero), "{finding:?}");
    let attacks = |square: &Square| {
        board
            .attacks_to(*square, hero, board.occupied())
            .contains(finding.by)
    };
    let Some(motif) = finding.motif else {
        assert!(
            finding.on.is_empty() && finding.gain != Gain::Draw,
            "{finding:?}"
        );
        return;
    };
    let holds = match motif {
        Motif::DiscoveredCheck => finding.on.iter().all(attacks),
        Motif::DoubleCheck => after.checkers().count() == 2,
        Motif::BackRankMate | Motif::SmotheredMate => board.king_of(!hero) == Some(finding.on[0]),
        Motif::Promotion | Motif::UnderPromotion => plies[finding.at].mv.promotion().is_some(),
        Motif::EnPassant => plies[finding.at].mv.is_en_passant(),
        Motif::HangingPiece => {
            let undefended = words::finding(finding, start).starts_with("Undefended: ");
            let guards = board.attacks_to(finding.by, !hero, board.occupied());
            undefended == guards.is_empty()
        }
        _ => true,
    };
    assert!(holds, "{finding:?} {}", fen_of(start));
}

/// Whether a finding is said without gaps, and of squares that it is about.
fn is_said(finding: &Finding, start: &Chess) {
    let text = words::finding(finding, start);
    let won = words::won(finding, start);
    assert!(
        !text.is_empty() && !text.contains(['{', '}']),
        "{text:?} {finding:?}"
    );
    assert!(
        !won.contains(['{', '}']) && squares(&won).is_empty(),
        "{won:?} {finding:?}"
    );
    let mut known: BTreeSet<String> = [&finding.by]
        .into_iter()
        .chain(&finding.on)
        .map(ToString::to_string)
        .collect();
    for (number, ply) in Ply::line(start, &finding.line)
        .take(finding.at + 3)
        .enumerate()
    {
        if [0, finding.at, finding.at + 2].contains(&number) {
            known.extend(squares(&ply.san.to_string()));
        }
    }
    for square in squares(&text) {
        assert!(
            known.contains(&square),
            "{square} in {text:?} of {finding:?}"
        );
    }
}

/// Whether the piece that is named stands there, before the move that the sentence is about or after it.
fn pieces_stand_there(finding: &Finding, start: &Chess) {
    let text = words::finding(finding, start);
    let plies: Vec<Ply> = Ply::line(start, &finding.line)
        .take(finding.at + 1)
        .collect();
    let before = finding
        .at
        .checked_sub(1)
        .map_or(start, |at| &plies[at].position);
    // Mates are about the end.
    let moments = [before, &plies[finding.at].position];
    for role in ["pawn", "knight", "bishop", "rook", "queen", "king"] {
        for (place, _) in text.match_indices(&format!("{role} on ")) {
            let square: Square = text[place + role.len() + 4..][..2].parse().unwrap();
            let stands = |position: &&Chess| {
                let there = position.board().role_at(square);
                there.is_some_and(|there| words::role(there) == role)
            };
            assert!(moments.iter().any(stands), "{text} {finding:?}");
        }
    }
}

/// What is said of a finding, without the squares.
fn without_squares(finding: &Finding, start: &Chess) -> String {
    let text = words::finding(finding, start);
    let said = squares(&text)
        .iter()
        .fold(text, |said, square| said.replace(square, "…"));
    said + &words::won(finding, start)
}

/// A finding as a line of text.
fn row(finding: &Finding, start: &Chess) -> String {
    let on: Vec<String> = finding.on.iter().map(ToString::to_string).collect();
    let line: Vec<String> = finding
        .line
        .iter()
        .map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
        .collect();
    [
        fen_of(start),
        finding
            .motif
            .map_or_else(String::new, |motif| motif.to_string()),
        finding.at.to_string(),
        finding.by.to_string(),
        on.join(" "),
        line.join(" "),
        gain(finding.gain),
    ]
    .join(";")
}

fn gain(gain: Gain) -> String {
    match gain {
        Gain::Mate => "mate".to_owned(),
        Gain::Draw => "draw".to_owned(),
        Gain::Material(won) => won.to_string(),
    }
}

/// Says all findings of a file in the language of this process.
fn say_all(file: &Path) {
    for row in fs::read_to_string(file).unwrap().lines() {
        let fields: Vec<&str> = row.split(';').collect();
        let [fen, motif, at, by, on, line, gain] = fields[..] else {
            panic!("{row}");
        };
        let start = read_fen(fen).unwrap();
        let mut position = start.clone();
        let line = line.split(' ').map(|word| {
            let mv = word.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(mv);
            mv
        });
        let finding = Finding {
            line: line.collect(),
            lost: Vec::new(),
            motif: (!motif.is_empty()).then(|| motif.parse().unwrap()),
            at: at.parse().unwrap(),
            by: by.parse().unwrap(),
            on: on
                .split_whitespace()
                .map(|on| on.parse().unwrap())
                .collect(),
            gain: match gain {
                "mate" => Gain::Mate,
                "draw" => Gain::Draw,
                won => Gain::Material(won.parse().unwrap()),
            },
        };
        is_said(&finding, &start);
    }
}
