//! Finding games in the catalogue: by words, by filters, in every order.

use std::sync::Arc;

use proptest::prelude::*;
use rank_and_file_core::chess::{ByColor, Color, Outcome, Reason, Speed, start_position};
use rank_and_file_core::library::{
    Brought, Catalogue, FoundGames, Keyword, Place, PositionFilter, Query, Reached, ResultFilter,
    Sort, SpeedFilter, State, StatusFilter, Summary, Vocabulary, Wanted, between, bounds, fold,
    marked, misread_term, terms, with_term, written_term, written_terms,
};
use rank_and_file_core::record::log::Folder;

use crate::random::config;

const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

fn folder() -> Folder {
    Folder::new("/games".into())
}

struct Game(
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    usize,
);

/// White, black, date, time control; then plies. What else a game has follows from its place.
const GAMES: [Game; 6] = [
    Game("Ann", "Ben", "2026.11.20", "300+3", 40),
    Game("José García", "Ann", "2026.11.21", "900+10", 12),
    Game("Ben", "José García", "1972.??.??", "", 80),
    Game("Øyvind", "Łukasz", "2026.01.02", "5400+30", 7),
    Game("Ann", "José García", "2025.03.04", "", 41),
    Game("Ben", "Ann", "????.??.??", "", 3),
];

fn outcome(place: usize) -> Option<Outcome> {
    match place {
        0 => Some(Outcome::win(Color::White, Reason::Checkmate)),
        1 => Some(Outcome::win(Color::Black, Reason::Resignation)),
        2 => Some(Outcome::draw(Reason::Agreement)),
        3 => Some(Outcome::win(Color::Black, Reason::Time)),
        _ => None,
    }
}

fn summary(place: usize) -> Summary {
    let Game(white, black, date, control, plies) = &GAMES[place];
    let outcome = outcome(place);
    Summary {
        entry: folder().entry(format!("id{place}")),
        state: if outcome.is_some() {
            State::Finished
        } else {
            State::Unfinished
        },
        outcome,
        white: (*white).to_owned(),
        black: (*black).to_owned(),
        plies: *plies,
        started: None,
        date: (*date).to_owned(),
        opening: [
            "C60 Ruy Lopez",
            "B20 Sicilian Defense",
            "",
            "A04 Réti",
            "",
            "",
        ][place]
            .to_owned(),
        event: ["Club Championship 2026", "", "", "Rated game", "", ""][place].to_owned(),
        time_control: control.parse().ok(),
        fingerprint: place as u64,
        kin: 0,
        ratings: ByColor::default(),
        fen: FEN.to_owned(),
        turn: Color::White,
        helped: ByColor::default(),
        fault: None,
    }
}

fn catalogue() -> Catalogue {
    let vocabulary = Vocabulary {
        player: |name| name.replace("Ben", "Ben Benjamin"),
        date: str::to_owned,
        outcome: |outcome| {
            outcome.map_or("*".to_owned(), |end| {
                format!("{} {}", end.result(), end.reason)
            })
        },
        time_control: |control| control.map(ToString::to_string).unwrap_or_default(),
        keywords: Vec::new,
    };
    let mut catalogue = Catalogue::new(folder(), vocabulary);
    catalogue.update((0..GAMES.len()).map(summary).collect(), &[]);
    catalogue
}

/// The places of the games that are found, in order.
fn found(catalogue: &Catalogue, query: &Query) -> Vec<usize> {
    let slots = catalogue.find(query);
    let ids = slots
        .into_iter()
        .map(|slot| catalogue.summary(slot).unwrap().entry.id);
    ids.map(|id| id[2..].parse().unwrap()).collect()
}

/// Looks for words.
fn words(text: &str) -> Query {
    Query {
        text: text.to_owned(),
        ..Query::default()
    }
}

#[test]
fn every_word_must_be_found_somewhere() {
    let catalogue = catalogue();
    for (text, places) in [
        ("", vec![1, 0, 3, 4, 2, 5]),
        ("ann", vec![1, 0, 4, 5]),
        ("ANN  ben", vec![0, 5]),
        ("benjamin", vec![0, 2, 5]),
        ("garcia", vec![1, 4, 2]),
        ("García", vec![1, 4, 2]),
        ("oyvind", vec![3]),
        ("lukasz", vec![3]),
        ("2026", vec![1, 0, 3]),
        ("2026.11 ann", vec![1, 0]),
        ("ruy", vec![0]),
        ("c60", vec![0]),
        ("reti", vec![3]),
        ("checkmate", vec![0]),
        ("0-1", vec![1, 3]),
        ("ann checkmate ruy 300", vec![0]),
        ("nobody", vec![]),
        ("ann nobody", vec![]),
        // Words are found by their beginnings.
        ("enjamin", vec![]),
        ("defen", vec![1]),
        ("efense", vec![]),
    ] {
        let query = words(text);
        assert_eq!(found(&catalogue, &query), places, "{text}");
    }
}

