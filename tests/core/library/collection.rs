//! Collections: games of PGN files as they lie there, found by what their tags say and by positions.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};

use rank_and_file_core::chess::{Color, Material, Position, read_fen};
use rank_and_file_core::library::{
    CollectedPositions, Collection, GameFilter, GameText, Query, ResultFilter, Slot, Sort, Sought,
    State, Summary, Unreadable, collected_path, index_collection, name_openings, read_collection,
};
use rank_and_file_core::record::log;
use rank_and_file_core::record::pgn;
use rank_and_file_core::record::study::NodeId;
use tempfile::TempDir;

use crate::explored::{Home, vocabulary};

fn opened(path: &Path) -> RwLock<Collection> {
    let collection = RwLock::new(Collection::open(path, vocabulary()).unwrap());
    let mut parts = vec![0.0];
    read_collection(&collection, &AtomicBool::new(false), |part| {
        parts.push(part)
    })
    .unwrap();
    assert!(parts.is_sorted() && parts.last() == Some(&1.0), "{parts:?}");
    collection
}

fn indexed(collection: &RwLock<Collection>, path: &Path) -> Arc<CollectedPositions> {
    let mut last = None;
    index_collection(collection, path, &AtomicBool::new(false), |known, part| {
        last = Some((known, part));
    })
    .unwrap();
    let (known, part) = last.unwrap();
    assert_eq!(part, 1.0);
    known
}

fn game(white: &str, black: &str, more: &str, moves: &str) -> String {
    format!("[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n{more}\n{moves}\n\n")
}

/// Four games: one that cannot be read, one that is not over.
fn some() -> String {
    [
        game(
            "Ann",
            "Ben",
            "[Result \"1-0\"]\n[Date \"2024.03.01\"]\n[ECO \"C20\"]\n",
            "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0",
        ),
        game(
            "Ben",
            "Clara",
            "[Result \"0-1\"]\n[UTCDate \"2025.01.02\"]\n[Date \"????.??.??\"]\n",
            "1. e4 d5 2. Ke3 0-1",
        ),
        game(
            "Clara",
            "Ann",
            "[Result \"*\"]\n[TimeControl \"300+3\"]\n",
            "1. e4 d5 *",
        ),
        game(
            "David",
            "",
            "[Result \"1/2-1/2\"]\n[Date \"1972.07.??\"]\n[WhiteElo \"2400\"]\n",
            "1. d4 d5 2. c4 1/2-1/2",
        ),
    ]
    .concat()
}

fn written(text: &str) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("some.pgn");
    fs::write(&path, text).unwrap();
    (dir, path)
}

fn found(collection: &RwLock<Collection>, query: Query) -> Vec<Summary> {
    let collection = collection.read().unwrap();
    let found = collection.find(&query, &AtomicBool::new(false)).unwrap();
    found
        .into_iter()
        .filter_map(|slot| collection.summary(slot))
        .collect()
}

fn whites(collection: &RwLock<Collection>, query: Query) -> Vec<String> {
    let found = found(collection, query).into_iter();
    found.map(|summary| summary.white).collect()
}

#[test]
fn it_is_told_whether_the_files_have_changed() {
    let folder = TempDir::new().unwrap();
    let some_pgn = folder.path().join("some.pgn");
    fs::write(&some_pgn, some()).unwrap();
    let changed = |path: &Path, change: &dyn Fn()| {
        let collection = opened(path);
        let collection = collection.read().unwrap();
        assert!(!collection.has_changed().unwrap());
        change();
        collection.has_changed().ok()
    };
    let beside = |name: &str| {
        let path = folder.path().join("more").join(name);
        move || {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, some()).unwrap();
        }
    };
    let longer = || fs::write(&some_pgn, some() + &some()).unwrap();
    assert_eq!(changed(&some_pgn, &beside("a.pgn")), Some(false));
    assert_eq!(changed(&some_pgn, &longer), Some(true));
    assert_eq!(changed(folder.path(), &longer), Some(true));
    assert_eq!(changed(folder.path(), &beside("b.txt")), Some(false));
    assert_eq!(changed(folder.path(), &beside("b.pgn")), Some(true));
    let gone = || fs::remove_file(&some_pgn).unwrap();
    assert_eq!(changed(folder.path(), &gone), Some(true));
    fs::write(&some_pgn, some()).unwrap();
    assert_eq!(changed(&some_pgn, &gone), None);
}

