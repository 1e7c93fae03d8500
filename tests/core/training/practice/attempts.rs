//! The attempts: what is due when, which puzzle is next, what the score of two players is; and their file, also when it
//! is damaged, deleted or cannot be written.

use std::fs;
use std::io::Write;

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use rank_and_file_core::chess::{Position, fen_of, read_fen, start_position};
use rank_and_file_core::engine::human::FeatureExtractor;
use rank_and_file_core::files::Destination;
use rank_and_file_core::training::practice::{
    Attempts, AttemptsFile, Difficulty, Event, Memory, Missed, PuzzleSet, Race, Rating, Record,
    Source, Try,
};
use rank_and_file_core::training::tutor::{Motif, TutorQuestion};

const AMSTERDAM: &str = "Europe/Amsterdam";

fn at(day: i8, event: Event) -> Record {
    let time: Timestamp = format!("2026-11-{day:02}T19:00:00Z").parse().unwrap();
    Record::new(event, time)
}

fn on(day: i8) -> jiff::civil::Date {
    date(2026, 11, day)
}

/// What Ann, or another player, has missed in the position of this FEN.
fn missed(player: &str, fen: &str) -> Missed {
    let start = read_fen(fen).unwrap();
    let best = start.legal_moves()[0];
    let motifs = [Motif::Fork];
    Missed::new(
        player,
        &TutorQuestion::new(&start, &[]),
        &[best],
        &motifs,
        ("20261120T190500Z-0000", 7),
    )
}

const FIRST: &str = "4k3/8/8/1r6/8/8/3N4/4K3 w - - 0 1";
const SECOND: &str = "4k3/8/8/2r5/8/8/3N4/4K3 w - - 0 1";

fn tried(player: &str, source: &Source, found: bool) -> Event {
    Event::Tried(Try::new(player, source, found, None))
}

fn attempts(records: &[Record]) -> Attempts {
    Attempts::of(records, &TimeZone::UTC, str::to_owned)
}

/// The example by which implementations of FSRS-6 are compared: a miss, and then a find after so many days each.
#[test]
fn memory_is_that_of_fsrs_6() {
    let mut memory = Memory::missed(on(1));
    let mut day = on(1);
    for wait in [0, 1, 3, 8, 21_i64] {
        day = day.saturating_add(wait.days());
        memory = memory.tried(day, true);
    }
    assert!((memory.stability - 53.62691).abs() < 1e-4, "{memory:?}");
    assert!((memory.difficulty - 6.357_486_7).abs() < 1e-4, "{memory:?}");
    assert_eq!(memory.due(), day.saturating_add(54.days()));
}

#[test]
fn what_is_found_waits_longer_each_time_and_what_is_missed_comes_soon() {
    for (tries, due) in [
        (vec![], 2),
        (vec![(2, true)], 4),
        (vec![(2, true), (4, true)], 10),
        (vec![(2, true), (4, true), (10, true)], 27),
        (vec![(2, false)], 3),
        (vec![(2, false), (3, true), (4, true)], 6),
        (vec![(2, true), (4, true), (10, false)], 11),
        // Later is as well, and it is remembered the better.
        (vec![(10, true)], 14),
        // The same day counts for little.
        (vec![(1, true), (1, true)], 2),
        (vec![(2, true), (2, true)], 4),
        // A clock that was set back turns no wait around.
        (vec![(2, true), (1, true)], 4),
    ] {
        let memory = tries
            .iter()
            .fold(Memory::missed(on(1)), |memory, (day, found)| {
                memory.tried(on(*day), *found)
            });
        assert_eq!(memory.due(), on(due), "{tries:?}");
        assert!((1.0..=10.0).contains(&memory.difficulty), "{memory:?}");
    }
    let always = (0..60).fold(Memory::missed(on(1)), |memory, _| {
        memory.tried(memory.due(), true)
    });
    assert!(always.due() > on(1), "{always:?}");
}

#[test]
fn the_best_race_is_known_for_one_and_for_two() {
    let race = |player: &str, solved, against: Option<&str>| {
        Event::Raced(Race {
            player: player.to_owned(),
            solved,
            against: against.map(str::to_owned),
        })
    };
    let records = [
        at(1, race("Ann", 7, None)),
        at(2, race("Ann", 5, None)),
        at(2, race("Ann", 9, Some("Ben"))),
        at(2, race("Jon", 3, None)),
    ];
    for record in &records {
        assert_eq!(
            Record::read(record.line().trim().as_bytes()).as_ref(),
            Some(record)
        );
    }
    let called = |name: &str| if name == "Jon" { "John" } else { name }.to_owned();
    let known = Attempts::of(&records, &TimeZone::UTC, called);
    assert_eq!(known.best_race("Ann", false), Some(7));
    assert_eq!(known.best_race("Ann", true), Some(9));
    assert_eq!(known.best_race("Ben", true), None);
    assert_eq!(known.best_race("John", false), Some(3));
}

