//! What holds for every game and every text: what is written as PGN is read as the same game, by
//! us and by others, and no text, however damaged, stops the reader.

use std::ops::ControlFlow;

use jiff::Timestamp;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use proptest::prelude::*;
use rank_and_file_core::chess::{Action, Color, Game, MonotonicTime, Outcome, fen_of};
use rank_and_file_core::record::log::{Header, Loaded, fingerprint, lines_for, read_bytes};
use rank_and_file_core::record::pgn;

use crate::pgn_text::{fingerprint_of, moves, raw_games, taken_over};
use crate::random::{Steps, act_of, chosen, config, random_game};

/// A game with names, clocks and an end, read back from its log.
fn played(steps: &Steps, names: &[String; 2], control: Option<&str>, seconds: i64) -> Loaded {
    let started = Timestamp::from_second(seconds).unwrap();
    let mut header = Header::new(&names[0], &names[1], started, steps.rule());
    header.time_control = control.map(|text| text.parse().unwrap());
    let mut game = header.new_game(steps.game().start().clone());
    let mut log = header.line() + &fen_of(game.start()) + "\n";
    let mut now = 0;
    for choice in &steps.choices {
        if game.outcome().is_some() {
            break;
        }
        now += u64::from(*choice) % 2500;
        let action = match choice % 97 {
            0 => Action::Resign(Color::from_white(choice % 2 == 0)),
            1 => Action::OfferDraw,
            2 => Action::Accept,
            3 => Action::Claim(None),
            _ => act_of(chosen(&game, *choice)),
        };
        if let Ok(event) = game.act_at(action, MonotonicTime(now)) {
            log += &lines_for(&event, &game, started);
        }
    }
    let loaded = read_bytes(log.into_bytes());
    assert_eq!(loaded.fault, None);
    loaded
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("?".to_owned()),
        "[ -~]{0,30}",
        r#"["\\\]\[{}();%]{1,12}"#,
        "\\PC{0,20}",
        any::<String>(),
    ]
}

fn names() -> impl Strategy<Value = [String; 2]> {
    [name(), name()]
}

fn control() -> impl Strategy<Value = Option<&'static str>> {
    let controls = [
        None,
        Some("60"),
        Some("300+3"),
        Some("40/60:30"),
        Some("60b2"),
        Some("60,30"),
    ];
    proptest::sample::select(controls.to_vec())
}

fn clocks(game: &Game) -> Vec<Option<u64>> {
    game.plies().iter().map(|ply| ply.left()).collect()
}

/// The moves as another program's reader finds them.
struct Sans;

impl Visitor for Sans {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, found: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        found.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, found: Self::Movetext) -> Self::Output {
        found
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_game_comes_back_as_it_was_written(
        steps in random_game(90),
        names in names(),
        control in control(),
        seconds in 0_i64..4_000_000_000,
    ) {
        let first = played(&steps, &names, control, seconds);
        let text = pgn::write(&first);
        let mut games = taken_over(format!("{text}{text}").as_bytes());
        prop_assert_eq!(games.len(), 2, "{}", text);
        let (imported, second) = games.remove(0).unwrap_or_else(|fault| panic!("{fault}: {text}"));
        prop_assert_eq!(moves(&second.game), moves(&first.game), "{}", text);
        prop_assert_eq!(fen_of(second.game.start()), fen_of(first.game.start()));
        prop_assert_eq!(clocks(&second.game), clocks(&first.game), "{}", text);
        let result = |game: &Game| game.outcome().map(Outcome::result);
        prop_assert_eq!(result(&second.game), result(&first.game), "{}", text);
        prop_assert_eq!(second.header.started, first.header.started);
        prop_assert_eq!(second.header.date(), first.header.date());
        prop_assert_eq!(fingerprint_of(&imported), fingerprint(&first.header, &first.game), "{}", text);
        let other = games.remove(0).unwrap().0;
        prop_assert_eq!(fingerprint_of(&other), fingerprint_of(&imported));
        // What is written of that is the same text, but for a name that is a question mark.
        if !names.iter().any(|name| name.trim() == "?") {
            prop_assert_eq!(pgn::write(&second), text);
        }
    }

