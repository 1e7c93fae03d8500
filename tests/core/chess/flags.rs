//! Flags: found at the next action, before it is done (Article 6.8), and lost only where
//! the opponent could still mate by some series of legal moves (Article 6.9).

use rank_and_file_core::chess::{
    Action, Color, Event, Game, MonotonicTime, Outcome, Proof, Reason, Refusal, Role, Square,
    fen_of,
};

use crate::script::mirrored;
use crate::timed::{act, both, play, shown, timed, timed_from};

/// White has five seconds, Black three; White's first move has been made at 0.
fn running() -> Game {
    let mut game = timed("5,3");
    play(&mut game, "e4", 0);
    game
}

fn lost(loser: Color) -> Event {
    Event::Ended(Outcome::win(loser.other(), Reason::Time))
}

#[test]
fn the_flag_falls_at_zero_and_not_before() {
    let mut game = running();
    assert_eq!(game.flag_at(MonotonicTime(2_999)), None);
    assert_eq!(shown(&game), (5_000, 1));
    assert_eq!(game.flag_at(MonotonicTime(3_000)), Some(lost(Color::Black)));
    assert_eq!(shown(&game), (5_000, 0));
    assert_eq!(game.outcome().map(Outcome::result), Some("1-0"));
    assert_eq!(
        game.flag_at(MonotonicTime(3_001)),
        None,
        "it falls only once"
    );
    assert_eq!(Proof::of(&game), None, "a flag needs no proof on the board");

    // With the last millisecond a move can still be made.
    let mut game = running();
    play(&mut game, "e5", 2_999);
    assert_eq!(shown(&game), (5_000, 1));
    assert_eq!(game.flag_at(MonotonicTime(7_998)), None);
    assert_eq!(game.flag_at(MonotonicTime(7_999)), Some(lost(Color::White)));
    assert_eq!(shown(&game), (0, 1));
    assert_eq!(game.outcome().map(Outcome::result), Some("0-1"));
}

#[test]
fn every_kind_of_action_finds_the_flag_first() {
    let actions = [
        Action::Write("e5".to_owned()),
        Action::Write("no move".to_owned()),
        Action::Move {
            from: Square::E7,
            to: Square::E5,
            promotion: None,
        },
        Action::OfferDraw,
        Action::ProposeTakeback(1),
        Action::Accept,
        Action::Decline,
        Action::Resign(Color::White),
        Action::Resign(Color::Black),
        Action::Claim(None),
        Action::Pause,
        Action::Resume,
        Action::TakeBack(1),
    ];
    for action in actions {
        for offered in [false, true] {
            let mut game = running();
            if offered {
                play(&mut game, "e5", 0);
                play(&mut game, "d4", 0);
                act(&mut game, Action::OfferDraw, 1_000).unwrap();
            }
            let plies = game.plies().len();
            let before = fen_of(game.position());
            let event = act(&mut game, action.clone(), 3_000);
            assert_eq!(event, Ok(lost(Color::Black)), "{action:?}");
            assert_eq!(fen_of(game.position()), before, "{action:?}");
            assert_eq!(
                (game.plies().len(), game.offer()),
                (plies, None),
                "{action:?}"
            );
            assert_eq!(shown(&game), (5_000, 0), "{action:?}");
            let again = act(&mut game, action.clone(), 3_001);
            assert_eq!(again, Err(Refusal::GameOver), "{action:?}");
        }
    }
}

/// Mate, and every other end on the board, comes before a flag that falls later.
#[test]
fn a_flag_after_the_end_is_none() {
    let mut game = timed("5");
    for (at, typed) in ["f3", "e5", "g4"].iter().enumerate() {
        play(&mut game, typed, at as u64);
    }
    act(&mut game, Action::Write("Qh4".to_owned()), 4_000).unwrap();
    let mated = Outcome::win(Color::Black, Reason::Checkmate);
    assert_eq!(game.flag_at(MonotonicTime(90_000)), None);
    assert_eq!(game.outcome(), Some(mated));
}

#[test]
fn no_flag_falls_while_the_clocks_stand_still() {
    let mut game = running();
    act(&mut game, Action::Pause, 2_999).unwrap();
    assert_eq!(game.flag_at(MonotonicTime(900_000)), None);
    act(&mut game, Action::Resume, 900_000).unwrap();
    assert_eq!(game.flag_at(MonotonicTime(900_000)), None);
    assert_eq!(
        game.flag_at(MonotonicTime(900_001)),
        Some(lost(Color::Black))
    );
}

