//! A game that is reviewed together: what is tried, what is told of it, and what is kept.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use gtk::prelude::*;
use rank_and_file::model::{Game, GameAnalysis, Navigation, Practice, Review};
use rank_and_file_core::chess::{Action, Color};
use rank_and_file_core::record::study::{NodeId, StudyAction};
use rank_and_file_core::training::practice::Missed;
use rank_and_file_core::training::tutor::Motif;

use super::game_analysis::{part, played_out, seen};
use super::motives::against;
use crate::desk::{
    Games, Haste, START, pass, until, until_at_last, until_first, until_freed, with_main_loop,
};

/// By then, a move would have followed by itself.
const SOON: Duration = Duration::from_secs(5);

fn reviewed(games: &Games, start: &str, moves: &str) -> (Game, GameAnalysis, Review) {
    let game = played_out(games.begin(start), moves);
    let (course, review) = review_of(&game);
    (game, course, review)
}

/// Black's queen came out early.
const EARLY: &str = "r1b1kbnr/pppp1ppp/2n2q2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
/// It is given for a knight: nothing else in these moves loses chances.
const GIVEN: &str = "O-O Qxf3 Qxf3 d6";
/// Mate is threatened.
const THREATENED: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

fn review_of(game: &Game) -> (GameAnalysis, Review) {
    let course = seen(game);
    course.set_analysis_shown(false);
    assert!(!course.shown());
    course.set_reviewed(true);
    assert!(
        course.shown(),
        "a player who reviews a game is shown its course"
    );
    let review = Review::of(game, &course);
    (course, review)
}

fn says(game: &Game, what: &str) {
    until_at_last(what, || game.status().contains(what));
}

fn write(game: &Game, move_text: &str) {
    game.play(Action::Write(move_text.to_owned())).unwrap();
}

