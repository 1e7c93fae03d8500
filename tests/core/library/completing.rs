//! Each game is kept once, also when its export is imported again, with more in it, or from another program.
//!
//! `RANK_AND_FILE_FUZZ=1000 cargo test -p rank-and-file-core-tests completing` tries so many sets of games.

use std::env;
use std::fmt::Write;
use std::fs;
use std::sync::atomic::AtomicBool;

use rank_and_file_core::chess::{Action, DrawRule, Game, start_position};
use rank_and_file_core::files::FileLock;
use rank_and_file_core::library::{ImportReport, Library, StoredGame, StudyFile};
use rank_and_file_core::record::log::{Folder, LogEntry, read};
use rank_and_file_core::record::pgn::clock_comment;
use rank_and_file_core::record::study::{NodeId, StudyAction};
use tempfile::TempDir;

pub(super) struct Games {
    folder: Folder,
    holds: TempDir,
}

impl Games {
    pub(super) fn new() -> Self {
        let holds = tempfile::tempdir().unwrap();
        let folder = Folder::new(holds.path().join("games"));
        Self { folder, holds }
    }

    /// The games of some texts, each imported in its turn.
    pub(super) fn of(texts: &[&str]) -> Self {
        let games = Self::new();
        texts.iter().for_each(|text| {
            games.import(text);
        });
        games
    }

    pub(super) fn import(&self, text: &str) -> ImportReport {
        let index = self.holds.path().join("index");
        let never = AtomicBool::new(false);
        let mut library = Library::open(self.folder.clone(), &index, drop);
        let mut import = library.import(&never, drop).unwrap();
        let mut told = 0;
        let report = import
            .read(text.as_bytes(), &never, |progress| {
                assert!(
                    progress
                        .completed
                        .iter()
                        .all(|game| game.entry.path.exists())
                );
                told += progress.completed.len() as u64;
            })
            .unwrap();
        let most = report.extended + report.clocked + report.tagged + report.studied;
        assert!(told <= most && (told > 0 || most == report.studied));
        drop(import);
        // What the index says of it is what stands there.
        let mut again = Vec::new();
        library
            .scan(&never, |batch| again.extend(batch.read))
            .unwrap();
        assert!(again.is_empty(), "{again:?}");
        report
    }

    pub(super) fn entries(&self) -> Vec<LogEntry> {
        self.folder.entries().unwrap()
    }

    /// The only game as it is exported.
    fn only(&self) -> String {
        let entries = self.entries();
        assert_eq!(entries.len(), 1, "{:#?}", self.exported());
        self.exported().remove(0)
    }

    pub(super) fn exported(&self) -> Vec<String> {
        let entries = self.entries();
        let stored = entries.iter().map(|entry| StoredGame::read(entry).unwrap());
        stored
            .map(|game| {
                assert!(game.trouble.is_none() && game.loaded.fault.is_none());
                game.pgn()
            })
            .collect()
    }
}

/// What was added to games: more moves, clocks, tags, annotations.
pub(super) fn added(report: &ImportReport) -> [u64; 4] {
    [
        report.extended,
        report.clocked,
        report.tagged,
        report.studied,
    ]
}

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6";

/// The first moves of a game that is well known.
fn moves(plies: usize) -> String {
    MOVES.split(' ').take(plies).collect::<Vec<_>>().join(" ")
}

fn tagged(tags: &[(&str, &str)], movetext: &str) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").unwrap();
    }
    format!("{text}\n{movetext}\n\n")
}

const ANN: [(&str, &str); 3] = [("White", "Ann"), ("Black", "Ben"), ("Date", "2024.01.05")];

fn ann(more: &[(&str, &str)], movetext: &str) -> String {
    tagged(&[&ANN, more].concat(), movetext)
}