#[test]
fn games_are_listed_as_they_lie_and_read_when_they_are_looked_at() {
    let (_dir, path) = written(&some());
    let collection = opened(&path);
    let all = found(
        &collection,
        Query {
            sort: Sort::Unsorted,
            ..Query::default()
        },
    );
    let told: Vec<_> = all
        .iter()
        .map(|game| (game.entry.id.as_str(), game.state, game.plies))
        .collect();
    let wanted = [
        ("1", State::Finished, 5),
        ("2", State::Damaged, 2),
        ("3", State::Unfinished, 2),
        ("4", State::Finished, 3),
    ];
    assert_eq!(told, wanted);
    // What is shown is what it is found by: the tag, not the moves.
    assert_eq!(all[0].opening, "C20 King's Pawn Game");
    let by_tag = Query {
        text: "opening:c20".to_owned(),
        ..Query::default()
    };
    assert_eq!(found(&collection, by_tag)[0].opening, all[0].opening);
    assert_eq!([&*all[1].white, &*all[1].black], ["Ben", "Clara"]);
    assert_eq!(all[1].outcome.unwrap().winner, Some(Color::Black));
    let kept = collection
        .read()
        .unwrap()
        .text_of(Slot::listed("3").unwrap());
    let text = kept.unwrap().bytes().unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        game(
            "Clara",
            "Ann",
            "[Result \"*\"]\n[TimeControl \"300+3\"]\n",
            "1. e4 d5 *"
        )
    );
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        some(),
        "nothing is written there"
    );
}

#[test]
fn a_day_that_is_known_in_part_comes_before_those_of_its_month() {
    let dated = |white: &str, date: &str| {
        let tag = format!("[Date \"{date}\"]\n");
        game(white, "Zoe", &tag, "1. e4 *")
    };
    let text = [
        dated("Ann", "2023.07.18"),
        dated("Ben", "2023.07.??"),
        dated("Clara", "2023.08.01"),
        dated("David", "2023.??.??"),
        dated("Eve", "2022.12.31"),
    ];
    let (_dir, path) = written(&text.concat());
    let newest = Query {
        sort: Sort::Newest,
        ..Query::default()
    };
    let found = whites(&opened(&path), newest);
    assert_eq!(found, ["Clara", "Ann", "Ben", "David", "Eve"]);
}

#[test]
fn they_are_found_and_sorted_by_their_tags() {
    let (_dir, path) = written(&some());
    let collection = opened(&path);
    let sorted = |sort| {
        whites(
            &collection,
            Query {
                sort,
                ..Query::default()
            },
        )
    };
    assert_eq!(sorted(Sort::Newest), ["Ben", "Ann", "David", "Clara"]);
    assert_eq!(sorted(Sort::Oldest), ["David", "Ann", "Ben", "Clara"]);
    assert_eq!(sorted(Sort::White), ["Ann", "Ben", "Clara", "David"]);
    assert_eq!(sorted(Sort::Longest), ["Ann", "Ben", "David", "Clara"]);
    let with = |text: &str| Query {
        text: text.to_owned(),
        sort: Sort::Unsorted,
        ..Query::default()
    };
    assert_eq!(whites(&collection, with("ann")), ["Ann", "Clara"]);
    assert_eq!(whites(&collection, with("c20")), ["Ann"]);
    assert_eq!(
        whites(&collection, with("king's pawn")),
        ["Ann"],
        "a code has a name"
    );
    assert_eq!(whites(&collection, with("elo:>2000")), ["David"]);
    assert_eq!(whites(&collection, with("2025")), ["Ben"]);
    let draws = Query {
        result: Some(ResultFilter::Draw),
        ..Query::default()
    };
    assert_eq!(whites(&collection, draws), ["David"]);
    let overtaken = AtomicBool::new(true);
    assert_eq!(
        collection.read().unwrap().find(&with("ann"), &overtaken),
        None
    );
}

