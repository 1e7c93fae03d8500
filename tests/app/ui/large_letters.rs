//! Letters of twice the usual size, in a window as narrow as a phone.

use gtk::prelude::*;
use palette::Srgb;
use palette::color_difference::Wcag21RelativeContrast;
use rank_and_file::model::{Game, Settings, Turning, preferences};
use rank_and_file::ui::{
    Board, EditorPage, GamePage, HeadToHeadPage, Pairing, PlayerBar, PlayerNamesPage, PlayerPage,
    PlayersPage, SavedGamesPage, StartPage, Table,
};
use rank_and_file_core::chess::{Action, start_position};
use rank_and_file_core::library::Query;
use rank_and_file_core::record::log::Header;

use crate::desk::stage::{Stage, StyleSheet, below, bounds};
use crate::desk::{Games, START, play, until, with_display};

use super::beside_the_board::bar;

const NARROW: i32 = 360;
const LONG: &str = "Ekaterina Aleksandrovna Vorobyova-Konstantinopolskaya";

/// Letters are so large, and windows look as where there is little room, for as long as it lives.
struct LargeLetters {
    settings: gtk::Settings,
    _style: StyleSheet,
    before: (i32, Option<glib::GString>),
}

impl LargeLetters {
    fn new() -> Self {
        let settings = gtk::Settings::default().unwrap();
        let before = (settings.gtk_xft_dpi(), settings.gtk_decoration_layout());
        settings.set_gtk_xft_dpi(2 * 96 * 1024);
        settings.set_gtk_decoration_layout(Some(":close"));
        Self {
            settings,
            _style: StyleSheet::new(),
            before,
        }
    }
}

impl Drop for LargeLetters {
    fn drop(&mut self) {
        self.settings.set_gtk_xft_dpi(self.before.0);
        self.settings
            .set_gtk_decoration_layout(self.before.1.as_deref());
    }
}

fn least_width(widget: &impl IsA<gtk::Widget>) -> i32 {
    widget.measure(gtk::Orientation::Horizontal, -1).0
}

#[test]
fn every_page_has_room_in_a_narrow_window() {
    with_display(|| {
        let _large = LargeLetters::new();
        let games = Games::new();
        let saved = games.saved();
        let settings = Settings::new();
        let (ended, offered) = (games.begin(START), games.begin(START));
        play(&ended, "f3 e5 g4 Qh4#");
        play(&offered, "e4 e5");
        offered.act(Action::OfferDraw).unwrap();
        saved.load();
        until("the games are known", || saved.count() == 2);
        let pages: [(&str, gtk::Widget); 9] = [
            ("start", {
                let page = StartPage::new(&settings);
                page.show_games(&saved);
                page.upcast()
            }),
            ("names", PlayerNamesPage::new(&settings, &saved).upcast()),
            ("a position that is set up", EditorPage::default().upcast()),
            ("saved games", {
                let page = SavedGamesPage::new(&settings, &saved);
                page.open(&Query::default());
                page.upcast()
            }),
            ("an offer", {
                let page = GamePage::new(&settings, &saved);
                page.open(&offered);
                page.upcast()
            }),
            ("the end", {
                let page = GamePage::new(&settings, &saved);
                page.open(&ended);
                page.upcast()
            }),
            ("players", PlayersPage::new(&saved).upcast()),
            ("a player", {
                let page = PlayerPage::new(&saved);
                page.open("Ann");
                page.upcast()
            }),
            ("head to head", {
                let page = HeadToHeadPage::new(&saved);
                page.open("Ann", "Ben");
                page.upcast()
            }),
        ];
        for (name, page) in pages {
            let _stage = Stage::show(&page, NARROW, 720);
            let width = least_width(&page);
            assert!(width <= NARROW, "{name}: {width}");
            let rows = ["RfSavedGameRow", "RfPlayerRow"].map(|kind| below(&page, kind));
            for row in rows.iter().flatten() {
                let width = least_width(row);
                assert!(width <= NARROW - 36, "a row of {name}: {width}");
            }
        }
    });
}