#[test]
fn days_are_those_of_the_player() {
    let zone = TimeZone::get(AMSTERDAM).unwrap();
    let late: Timestamp = "2026-11-01T23:30:00Z".parse().unwrap();
    let record = Record::new(Event::Missed(Box::new(missed("Ann", FIRST))), late);
    let here = Attempts::of([&record], &zone, str::to_owned);
    // In Amsterdam it was the second of November already.
    assert!(here.due("Ann", on(2)).is_empty());
    assert_eq!(here.due("Ann", on(3)).len(), 1);
    assert_eq!(attempts(&[record]).due("Ann", on(2)).len(), 1);
}

#[test]
fn what_is_due_is_found_for_each_player() {
    let source = Source::Game(FIRST.to_owned());
    let mut records = vec![
        at(1, Event::Missed(Box::new(missed("Ann", FIRST)))),
        at(1, Event::Missed(Box::new(missed("Ben", FIRST)))),
        at(3, Event::Missed(Box::new(missed("Ann", SECOND)))),
        // Once more, from another game: that is the same.
        at(4, Event::Missed(Box::new(missed("Ann", FIRST)))),
    ];
    let known = attempts(&records);
    assert!(known.has(&missed("Ann", SECOND)) && !known.has(&missed("Ben", SECOND)));
    assert_eq!(known.due("Ann", on(2)).len(), 1);
    assert_eq!(known.due("Ann", on(4)).len(), 2);
    assert_eq!(known.due("Ben", on(9)).len(), 1);
    assert_eq!(known.to_find("Ann")[0].0, on(2));
    records.push(at(4, tried("Ann", &source, true)));
    let known = attempts(&records);
    let due = known.due("Ann", on(4));
    assert_eq!(
        due.iter().map(|missed| &missed.fen).collect::<Vec<_>>(),
        [SECOND]
    );
    assert_eq!(known.to_find("Ann").last().unwrap().0, on(7));
    records.push(at(7, tried("Ann", &source, true)));
    assert_eq!(attempts(&records).due("Ann", on(7)).len(), 1);
    assert_eq!(
        attempts(&records).due("Ben", on(9)).len(),
        1,
        "Ben's own is Ben's"
    );
    assert!(attempts(&records).to_find("Cleo").is_empty());
}

const THIRD: &str = "4k3/8/8/3r4/8/8/3N4/4K3 w - - 0 1";

#[test]
fn what_is_new_comes_in_the_order_of_its_worth_and_what_was_tried_when_it_is_due() {
    let tried_one = "4k3/8/8/r7/8/8/3N4/4K3 w - - 0 1";
    let order = |attempts: &Attempts, player: &str| {
        let due = attempts.due(player, on(9)).into_iter();
        due.map(|missed| missed.fen.clone()).collect::<Vec<_>>()
    };
    let records = [
        at(1, Event::Missed(Box::new(missed("Ann", FIRST)))),
        at(1, Event::Missed(Box::new(missed("Ann", tried_one)))),
        at(2, tried("Ann", &Source::Game(tried_one.to_owned()), false)),
        at(3, Event::Missed(Box::new(missed("Ann", SECOND)))),
        at(4, Event::Missed(Box::new(missed("Ann", THIRD)))),
        at(4, Event::Missed(Box::new(missed("Ben", THIRD)))),
    ];
    let known = attempts(&records);
    assert_eq!(order(&known, "Ann"), [FIRST, tried_one, SECOND, THIRD]);
    let new = known.unweighed("Ann").into_iter();
    let new: Vec<&str> = new.map(|missed| &*missed.fen).collect();
    assert_eq!(new, [FIRST, SECOND, THIRD]);
    let worth = |player: &str, fen: &str, worth: f64| (missed(player, fen).key(), worth);
    // What another player would gain does not count.
    let worths = [
        worth("Ann", SECOND, 0.1),
        worth("Ann", THIRD, 0.3),
        worth("Ben", FIRST, 0.9),
        worth("Ann", tried_one, 0.9),
    ];
    let known = known.weighed(worths.into_iter().collect());
    assert_eq!(order(&known, "Ann"), [THIRD, tried_one, SECOND, FIRST]);
    let left: Vec<_> = known.unweighed("Ann").into_iter().collect();
    assert_eq!(left, [&missed("Ann", FIRST)]);
    assert_eq!(order(&known, "Ben"), [THIRD]);
}

