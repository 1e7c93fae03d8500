//! What holds whenever a folder was changed on two desktops: nothing that was done on either is lost, and both have the
//! same bytes in the end. Random games are played on, ended, taken back and annotated, puzzles are tried, and 2048 is
//! played, on both sides; conflict copies are made as programs for syncing make them. Then the folder is healed, also
//! with a kill at every step of that and with a disk that is full at any byte.
//!
//! `RANK_AND_FILE_FUZZ=10000 cargo test -p rank-and-file-core-tests two_desktops` tries so many pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::{env, process};

use fastrand::Rng;
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{Action, Color, Offer, Position, Square};
use rank_and_file_core::library::{Healed, StoredGame, StudyFile, heal, heal_watched};
use rank_and_file_core::record::log::{Folder, Loaded, LogEntry, lines_for, read, read_bytes};
use rank_and_file_core::record::pgn::read_study;
use rank_and_file_core::record::study::{Glyph, NodeId, Study, StudyAction};
use rank_and_file_core::training::practice::{Event, Record, Source, Try};
use rank_and_file_core::twenty48::{self, Direction, Kept, Size, read_document};
use rustix::process::Signal;

use crate::full::{alone, limit};
use crate::saved::{Written, fens, names, now};

/// Files by their names below the folder of the user.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

pub(super) fn cases() -> u64 {
    let wanted = env::var("RANK_AND_FILE_FUZZ").ok();
    wanted.and_then(|cases| cases.parse().ok()).unwrap_or(60)
}

pub(super) fn lay(home: &Path, files: &Files) {
    fs::remove_dir_all(home).ok();
    fs::create_dir_all(home.join("games")).unwrap();
    for (name, bytes) in files {
        fs::write(home.join(name), bytes).unwrap();
    }
}

/// What lies there, without marks that a file is in use.
pub(super) fn taken_up(home: &Path) -> Files {
    let mut files = Files::new();
    for folder in ["", "games/"] {
        for name in names(&home.join(folder)) {
            let path = format!("{folder}{name}");
            if name != "games" && !name.ends_with(".lock") {
                let bytes = fs::read(home.join(&path)).unwrap();
                files.insert(path, bytes);
            }
        }
    }
    files
}

fn healed(home: &Path) -> Vec<Healed> {
    let healing = heal(&Folder::new(home.join("games"))).unwrap();
    assert!(healing.left.is_empty(), "{:?}", healing.left);
    healing.done
}

// --- What is done on a desktop ---------------------------------------------------

fn text_of(files: &Files, name: &str) -> String {
    let bytes = files.get(name).cloned().unwrap_or_default();
    String::from_utf8(bytes).unwrap()
}

fn loaded(text: &str) -> Loaded {
    read_bytes(text.as_bytes().to_vec())
}

/// Goes on with a game.
fn play_on(text: &mut String, rng: &mut Rng) {
    let mut game = loaded(text).game;
    for _ in 0..rng.usize(1..6) {
        let moves = game.position().legal_moves();
        let any = |rng: &mut Rng| rng.choice(moves.iter()).map(|mv| Action::from(*mv));
        let action = match rng.u8(..20) {
            0 => Action::OfferDraw,
            1 => Action::Decline,
            2 => Action::TakeBack(1),
            3 => Action::Resign(game.turn()),
            4 if matches!(game.offer(), Some(Offer::Draw { .. })) => Action::Accept,
            _ => any(rng).unwrap_or(Action::OfferDraw),
        };
        // What cannot be done leaves no trace.
        if let Ok(event) = game.act(action) {
            *text += &lines_for(&event, &game, now());
        }
    }
}

const WORDS: [&str; 6] = [
    "good",
    "good move",
    "why not e5?",
    "a | b",
    "the end",
    "(odd",
];