#[test]
fn players_come_before_openings_of_the_same_name() {
    let mut catalogue = catalogue();
    let namesake = Summary {
        entry: folder().entry("id6".to_owned()),
        white: "Ruy Díaz".to_owned(),
        opening: String::new(),
        ..summary(2)
    };
    catalogue.update(vec![namesake], &[]);
    let query = |text: &str, sort: Sort| Query {
        sort,
        ..words(text)
    };
    assert_eq!(found(&catalogue, &query("ruy", Sort::Newest)), [6, 0]);
    assert_eq!(found(&catalogue, &query("ruy", Sort::Oldest)), [6, 0]);
    assert_eq!(found(&catalogue, &query("ruy", Sort::Opening)), [0, 6]);
}

#[test]
fn where_words_are_not_parted_they_are_found_anywhere() {
    let mut catalogue = catalogue();
    let woman = Summary {
        entry: folder().entry("id6".to_owned()),
        white: "侯逸凡".to_owned(),
        ..summary(2)
    };
    catalogue.update(vec![woman], &[]);
    for text in ["侯逸凡", "逸凡"] {
        let query = words(text);
        assert_eq!(found(&catalogue, &query), [6], "{text}");
    }
}

/// A text of a megabyte may have been pasted. Each word more takes a look at every name.
#[test]
fn of_very_many_words_the_first_count() {
    let catalogue = catalogue();
    let all = found(&catalogue, &Query::default());
    let asked = |text: String| {
        let query = Query {
            text,
            ..Query::default()
        };
        found(&catalogue, &query)
    };
    let name = summary(all[0]).white;
    let one = asked(name.clone());
    assert!(!one.is_empty() && asked("nobodyiscalledso".to_owned()).is_empty());
    let many = |times: usize| format!("{} nobodyiscalledso", format!("{name} ").repeat(times));
    assert!(asked(many(20)).is_empty(), "all of twenty words count");
    assert_eq!(asked(many(100_000)), one);
}

#[test]
fn filters_narrow_what_is_found() {
    let catalogue = catalogue();
    let players = |names: &[&str]| Query {
        players: names.iter().map(ToString::to_string).collect(),
        ..Query::default()
    };
    for (query, places) in [
        (
            Query {
                status: StatusFilter::Finished,
                ..Query::default()
            },
            vec![1, 0, 3, 2],
        ),
        (
            Query {
                status: StatusFilter::Unfinished,
                ..Query::default()
            },
            vec![4, 5],
        ),
        (players(&["Ann"]), vec![1, 0, 4, 5]),
        (players(&["Ann", "Ben"]), vec![0, 5]),
        (players(&["An"]), vec![]),
        (
            Query {
                result: Some(ResultFilter::WhiteWins),
                ..Query::default()
            },
            vec![0],
        ),
        (
            Query {
                result: Some(ResultFilter::BlackWins),
                ..Query::default()
            },
            vec![1, 3],
        ),
        (
            Query {
                result: Some(ResultFilter::Draw),
                ..Query::default()
            },
            vec![2],
        ),
        (
            Query {
                speed: Some(SpeedFilter::Untimed),
                ..Query::default()
            },
            vec![4, 2, 5],
        ),
        (
            Query {
                speed: Some(SpeedFilter::Timed(Speed::Blitz)),
                ..Query::default()
            },
            vec![0],
        ),
        (
            Query {
                speed: Some(SpeedFilter::Timed(Speed::Rapid)),
                ..Query::default()
            },
            vec![1],
        ),
        (
            Query {
                speed: Some(SpeedFilter::Timed(Speed::Standard)),
                ..Query::default()
            },
            vec![3],
        ),
    ] {
        assert_eq!(found(&catalogue, &query), places, "{query:?}");
    }
}