#[test]
fn something_better_is_tried_hinted_at_found_shown_and_kept() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let games = Games::new();
        let (game, course, review) = reviewed(&games, EARLY, GIVEN);
        let heard: Rc<RefCell<Vec<String>>> = Rc::default();
        let hears = heard.clone();
        game.connect_status_notify(move |game| {
            hears.borrow_mut().push(game.said().spoken().to_owned())
        });
        assert_eq!(review.at(), None);
        assert!(!review.has_previous());
        until_at_last("a turning point is known", || review.has_next());
        // It is walked while it grows.
        review.go_on();
        assert_eq!(
            (review.at(), game.viewer().node()),
            (Some(2), NodeId::Main(1))
        );
        says(&game, "find something better than 4… Qxf3.");
        let asked = game.viewer().pointed().unwrap();
        assert_eq!(asked.drawings.len(), 1, "the mistake is an arrow");
        assert_eq!(review.task_name(), "Find Better");
        let judgment = review.judgment().unwrap();
        assert_eq!(judgment.heading, "Ben: 4… Qxf3??");
        let fall = "Blunder: winning chances fall from ";
        assert!(judgment.chances.starts_with(fall), "{}", judgment.chances);
        let said = game.said().spoken().to_owned();
        assert!(
            said.starts_with("Turning Point 1 of 1. Ben: 4… Queen captures on f3. Blunder: "),
            "{said}"
        );
        // A second look may change the chances by a point or two.
        until_at_last("it was looked at twice", || !review.is_growing());
        let judgment = review.judgment().unwrap();
        // A move that cannot be played is refused as ever.
        assert!(game.play(Action::Write("Qa1".to_owned())).is_err());
        assert!(!review.can_try_again());
        // A queen can be given away otherwise, too.
        write(&game, "Qg5");
        assert_eq!(game.viewer().ahead(), Some(1));
        says(&game, "4… Qg5 is not good enough. Ann answers 5. ");
        assert!(!review.is_found() && review.can_try_again());
        assert_eq!(review.judgment().unwrap().heading, "Tried: 4… Qg5??");
        // The answer plays itself.
        until("the answer is played", || game.viewer().ahead() == Some(2));
        review.try_again();
        assert_eq!(
            (game.viewer().ahead(), game.viewer().node()),
            (None, NodeId::Main(1))
        );
        assert!(game.status().contains("find something better"));
        // What was played is judged as before.
        write(&game, "Qxf3");
        says(
            &game,
            "4… Qxf3 was played in the game. The best answer is 5. ",
        );
        assert_eq!(review.judgment().unwrap().chances, judgment.chances);
        review.try_again();
        for said in ["", "Move this piece: ", "Better: 4… "] {
            review.hint();
            assert!(game.status().contains(said), "{}", game.status());
        }
        assert!(!review.has_hint());
        assert_eq!(game.viewer().pointed().unwrap().drawings.len(), 2);
        let status = game.status();
        let best = status.split("Better: 4… ").nth(1).unwrap();
        write(&game, best.trim_end_matches('.'));
        says(&game, "is the best move.");
        assert!(review.is_found());
        review.show();
        assert!(review.is_shown());
        assert_eq!(game.viewer().ahead(), Some(1));
        assert!(game.status().contains("Better: 4… "));
        // The proof goes on by itself.
        until_at_last("the second move", || game.viewer().ahead() == Some(2));
        let looking = heard.take().into_iter().find(|said| {
            ["Position after", "Looking ahead"]
                .iter()
                .any(|words| said.contains(words))
        });
        assert_eq!(looking, None, "the question comes first");
        // A player who looks elsewhere comes back.
        game.viewer().go_to(NodeId::Main(0));
        assert!(game.viewer().pointed().is_none());
        game.viewer().navigate(Navigation::Return);
        assert_eq!(game.viewer().node(), NodeId::Main(1));
        assert!(
            game.with_study(|study, _| study.is_empty()),
            "nothing is added"
        );

        until_at_last("all is known", || part(&course) >= 1.0);
        assert_eq!(review.heading(), "Turning Point 1 of 1");
        review.go_on();
        assert_eq!((review.at(), game.viewer().node()), (None, NodeId::Main(4)));
        let summary = review.summary();
        assert!(
            summary.contains("in the final position"),
            "who resigns stands better here: {summary}"
        );
        assert!(summary.contains("There is 1 turning point."), "{summary}");
        // Something worse was tried before, with all hints.
        let found = "Better moves found: 1 of 1. 1 of them was told by a hint.";
        assert!(summary.contains(found), "{summary}");
        // Proofs are looked for when all is known.
        until_at_last("it can be kept", || review.can_keep());
        assert!(review.is_over());
        let (said, seen) = (Rc::new(RefCell::new(Vec::new())), game.status());
        let hears = Rc::clone(&said);
        let heard = game.connect_status_notify(move |game| hears.borrow_mut().push(game.status()));
        review.keep();
        game.disconnect(heard);
        assert_eq!(*said.borrow(), [game.status()], "after {seen}");
        assert!(
            game.status().contains("Turning points added"),
            "{}",
            game.status()
        );
        let kept = game.pgn();
        assert_eq!(
            game.viewer().node(),
            NodeId::Main(4),
            "the reader stays at this position"
        );
        assert!(kept.contains("Qxf3 $4"), "{kept}");
        assert!(kept.replace('\n', " ").contains("(4... "), "{kept}");
        assert!(!review.can_keep(), "all of it is there");
        review.keep();
        assert_eq!(game.pgn(), kept);
        game.annotate(StudyAction::Undo).unwrap();
        assert!(
            game.with_study(|study, _| study.is_empty()),
            "{}",
            game.pgn()
        );
        let node = game.viewer().node();
        assert_eq!(node, NodeId::Main(4), "the reader stays there, too");
        assert!(review.can_keep(), "it can be added again");
        // Nothing was to be won there, but a queen to be kept.
        let missed = review.missed();
        assert_eq!(missed.len(), 1, "{missed:?}");
        let task = missed[0].task().unwrap();
        assert_eq!((&*missed[0].player, missed[0].ply), ("Ben", 1));
        assert_eq!(task.line().len(), 1);

        review.go_on();
        assert!(!review.is_over() && !review.summary().contains("found"));
        assert!(!review.is_found(), "it begins anew");
        write(&game, best.trim_end_matches('.'));
        says(&game, "is the best move.");
        review.go_on();
        let found = "Better moves found: 1 of 1, 1 unaided at once.";
        assert!(review.summary().contains(found), "{}", review.summary());
        review.go_on();
        // A player who goes on without it has come to the end, too.
        review.go_on();
        let found = "Better moves found: 0 of 1.";
        assert!(review.is_over() && review.summary().contains(found));
        review.go_on();
        review.end();
        write(&game, "Qg5");
        assert!(
            matches!(game.viewer().node(), NodeId::Side(_)),
            "it is over"
        );
        let weak = game.downgrade();
        course.set_game(None::<Game>);
        drop((game, review));
        until_freed("the game", &weak);
    });
}