/// Adds to the study of a game that is over, or begins one.
fn annotate(log: &str, study: &mut String, rng: &mut Rng) {
    let loaded = loaded(log);
    let game = &loaded.game;
    let mut tree = match study.is_empty() {
        true => Study::default(),
        false => read_study(study.as_bytes(), game).unwrap(),
    };
    for _ in 0..rng.usize(1..5) {
        let nodes = tree.steps(game).map(|step| step.node);
        let nodes: Vec<NodeId> = nodes.chain([NodeId::Main(0)]).collect();
        let at = *rng.choice(&nodes).unwrap();
        let square = |rng: &mut Rng| Square::new(rng.u32(..64));
        let action = match rng.u8(..8) {
            0 => StudyAction::SetComment(at, (*rng.choice(&WORDS).unwrap()).to_owned()),
            1 => StudyAction::SetCommentBefore(at, (*rng.choice(&WORDS).unwrap()).to_owned()),
            2 => StudyAction::ToggleGlyph(at, Glyph(rng.u8(1..20))),
            3 => {
                let drawing = |rng: &mut Rng| Drawing {
                    from: square(rng),
                    to: square(rng),
                    color: DrawingColor::Red,
                };
                let drawings = (0..rng.usize(1..3)).map(|_| drawing(rng)).collect();
                StudyAction::SetDrawings(at, drawings)
            }
            _ => {
                let moves = tree.position(game, at).unwrap().legal_moves();
                let Some(mv) = rng.choice(moves.iter()).copied() else {
                    continue;
                };
                StudyAction::AddLine {
                    at,
                    moves: vec![mv],
                }
            }
        };
        tree.act(game, action).ok();
    }
    *study = StudyFile::text(&loaded, &tree);
}

fn practice(files: &mut Files, rng: &mut Rng) {
    let mut text = text_of(files, "practice.jsonl");
    for _ in 0..rng.usize(1..4) {
        let source = Source::Puzzle(format!("{:03}", rng.u32(..50)));
        let tried = Event::Tried(Try::new("Ann", &source, rng.bool(), None));
        let time = now() + jiff::SignedDuration::from_secs(rng.i64(0..100_000));
        text += &Record::new(tried, time).line();
    }
    files.insert("practice.jsonl".to_owned(), text.into_bytes());
}

fn play_2048(files: &mut Files, rng: &mut Rng) {
    let mut kept = match files.get("2048.json") {
        Some(bytes) => read_document(bytes).unwrap(),
        None => Kept::new(Size::STANDARD, rng.u64(..1000)),
    };
    if rng.u8(..4) == 0 {
        kept.act(twenty48::Action::New(Size::STANDARD)).unwrap();
    }
    for _ in 0..rng.usize(1..30) {
        let ways = [
            Direction::Left,
            Direction::Up,
            Direction::Right,
            Direction::Down,
        ];
        kept.act(twenty48::Action::Move(*rng.choice(&ways).unwrap()))
            .ok();
    }
    files.insert("2048.json".to_owned(), kept.document().into_bytes());
}

/// One evening at a desktop.
fn evening(files: &mut Files, rng: &mut Rng) {
    let logs = files.keys().filter(|name| name.ends_with(".fenlog"));
    let logs: Vec<String> = logs.cloned().collect();
    for name in logs {
        let (mut log, pgn) = (text_of(files, &name), name.replace(".fenlog", ".pgn"));
        for _ in 0..rng.usize(..3) {
            if loaded(&log).game.outcome().is_none() {
                play_on(&mut log, rng);
            } else {
                let mut study = text_of(files, &pgn);
                annotate(&log, &mut study, rng);
                files.remove(&pgn);
                if !study.is_empty() {
                    files.insert(pgn.clone(), study.into_bytes());
                }
            }
        }
        files.insert(name, log.into_bytes());
    }
    if rng.bool() {
        practice(files, rng);
    }
    if rng.bool() {
        play_2048(files, rng);
    }
    if rng.u8(..4) == 0 {
        rename(files, rng);
    }
}

fn rename(files: &mut Files, rng: &mut Rng) {
    let mut text = text_of(files, "players.jsonl");
    for _ in 0..rng.usize(1..4) {
        let [from, to] = [(); 2].map(|()| *rng.choice(&["Ann", "Anna", "Annie", "Ben"]).unwrap());
        let time = now() + jiff::SignedDuration::from_secs(rng.i64(0..100_000));
        text += &match rng.u8(..4) {
            0 => "{\"undo\":1}\n".to_owned(),
            _ => format!(
                "{{\"rename\":{{\"from\":\"{from}\",\"to\":\"{to}\"}},\"time\":\"{time}\"}}\n"
            ),
        };
    }
    files.insert("players.jsonl".to_owned(), text.into_bytes());
}

