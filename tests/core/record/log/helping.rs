//! Help that was agreed on: how a log says so, what was given, and how it is counted.

use rank_and_file_core::chess::{
    Action, ByColor, Color, Event, Game, Help, Refusal, fen_of, start_position,
};
use rank_and_file_core::engine::{Computer, Level};
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::{Header, lines_for, now, read_bytes};

use crate::saved::{BOTH, WHITE};

fn agreed() -> Header {
    Header {
        tips: WHITE,
        guard: BOTH,
        ..Header::new("Ann", "Ben", now(), Default::default())
    }
}

fn log_of(header: &Header, events: &[(Event, &Game)]) -> String {
    let mut log = format!("{}{}\n", header.line(), fen_of(&start_position()));
    for (event, game) in events {
        log += &lines_for(event, game, now());
    }
    log
}

#[test]
fn a_header_says_who_is_helped_only_where_that_is_agreed_on() {
    let line = agreed().line();
    assert!(
        line.contains(r#""tips":"white","guard":"both""#) && !line.contains("warnings"),
        "{line}"
    );
    let plain_header = Header::bare();
    let plain = plain_header.line();
    assert!(!plain.contains("tips") && !plain.contains("guard"));
    let read = read_bytes(log_of(&agreed(), &[]).into_bytes());
    assert_eq!(read.header.tips, WHITE);
    assert_eq!(read.header.guard, BOTH);
    let swapped = read.header.clone().swapped();
    assert_eq!((swapped.tips.white, swapped.tips.black), (false, true));
    let next = read.header.rematch(&start_position());
    assert_eq!((next.tips, next.guard), (WHITE.into_swapped(), BOTH));
    let wrong = log_of(&Header::bare(), &[]).replacen('{', r#"{"tips":"red","#, 1);
    let read = read_bytes(wrong.into_bytes());
    assert_eq!((read.fault, read.header.tips), (None, plain_header.tips));
}

#[test]
fn a_computer_is_not_helped() {
    let level = Computer::Level(Level::LAST);
    let header = agreed().with_computer(Color::White, level.clone());
    assert_eq!(header.tips, ByColor::default());
    assert!(!header.guard.white && header.guard.black);
    // Nor where another program has written that it is.
    let mut header = agreed();
    header.computers.white = Some(level);
    assert!(!header.is_helped(Color::White, Help::Tip(1)));
    assert!(header.is_helped(Color::Black, Help::Guard));
}

#[test]
fn no_help_is_given_without_an_agreement() {
    let refused = |header: &Header, side, help| {
        PlayedGame::new(header.clone(), Game::default()).withheld(&Action::Help(side, help))
    };
    for side in Color::ALL {
        for help in [Help::Tip(1), Help::Warning, Help::Guard, Help::Insisted] {
            let why = refused(&Header::bare(), side, help);
            assert_eq!(why, Some(Refusal::NotAgreed), "{side}, {help:?}");
        }
    }
    assert_eq!(refused(&agreed(), Color::White, Help::Tip(1)), None);
    assert_eq!(refused(&agreed(), Color::Black, Help::Guard), None);
    let not = Some(Refusal::NotAgreed);
    assert_eq!(refused(&agreed(), Color::Black, Help::Tip(1)), not);
    assert_eq!(refused(&agreed(), Color::White, Help::Warning), not);
}

#[test]
fn what_was_given_is_in_the_log_and_counted() {
    let mut game = Game::default();
    let mut log = log_of(&agreed(), &[]);
    let mut act = |game: &mut Game, action| {
        let event = game.act(action).unwrap();
        log += &lines_for(&event, game, now());
    };
    let (white, black) = (Color::White, Color::Black);
    act(&mut game, Action::Help(white, Help::Tip(1)));
    act(&mut game, Action::Help(white, Help::Tip(2)));
    act(&mut game, Action::Write("e4".to_owned()));
    act(&mut game, Action::Help(black, Help::Guard));
    act(&mut game, Action::Help(black, Help::Insisted));
    act(&mut game, Action::Write("d5".to_owned()));
    act(&mut game, Action::Help(white, Help::Warning));
    act(&mut game, Action::ProposeTakeback(1));
    act(&mut game, Action::Accept);
    let helped = game.helped();
    assert_eq!((helped.white, helped.black), (3, 1), "taken back or not");
    for line in [
        r##"# {"helped":"white","with":"tip","step":2}"##,
        r##"# {"helped":"black","with":"guard"}"##,
        r##"# {"insisted":"black"}"##,
        r##"# {"helped":"white","with":"warning"}"##,
    ] {
        assert!(log.lines().any(|other| other == line), "{line} in {log}");
    }
    let read = read_bytes(log.clone().into_bytes());
    assert_eq!((read.fault, read.game.helped()), (None, helped));
    assert_eq!(read.game.plies().len(), 1);
    // Help of a kind that is not known is passed over; a player who does not exist was not helped.
    let later = log.clone() + "# {\"helped\":\"black\",\"with\":\"a crystal ball\"}\n";
    let later = read_bytes(later.into_bytes());
    assert_eq!((later.fault, later.game.helped()), (None, helped));
    let wrong = read_bytes((log + "# {\"helped\":\"red\",\"with\":\"tip\"}\n\n").into_bytes());
    assert!(wrong.fault.is_some());
}

#[test]
fn no_help_is_given_when_the_game_is_over() {
    let mut game = Game::default();
    game.act(Action::Resign(Color::White)).unwrap();
    let refused = game.act(Action::Help(Color::Black, Help::Tip(1)));
    assert_eq!(refused, Err(Refusal::GameOver));
}