#[test]
fn a_record_of_no_time_is_a_flag() {
    let mut game = running();
    act(&mut game, Action::SetClocks(both(7, 0)), 10).unwrap();
    assert_eq!(game.flag_at(MonotonicTime(10)), Some(lost(Color::Black)));
    // Of the side that does not move it is none yet.
    let mut game = running();
    act(&mut game, Action::SetClocks(both(0, 7)), 10).unwrap();
    assert_eq!(game.flag_at(MonotonicTime(16)), None);
    assert_eq!(shown(&game), (0, 1));
}

/// The time goes back too late: a moment before the last one counts as the last one.
#[test]
fn time_does_not_run_backwards() {
    let mut game = running();
    assert_eq!(game.flag_at(MonotonicTime(2_000)), None);
    play(&mut game, "e5", 500);
    assert_eq!(shown(&game), (5_000, 1_000));
    assert_eq!(game.flag_at(MonotonicTime(1_000)), None);
    assert_eq!(shown(&game), (5_000, 1_000));
}

/// White's pieces from c2 on, Black's from d7 on (`.` leaves a square empty), and whether White
/// can mate by any series of legal moves when the flag of Black falls.
const MATERIAL: [(&str, &str, bool); 34] = [
    ("", "q", false),
    ("", "r", false),
    ("", "p", false),
    ("", "nn", false),
    ("", "qrbnp", false),
    // A knight mates only a king that its own pieces hem in; a queen could always take or block.
    ("N", "q", false),
    ("N", "qq", false),
    ("N", "p", true),
    ("N", "r", true),
    ("N", "n", true),
    ("N", "b", true),
    ("N", "qp", true),
    ("NN", "", true),
    ("NN", "q", true),
    // So does a bishop; what goes to its squares, or to all, hems no king in.
    ("B", "q", false),
    ("B", "r", false),
    ("B", "qr", false),
    ("B", "br", false),
    ("B", ".br", true),
    ("B", ".b", true),
    ("B", "n", true),
    ("B", "p", true),
    ("B", "rp", true),
    ("B.B", "q", false),
    ("B.B", "n", true),
    ("BB", "", true),
    ("BB", "q", true),
    ("BN", "", true),
    ("BN", "q", true),
    ("P", "", true),
    ("P", "qrbn", true),
    ("R", "", true),
    ("Q", "", true),
    ("Q", "qrbnp", true),
];

/// One rank of a position, with pieces from a file on.
fn rank(file: usize, pieces: &str) -> String {
    let row = format!("{:file$}{pieces:<rest$}", "", rest = 8 - file);
    row.replace([' ', '.'], "1")
}

#[test]
fn a_flag_loses_only_where_the_opponent_can_mate() {
    for (own, flagged, mates) in MATERIAL {
        let fen = format!(
            "k7/{}/8/8/8/8/{}/7K w - - 0 1",
            rank(3, flagged),
            rank(2, own)
        );
        for (fen, winner) in [(fen.clone(), Color::White), (mirrored(&fen), Color::Black)] {
            let mut game = timed_from(&fen, "3");
            assert_eq!(game.turn(), winner);
            play(&mut game, winner.fold_wb("h1h2", "h8h7"), 0);
            let outcome = if mates {
                Outcome::win(winner, Reason::Time)
            } else {
                Outcome::draw(Reason::TimeNoMatingMaterial)
            };
            assert_eq!(game.flag_at(MonotonicTime(2_999)), None, "{fen}");
            let event = act(&mut game, Action::Pause, 3_000);
            assert_eq!(event, Ok(Event::Ended(outcome)), "{fen}");
            let result = match (mates, winner) {
                (false, _) => "1/2-1/2",
                (true, Color::White) => "1-0",
                (true, Color::Black) => "0-1",
            };
            assert_eq!(outcome.result(), result, "{fen}");
            prove(&game, own, flagged, mates);
        }
    }
}

/// A flag that only draws is proven by what stands on the board.
fn prove(game: &Game, own: &str, flagged: &str, mates: bool) {
    if mates {
        assert_eq!(Proof::of(game), None);
        return;
    }
    let roles = |pieces: &str| {
        let pieces = pieces.chars().filter(|letter| *letter != '.');
        let mut roles: Vec<Role> = pieces
            .map(|letter| Role::from_char(letter).unwrap())
            .collect();
        roles.sort_unstable_by(|a, b| b.cmp(a));
        roles
    };
    let (mut white, mut black) = (roles(own), roles(flagged));
    // The side to move is the one whose flag fell.
    if game.turn().is_white() {
        (white, black) = (black, white);
    }
    assert_eq!(Proof::of(game), Some(Proof::Material { white, black }));
}
