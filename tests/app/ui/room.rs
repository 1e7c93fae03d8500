//! How much room each part of the page gets, in narrow and wide windows, and in languages of either direction.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use gtk::prelude::*;
use rank_and_file::model::Settings;
use rank_and_file::ui::{
    Board, ButtonRow, EditorPage, GamePage, Pairing, PlayerNamesPage, SavedGamesPage, StartPage,
    Table,
};
use rank_and_file_core::chess::{Action, Color};
use rank_and_file_core::library::Query;

use crate::desk::stage::{Stage, StyleSheet, below, bounds, shown, square_of};
use crate::desk::{
    Games, Haste, START, pass, play, settle, square, until, until_at_last, with_display,
};

#[test]
fn the_table_gives_the_board_what_room_there_is() {
    with_display(|| {
        for (width, height, beside) in [
            (1100, 700, true),
            (800, 600, true),
            (360, 640, false),
            (600, 900, false),
            (1600, 420, true),
        ] {
            let table: Table = glib::Object::new();
            let part = |high: i32| {
                gtk::Label::builder()
                    .height_request(high)
                    .build()
                    .upcast::<gtk::Widget>()
            };
            let (top, bottom, panel) = (part(32), part(32), part(120));
            let board = Board::default().upcast::<gtk::Widget>();
            table.set_top(Some(&top));
            table.set_board(Some(&board));
            table.set_bottom(Some(&bottom));
            table.set_panel(Some(&panel));
            let _stage = Stage::show(&table, width, height);
            let size = format!("{width} x {height}");
            let [top, board, bottom, panel] =
                [&top, &board, &bottom, &panel].map(|child| bounds(child, &table));
            assert_eq!(board.width(), board.height(), "{size}");
            assert_eq!(board.width() % 8.0, 0.0, "{size}");
            for child in [&top, &board, &bottom, &panel] {
                assert!(child.x() >= 0.0 && child.y() >= 0.0, "{size}");
                assert!(child.x() + child.width() <= width as f32, "{size}");
                assert!(child.y() + child.height() <= height as f32, "{size}");
            }
            assert!(top.y() + top.height() <= board.y(), "{size}");
            assert!(board.y() + board.height() <= bottom.y(), "{size}");
            if beside {
                assert!(board.x() + board.width() < panel.x(), "{size}");
            } else {
                assert!(bottom.y() + bottom.height() <= panel.y(), "{size}");
            }
            assert_eq!(table.panel_below(), !beside, "{size}");
            // No other arrangement would leave the board a whole row of pixels more.
            let room = (width as f32).min(height as f32 - 64.0);
            assert!(board.width() > room * 0.5, "{size}: {}", board.width());
        }
    });
}

/// With buttons for fingers a panel needs more than usual.
#[test]
fn a_wide_panel_beside_the_board_has_all_of_its_width() {
    with_display(|| {
        let table: Table = glib::Object::new();
        let board = Board::default().upcast::<gtk::Widget>();
        let panel = gtk::Label::builder().width_request(372).height_request(300);
        let panel = panel.build();
        let panel = panel.upcast::<gtk::Widget>();
        table.set_board(Some(&board));
        table.set_panel(Some(&panel));
        let _stage = Stage::show(&table, 900, 700);
        let [board, panel] = [&board, &panel].map(|child| bounds(child, &table));
        assert!(panel.width() >= 372.0 && panel.x() + panel.width() <= 900.0);
        assert!(board.x() + board.width() < panel.x());
    });
}

#[test]
fn a_board_that_is_studied_keeps_most_of_the_width_above_a_high_panel() {
    with_display(|| {
        let table: Table = glib::Object::new();
        let board = Board::default().upcast::<gtk::Widget>();
        let panel = gtk::Label::builder().height_request(400).build();
        table.set_board(Some(&board));
        table.set_panel(Some(&panel.upcast::<gtk::Widget>()));
        let page = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .child(&table)
            .build();
        let stage = Stage::show(&page, 360, 540);
        let width = || bounds(&board, &table).width();
        assert!(width() < 216.0, "{}", width());
        table.set_studied(true);
        stage.paint();
        assert!(width() >= 216.0, "{}", width());
        assert!(bounds(&board, &table).x() > 0.0);
        table.set_studied(false);
        stage.paint();
        assert!(width() < 216.0, "{}", width());
    });
}

