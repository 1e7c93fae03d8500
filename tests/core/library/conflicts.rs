//! Which files are conflict copies, and what becomes of each kind, by table: logs, studies, the attempts of practice,
//! renamed players, 2048.

use std::fs;
use std::path::{Path, PathBuf};

use rank_and_file_core::files::CopyName;
use rank_and_file_core::library::{Healed, Hindrance, copies_in, heal, is_copy};
use rank_and_file_core::record::log::{Appender, Folder, read};
use rank_and_file_core::record::pgn::write;
use rank_and_file_core::twenty48::{Action, Direction, Kept, Size, read_document};

use crate::saved::{Written, names};

const ID: &str = "20261120T190500Z-0123abcd";

/// A folder of games, and the one in which it lies.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("games")).unwrap();
        Self(home)
    }

    fn folder(&self) -> Folder {
        Folder::new(self.0.path().join("games"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn lay(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn healed(&self) -> Vec<Healed> {
        let healing = heal(&self.folder()).unwrap();
        assert!(healing.left.is_empty(), "{:?}", healing.left);
        healing.done
    }

    /// The files that are left, and a word for why.
    fn left(&self) -> Vec<(String, &'static str)> {
        let healing = heal(&self.folder()).unwrap();
        assert_eq!(healing.done, []);
        let left = healing.left.iter();
        left.map(|(path, why)| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let why = match why {
                Hindrance::Open => "open",
                Hindrance::Damaged => "damaged",
                Hindrance::Unfit => "unfit",
                Hindrance::Io(_) => "disk",
            };
            (name, why)
        })
        .collect()
    }
}

#[test]
fn copies_are_known_by_their_names() {
    for (name, copy) in [
        ("20261120T190500Z-0123abcd.fenlog", false),
        ("20261120T190500Z-0123abcd.pgn", false),
        (
            "20261120T190500Z-0123abcd.sync-conflict-20261124-101500-ABCDEFG.fenlog",
            true,
        ),
        (
            "20261120T190500Z-0123abcd (conflicted copy 2026-11-24 101500).fenlog",
            true,
        ),
        (
            "20261120T190500Z-0123abcd (Ann's conflicted copy 2026-11-24).pgn",
            true,
        ),
        (
            "20261120T190500Z-0123abcd_conflict-20261124-101500.fenlog",
            true,
        ),
        ("20261120T190500Z-0123abcd (case conflict).fenlog", true),
        ("20261120T190500Z-0123abcd (1).fenlog", true),
        ("20261120T190500Z-0123abcd (copy).fenlog", true),
        ("20261120T190500Z-0123abcd - Copy.fenlog", true),
        ("20261120T190500Z-0123abcd-2.fenlog", true),
        ("20261120t190500z-0123ABCD.fenlog", true),
        // Another number; a backup of an editor; what was set aside; what is on its way.
        ("20261120T190500Z-0123abcd0.fenlog", false),
        ("20261120T190500Z-0123abcd.fenlog~", false),
        ("20261120T190500Z-0123abcd.pgn.damaged-1", false),
        (".syncthing.20261120T190500Z-0123abcd.fenlog.tmp", false),
        // What people have named is a copy only where a program says that there was a conflict.
        ("final (1).fenlog", false),
        ("final - Copy.fenlog", false),
        ("final.sync-conflict-20261124-101500-ABCDEFG.fenlog", true),
        ("practice (1).jsonl", true),
        ("2048.sync-conflict-20261124-101500-ABCDEFG.json", true),
        ("players (1).jsonl", true),
        ("practice-HOST-safeBackup-0001.jsonl", true),
        ("2048-HOST-safeBackup-0001.json", true),
        ("practice-DESKTOP.jsonl", true),
        ("practice 2.jsonl", true),
        ("2048 2.json", true),
        ("practice~host.jsonl", true),
        ("players~host.jsonl", true),
        // Others have other names, or nothing was added.
        ("practice2.jsonl", false),
        ("practice-.jsonl", false),
        ("practice.jsonl", false),
        ("practice-DESKTOP.json", false),
        ("2048-2.jsonl", false),
        ("20480 2.json", false),
        ("puzzles 2.jsonl", false),
        ("notes (1).jsonl", false),
        ("2048.json.other-1", false),
        ("2048.json", false),
    ] {
        assert_eq!(is_copy(Path::new(name)), copy, "{name}");
    }
    assert_eq!(CopyName::read(" (1)"), None, "it has no name besides");
}

#[test]
fn a_copy_without_an_original_is_the_game() {
    let home = Home::new();
    let name = format!("games/{ID} (1).fenlog");
    home.lay(&name, &Written::play("e4").text());
    assert_eq!(copies_in(&home.folder()).unwrap(), []);
    assert_eq!(home.healed(), []);
    assert!(home.path(&name).exists());
}

#[test]
fn what_goes_on_is_joined_whichever_it_is() {
    let (short, long) = (
        Written::play("e4 e5").text(),
        Written::play("e4 e5 Nf3 Nc6").text(),
    );
    let cut = &long[..long.len() - 20];
    let header = short.split_inclusive('\n').next().unwrap();
    for (here, there, joined) in [
        (&*short, &*long, &*long),
        (&*long, &*short, &*long),
        (&*short, &*short, &*short),
        // A line that was cut short, on either side; one whose end is missing alone.
        (cut, &*long, &*long),
        (&*long, cut, &*long),
        (short.trim_end(), &*long, &*long),
        (&*short, short.trim_end(), &*short),
        // Nothing but the first line, or not even that, as after a full disk.
        (header, &*long, &*long),
        ("", &*long, &*long),
    ] {
        let home = Home::new();
        let (name, copy) = (
            format!("games/{ID}.fenlog"),
            format!("games/{ID} (1).fenlog"),
        );
        home.lay(&name, here);
        home.lay(&copy, there);
        assert_eq!(
            home.healed(),
            [Healed::Joined(ID.to_owned())],
            "{here}\n\n{there}"
        );
        assert_eq!(home.text(&name), joined, "{here}\n\n{there}");
        assert_eq!(names(home.folder().path()).len(), 1);
    }
}

#[test]
fn a_log_is_only_added_to_where_it_goes_on() {
    use std::os::unix::fs::MetadataExt;
    let home = Home::new();
    let name = format!("games/{ID}.fenlog");
    home.lay(&name, &Written::play("e4").text());
    home.lay(
        &format!("games/{ID} (1).fenlog"),
        &Written::play("e4 e5").text(),
    );
    let inode = || fs::metadata(home.path(&name)).unwrap().ino();
    let before = inode();
    home.healed();
    assert_eq!(inode(), before, "the same file");
}

#[test]
fn what_is_damaged_or_open_is_left_alone() {
    let home = Home::new();
    let name = format!("games/{ID}.fenlog");
    let copy = format!("{ID} (1).fenlog");
    let (good, more) = (Written::play("e4").text(), Written::play("e4 e5").text());
    let bad = good.clone() + "no line\nno other\n";
    for (here, there) in [(&good, &bad), (&bad, &more)] {
        home.lay(&name, here);
        home.lay(&format!("games/{copy}"), there);
        assert_eq!(home.left(), [(copy.clone(), "damaged")]);
        assert_eq!(home.text(&name), *here);
        assert_eq!(home.text(&format!("games/{copy}")), *there);
    }
    home.lay(&name, &good);
    home.lay(&format!("games/{copy}"), &more);
    for path in [home.path(&name), home.path(&format!("games/{copy}"))] {
        let played = Appender::open(&path).unwrap();
        assert_eq!(home.left(), [(copy.clone(), "open")]);
        drop(played);
    }
    assert_eq!(home.healed(), [Healed::Joined(ID.to_owned())]);
    // One that is just arriving is waited for.
    home.lay(&format!("games/{copy}"), "");
    assert_eq!(home.left(), []);
    assert!(home.path(&format!("games/{copy}")).exists());
}

#[test]
fn names_in_another_case_are_the_same_game() {
    let home = Home::new();
    home.lay(&format!("games/{ID}.fenlog"), &Written::play("e4").text());
    home.lay(
        "games/20261120t190500z-0123ABCD.fenlog",
        &Written::play("e4 e5").text(),
    );
    home.lay(
        &format!("games/{ID}.FENLOG"),
        &Written::play("e4 e5 d4").text(),
    );
    assert_eq!(home.healed(), [Healed::Joined(ID.to_owned())]);
    assert_eq!(names(home.folder().path()), [format!("{ID}.fenlog")]);
    let path = home.path(&format!("games/{ID}.fenlog"));
    assert_eq!(read(&path).unwrap().game.plies().len(), 3);
}

#[test]
fn a_game_that_had_to_go_on_under_another_name_comes_home() {
    let home = Home::new();
    let path = home.path(&format!("games/{ID}.fenlog"));
    let mut written = Written::play("e4");
    let mut log = Appender::create(path.clone());
    log.append(&written.text()).unwrap();
    // A program for syncing brings another move at the moment when one is played here.
    let new = home.path("new");
    fs::write(&new, Written::play("e4 e5").text()).unwrap();
    fs::rename(&new, &path).unwrap();
    log.append(&written.go_on("c5")).unwrap();
    assert_ne!(log.path(), path);
    drop(log);
    let healed = home.healed();
    let [Healed::Parted { id, others }] = &*healed else {
        panic!("{healed:?}");
    };
    assert_eq!((&**id, others.len()), (ID, 1));
    let mut found: Vec<String> = Vec::new();
    for entry in home.folder().entries().unwrap() {
        found.push(read(&entry.path).unwrap().game.plies()[1].san.to_string());
    }
    found.sort();
    assert_eq!(found, ["c5", "e5"]);
}

/// A finished game with what is said of it.
fn annotated(movetext: &str) -> String {
    format!("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n{movetext}\n\n")
}

#[test]
fn studies_are_united_whichever_is_the_copy() {
    let mut written = Written::play("e4 e5 Nf3");
    written.act(rank_and_file_core::chess::Action::Resign(
        rank_and_file_core::chess::Color::Black,
    ));
    for (one, other, united) in [
        // Side lines, and side lines in them.
        (
            "1. e4 e5 2. Nf3 (2. d4 exd4) 1-0",
            "1. e4 e5 2. Nf3 (2. d4 d6) 1-0",
            "1. e4 e5 2. Nf3 (2. d4 d6 (2... exd4)) 1-0",
        ),
        // The order that people gave stays where the other one only has fewer, or none.
        (
            "1. e4 (1. d4) (1. c4) 1... e5 2. Nf3 1-0",
            "1. e4 (1. d4) 1... e5 2. Nf3 1-0",
            "1. e4 (1. d4) (1. c4) 1... e5 2. Nf3 1-0",
        ),
        (
            "1. e4 (1. d4) 1... e5 2. Nf3 1-0",
            "1. e4 (1. c4) 1... e5 2. Nf3 1-0",
            "1. e4 (1. c4) (1. d4) 1... e5 2. Nf3 1-0",
        ),
        // Comments: one that says more, two that say different things.
        (
            "1. e4 {good} e5 2. Nf3 1-0",
            "1. e4 {very good} 1... e5 2. Nf3 1-0",
            "1. e4 {very good} 1... e5 2. Nf3 1-0",
        ),
        (
            "1. e4 {go} e5 2. Nf3 1-0",
            "1. e4 {good} e5 2. Nf3 1-0",
            "1. e4 {go | good} 1... e5 2. Nf3 1-0",
        ),
        // Glyphs, drawings and commands.
        (
            "1. e4 $1 e5 2. Nf3 1-0",
            "1. e4 $14 e5 2. Nf3 1-0",
            "1. e4 $1 $14 e5 2. Nf3 1-0",
        ),
        (
            "1. e4 {[%csl Gd4]} e5 2. Nf3 1-0",
            "1. e4 {[%cal Gd2d4]} e5 2. Nf3 1-0",
            "1. e4 {[%csl Gd4] [%cal Gd2d4]} 1... e5 2. Nf3 1-0",
        ),
        (
            "1. e4 {[%eval 0.2]} e5 2. Nf3 1-0",
            "1. e4 {[%eval 0.1] book} e5 2. Nf3 1-0",
            "1. e4 {[%eval 0.1] [%eval 0.2] book} 1... e5 2. Nf3 1-0",
        ),
        // What is said before a move that another one comes before now.
        (
            "1. e4 e5 2. Nf3 (2. d4 d6 ({mine} 2... a6)) 1-0",
            "1. e4 e5 2. Nf3 (2. d4 h6) 1-0",
            "1. e4 e5 2. Nf3 (2. d4 a6 {mine} (2... d6) (2... h6)) 1-0",
        ),
    ] {
        let texts = [[one, other], [other, one]].map(|[here, there]| {
            let home = Home::new();
            let (log, study) = (format!("games/{ID}.fenlog"), format!("games/{ID}.pgn"));
            home.lay(&log, &written.text());
            home.lay(&study, &annotated(here));
            home.lay(
                &format!("games/{ID} (conflicted copy 2026-11-24 101500).pgn"),
                &annotated(there),
            );
            assert_eq!(home.healed(), [Healed::Annotations(ID.to_owned())], "{one}");
            assert_eq!(names(home.folder().path()).len(), 2);
            home.text(&study)
        });
        assert_eq!(texts[0], texts[1], "{one}");
        let moves = texts[0].split_once("\n\n").unwrap().1;
        let moves: Vec<&str> = moves.split_whitespace().collect();
        assert_eq!(moves.join(" "), united);
    }
}

#[test]
fn a_study_of_no_game_here_is_left() {
    let home = Home::new();
    home.lay(
        &format!("games/{ID}.fenlog"),
        &Written::play("e4 e5").text(),
    );
    let copy = format!("{ID}.sync-conflict-20261124-101500-ABCDEFG.pgn");
    let text = annotated("1. d4 {no} 1-0");
    home.lay(&format!("games/{copy}"), &text);
    assert_eq!(home.left(), [(copy.clone(), "unfit")]);
    assert_eq!(home.text(&format!("games/{copy}")), text);
    assert_eq!(names(home.folder().path()).len(), 2);
}

#[test]
fn other_games_are_only_read_for_a_study_that_may_be_theirs() {
    let home = Home::new();
    let log = format!("games/{ID}.fenlog");
    home.lay(&log, &Written::play("e4 e5").text());
    let study = write(&read(&home.path(&log)).unwrap());
    home.lay(&format!("games/{ID} (conflicted copy).pgn"), &study);
    // A game that began then, and cannot be read.
    let other = "games/20261120T190500Z-ffffffff.fenlog";
    fs::create_dir(home.path(other)).unwrap();
    assert_eq!(home.healed(), [Healed::Annotations(ID.to_owned())]);
    assert_eq!(home.text(&format!("games/{ID}.pgn")), study);
}

#[test]
fn notebooks_have_every_line_once_in_the_order_of_time() {
    let line = |second: u32, who: &str| {
        format!(
            "{{\"tried\":{{\"player\":\"{who}\",\"puzzle\":\"a\",\"found\":true}},\"time\":\"2026-11-20T19:05:{second:02}Z\"}}\n"
        )
    };
    let (first, second, third) = (line(1, "Ann"), line(2, "Ben"), line(3, "Ann"));
    let torn = &third[..20];
    let of_later = "{\"dreamed\":1,\"time\":\"2026-11-20T19:05:02Z\"}\n";
    for (one, other, united) in [
        (
            [&*first, &second].concat(),
            [&*first, &third].concat(),
            [&*first, &second, &third].concat(),
        ),
        (
            [&*first, &second, &third].concat(),
            first.clone(),
            [&*first, &second, &third].concat(),
        ),
        (
            [&*first, torn].concat(),
            [&*first, &third].concat(),
            [&*first, &third].concat(),
        ),
        (
            [&*third, &first].concat(),
            second.clone(),
            [&*first, &second, &third].concat(),
        ),
        (
            [&*first, of_later].concat(),
            third.clone(),
            [&*first, of_later, &third].concat(),
        ),
    ] {
        for [here, there] in [[&one, &other], [&other, &one]] {
            let home = Home::new();
            home.lay("practice.jsonl", here);
            home.lay("practice (Ann's conflicted copy 2026-11-24).jsonl", there);
            assert_eq!(home.healed(), [Healed::Practice]);
            assert_eq!(home.text("practice.jsonl"), united);
            assert_eq!(names(home.0.path()), ["games", "practice.jsonl"]);
        }
    }
}

#[test]
fn renamed_players_are_put_together_from_any_number_of_copies() {
    let line = |second: u32, from: &str, to: &str| {
        format!(
            "{{\"rename\":{{\"from\":\"{from}\",\"to\":\"{to}\"}},\"time\":\"2026-11-20T19:05:{second:02}Z\"}}\n"
        )
    };
    let versions = [
        line(1, "Anna", "Ann"),
        line(2, "Benny", "Ben"),
        line(1, "Anna", "Ann") + &line(3, "Cleo", "Clea"),
    ];
    let united = versions[2].split_inclusive('\n').collect::<Vec<_>>();
    let united = [united[0], &versions[1], united[1]].concat();
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let home = Home::new();
        home.lay("players.jsonl", &versions[order[0]]);
        home.lay("players (1).jsonl", &versions[order[1]]);
        home.lay(
            "players.sync-conflict-20261124-101500-ABCDEFG.jsonl",
            &versions[order[2]],
        );
        assert_eq!(copies_in(&home.folder()).unwrap().len(), 2);
        assert_eq!(home.healed(), [Healed::Players]);
        assert_eq!(home.text("players.jsonl"), united);
        assert_eq!(names(home.0.path()), ["games", "players.jsonl"]);
    }
}

/// A log and a copy of it that has gone another way are healed to one game with this log.
fn become_one(here: &str, there: &str, joined: &str) {
    let home = Home::new();
    let name = format!("games/{ID}.fenlog");
    home.lay(&name, here);
    home.lay(&format!("games/{ID} (1).fenlog"), there);
    assert_eq!(home.healed(), [Healed::Joined(ID.to_owned())]);
    assert_eq!(home.text(&name), joined);
    assert_eq!(names(home.folder().path()).len(), 1);
}

#[test]
fn logs_that_differ_in_their_clocks_alone_are_one_game() {
    let log = |text: &str, clocks: &[u32]| {
        // As they run, a record comes each second.
        let clock = |left| format!("# {{\"clock\":{{\"white_ms\":{left},\"black_ms\":60000}}}}\n");
        text.to_owned() + &clocks.iter().map(clock).collect::<String>()
    };
    let (short, long) = (
        Written::play("e4 e5").text(),
        Written::play("e4 e5 Nf3").text(),
    );
    assert!(long.starts_with(&short));
    let (slow, quick) = (log(&short, &[59_000, 58_000]), log(&short, &[58_900]));
    let further = log(&short, &[57_500]) + &long[short.len()..];
    for (here, there, joined) in [
        (&slow, &quick, &slow),
        (&quick, &slow, &slow),
        // Where it goes on, that counts.
        (&slow, &further, &further),
        (&further, &slow, &further),
    ] {
        become_one(here, there, joined);
    }
}

#[test]
fn what_lies_beside_the_games_is_healed_before_there_are_any() {
    let home = tempfile::tempdir().unwrap();
    let lay = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    let attempt = "{\"puzzle\":1,\"time\":\"2026-11-20T19:05:01Z\"}\n";
    lay(
        "practice.sync-conflict-20261124-101500-ABCDEFG.jsonl",
        attempt,
    );
    let renaming =
        "{\"rename\":{\"from\":\"Benny\",\"to\":\"Ben\"},\"time\":\"2026-11-20T19:05:01Z\"}\n";
    lay(
        "players (conflicted copy 2026-11-24 101500).jsonl",
        renaming,
    );
    let document = played(1, 20).document();
    lay("2048.sync-conflict-20261124-101500-ABCDEFG.json", &document);
    let healing = heal(&Folder::new(home.path().join("games"))).unwrap();
    assert!(healing.left.is_empty(), "{:?}", healing.left);
    let twenty48 = Healed::Twenty48 { aside: Vec::new() };
    assert_eq!(healing.done, [Healed::Practice, Healed::Players, twenty48]);
    let text = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    assert_eq!(text("practice.jsonl"), attempt);
    assert_eq!(text("players.jsonl"), renaming);
    let kept = read_document(text("2048.json").as_bytes()).unwrap();
    assert_eq!(kept.game(), played(1, 20).game());
}

#[test]
fn logs_that_differ_in_their_pauses_alone_are_one_game() {
    let begun = Written::play("e4 e5").text();
    let more = Written::play("e4 e5 Nf3").text()[begun.len()..].to_owned();
    let clock = |left: u32| format!("# {{\"clock\":{{\"white_ms\":{left},\"black_ms\":60000}}}}\n");
    let stopped = |key: &str, hour: u32| format!("# {{\"{key}\":\"2026-11-20T{hour}:05:00Z\"}}\n");
    // At one computer the game was left at seven, at the other one at eight.
    let at_seven = [&*begun, &stopped("paused", 19), &clock(59_000)].concat();
    let at_eight = [&*begun, &stopped("paused", 20), &clock(58_000)].concat();
    let resumed = [&*at_seven, &stopped("resumed", 21)].concat();
    let further = [&*at_eight, &stopped("resumed", 22), &more].concat();
    for (here, there, joined) in [
        // As long as each other: the last in the order of bytes.
        (&at_seven, &at_eight, &at_eight),
        (&at_eight, &at_seven, &at_eight),
        (&at_eight, &resumed, &resumed),
        (&begun, &at_seven, &at_seven),
        (&resumed, &further, &further),
        (&further, &at_seven, &further),
    ] {
        become_one(here, there, joined);
    }
}

/// A game of 2048 after some moves.
pub fn played(seed: u64, moves: usize) -> Kept {
    let mut kept = Kept::new(Size::STANDARD, seed);
    let ways = [
        Direction::Left,
        Direction::Up,
        Direction::Right,
        Direction::Down,
    ];
    let mut tried = ways.into_iter().cycle();
    while (kept.game().moves() as usize) < moves {
        kept.act(Action::Move(tried.next().unwrap())).ok();
    }
    kept
}

#[test]
fn of_2048_the_further_game_goes_on_with_the_best_of_both() {
    let copy = "2048.sync-conflict-20261124-101500-ABCDEFG.json";
    let (far, near, other) = (played(1, 40), played(1, 35), played(2, 30));
    for (one, two, aside) in [
        (&far, &near, 0),
        (&far, &other, 1),
        (&far, &Kept::new(Size::STANDARD, 3), 0),
        (&far, &far, 0),
    ] {
        let mut found = Vec::new();
        for [here, there] in [[one, two], [two, one]] {
            let home = Home::new();
            home.lay("2048.json", &here.document());
            home.lay(copy, &there.document());
            let done = home.healed();
            let [Healed::Twenty48 { aside: lies }] = &*done else {
                panic!("{done:?}");
            };
            assert_eq!(lies.len(), aside);
            if let Some(lies) = lies.first() {
                let other = read_document(&fs::read(lies).unwrap()).unwrap();
                assert_eq!(other.game(), two.game());
            }
            let kept = read_document(home.text("2048.json").as_bytes()).unwrap();
            assert_eq!(kept.game(), far.game());
            let best = one.best(Size::STANDARD).max(two.best(Size::STANDARD));
            assert_eq!(kept.best(Size::STANDARD), best);
            assert!(!home.path(copy).exists());
            let files = names(home.0.path()).into_iter();
            let files = files.filter(|name| name.starts_with("2048") && !name.ends_with(".lock"));
            found.push(
                files
                    .map(|name| (name.clone(), home.text(&name)))
                    .collect::<Vec<_>>(),
            );
        }
        assert_eq!(found[0], found[1]);
    }
    // While it is played, and where a copy is damaged, all stays as it is.
    let home = Home::new();
    home.lay("2048.json", &near.document());
    home.lay(copy, &far.document());
    let opened = rank_and_file_core::twenty48::Store::open(&home.path("2048.json"), 1);
    assert_eq!(home.left(), [(copy.to_owned(), "open")]);
    drop(opened);
    home.lay(copy, "{}");
    assert_eq!(home.left(), [(copy.to_owned(), "damaged")]);
    assert_eq!(home.text("2048.json"), near.document());
}