#[test]
fn the_games_that_reached_a_position_are_found_among_others() {
    let catalogue = catalogue();
    let mut query = Query {
        position: Some(PositionFilter::new(start_position(), None)),
        ..Query::default()
    };
    assert!(query.narrows());
    assert_eq!(
        found(&catalogue, &query).len(),
        0,
        "no position was looked up yet"
    );
    let reached = [(4, 0), (2, 7), (0, 1)].map(|(place, ply)| Reached {
        id: format!("id{place}").into(),
        ply,
    });
    let position = query.position.as_mut().unwrap();
    position.found(FoundGames::Logged(reached.to_vec()));
    assert_eq!(position.ply_of("id2"), Some(7));
    assert_eq!(position.ply_of("id3"), None);
    assert_eq!(found(&catalogue, &query), [0, 4, 2]);
    "ben".clone_into(&mut query.text);
    assert_eq!(found(&catalogue, &query), [0, 2]);
    query.status = StatusFilter::Finished;
    query.result = Some(ResultFilter::Draw);
    assert_eq!(found(&catalogue, &query), [2]);
}

#[test]
fn every_order_is_as_it_says() {
    let catalogue = catalogue();
    for (sort, places) in [
        (Sort::Newest, [1, 0, 3, 4, 2, 5]),
        (Sort::Oldest, [5, 2, 4, 3, 0, 1]),
        (Sort::White, [0, 4, 2, 5, 1, 3]),
        (Sort::Black, [1, 5, 0, 4, 2, 3]),
        (Sort::Opening, [3, 1, 0, 4, 2, 5]),
        (Sort::Longest, [2, 4, 0, 1, 3, 5]),
        (Sort::Shortest, [5, 3, 1, 0, 4, 2]),
    ] {
        let query = Query {
            sort,
            ..Query::default()
        };
        assert_eq!(found(&catalogue, &query), places, "{sort:?}");
    }
}

#[test]
fn games_come_change_and_go() {
    let mut catalogue = catalogue();
    let slot = catalogue.slot("id0").unwrap();
    let version = catalogue.version(slot);
    catalogue.update(vec![summary(0)], &[]);
    assert_eq!(catalogue.version(slot), version, "nothing has changed");
    let longer = Summary {
        plies: 41,
        ..summary(0)
    };
    catalogue.update(vec![longer.clone()], &[]);
    assert_ne!(catalogue.version(slot), version);
    assert_eq!(catalogue.summary(slot), Some(longer));
    catalogue.update(Vec::new(), &["id0".to_owned(), "no such game".to_owned()]);
    assert_eq!((catalogue.len(), catalogue.summary(slot)), (5, None));
    assert!(catalogue.slot("id0").is_none());
    let newest = |catalogue: &Catalogue| {
        let slot = catalogue.newest_unfinished();
        slot.and_then(|slot| catalogue.summary(slot))
            .unwrap()
            .entry
            .id
    };
    assert_eq!(newest(&catalogue), "id4");
    let begun = |place: usize| Summary {
        plies: 0,
        ..summary(place)
    };
    catalogue.update(vec![begun(4)], &[]);
    assert_eq!(newest(&catalogue), "id5", "the other one was only begun");
    catalogue.update(vec![begun(5)], &[]);
    assert_eq!(newest(&catalogue), "id4");
    catalogue.update(vec![summary(4), summary(5)], &[]);
    catalogue.update(vec![summary(0)], &[]);
    assert_eq!(found(&catalogue, &Query::default()), [1, 0, 3, 4, 2, 5]);
    assert_eq!(
        catalogue.summary(slot),
        None,
        "no game takes the place of another"
    );
}

#[test]
fn each_shelf_counts_all_its_games() {
    let catalogue = catalogue();
    for (shelf, games) in [
        (StatusFilter::All, 6),
        (StatusFilter::Finished, 4),
        (StatusFilter::Unfinished, 2),
    ] {
        assert_eq!(catalogue.count(shelf), games, "{shelf:?}");
    }
}

#[test]
fn accents_capitals_and_curved_apostrophes_do_not_count() {
    for (text, folded) in [
        ("José Raúl", "jose raul"),
        ("SØREN Łukasz", "soren lukasz"),
        ("Ж Й", "ж и"),
        ("ﬁne", "fine"),
        ("Petrov’s Defence", "petrov's defence"),
    ] {
        assert_eq!(fold(text), folded);
    }
}

