//! Lists of players: they follow a renaming, here or by another process, and make rows only for the players that are on
//! the screen.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use gtk::prelude::*;
use rank_and_file::model::{
    GameResults, NewName, PlayerFilter, PlayerResults, SavedGames, SavedPlayer,
};
use rank_and_file::ui::PlayerList;
use rank_and_file_core::library::{AliasFile, PlayerOrder, Query};

use crate::desk::stage::{Message, Stage, assert_said, below, shown};
use crate::desk::{Games, START, until, with_display, with_main_loop};

/// A folder of games with a file of renamings beside it.
struct Home {
    games: Games,
}

impl Home {
    fn new(played: &[(&str, &str)]) -> Self {
        let home = Self {
            games: Games::new(),
        };
        fs::create_dir_all(home.games.folder().path()).unwrap();
        for (number, (white, black)) in played.iter().enumerate() {
            home.play(number, white, black);
        }
        home
    }

    fn play(&self, number: usize, white: &str, black: &str) {
        let entry = self.games.folder().entry(format!("{number:05}"));
        let (minute, second) = (number / 60, number % 60);
        let header = format!(
            r#"# {{"rank-and-file":1,"white":"{white}","black":"{black}","started":"2026-11-20T10:{minute:02}:{second:02}Z","time_control":null,"draws":"automatic"}}"#
        );
        fs::write(entry.path, format!("{header}\n{START}\n")).unwrap();
    }

    fn players_file(&self) -> PathBuf {
        self.games.root().join("players.jsonl")
    }

    fn file(&self) -> AliasFile {
        AliasFile::new(self.players_file())
    }

    fn open(&self) -> SavedGames {
        let index = self.games.root().join("games.index");
        SavedGames::new(self.games.folder(), index).with_players(self.players_file())
    }

    fn loaded(&self) -> SavedGames {
        let saved = self.open();
        load(&saved);
        saved
    }
}

fn load(saved: &SavedGames) {
    saved.load();
    until("the list is level", || !saved.loading());
}

/// Waits for what is done off the main thread.
fn done<T: 'static>(what: &str, work: impl Future<Output = T> + 'static) -> T {
    let result = Rc::new(RefCell::new(None));
    let take = result.clone();
    glib::spawn_future_local(async move {
        take.replace(Some(work.await));
    });
    until(what, || result.borrow().is_some());
    result.take().unwrap()
}

fn rename(saved: &SavedGames, from: &str, to: &str) -> Result<(), String> {
    let (saved, from, to) = (saved.clone(), from.to_owned(), to.to_owned());
    done(
        "it is renamed",
        async move { saved.rename(&from, &to).await },
    )
}

fn undo(saved: &SavedGames, from: &str, to: &str) -> Result<(), String> {
    let (saved, from, to) = (saved.clone(), from.to_owned(), to.to_owned());
    done("it is undone", async move {
        saved.undo_rename(&from, &to).await
    })
}

fn names(results: &PlayerResults) -> Vec<String> {
    let players = results.iter::<SavedPlayer>();
    players
        .map(|player| player.unwrap().player().name.clone())
        .collect()
}

#[test]
fn lists_follow_who_is_renamed() {
    with_main_loop(|| {
        let home = Home::new(&[("Jon", "Ann"), ("Ann", "Ben"), ("John", "Ben")]);
        let saved = home.loaded();
        let everyone = PlayerResults::new(&saved, PlayerFilter::All);
        everyone.set_order(PlayerOrder::Name);
        let opponents = PlayerResults::new(&saved, PlayerFilter::Opponents("John".to_owned()));
        let games = GameResults::new(
            &saved,
            Query {
                players: vec!["John".to_owned()],
                ..Query::default()
            },
        );
        assert_eq!(names(&everyone), ["Ann", "Ben", "John", "Jon"]);
        assert_eq!(
            (names(&opponents), games.count()),
            (vec!["Ben".to_owned()], 1)
        );
        rename(&saved, "Jon", "John").unwrap();
        assert_eq!(names(&everyone), ["Ann", "Ben", "John"]);
        assert_eq!(names(&opponents), ["Ben", "Ann"]);
        assert_eq!(
            (games.count(), saved.shown_as("Jon")),
            (2, "John".to_owned())
        );
        // Undone once, and only once.
        undo(&saved, "Jon", "John").unwrap();
        assert_eq!(names(&everyone), ["Ann", "Ben", "John", "Jon"]);
        assert_eq!(games.count(), 1);
        assert!(undo(&saved, "Jon", "John").unwrap_err().contains("since"));
        everyone.set_text("jo");
        assert_eq!(names(&everyone), ["John", "Jon"]);
        everyone.set_text("nobody");
        assert!(everyone.narrows() && everyone.n_items() == 0);
    });
}

#[test]
fn what_was_renamed_is_known_at_the_start_and_looked_at_again() {
    with_main_loop(|| {
        let home = Home::new(&[("Jon", "Ann")]);
        home.file()
            .rename("Jon", "John", jiff::Timestamp::now())
            .unwrap();
        let saved = home.open();
        let seen = Rc::new(RefCell::new(Vec::new()));
        let see = seen.clone();
        saved.connect_local("changed", false, move |values| {
            let saved: SavedGames = values[0].get().unwrap();
            see.borrow_mut()
                .push(saved.players().by_name("Jon").is_some());
            None
        });
        load(&saved);
        assert!(saved.players().by_name("John").is_some());
        assert!(!seen.borrow().contains(&true), "never under the old name");
        // Another process renames a player; the next look at the folder sees it.
        home.file()
            .rename("John", "Johannes", jiff::Timestamp::now())
            .unwrap();
        load(&saved);
        until("the new name is there", || {
            saved.players().by_name("Johannes").is_some()
        });
        assert_eq!(saved.shown_as("Jon"), "Johannes");
        // What another process has renamed last is not taken back with another player's.
        assert!(undo(&saved, "Jon", "John").is_err());
        assert_eq!(saved.shown_as("Jon"), "Johannes");
    });
}

