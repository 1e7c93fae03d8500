//! Every refusal code, for each side: refused actions that are not moves, and the table of refused moves, against the
//! program's own list of codes.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rank_and_file_core::chess::{Action, Color, DrawRule, Game, Help, Refusal, fen_of};
use rank_and_file_core::engine::{Computer, Level};
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::{Correspondence, Header, OwnSeat};
use strum::VariantNames;

use crate::script::{START, Script, both_colors};
use crate::training::tutor::helping::loss;

const MOVES: &str = include_str!("../../data/refusals.tsv");

/// What happens first, the word that is refused then, and the code. Games of rows about the clocks are played with
/// clocks.
const ROWS: [(&str, &str, &str); 40] = [
    // Article 9.1
    ("", "accept", "nothing-offered"),
    ("e4", "decline", "nothing-offered"),
    ("e4 e5 draw decline", "accept", "nothing-offered"),
    ("e4 e5 draw d4 d5", "accept", "nothing-offered"),
    ("e4 e5 takeback:1 accept", "accept", "nothing-offered"),
    ("e4 e5 draw", "draw", "offer-pending"),
    ("e4 e5 draw d4", "draw", "offer-pending"),
    ("e4 e5 draw d4", "takeback:1", "offer-pending"),
    ("e4 takeback:1", "draw", "offer-pending"),
    ("e4 takeback:1", "takeback:1", "offer-pending"),
    ("e4 e5 draw decline", "draw", "offer-repeated"),
    ("e4 e5 draw d4 d5", "draw", "offer-repeated"),
    (
        "e4 e5 d4 draw decline d5 Nf3 draw decline",
        "draw",
        "offer-repeated",
    ),
    // Article 5.2.3
    ("", "draw", "offer-too-early"),
    ("e4", "draw", "offer-too-early"),
    ("e4 e5 takeback:1 accept", "draw", "offer-too-early"),
    // Articles 9.2 and 9.3
    ("e4 e5 draw claim", "claim", "nothing-to-claim"),
    ("e4 claim", "claim", "nothing-to-claim"),
    ("e4 e5 claim decline", "claim", "nothing-to-claim"),
    ("claim", "claim", "nothing-to-claim"),
    ("e4", "claim:Ke7", "own-piece"),
    ("e4", "claim:nonsense", "unreadable"),
    ("", "takeback:1", "nothing-to-take-back"),
    ("e4", "takeback:2", "nothing-to-take-back"),
    ("e4 e5", "takeback:0", "nothing-to-take-back"),
    ("e4 e5 d4", "takeback:3", "nothing-to-take-back"),
    ("e4 takeback:1 accept", "takeback:1", "nothing-to-take-back"),
    // Clocks: the first three games have none.
    ("", "pause", "no-clock"),
    ("e4", "pause", "no-clock"),
    ("e4", "continue", "no-clock"),
    ("wait:0", "pause", "no-clock"),
    ("e4 wait:5", "pause", "no-clock"),
    ("e4 wait:5 continue", "continue", "no-clock"),
    ("e4 wait:5 e5", "continue", "no-clock"),
    // After the end nothing else counts.
    ("resign", "draw", "game-over"),
    ("e4 resign", "accept", "game-over"),
    ("e4 e5 draw accept", "claim", "game-over"),
    ("e4 resign", "takeback:1", "game-over"),
    ("e4 wait:60000", "continue", "game-over"),
    ("e4 resign", "claim:e5", "game-over"),
];

/// Every code that there is.
fn all_codes() -> BTreeSet<&'static str> {
    Refusal::VARIANTS.iter().copied().collect()
}

/// What a person may not do to the position after these moves, where the computer plays a side, with the code.
const WITHHELD: [(&str, Action, Color, &str); 9] = [
    ("e4", Action::Claim(None), Color::Black, "computers-turn"),
    ("e4", Action::OfferDraw, Color::Black, "computers-turn"),
    (
        "e4",
        Action::ProposeTakeback(2),
        Color::Black,
        "computers-turn",
    ),
    (
        "e4 e5",
        Action::Resign(Color::Black),
        Color::Black,
        "computers-turn",
    ),
    ("", Action::OfferDraw, Color::White, "computers-turn"),
    (
        "e4 e5",
        Action::ProposeTakeback(1),
        Color::Black,
        "nothing-to-take-back",
    ),
    ("e4 e5 draw", Action::Accept, Color::Black, "offer-pending"),
    (
        "e4 takeback:1",
        Action::Decline,
        Color::Black,
        "offer-pending",
    ),
    (
        "e4 e5 takeback:2",
        Action::Accept,
        Color::Black,
        "offer-pending",
    ),
];

fn against(computer: Color) -> Header {
    let level = Level::new(3).unwrap();
    let header = Header::new("Ann", "Ben", Timestamp::UNIX_EPOCH, DrawRule::Claimed);
    header.with_computer(computer, Computer::Level(level))
}

/// The game in which these words were played, by the players of a header.
fn played(header: &Header, words: &str) -> PlayedGame {
    PlayedGame::new(header.clone(), after(words))
}

fn after(words: &str) -> Game {
    let mut script = Script::start(START, DrawRule::Claimed, None);
    script.all(words);
    script.game
}