#[test]
fn what_was_missed_is_worth_what_it_takes_to_find_it() {
    let start = read_fen(THIRD).unwrap();
    let [takes, other] = ["d2b3", "e1e2"].map(|uci| {
        let mv: shakmaty::uci::UciMove = uci.parse().unwrap();
        let line = [mv.to_move(&start).unwrap()];
        let here = TutorQuestion::new(&start, &[]);
        let missed = Missed::new("Ann", &here, &line, &[], ("1", 0));
        missed
            .worth(&mut FeatureExtractor::default(), 1_000)
            .unwrap()
    });
    assert!((0.0..=1.0).contains(&takes) && (0.0..=1.0).contains(&other));
    assert_ne!(takes, other);
    let line = r#"{"missed":{"player":"Ann","fen":"no position","line":"e2e4"},"time":"2026-11-01T19:00:00Z"}"#;
    let Event::Missed(nonsense) = Record::read(line.as_bytes()).unwrap().event else {
        panic!("{line}")
    };
    assert_eq!(
        nonsense.worth(&mut FeatureExtractor::default(), 1_000),
        None
    );
}

#[test]
fn a_renamed_player_finds_everything_again() {
    let puzzle = PuzzleSet::default().puzzles().next().unwrap();
    let puzzle_tried = Source::Puzzle(puzzle.number.to_owned());
    let records = [
        at(1, Event::Missed(Box::new(missed("Jon", FIRST)))),
        at(1, Event::Missed(Box::new(missed("John", FIRST)))),
        at(2, tried("Jon", &Source::Game(FIRST.to_owned()), true)),
        at(2, tried("Jon", &puzzle_tried, true)),
    ];
    let called = |name: &str| if name == "Jon" { "John" } else { name }.to_owned();
    let known = Attempts::of(&records, &TimeZone::UTC, called);
    assert!(known.to_find("Jon").is_empty());
    // The two have become one, and so have their positions.
    assert_eq!(known.to_find("John").len(), 1);
    assert_eq!(known.to_find("John")[0].0, on(4));
    assert_eq!(
        known
            .progress("John", PuzzleSet::of(None, Some(Difficulty::Easy)))
            .0,
        1
    );
}

#[test]
fn a_set_of_puzzles_goes_on_where_it_was_left() {
    let set = PuzzleSet::of(Some(Motif::Fork), Some(Difficulty::Easy));
    let count = set.puzzles().count();
    let mut records = Vec::new();
    let mut met = Vec::new();
    for number in 0..count {
        let puzzle = attempts(&records).next_puzzle(&["Ann"], set).unwrap();
        assert!(set.puzzles().any(|one| one == puzzle) && !met.contains(&puzzle));
        let source = Source::Puzzle(puzzle.number.to_owned());
        met.push(puzzle);
        // Two of them are missed.
        records.push(at(3, tried("Ann", &source, number > 1)));
    }
    let known = attempts(&records);
    assert_eq!(known.progress("Ann", set), (count - 2, count));
    assert_eq!(known.progress("Ben", set), (0, count));
    assert_eq!(known.next_puzzle(&["Ben"], set), Some(met[0]));
    // What was missed comes again, the first one first, until it is found.
    for puzzle in &met[..2] {
        assert_eq!(attempts(&records).next_puzzle(&["Ann"], set), Some(*puzzle));
        let source = Source::Puzzle(puzzle.number.to_owned());
        records.push(at(4, tried("Ann", &source, true)));
    }
    assert_eq!(attempts(&records).next_puzzle(&["Ann"], set), None);
    assert_eq!(attempts(&records).progress("Ann", set).0, count);
}

