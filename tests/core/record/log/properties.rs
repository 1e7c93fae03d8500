//! What holds for the log of every game, tried on random ones: it is read back as it was played,
//! whole, cut anywhere, or damaged.

use jiff::Timestamp;
use proptest::prelude::*;
use rank_and_file_core::chess::{Action, Color, Game, Help, Offer, fen_of};
use rank_and_file_core::record::log::{FaultKind, Header, lines_for, read_bytes};

use crate::random::{Steps, act_of, chosen, config, random_game};

fn now() -> Timestamp {
    "2026-11-20T19:05:00Z".parse().unwrap()
}

/// Plays with offers, refusals, takebacks and help in between, and writes it all down as it happens.
fn played_and_written(steps: &Steps) -> (Header, Game, String) {
    let header = Header::new("Ann \"A\" Ö", "Bén\n", now(), steps.rule());
    let mut game = steps.game();
    let mut text = header.line() + &fen_of(game.start()) + "\n";
    for choice in &steps.choices {
        if game.outcome().is_some() {
            break;
        }
        // Most steps are moves; what cannot be done now is refused and leaves no trace.
        let action = match choice / 7 % 100 {
            0..6 => Action::OfferDraw,
            6..10 => Action::Decline,
            10..16 => Action::ProposeTakeback(1),
            16..22 => Action::ProposeTakeback(2),
            22..70 if matches!(game.offer(), Some(Offer::Takeback { .. })) => Action::Accept,
            70 => Action::Accept,
            71 => Action::Resign(Color::from_white(choice % 2 == 0)),
            72..74 => Action::Claim(None),
            74 => Action::Help(game.turn(), Help::Tip(u8::from(choice % 2 == 0) + 1)),
            75 => Action::Help(game.turn(), Help::Warning),
            76 => Action::Help(game.turn(), Help::Guard),
            77 => Action::Help(game.turn(), Help::Insisted),
            _ => act_of(chosen(&game, *choice)),
        };
        if let Ok(event) = game.act(action) {
            text += &lines_for(&event, &game, now());
        }
    }
    (header, game, text)
}

fn fens(game: &Game) -> Vec<String> {
    game.plies().iter().map(|ply| ply.fen()).collect()
}