#[test]
fn more_moves_complete_a_game_that_was_not_over() {
    let short = ann(&[], &(moves(21) + " *"));
    let long = ann(&[], &(moves(26) + " 1-0"));
    let games = Games::of(&[&short]);
    let log = fs::read(&games.entries()[0].path).unwrap();
    let report = games.import(&long);
    assert_eq!((report.imported, report.duplicates), (0, 1));
    assert_eq!(added(&report), [1, 0, 0, 0]);
    let there = fs::read(&games.entries()[0].path).unwrap();
    assert!(there.starts_with(&log), "a log is only added to");
    assert!(
        games.only().ends_with("25. cxd4 Nc6 1-0\n\n") || games.only().contains("13. cxd4 Nc6 1-0")
    );
    for text in [&long, &short, &games.only()] {
        let report = games.import(text);
        assert_eq!((report.imported, report.duplicates), (0, 1));
        assert_eq!(added(&report), [0; 4]);
    }
    // The result alone, and what is said of the end.
    let ends: [(&str, &str); 2] = [("Termination", "Time forfeit"), ("PlyCount", "21")];
    let over = ann(&ends, &(moves(21) + " 0-1"));
    let open = ann(&[("PlyCount", "21")], &(moves(21) + " *"));
    let games = Games::of(&[&open]);
    assert_eq!(added(&games.import(&over)), [1, 0, 0, 0]);
    let text = games.only();
    assert!(
        text.contains("[Termination \"Time forfeit\"]") && text.contains("0-1"),
        "{text}"
    );
    // A count that would cut the game off does not stay.
    let games = Games::of(&[&open]);
    assert_eq!(added(&games.import(&long)), [1, 0, 0, 0]);
    assert!(!games.only().contains("PlyCount"), "{}", games.only());
    assert_eq!(added(&games.import(&long)), [0; 4]);
}

#[test]
fn a_game_that_is_open_or_ends_otherwise_is_left_as_it_is() {
    let short = ann(&[], &(moves(21) + " *"));
    let long = ann(&[], &(moves(26) + " 1-0"));
    let games = Games::of(&[&short]);
    let log = fs::File::open(&games.entries()[0].path).unwrap();
    let held = FileLock::try_lock(log).unwrap();
    let report = games.import(&long);
    assert_eq!((report.imported, added(&report)), (0, [0; 4]));
    assert!(games.only().contains(" *"));
    drop(held);
    assert_eq!(added(&games.import(&long)), [1, 0, 0, 0]);
    for other in [
        // Another result, other moves, other players, another day, another round, the colors changed.
        ann(&[], &(moves(26) + " 0-1")),
        ann(&[], &(moves(20) + " d3 1-0")),
        tagged(
            &[("White", "Ann"), ("Black", "Bob"), ANN[2]],
            &(moves(26) + " 1-0"),
        ),
        tagged(
            &[ANN[0], ANN[1], ("Date", "2024.01.06")],
            &(moves(26) + " 1-0"),
        ),
        ann(&[("Round", "2")], &(moves(26) + " 1-0")),
        tagged(
            &[("White", "Ben"), ("Black", "Ann"), ANN[2]],
            &(moves(26) + " 1-0"),
        ),
    ] {
        let games = Games::of(&[&ann(&[("Round", "1")], &(moves(26) + " 1-0"))]);
        let report = games.import(&other);
        assert_eq!((report.imported, report.duplicates), (1, 0), "{other}");
    }
}

