//! `--explore` and `--find`: what was played from a position, and the games that reached it, among the saved ones or
//! in a collection.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, RwLock};

use jiff::civil::Date;
use rank_and_file_core::chess::{Chess, Color, Ply, fen_of, read_reached_fen};
use rank_and_file_core::library::{
    AliasFile, Catalogue, Collection, Explorer, GameFilter, Library, PositionExplorer,
    ResultCounts, Slot, Sought, Summary, asked, collected_path, index_collection, index_path,
    read_collection,
};
use rank_and_file_core::record::log::{DateTag, Folder, day_fields};
use serde_json::{Value, json};

use super::listing::{print, row};
use super::{NoAnswer, tell_of};
use crate::config;
use crate::words;

/// Which games count.
#[derive(Debug, clap::Args)]
#[group(
    id = "filters",
    multiple = true,
    requires = "explored",
    conflicts_with = "find"
)]
pub struct Filters {
    /// With --explore: only the games of this player.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// With --player: only games with these pieces, white or black.
    #[arg(long, value_name = "COLOR", requires = "player")]
    color: Option<String>,
    /// With --explore: only games that began on this day or later; a month or a year will do.
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// With --explore: only games that began on this day or before.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
}

/// The games that are asked.
struct Games {
    explorer: PositionExplorer,
    /// What is known of the saved games, where it is these.
    catalogue: Option<Catalogue>,
}

/// Prints what was played from a position, the most played first.
///
/// # Errors
/// Where the arguments make no sense, the games cannot be read, or the output cannot be written.
pub fn explore(
    fen: &str,
    filters: Filters,
    collection: Option<&Path>,
    json: bool,
) -> Result<(), NoAnswer> {
    let position = position(fen)?;
    let filter = filter(filters)?;
    let games = Games::of(collection)?;
    if let Some(player) = &filter.player {
        if !games.explorer.knows(player) {
            return Err(NoAnswer::Argument(words::never_played(player)));
        }
    }
    let explored = games.explorer.explore(&position, &filter);
    let explored = explored.map_err(|error| words::io_error(&error))?;
    if json {
        let moves = explored.moves.iter().map(as_json);
        let answer = json!({
            "fen": fen_of(&position),
            "games": explored.all.games,
            "moves": moves.collect::<Value>(),
        });
        return Ok(print([answer.to_string()].into_iter())?);
    }
    let head = games.head(explored.all.games as usize);
    // The figures of results are the same in every language.
    let [white, draws, black] = ["1-0", "1/2-1/2", "0-1"].map(str::to_owned);
    let columns = [words::games_column(), white, draws, black];
    let columns = (!explored.moves.is_empty()).then(|| line("", &columns));
    let moves = explored.moves.iter().map(as_text);
    Ok(print([head].into_iter().chain(columns).chain(moves))?)
}

/// Prints the games that reached a position or had these pieces: the newest first, those of a collection in the order of
/// the file.
///
/// # Errors
/// Where the position cannot be, the games cannot be read, or the output cannot be written.
pub fn find(sought: &str, collection: Option<&Path>, json: bool) -> Result<(), NoAnswer> {
    let sought = match Sought::read(sought) {
        Some(sought) => sought,
        // What is wrong with it is said.
        None => Sought::Position(Box::new(position(sought)?)),
    };
    let games = Games::of(collection)?;
    let found = games.explorer.find(&sought);
    let reached = found.map_err(|error| words::io_error(&error))?.ids();
    if json {
        let lines = reached.iter().map(|(id, ply)| {
            let answer = json!({ "id": id, "ply": ply });
            answer.to_string()
        });
        return Ok(print(lines)?);
    }
    let head = games.head(reached.len());
    let rows = reached
        .iter()
        .filter_map(|(id, ply)| Some(row(&games.summary(id)?, *ply)));
    Ok(print([head].into_iter().chain(rows))?)
}

impl Games {
    /// The saved games, or those of a collection.
    fn of(collection: Option<&Path>) -> Result<Self, String> {
        match collection {
            Some(path) => Self::collected(path),
            None => Self::saved(),
        }
    }