#[test]
fn a_refutation_is_stopped_and_drawn_where_nothing_moves_by_itself() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let games = Games::new();
        let (game, _course, review) = reviewed(&games, EARLY, GIVEN);
        until_at_last("all is known", || !review.is_growing());
        review.go_on();
        for still in [false, true] {
            review.set_still(still);
            write(&game, "Qg5");
            until_first("it is weighed", || {
                game.status().contains("not good enough")
            });
            review.stop_walking();
            pass(SOON);
            assert_eq!(game.viewer().ahead(), Some(1), "still: {still}");
            let drawings = game.viewer().pointed().unwrap().drawings;
            let arrows = drawings.iter().filter(|drawing| !drawing.is_circle());
            assert_eq!(arrows.count() > 1, still, "{drawings:?}");
            review.try_again();
        }
        review.end();
    });
}

/// A move is judged by what it loses on the scale of the card, and said to be so.
#[test]
fn what_is_said_of_a_move_that_is_tried_is_what_its_card_shows() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let games = Games::new();
        let (game, _course, review) = reviewed(&games, EARLY, GIVEN);
        until_at_last("all is known", || !review.is_growing());
        review.go_on();
        review.set_still(true);
        let mut found = [0, 0];
        for tried in ["Nge7", "Bc5", "d6", "Qg6", "Nd4", "a6", "Qg5", "Qh6", "g5"] {
            write(&game, tried);
            until_at_last("it is weighed", || {
                review.judgment().is_some() && !game.status().starts_with("Evaluating")
            });
            let (card, said) = (review.judgment().unwrap(), game.status());
            let good = said.contains("the best move.");
            let lost = card.chances.split(" (").nth(1).unwrap_or_default();
            let lost: i32 = lost
                .split(' ')
                .next()
                .unwrap_or_default()
                .parse()
                .unwrap_or(0);
            assert_eq!(
                card.chances.starts_with("Good move: "),
                good,
                "{card:?} {said}"
            );
            assert!(good || lost >= 4, "{card:?} {said}");
            let nearly = said.contains("nearly as good");
            let praised = card.heading.ends_with('!') && !card.heading.ends_with("?!");
            assert_eq!(praised, good && !nearly, "{card:?} {said}");
            found[usize::from(good)] += 1;
            review.try_again();
            assert!(game.status().contains("find something better"), "{said}");
            let card = review.judgment().unwrap();
            assert!(card.heading.ends_with('?'), "after {tried}: {card:?}");
        }
        assert!(!found.contains(&0), "{found:?}");
        review.end();
    });
}

/// Black overlooks a mate that is threatened.
#[test]
fn what_a_move_allows_is_said_at_once_and_stays_in_words_while_the_better_line_plays() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let games = Games::new();
        let game = games.begin_between(THREATENED, ["", ""]);
        let game = played_out(game, "Nf6");
        let (_course, review) = review_of(&game);
        let heard: Rc<RefCell<Vec<String>>> = Rc::default();
        let hears = heard.clone();
        game.connect_status_notify(move |game| {
            hears.borrow_mut().push(game.said().spoken().to_owned())
        });
        until_at_last("all is known", || !review.is_growing());
        review.go_on();
        until_at_last("it is proven", || review.finders().is_some());
        let asked = "Black, find something better than 3… Nf6. Nf6 allows Qxf7#.";
        assert_eq!(game.status(), asked);
        review.hint();
        let hint = "3… Nf6 does not stop what was threatened already.";
        assert_eq!(game.status(), format!("{asked} {hint}"));
        let heard_hint = "3… Knight to f6 does not stop what was threatened already. \
            Black, find something better than 3… Knight to f6. \
            Knight to f6 allows Queen captures on f7, checkmate.";
        assert_eq!(
            game.said().spoken(),
            heard_hint,
            "how it was judged has been heard"
        );
        review.show();
        says(&game, "Better: 3… ");
        let (told, message) = (game.status(), game.message());
        assert!(
            told.contains("After 3… Nf6, the best answer is 4. Qxf7#."),
            "{told}"
        );
        until("the next move is shown", || {
            game.viewer().ahead() == Some(2)
        });
        let (before, now) = game
            .status()
            .split_once(" On the board: 4. ")
            .map(|(before, now)| (before.to_owned(), now.to_owned()))
            .unwrap_or_default();
        assert_eq!(before, told, "there is time to read it");
        assert!(now.ends_with('.'), "the move on the board is told: {now}");
        assert!(game.said().spoken().starts_with("4. "), "{:?}", game.said());
        assert_eq!(game.message(), message, "it can be heard again");
        heard.take();
        review.try_again();
        let asked = heard.take().into_iter();
        let asked: Vec<String> = asked
            .filter(|said| said.contains("find something"))
            .collect();
        assert_eq!(asked.len(), 1, "it is asked once: {asked:?}");
        let missed = review.missed();
        let players: Vec<&str> = missed.iter().map(|missed| &*missed.player).collect();
        assert_eq!(players, [""], "players without a name practice, too");
        review.end();
    });
}

