//! The sentences about what a line proves.

use std::collections::BTreeSet;

use rank_and_file::words;
use rank_and_file_core::chess::{Chess, Ply, Position, read_fen};
use rank_and_file_core::engine::Score;
use rank_and_file_core::training::tutor::TutorQuestion;
use shakmaty::uci::UciMove;

/// Puzzles of lichess (CC0): a motif, a position, the move before, and the line in which the motif is.
const PUZZLES: &str = include_str!("../../core/training/tutor/puzzles.txt");

/// The squares that a text names.
pub fn squares(text: &str) -> BTreeSet<String> {
    let letters: Vec<char> = text.chars().collect();
    let named = letters
        .windows(2)
        .filter(|two| ('a'..='h').contains(&two[0]) && ('1'..='8').contains(&two[1]));
    named.map(|two| two.iter().collect()).collect()
}

/// Every square that a sentence names is one of its move, or has a piece on it that the finding is about.
#[test]
fn no_sentence_is_about_a_piece_that_is_not_there() {
    let (mut said, mut mate) = (0, 0);
    for row in PUZZLES.lines() {
        let mut fields = row.split(';').skip(1);
        let before = read_fen(fields.next().unwrap()).unwrap();
        let mut at = before.clone();
        let mut moves = Vec::new();
        for word in fields.next().unwrap().split(' ') {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            moves.push(mv);
        }
        let start = Ply::play(&before, moves[0]).position;
        let score = match at.is_checkmate() {
            true => Score::Mate(1),
            false => Score::Centipawns(300),
        };
        for finding in TutorQuestion::new(&before, &moves[..1]).findings(&moves[1..], score) {
            let text = words::finding(&finding, &start);
            assert!(text.ends_with('.') && !text.contains(['{', '}']), "{text}");
            let mut on_the_board: Vec<Chess> = vec![start.clone()];
            let mut played = BTreeSet::new();
            for mv in &finding.line {
                let ply = Ply::play(on_the_board.last().unwrap(), *mv);
                played.extend(squares(&ply.san.to_string()));
                on_the_board.push(ply.position);
            }
            let about: BTreeSet<String> = finding
                .on
                .iter()
                .chain([&finding.by])
                .map(ToString::to_string)
                .collect();
            for square in squares(&text) {
                let known = about.contains(&square) || played.contains(&square);
                assert!(known, "{square} in {text:?} of {finding:?}");
            }
            // The piece that is named stands there.
            for (role, _) in [
                ("king", 'K'),
                ("queen", 'Q'),
                ("rook", 'R'),
                ("bishop", 'B'),
                ("knight", 'N'),
            ] {
                for (place, _) in text.match_indices(&format!("{role} on ")) {
                    let square = &text[place + role.len() + 4..][..2];
                    let stands = |position: &Chess| {
                        let there = position.board().role_at(square.parse().unwrap());
                        there.is_some_and(|there| words::role(there) == role)
                    };
                    assert!(on_the_board.iter().any(stands), "{text}");
                }
            }
            // A move that mates has been named before that is said.
            let first = Ply::play(&start, finding.line[0]).san.to_string();
            let mates = text.starts_with("That is mate") || text.starts_with("That mates");
            assert!(!mates || !text.contains(&first), "{text}");
            mate += usize::from(mates);
            said += 1;
        }
    }
    assert!(mate > 3, "{mate}");
    assert!(said > 55, "{said}");
}

/// What is said of endgame knowledge names the pieces that it is about.
#[test]
fn endgame_knowledge_is_told_in_sentences() {
    for (fen, mv, said) in [
        (
            "7k/8/8/8/P7/8/8/K7 w - - 0 1",
            "a4a5",
            "The king on h8 cannot catch the pawn on a5.",
        ),
        (
            "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
            "d3e4",
            "The king on e4 has the opposition, so the pawn gets through.",
        ),
        (
            "8/8/8/4p3/4k3/8/8/4K3 w - - 0 1",
            "e1e2",
            "The king on e2 has the opposition, so the pawn is stopped.",
        ),
        (
            "6b1/8/8/8/p7/1k6/8/2K5 w - - 0 1",
            "c1b1",
            "Wrong bishop: it cannot control the promotion square. Draw.",
        ),
        (
            "4k3/4b3/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1",
            "g3g4",
            "Fortress: after g4, nothing can break through.",
        ),
    ] {
        let start = read_fen(fen).unwrap();
        let mv = mv.parse::<UciMove>().unwrap().to_move(&start).unwrap();
        let findings = TutorQuestion::new(&start, &[]).findings(&[mv], Score::Centipawns(500));
        let told: Vec<String> = findings
            .iter()
            .map(|finding| words::finding(finding, &start))
            .collect();
        assert_eq!(told, [said]);
    }
}

/// A position, a line that wins something there, and what is said of it.
#[test]
fn findings_are_said_as_people_say_them() {
    for (fen, line, said) in [
        (
            "6k1/5p1p/8/3r4/4N3/8/8/6K1 w - - 0 1",
            "e4f6 g8g7 f6d5",
            &["This wins a rook."][..],
        ),
        (
            "6k1/8/3p4/4r3/3P4/8/8/6K1 w - - 0 1",
            "d4e5 d6e5",
            &[
                "dxe5 captures the rook on e5; recapturing is not enough.",
                "This wins a rook for a pawn.",
            ],
        ),
        (
            "6k1/8/8/4r3/3P4/8/8/6K1 w - - 0 1",
            "d4e5",
            &["Undefended: rook on e5.", "This wins a rook."],
        ),
        (
            "q7/8/8/3k4/8/8/8/3K1B2 w - - 0 1",
            "f1g2 d5e5 g2a8",
            &["This wins a queen."],
        ),
        (
            "3q2k1/8/8/3n4/4P3/8/8/3R2K1 w - - 0 1",
            "e4d5 g8f8",
            &[
                "exd5 captures the knight on d5; recapturing is not enough.",
                "This wins a knight.",
            ],
        ),
        (
            "8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
            "c7c8r",
            &["The pawn promotes to a rook on c8."],
        ),
        (
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a7a8q",
            &["The pawn promotes to a queen on a8."],
        ),
    ] {
        let start = read_fen(fen).unwrap();
        let mut at = start.clone();
        let mut moves = Vec::new();
        for word in line.split(' ') {
            let mv = word.parse::<UciMove>().unwrap().to_move(&at).unwrap();
            at.play_unchecked(mv);
            moves.push(mv);
        }
        let found = TutorQuestion::new(&start, &[]).findings(&moves, Score::Centipawns(900));
        let mut told: Vec<String> = found
            .iter()
            .map(|finding| words::finding(finding, &start))
            .collect();
        told.extend(found.first().map(|finding| words::won(finding, &start)));
        told.retain(|told| !told.is_empty());
        assert_eq!(told, said);
    }
}
