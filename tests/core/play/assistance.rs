//! Help during a game: what the tutor is asked, what is known of the position, and when that is forgotten.

use rank_and_file_core::chess::{Action, Color, Event, Help, Position, Refusal, read_fen};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::play::{
    BlunderCheck, GuardDecision, HeldBack, PlayedGame, Purpose, Tip, TutorAnswer, TutorRequest,
};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::tutor::Tutor;

use super::write;
use crate::saved::{BOTH, WHITE, header};

/// The knight can attack the king and the rook, and would be lost on f6.
const FORK: &str = "r3k3/6pp/8/3N4/8/8/6PP/4K3 w - - 0 1";
/// The same with Black to move.
const THREATENED: &str = "r3k3/6pp/8/3N4/8/8/6PP/4K3 b - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn play(header: Header, fen: &str) -> PlayedGame {
    let game = header.new_game(read_fen(fen).unwrap());
    PlayedGame::new(header, game)
}

fn advised(fen: &str) -> PlayedGame {
    let tips = BOTH;
    play(Header { tips, ..header() }, fen)
}

fn guarded(fen: &str) -> PlayedGame {
    let guard = WHITE;
    play(Header { guard, ..header() }, fen)
}

fn answer(wanted: TutorRequest) -> TutorAnswer {
    wanted.ask(&mut Tutor::default(), &Stop::default())
}

/// Finds all that is wanted.
fn find(played: &mut PlayedGame) -> Option<Event> {
    let found = answer(played.wanted().unwrap());
    played.found(found)
}

fn look(played: &mut PlayedGame, move_text: &str) -> BlunderCheck {
    match played.check(&write(move_text)) {
        GuardDecision::Checks(check) => check,
        other => panic!("{other:?}"),
    }
}

fn passes(played: &mut PlayedGame, action: &Action) -> bool {
    matches!(played.check(action), GuardDecision::Passes)
}

fn judge(look: BlunderCheck) -> Option<HeldBack> {
    look.ask(&mut Tutor::default(), &Stop::default())
}

fn helped(side: Color, help: Help) -> Option<Event> {
    Some(Event::Helped(side, help))
}

/// The number of the last tip, if there is one.
fn tip(played: &PlayedGame) -> Option<u8> {
    played.assistance().tip().map(|tip| tip.step)
}

/// The last move is taken back.
fn take_back(played: &mut PlayedGame) {
    played.act(Action::ProposeTakeback(1)).unwrap();
    let event = played.act(Action::Accept).unwrap();
    assert_eq!(event, Event::TakenBack(1));
}

#[test]
fn help_is_noted_where_it_was_agreed_on() {
    let mut played = guarded(START);
    let note = |played: &mut PlayedGame, help| {
        let turn = played.game().turn();
        played.act(Action::Help(turn, help))
    };
    look(&mut played, "e4");
    assert!(passes(&mut played, &write("e5")));
    assert!(passes(&mut played, &Action::OfferDraw));
    let noted = note(&mut played, Help::Guard).unwrap();
    assert_eq!(noted, Event::Helped(Color::White, Help::Guard));
    let lines = played.lines(&noted);
    assert!(lines.starts_with('#'), "{lines}");
    assert_eq!(
        note(&mut played, Help::Tip(1)).unwrap_err(),
        Refusal::NotAgreed
    );
    played.act(write("e4")).unwrap();
    assert!(passes(&mut played, &write("e5")));
    assert_eq!(
        note(&mut played, Help::Guard).unwrap_err(),
        Refusal::NotAgreed
    );
}

#[test]
fn only_what_was_agreed_on_and_is_not_known_is_wanted() {
    assert!(play(header(), FORK).wanted().is_none());
    let mut played = advised(FORK);
    let wanted = played.wanted().unwrap();
    assert!(wanted.best && !wanted.threat);
    assert_eq!(played.found(answer(wanted)), None);
    assert!(played.assistance().best().is_some() && played.wanted().is_none());
    let warnings = WHITE;
    let mut played = play(
        Header {
            warnings,
            ..header()
        },
        FORK,
    );
    let wanted = played.wanted().unwrap();
    assert!(wanted.threat && !wanted.best);
    played.act(write("h3")).unwrap();
    assert!(played.wanted().is_none(), "Black is not warned");
    let over = played.act(Action::Resign(Color::Black));
    assert!(over.is_ok() && played.wanted().is_none());
}

#[test]
fn tips_come_one_by_one_and_the_last_one_again() {
    let mut played = advised(FORK);
    assert_eq!((played.next_tip(), tip(&played)), (None, None));
    find(&mut played);
    assert_eq!(tip(&played), None, "none is given unasked");
    for step in 1..=Help::LAST_TIP {
        let noted = played.next_tip();
        assert_eq!(noted, helped(Color::White, Help::Tip(step)));
        assert_eq!(tip(&played), Some(step));
    }
    assert_eq!((played.next_tip(), tip(&played)), (None, Some(3)));
    assert_eq!(played.game().helped().white, 3);
}

#[test]
fn where_nothing_is_won_the_tip_has_another_purpose() {
    let mut played = advised(START);
    find(&mut played);
    played.next_tip();
    let plan = |tip: Tip| matches!(tip.purpose, Some(Purpose::Plan(_)));
    assert!(played.assistance().tip().is_some_and(plan));
    let mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let tips = BOTH;
    let mut played = play(Header { tips, ..header() }, mate);
    find(&mut played);
    played.next_tip();
    let parries = |tip: Tip| matches!(tip.purpose, Some(Purpose::Defense(_)));
    assert!(played.assistance().tip().is_some_and(parries));
    let mut played = advised(FORK);
    find(&mut played);
    played.next_tip();
    assert!(
        played
            .assistance()
            .tip()
            .is_some_and(|tip| tip.purpose.is_none())
    );
}