#[test]
fn an_offer_is_read_to_its_end_and_covers_nothing() {
    with_display(|| {
        let _large = LargeLetters::new();
        let games = Games::new();
        let header = Header {
            white: LONG.to_owned(),
            black: "Ben".to_owned(),
            ..Header::bare()
        };
        let game = Game::begin(&games.folder(), header, start_position());
        play(&game, "e4 e5");
        game.act(Action::OfferDraw).unwrap();
        let asked: PlayerBar = bar(true);
        asked.set_game(Some(&game));
        let table: Table = glib::Object::new();
        let board = Board::default();
        table.set_top(Some(asked.upcast_ref::<gtk::Widget>()));
        table.set_board(Some(board.upcast_ref::<gtk::Widget>()));
        let _stage = Stage::show(&table, NARROW, 720);
        let labels = below(&asked, "GtkLabel");
        let words = labels
            .into_iter()
            .filter_map(|label| label.downcast::<gtk::Label>().ok())
            .find(|label| label.label().ends_with("offers a draw"))
            .unwrap();
        assert!(!words.layout().is_ellipsized(), "{}", words.label());
        let (words, above) = (bounds(&words, &table), bounds(&board, &table));
        assert!(words.y() >= 0.0 && words.y() + words.height() <= above.y());
    });
}

#[test]
fn captured_pieces_grow_with_the_letters() {
    with_display(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 d5 exd5");
        let asked: PlayerBar = bar(true);
        asked.set_game(Some(&game));
        let _stage = Stage::show(&asked, 480, 80);
        let tray = below(&asked, "RfCapturedTray").remove(0);
        let high = || tray.measure(gtk::Orientation::Vertical, -1).1;
        let usual = high();
        let large = LargeLetters::new();
        until("the pieces have grown", || high() == usual * 2);
        drop(large);
        until("they are as before", || high() == usual);
    });
}

#[test]
fn what_is_pressed_on_the_whole_screen_and_face_to_face_is_as_large_as_a_finger() {
    with_display(|| {
        let large = LargeLetters::new();
        let settings = gtk::Settings::default().unwrap();
        settings.set_gtk_xft_dpi(96 * 1024);
        let games = Games::new();
        let saved = games.saved();
        let chosen = Settings::new();
        let game = games.begin(START);
        play(&game, "e4 e5");
        let page = GamePage::new(&chosen, &saved);
        page.open(&game);
        let _stage = Stage::show(&page, 1000, 760);
        game.act(Action::OfferDraw).unwrap();
        let least = || {
            let buttons = below(&page, "GtkButton")
                .into_iter()
                .filter(|button| button.is_mapped());
            let sides = buttons.flat_map(|button| [button.width(), button.height()]);
            sides.min().unwrap()
        };
        until("there are buttons", || least() > 0);
        assert!(least() < 44, "{}", least());
        chosen.set(preferences::TURNING, &Turning::FaceToFace);
        until("all are large", || least() >= 44);
        chosen.set(preferences::TURNING, &Turning::Never);
        until("they are as before", || least() < 44);
        page.set_full_screen(true);
        page.set_panel_shown(true);
        until("all are large", || least() >= 44);
        drop(large);
    });
}

#[test]
fn what_a_side_is_ahead_is_read() {
    with_display(|| {
        let games = Games::new();
        let game = games.begin(START);
        play(&game, "e4 d5 exd5");
        let white: PlayerBar = bar(false);
        white.set_game(Some(&game));
        let _stage = Stage::show(&white, 480, 80);
        let labels = below(&white, "GtkLabel").into_iter();
        let mut labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
        let ahead = labels.find(|label| label.label() == "+1").unwrap();
        assert!(
            !ahead.has_css_class("dim-label"),
            "nothing makes it fainter"
        );
        let style = ahead.style_context();
        let (text, ground) = (
            style.color(),
            style.lookup_color("window_bg_color").unwrap(),
        );
        let mixed = |text: f32, ground: f32| {
            text * style.color().alpha() + ground * (1.0 - style.color().alpha())
        };
        let seen = Srgb::new(
            mixed(text.red(), ground.red()),
            mixed(text.green(), ground.green()),
            mixed(text.blue(), ground.blue()),
        );
        let ground = Srgb::new(ground.red(), ground.green(), ground.blue());
        assert!(seen.relative_contrast(ground) >= 4.5, "{seen:?}");
    });
}

#[test]
fn names_that_are_too_long_for_one_line_take_two() {
    with_display(|| {
        for (stacks, lines) in [(true, 2), (false, 1)] {
            let pairing = Pairing::default();
            pairing.set_stacks(stacks);
            pairing.show("Aleksandrovna", "Konstantinopolskaya");
            let high = |width| pairing.measure(gtk::Orientation::Vertical, width).1;
            assert_eq!(high(180), lines * high(1000));
        }
    });
}