#[test]
fn what_stands_beside_the_board_is_as_high_and_on_the_outer_side() {
    with_display(|| {
        for (width, height, direction) in [
            (1100, 700, gtk::TextDirection::Ltr),
            (1100, 700, gtk::TextDirection::Rtl),
            (360, 640, gtk::TextDirection::Ltr),
            (360, 640, gtk::TextDirection::Rtl),
        ] {
            let table: Table = glib::Object::new();
            table.set_direction(direction);
            let board = Board::default().upcast::<gtk::Widget>();
            let gauge = gtk::Label::builder().width_request(20).build();
            let gauge = gauge.upcast::<gtk::Widget>();
            let panel = gtk::Label::builder().height_request(120).build();
            table.set_board(Some(&board));
            table.set_gauge(Some(&gauge));
            table.set_panel(Some(&panel.upcast::<gtk::Widget>()));
            let _stage = Stage::show(&table, width, height);
            let size = format!("{width} x {height}, {direction:?}");
            let with = bounds(&board, &table);
            let beside = bounds(&gauge, &table);
            assert_eq!(beside.width(), 20.0, "{size}");
            assert_eq!(
                (beside.y(), beside.height()),
                (with.y(), with.height()),
                "{size}"
            );
            let apart = match direction {
                gtk::TextDirection::Rtl => beside.x() - with.x() - with.width(),
                _ => with.x() - beside.x() - beside.width(),
            };
            assert!((1.0..8.0).contains(&apart), "{size}: {apart}");
            assert!(beside.x() >= 0.0, "{size}");
            assert!(beside.x() + beside.width() <= width as f32, "{size}");
            gauge.set_visible(false);
            settle();
            assert!(bounds(&board, &table).width() >= with.width(), "{size}");
        }
    });
}

#[test]
fn buttons_share_a_row_where_all_their_words_fit() {
    with_display(|| {
        for (width, direction) in [
            (600, gtk::TextDirection::Ltr),
            (600, gtk::TextDirection::Rtl),
            (300, gtk::TextDirection::Ltr),
            (180, gtk::TextDirection::Ltr),
        ] {
            let row: ButtonRow = glib::Object::new();
            row.set_direction(direction);
            row.set_valign(gtk::Align::Start);
            for words in ["The Most Wanted", "Something Else", "Neither"] {
                gtk::Button::with_label(words).set_parent(&row);
            }
            let _stage = Stage::show(&row, width, 200);
            let places: Vec<_> = below(&row, "GtkButton")
                .iter()
                .map(|button| bounds(button, &row))
                .collect();
            let [first, second, third] = places.as_slice() else {
                panic!("three buttons, not {places:?}");
            };
            for place in &places {
                assert!(place.x() >= 0.0 && place.x() + place.width() <= row.width() as f32);
                assert!(place.y() + place.height() <= row.height() as f32);
            }
            let (left, right) = match direction {
                gtk::TextDirection::Rtl => (third, second),
                _ => (second, third),
            };
            if width < 200 {
                assert!(first.y() + first.height() <= second.y(), "{width}");
                assert!(second.y() + second.height() <= third.y(), "{width}");
                continue;
            }
            assert_eq!(second.y(), third.y(), "{width}");
            assert!(left.x() + left.width() <= right.x(), "{width}");
            if width < 400 {
                assert!(first.y() + first.height() <= second.y(), "{width}");
                assert_eq!(first.width(), row.width() as f32);
            } else {
                assert_eq!(first.y(), second.y(), "{width}");
            }
        }
    });
}

#[test]
fn neither_of_two_long_names_is_lost() {
    with_display(|| {
        let (long, short) = ("Ekaterina Vorobyova-Konstantinopolskaya", "Ben");
        for (white, black) in [(long, short), (short, long), (long, long)] {
            let pairing = Pairing::default();
            pairing.show(white, black);
            pairing.set_halign(gtk::Align::Start);
            let place = gtk::Box::default();
            place.set_size_request(200, -1);
            place.set_overflow(gtk::Overflow::Hidden);
            place.append(&pairing);
            let _stage = Stage::show(&place, 200, 40);
            assert_eq!(pairing.full(), format!("{white} – {black}"));
            let names: Vec<_> = below(&pairing, "GtkLabel")
                .into_iter()
                .filter_map(|label| label.downcast::<gtk::Label>().ok())
                .filter(|label| label.label() != "–")
                .collect();
            assert_eq!(names.len(), 2);
            for name in names {
                // The short name is whole, and of the long one there is something to be read.
                let cut = name.layout().is_ellipsized();
                assert_eq!(cut, name.label() == long, "{white} – {black}");
                assert!(name.width() > 20, "{white} – {black}: {}", name.width());
            }
        }
    });
}

