//! Legal moves, as a table: a position and a move as a person types it, and the position after it.
//! The table is `data/moves.tsv`; its right column was worked out with another chess library.

use std::collections::BTreeSet;

use rank_and_file_core::chess::{
    Action, Color, DrawRule, Event, FenError, Game, PieceLetters, Position, Role, Square, fen_of,
    material_balance, read_fen,
};

const TABLE: &str = include_str!("../../data/moves.tsv");

fn game(fen: &str) -> Game {
    let position = read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Game::new(position, DrawRule::Claimed)
}

fn rows() -> impl Iterator<Item = (usize, [&'static str; 4])> {
    TABLE
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(index, line)| {
            let cells: Vec<&str> = line.split('\t').collect();
            let cells = cells.try_into();
            let cells = cells.unwrap_or_else(|_| panic!("line {}: four columns", index + 1));
            (index + 1, cells)
        })
}

#[test]
fn what_is_written_is_completed_in_either_notation() {
    let english = PieceLetters::default();
    let game = game("r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1");
    for (typed, moves, common) in [
        ("", "", None),
        ("zz", "", None),
        ("n", "Ne2 Nf3 Nh3", None),
        (" nf", "Nf3", Some("Nf3")),
        ("g1", "g1e2 g1f3 g1h3", None),
        ("g1F", "g1f3", Some("g1f3")),
        ("0-0-0", "O-O-O", Some("O-O-O")),
        ("Kd", "Kd1 Kd2", None),
        ("rx", "Rxa8+ Rxh8+", None),
        ("Rxa8+", "Rxa8+", Some("Rxa8+")),
        ("a1a", "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8", None),
    ] {
        assert_eq!(
            game.completions(typed, &english).join(" "),
            moves,
            "{typed:?}"
        );
        assert_eq!(
            game.complete(typed, &english).as_deref(),
            common,
            "{typed:?}"
        );
    }
    let one = self::game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(one.complete("a", &english).as_deref(), Some("a1"));
    let over = self::game("R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    assert!(
        over.completions("k", &english).is_empty(),
        "mate has no moves"
    );
}

