//! The way through the pages of a window, and back.

use rank_and_file::ui::{History, Route};
use rank_and_file_core::library::Query;

fn saved(player: &str) -> Route {
    Route::Saved(Query {
        players: vec![player.to_owned()],
        ..Query::default()
    })
}

fn player(name: &str) -> Route {
    Route::Player(name.to_owned())
}

fn game(id: &str) -> Route {
    Route::Game(id.to_owned(), None)
}

/// One page of each kind but Start.
fn pages() -> [Route; 8] {
    [
        Route::Names(None),
        Route::Editor(None),
        saved("Ann"),
        Route::Players("an".to_owned()),
        player("Ann"),
        Route::HeadToHead("Ann".to_owned(), "Ben".to_owned()),
        Route::Practice,
        game("1"),
    ]
}

fn history_of(routes: &[Route]) -> History {
    let mut history = History::default();
    for route in routes {
        history.go(route.clone());
    }
    history
}

#[test]
fn back_leads_where_one_came_from() {
    assert_eq!(History::default().before(), None);
    for from in pages() {
        let mut one = history_of(std::slice::from_ref(&from));
        assert_eq!((one.here(), one.before()), (&from, Some(&Route::Start)));
        for to in pages() {
            let mut two = history_of(&[from.clone(), to.clone()]);
            assert_eq!(two.here(), &to);
            let replaces = from == to || matches!((&from, &to), (Route::Names(_), Route::Game(..)));
            let origin = if replaces { Route::Start } else { from.clone() };
            assert_eq!(two.before(), Some(&origin), "from {from:?} to {to:?}");
            two.back();
            assert_eq!(two.here(), &origin, "back from {to:?} to {from:?}");
        }
        one.back();
        assert_eq!((one.here(), one.before()), (&Route::Start, None));
    }
}

#[test]
fn back_leads_through_every_page_of_a_long_way() {
    let pages = [
        Route::Saved(Query::default()),
        Route::Players(String::new()),
        player("Ann"),
        saved("Ann"),
        game("1"),
        Route::Names(None),
    ];
    let mut history = history_of(&pages);
    for page in pages.iter().rev() {
        assert_eq!(history.here(), page);
        history.back();
    }
    assert_eq!(history.here(), &Route::Start);
    history.back();
    assert_eq!(history.here(), &Route::Start);
}

#[test]
fn a_game_replaces_the_names_and_the_game_that_they_were_asked_from() {
    let begun = history_of(&[saved("Ann"), game("1"), Route::Names(None), game("2")]);
    assert_eq!(
        (begun.here(), begun.before()),
        (&game("2"), Some(&saved("Ann")))
    );
    let again = history_of(&[saved("Ann"), game("1"), game("2")]);
    assert_eq!(
        (again.here(), again.before()),
        (&game("2"), Some(&saved("Ann")))
    );
}

#[test]
fn what_was_looked_for_is_found_again_until_its_page_is_left_for_good() {
    let mut history = history_of(&[Route::Saved(Query::default())]);
    history.remember(saved("Ann"));
    history.go(game("1"));
    history.back();
    assert_eq!(history.here(), &saved("Ann"));
    history.back();
    history.remember(saved("Ann"));
    assert_eq!(history.here(), &Route::Start);
}

#[test]
fn start_empties_the_way() {
    let mut history = history_of(&pages());
    history.go(Route::Start);
    assert_eq!((history.here(), history.before()), (&Route::Start, None));
}

#[test]
fn a_page_that_is_gone_is_skipped() {
    let mut history = history_of(&[player("Ann"), game("1"), saved("Ann")]);
    history.skip();
    assert_eq!(
        (history.here(), history.before()),
        (&saved("Ann"), Some(&player("Ann")))
    );
    history.skip();
    assert_eq!(
        (history.here(), history.before()),
        (&saved("Ann"), Some(&Route::Start))
    );
    history.skip();
    assert_eq!(
        (history.here(), history.before()),
        (&saved("Ann"), Some(&Route::Start))
    );
}

#[test]
fn a_renamed_player_is_met_again_on_the_way_back() {
    let two = |first: &str| Route::HeadToHead(first.to_owned(), "Ben".to_owned());
    let mut history = history_of(&[player("Jon"), two("Jon"), game("1")]);
    history.rename("Jon", "Ann");
    history.rename("Cleo", "Dora");
    history.back();
    assert_eq!(
        (history.here(), history.before()),
        (&two("Ann"), Some(&player("Ann")))
    );
}