#[test]
fn annotations_are_put_together_and_what_a_player_deletes_stays_deleted() {
    let plain = ann(&[], &(moves(24) + " 1-0"));
    let rest = moves(24).replacen("e4 e5", "", 1);
    let one = ann(
        &[],
        &format!("e4 {{best by test [%cal Ge2e4]}} e5 {rest} 1-0"),
    );
    let two = ann(&[], &format!("e4! e5 {{so far}} (c5 $14 Nf3) {rest} 1-0"));
    let games = Games::of(&[&plain]);
    assert_eq!(added(&games.import(&one)), [0, 0, 0, 1]);
    let report = games.import(&two);
    assert_eq!((added(&report), report.own_studies), ([0, 0, 0, 1], 0));
    let text = games.only();
    for said in [
        "best by test",
        "[%cal Ge2e4]",
        "$1",
        "so far",
        "c5 $14 2. Nf3",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    for text in [&plain, &one, &two, &text] {
        let report = games.import(text);
        assert_eq!((report.imported, added(&report)), (0, [0; 4]));
    }
    // What came with an import and was deleted does not come back with the same export.
    let entry = games.entries().remove(0);
    let loaded = read(&entry.path).unwrap();
    let (_, study) = StudyFile::read(entry.clone(), &loaded.game);
    let mut study = study.unwrap();
    let action = StudyAction::SetComment(NodeId::Main(2), String::new());
    study.act(&loaded.game, action).unwrap();
    fs::write(entry.study(), StudyFile::text(&loaded, &study)).unwrap();
    assert_eq!(added(&games.import(&two)), [0; 4]);
    assert!(!games.only().contains("so far"));
    // More of it does.
    let more = two.replace("Nf3)", "Nf3 d6)");
    assert_eq!(added(&games.import(&more)), [0, 0, 0, 1]);
    assert!(games.only().contains("2. Nf3 d6"));
}

#[test]
fn of_two_evaluations_the_one_that_is_there_stays() {
    let rest = moves(24).replacen("e4 e5 Nf3", "", 1);
    let evaluated = |one: &str, other: &str, said: &str| {
        let movetext =
            format!("e4 {{[%eval {one}] best}} e5 {{[%eval {other}]}} Nf3 {said} {rest} 1-0");
        ann(&[], &movetext)
    };
    let games = Games::of(&[&evaluated("0.31", "0.2", "")]);
    let before = games.only();
    // Deeper thought, otherwise the same: nothing changes, and that is told as often as it comes.
    let other = evaluated("0.17,40", "0.2", "");
    for _ in 0..2 {
        let report = games.import(&other);
        assert_eq!((report.imported, report.duplicates), (0, 1));
        assert_eq!((added(&report), report.own_evaluations), ([0; 4], 1));
        assert_eq!(games.only(), before);
    }
    // What it says besides comes, with evaluations of other positions.
    let report = games.import(&evaluated("0.17,40", "0.2", "{[%eval 0.1] natural}"));
    assert_eq!((added(&report), report.own_evaluations), ([0, 0, 0, 1], 1));
    let text = games.only();
    assert!(
        text.contains("[%eval 0.31] best") && text.contains("[%eval 0.1] natural"),
        "{text}"
    );
    assert_eq!(text.matches("%eval").count(), 3, "{text}");
}

#[test]
fn a_line_after_the_end_is_the_game_once_it_was_played() {
    let short = ann(
        &[("PlyCount", "22")],
        &(moves(22) + " Nbd2 {expected} cxd4 (c4 {or so}) *"),
    );
    let other = ann(&[("PlyCount", "22")], &(moves(22) + " a4 {not played} *"));
    let long = ann(&[], &(moves(26) + " 1-0"));
    for (text, wanted) in [
        (&short, ["expected", "12... c4"]),
        (&other, ["(12. a4", "not played"]),
    ] {
        let games = Games::of(&[text]);
        assert_eq!(added(&games.import(&long)), [1, 0, 0, 0]);
        let exported = games.only();
        for said in wanted {
            assert!(exported.contains(said), "{said} in {exported}");
        }
        assert_eq!(exported.matches("Nbd2").count(), 1, "{exported}");
        let before = games.only();
        assert_eq!(added(&games.import(&long)), [0; 4]);
        assert_eq!(games.only(), before);
    }
}

#[test]
fn clocks_complete_a_game_that_had_none() {
    let clocked = |moves: &str| {
        let timed = moves.split(' ').enumerate().map(|(at, san)| {
            let left = 180_000 - 1_500 * at as u64;
            format!("{san} {{{}}}", clock_comment(left))
        });
        timed.collect::<Vec<_>>().join(" ")
    };
    for plies in [6, 26] {
        for control in [None, Some(("TimeControl", "180+2"))] {
            let tags: Vec<_> = control.into_iter().collect();
            let plain = ann(&tags, &(moves(plies) + " {said} 1-0"));
            let timed = ann(&tags, &(clocked(&moves(plies)) + " 1-0"));
            let games = Games::of(&[&plain]);
            let report = games.import(&timed);
            assert_eq!(
                (report.imported, added(&report)),
                (0, [0, 1, 0, 0]),
                "{plies}"
            );
            let text = games.only();
            assert!(
                text.contains("[%clk 0:02:58.5]") && text.contains("said"),
                "{text}"
            );
            let entry = games.entries().remove(0);
            let game = read(&entry.path).unwrap().game;
            assert!(game.plies().iter().all(|ply| ply.left().is_some()));
            assert_eq!(game.clocks_left().is_some(), control.is_some());
            for text in [&plain, &timed, &text] {
                let report = games.import(text);
                assert_eq!((report.imported, added(&report)), (0, [0; 4]));
            }
        }
    }
    // The clocks that are there are not lost where more moves come without any.
    let games = Games::of(&[&ann(&[], &(clocked(&moves(22)) + " *"))]);
    assert_eq!(
        added(&games.import(&ann(&[], &(moves(26) + " 1-0")))),
        [1, 0, 0, 0]
    );
    assert_eq!(games.only().matches("%clk").count(), 22);
    // A game that was played here keeps its log.
    let games = Games::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let log = format!(
        "# {{\"rank-and-file\":1,\"white\":\"Ann\",\"black\":\"Ben\",\"started\":\"2024-01-05T12:00:00Z\"}}\n{start}\n{e4}\n\
         # {{\"result\":\"1-0\",\"reason\":\"resignation\",\"ended\":\"2024-01-05T13:00:00Z\"}}\n"
    );
    games.import(&log);
    let timed = games.only().replace("e4", "e4 {[%clk 0:01:00]}");
    let report = games.import(&timed);
    assert_eq!((report.imported, added(&report)), (0, [0; 4]));
    assert_eq!(fs::read_to_string(&games.entries()[0].path).unwrap(), log);
}

#[test]
fn one_game_of_two_exporters() {
    let lichess = tagged(
        &[
            ("Event", "Rated blitz game"),
            ("Site", "https://lichess.org/AbCdEfGh"),
            ("Date", "2024.01.06"),
            ("White", "john_smith"),
            ("Black", "Zoe Müller"),
            ("Result", "1-0"),
            ("UTCDate", "2024.01.06"),
            ("UTCTime", "01:05:00"),
            ("WhiteElo", "2101"),
            ("Termination", "Normal"),
        ],
        &(moves(24) + " {[%eval 0.31]} 1-0"),
    );
    let club = |white: &str, date: &str, more: &[(&str, &str)], plies: usize| {
        let own = [
            ("Event", "Club Championship"),
            ("Site", "Ghent"),
            ("Date", date),
            ("White", white),
            ("Black", "Muller, Z."),
            ("Result", "1-0"),
        ];
        tagged(&[&own, more].concat(), &(moves(plies) + " 1-0"))
    };
    let more = [("ECO", "C97"), ("WhiteTeam", "Rooks"), ("WhiteElo", "2044")];
    for white in [
        "Smith, John",
        "John Smith",
        "smith john",
        "GM Smith, John",
        "J. Smith",
    ] {
        for (date, plies) in [
            ("2024.01.05", 24),
            ("2024.01.06", 22),
            ("2024.01.05", 26),
            ("2024.01.??", 24),
        ] {
            let games = Games::of(&[&lichess]);
            let club = club(white, date, &more, plies);
            let report = games.import(&club);
            assert_eq!((report.imported, report.duplicates), (0, 1), "{club}");
            assert_eq!(
                (report.tagged, report.extended),
                (1, u64::from(plies > 24)),
                "{club}"
            );
            let text = games.only();
            for said in [
                "AbCdEfGh",
                "\"john_smith\"",
                "[ECO \"C97\"]",
                "\"Rooks\"",
                "\"2101\"",
                "%eval 0.31",
            ] {
                assert!(text.contains(said), "{said} in {text}");
            }
            for text in [&lichess, &club, &text] {
                let report = games.import(text);
                assert_eq!((report.imported, added(&report)), (0, [0; 4]));
            }
        }
    }
    for (white, date, more, plies) in [
        ("Smith, Jane", "2024.01.05", &[][..], 24),
        ("Smith", "2024.01.05", &[], 24),
        ("Smith, John", "2024.01.04", &[], 24),
        ("Smith, John", "2023.??.??", &[], 24),
        ("Smith, John", "2024.01.??", &[], 22),
        ("Smith, John", "2024.01.05", &[("UTCTime", "01:15:00")], 24),
        ("Smith, John", "2024.01.05", &[], 12),
    ] {
        let games = Games::of(&[&lichess]);
        let club = club(white, date, more, plies);
        assert_eq!(games.import(&club).imported, 1, "{club}");
        assert_eq!(games.import(&club).imported, 0, "{club}");
    }
}

#[test]
fn games_that_only_look_alike_stay_apart() {
    let event = |name: &'static str| ("Event", name);
    let scholars = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";
    let long = moves(24);
    for (one, other, movetext) in [
        // Chapters of a study.
        (event("My study: One"), event("My study: Two"), &*long),
        (("ChapterName", "One"), ("ChapterName", "Two"), &long),
        (
            ("Site", "https://lichess.org/study/a/b"),
            ("Site", "https://lichess.org/study/a/c"),
            &long,
        ),
        // What two people say of a game, and two boards.
        (("Annotator", "Zoe"), ("Annotator", "Yan"), &long),
        (("Board", "1"), ("Board", "2"), &long),
        (("Round", "1.1"), ("Round", "1.2"), &long),
        // Two games of an evening.
        (("Round", "1"), ("Round", "2"), scholars),
        (("UTCTime", "19:05:00"), ("UTCTime", "19:09:00"), scholars),
        (event("Blitz"), event("Rapid"), scholars),
    ] {
        let games = [one, other].map(|tag| ann(&[tag], &format!("{movetext} 1-0")));
        let folder = Games::of(&[&games[0], &games[1], &games[0], &games[1]]);
        assert_eq!(folder.entries().len(), 2, "{one:?} {other:?}");
        let folder = Games::of(&[&games.concat(), &games.concat()]);
        assert_eq!(folder.entries().len(), 2, "{one:?} {other:?}");
    }
    // `3.1` is a board of round 3, and a team has no name of its own.
    let one = ann(&[("Round", "3")], &(moves(24) + " 1-0"));
    let other = ann(&[("Round", "3.1")], &(moves(24) + " 1-0"));
    assert_eq!(Games::of(&[&one, &other]).entries().len(), 1);
    // It is not known who the players without names are.
    let nameless = |event: &str| tagged(&[("Event", event), ANN[2]], &(moves(24) + " 1-0"));
    assert_eq!(
        Games::of(&[&nameless("a"), &nameless("b")]).entries().len(),
        2
    );
}

#[test]
fn a_correspondence_game_that_goes_on_is_completed_from_its_first_moves() {
    let club = [("Event", "Postal"), ("Site", "Ghent"), ("Round", "4")];
    let games = Games::of(&[&ann(&club, "e4 *")]);
    for plies in 2..15 {
        let report = games.import(&ann(&club, &(moves(plies) + " *")));
        assert_eq!(
            (report.imported, added(&report)),
            (0, [1, 0, 0, 0]),
            "{plies}"
        );
    }
    // What was exported on the way is that game as well.
    for plies in 2..15 {
        let report = games.import(&ann(&club, &(moves(plies) + " *")));
        assert_eq!(
            (report.imported, report.duplicates, added(&report)),
            (0, 1, [0, 0, 0, 0]),
            "{plies}"
        );
    }
    assert_eq!(games.import(&ann(&[], "e4 e5 1-0")).imported, 1);
}

#[test]
fn an_old_export_that_was_cut_off_is_the_game_that_is_there() {
    let whole = ann(&[("Event", "Club")], &(moves(24) + " 1-0"));
    let rest = moves(12).replacen("e4 e5", "", 1);
    let cut = ann(&[], &format!("e4 {{best by test}} e5 {rest} *"));
    for [first, second] in [[&whole, &cut], [&cut, &whole]] {
        let games = Games::of(&[first, second, &cut, &whole]);
        let text = games.only();
        for said in ["best by test", "1-0", "Nbd2", "[Event \"Club\"]"] {
            assert!(text.contains(said), "{said} in {text}");
        }
    }
    // Too little is known, they go different ways, or both are over.
    let other = moves(11) + " d6";
    for (tags, movetext) in [
        (&[][..], moves(4) + " *"),
        (&[], other + " *"),
        (&[], moves(12) + " 1-0"),
        (&[], moves(12) + " 1/2-1/2"),
        (&[("Date", "2024.02.05")], moves(12) + " *"),
        (&[("Date", "2024.??.??")], moves(12) + " *"),
        (&[("Black", "Bea")], moves(12) + " *"),
        (&[("Event", "Park")], moves(12) + " *"),
    ] {
        let mut own = ANN.to_vec();
        own.retain(|(name, _)| tags.iter().all(|(other, _)| other != name));
        let other = tagged(&[&own, tags].concat(), &movetext);
        let games = Games::of(&[&whole, &other, &other]);
        assert_eq!(games.entries().len(), 2, "{other}");
    }
}

// Exports of other programs, and everything that is in them.

const LICHESS: &str = include_str!("exports/lichess.pgn");
const CHESS_COM: &str = include_str!("exports/chess-com.pgn");
const CHESSBASE: &str = include_str!("exports/chessbase.pgn");
const SCID: &str = include_str!("exports/scid.pgn");

/// The tags of a text, and its commands without blanks, in order.
fn told(text: &str) -> (Vec<String>, Vec<String>) {
    let lines = text
        .lines()
        .filter(|line| line.starts_with('[') && line.ends_with("\"]"));
    let mut tags: Vec<String> = lines.map(str::to_owned).collect();
    let moves = text.replace('\n', " ");
    let commands = moves
        .split("[%")
        .skip(1)
        .filter_map(|rest| rest.split(']').next());
    let each = commands.flat_map(|command| {
        let (name, values) = command.split_once(' ').unwrap_or((command, ""));
        let split = matches!(name, "cal" | "csl");
        let values: Vec<&str> = if split {
            values.split(',').collect()
        } else {
            vec![values]
        };
        values
            .into_iter()
            .map(|value| format!("{name} {}", value.trim()))
            .collect::<Vec<_>>()
    });
    let mut commands: Vec<String> = each.collect();
    tags.sort();
    commands.sort();
    (tags, commands)
}

#[test]
fn exports_of_other_programs_keep_all_that_is_in_them() {
    for text in [LICHESS, CHESS_COM, CHESSBASE, SCID] {
        let games = Games::of(&[text]);
        let exported = games.only();
        let (tags, commands) = told(text);
        let (there, commands_there) = told(&exported);
        for tag in tags {
            assert!(there.contains(&tag), "{tag} in {exported}");
        }
        assert_eq!(commands_there, commands, "{exported}");
        for nag in text.split_whitespace().filter(|word| word.starts_with('$')) {
            assert!(exported.contains(nag), "{nag} in {exported}");
        }
        for _ in 0..10 {
            let report = games.import(text);
            assert_eq!((report.imported, added(&report)), (0, [0; 4]));
        }
        assert_eq!(games.only(), exported);
    }
}

// Games by chance, imported again and again.

pub(super) fn cases() -> u64 {
    let wanted = env::var("RANK_AND_FILE_FUZZ").ok();
    wanted.and_then(|cases| cases.parse().ok()).unwrap_or(12)
}

/// A game in an export of one kind, whole or as it was the day before.
struct Drawn {
    tags: Vec<(String, String)>,
    sans: Vec<String>,
    notes: Vec<Option<String>>,
    clocked: bool,
    result: &'static str,
}

impl Drawn {
    fn by_chance(chance: &mut fastrand::Rng, number: usize) -> Self {
        let mut game = Game::new(start_position(), DrawRule::Claimed);
        let plies = *chance.choice(&[2, 6, 19, 20, 21, 30, 45]).unwrap();
        while game.plies().len() < plies && game.outcome().is_none() {
            let legal = game.legal_plies();
            let ply = chance.choice(&legal).unwrap();
            game.act(Action::Write(ply.san.to_string())).unwrap();
        }
        let sans: Vec<String> = game.plies().iter().map(|ply| ply.san.to_string()).collect();
        let names = ["Ann Lee", "Ben Ost", "Zoë Ümit", "Smith, J."];
        let (white, black) = (chance.usize(..4), chance.usize(..3));
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let mut tags = vec![
            tag("White", names[white].to_owned()),
            tag("Black", names[(white + black + 1) % 4].to_owned()),
            tag("Date", format!("2024.01.{:02}", chance.usize(1..4))),
            tag("Round", format!("{number}")),
        ];
        if chance.bool() {
            tags.push(tag("Site", format!("https://lichess.org/{number:08}")));
            tags.push(tag("WhiteElo", "2000".to_owned()));
        }
        if chance.bool() {
            tags.push(tag("TimeControl", "300+3".to_owned()));
        }
        let note = |at: usize, chance: &mut fastrand::Rng| {
            let said = format!("{{said {number} at {at} [%eval 0.{at}]}}");
            (chance.usize(..4) == 0).then_some(said)
        };
        let notes = (0..sans.len()).map(|at| note(at, chance)).collect();
        let over = game.outcome().map(|end| end.result());
        Self {
            tags,
            notes,
            sans,
            clocked: chance.bool(),
            result: over.unwrap_or_else(|| chance.choice(&["1-0", "0-1", "1/2-1/2"]).unwrap()),
        }
    }

    fn text(&self, early: bool, chance: &mut fastrand::Rng) -> String {
        let plies = match early {
            true if self.sans.len() > 20 => chance.usize(20..self.sans.len()),
            _ => self.sans.len(),
        };
        let whole = plies == self.sans.len();
        let bare = early && chance.bool();
        let mut text = String::new();
        for (name, value) in &self.tags {
            if !early || name != "WhiteElo" {
                writeln!(text, "[{name} \"{value}\"]").unwrap();
            }
        }
        text += "\n";
        for (at, san) in self.sans.iter().take(plies).enumerate() {
            write!(text, "{san} ").unwrap();
            if self.clocked && !bare {
                let left = clock_comment(300_000 - 2_000 * at as u64);
                write!(text, "{{{left}}} ").unwrap();
            }
            if let Some(note) = self.notes[at].as_ref().filter(|_| !early) {
                write!(text, "{note} ").unwrap();
            }
        }
        text += if whole { self.result } else { "*" };
        text + "\n\n"
    }
}

#[test]
fn the_same_export_ten_times_in_any_order_brings_no_double() {
    for case in 0..cases() {
        let mut chance = fastrand::Rng::with_seed(case);
        let drawn: Vec<Drawn> = (0..12)
            .map(|number| Drawn::by_chance(&mut chance, number))
            .collect();
        let count = drawn.len();
        let games = Games::new();
        if chance.bool() {
            let early: String = drawn
                .iter()
                .map(|game| game.text(true, &mut chance))
                .collect();
            assert_eq!(games.import(&early).imported, count as u64, "{case}");
        }
        let mut texts: Vec<String> = drawn
            .iter()
            .map(|game| game.text(false, &mut chance))
            .collect();
        games.import(&texts.concat());
        let first = games.exported();
        assert_eq!(first.len(), count, "case {case}");
        for (game, text) in drawn.iter().zip(&texts) {
            let alone = Games::of(&[text]).only();
            let round = format!("[Round \"{}\"]", game.tags[3].1);
            let kept = first.iter().find(|kept| kept.contains(&round)).unwrap();
            let [(tags, commands), (there, commands_there)] = [told(&alone), told(kept)];
            assert!(
                tags.iter().all(|tag| there.contains(tag)),
                "case {case}: {alone} {kept}"
            );
            assert_eq!(commands, commands_there, "case {case}: {alone} {kept}");
        }
        for turn in 0..10 {
            chance.shuffle(&mut texts);
            let parts: Vec<String> = match turn % 3 {
                0 => vec![texts.concat()],
                1 => vec![texts[..5].concat(), texts[5..].concat()],
                _ => vec![games.exported().concat()],
            };
            for part in parts {
                let report = games.import(&part);
                assert_eq!(report.imported, 0, "case {case}, turn {turn}");
                assert_eq!(added(&report), [0; 4], "case {case}, turn {turn}");
            }
        }
        assert_eq!(games.exported(), first, "case {case}");
    }
}