#[test]
fn games_that_came_together_are_found_by_their_ids() {
    let ids = ["id1", "id3", "gone"].map(str::to_owned);
    let query = Query {
        brought: Some(Brought::Parted(Arc::new(ids.into_iter().collect()))),
        ..Query::default()
    };
    assert!(query.narrows());
    let all = catalogue();
    let mut places = found(&all, &query);
    places.sort_unstable();
    assert_eq!(places, [1, 3]);
    let text = Query {
        text: "josé".to_owned(),
        ..query
    };
    assert!(found(&all, &text).len() < 2, "with words, too");
}

/// The games of [`catalogue`], two of them with ratings.
fn rated() -> Catalogue {
    let mut catalogue = catalogue();
    let with = |place: usize, white: u16, black: u16| Summary {
        ratings: ByColor { white, black },
        ..summary(place)
    };
    catalogue.update(vec![with(0, 1800, 0), with(1, 2100, 1950)], &[]);
    catalogue
}

#[test]
fn terms_ask_for_one_thing_each() {
    let catalogue = rated();
    let all = found(&catalogue, &Query::default());
    let of_ann = found(&catalogue, &words("ann"));
    let with = |text: &str| found(&catalogue, &words(text));
    for (text, places) in [
        ("player:an", vec![1, 0, 4, 5]),
        ("player:benj", vec![0, 2, 5]),
        ("player:ruy", vec![]),
        ("opening:sici", vec![1]),
        ("opening:B2", vec![1]),
        ("opening:ann", vec![]),
        ("opening:\"ruy lopez\"", vec![0]),
        ("\"ruy lopez\"", vec![0]),
        ("\"lopez ruy\"", vec![]),
        ("event:champ", vec![0]),
        ("event:\"2026 club\"", vec![0]),
        ("event:ann", vec![]),
        ("championship", vec![0]),
        ("result:0-1", vec![1, 3]),
        ("result:draw", vec![2]),
        ("result:½", vec![2]),
        ("result:1/2-1/2", vec![2]),
        ("result:1-0", vec![0]),
        ("result:*", vec![4, 5]),
        ("result:checkm", vec![0]),
        ("result:won", vec![1, 0, 3]),
        ("date:2026", vec![1, 0, 3]),
        ("date:..2026 date:2026..", vec![1, 0, 3]),
        ("date:>2026", vec![]),
        ("elo:2100", vec![1]),
        ("elo:>1800", vec![1]),
        ("elo:>=1800", vec![1, 0]),
        ("elo:1700..1960", vec![1, 0]),
        ("elo:<1900", vec![0]),
        ("PLAYER:Ann -opening:sicilian RESULT:1-0", vec![0]),
        // What makes no sense is a word.
        ("elo:abc", vec![]),
        ("elo:", vec![]),
        ("date:2026-13", vec![]),
        ("nothing:ann", vec![]),
        ("\"\"", all.clone()),
        ("ann \"", of_ann.clone()),
    ] {
        assert_eq!(with(text), places, "{text}");
    }
    let white = with("white:ann");
    let black = with("black:ann");
    let mut both = [white.clone(), black].concat();
    both.sort_unstable();
    let mut ann = of_ann.clone();
    ann.sort_unstable();
    assert_eq!(both, ann);
    // What is left out and what is found are all of them.
    for text in ["ann", "player:ann", "date:2026", "elo:>1800", "result:draw"] {
        let mut all_again = [with(text), with(&format!("-{text}"))].concat();
        all_again.sort_unstable();
        assert_eq!(all_again, (0..all.len()).collect::<Vec<_>>(), "{text}");
    }
    // Who has won, is one of those who are looked for.
    for text in ["player:ann", "white:ann", "black:ann"] {
        let [won, lost] = ["won", "lost"].map(|how| with(&format!("{text} result:{how}")));
        assert!(won.iter().all(|game| !lost.contains(game)), "{text}");
        let decided = with(&format!("{text} result:won")).len() + lost.len();
        let all = with(text)
            .into_iter()
            .filter(|place| [0, 1, 3].contains(place));
        assert_eq!(decided, all.count(), "{text}");
    }
}

