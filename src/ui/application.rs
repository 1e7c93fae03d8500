//! The application: one process, its actions and keys. Decides nothing about games.

use std::cell::{Cell, OnceCell};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use rank_and_file_core::files::finish_writing;
use rank_and_file_core::library;
use rank_and_file_core::record::log::Folder;
use rustix::process::Signal;

use super::keys::{EDITOR_KEYS, GAME_KEYS, KEYS, TWENTY48_KEYS};
use super::parts::{set_appearance, speak_aloud};
use super::preferences::PreferencesWindow;
use super::renderer::tell_next_frame;
use super::route::{GameAction, Request};
use super::search_provider::answer_searches;
use super::twenty48::Twenty48Window;
use super::window::Window;
use super::{about, arrivals};
use crate::config;
use crate::model::{SavedGames, Settings, Style, after, preferences, weak};
use crate::signals;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Application {
        pub games: OnceCell<SavedGames>,
        /// The signal by which it was told to end.
        pub told: Cell<Option<Signal>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Application {
        const NAME: &'static str = "RfApplication";
        type Type = super::Application;
        type ParentType = adw::Application;
    }

    impl ObjectImpl for Application {}

    impl ApplicationImpl for Application {
        fn dbus_register(
            &self,
            connection: &gio::DBusConnection,
            path: &str,
        ) -> Result<(), glib::Error> {
            self.parent_dbus_register(connection, path)?;
            let (app, games) = (self.obj(), self.games.get());
            let Some(games) = games else { return Ok(()) };
            let (shown, weak) = (games.clone(), app.downgrade());
            answer_searches(app.upcast_ref(), connection, games, move |request| {
                let Some(app) = weak.upgrade() else { return };
                // The answer to a search is a future. A future must not run the main loop, as the first window does.
                let (held, shown) = (app.hold(), shown.clone());
                glib::idle_add_local_once(move || {
                    let _held = held;
                    let window = window(app.upcast_ref(), &shown).free();
                    window.present();
                    window.meet(request);
                });
            })
        }
    }

    impl GtkApplicationImpl for Application {}
    impl AdwApplicationImpl for Application {}
}

glib::wrapper! {
    /// The application, which answers the desktop's search from the moment at which it is on the bus.
    pub struct Application(ObjectSubclass<imp::Application>)
        @extends adw::Application, gtk::Application, gio::Application,
        @implements gio::ActionGroup, gio::ActionMap;
}

