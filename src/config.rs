//! Names, version, folders and log of the program.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The id under which the desktop knows the app.
pub const APP_ID: &str = "io.github.rankandfile.RankAndFile";
/// Where the app's own resources begin.
pub const RESOURCE_PATH: &str = "/io/github/rankandfile/RankAndFile";
/// Where the project lives on the web.
pub const HOME_PAGE: &str = "https://github.com/rankandfile/RankAndFile";
/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The name under which translations are looked up.
pub const GETTEXT_DOMAIN: &str = "rank-and-file";

/// Where the translations are: where an installation was told to put them, or in the `share` folder
/// beside the folder of the program, or where cargo has compiled them.
pub fn locale_folder() -> PathBuf {
    if let Some(folder) = option_env!("RANK_AND_FILE_LOCALEDIR") {
        return PathBuf::from(folder);
    }
    let program = std::env::current_exe().ok();
    let prefix = program
        .as_deref()
        .and_then(|program| program.parent()?.parent());
    prefix
        .map(|prefix| prefix.join("share/locale"))
        .filter(|folder| folder.is_dir())
        .unwrap_or_else(|| PathBuf::from(concat!(env!("OUT_DIR"), "/locale")))
}

/// The compiled settings schema, for where none is installed.
pub const SCHEMA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/schemas/gschemas.compiled"));

/// Has what the program tells of itself written to standard error: errors, or what the environment
/// variable `RUST_LOG` names, by targets and levels. To be called once.
pub fn set_up_log() {
    // What cannot be logged is lost; the program goes on.
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let wanted = std::env::var("RUST_LOG").ok();
    let wanted = wanted.and_then(|wanted| wanted.parse::<Targets>().ok());
    let wanted = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::ERROR));
    tracing_subscriber::registry().with(log).with(wanted).init();
}

/// Where the games of the user are kept: `$XDG_DATA_HOME/rank-and-file/games`.
pub fn games_folder() -> PathBuf {
    data_folder().join("games")
}

/// Where it is kept which players were renamed: `$XDG_DATA_HOME/rank-and-file/players.jsonl`.
pub fn players_file() -> PathBuf {
    data_folder().join("players.jsonl")
}

/// Where it is kept what was missed and tried in practice: `$XDG_DATA_HOME/rank-and-file/practice.jsonl`.
pub fn practice_file() -> PathBuf {
    data_folder().join("practice.jsonl")
}

/// Where this computer keeps who sits here in correspondence games: `$XDG_DATA_HOME/rank-and-file/seats.jsonl`.
pub fn seats_file() -> PathBuf {
    data_folder().join("seats.jsonl")
}

/// Where this computer keeps how correspondence games stood when they were looked at last:
/// `$XDG_DATA_HOME/rank-and-file/arrivals.jsonl`.
pub fn arrivals_file() -> PathBuf {
    data_folder().join("arrivals.jsonl")
}

/// Where this computer keeps conditional moves: `$XDG_DATA_HOME/rank-and-file/conditional-moves.jsonl`.
pub fn conditional_moves_file() -> PathBuf {
    data_folder().join("conditional-moves.jsonl")
}

/// Whether the program that runs takes the argument of a supervisor.
static SUPERVISES: AtomicBool = AtomicBool::new(false);

/// Has engines of others supervised by the program that runs. To be called by one that takes the argument.
pub fn set_up_supervisor() {
    SUPERVISES.store(true, Ordering::Relaxed);
}

/// The program that supervises engines of others: this one, with an argument. `None` where another program runs this
/// code, such as a test. The file may have been moved, replaced or removed since the program was started, so that no path
/// but this one leads to what runs.
pub fn supervisor() -> Option<(PathBuf, String)> {
    let supervises = SUPERVISES.load(Ordering::Relaxed);
    supervises.then(|| ("/proc/self/exe".into(), "--supervise".to_owned()))
}

/// Where the game of 2048 is kept: `$XDG_DATA_HOME/rank-and-file/2048.json`.
pub fn twenty48_file() -> PathBuf {
    data_folder().join("2048.json")
}

/// Where further sets of pieces are looked for, a folder each: `$XDG_DATA_HOME/rank-and-file/pieces`.
pub fn pieces_folder() -> PathBuf {
    data_folder().join("pieces")
}

/// Where the last crash is told of: `$XDG_STATE_HOME/rank-and-file/crash.txt`.
pub fn crash_file() -> PathBuf {
    directories::BaseDirs::new()
        .and_then(|folders| folders.state_dir().map(PathBuf::from))
        .unwrap_or_else(std::env::temp_dir)
        .join("rank-and-file")
        .join("crash.txt")
}

/// A path for the eyes of others, who need not know who the user is: `~` instead of the home folder.
pub fn without_home(path: &Path) -> String {
    let folders = directories::BaseDirs::new();
    let below =
        folders.and_then(|folders| Some(path.strip_prefix(folders.home_dir()).ok()?.to_owned()));
    below.map_or_else(
        || path.display().to_string(),
        |below| format!("~/{}", below.display()),
    )
}

/// Whether this runs in the sandbox of Flatpak.
pub fn is_sandboxed() -> bool {
    Path::new("/.flatpak-info").exists()
}

/// Where the index of the games is kept: `$XDG_CACHE_HOME/rank-and-file`.
pub fn cache_folder() -> PathBuf {
    directories::BaseDirs::new()
        .map_or_else(std::env::temp_dir, |folders| folders.cache_dir().to_owned())
        .join("rank-and-file")
}

fn data_folder() -> PathBuf {
    directories::BaseDirs::new()
        .map_or_else(std::env::temp_dir, |folders| folders.data_dir().to_owned())
        .join("rank-and-file")
}