#[test]
fn keywords_are_those_of_every_language_and_of_ones_own() {
    let own = vec![
        (Keyword::Player, "Spieler".to_owned()),
        (Keyword::Date, "Größe".to_owned()),
    ];
    let player = terms("player:ann", &own);
    assert_eq!(terms("SPIELER:Ann", &own), player);
    assert_ne!(terms("spieler:ann", &Vec::new()), player);
    assert_eq!(terms("größe:2024", &own), terms("date:2024", &own));
    let days = |text: &str| terms(text, &own).remove(0).wanted;
    for (text, range) in [
        ("date:2024", 20_240_000..=20_249_999),
        ("date:2024-05", 20_240_500..=20_240_599),
        ("date:2024.05.31", 20_240_531..=20_240_531),
        ("date:2024-05..2025", 20_240_500..=20_259_999),
        ("date:2024-05..", 20_240_500..=u32::MAX),
        ("date:2023-2024", 20_230_000..=20_249_999),
        ("date:2023-05-2024", 20_230_500..=20_249_999),
        ("date:2023-05-31–2024-06-01", 20_230_531..=20_240_601),
        ("date:>2024", 20_250_000..=u32::MAX),
        ("date:<=2024", 1..=20_249_999),
    ] {
        assert_eq!(days(text), Wanted::Date(range), "{text}");
    }
    assert_eq!(days("elo:1800-2000"), Wanted::Elo(1800..=2000));
    for text in ["date:2023-", "date:2023-13", "date:-2023-2024", "elo:-5"] {
        assert_eq!(days(text), Wanted::Word(text.to_owned()));
    }
    assert_eq!(days("date:.."), Wanted::Word("date:..".to_owned()));
}

#[test]
fn what_is_found_is_marked() {
    let marks = |text: &str, place: Place, query: &str| {
        let ranges = marked(text, place, &terms(query, &Vec::new()));
        let parts: Vec<String> = ranges
            .into_iter()
            .map(|range| text[range].to_owned())
            .collect();
        parts
    };
    let white = Place::Player(Color::White);
    assert_eq!(marks("José Ångström", white, "angs jose"), ["José", "Ångs"]);
    assert_eq!(marks("Ann Lee", white, "player:an"), ["An"]);
    assert_eq!(marks("Ann Lee", white, "white:lee"), ["Lee"]);
    assert!(marks("Ann Lee", white, "black:lee -ann opening:ann elo:>3").is_empty());
    assert_eq!(
        marks("C60 · Ruy Lopez", Place::Opening, "opening:c6 lop"),
        ["C6", "Lop"]
    );
    assert_eq!(marks("侯逸凡", white, "逸凡"), ["逸凡"]);
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn any_text_can_be_searched_for(
        text in "(([a-z]{0,3}|player|white|date|elo|result|opening)[:\"„<>=.-]{0,3}[0-9½ß\\PC]{0,6} ?){0,8}",
        shown in "\\PC{0,20}",
    ) {
        let parts = terms(&text, &Vec::new());
        for place in [Place::Player(Color::Black), Place::Opening, Place::Elsewhere] {
            for range in marked(&shown, place, &parts) {
                prop_assert!(shown.get(range).is_some_and(|part| !part.is_empty()));
            }
        }
        found(&rated(), &words(&text));
        for term in written_terms(&text, &Vec::new()) {
            prop_assert!(parts.contains(&term.term));
            term.taken_from(&text);
            bounds(&term.term.wanted);
        }
        if let Some(with) = with_term(&text, Keyword::Elo, "1234", &Vec::new()) {
            let written = written_term(&with, Keyword::Elo, &Vec::new());
            prop_assert_eq!(written.map(|term| term.value), Some("1234".to_owned()));
        }
    }
}

#[test]
fn ten_thousand_terms_are_read_at_once() {
    let text = "player:\"ann lee\" -elo:1800..2000 ".repeat(5000);
    assert_eq!(terms(&text, &Vec::new()).len(), 64);
    assert_eq!(written_terms(&text, &Vec::new()).len(), 64);
    let text = format!("{}elo:1", "word ".repeat(64));
    assert_eq!(written_terms(&text, &Vec::new()), []);
    let catalogue = rated();
    assert!(found(&catalogue, &words(&text)).is_empty());
}

