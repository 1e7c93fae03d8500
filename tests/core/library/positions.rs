//! What was played from a position: the explorer's answers against a replay of every game.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use jiff::Timestamp;
use rank_and_file_core::chess::{Action, Chess, Game, fen_of, read_fen};
use rank_and_file_core::library::{AliasFile, GameFilter, Library, Sought};

use crate::explored::{Home, said};
use crate::saved::Written;

fn sought(position: Chess) -> Sought {
    Sought::Position(Box::new(position))
}

/// What the explorer says of a position, without filters.
fn explored(home: &Home, fen: &str) -> ([u32; 4], BTreeMap<String, [u32; 4]>) {
    let position = read_fen(fen).unwrap();
    said(&home.explorer().0, &position, &GameFilter::default())
}

#[test]
fn it_says_what_a_replay_of_every_game_says() {
    let home = Home::with_games(0..900);
    home.compare();
    assert!(home.positions().exists(), "they are kept");
}

#[test]
fn it_says_so_of_a_few_games_too() {
    Home::with_games(0..60).compare();
}

#[test]
fn it_follows_games_that_are_added_changed_and_removed() {
    let home = Home::new();
    // Half of them are not over yet.
    for number in 0..1400 {
        home.play(number, if number % 2 == 0 { usize::MAX } else { 9 });
    }
    let read = home.explorer().1;
    assert_eq!(read, 1400, "before the first question, nothing is noted");
    home.compare();
    let before = fs::read(home.positions()).unwrap();
    for number in (1..60).step_by(2) {
        home.play(number, 12);
    }
    for number in (0..90).step_by(9) {
        fs::remove_file(home.entry(number).path).unwrap();
    }
    (1400..1440).for_each(|number| home.play(number, usize::MAX));
    home.compare();
    let after = fs::read(home.positions()).unwrap();
    assert!(
        after.starts_with(&before) && after != before,
        "the little there is to add comes to the end"
    );
    // What comes back from the trash is known.
    home.play(0, usize::MAX);
    home.compare();
    for round in 1..6 {
        for number in (1..500).step_by(2) {
            home.play(number, 9 + 20 * round);
        }
        let numbers = 2000 + round as u64 * 1000;
        (numbers..numbers + 200).for_each(|number| home.play(number, usize::MAX));
        home.compare();
    }
    assert_ne!(fs::read(home.positions()).unwrap(), after);
}

#[test]
fn what_is_gone_takes_no_room_for_ever() {
    let home = Home::with_games(0..1000);
    home.compare();
    let whole = fs::read(home.positions()).unwrap();
    for number in 40..1000 {
        fs::remove_file(home.entry(number).path).unwrap();
    }
    (1000..1500).for_each(|number| home.play(number, 40));
    home.compare();
    (1500..2000).for_each(|number| home.play(number, 40));
    home.compare();
    let now = fs::read(home.positions()).unwrap();
    let (size, before) = (now.len(), whole.len());
    assert!(size < 2 * before, "{size} bytes, {before} before");
    assert!(!now.starts_with(&whole), "it is written anew");
}

#[test]
fn players_have_the_names_that_they_were_given() {
    let mut home = Home::with_games(0..80);
    let file = AliasFile::new(home.index().with_file_name("players.jsonl"));
    home.aliases = file.rename("Annie", "Ann", Timestamp::UNIX_EPOCH).unwrap();
    home.compare();
    let (explorer, _) = home.explorer();
    assert!(explorer.knows("Ann") && explorer.knows("Annie") && !explorer.knows("Nobody"));
    let start = Game::default();
    let games = |name: &str| {
        let player = Some(name.to_owned());
        let filter = GameFilter {
            player,
            ..GameFilter::default()
        };
        said(&explorer, start.position(), &filter).0
    };
    assert_eq!(games("Annie"), games("Ann"));
    assert_eq!(games("Nobody"), [0; 4]);
}

/// A game of these moves, with the rest of its log.
fn write(home: &Home, number: u64, moves: &str, more: &[Action]) {
    let mut written = Written::play(moves);
    for action in more {
        written.act(action.clone());
    }
    fs::write(home.entry(number).path, written.text()).unwrap();
}