#[test]
fn a_person_does_not_act_for_the_computer() {
    for (words, action, computer, code) in WITHHELD {
        let withheld = played(&against(computer), words).withheld(&action);
        assert_eq!(
            withheld.map(|why| why.code()),
            Some(code),
            "{words} {action:?}"
        );
        let people = Header::new("Ann", "Ben", Timestamp::UNIX_EPOCH, DrawRule::Claimed);
        assert_eq!(played(&people, words).withheld(&action), None);
    }
    let header = against(Color::Black);
    for (words, action) in [
        ("", Action::Write("e4".to_owned())),
        ("e4", Action::ProposeTakeback(1)),
        ("e4 e5", Action::ProposeTakeback(2)),
        ("e4", Action::Resign(Color::White)),
        ("e4 e5 d4 draw", Action::Decline),
        ("f3 e5 g4 Qh4", Action::OfferDraw),
    ] {
        assert_eq!(
            played(&header, words).withheld(&action),
            None,
            "{words} {action:?}"
        );
    }
}

#[test]
fn a_person_takes_back_the_own_last_move() {
    let back = |words, header: &Header| played(header, words).takeback();
    let (white, black) = (against(Color::White), against(Color::Black));
    assert_eq!(
        ["", "e4", "e4 e5"].map(|words| back(words, &black)),
        [None, Some(1), Some(2)]
    );
    assert_eq!(
        ["", "e4", "e4 e5"].map(|words| back(words, &white)),
        [None, None, Some(1)]
    );
    assert_eq!(
        (white.person(), black.person()),
        (Some(Color::Black), Some(Color::White))
    );
    let both = white.with_computer(Color::Black, Computer::Level(Level::LAST));
    assert_eq!((both.person(), back("e4 e5", &both)), (None, None));
    let people = Header::bare();
    assert_eq!((people.person(), people.has_computers()), (None, false));
    assert_eq!(
        ["", "e4", "e4 e5"].map(|words| back(words, &people)),
        [None, Some(1), Some(1)]
    );
}

#[test]
fn every_code_for_each_side() {
    let mut seen: BTreeSet<(String, bool)> = BTreeSet::new();
    for (before, word, code) in ROWS {
        let blacks = START.replace(" w ", " b ");
        for (start, (_, words)) in [START, &blacks]
            .into_iter()
            .zip(both_colors(START, &format!("{before} {word}")))
        {
            let clocks = words.contains("wait").then_some("60");
            let mut script = Script::start(start, DrawRule::Claimed, clocks);
            let (before, word) = words.trim().rsplit_once(' ').unwrap_or(("", words.trim()));
            // Before the first move there is nothing to wait for.
            for word in before.split_whitespace().filter(|word| *word != "wait:0") {
                let event = script.go(word);
                assert!(event.is_ok(), "{word} of {words}: {event:?}");
            }
            let (fen, offer) = (fen_of(script.game.position()), script.game.offer());
            let (outcome, log) = (script.game.outcome(), script.log.clone());
            let refused: Refusal = script.go(word).unwrap_err();
            assert_eq!(refused.code(), code, "{words}");
            assert_eq!(fen_of(script.game.position()), fen, "{words}");
            assert_eq!(
                (script.game.offer(), script.game.outcome()),
                (offer, outcome)
            );
            assert_eq!(script.log, log, "{words}: nothing is written");
            script.check_log();
            seen.insert((code.to_owned(), script.game.turn().is_white()));
        }
    }
    for row in MOVES.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let mut script = Script::start(cells[0], DrawRule::Claimed, None);
        script.all(cells[1]);
        let refused = script.game.read_move(cells[2]).unwrap_err();
        assert_eq!(refused.code(), cells[3], "{row}");
        seen.insert((cells[3].to_owned(), script.game.turn().is_white()));
    }
    for computer in Color::ALL {
        let game = played(&against(computer), computer.fold_wb("", "e4"));
        let refused = game.withheld(&Action::OfferDraw).unwrap();
        seen.insert((refused.code().to_owned(), computer.is_white()));
    }
    for turn in Color::ALL {
        let sent = Header {
            correspondence: Some(Correspondence::default()),
            ..Header::bare()
        };
        for (seat, action) in [
            (OwnSeat::Onlooker, Action::OfferDraw),
            (OwnSeat::Player(turn.other()), Action::OfferDraw),
            (OwnSeat::Player(turn), Action::ProposeTakeback(1)),
        ] {
            let mut played = PlayedGame::new(sent.clone(), after(turn.fold_wb("", "e4")));
            played.sit_here(seat);
            let refused = played.withheld(&action).unwrap();
            seen.insert((refused.code().to_owned(), turn.is_white()));
        }
    }
    // A queen that goes where a bishop takes it.
    for (side, fen, tried) in [
        (
            Color::White,
            "4k3/ppp2ppp/1b6/8/8/8/PPP2PPP/3QK3 w - - 0 1",
            "d1d4",
        ),
        (
            Color::Black,
            "3qk3/ppp2ppp/8/8/8/1B6/PPP2PPP/4K3 b - - 0 1",
            "d8d5",
        ),
    ] {
        let loss = loss(fen, tried).unwrap();
        let withheld = PlayedGame::default().withheld(&Action::Help(side, Help::Guard));
        for refused in [Some(loss.refusal), withheld] {
            seen.insert((refused.unwrap().code().to_owned(), side.is_white()));
        }
    }
    let codes = all_codes();
    assert!(codes.len() >= 29, "{codes:?}");
    for code in codes {
        for white in [true, false] {
            assert!(
                seen.contains(&(code.to_owned(), white)),
                "{code}, white: {white}"
            );
        }
    }
}