    /// Every saved game, ready to be asked for.
    fn saved() -> Result<Self, String> {
        let told = |error: io::Error| words::io_error(&error);
        let folder = Folder::new(config::games_folder());
        let index = index_path(&config::cache_folder(), &folder);
        let mut catalogue = Catalogue::new(folder.clone(), words::vocabulary());
        let aliases = AliasFile::new(config::players_file()).read();
        catalogue.rename(aliases.unwrap_or_else(|error| {
            tell_of(&config::players_file(), &words::io_error(&error));
            Default::default()
        }));
        let mut library = Library::open(folder.clone(), &index, |game| catalogue.put(game));
        let stop = AtomicBool::new(false);
        let mut gone = Vec::new();
        let level = library.scan(&stop, |batch| {
            batch.read.into_iter().for_each(|game| catalogue.put(game));
            gone.extend(batch.gone);
            for (id, error) in batch.unread {
                tell_of(&folder.entry(id.clone()).path, &words::io_error(&error));
                gone.push(id);
            }
        });
        level.map_err(told)?;
        catalogue.update(Vec::new(), &gone);
        catalogue.order();
        let positions = library.positions(&stop, |_, _| {}).map_err(told)?;
        let explorer = Explorer::new(&catalogue, positions);
        Ok(Self {
            explorer: PositionExplorer::Saved(Arc::new(explorer)),
            catalogue: Some(catalogue),
        })
    }

    fn collected(path: &Path) -> Result<Self, String> {
        let told = |error: io::Error| words::unread_collection(path, &error);
        let stop = AtomicBool::new(false);
        let collection = RwLock::new(Collection::open(path, words::vocabulary()).map_err(told)?);
        read_collection(&collection, &stop, |_| {}).map_err(told)?;
        let kept = collected_path(&config::cache_folder(), &asked(&collection));
        let mut last = None;
        index_collection(&collection, &kept, &stop, |known, _| last = Some(known)).map_err(told)?;
        let known = last.ok_or_else(|| told(io::ErrorKind::InvalidData.into()))?;
        Ok(Self {
            explorer: PositionExplorer::Collected(Arc::new(collection), known),
            catalogue: None,
        })
    }

    /// What is said of so many games that were found.
    fn head(&self, found: usize) -> String {
        match &self.explorer {
            PositionExplorer::Saved(_) => words::reached(found),
            PositionExplorer::Collected(..) => words::games_found(found),
        }
    }

    fn summary(&self, id: &str) -> Option<Summary> {
        match &self.explorer {
            PositionExplorer::Saved(_) => {
                let catalogue = self.catalogue.as_ref()?;
                catalogue.summary(catalogue.slot(id)?)
            }
            PositionExplorer::Collected(collection, _) => {
                asked(collection).summary(Slot::listed(id)?)
            }
        }
    }
}

fn as_json((ply, share): &(Ply, ResultCounts)) -> Value {
    json!({
        "san": ply.san.to_string(),
        "uci": ply.uci(),
        "games": share.games,
        "white": share.white,
        "draws": share.draws,
        "black": share.black,
    })
}

fn as_text((ply, share): &(Ply, ResultCounts)) -> String {
    let figures = [share.games, share.white, share.draws, share.black];
    line(
        &ply.san.to_string(),
        &figures.map(|figure| figure.to_string()),
    )
}

fn line(first: &str, [games, white, draws, black]: &[String; 4]) -> String {
    format!("{first:8}{games:>8}{white:>8}{draws:>9}{black:>8}")
}

fn position(fen: &str) -> Result<Chess, NoAnswer> {
    let argument = |error| NoAnswer::Argument(words::fen_error(error));
    read_reached_fen(fen).map_err(argument)
}

fn filter(filters: Filters) -> Result<GameFilter, NoAnswer> {
    let color = |given: String| match given.as_str() {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(NoAnswer::Argument(words::no_color(&given))),
    };
    let days =
        |given: String| days(&given).ok_or_else(|| NoAnswer::Argument(words::no_date(&given)));
    let since = filters.since.map(days);
    let until = filters.until.map(days);
    Ok(GameFilter {
        player: filters.player,
        color: filters.color.map(color).transpose()?,
        since: since.transpose()?.map(|[first, _]| first),
        until: until.transpose()?.map(|[_, last]| last),
    })
}

/// The first and the last day of what was given: a day, a month or a year.
fn days(given: &str) -> Option<[Date; 2]> {
    let DateTag::Day(day) = DateTag::read(given) else {
        return None;
    };
    let (year, month, day) = day_fields(&day);
    let first = Date::new(year?, month.unwrap_or(1), day.unwrap_or(1)).ok()?;
    let last = match (month, day) {
        (None, _) => first.last_of_year(),
        (_, None) => first.last_of_month(),
        _ => first,
    };
    Some([first, last])
}