#[test]
fn every_row_leads_to_its_position() {
    let mut wrong = Vec::new();
    for (line, [before, typed, after, note]) in rows() {
        let mut game = game(before);
        assert_eq!(fen_of(game.position()), before, "line {line} as it is read");
        let found = match game.act(Action::Write(typed.to_owned())) {
            Ok(Event::Moved { declined: None, .. }) => fen_of(game.position()),
            other => format!("{other:?}"),
        };
        if found != after {
            wrong.push(format!(
                "line {line} ({note}): {typed}\n  wanted {after}\n  found  {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A move that was typed in any spelling is shown in standard notation; typed into the position before, that notation
/// plays the same move again.
#[test]
fn what_is_shown_can_be_typed() {
    for (line, [before, typed, after, _]) in rows() {
        let mut first = game(before);
        first.act(Action::Write(typed.to_owned())).unwrap();
        let ply = first.plies().last().unwrap();
        for spelling in [ply.san.to_string(), ply.uci()] {
            let mut again = game(before);
            let event = again.act(Action::Write(spelling.clone()));
            assert!(event.is_ok(), "line {line}: {spelling}: {event:?}");
            assert_eq!(
                fen_of(again.position()),
                after,
                "line {line} by way of {spelling}"
            );
        }
    }
}

#[test]
fn the_table_is_as_wide_as_the_game() {
    let (mut roles, mut castlings, mut en_passants, mut promotions, mut captures) = (
        BTreeSet::new(),
        BTreeSet::new(),
        BTreeSet::new(),
        BTreeSet::new(),
        BTreeSet::new(),
    );
    for (_, [before, typed, ..]) in rows() {
        let mut game = game(before);
        game.act(Action::Write(typed.to_owned())).unwrap();
        let ply = game.plies().last().unwrap();
        let white = ply.mover.is_white();
        roles.insert((white, ply.mv.role()));
        if let Some(side) = ply.castling() {
            castlings.insert((white, side.is_king_side()));
        }
        if let Some(role) = ply.mv.promotion() {
            promotions.insert((white, role, ply.mv.is_capture()));
        }
        if let Some((role, square)) = ply.captured() {
            captures.insert(role);
            if square != ply.mv.to() {
                assert!(ply.mv.is_en_passant(), "{before} {typed}");
                en_passants.insert(white);
            }
        }
    }
    assert!(rows().count() >= 60);
    assert_eq!(roles.len(), 12, "every piece of both colors moves");
    assert_eq!(castlings.len(), 4, "all four castlings");
    assert_eq!(en_passants.len(), 2, "en passant by both");
    assert_eq!(
        promotions.len(),
        16,
        "four pieces, both colors, both with a capture and without"
    );
    assert_eq!(captures.len(), 5, "every piece but the king is taken");
}

/// A position may come with an en passant square that no pawn can use: it is left out.
#[test]
fn an_idle_en_passant_square_is_left_out() {
    let written = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(
        fen_of(game(written).position()),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    let pinned = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
    assert_eq!(
        fen_of(game(pinned).position()),
        "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"
    );
}

/// The targets that a board shows: castling by its king's square, with the rook that goes along;
/// a promotion once, not four times; en passant as a capture.
#[test]
fn counters_larger_than_those_of_any_game() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 10000",
        "4k3/8/8/8/8/8/8/4K3_w_-_-_4294967295_2",
    ] {
        assert_eq!(read_fen(fen), Err(FenError::CounterTooLarge), "{fen}");
    }
    assert!(read_fen("4k3/8/8/8/8/8/8/4K3_w_-_-_9999_9999").is_ok());
}

#[test]
fn the_targets_of_a_piece() {
    let castles = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let king = castles.targets(Square::E1);
    assert_eq!(king.len(), 7);
    let rook_of = |square| {
        king.iter()
            .find(|target| target.square == square)
            .unwrap()
            .castling_rook
    };
    assert_eq!(rook_of(Square::G1), Some(Square::H1));
    assert_eq!(rook_of(Square::C1), Some(Square::A1));
    assert_eq!(rook_of(Square::F1), None);

    let promotes = game("1n5k/P7/8/8/8/8/8/K7 w - - 0 50");
    let pawn = promotes.targets(Square::A7);
    assert_eq!(pawn.len(), 2);
    assert!(pawn.iter().all(|target| target.promotes));
    assert!(
        pawn.iter()
            .all(|target| target.captures == (target.square == Square::B8))
    );

    let passing = game("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let taking = passing.targets(Square::E5);
    let d6 = taking.iter().find(|target| target.square == Square::D6);
    assert!(d6.unwrap().captures);
    assert_eq!(taking.len(), 2);
    assert!(passing.targets(Square::D5).is_empty(), "not Black's turn");
}

/// What has been taken, en passant and by promotion too, and who is ahead.
#[test]
fn captures_are_counted() {
    let mut game = game("1n2k2r/P6p/8/3pP3/8/8/8/R3K3 w - d6 0 1");
    let balance = |game: &Game| material_balance(game.position().board());
    assert_eq!(balance(&game), 2 + 5 - 2 - 3 - 5);
    for typed in ["exd6", "Kd7", "axb8=Q", "Rxb8", "Ra5", "Kxd6"] {
        let event = game.act(Action::Write(typed.to_owned()));
        assert!(event.is_ok(), "{typed}: {event:?}");
    }
    assert_eq!(balance(&game), 5 - 5 - 1);
    let ply = &game.plies()[0];
    assert_eq!(ply.captured(), Some((Role::Pawn, Square::D5)));
    assert_eq!(ply.squares(), (Square::E5, Square::D6));
    assert_eq!(game.plies()[1].captured(), None);

    let at = |ply| {
        let taken = game.captured_at(ply);
        [Color::White, Color::Black].map(|side| taken.side(side).to_vec())
    };
    assert_eq!(at(0), [vec![], vec![]]);
    assert_eq!(at(1), [vec![], vec![Role::Pawn]]);
    assert_eq!(at(3), [vec![], vec![Role::Knight, Role::Pawn]]);
    // The promoted piece was a queen when it was taken.
    assert_eq!(at(4)[0], vec![Role::Queen]);
    assert_eq!(at(6)[0], vec![Role::Queen, Role::Pawn]);
    assert_eq!(at(99), at(6), "beyond the end is the end");
}
