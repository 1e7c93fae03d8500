//! Players: their results, the score between two of them, and what renaming changes.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use jiff::{Timestamp, ToSpan};
use rank_and_file_core::chess::{ByColor, Color, Outcome, Reason};
use rank_and_file_core::library::{
    AliasFile, Aliases, Catalogue, FinishedGame, Player, PlayerOrder, Query, Results, StartDate,
    State, Streak, Summary,
};
use rank_and_file_core::record::log::Folder;
use tempfile::TempDir;

/// Games in the order of their days: White, Black, result. `*` is unfinished, a result with `!`
/// belongs to a damaged log.
use crate::explored::vocabulary;
use crate::saved::make_pipe;

type Played<'a> = &'a [(&'a str, &'a str, &'a str)];

fn catalogue(games: Played) -> Catalogue {
    let mut catalogue = Catalogue::new(Folder::new("/nowhere".into()), vocabulary());
    add(&mut catalogue, games);
    catalogue
}

fn day(number: usize) -> Timestamp {
    let first: Timestamp = "2026-01-01T12:00:00Z".parse().unwrap();
    first + (24 * i64::try_from(number).unwrap()).hours()
}

fn add(catalogue: &mut Catalogue, games: Played) {
    let folder = Folder::new("/nowhere".into());
    let summary = |(number, (white, black, result)): (usize, &(&str, &str, &str))| Summary {
        entry: folder.entry(format!("{number:06}")),
        state: match *result {
            "*" => State::Unfinished,
            result if result.ends_with('!') => State::Damaged,
            _ => State::Finished,
        },
        outcome: match result.trim_end_matches('!') {
            "1-0" => Some(Outcome::win(Color::White, Reason::Resignation)),
            "0-1" => Some(Outcome::win(Color::Black, Reason::Resignation)),
            "1/2" => Some(Outcome::draw(Reason::Agreement)),
            _ => None,
        },
        white: (*white).to_owned(),
        black: (*black).to_owned(),
        plies: 10,
        started: Some(day(number)),
        date: day(number).strftime("%Y.%m.%d").to_string(),
        fingerprint: 0,
        kin: 0,
        ratings: ByColor::default(),
        opening: String::new(),
        event: String::new(),
        time_control: None,
        fen: String::new(),
        turn: Color::White,
        helped: ByColor {
            white: u32::try_from(number).unwrap(),
            black: 10,
        },
        fault: None,
    };
    catalogue.update(games.iter().enumerate().map(summary).collect(), &[]);
}

fn results(wins: u32, draws: u32, losses: u32) -> Results {
    Results {
        wins,
        draws,
        losses,
    }
}

#[track_caller]
fn player(catalogue: &Catalogue, name: &str) -> Player {
    let players = catalogue.players();
    let found = players.by_name(name).cloned();
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

fn names(catalogue: &Catalogue, text: &str, order: PlayerOrder) -> Vec<String> {
    let players = catalogue.players();
    let found = players.find(text, order).into_iter();
    found
        .map(|place| players.get(place).unwrap().name.clone())
        .collect()
}

/// The file of renamings in a folder of its own.
struct Renamings {
    dir: TempDir,
}

impl Renamings {
    fn new() -> Self {
        Self {
            dir: TempDir::new().unwrap(),
        }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("data/players.jsonl")
    }

    fn file(&self) -> AliasFile {
        AliasFile::new(self.path())
    }

    fn rename(&self, from: &str, to: &str) -> Aliases {
        self.file().rename(from, to, day(0)).unwrap()
    }

    fn of(text: &[u8]) -> Aliases {
        let own = Self::new();
        fs::create_dir(own.path().parent().unwrap()).unwrap();
        fs::write(own.path(), text).unwrap();
        own.file().read().unwrap()
    }
}

#[test]
fn games_are_counted_by_color_and_result() {
    let all = catalogue(&[
        ("Ann", "Ben", "1-0"),
        ("Ben", "Ann", "1/2"),
        ("Ann", "Cleo", "0-1"),
        ("Ann", "Ben", "*"),
        ("Ben", "Ann", "0-1!"),
        ("Ann", "Ben", "!"),
    ]);
    let ann = player(&all, "Ann").tally;
    assert_eq!(ann.finished.white, results(1, 0, 1));
    assert_eq!(ann.finished.black, results(1, 1, 0), "a damaged win counts");
    assert_eq!(ann.total(), results(2, 1, 1));
    assert_eq!((ann.unfinished, ann.games()), (2, 6));
    assert_eq!(ann.helped, 2 + 3 + 5 + 2 * 10, "once in each game as White");
    let began = |number: usize| {
        Some(StartDate {
            moment: day(number).as_second(),
            date: day(number).strftime("%Y.%m.%d").to_string(),
        })
    };
    assert_eq!((ann.first, ann.last), (began(0), began(5)));
    let cleo = player(&all, "Cleo").tally;
    assert_eq!(cleo.finished.black, results(1, 0, 0));
    assert_eq!(cleo.first, cleo.last);
}

#[test]
fn who_gave_no_name_is_no_player() {
    let all = catalogue(&[
        ("White", "Black", "1-0"),
        ("White", "Ann", "1-0"),
        // A player can be called so, with the other color.
        ("Black", "White", "0-1"),
    ]);
    assert_eq!(
        names(&all, "", PlayerOrder::Name),
        ["Ann", "Black", "White"]
    );
    assert_eq!(player(&all, "White").tally.total(), results(1, 0, 0));
    assert_eq!(player(&all, "Black").tally.total(), results(0, 0, 1));
    assert!(all.opponents("Ann").is_empty());
    assert!(catalogue(&[("White", "Black", "*")]).players().is_empty());
}

#[test]
fn points_and_percentages() {
    for (wins, draws, losses, points, percent) in [
        (0, 0, 0, 0, None),
        (1, 0, 0, 2, Some(100)),
        (0, 1, 0, 1, Some(50)),
        (1, 0, 2, 2, Some(33)),
        (2, 0, 1, 4, Some(67)),
        (0, 1, 2, 1, Some(17)),
        (0, 0, 5, 0, Some(0)),
    ] {
        let results = results(wins, draws, losses);
        assert_eq!(
            (results.half_points(), results.percent()),
            (points, percent),
            "{results:?}"
        );
        let other = results.reversed();
        assert_eq!(
            results.half_points() + other.half_points(),
            2 * results.games()
        );
    }
}

#[test]
fn lists_are_searched_and_ordered() {
    let all = catalogue(&[
        ("Zoë Adler", "Ben", "1-0"),
        ("Zoë Adler", "José Raúl", "1-0"),
        ("Zoë Adler", "Ben", "*"),
        ("Ben", "Ann", "1-0"),
    ]);
    // Ben has played as late as Ann, and more.
    assert_eq!(
        names(&all, "", PlayerOrder::LastPlayed),
        ["Ben", "Ann", "Zoë Adler", "José Raúl"]
    );
    assert_eq!(
        names(&all, "", PlayerOrder::Games),
        ["Ben", "Zoë Adler", "Ann", "José Raúl"]
    );
    assert_eq!(
        names(&all, "", PlayerOrder::Name),
        ["Ann", "Ben", "José Raúl", "Zoë Adler"]
    );
    assert_eq!(
        names(&all, "ADL zoe", PlayerOrder::Name),
        ["Zoë Adler"],
        "words in any order, without accents"
    );
    assert!(names(&all, "adler ben", PlayerOrder::Name).is_empty());
}

#[test]
fn names_are_suggested_by_the_beginnings_of_their_words() {
    let all = catalogue(&[
        ("Anna Berg", "Ben", "1-0"),
        ("Bea O’Anders", "Joanna", "1-0"),
        ("Ann", "Élise Ank-Andrews", "1-0"),
    ]);
    let players = all.players();
    let suggested = |typed: &'static str| players.suggestions(typed).collect::<Vec<_>>();
    assert_eq!(
        suggested("an"),
        ["Ann", "Élise Ank-Andrews", "Bea O’Anders", "Anna Berg"],
        "not Joanna; who played last comes first"
    );
    assert_eq!(suggested(" ANN "), ["Ann"; 0]);
    assert_eq!(
        suggested("Ann"),
        ["Anna Berg"],
        "what is typed needs no suggestion"
    );
    assert_eq!(suggested("anna b"), ["Anna Berg"]);
    assert_eq!(suggested("").len(), 6);
    assert_eq!(suggested("elise"), ["Élise Ank-Andrews"]);
    assert!(suggested("zz").is_empty());
}

#[test]
fn two_players_against_each_other() {
    let all = catalogue(&[
        ("Ann", "Ben", "1-0"),
        ("Ben", "Ann", "0-1"),
        ("Ann", "Cleo", "0-1"),
        ("Ann", "Ben", "*"),
        ("Ann", "Ben", "1-0"),
        ("Ann", "Ben", "1/2"),
        ("Ben", "Ann", "1-0"),
        ("Ben", "Ann", "1-0"),
        ("Ann", "Ben", "*"),
    ]);
    let rivalry = all.rivalry("Ann", "Ben").unwrap();
    assert_eq!(rivalry.names, ["Ann", "Ben"]);
    assert_eq!(rivalry.tally.finished.white, results(2, 1, 0));
    assert_eq!(rivalry.tally.finished.black, results(1, 0, 2));
    assert_eq!(rivalry.tally.unfinished, 2);
    let streak = |current, longest| Streak { current, longest };
    assert_eq!(rivalry.streaks, [streak(0, 3), streak(2, 2)]);
    assert_eq!(
        rivalry.last_color,
        Color::White,
        "an unfinished game counts"
    );
    let other = all.rivalry("Ben", "Ann").unwrap();
    assert_eq!(other.tally.total(), rivalry.tally.total().reversed());
    assert_eq!(other.streaks, [streak(2, 2), streak(0, 3)]);
    assert_eq!(other.last_color, Color::Black);
    for (first, second) in [
        ("Ben", "Cleo"),
        ("Ann", "Ann"),
        ("Ann", "Nobody"),
        ("", "Ben"),
    ] {
        assert_eq!(all.rivalry(first, second), None, "{first} and {second}");
    }
    let opponents = all.opponents("Ann");
    let against = |name: &str| opponents.by_name(name).unwrap().tally.clone();
    assert_eq!(opponents.len(), 2);
    assert_eq!(against("Ben"), rivalry.tally);
    assert_eq!(against("Cleo").total(), results(0, 0, 1));
}

#[test]
fn the_games_of_an_evening_are_counted_by_when_they_began() {
    let all = catalogue(&[
        ("Ann", "Ben", "1-0"),
        ("Ben", "Ann", "1-0"),
        ("Ann", "Ben", "*"),
        ("Ann", "Cleo", "1-0"),
        ("Ben", "Ann", "1/2"),
    ]);
    let first = all.rivalry("Ann", "Ben").unwrap().tally.first.unwrap();
    let last = all.rivalry("Ann", "Ben").unwrap().tally.last.unwrap();
    let within = |span| all.results_within("Ann", "Ben", span);
    assert_eq!(within(first.moment..last.moment + 1), results(1, 1, 1));
    assert_eq!(within(first.moment..last.moment), results(1, 0, 1));
    assert_eq!(within(first.moment + 1..last.moment + 1), results(0, 1, 1));
    assert_eq!(within(0..first.moment), results(0, 0, 0));
    let other = all.results_within("Ben", "Ann", first.moment..last.moment + 1);
    assert_eq!(other, results(1, 1, 1));
    let unknown = all.results_within("Ann", "Nobody", 0..i64::MAX);
    assert_eq!(unknown, results(0, 0, 0));
}

#[test]
fn the_games_of_a_player_are_known_one_by_one_the_last_first() {
    let mut all = catalogue(&[
        ("Ann", "Ben", "1-0"),
        ("Ben", "Ann", "1-0"),
        ("Ann", "Ben", "*"),
        ("Ann", "Cleo", "1-0"),
        ("White", "Ben", "1-0"),
        ("Ben", "Ann", "1/2"),
        ("Ben", "Black", "1-0"),
    ]);
    let played = |all: &Catalogue, player, other| -> Vec<_> {
        let games = all.played(player, other);
        let told = |game: FinishedGame| (game.result, game.helped, game.began);
        games.map(told).collect()
    };
    let began = |number| day(number).as_second();
    let [won, drawn, lost] = [results(1, 0, 0), results(0, 1, 0), results(0, 0, 1)];
    assert_eq!(
        played(&all, Some("Ann"), "Ben"),
        [
            (drawn, 10, began(5)),
            (lost, 10, began(1)),
            (won, 0, began(0))
        ]
    );
    // Who gave no name is one player.
    assert_eq!(
        played(&all, None, "Ben"),
        [(lost, 10, began(6)), (won, 4, began(4))]
    );
    for (player, other) in [(Some("Zoe"), "Ben"), (Some("Ann"), "Zoe"), (None, "Cleo")] {
        assert_eq!(played(&all, player, other), [], "{player:?} {other}");
    }
    let own = Renamings::new();
    all.rename(own.rename("Ann", "Anna"));
    assert_eq!(played(&all, Some("Ann"), "Ben").len(), 3);
    assert_eq!(played(&all, Some("Anna"), "Ben").len(), 3);
}

#[test]
fn a_draw_ends_a_streak() {
    let all = catalogue(&[("Ann", "Ben", "1-0"), ("Ben", "Ann", "1/2")]);
    let [ann, ben] = all.rivalry("Ann", "Ben").unwrap().streaks;
    assert_eq!((ann.current, ann.longest), (0, 1));
    assert_eq!((ben.current, ben.longest), (0, 0));
}

#[test]
fn a_renamed_player_is_found_by_every_name() {
    let mut all = catalogue(&[
        ("Jon", "Ann", "1-0"),
        ("Ann", "John", "1-0"),
        ("Johnny", "Ann", "1/2"),
    ]);
    let own = Renamings::new();
    own.rename("Jon", "Johnny");
    all.rename(own.rename("Johnny", "John"));
    assert_eq!(names(&all, "", PlayerOrder::Name), ["Ann", "John"]);
    assert_eq!(player(&all, "John").tally.total(), results(1, 1, 1));
    for name in ["Jon", "Johnny", "John"] {
        assert_eq!(all.shown_as(name), "John");
        let query = |text: &str, players: &[&str]| Query {
            text: text.to_owned(),
            players: players.iter().map(|name| (*name).to_owned()).collect(),
            ..Query::default()
        };
        assert_eq!(all.find(&query("", &[name])).len(), 3);
        assert_eq!(all.find(&query("", &[name, "Ann"])).len(), 3);
        assert_eq!(all.find(&query("", &[name, "Nobody"])).len(), 0);
        assert_eq!(all.rivalry(name, "Ann").unwrap().tally.games(), 3);
        // The words of the log are found still, those of the new name everywhere.
        let found = all.find(&query(&name.to_lowercase(), &[])).len();
        assert_eq!(found, [1, 3][usize::from(name == "John")], "{name}");
    }
    let slot = all.slot("000000").unwrap();
    assert_eq!(all.summary(slot).unwrap().white, "John");
    // A game that is read later is shown so, too.
    add(&mut all, &[("Jon", "Ann", "0-1"); 4]);
    assert_eq!(player(&all, "John").tally.games(), 4);
    // No player is renamed any more.
    all.rename(Aliases::default());
    assert_eq!(all.shown_as("Jon"), "Jon");
    assert_eq!(player(&all, "Jon").tally.games(), 4);
    assert_eq!(all.players().by_name("John"), None);
}

#[test]
fn who_was_merged_with_an_opponent_is_no_opponent() {
    let mut all = catalogue(&[("Ann", "Anne", "1-0"), ("Ann", "Ben", "1-0")]);
    all.rename(Renamings::new().rename("Anne", "Ann"));
    assert_eq!(all.rivalry("Ann", "Anne"), None);
    let opponents = all.opponents("Anne");
    assert_eq!(opponents.len(), 1);
    assert!(opponents.by_name("Ben").is_some());
    assert_eq!(player(&all, "Ann").tally.total(), results(2, 0, 1));
}

#[test]
fn renamings_are_kept_and_taken_back() {
    let own = Renamings::new();
    assert_eq!(own.file().read().unwrap(), Aliases::default());
    own.rename("Jon", "John");
    let both = own.rename("John", "Johannes");
    assert_eq!(both.shown("Jon"), "Johannes");
    assert_eq!(both.last(), Some(("John", "Johannes")));
    assert_eq!(own.file().read().unwrap(), both);
    // Only the last one, and only if it is the one that is meant.
    let error = own.file().undo("Jon", "John").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert_eq!(own.file().read().unwrap(), both);
    let one = own.file().undo("John", "Johannes").unwrap();
    assert_eq!((one.shown("Jon"), one.shown("John")), ("John", "John"));
    let none = own.file().undo("Jon", "John").unwrap();
    assert_eq!(none, Aliases::default());
    let again = own.file().undo("Jon", "John").unwrap_err();
    assert_eq!(again.kind(), ErrorKind::InvalidInput);
    let lines = fs::read_to_string(own.path()).unwrap();
    assert_eq!(lines.lines().count(), 4, "nothing is ever rewritten");
    assert!(lines.starts_with(r#"{"rename":{"from":"Jon","to":"John"},"time":"2026-01-01T12"#));
}

#[test]
fn names_that_go_in_a_circle_end_somewhere() {
    let own = Renamings::new();
    own.rename("A", "B");
    own.rename("B", "C");
    let circle = own.rename("C", "A");
    for name in ["A", "B", "C"] {
        assert_eq!(circle.shown(name), "A");
    }
    let swapped = Renamings::of(
        br#"{"rename":{"from":"A","to":"x"}}
{"rename":{"from":"B","to":"A"}}
{"rename":{"from":"x","to":"B"}}
"#,
    );
    assert_eq!((swapped.shown("A"), swapped.shown("B")), ("B", "A"));
}

#[test]
fn a_torn_last_line_swallows_nothing() {
    let own = Renamings::new();
    own.rename("Jon", "John");
    let whole = fs::read(own.path()).unwrap();
    fs::write(
        own.path(),
        [&whole[..], br#"{"rename":{"from":"Ann","#].concat(),
    )
    .unwrap();
    let torn = own.file().read().unwrap();
    assert_eq!(torn.shown("Jon"), "John");
    let after = own.rename("Bea", "Beatrix");
    assert_eq!(after.shown("Bea"), "Beatrix");
    assert_eq!(own.file().read().unwrap(), after);
    let text = fs::read_to_string(own.path()).unwrap();
    assert_eq!(text.lines().count(), 3, "the torn line is kept: {text}");
}

#[test]
fn garbage_is_passed_over() {
    let aliases = Renamings::of(
        b"\xff\xfe\x00\n[]\n42\n\n{\"rename\":{\"from\":\"Jon\",\"to\":\"John\"}}\r\n\
        {\"rename\":{\"from\":\"Jon\"}}\n{\"rename\":{\"from\":1,\"to\":2}}\n\
        {\"rename\":{\"from\":\"Jon\",\"to\":\"  \"}}\n{\"rename\":\"Jon\"}\n\
        {\"rename\":{\"from\":\"Ann\",\"to\":\" Anna\\n  Berg \"},\"weather\":\"rain\"}\n",
    );
    assert_eq!(aliases.shown("Jon"), "John");
    assert_eq!(aliases.shown("Ann"), "Anna Berg");
    assert_eq!(aliases.last(), Some(("Ann", "Anna Berg")));
    assert_eq!(Renamings::of(b"{\"undo\":1}\n"), Aliases::default());
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let own = Renamings::new();
    fs::create_dir_all(own.path().parent().unwrap()).unwrap();
    make_pipe(&own.path());
    let kinds = [
        own.file().read().unwrap_err().kind(),
        own.file().rename("a", "b", day(0)).unwrap_err().kind(),
    ];
    assert_eq!(kinds, [ErrorKind::Unsupported; 2]);
}

#[test]
fn a_huge_file_is_read_and_grows_no_more() {
    let own = Renamings::new();
    own.rename("Jon", "John");
    let mut text = fs::read_to_string(own.path()).unwrap();
    // One long chain, the slowest that there can be.
    for number in 0..150_000 {
        let next = number + 1;
        text += &format!("{{\"rename\":{{\"from\":\"p{number}\",\"to\":\"p{next}\"}}}}\n");
    }
    assert!(text.len() > 5 << 20);
    fs::write(own.path(), &text).unwrap();
    let aliases = own.file().read().unwrap();
    assert_eq!(aliases.shown("Jon"), "John");
    assert_eq!(
        aliases.shown("p0"),
        aliases.last().unwrap().1,
        "the whole chain"
    );
    let error = own.file().rename("Ann", "Anna", day(0)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert_eq!(fs::read_to_string(own.path()).unwrap(), text);
}

#[test]
fn two_writers_at_once_both_get_their_line() {
    let own = Renamings::new();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let file = own.file();
            scope.spawn(move || {
                for number in 0..20 {
                    let name = format!("{half}-{number}");
                    file.rename(&name, &format!("{name} new"), day(0)).unwrap();
                }
            });
        }
    });
    let aliases = own.file().read().unwrap();
    for half in 0..2 {
        for number in 0..20 {
            let name = format!("{half}-{number}");
            assert_eq!(aliases.shown(&name), format!("{name} new"));
        }
    }
}