#[test]
fn a_term_is_written_read_again_and_taken_away() {
    let own = vec![(Keyword::Player, "Spieler".to_owned())];
    for (before, keyword, value, after) in [
        ("", Keyword::Player, "Ann Lee", "Spieler:\"Ann Lee\""),
        ("mate ", Keyword::Elo, ">=2000", "mate elo:>=2000"),
        ("elo:1 draw", Keyword::Elo, "5..6", "elo:5..6 draw"),
        ("-elo:1", Keyword::Elo, "2", "-elo:1 elo:2"),
        (
            "player:\"Ann Lee\" x",
            Keyword::Player,
            "Bo",
            "Spieler:Bo x",
        ),
        ("a opening:c6 b", Keyword::Opening, " ", "a b"),
        ("opening:c6", Keyword::Opening, "", ""),
        ("a b", Keyword::Date, "", "a b"),
        (
            "x \"open quote",
            Keyword::Date,
            "2024",
            "date:2024 x \"open quote",
        ),
        (
            "",
            Keyword::Player,
            "The \"Rock\" Ann",
            "Spieler:\"The Rock Ann\"",
        ),
        ("ＥＬＯ：１８００　x", Keyword::Elo, "2", "elo:2　x"),
    ] {
        let text = with_term(before, keyword, value, &own);
        assert_eq!(text.as_deref(), Some(after), "{before} {value}");
        let value: Vec<_> = value
            .split(['"', ' '])
            .filter(|word| !word.is_empty())
            .collect();
        let there = written_term(after, keyword, &own).map(|term| term.value);
        assert_eq!(there.unwrap_or_default(), value.join(" "), "{after}");
    }
    for (keyword, value) in [
        (Keyword::Elo, "high"),
        (Keyword::Date, "2024-"),
        (Keyword::Date, "..x"),
    ] {
        assert_eq!(with_term("a", keyword, value, &own), None, "{value}");
    }
    let text = "é -black:x elo:no  date:2024 spieler:\"a b\" c";
    let written = written_terms(text, &own);
    let values = written.iter().map(|term| (term.keyword, &*term.value));
    let values: Vec<_> = values.collect();
    let [black, date, player] = [
        (Keyword::Black, "x"),
        (Keyword::Date, "2024"),
        (Keyword::Player, "a b"),
    ];
    assert_eq!(values, [black, date, player]);
    assert!(written[0].term.without && !written[1].term.without);
    let without = [
        "é elo:no  date:2024 spieler:\"a b\" c",
        "é -black:x elo:no spieler:\"a b\" c",
        "é -black:x elo:no  date:2024 c",
    ];
    for (term, without) in written.iter().zip(without) {
        assert_eq!(term.taken_from(text), without);
    }
}

#[test]
fn the_bounds_of_a_term_are_those_with_which_it_is_written() {
    for (first, last, value) in [
        ("2024", "", ">=2024"),
        ("", "2024-05", "<=2024-05"),
        ("2024", "2025-05-31", "2024..2025-05-31"),
        ("2024-05", "2024-05", "2024-05"),
        ("", "", ""),
    ] {
        assert_eq!(between(first, last), value);
        let term = written_term(&format!("date:{value}"), Keyword::Date, &Vec::new());
        let read = term.and_then(|term| bounds(&term.term.wanted));
        let read = read.unwrap_or_default();
        assert_eq!(read, [first, last], "{value}");
    }
    let read = |text: &str| bounds(&terms(text, &Vec::new())[0].wanted).unwrap();
    for (text, first, last) in [
        ("date:>2024", "2025", ""),
        ("date:>2024-12", "2025", ""),
        ("date:>2024-05-31", "2024-06", ""),
        ("date:<2024-01-01", "", "2023"),
        ("date:<2024", "", "2023"),
        ("elo:>2000", "2001", ""),
        ("elo:<2000", "", "1999"),
        ("elo:1800..", "1800", ""),
    ] {
        assert_eq!(read(text), [first, last], "{text}");
    }
    assert_eq!(bounds(&terms("player:a", &Vec::new())[0].wanted), None);
}

#[test]
fn names_are_suggested_by_how_much_was_played() {
    let catalogue = catalogue();
    assert_eq!(catalogue.names("", 2), ["Ann", "Ben"]);
    assert_eq!(catalogue.names("jos", 9), ["José García"]);
    assert_eq!(catalogue.names(" GARC", 9), ["José García"]);
    assert!(catalogue.names("arc", 9).is_empty());
}

#[test]
fn a_word_that_looks_like_a_term_and_is_none_is_known() {
    let keywords = vec![(Keyword::Event, "turnier".to_owned())];
    for (text, misread) in [
        ("", None),
        ("ann elo:1800", None),
        ("ann elo:", None),
        ("turnier:prag", None),
        ("12:30 ann", None),
        ("ann elo:abc", Some(("elo:abc", Some(Keyword::Elo)))),
        (
            "-Date:\"in may\"",
            Some(("-Date: in may", Some(Keyword::Date))),
        ),
        ("site:paris elo:abc", Some(("site:paris", None))),
    ] {
        let found = misread_term(text, &keywords);
        let found = found.as_ref().map(|found| (&*found.word, found.keyword));
        assert_eq!(found, misread, "{text}");
    }
}
