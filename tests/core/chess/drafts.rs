//! Positions that are set up: the rights, turn and counters that go with the pieces, and what is wrong with a position.

use proptest::prelude::*;
use rank_and_file_core::chess::{
    CastlingSide, Color, Draft, Edit, FenError, Position, Role, Square, fen_of, read_fen,
    start_position,
};

use crate::random::{STARTS, config};

const START: &str = STARTS[0];

fn draft(fen: &str) -> Draft {
    let (draft, left_out) = Draft::read(fen).unwrap();
    assert_eq!(left_out, None, "{fen}");
    draft
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// An edit as it is written in the tables: `Ke1` puts a piece (small letters are Black's), `-e1` empties,
/// `e1e2` moves, `w` and `b` are the turn, `+K` and `~k` a right given and taken, `=e6` and `=-` the
/// square that was passed, `#12` and `.3` the counters, `%` swaps the sides.
fn edit(written: &str) -> Edit {
    let (first, rest) = written.split_at(1);
    let right = |has| {
        let letter = rest.chars().next().unwrap();
        let side = match letter.to_ascii_lowercase() {
            'k' => CastlingSide::KingSide,
            _ => CastlingSide::QueenSide,
        };
        Edit::Castling(Color::from_white(letter.is_uppercase()), side, has)
    };
    match first {
        "w" => Edit::Turn(Color::White),
        "b" if rest.is_empty() => Edit::Turn(Color::Black),
        "+" => right(true),
        "~" => right(false),
        "=" => Edit::EnPassant(rest.parse().ok()),
        "#" => Edit::Fullmoves(rest.parse().unwrap()),
        "." => Edit::Halfmoves(rest.parse().unwrap()),
        "%" => Edit::SwapSides,
        "-" => Edit::Put(square(rest), None),
        _ if written.len() == 4 => Edit::Move(square(&written[..2]), square(&written[2..])),
        _ => {
            let letter = first.chars().next().unwrap();
            let piece = rank_and_file_core::chess::Piece::from_char(letter).unwrap();
            Edit::Put(square(rest), Some(piece))
        }
    }
}

#[test]
fn edits_do_what_they_say_and_take_with_them_what_can_be_no_more() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7";
    let shuffled = "rr1k3r/8/8/8/8/8/8/RR1K3R w HBhb - 0 1";
    for (before, edits, after) in [
        // Pieces.
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "Ke1 ke8",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (castling, "-e8 Qe8", "r3Q2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        (
            START,
            "e2e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            START,
            "e2e7",
            "rnbqkbnr/ppppPppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        ),
        (START, "e3e4 -e4", START),
        // Rights go with the king or the rook, and do not come back by themselves.
        (castling, "h1g1", "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1"),
        (castling, "h1g1 g1h1", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"),
        (castling, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"),
        (castling, "Ke4", "r3k2r/8/8/8/4K3/8/8/R3K2R w kq - 0 1"),
        (castling, "ra1", "r3k2r/8/8/8/8/8/8/r3K2R w Kkq - 0 1"),
        (castling, "~Q ~k", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
        (castling, "~Q +Q", castling),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "+K +q",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        // In Chess960 they stay as long as king and rook stand on the first rank as they must.
        (shuffled, "~K ~q", "rr1k3r/8/8/8/8/8/8/RR1K3R w Bh - 0 1"),
        (
            shuffled,
            "~K ~Q ~k ~q +K",
            "rr1k3r/8/8/8/8/8/8/RR1K3R w H - 0 1",
        ),
        (shuffled, "~Q +Q", "rr1k3r/8/8/8/8/8/8/RR1K3R w HAhb - 0 1"),
        (shuffled, "-b1", "rr1k3r/8/8/8/8/8/8/R2K3R w Hhb - 0 1"),
        (shuffled, "d1d2", "rr1k3r/8/8/8/8/8/3K4/RR5R w hb - 0 1"),
        (shuffled, "d1e1", "rr1k3r/8/8/8/8/8/8/RR2K2R w HBhb - 0 1"),
        (shuffled, "%", "rr1k3r/8/8/8/8/8/8/RR1K3R b HBhb - 0 1"),
        // So does the square that was passed.
        (passed, "d5d4", "4k3/8/8/4P3/3p4/8/8/4K3 w - - 0 7"),
        (passed, "-e5", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 7"),
        (passed, "nd7", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 7"),
        (passed, "b", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 7"),
        (passed, "=-", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 7"),
        (passed, "=- =d6", passed),
        (passed, "=f6", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 7"),
        // It stays while there is no king yet.
        (passed, "-e8", "8/8/8/3pP3/8/8/8/4K3 w - d6 0 7"),
        // The rest.
        (
            START,
            "b #12 .3",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 12",
        ),
        (START, "#0", START),
        (
            START,
            "#123456 .123456",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9999 9999",
        ),
        (passed, "%", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7"),
        (
            "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
            "%",
            "4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1",
        ),
    ] {
        let mut seen = draft(before);
        for written in edits.split(' ') {
            let earlier = seen.clone();
            let changed = seen.edit(edit(written));
            assert_eq!(changed, seen != earlier, "{written} in {before}");
        }
        assert_eq!(seen.fen(), after, "{edits} in {before}");
    }
}

#[test]
fn only_what_is_possible_is_offered() {
    // Rights, and the squares that may just have been passed.
    for (fen, rights, squares) in [
        (START, "KQkq", ""),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Q", ""),
        ("r2k3r/8/8/8/8/8/8/4KR2 w - - 0 1", "", ""),
        // Two kings are no king to castle with.
        ("4k3/8/8/8/8/8/4K3/R3K2R w - - 0 1", "", ""),
        ("4k3/8/8/2pPpP2/8/8/8/4K3 w - - 0 1", "", "c6 e6"),
        ("4k3/8/8/2pPpP2/8/8/8/4K3 b - - 0 1", "", ""),
        ("4k3/8/8/8/2pPpP2/8/8/4K3 b - - 0 1", "", "d3 f3"),
        ("4k3/4p3/8/2pPp3/8/8/8/4K3 w - - 0 1", "", "c6"),
        ("4k3/8/4n3/2pPp3/8/8/8/4K3 w - - 0 1", "", "c6"),
        // The capture would leave the king in check.
        ("4k3/8/8/KpP4q/8/8/8/8 w - - 0 1", "", ""),
        ("8/8/8/KpP4q/8/8/8/8 w - - 0 1", "", "b6"),
        // With the pawn where it came from, the king would have been in check already.
        ("4k3/8/8/1b1pP3/8/3K4/8/8 w - - 0 1", "", ""),
    ] {
        let draft = draft(fen);
        let letters = [
            ('K', Color::White, CastlingSide::KingSide),
            ('Q', Color::White, CastlingSide::QueenSide),
            ('k', Color::Black, CastlingSide::KingSide),
            ('q', Color::Black, CastlingSide::QueenSide),
        ];
        let can = letters.into_iter();
        let can: String = can
            .filter(|(_, color, side)| draft.can_have_right(*color, *side))
            .map(|(letter, ..)| letter)
            .collect();
        assert_eq!(can, rights, "{fen}");
        let possible = draft.possible_en_passant();
        let named: Vec<String> = possible.iter().map(ToString::to_string).collect();
        assert_eq!(named.join(" "), squares, "{fen}");
    }
}

#[test]
fn what_is_wrong_is_said_with_the_squares_that_show_it() {
    use Color::{Black, White};
    use FenError as E;
    for (fen, flaws) in [
        (START, &[][..]),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            &[(E::NoKing(White), ""), (E::NoKing(Black), "")],
        ),
        (
            "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
            &[(E::ManyKings(White), "a1 e1")],
        ),
        (
            "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
            &[(E::PawnOnEdge, "h1 a8")],
        ),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            &[(E::OpponentInCheck(Black), "e7 e8")],
        ),
        (
            "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1",
            &[(E::OpponentInCheck(White), "e1 e2")],
        ),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", &[(E::KingsTouch, "e1 e2")]),
        (
            "4k3/8/8/8/8/2n1n3/8/3K4 w - - 0 1",
            &[(E::ImpossibleCheck, "d1 c3 e3")],
        ),
        (
            "4k3/8/8/8/8/NNN5/PPPPPPPP/4K3 w - - 0 1",
            &[(E::TooMuchMaterial(White), "a3 b3 c3")],
        ),
        (
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            &[(E::TooMuchMaterial(Black), "a6 a7 b7 c7 d7 e7 f7 g7 h7")],
        ),
        // Two bishops on light squares: one of them was a pawn.
        (
            "4k3/8/8/8/8/2B5/PPPPPPPP/B3K3 w - - 0 1",
            &[(E::TooMuchMaterial(White), "")],
        ),
        (
            "8/8/8/8/8/8/8/P3K3 w - - 0 1",
            &[(E::NoKing(Black), ""), (E::PawnOnEdge, "a1")],
        ),
    ] {
        let draft = draft(fen);
        let seen: Vec<(FenError, String)> = draft
            .flaws()
            .iter()
            .map(|flaw| {
                let squares = flaw.squares.into_iter().map(|square| square.to_string());
                (flaw.error, squares.collect::<Vec<_>>().join(" "))
            })
            .collect();
        let wanted = flaws.iter().map(|(error, at)| (*error, (*at).to_owned()));
        assert_eq!(seen, wanted.collect::<Vec<_>>(), "{fen}");
        assert_eq!(draft.position().is_ok(), flaws.is_empty(), "{fen}");
        // A reader of the same position in a file is told the first of them.
        let read = read_fen(fen).err();
        assert_eq!(read, flaws.first().map(|(error, _)| *error), "{fen}");
    }
}

#[test]
fn a_text_is_read_with_its_fault_and_without_what_cannot_be() {
    for (text, read) in [
        ("", Err(FenError::Board)),
        ("8/8/8/8/8/8/8/9 w - - 0 1", Err(FenError::Board)),
        ("8/8/8/8/8/8/8/8 x - - 0 1", Err(FenError::Turn)),
        (
            "8/8/8/8/8/8/8/8 w - - 0 10000",
            Err(FenError::CounterTooLarge),
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1 1", Err(FenError::TooManyFields)),
        ("8/8/8/8/8/8/8/8", Ok(("8/8/8/8/8/8/8/8 w - - 0 1", None))),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            Ok((
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                Some(FenError::CastlingRights),
            )),
        ),
        (
            "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
            Ok((
                "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1",
                Some(FenError::CastlingRights),
            )),
        ),
        // No pawn can take there, though the pawn has passed: that is how many programs write it.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            Ok((
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                None,
            )),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            Ok((
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                Some(FenError::EnPassantSquare),
            )),
        ),
    ] {
        let seen = Draft::read(text);
        let seen = seen.map(|(draft, left_out)| (draft.fen(), left_out));
        let read = read.map(|(fen, left_out)| (fen.to_owned(), left_out));
        assert_eq!(seen, read, "{text:?}");
    }
    assert_eq!(Draft::from(&start_position()), Draft::default());
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let square = || prop::sample::select(Square::ALL.to_vec());
    let color = || prop::sample::select(Color::ALL.to_vec());
    let piece = (prop::sample::select(Role::ALL.to_vec()), color());
    let piece = piece.prop_map(|(role, color)| role.of(color));
    let side = prop::sample::select(CastlingSide::ALL.to_vec());
    prop_oneof![
        6 => (square(), prop::option::of(piece)).prop_map(|(at, piece)| Edit::Put(at, piece)),
        4 => (square(), square()).prop_map(|(from, to)| Edit::Move(from, to)),
        1 => color().prop_map(Edit::Turn),
        1 => (color(), side, any::<bool>()).prop_map(|(of, side, has)| Edit::Castling(of, side, has)),
        1 => prop::option::of(square()).prop_map(Edit::EnPassant),
        1 => Just(Edit::SwapSides),
    ]
}

/// A king of the other side on the usual square does not make the castling of Chess960 the usual one.
#[test]
fn rights_are_written_by_their_own_king() {
    let fen = "bbqnKrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNR1R w h - 0 1";
    let (draft, left_out) = Draft::read(fen).unwrap();
    assert_eq!((draft.fen().as_str(), left_out), (fen, None));
}

#[test]
fn a_right_of_one_side_alone_is_kept() {
    let (draft, left_out) = Draft::read("4k3/8/8/8/8/8/8/1R3KR1 w Q - 0 1").unwrap();
    let written = "4k3/8/8/8/8/8/8/1R3KR1 w B - 0 1";
    assert_eq!((draft.fen().as_str(), left_out), (written, None));
    assert_eq!(fen_of(&draft.position().unwrap()), written);
    assert!(draft.can_have_right(Color::White, CastlingSide::KingSide));
}

proptest! {
    #![proptest_config(config(200))]

    /// After any edits the draft and its FEN say the same, and a draft without a flaw becomes a position that keeps all
    /// of it.
    #[test]
    fn a_draft_is_its_fen(start in prop::sample::select(STARTS.to_vec()), edits in prop::collection::vec(any_edit(), 1..40)) {
        let mut seen = Draft::from(&read_fen(start).unwrap());
        for edit in edits {
            seen.edit(edit);
            let fen = seen.fen();
            prop_assert_eq!(Draft::read(&fen), Ok((seen.clone(), None)), "{}", fen);
            match seen.position() {
                Ok(position) => {
                    prop_assert_eq!(fen_of(&position), fen);
                    prop_assert_eq!(position.turn(), seen.turn());
                }
                Err(flaws) => {
                    prop_assert!(!flaws.is_empty(), "{} has no flaw and is no position", fen);
                    prop_assert_eq!(read_fen(&fen).unwrap_err(), flaws[0].error);
                }
            }
        }
    }
}
