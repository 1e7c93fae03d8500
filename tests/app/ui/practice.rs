//! The page to practice on: what each player can practice, one position after the other, and two players at one table.

use std::cell::RefCell;
use std::fs;
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{Practice, SavedGames, Settings, remembered};
use rank_and_file::ui::{Board, PlayerBar, PracticePage};
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{Action, Color, Position, Square, read_fen};
use rank_and_file_core::training::practice::{
    Difficulty, Event, Missed, Puzzle, PuzzleSet, Record, puzzle,
};
use rank_and_file_core::training::tutor::TutorQuestion;

use crate::desk::stage::{Stage, below, square_of};
use crate::desk::{Games, Haste, pass, settle, until, with_display};

const MISSED: &str = "8/p1p2p2/P6k/3rpNp1/3p4/7P/2P2PP1/R5K1 b - - 0 28";

/// The page, with attempts of its own.
struct Room {
    page: PracticePage,
    stage: Stage,
    /// Where the attempts are.
    games: Games,
    saved: SavedGames,
}

impl Room {
    /// `missed`: by whom something was missed, and on which day.
    fn open(missed: &[(&str, &str)], two: bool) -> Self {
        let games = Games::new();
        let start = read_fen(MISSED).unwrap();
        let best = start.legal_moves()[0];
        let lines = missed.iter().map(|(player, day)| {
            let here = TutorQuestion::new(&start, &[]);
            let from = ("20261120T190500Z-0", 3);
            let missed = Missed::new(player, &here, &[best], &[], from);
            let time: Timestamp = format!("{day}T12:00:00Z").parse().unwrap();
            Record::new(Event::Missed(Box::new(missed)), time).line()
        });
        let path = games.root().join("practice.jsonl");
        fs::write(&path, lines.collect::<String>()).unwrap();
        let settings = Settings::new();
        settings.set(remembered::FIRST_PLAYER, &"Ann".to_owned());
        settings.set(remembered::SECOND_PLAYER, &"Ben".to_owned());
        settings.set(remembered::PRACTICE_TWO, &two);
        settings.set(remembered::PRACTICE_CONTINUES, &two);
        settings.set(remembered::PRACTICE_MOTIF, &String::new());
        settings.set(remembered::PRACTICE_LEVEL, &Difficulty::Easy.to_string());
        let saved = games.saved();
        let practice = Practice::at(path);
        let page = PracticePage::new(&settings, &saved, &practice);
        let stage = Stage::show(&page, 900, 600);
        page.open();
        until("the attempts are read", || practice.known());
        settle();
        Self {
            page,
            stage,
            games,
            saved,
        }
    }

    fn texts(&self) -> Vec<String> {
        let labels = below(&self.page, "GtkLabel").into_iter();
        let labels = labels.filter(WidgetExt::is_mapped);
        labels
            .filter_map(|label| label.downcast::<gtk::Label>().ok())
            .map(|label| label.label().into())
            .collect()
    }

    #[track_caller]
    fn says(&self, words: &str) {
        let said = || self.texts().iter().any(|text| text.contains(words));
        until(&format!("{words} in {:?}", self.texts()), said);
    }

    /// Everything that is said from now on, even what is soon replaced.
    fn hear(&self) -> Rc<RefCell<Vec<String>>> {
        let heard: Rc<RefCell<Vec<String>>> = Rc::default();
        for label in below(&self.page, "GtkLabel") {
            if let Ok(label) = label.downcast::<gtk::Label>() {
                let hears = heard.clone();
                label.connect_label_notify(move |label| {
                    hears.borrow_mut().push(label.label().into())
                });
            }
        }
        heard
    }

    fn board(&self) -> Board {
        below(&self.page, "RfBoard").remove(0).downcast().unwrap()
    }

    fn act(&self, name: &str) {
        self.page.activate_action(name, None).unwrap();
        settle();
    }

    fn press(&self, words: &str) {
        let buttons = below(&self.page, "GtkButton").into_iter();
        let mut buttons = buttons.filter(WidgetExt::is_mapped);
        let labeled = |button: &gtk::Widget| {
            let labels = below(button, "GtkLabel").into_iter();
            let mut labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
            labels.any(|label| label.label() == words)
        };
        let button = buttons.find(labeled).unwrap_or_else(|| panic!("{words}"));
        button.downcast::<gtk::Button>().unwrap().emit_clicked();
        settle();
    }