#[test]
fn from_right_to_left_the_panel_is_at_the_left_and_the_board_is_not_mirrored() {
    with_display(|| {
        let table: Table = glib::Object::new();
        table.set_direction(gtk::TextDirection::Rtl);
        let part = || gtk::Label::new(Some("here")).upcast::<gtk::Widget>();
        let (top, bottom, panel) = (part(), part(), part());
        let board = Board::default();
        board.set_direction(gtk::TextDirection::Rtl);
        table.set_top(Some(&top));
        table.set_board(Some(board.upcast_ref::<gtk::Widget>()));
        table.set_bottom(Some(&bottom));
        table.set_panel(Some(&panel));
        let _stage = Stage::show(&table, 1100, 700);
        let at = |child: &gtk::Widget| bounds(child, &table);
        let (board_at, panel_at) = (at(board.upcast_ref()), at(&panel));
        assert!(panel_at.x() >= 0.0);
        assert!(panel_at.x() + panel_at.width() < board_at.x());
        assert!(board_at.x() + board_at.width() <= 1100.0);
        for bar in [&top, &bottom] {
            assert_eq!(at(bar).x(), board_at.x());
            assert_eq!(at(bar).width(), board_at.width());
        }
        let corner = |name: &str| bounds(&square_of(&board, square(name)), &board);
        assert!(
            corner("a1").x() < corner("h1").x(),
            "the a-file is left for White"
        );
    });
}

#[test]
fn below_the_board_a_panel_has_room_for_all_its_words() {
    with_display(|| {
        let table: Table = glib::Object::new();
        let panel = gtk::Label::builder()
            .label("Knight captures on e5, check. ".repeat(40))
            .wrap(true)
            .build();
        let board = Board::default();
        table.set_board(Some(board.upcast_ref::<gtk::Widget>()));
        table.set_panel(Some(panel.upcast_ref::<gtk::Widget>()));
        let _stage = Stage::show(&table, 600, 800);
        let (board, panel_at) = (bounds(&board, &table), bounds(&panel, &table));
        assert!(board.width() >= 280.0, "{}", board.width());
        let needed = panel
            .measure(gtk::Orientation::Vertical, panel_at.width() as i32)
            .0;
        assert!(
            panel_at.height() >= needed as f32,
            "{panel_at:?} for {needed}"
        );
        assert!(panel_at.y() >= board.y() + board.height());
        assert!(panel_at.y() + panel_at.height() <= 800.0);
    });
}

#[test]
fn the_arrows_keep_their_place_from_the_first_move_to_the_review() {
    with_display(|| {
        let _style = StyleSheet::new();
        for (width, height) in [(360, 720), (800, 700), (1400, 900)] {
            let games = Games::new();
            let saved = games.saved();
            let page = GamePage::new(&Settings::new(), &saved);
            let stage = Stage::show(&page, width, height);
            let game = games.begin(START);
            page.open(&game);
            play(&game, "e4 e5 Bc4 Nc6 Qh5 Nf6");
            let places = || {
                stage.paint();
                let names = [
                    "Starting Position",
                    "One Move Back",
                    "One Move Forward",
                    "Current Position",
                ];
                let buttons = below(&page, "GtkButton").into_iter();
                let arrows = buttons.filter(|button| {
                    let name = button.tooltip_text().unwrap_or_default();
                    button.is_mapped() && names.contains(&name.as_str())
                });
                arrows
                    .map(|arrow| bounds(&arrow, &page))
                    .collect::<Vec<_>>()
            };
            let playing = places();
            assert_eq!(playing.len(), 4);
            for arrow in &playing {
                assert!(arrow.y() + arrow.height() <= height as f32, "{arrow:?}");
            }
            play(&game, "Qxf7#");
            until("the game can be studied", || game.can_be_studied());
            assert_eq!(places(), playing, "at the end, {width} x {height}");
            page.activate_action("game.review", None).unwrap();
            until("the review is there", || {
                below(&page, "RfReviewPanel")[0].is_mapped()
            });
            assert_eq!(places(), playing, "in the review, {width} x {height}");
            page.close();
        }
    });
}