/// Where nothing is to be won, and nothing was given away, what is proven to be gained is the first hint.
#[test]
fn the_first_hint_in_a_quiet_position_says_what_there_is_to_gain() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        for (start, moves, hint) in [
            (
                "r1b1k1nr/pp3p1p/2pp3b/4nR2/4P1pq/1B6/PPPP2PP/RNBQN1K1 w kq - 0 11",
                "Rf2 g3 hxg3",
                "Ann, find something better than 11. Rf2. The king can be made safer.",
            ),
            (
                "3qr1k1/r4p1p/2n3p1/4bN2/pp1pP1Q1/P2P4/1P4PP/R2N1RK1 w - - 0 25",
                "Ng3 Bg7",
                "Ann, find something better than 25. Ng3. A piece can be placed better.",
            ),
        ] {
            let games = Games::new();
            let (game, _course, review) = reviewed(&games, start, moves);
            until_at_last("all is known", || !review.is_growing());
            review.go_on();
            assert_eq!(review.at(), Some(1));
            until_at_last("it is proven", || review.finders().is_some());
            review.hint();
            assert_eq!(game.status(), hint);
            review.hint();
            assert!(
                game.status().contains("Move this piece: "),
                "{}",
                game.status()
            );
            review.end();
        }
    });
}

/// Black, the computer, gives a queen for a knight, and White takes it.
#[test]
fn a_blunder_of_the_computer_is_to_be_punished() {
    with_main_loop(|| {
        let game = against("3", EARLY, GIVEN);
        let course = seen(&game);
        course.set_reviewed(true);
        let review = Review::of(&game, &course);
        until_at_last("all is known", || !review.is_growing());
        review.go_on();
        assert_eq!(
            (review.at(), game.viewer().node()),
            (Some(2), NodeId::Main(2))
        );
        assert_eq!(review.task_name(), "Punish It");
        assert_eq!(game.status(), "4… Qxf3 was a blunder. Ann, punish it.");
        let judgment = review.judgment().unwrap();
        assert!(
            judgment.heading.ends_with(": 4… Qxf3??"),
            "{}",
            judgment.heading
        );
        write(&game, "Qxf3");
        until_at_last("it is found", || review.is_found());
        assert_eq!(review.judgment().unwrap().heading, "Tried: 5. Qxf3!");
        assert!(review.missed().is_empty(), "Ann has missed nothing");
        review.end();
    });
}

/// Black, the computer, makes a mistake that loses nothing at once.
#[test]
fn a_mistake_that_loses_nothing_at_once_is_only_answered() {
    with_main_loop(|| {
        let _haste = Haste::times(20);
        let start = "rnbqn1k1/pppp2pp/1b6/4p1PQ/4Nr2/2PP3B/PP3P1P/R1B1K1NR b KQ - 0 11";
        let game = against("3", start, "Rf7 g6 hxg6");
        let course = seen(&game);
        course.set_reviewed(true);
        let review = Review::of(&game, &course);
        until_at_last("all is known", || !review.is_growing());
        review.go_on();
        until_at_last("it is proven", || review.finders().is_some());
        let asked = "11… Rf7 was a blunder. Ann, find the best reply.";
        assert_eq!(game.status(), asked);
        assert_eq!(review.task_name(), "Find the Best Reply");
        review.end();
    });
}

