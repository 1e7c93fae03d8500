//! Several games of one file that are alike: each finds its own in the folder when the file is imported again.

use std::fs;

use super::completing::{Games, added, cases};
use crate::saved::make_pipe;

/// A game without names.
fn nameless(tags: &str, movetext: &str) -> String {
    format!("{tags}\n\n{movetext} *\n\n")
}

fn chapter(comment: &str) -> String {
    nameless("[Event \"A\"]", &format!("1. e4 {{{comment}}} e5"))
}

/// The comments after the first move, each in braces, in the order of letters.
fn comments(games: &Games) -> Vec<String> {
    let exported = games.exported();
    let comment = |text: &String| {
        let (_, rest) = text.split_once('{').unwrap();
        rest.split_once('}').unwrap().0.to_owned()
    };
    let mut comments: Vec<String> = exported.iter().map(comment).collect();
    comments.sort();
    comments
}

/// Every order of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let with = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, next);
                order
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn concat(texts: &[String], order: &[usize]) -> String {
    order.iter().map(|at| texts[*at].as_str()).collect()
}

#[test]
fn a_file_that_has_grown_brings_the_new_chapters_alone() {
    let chapters = ["one", "two", "three"].map(chapter);
    for order in orders(3) {
        for known in 1..3 {
            let games = Games::of(&[&chapters[..known].concat()]);
            let report = games.import(&concat(&chapters, &order));
            let came = (report.imported, report.duplicates);
            assert_eq!(came, (3 - known as u64, known as u64), "{order:?}");
            assert_eq!(added(&report), [0; 4], "{order:?}");
            assert_eq!(comments(&games), ["one", "three", "two"], "{order:?}");
            let report = games.import(&concat(&chapters, &order));
            assert_eq!((report.imported, added(&report)), (0, [0; 4]));
        }
    }
    // What goes on from what is there is the same chapter, in whatever order they come.
    let longer = ["one and more", "two", "why three"].map(chapter);
    for order in orders(3) {
        let games = Games::of(&[&chapters.concat()]);
        let report = games.import(&concat(&longer, &order));
        assert_eq!((report.imported, report.studied), (0, 2), "{order:?}");
        assert_eq!(comments(&games), ["one and more", "two", "why three"]);
    }
    // Two others that say something else: neither is more likely the one that is there.
    let games = Games::of(&[&chapters[0]]);
    let report = games.import(&chapters[1..].concat());
    assert_eq!((report.imported, report.duplicates), (2, 0));
    assert_eq!(comments(&games), ["one", "three", "two"]);
    // One of them may be either of two that are there.
    let games = Games::of(&[&chapters[..2].concat()]);
    assert_eq!(games.import(&chapters[2]).imported, 1);
    // It goes on from one, which its file has, too.
    let games = Games::of(&[&chapters[0]]);
    let report = games.import(&[chapter("one and more"), chapter("one")].concat());
    assert_eq!((report.imported, report.duplicates), (1, 1));
    assert_eq!(comments(&games), ["one", "one and more"]);
}

#[test]
fn tags_go_to_the_game_that_is_most_like_theirs() {
    let bare = nameless("[Event \"?\"]", "1. e4 e5");
    let first = [&bare, &nameless("[Event \"Ch 2\"]", "1. e4 e5")].map(String::clone);
    let tagged = nameless("[Event \"Ch 2\"]\n[ECO \"C20\"]", "1. e4 e5");
    let then = [bare, tagged.clone()];
    for order in orders(2) {
        for again in [concat(&then, &order), tagged.clone()] {
            let games = Games::of(&[&concat(&first, &order)]);
            let report = games.import(&again);
            assert_eq!((report.imported, added(&report)), (0, [0, 0, 1, 0]));
            let exported = games.exported();
            let with = |what: &str| exported.iter().filter(|text| text.contains(what)).count();
            assert_eq!([with("[Event \"Ch 2\"]"), with("[ECO \"C20\"]")], [1, 1]);
            let both = |text: &String| text.contains("Ch 2") && text.contains("C20");
            assert!(exported.iter().any(both), "{exported:#?}");
        }
    }
    // An export of all games has each of them, and nothing more.
    let tags = [
        "",
        "[Event \"a\"]",
        "[ECO \"C20\"]",
        "[Event \"a\"]\n[ECO \"C20\"]",
    ];
    let all = tags.iter().flat_map(|tags| {
        ["", " {one}", " {two}"].map(|said| nameless(tags, &format!("1. e4{said} e5")))
    });
    let all: String = all.collect();
    let games = Games::of(&[&all]);
    let mut exported = games.exported();
    assert_eq!(exported.len(), 12);
    let mut chance = fastrand::Rng::with_seed(7);
    for _ in 0..10 {
        chance.shuffle(&mut exported);
        let report = games.import(&exported.concat());
        assert_eq!((report.imported, report.duplicates), (0, 12));
        assert_eq!(added(&report), [0; 4]);
    }
}

#[test]
fn a_game_with_more_in_it_finds_its_own_among_many_in_any_order() {
    for case in 0..cases() {
        let mut chance = fastrand::Rng::with_seed(case);
        let said: Vec<String> = (0..40)
            .map(|number| format!("chapter {number:02}"))
            .collect();
        let text = |said: &[String]| said.iter().map(|said| chapter(said)).collect::<String>();
        let games = Games::of(&[&text(&said)]);
        assert_eq!(games.entries().len(), 40);
        let mut then: Vec<String> = said
            .iter()
            .map(|said| match chance.bool() {
                true => format!("{said} goes on"),
                false => said.clone(),
            })
            .collect();
        then.extend((40..50).map(|number| format!("chapter {number:02}")));
        let mut wanted = then.clone();
        chance.shuffle(&mut then);
        let report = games.import(&text(&then));
        let longer = wanted.iter().filter(|said| said.ends_with("on")).count() as u64;
        let came = (report.imported, report.duplicates, report.studied);
        assert_eq!(came, (10, 40, longer), "{case}");
        wanted.sort();
        assert_eq!(comments(&games), wanted, "{case}");
    }
}

#[test]
fn a_pipe_in_the_place_of_a_study_is_not_waited_for() {
    let text = chapter("one");
    let games = Games::of(&[&text]);
    let entry = games.entries().remove(0);
    let study = fs::read(entry.study()).unwrap();
    fs::remove_file(entry.study()).unwrap();
    make_pipe(&entry.study());
    let report = games.import(&text);
    let came = (report.imported, report.duplicates);
    assert_eq!((came, added(&report)), ((0, 1), [0; 4]));
    fs::remove_file(entry.study()).unwrap();
    fs::write(entry.study(), study).unwrap();
    assert_eq!(games.import(&text).duplicates, 1);
}
