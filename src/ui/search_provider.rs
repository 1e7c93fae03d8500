//! What the desktop's search finds: games and players, as `org.gnome.Shell.SearchProvider2`.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use rank_and_file_core::library::{PlayerOrder, Query, State, StatusFilter};

use super::route::{GameAction, Request, Route};
use crate::config;
use crate::model::{SavedGame, SavedGames};
use crate::words;

/// How many results the desktop shows at most.
const MOST: usize = 5;
const PLAYER: &str = "player:";
const GAME: &str = "game:";

const INTERFACE: &str = r#"<node>
  <interface name="org.gnome.Shell.SearchProvider2">
    <method name="GetInitialResultSet">
      <arg type="as" direction="in"/>
      <arg type="as" direction="out"/>
    </method>
    <method name="GetSubsearchResultSet">
      <arg type="as" direction="in"/>
      <arg type="as" direction="in"/>
      <arg type="as" direction="out"/>
    </method>
    <method name="GetResultMetas">
      <arg type="as" direction="in"/>
      <arg type="aa{sv}" direction="out"/>
    </method>
    <method name="ActivateResult">
      <arg type="s" direction="in"/>
      <arg type="as" direction="in"/>
      <arg type="u" direction="in"/>
    </method>
    <method name="LaunchSearch">
      <arg type="as" direction="in"/>
      <arg type="u" direction="in"/>
    </method>
  </interface>
</node>"#;

enum Call {
    Find(Vec<String>),
    Describe(Vec<String>),
    Activate(String),
    Launch(Vec<String>),
}

impl DBusMethodCall for Call {
    fn parse_call(
        _object: &str,
        _interface: Option<&str>,
        method: &str,
        parameters: glib::Variant,
    ) -> Result<Self, glib::Error> {
        let words = |place: usize| parameters.child_value(place).get().unwrap_or_default();
        match method {
            "GetInitialResultSet" => Ok(Self::Find(words(0))),
            "GetSubsearchResultSet" => Ok(Self::Find(words(1))),
            "GetResultMetas" => Ok(Self::Describe(words(0))),
            "ActivateResult" => {
                let id = parameters.child_value(0).get();
                Ok(Self::Activate(id.unwrap_or_default()))
            }
            "LaunchSearch" => Ok(Self::Launch(words(0))),
            _ => Err(glib::Error::new(gio::DBusError::UnknownMethod, method)),
        }
    }
}

/// Answers the desktop's search from now on; `show` has a window do what is asked for. The first
/// search reads the games, and nothing is shown before something is chosen.
///
/// # Errors
/// Where the bus does not take the object.
pub(super) fn answer_searches(
    app: &gio::Application,
    connection: &gio::DBusConnection,
    games: &SavedGames,
    show: impl Fn(Request) + 'static,
) -> Result<(), glib::Error> {
    let node = gio::DBusNodeInfo::for_xml(INTERFACE)?;
    let interface = node
        .lookup_interface("org.gnome.Shell.SearchProvider2")
        .ok_or_else(|| glib::Error::new(gio::DBusError::UnknownInterface, INTERFACE))?;
    let path = format!("{}/SearchProvider", config::RESOURCE_PATH);
    let (app, games, show) = (app.downgrade(), games.clone(), std::rc::Rc::new(show));
    connection
        .register_object(&path, &interface)
        .typed_method_call::<Call>()
        .invoke_and_return_future_local(move |_, _, call| {
            // The program does not end while a search waits.
            let held = app.upgrade().map(|app| app.hold());
            let (games, show) = (games.clone(), show.clone());
            async move {
                let _held = held;
                games.once_known().await;
                Ok(match call {
                    Call::Find(terms) => Some((find(&games, &terms),).to_variant()),
                    Call::Describe(ids) => Some((describe(&games, &ids),).to_variant()),
                    Call::Activate(id) => {
                        if let Some(request) = to_show(&games, &id) {
                            show(request);
                        }
                        None
                    }
                    Call::Launch(terms) => {
                        show(Request::Go(Route::Saved(list_of(&games, terms.join(" ")))));
                        None
                    }
                })
            }
        })
        .build()?;
    Ok(())
}

/// Players first, then games, the newest before the others; of unfinished ones alone where a word asks
/// for these.
fn find(games: &SavedGames, terms: &[String]) -> Vec<String> {
    let unfinished =
        [gettext("Unfinished"), "Unfinished".to_owned()].map(|word| word.to_lowercase());
    let (asking, terms): (Vec<&String>, Vec<&String>) = terms
        .iter()
        .partition(|term| unfinished.contains(&term.to_lowercase()));
    let text: Vec<&str> = terms.into_iter().map(String::as_str).collect();
    let text = text.join(" ");
    let mut found = Vec::new();
    if asking.is_empty() && !text.trim().is_empty() {
        let players = games.players();
        let places = players.find(&text, PlayerOrder::LastPlayed).into_iter();
        let named = places.filter_map(|place| players.get(place)).take(MOST);
        found.extend(named.map(|player| format!("{PLAYER}{}", player.name)));
    }
    let query = Query {
        status: match asking.is_empty() {
            true => StatusFilter::All,
            false => StatusFilter::Unfinished,
        },
        text,
        ..Query::default()
    };
    let games = games.found(&query, MOST).into_iter();
    found.extend(games.map(|game| format!("{GAME}{}", game.id())));
    found
}

/// The list on which the newest of these games is.
fn list_of(games: &SavedGames, text: String) -> Query {
    let anywhere = Query {
        text,
        ..Query::default()
    };
    let newest = games.found(&anywhere, 1).pop();
    let unfinished = newest.is_none_or(|game| game.summary().state == State::Unfinished);
    Query {
        status: match unfinished {
            true => StatusFilter::Unfinished,
            false => StatusFilter::Finished,
        },
        ..anywhere
    }
}

fn describe(games: &SavedGames, ids: &[String]) -> Vec<glib::VariantDict> {
    let told = ids.iter().filter_map(|id| {
        let (name, description) = match id.strip_prefix(PLAYER) {
            Some(name) => {
                let players = games.players();
                let tally = &players.by_name(name)?.tally;
                (
                    words::shown_name(name).into_owned(),
                    words::table_said(tally),
                )
            }
            None => {
                let game = games.by_id(id.strip_prefix(GAME)?)?;
                let (standing, when) = (
                    words::standing(game.summary(), game.own_side()),
                    words::length_and_date(game.summary()),
                );
                (
                    words::pairing(game.summary()),
                    format!("{standing} · {when}"),
                )
            }
        };
        let meta = glib::VariantDict::new(None);
        meta.insert("id", id);
        meta.insert("name", name);
        meta.insert("description", description);
        meta.insert("gicon", config::APP_ID);
        Some(meta)
    });
    told.collect()
}

/// What a window is to do when this is chosen.
fn to_show(games: &SavedGames, id: &str) -> Option<Request> {
    if let Some(name) = id.strip_prefix(PLAYER) {
        return Some(Request::Go(Route::Player(name.to_owned())));
    }
    let game: SavedGame = games.by_id(id.strip_prefix(GAME)?)?;
    Some(Request::Act(GameAction::Open, game))
}