/// The queen that was given is not taken: what is to be found is asked for once, and is Ann's to practice.
#[test]
fn what_was_not_punished_is_asked_for_once() {
    with_main_loop(|| {
        let game = against("3", EARLY, "O-O Qxf3 d3 Qxd1");
        let course = seen(&game);
        course.set_reviewed(true);
        let review = Review::of(&game, &course);
        until_at_last("all is known", || !review.is_growing());
        assert_eq!(review.points(), [3]);
        review.go_on();
        assert_eq!(game.viewer().node(), NodeId::Main(2));
        assert_eq!(
            game.status(),
            "4… Qxf3 was a blunder. Ann, punish it. 5. d3 was played in the game."
        );
        assert_eq!(review.heading(), "Turning Point 1 of 1");
        until_at_last("what was missed is known", || review.missed().len() == 1);
        // Of a mistake that is not asked, the better move is told.
        let told = |ply| {
            game.viewer().go_to(NodeId::Main(ply));
            game.status()
        };
        review.go_back();
        until_at_last("all is proven", || {
            assert_eq!(told(3), "Position after 5. d3.");
            told(2).starts_with("Position after 4… Qxf3. Better: 4… ")
        });
        review.end();
    });
}

#[test]
fn a_move_of_which_the_tutor_knows_nothing_can_be_tried_again() {
    with_main_loop(|| {
        let games = Games::new();
        let (game, _course, review) = reviewed(&games, EARLY, GIVEN);
        until_at_last("all is known", || !review.is_growing());
        review.go_on();
        write(&game, "Qg5");
        assert_eq!(game.status(), "Evaluating 4… Qg5…");
        until("nothing is known", || {
            review.tutoring().stop();
            game.status() == "Could not evaluate 4… Qg5. Try again."
        });
        assert_eq!((game.viewer().ahead(), review.is_found()), (Some(1), false));
        review.try_again();
        assert!(game.status().contains("find something better"));
        // Another move takes the place of one that is still weighed, and nothing is asked between.
        write(&game, "Qg5");
        let heard: Rc<RefCell<Vec<String>>> = Rc::default();
        let hears = heard.clone();
        game.connect_status_notify(move |game| {
            hears.borrow_mut().push(game.said().spoken().to_owned())
        });
        write(&game, "Qh6");
        let asked = |said: &String| said.contains("find something better");
        assert!(!heard.take().iter().any(asked));
        assert_eq!(game.status(), "Evaluating 4… Qh6…");
        until_at_last("it is weighed", || !game.status().contains("Evaluating"));
        assert!(
            !game.status().contains("Could not evaluate"),
            "{}",
            game.status()
        );
        assert!(game.status().starts_with("4… Qh6 "), "{}", game.status());
        review.end();
    });
}

#[test]
fn what_was_missed_comes_again_in_practice() {
    with_main_loop(|| {
        let games = Games::new();
        // White could take the queen.
        let (game, _course, review) =
            reviewed(&games, START, "e4 e5 Nf3 Nc6 Bc4 Qf6 d3 Qg5 a3 Qf6");
        until_at_last("all is known", || !review.is_growing());
        let proven = |missed: &Missed| missed.task().is_some_and(|task| !task.motifs.is_empty());
        until_at_last("it is proven", || review.missed().iter().any(proven));
        let missed = review.missed();
        let white = missed.iter().find(|missed| missed.ply == 8).unwrap();
        assert_eq!((&*white.player, &white.game), ("Ann", &game.id()));
        let task = white.task().unwrap();
        assert_eq!(task.mover(), Color::White);
        assert!(task.motifs.contains(&Motif::HangingPiece), "{missed:?}");
        let practice = Practice::shared();
        let noted = || practice.attempts().has(white);
        until_at_last("it is noted", noted);
        review.end();
    });
}

#[test]
fn a_game_without_mistakes_says_so() {
    with_main_loop(|| {
        let games = Games::new();
        let (_game, _course, review) = reviewed(&games, START, "e4 e5 Nf3 Nc6");
        assert_eq!(review.summary(), "Looking for turning points…");
        until_at_last("all is known", || !review.is_growing());
        assert_eq!(
            review.summary(),
            "The final position was undecided. No serious mistakes."
        );
        assert!(!review.has_next() && !review.can_keep());
        assert!(review.missed().is_empty());
        review.end();
    });
}