// --- What a program for syncing does ---------------------------------------------

/// What was added to the name of a copy, before its ending.
const ADDED: [&str; 7] = [
    ".sync-conflict-20261124-101500-ABCDEFG",
    ".sync-conflict-20261123-091500-7654321",
    " (conflicted copy 2026-11-24 101500)",
    " (Ann's conflicted copy 2026-11-24)",
    " (case conflict)",
    " (1)",
    " - Copy",
];

/// Puts what was changed on two sides into one folder: of each file that differs, one keeps the name.
fn synced(one: &Files, other: &Files, rng: &mut Rng) -> Files {
    let mut both = one.clone();
    for (name, bytes) in other {
        let Some(own) = both.get(name).cloned() else {
            both.insert(name.clone(), bytes.clone());
            continue;
        };
        if own == *bytes {
            continue;
        }
        let (stem, ending) = name.rsplit_once('.').unwrap();
        let copy = format!("{stem}{}.{ending}", rng.choice(ADDED).unwrap());
        let (stays, goes) = match rng.bool() {
            true => (own, bytes.clone()),
            false => (bytes.clone(), own),
        };
        both.insert(name.clone(), stays);
        assert_eq!(both.insert(copy, goes), None);
    }
    both
}

// --- What must hold --------------------------------------------------------------

/// All that is said in a study: each move with the way there, and each thing that is noted, word by word.
fn said(loaded: &Loaded, study: &Study) -> BTreeSet<String> {
    let game = &loaded.game;
    let mut said = BTreeSet::new();
    let mut ways: BTreeMap<String, String> = BTreeMap::new();
    let note = |way: &str, at: NodeId, said: &mut BTreeSet<String>| {
        let notes = study.notes(at);
        for text in [&notes.before, &notes.comment] {
            let parts = text.split(" | ").filter(|part| !part.is_empty());
            said.extend(parts.map(|part| format!("{way}: {part}")));
        }
        said.extend(
            notes
                .glyphs
                .iter()
                .map(|glyph| format!("{way} ${}", glyph.0)),
        );
        said.extend(
            notes
                .drawings
                .iter()
                .map(|drawn| format!("{way} {drawn:?}")),
        );
    };
    note("", NodeId::Main(0), &mut said);
    for step in study.steps(game) {
        let before = study.previous(step.node).unwrap();
        let before = ways
            .get(&format!("{before:?}"))
            .cloned()
            .unwrap_or_default();
        let way = format!("{before} {}", step.ply.san);
        note(&way, step.node, &mut said);
        said.insert(way.clone());
        ways.insert(format!("{:?}", step.node), way);
    }
    said
}

/// Whether all that one side says of a game is said there, a comment perhaps with more words.
fn has_all(there: &BTreeSet<String>, wanted: &BTreeSet<String>) -> bool {
    wanted.iter().all(|one| {
        there.contains(one) || {
            let (way, words) = one.split_once(": ").unwrap_or((one, "\0"));
            there.iter().any(|other| {
                let more = other
                    .strip_prefix(way)
                    .and_then(|rest| rest.strip_prefix(": "));
                more.is_some_and(|more| format!(" {more} ").contains(&format!(" {words} ")))
            })
        }
    })
}