    /// The puzzle on the board, which is none of those that were met before.
    #[track_caller]
    fn shown(&self, met: &[&Puzzle]) -> &'static Puzzle {
        let shown = || {
            let texts = self.texts().into_iter();
            let mut numbers = texts.filter_map(|text| {
                let (_, rest) = text.split_once("lichess puzzle ")?;
                puzzle(rest.split_once(',')?.0)
            });
            numbers.next().filter(|puzzle| !met.contains(puzzle))
        };
        until("another puzzle is shown", || shown().is_some());
        shown().unwrap()
    }

    /// Plays the first move of a puzzle's line, and the others, each when it is asked for.
    fn find(&self, puzzle: &Puzzle) {
        let task = puzzle.task().unwrap();
        for (number, mv) in task.line().iter().enumerate() {
            let game = || self.board().game().unwrap();
            if number % 2 == 1 {
                let answered = || game().with_game(|rules| rules.plies().len() == number + 2);
                until("the opponent answers", answered);
                continue;
            }
            let action = Action::Move {
                from: mv.from().unwrap(),
                to: mv.to(),
                promotion: mv.promotion(),
            };
            game().act(action).unwrap();
        }
        settle();
    }

    fn points(&self) -> Vec<String> {
        let bars = below(&self.page, "RfPlayerBar").into_iter();
        let bars = bars.filter_map(|bar| bar.downcast::<PlayerBar>().ok());
        let bars = bars.filter(|bar| bar.is_mapped()).map(|bar| {
            let game = bar.game().unwrap();
            let side = Color::from_black(bar.black());
            format!("{} {}", game.player(side), bar.tally())
        });
        let mut points: Vec<String> = bars.collect();
        points.sort();
        points
    }
}

#[test]
fn the_page_says_what_there_is_for_whom() {
    with_display(|| {
        let room = Room::open(&[("Ann", "2026-01-01")], false);
        room.says("One mistake is due today.");
        let easy = PuzzleSet::of(None, Some(Difficulty::Easy))
            .puzzles()
            .count();
        room.says(&format!("0 of {easy} solved without assistance."));
        let today = Practice::today().to_string();
        let room = Room::open(&[("Ann", &today)], false);
        room.says("Nothing is due until ");
        room.says("Practice Your Mistakes");
        let room = Room::open(&[("Ben", &today)], false);
        room.says("No mistakes yet. Review a finished game first.");
        let offered = room
            .texts()
            .iter()
            .any(|text| text == "Practice Your Mistakes");
        assert!(!offered, "there is nothing to practice");
        // One who gives no name may have one in games.
        let name = below(&room.page, "AdwEntryRow").remove(0);
        name.downcast::<adw::EntryRow>().unwrap().set_text("");
        room.says("Enter the name that you play under to practice your mistakes.");
    });
}

/// A program for syncing brings what was missed on another computer, while the page is open.
#[test]
fn the_page_shows_at_once_what_comes_from_another_computer() {
    with_display(|| {
        let there = Room::open(&[("Ann", "2026-01-01")], false);
        let room = Room::open(&[], false);
        room.says("No mistakes yet.");
        let copy = "practice.sync-conflict-20261124-101500-ABCDEFG.jsonl";
        let [from, to] = [(&there, "practice.jsonl"), (&room, copy)]
            .map(|(room, name)| room.games.root().join(name));
        fs::create_dir_all(room.games.folder().path()).unwrap();
        fs::copy(from, to).unwrap();
        room.saved.load();
        room.says("One mistake is due today.");
    });
}

#[test]
fn one_finds_a_puzzle_and_is_asked_the_next_one() {
    with_display(|| {
        let room = Room::open(&[], false);
        room.press("Solve Puzzles");
        room.says("find the best move");
        let first = room.shown(&[]);
        room.find(first);
        room.says("Solved! Best is ");
        room.says("Rating ");
        room.act("practice.next");
        let second = room.shown(&[first]);
        assert!(first.rating < second.rating, "it gets harder");
        room.act("practice.back");
        let easy = PuzzleSet::of(None, Some(Difficulty::Easy))
            .puzzles()
            .count();
        room.says(&format!("1 of {easy} solved without assistance."));
        // It goes on where it was left.
        room.press("Solve Puzzles");
        assert_eq!(room.shown(&[]), second);
        room.stage.window.destroy();
    });
}

/// A legal move that is not the one to be found.
fn play_another(room: &Room, puzzle: &Puzzle) -> (Square, Square) {
    let task = puzzle.task().unwrap();
    let game = room.board().game().unwrap();
    let legal = game.with_game(|rules| rules.position().legal_moves());
    let other = legal.into_iter().find(|mv| *mv != task.line()[0]).unwrap();
    let (from, to) = (other.from().unwrap(), other.to());
    let promotion = other.promotion();
    let action = Action::Move {
        from,
        to,
        promotion,
    };
    game.act(action).unwrap();
    (from, to)
}