#[test]
fn what_one_player_finds_is_not_found_by_another() {
    let set = PuzzleSet::of(Some(Motif::Fork), Some(Difficulty::Easy));
    let forks: Vec<_> = set.puzzles().collect();
    let source = |number: usize| Source::Puzzle(forks[number].number.to_owned());
    let all = (0..forks.len()).map(|number| at(3, tried("Ann", &source(number), number > 0)));
    let mut records: Vec<_> = all.collect();
    // Ben finds what Ann has missed, and misses what she has found.
    records.push(at(4, tried("Ben", &source(0), true)));
    records.push(at(4, tried("Ben", &source(1), false)));
    let known = attempts(&records);
    assert_eq!(known.next_puzzle(&["Ann"], set), Some(forks[0]));
    records.push(at(5, tried("Ann", &source(0), true)));
    let known = attempts(&records);
    assert_eq!(known.next_puzzle(&["Ann"], set), None);
    assert_eq!(known.next_puzzle(&["Ann", "Ben"], set), Some(forks[1]));
}

#[test]
fn two_at_one_table_take_turns_and_take_over() {
    let puzzles: Vec<_> = PuzzleSet::of(None, Some(Difficulty::Easy))
        .puzzles()
        .take(4)
        .collect();
    let mut records = Vec::new();
    let mut play = |who: &str, number: usize, found: bool| {
        let source = Source::Puzzle(puzzles[number].number.to_owned());
        let other = if who == "Ann" { "Ben" } else { "Ann" };
        let tried = Try::new(who, &source, found, Some(other));
        records.push(at(5, Event::Tried(tried)));
        attempts(&records).turns(["Ann", "Ben"], on(5))
    };
    let turns = play("Ann", 0, true);
    assert_eq!(
        (turns.points, turns.who(), turns.passed()),
        ([1, 0], 1, None)
    );
    let turns = play("Ben", 1, false);
    assert_eq!((turns.points, turns.who()), ([1, 0], 0));
    assert_eq!(turns.passed(), Some(puzzles[1].number));
    // Ann has found what Ben has missed; then it is her own turn.
    let turns = play("Ann", 1, true);
    assert_eq!(
        (turns.points, turns.who(), turns.passed()),
        ([2, 0], 0, None)
    );
    play("Ann", 2, false);
    let turns = play("Ben", 2, false);
    assert_eq!(
        (turns.points, turns.who(), turns.passed()),
        ([2, 0], 1, None)
    );
    let turns = play("Ben", 3, true);
    assert_eq!((turns.points, turns.who()), ([2, 1], 0));
    let known = attempts(&records);
    // Another day, and another pair, begin anew.
    assert_eq!(known.turns(["Ann", "Ben"], on(6)).points, [0, 0]);
    assert_eq!(known.turns(["Ann", "Cleo"], on(5)).points, [0, 0]);
    assert_eq!(known.turns(["Ben", "Ann"], on(5)).points, [1, 2]);
    let both = ["Ann", "Ben"];
    let next = known.next_puzzle(&both, PuzzleSet::of(None, Some(Difficulty::Easy)));
    assert!(next.is_some_and(|next| !puzzles.contains(&next)));
}

#[test]
fn what_was_missed_is_a_task_again() {
    let start = start_position();
    let mut game = rank_and_file_core::chess::Game::new(start, Default::default());
    for written in ["e4", "e5", "Qh5", "Ke7"] {
        let action = rank_and_file_core::chess::Action::Write(written.to_owned());
        game.act(action).unwrap();
    }
    let last = game.plies()[3].mv;
    let best = game.read_move("Qxe5#").unwrap();
    let found = Missed::new(
        "Ann",
        &TutorQuestion::of(&game),
        &[best],
        &[Motif::MateIn1],
        ("1", 4),
    );
    let task = found.task().unwrap();
    let before = task.start().last().map(|(_, mv)| mv);
    assert_eq!(task.start().position(), game.position());
    assert_eq!((before, task.line()), (Some(last), &[best][..]));
    assert_eq!(found.source(), Source::Game(fen_of(game.position())));
    assert_eq!(task.motifs, [Motif::MateIn1]);
    assert_eq!(task.findings()[0].motif, Some(Motif::MateIn1));
    let line = at(1, Event::Missed(Box::new(found))).line();
    let Event::Missed(again) = Record::read(line.as_bytes()).unwrap().event else {
        panic!("{line}");
    };
    assert_eq!(again.task(), Some(task));
}