#[test]
fn in_a_narrow_window_no_heading_is_cut() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        games.lay(2, |number| format!("Ann {number}"));
        saved.load();
        until("the games are known", || saved.count() == 2);
        let settings = Settings::new();
        let search = SavedGamesPage::new(&settings, &saved);
        search.open(&Query::default());
        // A title that has no room is not there.
        let pages: [(gtk::Widget, Option<&str>); 4] = [
            (StartPage::new(&settings).upcast(), Some("title")),
            (search.upcast(), Some("placeholder")),
            (
                PlayerNamesPage::new(&settings, &saved).upcast(),
                Some("title"),
            ),
            (EditorPage::default().upcast(), None),
        ];
        for (page, wanted) in pages {
            let stage = Stage::show(&page, 360, 720);
            stage.paint();
            let labels = shown(&page, "GtkLabel").into_iter();
            let labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
            let is =
                |label: &gtk::Label, kind| label.has_css_class(kind) || label.css_name() == kind;
            let headings = labels.filter(|label| {
                let mut kinds = ["title", "subtitle", "placeholder"].into_iter();
                kinds.any(|kind| is(label, kind))
            });
            let headings: Vec<_> = headings.collect();
            let there = |kind| headings.iter().any(|label| is(label, kind));
            assert!(wanted.is_none_or(there), "{wanted:?}");
            for heading in headings {
                let cut = heading.layout().is_ellipsized();
                assert!(!cut, "{}", heading.label());
            }
        }
    });
}

/// The board and the bars of its players stay where they are when a game ends in a narrow window. In a low one, they are
/// still there while it is reviewed.
#[test]
fn the_end_of_a_game_takes_no_room_from_the_board() {
    with_display(|| {
        let _style = StyleSheet::new();
        let _haste = Haste::times(10);
        for (width, height) in [(360, 640), (360, 720), (640, 400)] {
            let games = Games::new();
            let saved = games.saved();
            let page = GamePage::new(&Settings::new(), &saved);
            let stage = Stage::show(&page, width, height);
            let game = games.begin(START);
            page.open(&game);
            play(&game, "f3 e5 g4");
            stage.paint();
            let place = |kind: &str, number: usize| bounds(&below(&page, kind)[number], &page);
            let size = format!("{width} x {height}");
            let before = place("RfBoard", 0);
            play(&game, "Qh4");
            until("it can be reviewed", || game.can_be_studied());
            stage.paint();
            assert_eq!(place("RfBoard", 0), before, "{size}, at once");
            pass(Duration::from_secs(1));
            stage.paint();
            assert_eq!(place("RfBoard", 0), before, "{size}");
            page.activate_action("game.review", None).unwrap();
            stage.paint();
            pass(Duration::from_secs(1));
            stage.paint();
            for number in [0, 1] {
                let bar = place("RfPlayerBar", number);
                assert!(bar.y() + bar.height() <= page.height() as f32, "{size}");
            }
            assert!(place("RfBoard", 0).width() <= before.width(), "{size}");
        }
    });
}

/// What is asked at a turning point, and the hint that follows it, can be read without scrolling.
#[test]
fn what_a_review_says_is_in_sight_in_narrow_and_in_low_windows() {
    with_display(|| {
        let _style = StyleSheet::new();
        for (width, height) in [(360, 640), (640, 400)] {
            let games = Games::new();
            let saved = games.saved();
            let page = GamePage::new(&Settings::new(), &saved);
            let stage = Stage::show(&page, width, height);
            let game = games.begin(START);
            page.open(&game);
            play(&game, "f3 e5 g4 Qh4");
            until("it can be reviewed", || game.can_be_studied());
            page.activate_action("game.review", None).unwrap();
            let button = |name: &str| {
                let buttons = shown(&page, "GtkButton").into_iter();
                let mut buttons = buttons.filter_map(|one| one.downcast::<gtk::Button>().ok());
                buttons.find(|one| {
                    one.is_sensitive() && one.label().is_some_and(|label| label == name)
                })
            };
            until_at_last("there is a turning point", || button("Next").is_some());
            button("Next").unwrap().emit_clicked();
            until("it is asked", || {
                game.status().contains("find something better")
            });
            stage.paint();
            stage.paint();
            button("Hint").unwrap().emit_clicked();
            stage.paint();
            let labels = shown(&page, "GtkLabel").into_iter();
            let mut labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
            let status = labels.find(|label| label.has_css_class("status")).unwrap();
            let middle = bounds(&status, &page).center().y();
            let text_ends = middle + status.layout().pixel_size().1 as f32 / 2.0;
            let lowest = match page.width() < page.height() {
                true => bounds(&shown(&page, "GtkToggleButton")[0], &page).y(),
                false => page.height() as f32,
            };
            assert!(
                text_ends <= lowest,
                "{width} x {height}: {text_ends} of {lowest}"
            );
        }
    });
}