#[test]
fn a_try_is_marked_on_the_board() {
    with_display(|| {
        let room = Room::open(&[], false);
        room.press("Solve Puzzles");
        room.says("find the best move");
        let puzzle = room.shown(&[]);
        let (from, to) = play_another(&room, puzzle);
        let color = DrawingColor::Red;
        let marked = || room.board().all_drawings() == [Drawing { from, to, color }];
        room.says("is not the best move.");
        until("the wrong move is red where it was taken back", || {
            let plies = room
                .board()
                .game()
                .unwrap()
                .with_game(|rules| rules.plies().len());
            plies == 1 && marked()
        });
        room.find(puzzle);
        room.says("Correct.");
        let to = puzzle.task().unwrap().line().last().unwrap().to();
        let color = DrawingColor::Green;
        let circle = Drawing {
            from: to,
            to,
            color,
        };
        until("the right one is green", || {
            room.board().all_drawings() == [circle]
        });
        room.stage.window.destroy();
    });
}

#[test]
fn the_next_one_comes_by_itself_where_that_is_wanted() {
    with_display(|| {
        let _haste = Haste::times(10);
        let room = Room::open(&[], false);
        let switch = below(&room.page, "GtkSwitch").remove(0);
        switch.downcast::<gtk::Switch>().unwrap().set_active(true);
        room.press("Solve Puzzles");
        let first = room.shown(&[]);
        room.find(first);
        room.shown(&[first]);
        room.stage.window.destroy();
    });
}

#[test]
fn the_next_one_comes_by_itself_after_a_hint_and_after_a_miss_too() {
    with_display(|| {
        let _haste = Haste::times(10);
        let room = Room::open(&[], false);
        let switch = below(&room.page, "GtkSwitch").remove(0);
        switch.downcast::<gtk::Switch>().unwrap().set_active(true);
        room.press("Solve Puzzles");
        let first = room.shown(&[]);
        room.act("practice.hint");
        room.find(first);
        let second = room.shown(&[first]);
        play_another(&room, second);
        room.says(" is not the best move.");
        until("it can be tried again", || {
            let game = room.board().game().unwrap();
            game.with_game(|rules| rules.plies().len() == 1)
        });
        room.find(second);
        room.shown(&[first, second]);
        room.stage.window.destroy();
    });
}

#[test]
fn the_keyboard_begins_where_the_opponent_has_moved() {
    with_display(|| {
        let room = Room::open(&[("Ann", "2026-01-01")], false);
        let is_at = |square: Square| {
            let focus = GtkWindowExt::focus(&room.stage.window);
            focus.as_ref() == Some(square_of(&room.board(), square).upcast_ref())
        };
        room.press("Practice Your Mistakes");
        room.says("Mistake in your game of 20 Nov 2026");
        room.says("Ann, find the best move for Black.");
        assert!(is_at(Square::H6), "the king of the player to move");
        room.act("practice.back");
        room.press("Solve Puzzles");
        room.says("find the best move");
        for _ in 0..2 {
            let game = room.board().game().unwrap();
            let last = game.with_game(|rules| rules.plies()[0].squares().1);
            assert!(is_at(last), "{last}");
            room.act("practice.solution");
            room.says("Best is");
            room.act("practice.next");
        }
        room.stage.window.destroy();
    });
}

#[test]
fn a_missed_position_is_found_and_nothing_is_left() {
    with_display(|| {
        let room = Room::open(&[("Ann", "2026-01-01")], false);
        room.press("Practice Your Mistakes");
        room.says("Mistake in your game of 20 Nov 2026");
        let best = read_fen(MISSED).unwrap().legal_moves()[0];
        let action = Action::Move {
            from: best.from().unwrap(),
            to: best.to(),
            promotion: None,
        };
        room.board().game().unwrap().act(action).unwrap();
        room.says("Solved!");
        room.act("practice.next");
        room.says("Nothing is due until ");
        room.says("1 of 1 Solved");
        // It can be practiced again, as often as wanted.
        for _ in 0..2 {
            room.press("Practice Your Mistakes");
            room.says("Mistake in your game of 20 Nov 2026");
            room.act("practice.solution");
            room.says("Best is");
            room.act("practice.back");
            room.says("Not solved: Mistake at move 28.");
        }
        room.stage.window.destroy();
    });
}