#[test]
fn a_folder_is_one_collection() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("more")).unwrap();
    for (name, white) in [
        ("b.pgn", "Ben"),
        ("more/c.PGN", "Clara"),
        ("a.pgn", "Ann"),
        ("no.txt", "David"),
    ] {
        fs::write(
            dir.path().join(name),
            game(white, "", "", "1. e4 *").repeat(2),
        )
        .unwrap();
    }
    let collection = opened(dir.path());
    let query = Query {
        sort: Sort::Unsorted,
        ..Query::default()
    };
    assert_eq!(
        whites(&collection, query),
        ["Ann", "Ann", "Ben", "Ben", "Clara", "Clara"]
    );
    let position = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
    let cache = collected_path(dir.path(), &collection.read().unwrap());
    let found = indexed(&collection, &cache)
        .find(&Sought::Position(position.into()))
        .unwrap();
    assert_eq!(found.len(), 6);
}

#[test]
fn what_is_no_text_is_named() {
    let dir = TempDir::new().unwrap();
    assert!(
        Collection::open(dir.path(), vocabulary()).is_err(),
        "an empty folder"
    );
    let packed = dir.path().join("packed.pgn");
    fs::write(&packed, b"PK\x03\x04 and so on").unwrap();
    assert!(Collection::open(&packed, vocabulary()).is_err());
    fs::remove_file(&packed).unwrap();
    let wide = dir.path().join("wide.pgn");
    fs::write(&wide, utf_16()).unwrap();
    assert!(Collection::open(&wide, vocabulary()).is_err());
    assert!(Collection::open(dir.path(), vocabulary()).is_err());
}

fn utf_16() -> Vec<u8> {
    let text = "\u{feff}[White \"Ann\"]\n\n*".encode_utf16();
    text.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn what_cannot_be_read_keeps_no_other_file_from_being_listed() {
    let (dir, path) = written(&some());
    for name in ["._some.pgn", ".trash/some.pgn", "more/wide.pgn"] {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, utf_16()).unwrap();
    }
    symlink("nowhere", dir.path().join("gone.pgn")).unwrap();
    symlink(&path, dir.path().join(".#some.pgn")).unwrap();
    let collection = opened(dir.path());
    let collection = collection.read().unwrap();
    assert_eq!(collection.len(), 4);
    let wide = dir.path().join("more/wide.pgn");
    let left_out = collection.left_out().iter().map(|(path, _)| path);
    assert_eq!(
        left_out.collect::<Vec<_>>(),
        [&dir.path().join("gone.pgn"), &wide]
    );
    assert!(!collection.has_changed().unwrap());
    fs::write(&wide, some()).unwrap();
    assert!(collection.has_changed().unwrap());
}

#[test]
fn files_are_only_open_while_they_are_read_and_as_they_were_listed() {
    let (dir, path) = written(&some());
    let collection = opened(dir.path());
    let open = fs::read_dir("/proc/self/fd").unwrap().flatten();
    let mut open = open.flat_map(|file| fs::read_link(file.path()));
    assert!(!open.any(|file| file == fs::canonicalize(&path).unwrap()));
    let text = collection
        .read()
        .unwrap()
        .text_of(Slot::listed("1").unwrap())
        .unwrap();
    assert!(text.read().is_ok());
    fs::write(&path, some() + &some()).unwrap();
    let error = text.bytes().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ResourceBusy);
}

#[test]
fn a_game_with_long_comments_is_whole() {
    let comment = format!("{{ {} }}", "much to be said ".repeat(90_000));
    let moves = format!("1. e4 {comment} e5 2. Nf3 *");
    let games = [game("Ann", "Ben", "", &moves), game("Ben", "Ann", "", "*")];
    let (_dir, path) = written(&games.concat());
    let collection = opened(&path);
    let text = collection
        .read()
        .unwrap()
        .text_of(Slot::listed("1").unwrap())
        .unwrap();
    assert_eq!(text.read().unwrap().0.loaded.game.plies().len(), 3);
    assert_eq!(text.exported().unwrap(), games[0]);
    let mut imported = String::new();
    let mut reader = GameText::reader(vec![text]);
    reader.read_to_string(&mut imported).unwrap();
    assert_eq!(imported.trim_end(), games[0].trim_end());
}