/// Whether nothing of one side is missing in what lies there.
pub(super) fn assert_nothing_lost(home: &Path, side: &Files, told: &str) {
    let folder = Folder::new(home.join("games"));
    let entries = folder.entries().unwrap();
    let logs: Vec<(LogEntry, Loaded)> = entries
        .into_iter()
        .map(|entry| (entry.clone(), read(&entry.path).unwrap()))
        .collect();
    for (name, bytes) in side {
        if name.ends_with(".fenlog") {
            let goes_on = |(_, log): &&(LogEntry, Loaded)| log.bytes().starts_with(bytes);
            let found = logs.iter().find(goes_on);
            let (entry, log) = found.unwrap_or_else(|| panic!("{told}: {name} is lost"));
            assert_eq!(log.fault, None, "{told}: {name}");
            let Some(study) = side.get(&name.replace(".fenlog", ".pgn")) else {
                continue;
            };
            let own = read_bytes(bytes.clone());
            let wanted = said(&own, &read_study(study, &own.game).unwrap());
            // Where two games have the same moves and end alike, no one can tell whose notes these are.
            let alike = |(_, other): &&(LogEntry, Loaded)| {
                let moves = |log: &Loaded| fens(&log.game);
                moves(other) == moves(log) && other.game.outcome() == log.game.outcome()
            };
            let kept = logs.iter().filter(alike).map(|(entry, _)| {
                let kept = StoredGame::read(entry).unwrap();
                assert!(kept.trouble.is_none(), "{told}: {:?}", kept.trouble);
                said(&kept.loaded, &kept.study)
            });
            let kept: Vec<BTreeSet<String>> = kept.collect();
            let there = kept.iter().any(|there| has_all(there, &wanted));
            assert!(there, "{told}: {wanted:#?} of {} in {kept:#?}", entry.id);
        } else if name == "practice.jsonl" {
            let there = fs::read_to_string(home.join(name)).unwrap();
            let there: BTreeSet<&str> = there.lines().collect();
            let wanted = std::str::from_utf8(bytes).unwrap().lines();
            wanted.for_each(|line| assert!(there.contains(line), "{told}: {line}"));
        } else if name == "players.jsonl" {
            let there = fs::read_to_string(home.join(name)).unwrap();
            let wanted = std::str::from_utf8(bytes).unwrap().lines();
            let mut renamings = wanted.filter(|line| line.contains("rename"));
            assert!(
                renamings.all(|line| there.contains(line)),
                "{told}: {there}"
            );
        } else if name == "2048.json" {
            assert_2048(home, &read_document(bytes).unwrap(), told);
        }
    }
}

/// Whether a game of 2048 goes on, or is over, or lies aside, and its score counts.
fn assert_2048(home: &Path, wanted: &Kept, told: &str) {
    let there = read_document(&fs::read(home.join("2048.json")).unwrap()).unwrap();
    for size in Size::ALL {
        assert!(
            there.best(size) >= wanted.best(size),
            "{told}: the best score"
        );
    }
    let game = wanted.game();
    let further = there.game().moves() >= game.moves();
    assert!(further, "{told}: the game that is further");
    let aside = names(home)
        .into_iter()
        .filter(|name| name.starts_with("2048.json.other-"));
    let mut aside = aside.map(|name| read_document(&fs::read(home.join(name)).unwrap()).unwrap());
    let is_there = there.game() == game || aside.any(|kept| kept.game() == game);
    // Else its last moves are in the history of the one that goes on.
    let steps = there.game().undo_steps() as u64;
    let near = there.game().moves() - game.moves() <= steps;
    let needless = game.is_over() || game.moves() == 0 || near;
    assert!(is_there || needless, "{told}: a game of 2048 is lost");
}

/// A folder as it is on both sides at first.
fn beginning(rng: &mut Rng) -> Files {
    let mut files = Files::new();
    for number in 0..rng.u32(1..4) {
        let moves = ["e4 e5 Nf3", "d4", "f3 e5 g4"][rng.usize(..3)];
        let mut log = Written::play(moves).text();
        if rng.bool() {
            play_on(&mut log, rng);
        }
        let name = format!("games/20261120T19050{number}Z-0123456{number}.fenlog");
        files.insert(name, log.into_bytes());
    }
    if rng.bool() {
        evening(&mut files, rng);
    }
    files
}

/// What both sides did, from one folder.
pub(super) fn evenings(seed: u64) -> (Files, Files, Rng) {
    let mut rng = Rng::with_seed(seed);
    let first = beginning(&mut rng);
    let (mut one, mut other) = (first.clone(), first);
    evening(&mut one, &mut rng);
    evening(&mut other, &mut rng);
    (one, other, rng)
}

