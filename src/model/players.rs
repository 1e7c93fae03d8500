//! The players of the saved games, their results, and how players get other names.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::io;
use std::iter;
use std::path::PathBuf;
use std::rc::Rc;

use glib::subclass::prelude::*;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{Chess, Chess960, Color};
use rank_and_file_core::engine::Level;
use rank_and_file_core::engine::human::{Estimate, FeatureExtractor, estimate};
use rank_and_file_core::library::{
    AliasFile, Aliases, Catalogue, FinishedGame, HeadToHeadResults, Player, PlayerOrder, Players,
    Query, Results,
};
use rank_and_file_core::record::log::{self, is_placeholder_name, now, tidy_name};

use super::results::stretch;
use super::{Engines, FirstColor, Game, SavedGames, callback};
use crate::subclass::subclass;
use crate::words;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SavedPlayer {
        pub player: OnceCell<Player>,
    }

    impl ObjectImpl for SavedPlayer {}

    #[derive(Default)]
    pub struct PlayerResults {
        pub games: OnceCell<SavedGames>,
        pub(super) query: RefCell<PlayerQuery>,
        pub players: RefCell<Rc<Players>>,
        /// The places of those who are listed.
        pub found: RefCell<Vec<usize>>,
        /// The items that were wanted since the list has changed, by position.
        pub items: RefCell<HashMap<u32, super::SavedPlayer>>,
    }

    impl ObjectImpl for PlayerResults {}

    impl ListModelImpl for PlayerResults {
        fn item_type(&self) -> glib::Type {
            super::SavedPlayer::static_type()
        }

        fn n_items(&self) -> u32 {
            u32::try_from(self.found.borrow().len()).unwrap_or(u32::MAX)
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            let place = *self.found.borrow().get(position as usize)?;
            let player = self.players.borrow().get(place)?.clone();
            let mut items = self.items.borrow_mut();
            let item = items
                .entry(position)
                .or_insert_with(|| super::SavedPlayer::new(player));
            Some(item.clone().upcast())
        }
    }
}

/// Games that begin within so many seconds belong to the same evening.
const SAME_EVENING: i64 = 12 * 60 * 60;

/// So many games are won in a row, without help, before the next level of the computer is proposed.
const WON_IN_A_ROW: usize = 2;
/// So many are lost before the one before is.
const LOST_IN_A_ROW: usize = 3;

/// A level of the computer that suits a person better than the one that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BetterLevel {
    /// What was played.
    pub played: Level,
    /// What is proposed: the next level, or the one before.
    pub better: Level,
}

/// What a player may be called from now on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewName {
    /// Nothing, which is no name.
    Empty,
    /// What the player is called already.
    Same,
    /// What stands for players without a name.
    IsPlaceholder,
    /// The name of a computer.
    Computers,
    /// A name that no player has.
    Free(String),
    /// A name that another player has: the two become one player.
    Taken {
        /// The name.
        name: String,
        /// How many games the two have played against each other.
        together: u32,
    },
}

impl SavedGames {
    /// Keeps in this file who was renamed. To be called before the first [`SavedGames::load`];
    /// else no player can be renamed.
    pub fn with_players(self, file: PathBuf) -> Self {
        self.imp().players_file.set(AliasFile::new(file)).ok();
        self
    }

    /// All who have played.
    pub fn players(&self) -> Rc<Players> {
        let known = self.imp().players.borrow().clone();
        known.unwrap_or_else(|| {
            let players = Rc::new(self.with_catalogue(Catalogue::players));
            self.imp().players.replace(Some(Rc::clone(&players)));
            players
        })
    }

    /// Names of people that begin with what is typed, or have a word that does, at most `most`.
    pub fn suggestions(&self, typed: &str, most: usize) -> Vec<String> {
        let engines = Engines::shared();
        let players = self.players();
        let names = players.suggestions(typed);
        let people = names.filter(|name| engines.called(name).is_none());
        people.take(most).map(str::to_owned).collect()
    }