#[test]
fn what_was_solved_with_a_hint_is_not_summed_up_as_not_solved() {
    with_display(|| {
        let _haste = Haste::times(10);
        let room = Room::open(&[], false);
        room.press("Solve Puzzles");
        let puzzle = room.shown(&[]);
        room.act("practice.hint");
        room.find(puzzle);
        room.says("Correct.");
        room.act("practice.back");
        room.says("0 of 1 Solved");
        room.says("Solved with a hint or a second try: ");
        let texts = room.texts();
        assert!(!texts.iter().any(|text| text.contains("Not solved: ")));
        room.stage.window.destroy();
    });
}

#[test]
fn a_session_is_summed_up_and_what_was_missed_comes_again() {
    with_display(|| {
        let _haste = Haste::times(10);
        let room = Room::open(&[], false);
        room.press("Solve Puzzles");
        let first = room.shown(&[]);
        room.find(first);
        room.act("practice.next");
        let second = room.shown(&[first]);
        room.act("practice.solution");
        room.says("Best is");
        room.act("practice.back");
        room.says("1 of 2 Solved");
        room.says("Rating: 1000 → ");
        room.says(&format!("({}).\nNot solved: ", first.rating));
        room.press("Try These Again");
        assert_eq!(room.shown(&[]), second);
        room.find(second);
        room.says("Solved!");
        room.says("This session: 1 of 1.");
        let rated = room.texts().iter().any(|text| text.contains("Rating"));
        assert!(!rated, "{:?}", room.texts());
        room.act("practice.next");
        room.says("1 of 1 Solved");
        assert!(
            !room
                .texts()
                .iter()
                .any(|text| text.contains("Not solved: "))
        );
        room.page.open();
        settle();
        assert!(
            !room
                .texts()
                .iter()
                .any(|text| text.contains("1 of 1 Solved"))
        );
        room.stage.window.destroy();
    });
}

#[test]
fn a_race_ends_with_its_time_alone_and_the_best_one_is_kept() {
    with_display(|| {
        let room = Room::open(&[], false);
        room.press("Five-Minute Race");
        room.says("5:00 · 0 solved");
        let first = room.shown(&[]);
        room.find(first);
        room.says(" · 1 solved");
        let second = room.shown(&[first]);
        // A miss leads on, too, and nothing is hinted at.
        play_another(&room, second);
        room.shown(&[first, second]);
        assert!(room.page.activate_action("practice.hint", None).is_ok());
        room.says("find the best move");
        {
            let _haste = Haste::times(10_000);
            room.says("Time Is Up: 1 Solved");
        }
        room.says("Best so far: 1.");
        room.press("Five-Minute Race");
        room.says(" · 0 solved");
        {
            let _haste = Haste::times(10_000);
            room.says("Time Is Up: 0 Solved");
        }
        room.says("Best so far: 1.");
        // One that is left counts for nothing.
        room.press("Five-Minute Race");
        room.act("practice.back");
        room.says("Solve Puzzles");
        let path = room.games.root().join("practice.jsonl");
        let raced = || {
            let written = fs::read_to_string(&path).unwrap();
            written
                .lines()
                .filter(|line| line.contains("raced"))
                .count()
        };
        until("both races are written down", || raced() == 2);
        room.stage.window.destroy();
    });
}

#[test]
fn two_players_are_asked_for_as_the_first_and_the_second() {
    with_display(|| {
        for (two, asked) in [(false, "Name (Optional)"), (true, "First Player")] {
            let room = Room::open(&[], two);
            let texts = room.texts();
            assert!(texts.iter().any(|text| text == asked), "{texts:?}");
            let second = texts.iter().any(|text| text == "Second Player");
            assert_eq!(second, two);
        }
    });
}

#[test]
fn two_race_by_turns() {
    with_display(|| {
        let room = Room::open(&[], true);
        room.press("Five-Minute Race");
        room.says("Ann, find the best move for ");
        let first = room.shown(&[]);
        room.find(first);
        room.says("Ben, find the best move for ");
        room.find(room.shown(&[first]));
        until("both have a point", || room.points() == ["Ann 1", "Ben 1"]);
        {
            let _haste = Haste::times(10_000);
            room.says("Time Is Up: 2 Solved");
        }
        room.says("Draw.\nAnn: 1, best so far 1.\nBen: 1, best so far 1.");
        room.press("Five-Minute Race");
        room.says(" · 0 solved");
        room.find(room.shown(&[]));
        until("one has a point", || {
            room.points().iter().any(|points| points.ends_with('1'))
        });
        {
            let _haste = Haste::times(10_000);
            room.says("Time Is Up: 1 Solved");
        }
        room.says(" wins.\nAnn: ");
        room.stage.window.destroy();
    });
}