#[test]
fn both_sides_come_to_the_same_and_nothing_is_lost() {
    let root = tempfile::tempdir().unwrap();
    let (mut joined, mut parted, mut annotations) = (0, 0, 0);
    for seed in 0..cases() {
        let (one, other, mut rng) = evenings(seed);
        // Each desktop may have its own idea of which file keeps its name.
        let home = root.path().join("home");
        lay(&home, &synced(&one, &other, &mut rng));
        for healed in healed(&home) {
            match healed {
                Healed::Joined(_) => joined += 1,
                Healed::Parted { .. } => parted += 1,
                Healed::Annotations(_) => annotations += 1,
                Healed::Practice | Healed::Players | Healed::Twenty48 { .. } => {}
            }
        }
        let here = taken_up(&home);
        for side in [&one, &other] {
            assert_nothing_lost(&home, side, &format!("seed {seed}"));
        }
        assert_eq!(healed(&home), [], "seed {seed}: there is no more to heal");
        lay(&home, &synced(&other, &one, &mut rng));
        healed(&home);
        assert_same(&here, &taken_up(&home), &format!("seed {seed}"));
        // One that comes home later brings what it had then.
        lay(&home, &synced(&here, &one, &mut rng));
        healed(&home);
        assert_same(&here, &taken_up(&home), &format!("seed {seed}, once more"));
    }
    assert!(joined > 0 && parted > 0 && annotations > 0);
}

/// Whether two folders have the same names and bytes.
pub(super) fn assert_same(one: &Files, other: &Files, told: &str) {
    let shown = |files: &Files| -> Vec<(String, String)> {
        let shown = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        files
            .iter()
            .map(|(name, bytes)| (name.clone(), shown(bytes)))
            .collect()
    };
    assert_eq!(shown(one), shown(other), "{told}");
}

#[test]
fn three_versions_of_a_log_come_to_the_same_in_any_order() {
    let root = tempfile::tempdir().unwrap();
    let home = root.path().join("home");
    let name = "games/20261120T190500Z-01234567.fenlog";
    for seed in 0..cases() {
        let mut rng = Rng::with_seed(seed);
        let first = Written::play("e4 e5").text();
        let mut versions: Vec<String> = Vec::new();
        for _ in 0..3 {
            let mut version = rng.choice(&versions).unwrap_or(&first).clone();
            play_on(&mut version, &mut rng);
            versions.push(version);
        }
        let mut all = Vec::new();
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let [first, second, third] = order.map(|at| versions[at].clone().into_bytes());
            let copy = |at: usize| name.replace(".fenlog", &format!("{}.fenlog", ADDED[at]));
            // Both at once, or the third one when the others are healed.
            let both = [(name.to_owned(), first), (copy(0), second)];
            lay(&home, &Files::from(both));
            if rng.bool() {
                healed(&home);
            }
            fs::write(home.join(copy(1)), &third).unwrap();
            healed(&home);
            all.push(taken_up(&home));
        }
        for other in &all[1..] {
            assert_same(&all[0], other, &format!("seed {seed}"));
        }
    }
}

// --- Kills and full disks --------------------------------------------------------

const VICTIM: &str = "RANK_AND_FILE_TEST_HEALED_AND_KILLED";
/// So many pairs are healed and killed, each at every step.
const KILLED: u64 = 12;

/// Heals the folder that the environment names, and is killed before one of the steps.
#[test]
fn a_victim() {
    let Some(wanted) = env::var(VICTIM).ok() else {
        return;
    };
    let (step, home) = wanted.split_once(' ').unwrap();
    let mut left: usize = step.parse().unwrap();
    let folder = Folder::new(Path::new(home).join("games"));
    let healing = heal_watched(&folder, &mut |_| {
        if left == 0 {
            // Nothing is cleared up, as when it is killed.
            process::abort();
        }
        left -= 1;
        Ok(())
    });
    assert!(healing.unwrap().left.is_empty());
}

/// Runs a victim with what the environment tells it. Whether it was killed; it may not fail.
pub(super) fn is_killed(victim: &str, variable: &str, told: &str) -> bool {
    let ended = Command::new(env::current_exe().unwrap())
        .args(["--exact", victim, "--test-threads=1"])
        .env(variable, told)
        .output()
        .unwrap();
    let killed = ended.status.signal() == Some(Signal::ABORT.as_raw());
    assert!(killed || ended.status.success(), "{ended:?}");
    killed
}

/// Two sides of an evening, what a program for syncing makes of them, and what comes of that where nothing interrupts.
struct Case {
    sides: [Files; 2],
    both: Files,
    wanted: Files,
}