#[test]
fn a_game_is_shown_up_to_a_move_that_cannot_be_played() {
    let games = [
        game("Ann", "Ben", "", "1. e4 e5 {all well} 2. Ke3 d6 3. d4 1-0"),
        game("Ben", "Ann", "", "1. e5 *"),
    ];
    let (_dir, path) = written(&games.concat());
    let collection = opened(&path);
    let read = |id| {
        let slot = Slot::listed(id).unwrap();
        let text = collection.read().unwrap().text_of(slot).unwrap();
        text.read()
    };
    let (begun, fault) = read("1").unwrap();
    assert_eq!(begun.loaded.game.plies().len(), 2);
    assert_eq!(begun.study.notes(NodeId::Main(2)).comment, "all well");
    let fault = fault.unwrap().to_string();
    assert!(
        fault.starts_with("game 1, ") && fault.contains("2. Ke3"),
        "{fault}"
    );
    let error = read("2").unwrap_err();
    assert!(matches!(error, Unreadable::Game(_)), "{error}");
}

/// Games with a log each, and the same in one file. Their numbers there, by the ids of the logs.
fn twice(numbers: std::ops::Range<u64>) -> (Home, PathBuf, BTreeMap<String, String>) {
    let home = Home::with_games(numbers);
    let (mut text, mut ids) = (String::new(), BTreeMap::new());
    for (number, entry) in home.folder().entries().unwrap().into_iter().enumerate() {
        text += &pgn::write(&log::read(&entry.path).unwrap());
        text += "\n";
        ids.insert((number + 1).to_string(), entry.id);
    }
    let path = home.index().with_file_name("all.pgn");
    fs::write(&path, text).unwrap();
    (home, path, ids)
}

#[test]
fn it_knows_of_positions_what_a_replay_of_every_game_says() {
    let (home, path, ids) = twice(0..600);
    let collection = opened(&path);
    assert_eq!(collection.read().unwrap().len(), 600);
    let cache = collected_path(path.parent().unwrap(), &collection.read().unwrap());
    for round in ["made", "opened again"] {
        let known = indexed(&collection, &cache);
        let id_of = |slot: Slot| {
            let collection = collection.read().unwrap();
            ids[&collection.summary(slot).unwrap().entry.id].clone()
        };
        println!("{round}");
        home.compare_answers(
            |position, filter| known.explore(&collection, position, filter).unwrap(),
            |position| {
                let sought = Sought::Position(Box::new(position.clone()));
                let found = known.find(&sought).unwrap().into_iter();
                found
                    .map(|(slot, ply)| (id_of(slot), usize::from(ply)))
                    .collect()
            },
        );
    }
}

#[test]
fn comments_keep_no_position_from_being_found() {
    let [one, other] = [15_300, 2_000].map(|length| "x".repeat(length));
    let long = format!("1. e4 {{ {one} }} e5 {{ {other} }} 2. f4 *");
    let text = [
        game("Ann", "Ben", "", "1. e4 e5 2. f4 { without an end"),
        game("Ben", "Clara", "", &long),
        game("Clara", "David", "", "1. e4 e5 2. f4 *"),
    ];
    let (dir, path) = written(&text.concat());
    let collection = opened(&path);
    let known = indexed(&collection, &dir.path().join("positions"));
    for (fen, games) in [
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            3,
        ),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2",
            2,
        ),
    ] {
        let sought = Sought::Position(read_fen(fen).unwrap().into());
        assert_eq!(known.find(&sought).unwrap().len(), games, "{fen}");
    }
}

#[test]
fn tags_with_quotes_in_quotes_keep_no_position_from_being_found() {
    let quoted = "[Event \"The \"Spring\" Cup\"]\n";
    let placed = format!("{quoted}[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n");
    let text = [
        game("Ann", "Ben", quoted, "1. e4 e5 2. f4 *"),
        game("Ben", "Clara", &placed, "1. e4 *"),
    ];
    let (dir, path) = written(&text.concat());
    let collection = opened(&path);
    let known = indexed(&collection, &dir.path().join("positions"));
    for fen in [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
    ] {
        let sought = Sought::Position(read_fen(fen).unwrap().into());
        assert_eq!(known.find(&sought).unwrap().len(), 1, "{fen}");
    }
}