    /// All against whom this player has played, with the games as they went for that one.
    pub fn opponents(&self, name: &str) -> Players {
        self.with_catalogue(|catalogue| catalogue.opponents(name))
    }

    /// How two players stand against each other; `None` where they have not played each other.
    pub fn rivalry(&self, first: &str, second: &str) -> Option<HeadToHeadResults> {
        self.with_catalogue(|catalogue| catalogue.rivalry(first, second))
    }

    /// How two players stand on this evening, the one with White first: in the games that began in the hours before this
    /// one ended, and in this one. `None` while it is not over, and for players without names.
    pub fn evening_score(&self, game: &Game) -> Option<Results> {
        // Asked whenever a game of the folder changes: counting them waits for the end.
        let own = Results::of(game.outcome()?, Color::White);
        let header = game.header();
        let [white, black] = [Color::White, Color::Black].map(|side| header.given(side));
        let (white, black) = (white?, black?);
        let began = header.started?.as_second();
        let ended = game.imp().end.get().and_then(|end| end.ended);
        let ended = ended.unwrap_or_else(now).as_second();
        // This game itself may be among the saved ones, or not yet.
        let spans = [began - SAME_EVENING..began, began + 1..ended];
        Some(self.with_catalogue(|catalogue| {
            let others = spans.map(|span| catalogue.results_within(white, black, span));
            others.into_iter().fold(own, |all, some| all + some)
        }))
    }

    /// A level of the computer that suits a person better than that of this game, which is over: the next one after two
    /// games won in a row without help, the one before after three that were lost. `None` where there is none, or where
    /// the person has played on since.
    pub fn better_level(&self, game: &Game) -> Option<BetterLevel> {
        let (outcome, header) = (game.outcome()?, game.header());
        let person = header.person()?;
        let level = header.computers.get(!person).as_ref()?.level()?;
        let (fair, helped) = game.with_game(|rules| {
            let fair = Chess960::of(rules.start()).is_some();
            (fair, *rules.helped().get(person))
        });
        let began = header.started.filter(|_| fair && !level.is_between())?;
        let own = FinishedGame {
            began: began.as_second(),
            result: Results::of(outcome, person),
            helped,
        };
        self.with_catalogue(|catalogue| {
            let others = catalogue.played(header.given(person), header.player(!person));
            let mut others = others.filter(|other| other.began != own.began).peekable();
            if others.peek().is_some_and(|last| last.began > own.began) {
                return None;
            }
            let most = WON_IN_A_ROW.max(LOST_IN_A_ROW);
            let last: Vec<FinishedGame> = iter::once(own).chain(others).take(most).collect();
            let all = |count: usize, is_such: fn(&FinishedGame) -> bool| {
                last.get(..count)
                    .is_some_and(|last| last.iter().all(is_such))
            };
            let up = all(WON_IN_A_ROW, |game| {
                game.result.wins > 0 && game.helped == 0
            });
            let down = all(LOST_IN_A_ROW, |game| game.result.losses > 0);
            let number = match (up, down) {
                (true, _) => level.number().checked_add(1),
                (_, true) => level.number().checked_sub(1),
                _ => None,
            };
            let better = Level::new(number?)?;
            Some(BetterLevel {
                played: level,
                better,
            })
        })
    }

    /// The color of the first of two players in their next game: the one who had White last has Black.
    pub fn next_color(&self, first: &str, second: &str) -> FirstColor {
        match self
            .rivalry(first, second)
            .map(|rivalry| rivalry.last_color)
        {
            Some(Color::White) => FirstColor::Black,
            Some(Color::Black) | None => FirstColor::White,
        }
    }

    /// The name that a player has now who may have been renamed.
    pub fn shown_as(&self, name: &str) -> String {
        self.with_catalogue(|catalogue| catalogue.shown_as(name).to_owned())
    }

    /// Whether a player of this name can be renamed, or a player be called so: what stands for
    /// players without a name is no name, and a computer keeps its name.
    pub fn can_rename(&self, name: &str) -> bool {
        !is_placeholder_name(name) && Engines::shared().called(name).is_none()
    }