impl Case {
    fn new(home: &Path, seed: u64) -> Self {
        let (one, other, mut rng) = evenings(seed);
        let both = synced(&one, &other, &mut rng);
        lay(home, &both);
        healed(home);
        Self {
            sides: [one, other],
            both,
            wanted: taken_up(home),
        }
    }
}

#[test]
fn a_kill_at_any_step_loses_nothing() {
    let root = tempfile::tempdir().unwrap();
    let home = root.path().join("home");
    let mut kills = 0;
    for seed in 0..KILLED {
        let Case {
            sides,
            both,
            wanted,
        } = Case::new(&home, seed);
        for step in 0.. {
            lay(&home, &both);
            let told = format!("{step} {}", home.display());
            let killed = is_killed("library::two_desktops::a_victim", VICTIM, &told);
            // Every log that is read now is whole.
            for side in &sides {
                assert_logs_are_whole(&home, side, &format!("seed {seed}, step {step}"));
            }
            if !killed {
                assert!(step > 0 || both == wanted);
                break;
            }
            kills += 1;
            healed(&home);
            assert_same(
                &wanted,
                &taken_up(&home),
                &format!("seed {seed}, step {step}"),
            );
        }
    }
    assert!(kills >= 40, "{kills}");
    println!("{kills} kills");
}

/// Whether all logs of a side are there, if only in copies, and each file can be believed.
pub(super) fn assert_logs_are_whole(home: &Path, side: &Files, told: &str) {
    let there = taken_up(home);
    for (name, bytes) in side.iter().filter(|(name, _)| name.ends_with(".fenlog")) {
        let found = there.values().any(|there| there.starts_with(bytes));
        assert!(found, "{told}: {name}");
    }
    for (name, bytes) in there.iter().filter(|(name, _)| name.ends_with(".fenlog")) {
        let log = read_bytes(bytes.clone());
        assert!(
            log.fault.is_none() && log.notices.is_empty(),
            "{told}: {name}"
        );
    }
}

#[test]
fn a_disk_that_is_full_at_any_byte_loses_nothing() {
    alone(
        "library::two_desktops::a_disk_that_is_full_at_any_byte_loses_nothing",
        || {
            let root = tempfile::tempdir().unwrap();
            let home = root.path().join("home");
            let mut full_disks = 0;
            for seed in 0..KILLED {
                let Case {
                    sides,
                    both,
                    wanted,
                } = Case::new(&home, seed);
                let largest = wanted.values().map(Vec::len).max().unwrap();
                for room in (0..largest).step_by(largest / 17 + 1) {
                    lay(&home, &both);
                    limit(Some(room));
                    let healing = heal(&Folder::new(home.join("games"))).unwrap();
                    limit(None);
                    full_disks += usize::from(!healing.left.is_empty());
                    let told = format!("seed {seed}, room for {room}");
                    for side in &sides {
                        assert_logs_are_whole(&home, side, &told);
                    }
                    healed(&home);
                    assert_same(&wanted, &taken_up(&home), &told);
                }
            }
            assert!(full_disks >= 100, "{full_disks}");
            println!("{full_disks} full disks");
        },
    );
}

#[test]
fn a_player_of_either_color_may_resign_on_one_side_alone() {
    let root = tempfile::tempdir().unwrap();
    let home = root.path().join("home");
    let name = "games/20261120T190500Z-01234567";
    let ended = |color: Color| {
        let mut written = Written::play("e4 e5");
        written.act(Action::Resign(color));
        written.text().into_bytes()
    };
    let mut outcomes = Vec::new();
    for sides in [[Color::White, Color::Black], [Color::Black, Color::White]] {
        let [stays, goes] = sides.map(ended);
        let files = [
            (format!("{name}.fenlog"), stays),
            (format!("{name} (1).fenlog"), goes),
        ];
        lay(&home, &Files::from(files));
        let done = healed(&home);
        let [Healed::Parted { id, others }] = &*done else {
            panic!("{done:?}");
        };
        assert_eq!(
            (id.as_str(), others.len()),
            ("20261120T190500Z-01234567", 1)
        );
        assert!(others[0].starts_with("20261120T190500Z-"), "{others:?}");
        outcomes.push(taken_up(&home));
    }
    assert_same(
        &outcomes[0],
        &outcomes[1],
        "no matter which player resigned",
    );
    assert_eq!(outcomes[0].len(), 2);
}
