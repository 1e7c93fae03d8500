//! The history of the pages of a window: which page is shown, and where Back leads.

use std::mem::discriminant;

use rank_and_file_core::chess::Chess;
use rank_and_file_core::library::Query;
use rank_and_file_core::record::study::NodeId;

/// A page of a window, with what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// The first page.
    Start,
    /// The players of a new game, from a position where that is not the usual one.
    Names(Option<Box<Chess>>),
    /// A position that is set up: another one to begin with, or what was set up there.
    Editor(Option<Box<Chess>>),
    /// The saved games that are looked for.
    Saved(Query),
    /// The players whose names have these words in them.
    Players(String),
    /// The player with this name.
    Player(String),
    /// Positions to practice with.
    Practice,
    /// Two players against each other.
    HeadToHead(String, String),
    /// The game with this id, and where a reader stood in it who has left it.
    Game(String, Option<Bookmark>),
}

/// Where a reader stood in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookmark {
    /// The node, if the game is still the same.
    pub node: NodeId,
    /// The position there, by which that is known.
    pub position: Box<Chess>,
    /// The ply of the game itself.
    pub ply: usize,
}

/// The pages that were gone through from Start; the last one is shown.
#[derive(Debug, Default)]
pub struct History(Vec<Route>);

impl History {
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