#[test]
fn the_button_that_starts_a_game_leaves_the_title_its_room() {
    with_display(|| {
        let games = Games::new();
        let page = PlayerNamesPage::new(&Settings::new(), &games.saved());
        let stage = Stage::show(&page, 900, 700);
        page.open(&stage.window);
        let start = || {
            let start = stage.window.default_widget();
            start.expect("Enter starts the game")
        };
        let title = || {
            let mut labels = shown(&page, "GtkLabel").into_iter();
            labels.any(|label| label.has_css_class("title"))
        };
        let low = || bounds(&start(), &page).y() > page.height() as f32 * 0.8;
        for (width, below) in [(900, false), (360, true), (900, false)] {
            stage.window.set_default_size(width, 640);
            until(&format!("{width}: it is in its place"), || {
                page.width() == width && low() == below
            });
            stage.paint();
            assert!(title() && start().is_mapped(), "{width}");
            assert_eq!(below, start().width() > 300, "{width}");
            let all = shown(&page, "GtkButton").into_iter();
            let starts = all.filter(|button| button.has_css_class("suggested-action"));
            assert_eq!(starts.collect::<Vec<_>>(), [start()], "{width}");
        }
        // The keyboard stays on it.
        start().grab_focus();
        stage.window.set_default_size(360, 640);
        until("it is below", low);
        assert!(start().has_focus());
    });
}

#[test]
fn the_button_that_starts_a_game_follows_a_window_that_changed_behind_another_page() {
    with_display(|| {
        let games = Games::new();
        let page = PlayerNamesPage::new(&Settings::new(), &games.saved());
        let (stack, other) = (gtk::Stack::new(), gtk::Label::new(Some("Other")));
        stack.add_child(&page);
        stack.add_child(&other);
        let stage = Stage::show(&stack, 360, 640);
        page.open(&stage.window);
        let low = || {
            let start = stage.window.default_widget();
            bounds(&start.expect("Enter starts the game"), &page).y() > page.height() as f32 * 0.8
        };
        until("it is below", low);
        for (width, below) in [(900, false), (360, true)] {
            stack.set_visible_child(&other);
            stage.window.set_default_size(width, 640);
            until("the window has its size", || {
                other.is_mapped() && other.width() == width
            });
            stack.set_visible_child(&page);
            page.open(&stage.window);
            until("the page has it, too", || {
                page.is_mapped() && page.width() == width
            });
            until("the button is in its place", || low() == below);
        }
    });
}

#[test]
fn a_press_meant_for_what_was_there_before_does_nothing() {
    with_display(|| {
        let _style = StyleSheet::new();
        let games = Games::new();
        let saved = games.saved();
        let page = GamePage::new(&Settings::new(), &saved);
        let wanted = Rc::new(Cell::new(0));
        let counted = wanted.clone();
        page.connect_rematch(move |_, _| counted.set(counted.get() + 1));
        let mut stage = Stage::show(&page, 360, 720);
        if !stage.has_pointer("a_press_meant_for_what_was_there_before_does_nothing") {
            return;
        }
        let game = games.begin(START);
        page.open(&game);
        play(&game, "e4 e5");
        let offered = || {
            let rows = shown(&page, "RfButtonRow").into_iter();
            let mut rows = rows.filter(|row| row.has_css_class("player-actions"));
            // Until the window has been laid out, there is none.
            let row = rows.next();
            assert_eq!(rows.count(), 0, "one row at a time");
            let buttons = row.map(|row| below(&row, "GtkButton")).unwrap_or_default();
            let buttons = buttons.into_iter().filter(WidgetExt::is_mapped);
            buttons.collect::<Vec<_>>()
        };
        let reviews = || below(&page, "RfReviewPanel")[0].is_mapped();
        let pressed = || {
            stage.paint();
            for button in offered() {
                stage.click(stage.middle(&button));
            }
        };
        let stopped = Haste::times(0);
        game.act(Action::Resign(Color::White))
            .expect("it is played");
        until("the result is shown", || {
            page.activate_action("game.rematch", None).is_ok() && wanted.get() > 0
        });
        wanted.set(0);
        until("all of it is there", || offered().len() > 1);
        pressed();
        assert_eq!((wanted.get(), reviews()), (0, false), "no press was meant");
        drop(stopped);
        let _haste = Haste::times(1000);
        // It is shown anew, and what is shown has been seen.
        page.set_visible(false);
        page.set_visible(true);
        pass(Duration::from_secs(1));
        pressed();
        until("a press is meant", || wanted.get() == 1);
        until("and another one", reviews);
    });
}