#[test]
fn a_warning_is_noted_when_it_is_found() {
    let warnings = BOTH;
    let mut played = play(
        Header {
            warnings,
            ..header()
        },
        THREATENED,
    );
    let noted = find(&mut played);
    assert_eq!(noted, helped(Color::Black, Help::Warning));
    let threat = played.assistance().threat().unwrap();
    assert_eq!(threat.passed.board(), played.game().position().board());
    assert!(played.wanted().is_none(), "it is known");
    played.act(write("Rb8")).unwrap();
    assert!(played.assistance().threat().is_none());
}

/// What was known of a position is not known of another after as many plies, nor where the same one comes again.
#[test]
fn a_takeback_empties_it() {
    let mut played = advised(FORK);
    played.act(write("h3")).unwrap();
    find(&mut played);
    played.next_tip();
    assert_eq!(tip(&played), Some(1));
    played.act(Action::ProposeTakeback(1)).unwrap();
    played.act(Action::Decline).unwrap();
    assert_eq!(tip(&played), Some(1), "the position has stayed");
    take_back(&mut played);
    assert!(played.assistance().best().is_none() && tip(&played).is_none());
    played.act(write("g3")).unwrap();
    assert!(played.assistance().best().is_none() && tip(&played).is_none());
    assert!(played.wanted().is_some_and(|wanted| wanted.best));
}

#[test]
fn what_is_found_too_late_is_dropped() {
    let mut played = advised(FORK);
    played.act(write("h3")).unwrap();
    let late = answer(played.wanted().unwrap());
    take_back(&mut played);
    assert_eq!(played.found(late.clone()), None);
    assert!(played.assistance().best().is_none());
    // As many plies have been played, but not the same ones.
    played.act(write("g3")).unwrap();
    assert_eq!(played.found(late.clone()), None);
    assert!(played.assistance().best().is_none());
    take_back(&mut played);
    played.act(write("h3")).unwrap();
    played.found(late.clone());
    assert!(played.assistance().best().is_some(), "here it is so");
    played.act(Action::Resign(Color::White)).unwrap();
    assert!(played.assistance().best().is_none());
    assert_eq!((played.found(late), played.next_tip()), (None, None));
    assert!(played.assistance().best().is_none());
}

#[test]
fn a_move_that_simply_loses_something_is_held_back_once() {
    let mut played = guarded(FORK);
    let quiet = look(&mut played, "h3");
    assert!(judge(quiet).is_none());
    let lost = look(&mut played, "Nf6+");
    assert!(lost.best.is_none());
    let held_back = judge(lost).unwrap();
    let noted = played.hold_back(held_back);
    assert_eq!(noted, helped(Color::White, Help::Guard));
    let held_back = played.assistance().held_back().unwrap();
    assert_eq!(held_back.tried.san.to_string(), "Nf6+");
    assert!(matches!(held_back.loss.refusal, Refusal::Guarded { .. }));
    assert_eq!(played.game().plies().len(), 0);
    // Another move is looked at for itself.
    look(&mut played, "Nb6");
    match played.check(&write("d5f6")) {
        GuardDecision::Insisted(noted) => {
            assert_eq!(Some(noted), helped(Color::White, Help::Insisted));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(played.game().helped().white, 1, "to insist is no help");
    played.act(write("Nf6+")).unwrap();
    assert!(played.assistance().held_back().is_none());
    take_back(&mut played);
    look(&mut played, "Nf6+");
}

#[test]
fn a_move_is_not_held_back_where_its_position_is_gone() {
    let mut played = guarded(FORK);
    let late = judge(look(&mut played, "Nf6+")).unwrap();
    played.act(write("h3")).unwrap();
    played.act(write("g6")).unwrap();
    assert_eq!(played.hold_back(late), None);
    assert!(played.assistance().held_back().is_none());
    assert_eq!(played.game().helped().white, 0);
}

#[test]
fn the_guard_knows_what_was_found_to_be_best() {
    let mut played = guarded(FORK);
    find(&mut played);
    let look = look(&mut played, "Nf6+");
    let known = played.assistance().best().unwrap();
    assert_eq!(look.best.as_ref().map(|best| &best.line), Some(&known.line));
    assert!(judge(look).is_some());
}

/// A player who comes back to a position has been helped there already.
#[test]
fn help_is_not_counted_again_after_a_takeback() {
    let mut played = advised(FORK);
    find(&mut played);
    assert_eq!(played.next_tip(), helped(Color::White, Help::Tip(1)));
    played.act(write("h3")).unwrap();
    assert_eq!(tip(&played), None);
    take_back(&mut played);
    assert_eq!(tip(&played), Some(1), "it is known again");
    assert!(played.wanted().is_none());
    assert_eq!(played.next_tip(), helped(Color::White, Help::Tip(2)));
    // Two positions back, too, and not in one that is gone.
    for san in ["h3", "g6", "h4"] {
        played.act(write(san)).unwrap();
    }
    played.act(Action::TakeBack(3)).unwrap();
    assert_eq!(tip(&played), Some(2));
    played.act(write("g4")).unwrap();
    played.act(write("g6")).unwrap();
    assert_eq!(tip(&played), None);
    assert_eq!(played.game().helped().white, 2);
}
