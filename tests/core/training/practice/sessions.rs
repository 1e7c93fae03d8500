//! Somebody at an exercise: what is right, what helps, and when it is over.

use rank_and_file_core::chess::{DrawRule, Game, Move, read_fen};
use rank_and_file_core::training::practice::{Exercise, Hint, PuzzleSet, Session, Source, Tried};
use rank_and_file_core::training::tutor::{Motif, Worth};

/// Black's king and rook are forked by a knight, in two moves.
const FORK: (&str, &str, [&str; 3]) = (
    "4k3/8/8/1r6/8/8/3N4/4K3 b - - 0 1",
    "b5b4",
    ["d2c4", "e8e7", "c4b6"],
);

fn exercise(number: Option<&str>, (fen, last, line): (&str, &str, &[&str])) -> Exercise {
    let before = read_fen(fen).unwrap();
    Exercise::new(number, before, Some(last), line, vec![Motif::Fork]).unwrap()
}

fn fork(number: Option<&str>) -> Exercise {
    exercise(number, (FORK.0, FORK.1, &FORK.2))
}

/// Two rooks mate in two, in more than one way.
fn mate() -> Exercise {
    let before = read_fen("7k/8/8/1R6/8/8/8/R5K1 b - - 0 1").unwrap();
    let line = ["b5b7", "g8f8", "a1a8"];
    Exercise::new(Some("x"), before, Some("h8g8"), &line, Vec::new()).unwrap()
}

fn read(session: &Session, written: &str) -> Move {
    let game = Game::new(session.position(), DrawRule::Unjudged);
    game.read_move(written).unwrap()
}

fn tried(session: &mut Session, written: &str) -> Tried {
    let mv = read(session, written);
    session.try_move(mv)
}

#[test]
fn a_puzzle_goes_on_until_its_line_ends() {
    let mut session = Session::new(fork(Some("x")));
    let answer = session.exercise().line()[1];
    assert_eq!(tried(&mut session, "d2c4"), Tried::GoesOn(answer));
    assert_eq!(session.played(), 2);
    assert!(!session.is_over());
    assert_eq!(tried(&mut session, "c4b6"), Tried::Found);
    assert!(session.is_over() && session.is_clean());
}

#[test]
fn of_a_game_one_move_is_asked() {
    let mut session = Session::new(fork(None));
    assert_eq!(tried(&mut session, "d2c4"), Tried::Found);
    assert!(matches!(session.exercise().source, Source::Game(_)));
}

#[test]
fn what_is_not_in_the_line_is_weighed() {
    for (number, worth, wanted) in [
        (Some("x"), Worth::Worse, Tried::Wrong),
        (Some("x"), Worth::Close, Tried::Close),
        // Of a puzzle that wins something it is known that nothing else is as good.
        (Some("x"), Worth::AsGood, Tried::Close),
        (None, Worth::AsGood, Tried::Found),
        (None, Worth::Best, Tried::Found),
        (None, Worth::Close, Tried::Close),
        (None, Worth::Worse, Tried::Wrong),
    ] {
        let mut session = Session::new(fork(number));
        assert_eq!(tried(&mut session, "e1d1"), Tried::Unknown);
        assert_eq!(session.weighed(worth), wanted, "{number:?} {worth}");
        assert_eq!(session.is_clean(), wanted != Tried::Wrong);
        assert_eq!(session.is_over(), wanted == Tried::Found);
        assert_eq!(session.played(), 0, "it is to be found still");
    }
}

#[test]
fn any_mate_that_is_as_fast_will_do() {
    let mut session = Session::new(mate());
    assert_eq!(session.exercise().mate_in(0), Some(2));
    assert_eq!(tried(&mut session, "a1a7"), Tried::Unknown);
    assert_eq!(session.weighed(Worth::AsGood), Tried::Found);
    let mut session = Session::new(mate());
    assert!(matches!(tried(&mut session, "b5b7"), Tried::GoesOn(_)));
    // Mate is mate, by whichever piece.
    assert_eq!(session.exercise().mate_in(2), Some(1));
    assert_eq!(tried(&mut session, "a1a8"), Tried::Found);
}

#[test]
fn hints_say_more_and_more() {
    let mut session = Session::new(fork(Some("x")));
    let (first, last) = (session.exercise().line()[0], session.exercise().line()[2]);
    assert_eq!(session.hint(), Some(Hint::Motifs(vec![Motif::Fork])));
    assert!(session.is_clean(), "how it is won may be asked");
    assert_eq!(session.hint(), first.from().map(Hint::Piece));
    assert!(!session.is_clean());
    assert_eq!(session.hint(), Some(Hint::Move(first)));
    assert_eq!(session.hint(), Some(Hint::Move(first)));
    tried(&mut session, "d2c4");
    // What it is about has been said.
    assert_eq!(session.hint(), last.from().map(Hint::Piece));
    assert_eq!(session.hint(), Some(Hint::Move(last)));
    tried(&mut session, "c4b6");
    assert_eq!(session.hint(), None);
}

#[test]
fn whoever_gives_up_is_shown_the_rest() {
    let mut session = Session::new(fork(Some("x")));
    tried(&mut session, "d2c4");
    let rest = session.exercise().line()[2..].to_vec();
    assert_eq!(session.give_up(), rest);
    assert!(session.is_over() && !session.is_clean());
    assert_eq!(session.give_up(), Vec::new());
}

#[test]
fn what_cannot_be_played_is_no_exercise() {
    let before = read_fen(FORK.0).unwrap();
    let of = |last, line: &[&str]| Exercise::new(None, before.clone(), last, line, Vec::new());
    assert!(of(Some("b5b4"), &["d2c4"]).is_some());
    assert!(of(Some("b5b4"), &[]).is_none());
    assert!(of(Some("b5c4"), &["d2c4"]).is_none());
    assert!(of(Some("b5b4"), &["d2d5"]).is_none());
    assert!(of(Some("b5b4"), &["nonsense"]).is_none());
    assert!(of(None, &["b5b4"]).is_some());
}

#[test]
fn a_puzzle_of_the_set_is_found_move_by_move() {
    let longest = PuzzleSet::default()
        .puzzles()
        .max_by_key(|puzzle| puzzle.exercise().unwrap().line().len());
    let mut session = Session::new(longest.unwrap().exercise().unwrap());
    loop {
        let mv = session.exercise().line()[session.played()];
        match session.try_move(mv) {
            Tried::GoesOn(_) => {}
            Tried::Found => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(session.is_clean());
}