#[test]
fn two_take_turns_and_what_one_misses_goes_over() {
    with_display(|| {
        let _haste = Haste::times(10);
        let room = Room::open(&[], true);
        room.press("Solve Puzzles");
        room.says("Ann, find the best move for ");
        assert_eq!(room.points(), ["Ann 0", "Ben 0"]);
        room.act("practice.solution");
        room.says("Ben, your turn to solve it.");
        // It goes over by itself.
        room.says("Ben, find the best move for ");
        let heard = room.hear();
        let first = room.shown(&[]);
        room.find(first);
        until("it is solved", || {
            heard.borrow().iter().any(|said| said.contains("Solved!"))
        });
        // Ben's own turn comes next, by itself.
        room.says("Ben, find the best move for ");
        assert_eq!(room.points(), ["Ann 0", "Ben 1"]);
        room.find(room.shown(&[first]));
        room.says("Next: Ann.");
        assert_eq!(room.points(), ["Ann 0", "Ben 2"]);
        room.act("practice.back");
        room.says("2 of 2 Solved");
        room.stage.window.destroy();
    });
}

#[test]
fn a_page_that_is_left_goes_on_with_nothing() {
    with_display(|| {
        let _haste = Haste::times(10);
        let room = Room::open(&[], false);
        let switch = below(&room.page, "GtkSwitch").remove(0);
        switch.downcast::<gtk::Switch>().unwrap().set_active(true);
        let shown = || {
            let labels = below(&room.page, "GtkLabel").into_iter();
            let texts = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
            let texts = texts.map(|label| label.label());
            let told =
                |text: &glib::GString| text.contains("· 0") || text.contains("lichess puzzle");
            texts.filter(told).collect::<Vec<_>>()
        };
        for start in ["Five-Minute Race", "Solve Puzzles"] {
            room.press(start);
            room.says("find the best move");
            if start == "Solve Puzzles" {
                let heard = room.hear();
                room.find(room.shown(&[]));
                until("it is solved", || {
                    heard.borrow().iter().any(|said| said.contains("Solved!"))
                });
            }
            room.stage.window.set_child(gtk::Widget::NONE);
            let left = shown();
            pass(Duration::from_secs(5));
            assert_eq!(shown(), left);
            room.stage.window.set_child(Some(&room.page));
            room.page.open();
            settle();
        }
        room.stage.window.destroy();
    });
}

#[test]
fn names_that_are_not_asked_for_are_still_remembered() {
    with_display(|| {
        let room = Room::open(&[], false);
        let settings = Settings::new();
        let names =
            || [remembered::FIRST_PLAYER, remembered::SECOND_PLAYER].map(|name| settings.get(name));
        let [first, second]: [adw::EntryRow; 2] = below(&room.page, "AdwEntryRow")
            .into_iter()
            .map(|row| row.downcast().unwrap())
            .collect::<Vec<_>>()
            .try_into()
            .unwrap();
        first.set_text("");
        second.set_text("Cleo");
        room.press("Solve Puzzles");
        assert_eq!(names(), ["Ann", "Ben"]);
        // One of two who practices alone does not become both of them.
        room.act("practice.back");
        first.set_text("Ben");
        room.press("Solve Puzzles");
        assert_eq!(names(), ["Ben", "Ann"]);
        settings.set(remembered::FIRST_PLAYER, &"Dora".to_owned());
        room.page.open();
        assert_eq!([first.text(), second.text()], ["Dora", "Ann"]);
        room.stage.window.destroy();
    });
}

#[test]
fn where_there_is_no_puzzle_none_is_said_to_be_solved() {
    with_display(|| {
        let empty = PuzzleSet::motifs().into_iter().find(|motif| {
            let easy = PuzzleSet::of(Some(*motif), Some(Difficulty::Easy));
            easy.puzzles().next().is_none()
        });
        let empty = empty.expect("not every motif is easy");
        let room = Room::open(&[], false);
        let place = PuzzleSet::motifs().iter().position(|motif| *motif == empty);
        let rows = below(&room.page, "AdwComboRow");
        let motif = rows[0].downcast_ref::<adw::ComboRow>().unwrap();
        motif.set_selected(place.unwrap() as u32 + 1);
        room.says("No puzzles of this kind. Choose another theme or difficulty.");
        room.stage.window.destroy();
    });
}