#[test]
fn positions_are_those_of_the_games_that_can_be_read() {
    // A castling right that cannot be is left out.
    let position = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\"]\n";
    let game_by = |rules: &str| {
        let tags = format!("{position}[Variant \"{rules}\"]\n");
        game("Ann", "Ben", &tags, "1. e4 *")
    };
    let rules = ["Regular", "Fischer Random", "Standard", "Atomic"];
    let text: String = rules.into_iter().map(game_by).collect();
    let (dir, path) = written(&text);
    let collection = opened(&path);
    let known = indexed(&collection, &dir.path().join("positions"));
    let position = read_fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").unwrap();
    let found = known.find(&Sought::Position(position.into())).unwrap();
    assert_eq!(found.len(), 3);
}

#[test]
fn openings_that_no_tag_tells_are_named_by_the_positions() {
    let setup =
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n";
    let text = [
        game("Ann", "Ben", "", "1. e4 c5 2. Nf3 d6 *"),
        game(
            "Ben",
            "Clara",
            "[ECO \"C20\"]\n[Opening \"Our own\"]\n",
            "1. e4 c5 *",
        ),
        game("Clara", "David", "", "1. d4 d5 2. c4 e6 *"),
        game("David", "Eve", setup, "1... c5 2. Nf3 *"),
        game("Eve", "Ann", "", "*"),
    ];
    let (dir, path) = written(&text.concat());
    let collection = opened(&path);
    let query = |text: &str| Query {
        text: text.to_owned(),
        sort: Sort::Unsorted,
        ..Query::default()
    };
    let found = |text: &str| whites(&collection, query(text));
    let misses = |text: &str| collection.read().unwrap().misses_openings(&query(text));
    assert!(misses("opening:sicilian") && misses("Sicilian") && misses("b50"));
    assert!(!misses("Ann") && !misses("sicil"));
    assert!(found("opening:sicilian").is_empty());
    name_openings(
        &collection,
        &indexed(&collection, &dir.path().join("positions")),
    )
    .unwrap();
    assert_eq!(found("opening:sicilian"), ["Ann"]);
    assert_eq!(found("opening:gambit opening:declined"), ["Clara"]);
    assert_eq!(found("opening:our"), ["Ben"], "what a tag says counts");
    // It is what a row of the list shows.
    for slot in collection
        .read()
        .unwrap()
        .find(&query("opening:b50"), &AtomicBool::new(false))
        .unwrap()
    {
        let summary = collection.read().unwrap().summary(slot).unwrap();
        assert!(
            summary.opening.starts_with("B50 Sicilian Defense"),
            "{}",
            summary.opening
        );
    }
    assert_eq!(found("opening:b50"), ["Ann"]);
    assert_eq!(found("Sicilian"), ["Ann"]);
}

#[test]
fn pieces_are_found_alike_in_a_collection_and_among_saved_games() {
    let (home, path, ids) = twice(0..200);
    let collection = opened(&path);
    let known = indexed(&collection, &path.with_extension("positions"));
    let (saved, _) = home.explorer();
    let mut asked: Vec<Material> = Vec::new();
    for entry in home.folder().entries().unwrap() {
        let game = log::read(&entry.path).unwrap().game;
        for ply in 0..=game.plies().len() {
            let pieces = Material::of(game.position_at(ply).board());
            if !asked.contains(&pieces) {
                asked.push(pieces);
            }
        }
    }
    assert!(asked.len() > 50, "{}", asked.len());
    let mut most = 0;
    for pieces in asked {
        let sought = Sought::Material(pieces);
        let collected = known.find(&sought).unwrap().into_iter();
        let collected: BTreeMap<String, usize> = collected
            .map(|(slot, ply)| (ids[&slot.listed_id()].clone(), usize::from(ply)))
            .collect();
        let found = saved.find(&sought).unwrap().into_iter();
        let found: BTreeMap<String, usize> =
            found.map(|game| (game.id.to_string(), game.ply)).collect();
        assert_eq!(found, collected, "{pieces:?}");
        most = most.max(found.len());
    }
    assert!(most > 100, "most games begin with all pieces: {most}");
}