    /// Whether the last game of a player, by the day, has its result.
    pub fn last_is_finished(&self, name: &str) -> bool {
        let query = Query {
            players: vec![name.to_owned()],
            ..Query::default()
        };
        self.with_catalogue(|catalogue| {
            let last = catalogue.find(&query).into_iter().next();
            let last = last.and_then(|slot| catalogue.summary(slot));
            last.is_some_and(|summary| summary.outcome.is_some())
        })
    }

    /// What it would mean to call a player what was typed.
    pub fn consider(&self, from: &str, typed: &str) -> NewName {
        let name = tidy_name(typed);
        if name.is_empty() {
            NewName::Empty
        } else if name == from {
            NewName::Same
        } else if is_placeholder_name(&name) {
            NewName::IsPlaceholder
        } else if Engines::shared().called(&name).is_some() {
            NewName::Computers
        } else if self.players().by_name(&name).is_some() {
            let rivalry = self.rivalry(from, &name);
            let together = rivalry.map_or(0, |rivalry| rivalry.tally.games());
            NewName::Taken { name, together }
        } else {
            NewName::Free(name)
        }
    }

    /// Shows the games of one player under another name, which may be that of another player: then
    /// the two become one. The logs stay as they are.
    ///
    /// # Errors
    /// A sentence that says why nothing has changed.
    pub async fn rename(&self, from: &str, to: &str) -> Result<(), String> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.write_players(move |file| file.rename(&from, &to, now()))
            .await
            .map_err(|error| words::not_renamed(&error))
    }

    /// Takes back that `from` is called `to`, if that was the last renaming.
    ///
    /// # Errors
    /// A sentence that says why nothing has changed.
    pub async fn undo_rename(&self, from: &str, to: &str) -> Result<(), String> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.write_players(move |file| file.undo(&from, &to))
            .await
            .map_err(|error| words::not_renamed_back(&error))
    }

    /// Reads again who was renamed, which another process may have changed.
    pub(super) fn look_at_players(&self) {
        let games = self.clone();
        glib::spawn_future_local(async move {
            if let Err(error) = games.write_players(|file| file.read()).await {
                tracing::warn!("who was renamed cannot be read: {error}");
            }
        });
    }

    /// Does something with the file off the main thread, and shows what it says then.
    async fn write_players(
        &self,
        change: impl FnOnce(&AliasFile) -> io::Result<Aliases> + Send + 'static,
    ) -> io::Result<()> {
        let Some(file) = self.imp().players_file.get().cloned() else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        // One after the other, or what is taken over last might be older than what is shown.
        let turn = &self.imp().players_file_turn;
        let (take, give_back) = turn.get_or_init(|| async_channel::bounded(1));
        // The channel never closes, and has what was sent.
        take.send(()).await.ok();
        let said = gio::spawn_blocking(move || change(&file))
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
        give_back.try_recv().ok();
        self.take_over(said?);
        Ok(())
    }

    fn take_over(&self, aliases: Aliases) {
        let imp = self.imp();
        imp.players_seen.set(true);
        if self.with_catalogue(|catalogue| *catalogue.aliases() == aliases) {
            return;
        }
        self.change_catalogue(|catalogue| catalogue.rename(aliases));
        imp.players.take();
        imp.exploring.outdate();
        self.tell_lists();
    }
}

/// Which players are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PlayerFilter {
    /// All who have played.
    #[default]
    All,
    /// All who have played against this player.
    Opponents(String),
}

#[derive(Default, Clone, PartialEq)]
struct PlayerQuery {
    filter: PlayerFilter,
    text: String,
    order: PlayerOrder,
}

subclass! {
    /// A player, as a list shows it.
    pub struct SavedPlayer(imp::SavedPlayer): glib::Object {}
}

impl SavedPlayer {
    /// The item for a player.
    pub fn new(player: Player) -> Self {
        let item: Self = glib::Object::new();
        item.imp().player.set(player).ok();
        item
    }

    /// What the list shows.
    ///
    /// # Panics
    /// Never: every item is made with a player.
    pub fn player(&self) -> &Player {
        self.imp().player.get().expect("made with a player")
    }
}

