//! The pages of a window: what they ask of it, which of them is shown, and where Back leads.

use std::mem::discriminant;
use std::path::PathBuf;

use glib::subclass::SignalId;
use gtk::prelude::*;
use rank_and_file_core::chess::{Action, Chess, Color};
use rank_and_file_core::library::{Query, Slot};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::NodeId;
use strum::{IntoStaticStr, VariantArray};

use crate::model::{Collection, FirstColor, SavedGame};

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
    /// The games of a collection, by its file or its folder, that are looked for.
    Collection(PathBuf, Query),
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
                | Route::Collection(..)
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

/// What can be done with one saved game. Menus know it by its name, such as `open-apart`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, glib::Enum, IntoStaticStr, VariantArray)]
#[enum_type(name = "RfGameAction")]
#[strum(serialize_all = "kebab-case")]
pub enum GameAction {
    /// To see the game.
    Open,
    /// To see the game in a window of its own.
    OpenApart,
    /// To see all games of the player of the white pieces.
    GamesOfWhite,
    /// To see all games of the player of the black pieces.
    GamesOfBlack,
    /// To have the game on the clipboard.
    Copy,
    /// To have the game in a file.
    Export,
    /// To move the game to the trash.
    Trash,
    /// To copy the game of a collection to the saved ones.
    Keep,
}

/// Games of a collection with which something is done.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    pub collection: Collection,
    pub games: Vec<Slot>,
    /// Opened, they are shown after so many plies.
    pub ply: Option<usize>,
}

/// The signal with which a page asks its window; its one parameter is the [`Request`].
pub(super) const ASKED: &str = "asked";

/// What a page asks of its window.
#[derive(Clone, glib::Boxed)]
#[boxed_type(name = "RfRequest")]
pub(super) enum Request {
    /// Another page.
    Go(Route),
    /// Something done with a saved game.
    Act(GameAction, SavedGame),
    /// A saved game opened, or opened apart, at the position after so many plies.
    OpenAt(GameAction, SavedGame, usize),
    /// Something done with games of a collection.
    Listed(GameAction, Listed),
    /// A collection not to be remembered any more.
    CloseCollection(Collection),
    /// The game that is shown and is not among the saved ones to be so.
    Keep,
    /// The games in a file.
    Export(Vec<SavedGame>),
    /// To move the games to the trash.
    Trash(Vec<SavedGame>),
    /// The player with this name to practice their mistakes.
    PracticeOf(String),
    /// All games of the player with this name.
    GamesOf(String),
    /// The names for a game of these two, of whom the first takes this color.
    NewGame(String, String, FirstColor),
    /// A game that begins so, from this position where that is given with the names, and with this.
    Begin(Box<Header>, Option<Box<Chess>>, Option<Action>),
    /// A correspondence game that begins so, in the same way, in which this color is played here.
    BeginApart(Box<Header>, Option<Box<Chess>>, Color),
    /// A position to be looked at, with what could be played in it.
    Review(Box<Chess>),
    /// A saved game to go on with this.
    GoOn(SavedGame, Action),
    /// The page anew, after this name has been taken back and that is used again.
    Renamed(String, String),
}

/// Asks the window that a page is in, if pages may ask it.
pub(super) fn ask(page: &impl IsA<gtk::Widget>, request: Request) {
    let window = page.root();
    let asked = window.filter(|window| SignalId::lookup(ASKED, window.type_()).is_some());
    if let Some(window) = asked {
        window.emit_by_name::<()>(ASKED, &[&request]);
    }
}