    #[test]
    fn another_reader_finds_the_same_moves(
        steps in random_game(60),
        names in names(),
        control in control(),
    ) {
        let first = played(&steps, &names, control, 1_800_000_000);
        let text = pgn::write(&first);
        let mut reader = Reader::build(text.as_bytes()).set_supported_tag_line_length(4000).finish();
        let found = reader.read_game(&mut Sans).unwrap().unwrap();
        prop_assert_eq!(found.join(" "), moves(&first.game), "{}", text);
        prop_assert_eq!(reader.read_game(&mut Sans).unwrap(), None);
    }

    #[test]
    fn no_text_stops_the_reader(text in proptest::collection::vec(any::<u8>(), 0..600)) {
        for game in raw_games(&text[..]) {
            prop_assert!(!game.is_too_large() && game.length <= text.len());
        }
        let lines = text.len() as u64 + 1;
        for game in taken_over(&text).into_iter().filter_map(Result::err) {
            prop_assert!((1..=lines).contains(&game.line));
        }
    }

    #[test]
    fn no_words_stop_the_reader(words in proptest::collection::vec(
        proptest::sample::select(vec![
            "e4", "e5", "Nf3", "O-O", "0-0", "0-0-0", "1.", "1...", "12", "{", "}", "(", ")", ";",
            "%", "$1", "!?", "\n", "\r\n", "\r", "\n\n", "[", "]", "\"", "\\", "1-0", "0-1", "*",
            "½-½", "[%clk 0:00:00]", "{[%clk 0:01:02.3]}", "[Event \"x\"]", "\n[Event \"x\"]\n",
            "\n\n[White \"y\"]", "[FEN \"8/8/8/8/8/6k1/4q3/7K w - - 0 1\"]\n", "\u{feff}", "é", "…",
            "[TimeControl \"60\"]\n", "e.p.", "--", "a3", "a6", "Nc6", "Ng1", "Nb8",
        ]), 0..80,
    ), gap in proptest::sample::select(vec!["", " ", "\n"])) {
        let text = words.join(gap);
        let bytes: usize = raw_games(text.as_bytes()).iter().map(|raw| raw.length).sum();
        prop_assert!(bytes <= text.len(), "nothing is read twice");
        for (_, loaded) in taken_over(text.as_bytes()).into_iter().flatten() {
            let written = pgn::write(&loaded);
            let again = taken_over(written.as_bytes());
            prop_assert_eq!(again.len(), 1);
            prop_assert!(again[0].is_ok(), "{}", written);
        }
    }

    #[test]
    fn damage_costs_games_but_never_more(
        steps in random_game(30),
        names in names(),
        damage in proptest::collection::vec((any::<u16>(), 0..5_u8, any::<u8>()), 1..6),
    ) {
        let text = pgn::write(&played(&steps, &names, Some("60"), 1_800_000_000));
        let mut bytes = text.clone().into_bytes();
        for (at, how, byte) in damage {
            let at = usize::from(at) % (bytes.len() + 1);
            match how {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => bytes[at] ^= 1 << (byte % 8),
                2 => bytes.insert(at, byte),
                3 if at < bytes.len() => {
                    bytes.remove(at);
                }
                4 => {
                    let tail = bytes[at..].to_vec();
                    bytes.extend(tail);
                }
                _ => bytes.truncate(at),
            }
        }
        // After any text before it, the next game of the file is read.
        bytes.extend(b"\n\n");
        bytes.extend(text.as_bytes());
        let games = taken_over(&bytes);
        let last = games.last().unwrap().as_ref().map(|(_, loaded)| moves(&loaded.game));
        let wanted = taken_over(text.as_bytes()).remove(0).unwrap();
        prop_assert_eq!(last.ok(), Some(moves(&wanted.1.game)));
    }
}