/// A search from the desktop goes on with the next letter: the games stay known for so long, in
/// milliseconds.
const LINGERS: u32 = 60_000;
/// How long the end of the process waits for the trash, and then for the last lines to be on the disk.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the application until its last window is closed, and looks into the files, if there are any.
///
/// # Errors
/// A sentence where there is no display.
pub fn run(as_service: bool, files: &[PathBuf]) -> Result<ExitCode, String> {
    if !as_service && gtk::init().is_err() {
        return Err(gettext(
            "There is no display to open a window on. Play in the terminal with: rank-and-file --text",
        ));
    }
    gio::resources_register_include!("rank-and-file.gresource")
        .map_err(|error| error.to_string())?;
    let service = match as_service {
        true => gio::ApplicationFlags::IS_SERVICE,
        false => gio::ApplicationFlags::empty(),
    };
    let folder = Folder::new(config::games_folder());
    let index = library::index_path(&config::cache_folder(), &folder);
    let games = SavedGames::new(folder, index).with_players(config::players_file());
    let app: Application = glib::Object::builder()
        .property("application-id", config::APP_ID)
        .property("resource-base-path", config::RESOURCE_PATH)
        .property("flags", service | gio::ApplicationFlags::HANDLES_OPEN)
        .build();
    app.imp().games.set(games.clone()).ok();
    if as_service {
        app.set_inactivity_timeout(LINGERS);
    }
    let hear = weak!(app, |app, signal| app.imp().told.set(Some(signal)));
    let own = app.clone();
    let app: adw::Application = app.upcast();
    end_when_told(&app, &games, hear);
    let shared = games.clone();
    app.connect_startup(move |app| {
        set_up(app, &shared);
        arrivals::follow(app, &shared, window);
        follow_settings(app);
        follow_letters();
    });
    let visited = games.clone();
    app.connect_open(move |app, files, _| {
        let window = window(app, &visited).free();
        window.present();
        window.open_files(files);
    });
    app.connect_activate(move |app| {
        let window = window(app, &games);
        window.present();
        tell_next_frame(&window, "first frame");
    });
    // As addresses, names of files may have any bytes.
    let files = files
        .iter()
        .map(|path| gio::File::for_path(path).uri().into());
    let arguments: Vec<String> = std::iter::once("rank-and-file".to_owned())
        .chain(files)
        .collect();
    let status = app.run_with_args(&arguments);
    if !finish_writing(PATIENCE) {
        tracing::error!("the disk did not take the last lines in time");
    }
    if let Some(signal) = own.imp().told.get() {
        return Ok(ExitCode::from(signals::exit_status(signal)));
    }
    Ok(if status == glib::ExitCode::SUCCESS {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The window that was used last, or a new one.
fn window(app: &adw::Application, games: &SavedGames) -> Window {
    open(app).unwrap_or_else(|| Window::new(app, games))
}

/// The open window of a kind that was used last.
fn open<Kind: IsA<gtk::Window>>(app: &adw::Application) -> Option<Kind> {
    let mut windows = app.windows().into_iter();
    windows.find_map(|window| window.downcast().ok())
}

/// Shows the preferences, once for all windows.
fn preferences(app: &adw::Application, games: &SavedGames) {
    let shown = open::<PreferencesWindow>(app).unwrap_or_else(|| {
        let window = window(app, games);
        window.present();
        PreferencesWindow::new(&window)
    });
    shown.present();
}

/// Goes on with the game that was left last, if there is one; a window in which a game is played stays as it is.
fn go_on(app: &adw::Application, games: &SavedGames) {
    let window = window(app, games);
    window.present();
    if window.is_played_in() {
        return;
    }
    let games = games.clone();
    glib::spawn_future_local(async move {
        games.once_known().await;
        if let Some(game) = games.last_unfinished() {
            window.meet(Request::Act(GameAction::Open, game));
        }
    });
}

/// Shows 2048, of which there is one game only.
fn twenty48(app: &adw::Application) {
    match open::<Twenty48Window>(app) {
        Some(window) => window.call(),
        None => Twenty48Window::open(app),
    }
}

/// Has the icons in header bars grow with the letters of the desktop: in halves of their grid, where they stay sharp, and
/// no farther than their buttons have room in the narrowest window.
fn follow_letters() {
    let (Some(display), Some(settings)) = (gdk::Display::default(), gtk::Settings::default())
    else {
        return;
    };
    let style = gtk::CssProvider::new();
    let priority = gtk::STYLE_PROVIDER_PRIORITY_APPLICATION;
    gtk::style_context_add_provider_for_display(&display, &style, priority);
    let grow = move |settings: &gtk::Settings| {
        let letters = f64::from(settings.gtk_xft_dpi()) / (96.0 * 1024.0);
        let size = 8.0 * (2.0 * letters).floor().clamp(2.0, 3.0);
        style.load_from_data(&format!(
            "headerbar image {{ -gtk-icon-size: {size}px; }} windowcontrols image {{ -gtk-icon-size: 16px; }}"
        ));
    };
    grow(&settings);
    settings.connect_gtk_xft_dpi_notify(grow);
}

fn set_up(app: &adw::Application, games: &SavedGames) {
    glib::set_application_name(&gettext("Rank & File"));
    gtk::Window::set_default_icon_name(config::APP_ID);
    type Act = fn(&adw::Application, &SavedGames);
    let acts: [(&str, Act); 7] = [
        ("quit", |app, _| quit(app)),
        ("about", |app, _| about::show(app.active_window().as_ref())),
        ("preferences", preferences),
        ("twenty48", |app, _| twenty48(app)),
        ("new-game", |app, games| {
            let window = window(app, games);
            window.present();
            WidgetExt::activate_action(&window, "win.new-game", None).ok();
        }),
        ("continue", go_on),
        ("new-window", |app, games| Window::new(app, games).present()),
    ];
    for (name, act) in acts {
        let (action, games) = (gio::SimpleAction::new(name, None), games.clone());
        action.connect_activate(weak!(app, |app, _, _| act(&app, &games)));
        app.add_action(&action);
    }
    let pages = GAME_KEYS.into_iter().chain(EDITOR_KEYS);
    for (action, key) in KEYS.into_iter().chain(pages).chain(TWENTY48_KEYS) {
        app.set_accels_for_action(action, &[key]);
    }
}

/// Boards look, and messages are spoken, as the settings say, from now on and as soon as they are changed.
fn follow_settings(app: &adw::Application) {
    let settings = Settings::new();
    let dress = |settings: &Settings| {
        let style = adw::StyleManager::default();
        style.set_color_scheme(match settings.get(preferences::STYLE) {
            Style::System => adw::ColorScheme::Default,
            Style::Light => adw::ColorScheme::ForceLight,
            Style::Dark => adw::ColorScheme::ForceDark,
        });
    };
    dress(&settings);
    settings.connect_changed(&preferences::STYLE, dress);
    set_appearance(&settings.appearance());
    let look = |settings: &Settings| set_appearance(&settings.appearance());
    settings.connect_changed(&preferences::THEME, look);
    settings.connect_changed(&preferences::PIECES, look);
    settings.connect_changed(&preferences::COORDINATES, look);
    settings.connect_changed(&preferences::ANIMATIONS, look);
    settings.connect_changed(&preferences::LARGE, look);
    let speak = |settings: &Settings| speak_aloud(settings.get(preferences::SPEECH));
    speak(&settings);
    settings.connect_changed(&preferences::SPEECH, speak);
    settings.say_moves();
    settings.connect_changed(&preferences::SPOKEN_MOVES, Settings::say_moves);
    // They tell of changes only as long as they are held.
    app.connect_shutdown(move |_| {
        let _held = &settings;
    });
}

/// Closes every window, each of which may ask first.
fn quit(app: &adw::Application) {
    for window in app.windows() {
        window.close();
    }
}

/// Leaves the games and ends the application when a signal tells it to; `told` gets the signal first. What moves to the
/// trash is there by then, also where that began before.
fn end_when_told(
    app: &adw::Application,
    games: &SavedGames,
    told: impl Fn(Signal) + Clone + 'static,
) {
    for signal in signals::that_end() {
        let (app, games, told) = (app.downgrade(), games.clone(), told.clone());
        glib::unix_signal_add_local(signal.as_raw(), move || {
            if let Some(app) = app.upgrade() {
                told(signal);
                Window::all(&app).for_each(|window| window.let_go());
                after(&app, PATIENCE, |app| app.quit());
                let games = games.clone();
                glib::spawn_future_local(async move {
                    games.trashed().await;
                    app.quit();
                });
            }
            glib::ControlFlow::Continue
        });
    }
}
