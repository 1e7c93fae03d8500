//! The way through the pages of a window, and back.

use rank_and_file::ui::{Route, Way};
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

fn way(routes: &[Route]) -> Way {
    let mut way = Way::default();
    for route in routes {
        way.go(route.clone());
    }
    way
}

#[test]
fn back_leads_where_one_came_from() {
    assert_eq!(Way::default().before(), None);
    for from in pages() {
        let mut one = way(std::slice::from_ref(&from));
        assert_eq!((one.here(), one.before()), (&from, Some(&Route::Start)));
        for to in pages() {
            let mut two = way(&[from.clone(), to.clone()]);
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
    let mut way = way(&pages);
    for page in pages.iter().rev() {
        assert_eq!(way.here(), page);
        way.back();
    }
    assert_eq!(way.here(), &Route::Start);
    way.back();
    assert_eq!(way.here(), &Route::Start);
}

#[test]
fn a_game_replaces_the_names_and_the_game_that_they_were_asked_from() {
    let begun = way(&[saved("Ann"), game("1"), Route::Names(None), game("2")]);
    assert_eq!(
        (begun.here(), begun.before()),
        (&game("2"), Some(&saved("Ann")))
    );
    let again = way(&[saved("Ann"), game("1"), game("2")]);
    assert_eq!(
        (again.here(), again.before()),
        (&game("2"), Some(&saved("Ann")))
    );
}

#[test]
fn what_was_looked_for_is_found_again_until_its_page_is_left_for_good() {
    let mut way = way(&[Route::Saved(Query::default())]);
    way.remember(saved("Ann"));
    way.go(game("1"));
    way.back();
    assert_eq!(way.here(), &saved("Ann"));
    way.back();
    way.remember(saved("Ann"));
    assert_eq!(way.here(), &Route::Start);
}

#[test]
fn start_empties_the_way() {
    let mut way = way(&pages());
    way.go(Route::Start);
    assert_eq!((way.here(), way.before()), (&Route::Start, None));
}

#[test]
fn a_page_that_is_gone_is_skipped() {
    let mut way = way(&[player("Ann"), game("1"), saved("Ann")]);
    way.skip();
    assert_eq!(
        (way.here(), way.before()),
        (&saved("Ann"), Some(&player("Ann")))
    );
    way.skip();
    assert_eq!(
        (way.here(), way.before()),
        (&saved("Ann"), Some(&Route::Start))
    );
    way.skip();
    assert_eq!(
        (way.here(), way.before()),
        (&saved("Ann"), Some(&Route::Start))
    );
}

#[test]
fn a_renamed_player_is_met_again_on_the_way_back() {
    let two = |first: &str| Route::HeadToHead(first.to_owned(), "Ben".to_owned());
    let mut way = way(&[player("Jon"), two("Jon"), game("1")]);
    way.rename("Jon", "Ann");
    way.rename("Cleo", "Dora");
    way.back();
    assert_eq!(
        (way.here(), way.before()),
        (&two("Ann"), Some(&player("Ann")))
    );
}
