//! The way through the pages of a window: which page is shown, and where Back leads.

use std::mem::discriminant;

use rank_and_file_core::library::Query;
use rank_and_file_core::rules::Chess;
use rank_and_file_core::study::Place;

/// A page of a window, with what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// Where every way begins.
    Start,
    /// Who plays, from a position where that is not the usual one.
    Names(Option<Box<Chess>>),
    /// A position that is set up: another one to begin with, or what was set up there.
    Editor(Option<Box<Chess>>),
    /// The saved games that are looked for.
    Saved(Query),
    /// Everybody who has played and whose name has these words in it.
    Players(String),
    /// The player with this name.
    Player(String),
    /// Positions to practice with.
    Practice,
    /// Two players against each other.
    HeadToHead(String, String),
    /// The game with this id, and where a reader stood in it who has left it.
    Game(String, Option<Spot>),
}

/// Where somebody stood in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The place, if the game is still the same.
    pub place: Place,
    /// The position there, by which that is known.
    pub position: Box<Chess>,
    /// The ply of the game itself.
    pub ply: usize,
}

/// The way that was taken from Start; its last page is shown.
#[derive(Debug, Default)]
pub struct Way(Vec<Route>);

impl Way {
    /// The page that is shown.
    pub fn here(&self) -> &Route {
        self.0.last().unwrap_or(&Route::Start)
    }

    /// The page to which Back leads; `None` at Start.
    pub fn before(&self) -> Option<&Route> {
        match self.0.as_slice() {
            [] => None,
            [_] => Some(&Route::Start),
            [.., before, _] => Some(before),
        }
    }

    /// Goes on to a page. One of the kind that is shown takes its place; a game takes that of the
    /// names which it was begun with, too, and of the game from which these were asked for.
    pub fn go(&mut self, to: Route) {
        if matches!((&to, self.here()), (Route::Game(..), Route::Names(_))) {
            self.0.pop();
        }
        if discriminant(self.here()) == discriminant(&to) {
            self.0.pop();
        }
        match to {
            Route::Start => self.0.clear(),
            page => self.0.push(page),
        }
    }

    /// Goes back to where one came from. What the page that is left had narrowed is forgotten.
    pub fn back(&mut self) {
        self.0.pop();
    }

    /// Forgets the page to which Back leads, which cannot be shown any more.
    pub fn skip(&mut self) {
        let under = self.0.len().saturating_sub(2);
        if self.0.len() > 1 {
            self.0.remove(under);
        }
    }

    /// Remembers what the page that is shown has been changed to, so that Back leads to just that.
    pub fn remember(&mut self, page: Route) {
        if let Some(here) = self.0.last_mut() {
            *here = page;
        }
    }

    /// Knows a player by another name from now on.
    pub fn rename(&mut self, from: &str, to: &str) {
        for route in &mut self.0 {
            let names = match route {
                Route::Player(name) => vec![name],
                Route::HeadToHead(first, second) => vec![first, second],
                Route::Start
                | Route::Names(_)
                | Route::Editor(_)
                | Route::Saved(_)
                | Route::Players(_)
                | Route::Practice
                | Route::Game(..) => Vec::new(),
            };
            for name in names.into_iter().filter(|name| *name == from) {
                to.clone_into(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let replaces =
                    from == to || matches!((&from, &to), (Route::Names(_), Route::Game(..)));
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
}