#[test]
fn two_renamings_at_once_are_both_shown() {
    with_main_loop(|| {
        let home = Home::new(&[("Jon", "Bea"), ("Ann", "Cleo")]);
        let saved = home.loaded();
        for (from, to) in [("Jon", "John"), ("Bea", "Beatrix"), ("Ann", "Anna")] {
            let saved = saved.clone();
            glib::spawn_future_local(async move { saved.rename(from, to).await.unwrap() });
        }
        until("all three are shown", || {
            ["John", "Beatrix", "Anna"]
                .into_iter()
                .all(|name| saved.players().by_name(name).is_some())
        });
        // So they are when the file is read again.
        load(&saved);
        assert_eq!(saved.players().len(), 4);
        assert_eq!(saved.shown_as("Ann"), "Anna");
    });
}

#[test]
fn what_cannot_be_written_changes_nothing() {
    with_main_loop(|| {
        let home = Home::new(&[("Jon", "Ann")]);
        fs::create_dir(home.players_file()).unwrap();
        let saved = home.loaded();
        let why = rename(&saved, "Jon", "John").unwrap_err();
        assert!(why.starts_with("The name could not be changed."), "{why}");
        assert!(saved.players().by_name("Jon").is_some());
        // Nor where there is no folder to write to.
        let index = home.games.root().join("other.index");
        let other = SavedGames::new(home.games.folder(), index);
        assert!(rename(&other, "Jon", "John").is_err());
    });
}

#[test]
fn it_is_known_beforehand_what_a_name_means() {
    with_main_loop(|| {
        let home = Home::new(&[("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Cleo")]);
        let saved = home.loaded();
        let taken = |name: &str, together| NewName::Taken {
            name: name.to_owned(),
            together,
        };
        for (typed, meant) in [
            ("", NewName::Empty),
            (" \t ", NewName::Empty),
            (" Ann", NewName::Same),
            ("White", NewName::IsPlaceholder),
            (" Black ", NewName::IsPlaceholder),
            ("Computer,  level 3", NewName::Computers),
            (
                "Computer, level 11",
                NewName::Free("Computer, level 11".to_owned()),
            ),
            ("Anna  Berg", NewName::Free("Anna Berg".to_owned())),
            ("ann", NewName::Free("ann".to_owned())),
            ("Ben ", taken("Ben", 2)),
            ("Cleo", taken("Cleo", 1)),
        ] {
            assert_eq!(saved.consider("Ann", typed), meant, "{typed:?}");
        }
        assert_eq!(saved.consider("Ben", "Cleo"), taken("Cleo", 0));
        assert!(saved.can_rename("Ann") && !saved.can_rename("White"));
        assert!(!saved.can_rename("Computer, level 3"));
    });
}

#[test]
fn computers_are_players_but_no_people() {
    with_main_loop(|| {
        let home = Home::new(&[("Ann", "Computer, level 3"), ("Cleo", "Ann")]);
        let saved = home.loaded();
        let everyone = PlayerResults::new(&saved, PlayerFilter::All);
        everyone.set_order(PlayerOrder::Name);
        assert_eq!(names(&everyone), ["Ann", "Cleo", "Computer, level 3"]);
        everyone.set_text("level 3");
        assert_eq!(names(&everyone), ["Computer, level 3"]);
        let rivalry = saved.rivalry("Ann", "Computer, level 3").unwrap();
        assert_eq!(rivalry.tally.games(), 1);
        assert_eq!(saved.suggestions("c", 9), ["Cleo"]);
        assert_eq!(saved.suggestions("", 1).len(), 1);
    });
}

#[test]
fn a_list_of_many_makes_rows_for_a_screen() {
    with_display(|| {
        let played: Vec<(String, String)> = (0..1_500)
            .map(|number| (format!("White {number}"), format!("Black {number}")))
            .collect();
        let played: Vec<(&str, &str)> = played
            .iter()
            .map(|(white, black)| (white.as_str(), black.as_str()))
            .collect();
        let home = Home::new(&played);
        let saved = home.loaded();
        let results = PlayerResults::new(&saved, PlayerFilter::All);
        assert_eq!(results.n_items(), 3_000);
        let list: PlayerList = glib::Object::new();
        list.set_results(&results);
        let opened = Rc::new(RefCell::new(Vec::new()));
        let open = opened.clone();
        list.connect_opened(move |name| open.borrow_mut().push(name));
        let _stage = Stage::show(&list, 360, 500);
        until("there are rows", || !shown(&list, "RfPlayerRow").is_empty());
        assert!(below(&list, "RfPlayerRow").len() < 300);
        let first = shown(&list, "RfPlayerRow").remove(0);
        assert_said(&first, Message::Name, "Black 1499");
        let day = "20 Nov 2026";
        assert_said(
            &first,
            Message::Description,
            &format!(
                "1 game. As White: 0 wins, 0 draws, 0 losses. As Black: 0 wins, 0 draws, 0 losses. \
                 Last played {day}."
            ),
        );
        first.downcast::<gtk::Button>().unwrap().emit_clicked();
        assert_eq!(*opened.borrow(), ["Black 1499"]);
    });
}