#[test]
fn a_game_counts_once_after_the_first_time() {
    let home = Home::new();
    write(&home, 0, "Nf3 Nf6 Ng1 Ng8 e4", &[]);
    write(&home, 1, "e4 e5", &[]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (all, moves) = explored(&home, start);
    let expected = [
        ("Nf3".to_owned(), [1, 0, 0, 0]),
        ("e4".to_owned(), [1, 0, 0, 0]),
    ];
    assert_eq!((all, moves), ([2, 0, 0, 0], expected.into()));
}

#[test]
fn a_game_that_came_so_far_alone_is_known() {
    let home = Home::new();
    write(&home, 0, "e4 e5", &[]);
    write(&home, 1, "e4 c5", &[]);
    let (explorer, _) = home.explorer();
    let only = |moves: &str| {
        let game = Written::play(moves).game;
        let explored = explorer.explore(game.position(), &GameFilter::default());
        explored.unwrap().only
    };
    assert_eq!(only("e4"), None);
    assert_eq!(only("e4 c5").as_deref(), Some(&*home.entry(1).id));
    assert_eq!(only("e4 d5"), None);
}

#[test]
fn an_answer_needs_no_log() {
    let home = Home::with_games(4..900);
    for number in 0..3 {
        write(&home, number, "e4 e5 d4", &[]);
    }
    // The same position later than in the others.
    write(&home, 3, "e4 e5 Nf3 Nc6 Ng1 Nb8 d4", &[]);
    let (explorer, _) = home.explorer();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2";
    let plies = || {
        let found = explorer
            .find(&sought(read_fen(fen).unwrap()))
            .unwrap()
            .into_iter();
        let ours = found.filter(|game| *game.id < *"g00004");
        ours.map(|game| game.ply).collect::<Vec<_>>()
    };
    assert_eq!(plies(), [7, 3, 3, 3], "the newest first");
    // What goes, or cannot be read, is known as it was.
    fs::remove_file(home.entry(3).path).unwrap();
    assert_eq!(plies(), [7, 3, 3, 3]);
    fs::create_dir(home.entry(3).path).unwrap();
    assert_eq!(plies(), [7, 3, 3, 3]);
}

#[test]
fn counters_do_not_matter_and_en_passant_does_where_it_is_legal() {
    let home = Home::new();
    write(&home, 0, "e4 e5", &[]);
    write(&home, 1, "e4 Nf6 e5 d5 exd6", &[]);
    write(&home, 2, "e3 Nf6 e4 Ng8 e5 d6", &[]);
    let after = |fen: &str| explored(&home, fen).0[0];
    // No pawn can take on e3, also where the field says so.
    for field in ["e3 0 1", "- 0 1", "- 7 40"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {field}");
        assert_eq!(after(&fen), 2, "{field}");
    }
    let board = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    assert_eq!(
        (
            after(&format!("{board} d6 0 3")),
            after(&format!("{board} - 0 3"))
        ),
        (1, 0)
    );
}

#[test]
fn what_was_taken_back_was_not_played() {
    let home = Home::new();
    let resigns = Action::Resign(rank_and_file_core::chess::Color::Black);
    write(
        &home,
        0,
        "e4 e5",
        &[Action::TakeBack(2), Action::Write("d4".into()), resigns],
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let expected = ([1, 1, 0, 0], [("d4".to_owned(), [1, 1, 0, 0])].into());
    assert_eq!(explored(&home, start), expected);
    let gone = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(explored(&home, gone), ([0; 4], BTreeMap::new()));
}

#[test]
fn a_damaged_game_counts_as_far_as_it_can_be_believed() {
    let home = Home::new();
    write(&home, 0, "e4 e5 Nf3", &[]);
    let path = home.entry(0).path;
    let text = fs::read_to_string(&path).unwrap() + "nonsense\nand more\n";
    fs::write(&path, text).unwrap();
    home.play(1, 20);
    let explored = |fen| explored(&home, fen).1;
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert!(explored(after).contains_key("Nf3"));
    let size = fs::metadata(home.positions()).unwrap().len();
    // It is read at every visit, and noted once.
    home.explorer();
    assert_eq!(fs::metadata(home.positions()).unwrap().len(), size);
}

#[test]
fn imported_games_are_noted_as_they_come() {
    let home = Home::new();
    home.explorer();
    let text = crate::pgn_text::games(1500);
    let never = AtomicBool::new(false);
    let mut library = Library::open(home.folder(), &home.index(), drop);
    let mut import = library.import(&never, drop).unwrap();
    assert_eq!(
        import
            .read(text.as_bytes(), &never, |_| {})
            .unwrap()
            .imported,
        1500
    );
    let (explorer, missing) = home.explorer();
    assert_eq!(missing, 0);
    let position = Written::play("Nf3 Nf6").game.position().clone();
    let all = explorer
        .explore(&position, &GameFilter::default())
        .unwrap()
        .all;
    assert_eq!((all.games, all.white), (1500, 1500));
    let found = explorer.find(&sought(position)).unwrap();
    assert_eq!(found.len(), 1500);
    assert!(found.iter().all(|game| game.ply == 2));
}

#[test]
fn two_processes_write_side_by_side() {
    let home = Home::with_games(0..900);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| home.explorer());
        }
    });
    home.compare_with(&home.explorer().0);
    // A reader that has the files open goes on with them.
    let (explorer, _) = home.explorer();
    let position = Game::default().position().clone();
    let before = said(&explorer, &position, &GameFilter::default());
    (900..1500).for_each(|number| home.play(number, usize::MAX));
    home.compare();
    assert_eq!(said(&explorer, &position, &GameFilter::default()), before);
}

#[test]
fn a_position_is_looked_for_by_the_moves_that_lead_there() {
    let after = |text: &str| match Sought::read(text) {
        Some(Sought::Position(position)) => Some(fen_of(&position)),
        _ => None,
    };
    let spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for text in [
        "e4 e5 Nf3 Nc6 Bb5",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5",
        "1. e4 1... e5 2. Nf3 2… Nc6 3. Bb5",
    ] {
        assert_eq!(after(text).as_deref(), Some(spanish), "{text}");
    }
    // A move that is not typed to its end changes nothing yet.
    let kings_pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for text in ["e4", "1. e4", "1.e4", "1. e4 e", "1.e4 N", "e4 1"] {
        assert_eq!(after(text).as_deref(), Some(kings_pawn), "{text}");
    }
    let words = [
        "",
        "e",
        "1.",
        "C60",
        "E4",
        "e4 e4",
        "Ann e4",
        "e4 Ann",
        "1-0",
        "e4 e5 1-0",
        "x.e4",
    ];
    for text in words {
        assert_eq!(after(text), None, "{text}");
    }
}