/// How many plies the game has after each line, told only by how the lines look, with the byte at which the line is
/// complete (its line feed may be missing).
fn plies_by_line(text: &str) -> Vec<(usize, Option<usize>)> {
    let mut at = 0;
    let mut plies: Option<usize> = None;
    text.lines()
        .map(|line| {
            let complete = at + line.len();
            at = complete + 1;
            if let Some(record) = line.strip_prefix("# {\"takeback\":") {
                let back: usize = record.trim_end_matches('}').parse().unwrap();
                plies = plies.map(|plies| plies - back);
            } else if !line.starts_with('#') {
                plies = Some(plies.map_or(0, |plies| plies + 1));
            }
            (complete, plies)
        })
        .collect()
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_log_is_read_back_as_it_was_played(steps in random_game(140)) {
        let (header, game, text) = played_and_written(&steps);
        let loaded = read_bytes(text.clone().into_bytes());
        prop_assert_eq!(&loaded.fault, &None, "{}", text);
        prop_assert_eq!(&loaded.notices, &vec![]);
        prop_assert_eq!(&loaded.header, &header);
        prop_assert_eq!(fen_of(loaded.game.start()), fen_of(game.start()));
        prop_assert_eq!(fens(&loaded.game), fens(&game));
        let moves = |game: &Game| game.plies().iter().map(|ply| ply.mv).collect::<Vec<_>>();
        prop_assert_eq!(moves(&loaded.game), moves(&game));
        prop_assert_eq!(loaded.game.draw_rule(), game.draw_rule());
        prop_assert_eq!(loaded.game.outcome(), game.outcome());
        prop_assert_eq!(loaded.game.claims(), game.claims());
        prop_assert_eq!(loaded.game.helped(), game.helped());
        prop_assert_eq!(loaded.end.map(|end| end.outcome), game.outcome());
        // A takeback that was asked for and not answered is nothing that is kept.
        let draw = game.offer().filter(|offer| matches!(offer, Offer::Draw { .. }));
        prop_assert_eq!(loaded.game.offer(), draw);
        // The right to offer once more is the same, too.
        if game.offer() == draw {
            let offer = |game: &Game| game.clone().act(Action::OfferDraw);
            prop_assert_eq!(offer(&loaded.game), offer(&game));
        }
    }

    #[test]
    fn a_log_with_other_line_ends_is_the_same(steps in random_game(30)) {
        let (header, game, text) = played_and_written(&steps);
        let dos = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let loaded = read_bytes(dos.into_bytes());
        prop_assert_eq!(&loaded.fault, &None);
        prop_assert_eq!(&loaded.header, &header);
        prop_assert_eq!(fens(&loaded.game), fens(&game));
        prop_assert_eq!(loaded.game.outcome(), game.outcome());
    }

    #[test]
    fn damage_never_panics(
        steps in random_game(24),
        damage in proptest::collection::vec((any::<u16>(), 0..5_u8, any::<u8>()), 1..6),
    ) {
        let (_, _, text) = played_and_written(&steps);
        let mut bytes = text.into_bytes();
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
        let lines = bytes.split(|byte| *byte == b'\n').count();
        let loaded = read_bytes(bytes);
        if let Some(fault) = loaded.fault {
            prop_assert!((1..=lines).contains(&fault.line), "{fault}");
        }
        prop_assert!(loaded.notices.len() <= lines);
        // What is shown of a damaged log is a game.
        let mut game = Game::new(loaded.game.start().clone(), loaded.game.draw_rule());
        for ply in loaded.game.plies() {
            prop_assert!(game.act(act_of(ply.mv)).is_ok());
            prop_assert_eq!(fen_of(game.position()), ply.fen());
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_log_may_be_cut_anywhere(steps in random_game(22)) {
        let (_, game, text) = played_and_written(&steps);
        let lines = plies_by_line(&text);
        prop_assert_eq!(lines.last().unwrap().1, Some(game.plies().len()));
        let start_complete = lines.iter().find(|(_, plies)| plies.is_some()).unwrap().0;
        for cut in 0..=text.len() {
            let loaded = read_bytes(text.as_bytes()[..cut].to_vec());
            let expected = lines.iter().rev().find(|(complete, _)| *complete <= cut);
            let expected = expected.and_then(|(_, plies)| *plies);
            let found = loaded.game.plies().len();
            prop_assert_eq!(found, expected.unwrap_or(0), "cut at {}:\n{}", cut, text);
            match loaded.fault {
                None => prop_assert!(cut + 3 > start_complete, "cut at {cut}"),
                Some(fault) => {
                    prop_assert_eq!(fault.kind, FaultKind::Empty);
                    prop_assert!(cut < start_complete, "cut at {cut}");
                }
            }
        }
    }

    /// The beginning of a line, left behind by a full disk or a power cut, costs that line only.
    #[test]
    fn a_line_torn_anywhere_is_written_again(steps in random_game(12)) {
        let (_, game, text) = played_and_written(&steps);
        let start = plies_by_line(&text);
        let start = start.iter().find(|(_, plies)| plies.is_some()).unwrap().0;
        for cut in start + 1..text.len() {
            // What a reader of the torn log goes on with: everything after the torn line's start,
            // on a line of its own.
            let line = text[..cut].rfind('\n').unwrap() + 1;
            if text.as_bytes()[cut] == b'\n' {
                continue;
            }
            let mended = format!("{}\n{}", &text[..cut], &text[line..]);
            let loaded = read_bytes(mended.clone().into_bytes());
            prop_assert_eq!(&loaded.fault, &None, "{}", mended);
            prop_assert_eq!(loaded.notices.len(), usize::from(cut > line));
            prop_assert_eq!(fens(&loaded.game), fens(&game));
            prop_assert_eq!(loaded.game.outcome(), game.outcome());
        }
    }
}