subclass! {
    /// The players that are looked for.
    pub struct PlayerResults(imp::PlayerResults): glib::Object, implementing gio::ListModel {}
}

impl PlayerResults {
    /// A list that follows what happens to the games.
    pub fn new(games: &SavedGames, filter: PlayerFilter) -> Self {
        let results: Self = glib::Object::new();
        results.imp().games.set(games.clone()).ok();
        results.imp().query.borrow_mut().filter = filter;
        results.look_again();
        games.connect_changed(callback(&results, Self::look_again));
        results
    }

    /// Lists other players.
    pub fn set_filter(&self, filter: PlayerFilter) {
        self.change_query(|query| query.filter = filter);
    }

    /// Looks for words in the names.
    pub fn set_text(&self, text: &str) {
        self.change_query(|query| text.clone_into(&mut query.text));
    }

    /// Whether words are looked for.
    pub fn narrows(&self) -> bool {
        !self.imp().query.borrow().text.trim().is_empty()
    }

    /// Lists the players in another order.
    pub fn set_order(&self, order: PlayerOrder) {
        self.change_query(|query| query.order = order);
    }

    fn change_query(&self, change: impl FnOnce(&mut PlayerQuery)) {
        let changed = {
            let mut query = self.imp().query.borrow_mut();
            let before = query.clone();
            change(&mut query);
            *query != before
        };
        if changed {
            self.look_again();
        }
    }

    /// Finds the players anew, and tells only of the stretch in which something is different.
    fn look_again(&self) {
        let imp = self.imp();
        let Some(games) = imp.games.get() else { return };
        let query = imp.query.borrow().clone();
        let players = match &query.filter {
            PlayerFilter::All => games.players(),
            PlayerFilter::Opponents(name) => Rc::new(games.opponents(name)),
        };
        let found = players.find(&query.text, query.order);
        let (start, removed, added) = {
            let before = imp.players.borrow();
            let old: Vec<Option<&Player>> = imp
                .found
                .borrow()
                .iter()
                .map(|at| before.get(*at))
                .collect();
            let new: Vec<Option<&Player>> = found.iter().map(|at| players.get(*at)).collect();
            stretch(&old, &new)
        };
        imp.players.replace(players);
        imp.found.replace(found);
        if removed > 0 || added > 0 {
            imp.items.take();
            let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
            self.items_changed(number(start), number(removed), number(added));
        }
    }
}

/// A rating is estimated from so many games, which are looked through within seconds.
const RECENT_GAMES: usize = 8;
/// Where it might as well be higher or lower by more, none is told.
const TOO_UNCERTAIN: u32 = 250;

/// The last games of a player: their logs, each with the player's side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecentGames(Vec<(PathBuf, Color)>);

impl RecentGames {
    /// Those of a player by this name among the saved games.
    pub fn of(games: &SavedGames, name: &str) -> Self {
        let query = Query {
            players: vec![name.to_owned()],
            ..Query::default()
        };
        let recent = games.found(&query, RECENT_GAMES).into_iter();
        let played = recent.map(|game| {
            let summary = game.summary();
            let is_white = games.shown_as(&summary.white) == name;
            (summary.entry.path.clone(), Color::from_white(is_white))
        });
        Self(played.collect())
    }

    /// The rating that the player has shown in them; `None` where they tell too little. It takes seconds.
    pub fn rating(&self) -> Option<Estimate> {
        let read = |(path, side): &(PathBuf, Color)| {
            let game = log::read(path).ok()?.game;
            Some((game.positions(), *side))
        };
        let games: Vec<(Vec<Chess>, Color)> = self.0.iter().filter_map(read).collect();
        let games: Vec<(&[Chess], Color)> = games
            .iter()
            .map(|(game, side)| (&game[..], *side))
            .collect();
        let estimate = estimate(&mut FeatureExtractor::default(), &games);
        Some(estimate).filter(|estimate| estimate.uncertainty <= TOO_UNCERTAIN)
    }
}