#[test]
fn the_file_survives_torn_and_strange_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep").join("practice.jsonl");
    assert_eq!(AttemptsFile::read(&path).unwrap(), []);
    let record = |day| at(day, Event::Missed(Box::new(missed("Ann", FIRST))));
    let (mut one, mut other) = (
        AttemptsFile::new(path.clone()),
        AttemptsFile::new(path.clone()),
    );
    // Two processes write by turns.
    one.write(&record(1).line()).unwrap();
    other.write(&record(2).line()).unwrap();
    one.write(&record(3).line()).unwrap();
    one.sync().unwrap();
    let days = || AttemptsFile::read(&path).unwrap();
    assert_eq!(days(), [record(1), record(2), record(3)]);
    // A line that was cut short swallows none.
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    let torn = record(4).line();
    file.write_all(&torn.as_bytes()[..torn.len() / 2]).unwrap();
    assert_eq!(days().len(), 3);
    other.write(&record(5).line()).unwrap();
    assert_eq!(days(), [record(1), record(2), record(3), record(5)]);
    // What another program has written there is passed over.
    for foreign in [
        "",
        "{}",
        "[1]",
        "{\"missed\":{}}",
        "\u{0}",
        "{\"tried\":{\"player\":1},\"time\":\"x\"}",
    ] {
        writeln!(file, "{foreign}").unwrap();
    }
    file.write_all(b"\xff\xfe\n").unwrap();
    let tomorrow = record(6).line().replace("}\n", ",\"new\":[{}]}\n");
    file.write_all(tomorrow.as_bytes()).unwrap();
    assert_eq!(days().len(), 5);
}

#[test]
fn what_cannot_be_written_is_written_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in-the-way").join("practice.jsonl");
    fs::write(path.parent().unwrap(), "a file").unwrap();
    let record = |day| at(day, Event::Missed(Box::new(missed("Ann", FIRST))));
    let mut file = AttemptsFile::new(path.clone());
    assert!(file.write(&record(1).line()).is_err());
    fs::remove_file(path.parent().unwrap()).unwrap();
    file.write(&record(2).line()).unwrap();
    assert_eq!(AttemptsFile::read(&path).unwrap(), [record(1), record(2)]);
    // What is no file is left alone.
    let mut folder = AttemptsFile::new(folder.path().to_owned());
    assert!(folder.write(&record(1).line()).is_err());
    assert!(AttemptsFile::read(std::path::Path::new("/dev/null")).is_err());
}

/// Deleted by hand, or with all its folder, or renamed away with it.
#[test]
fn a_file_that_is_deleted_is_written_again_with_all_that_was_in_it() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("data");
    let path = folder.join("practice.jsonl");
    let record = |day| at(day, Event::Missed(Box::new(missed("Ann", FIRST))));
    AttemptsFile::new(path.clone())
        .write(&record(1).line())
        .unwrap();
    let (mut file, read) = AttemptsFile::open(path.clone()).unwrap();
    assert_eq!(read, [record(1)]);
    fs::remove_file(&path).unwrap();
    file.write(&record(2).line()).unwrap();
    assert_eq!(AttemptsFile::read(&path).unwrap(), [record(1), record(2)]);
    fs::rename(&folder, root.path().join("elsewhere")).unwrap();
    // A line that was cut short swallows none here, either.
    let mut cut = fs::OpenOptions::new();
    let moved = root.path().join("elsewhere/practice.jsonl");
    let mut cut = cut.append(true).open(&moved).unwrap();
    cut.write_all(b"{\"mis").unwrap();
    file.write(&record(3).line()).unwrap();
    let three = [record(1), record(2), record(3)];
    assert_eq!(AttemptsFile::read(&path).unwrap(), three);
    // What another process has begun meanwhile is gone on with, and gets the rest.
    fs::remove_file(&path).unwrap();
    AttemptsFile::new(path.clone())
        .write(&record(4).line())
        .unwrap();
    file.write(&record(5).line()).unwrap();
    let all = [4, 1, 2, 3, 5].map(record);
    assert_eq!(AttemptsFile::read(&path).unwrap(), all);
    file.sync().unwrap();
}