#[test]
fn pieces_are_found_whichever_side_has_them() {
    let ending = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/4K3/4P3/r6R w - - 0 1\"]\n";
    let turned = "[SetUp \"1\"]\n[FEN \"4k3/7r/8/4p3/8/8/8/R3K3 b - - 0 1\"]\n";
    // What stands for a single ply is in the middle of an exchange.
    let text = [
        game("Ann", "Ben", ending, "1. Rxa1 Kd5 2. Kf4 *"),
        game("Ben", "Clara", turned, "1... Ra7 2. Rxa7 *"),
        game("Clara", "David", ending, "1. Kf3 Rxh1 2. Kg2 Rh7 *"),
    ];
    let (dir, path) = written(&text.concat());
    let collection = opened(&path);
    let known = indexed(&collection, &dir.path().join("positions"));
    let plies = |pieces: &str| -> Vec<u16> {
        let sought = Sought::Material(pieces.parse().unwrap());
        let found = known.find(&sought).unwrap().into_iter();
        found.map(|(_, ply)| ply).collect()
    };
    assert_eq!(plies("KRPvKR"), [0, 0]);
    assert_eq!(
        plies("KRvKRP"),
        [0, 0],
        "it does not matter which side has them"
    );
    assert_eq!(plies("KRPvK"), [1]);
    assert_eq!(plies("KRvKP"), [2, 2]);
    assert!(plies("KQvK").is_empty());
    for nonsense in [
        "",
        "KR",
        "KvKvK",
        "KRvR",
        "KKvK",
        "KPPPPPPPPPvK",
        "KQQQQQQQQQQvK",
        "KXvK",
    ] {
        assert!(nonsense.parse::<Material>().is_err(), "{nonsense}");
    }
}

#[test]
fn an_index_that_was_stopped_goes_on_and_a_spoilt_one_is_told() {
    // More games than are noted at once.
    let text = (0..40_000).map(|number| {
        let first = ["e4 e5", "d4 d5", "c4 c5"][number % 3];
        game("Ann", "Ben", "", &format!("1. {first} *"))
    });
    let (dir, path) = written(&text.collect::<String>());
    let collection = opened(&path);
    let cache = dir.path().join("positions");
    let (stop, mut parts) = (AtomicBool::new(false), Vec::new());
    index_collection(&collection, &cache, &stop, |_, part| {
        parts.push(part);
        stop.store(parts.len() > 1, Ordering::Relaxed);
    })
    .unwrap();
    let stopped = fs::metadata(&cache).unwrap().len();
    let known = indexed(&collection, &cache);
    assert!(fs::metadata(&cache).unwrap().len() > stopped || parts.last() == Some(&1.0));
    let position = read_fen("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1").unwrap();
    let sought = Sought::Position(Box::new(position.clone()));
    assert_eq!(known.find(&sought).unwrap().len(), 40_000 / 3);
    let explored = known
        .explore(&collection, &position, &GameFilter::default())
        .unwrap();
    assert_eq!((explored.all.games, explored.moves.len()), (13_333, 1));
    // Cut short at any place, it is completed; with other bytes, that is seen, or made anew.
    let whole = fs::read(&cache).unwrap();
    for part in [1, 30, 60, whole.len() / 3, whole.len() - 1] {
        fs::write(&cache, &whole[..part]).unwrap();
        assert_eq!(
            indexed(&collection, &cache).find(&sought).unwrap().len(),
            13_333,
            "{part}"
        );
    }
    for place in (0..16).map(|part| part * whole.len() / 16 + part) {
        let mut spoilt = whole.clone();
        spoilt[place] ^= 4;
        fs::write(&cache, &spoilt).unwrap();
        if let Ok(found) = indexed(&collection, &cache).find(&sought) {
            assert_eq!(found.len(), 13_333, "{place}");
        }
    }
    let mut spoilt = whole.clone();
    let entries = spoilt.len() - 4_000;
    spoilt[entries..].iter_mut().for_each(|byte| *byte ^= 4);
    fs::write(&cache, &spoilt).unwrap();
    let all = |known: &CollectedPositions| {
        let boards = [
            "pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
            "pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b",
            "pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b",
            "pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w",
            "ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w",
            "pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR w",
        ];
        let positions = boards.map(|board| read_fen(&format!("rnbqkbnr/{board} KQkq - 0 1")));
        let mut positions = positions
            .map(|position| Sought::Position(position.unwrap().into()))
            .into_iter();
        positions.all(|sought| known.find(&sought).is_ok())
    };
    assert!(
        !all(&indexed(&collection, &cache)),
        "what is spoilt is not told as if it were sound"
    );
    // Another file of that name is another collection.
    fs::write(&path, some()).unwrap();
    let other = opened(&path);
    assert_eq!(indexed(&other, &cache).find(&sought).unwrap().len(), 1);
}