#[test]
fn hostile_positions_are_no_tasks() {
    for missed in [
        r#"{"player":"Ann","fen":"nonsense","line":"e2e4"}"#,
        r#"{"player":"Ann","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","line":""}"#,
        r#"{"player":"Ann","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","line":"e1e3"}"#,
        r#"{"player":"Ann","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","before":"x","last":"e8d8","line":"e1e2"}"#,
    ] {
        let line = format!(r#"{{"missed":{missed},"time":"2026-11-01T12:00:00Z"}}"#);
        let Event::Missed(missed) = Record::read(line.as_bytes()).unwrap().event else {
            panic!("{line}");
        };
        assert_eq!(missed.task(), None, "{line}");
    }
}

#[test]
fn the_first_try_at_each_puzzle_counts_for_the_rating() {
    let puzzles: Vec<_> = PuzzleSet::of(None, Some(Difficulty::Medium))
        .puzzles()
        .take(4)
        .collect();
    let source = |number: usize| Source::Puzzle(puzzles[number].number.to_owned());
    let mut records = Vec::new();
    let none = attempts(&records).standing("Ann");
    assert_eq!(
        (none.tried, none.in_a_row, none.rating),
        (0, 0, Rating::default())
    );
    records.push(at(3, tried("Ann", &source(0), false)));
    let missed = attempts(&records).standing("Ann");
    assert!(missed.rating.value < missed.before.value);
    records.push(at(3, tried("Ann", &source(0), true)));
    assert_eq!(
        attempts(&records).standing("Ann"),
        missed,
        "it was known then"
    );
    for number in 1..4 {
        records.push(at(4, tried("Ann", &source(number), true)));
    }
    let found = attempts(&records).standing("Ann");
    assert_eq!((found.tried, found.in_a_row), (4, 3));
    assert!(found.rating.value > found.before.value && found.before.value > missed.rating.value);
    assert_eq!(attempts(&records).standing("Ben").tried, 0);
}

#[test]
fn the_next_puzzle_is_as_hard_as_the_player_is_strong() {
    let easy = PuzzleSet::of(None, Some(Difficulty::Easy));
    let first = attempts(&[]).next_puzzle(&["Ann"], easy).unwrap();
    let easier = easy.puzzles().filter(|puzzle| puzzle.rating < first.rating);
    let harder = easy.puzzles().filter(|puzzle| puzzle.rating > first.rating);
    assert!(easier.count().abs_diff(harder.count()) < easy.puzzles().count() / 8);
    // One who misses puzzles is asked easier ones, one who finds them harder ones; each meets easier and harder ones.
    let then = |found| {
        let mut records = Vec::new();
        let mut met = Vec::new();
        for _ in 0..8 {
            let known = attempts(&records);
            let puzzle = known.next_puzzle(&["Ann"], easy).unwrap();
            met.push(puzzle.rating);
            records.push(at(3, tried("Ann", &Source::from(puzzle), found)));
        }
        let spread = met.iter().max().unwrap() - met.iter().min().unwrap();
        assert!(spread > 150, "{met:?}");
        met.iter().sum::<u32>()
    };
    assert!(then(false) < then(true));
    let all = PuzzleSet::default();
    let mut records = Vec::new();
    let next = |records: &[Record]| attempts(records).next_puzzle(&["Ann"], all).unwrap();
    assert!(next(&records).rating.abs_diff(1000) <= 10);
    for _ in 0..3 {
        let puzzle = next(&records);
        records.push(at(3, tried("Ann", &Source::from(puzzle), true)));
    }
    let rating = attempts(&records).standing("Ann").rating.value;
    assert!(rating > 1150.0, "{rating}");
    assert!(
        (f64::from(next(&records).rating) - rating).abs() < 60.0,
        "{}",
        next(&records).rating
    );
}

/// Whatever another program does to the file, what was in it is there again after the next result.
#[test]
fn lines_that_are_gone_are_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("practice.jsonl");
    let record = |day| at(day, Event::Missed(Box::new(missed("Ann", FIRST))));
    let line = |day| record(day).line();
    let spoil: [(&str, &dyn Fn()); 5] = [
        ("cut off in place", &|| fs::write(&path, "").unwrap()),
        ("cut off in a line", &|| {
            fs::write(&path, &line(1)[..9]).unwrap()
        }),
        ("without its first line", &|| {
            fs::write(&path, line(2)).unwrap()
        }),
        ("made anew", &|| {
            fs::remove_file(&path).unwrap();
            fs::write(&path, line(7)).unwrap();
        }),
        ("deleted", &|| fs::remove_file(&path).unwrap()),
    ];
    for (how, spoil) in spoil {
        fs::remove_file(&path).ok();
        let mut file = AttemptsFile::new(path.clone());
        file.write(&line(1)).unwrap();
        file.write(&line(2)).unwrap();
        for (opened, new) in [(false, 3), (true, 4)] {
            if opened {
                file = AttemptsFile::open(path.clone()).unwrap().0;
            }
            spoil();
            file.write(&line(new)).unwrap();
            let there = AttemptsFile::read(&path).unwrap();
            for day in 1..=new {
                let count = there.iter().filter(|one| **one == record(day)).count();
                assert_eq!(count, 1, "{how}: day {day}, opened {opened}");
            }
        }
    }
}
