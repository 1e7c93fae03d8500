//! The second player on the page of names: a person, or the computer at a level.

use adw::prelude::*;
use rank_and_file::model::{FirstColor, Settings, remembered};
use rank_and_file::ui::{LevelRow, PlayerNamesPage};
use rank_and_file_core::engine::{Computer, Level};

use crate::desk::stage::{Message, Stage, assert_said, below, bounds, shown};
use crate::desk::{Games, settle, with_display};

fn scale(widget: &impl IsA<gtk::Widget>) -> gtk::Scale {
    below(widget, "GtkScale").remove(0).downcast().unwrap()
}

fn level(number: u8) -> Computer {
    Computer::Level(Level::new(number).unwrap())
}

#[test]
fn the_computer_has_ten_levels_and_an_engine_is_a_choice_by_its_name() {
    with_display(|| {
        let row: LevelRow = glib::Object::new();
        let list = gtk::ListBox::new();
        list.append(&row);
        let _stage = Stage::show(&list, 360, 200);
        row.set_place(3);
        assert_eq!((row.place(), row.computer()), (3, level(3)));
        let scale = scale(&row);
        assert_said(&row, Message::Name, "Rosa (level 3)");
        assert_said(&scale, Message::Name, "Level");
        assert_said(
            &scale,
            Message::Value,
            "Rosa (level 3), Beginner, rating about 1070. Likes closed games with d4 and solid defenses.",
        );
        // Between two places there is none.
        scale.set_value(4.4);
        assert_eq!((scale.value() as i32, row.computer()), (4, level(4)));
        let choices = || shown(&row, "GtkToggleButton");
        assert!(choices().is_empty(), "there is no engine");
        row.set_place(11);
        assert_eq!((row.place(), row.computer()), (10, level(10)));
        // No such program is here, so what it is able to is not known.
        let fish = || Computer::Engine("/nowhere/goldfish".to_owned());
        row.set_computer(fish());
        assert_eq!((row.place(), row.computer()), (11, fish()));
        assert_said(&row, Message::Name, "goldfish · full strength");
        settle();
        assert!(!scale.is_visible());
        let [built_in, program] = &choices()[..] else {
            panic!("two can be chosen");
        };
        let active = |button: &gtk::Widget| button.property::<bool>("active");
        assert!(active(program) && !active(built_in));
        row.set_computer(level(1));
        assert!(active(built_in) && scale.is_visible());
        assert_said(
            &scale,
            Message::Value,
            "Mia (level 1), Learned the moves, rating about 600. Likes open games with an early e4.",
        );
        program.set_property("active", true);
        assert_eq!(row.computer(), fish());
        // An engine that has gone cannot be chosen.
        row.set_engine(None);
        assert_eq!((row.place(), row.computer()), (1, level(1)));
        assert_said(&row, Message::Name, "Mia (level 1)");
    });
}

#[test]
fn each_level_has_a_face_above_its_place() {
    with_display(|| {
        let row: LevelRow = glib::Object::new();
        let list = gtk::ListBox::new();
        list.append(&row);
        let _stage = Stage::show(&list, 360, 300);
        row.set_place(3);
        settle();
        let faces = || -> Vec<gtk::Image> {
            let images = shown(&row, "GtkImage").into_iter();
            images.filter_map(|image| image.downcast().ok()).collect()
        };
        let names: Vec<_> = faces().iter().filter_map(gtk::Image::icon_name).collect();
        let small = (1..=10).map(|number| format!("opponent-{number}"));
        let all: Vec<String> = std::iter::once("opponent-3".to_owned())
            .chain(small)
            .collect();
        assert_eq!(names, all, "who is chosen is there in large, too");
        let chosen = || -> Vec<usize> {
            let faces = faces().into_iter().skip(1).enumerate();
            let faces = faces.filter(|(_, face)| face.has_css_class("chosen"));
            faces.map(|(place, _)| place + 1).collect()
        };
        assert_eq!(chosen(), [3]);
        scale(&row).set_value(8.0);
        settle();
        assert_eq!(chosen(), [8]);
        assert_eq!(faces()[0].icon_name().as_deref(), Some("opponent-8"));
        for (number, face) in faces().iter().skip(1).enumerate() {
            // Where it stands on the slider, but for what the theme leaves at its ends.
            let middle = |widget: &gtk::Widget| {
                let bounds = bounds(widget, &row);
                bounds.x() + bounds.width() / 2.0
            };
            let slider = bounds(&scale(&row), &row);
            let along = (middle(face.upcast_ref()) - slider.x()) / slider.width();
            let place = number as f32 / 9.0;
            assert!(
                (along - place).abs() < 0.06,
                "{number}: {along} for {place}"
            );
        }
        row.set_computer(Computer::Engine("/nowhere/goldfish".to_owned()));
        settle();
        let names: Vec<_> = faces().iter().filter_map(gtk::Image::icon_name).collect();
        assert_eq!(names, ["opponent-engine"]);
    });
}

#[test]
fn the_computer_is_the_second_player_beside_any_first_one() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let page = PlayerNamesPage::new(&Settings::new(), &saved);
        let _stage = Stage::show(&page, 360, 900);
        let entries = || {
            let entries = shown(&page, "AdwEntryRow").into_iter();
            let entries = entries.filter_map(|row| row.downcast::<adw::EntryRow>().ok());
            entries
                .map(|row| row.text().to_string())
                .collect::<Vec<_>>()
        };
        let level = || {
            shown(&page, "RfLevelRow")
                .pop()
                .map(|_| scale(&page).value())
        };
        let says = |text: &str| {
            let labels = below(&page, "GtkLabel").into_iter();
            let mut labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
            labels.any(|label| label.label() == text)
        };
        page.propose("Ann", "Ben", FirstColor::White);
        settle();
        assert_eq!(
            (entries(), level()),
            (vec!["Ann".into(), "Ben".into()], None)
        );
        page.propose("Computer, level 7", "Cleo", FirstColor::White);
        settle();
        assert_eq!((entries(), level()), (vec!["Cleo".into()], Some(7.0)));
        assert!(says(
            "Amina (level 7) plays White and moves first, Cleo plays Black."
        ));
        page.propose("Cleo", "Computer, level 2", FirstColor::White);
        settle();
        assert_eq!((entries(), level()), (vec!["Cleo".into()], Some(2.0)));
        assert!(says(
            "Cleo plays White and moves first, Leo (level 2) plays Black."
        ));
        // The player who sat there before does so again.
        let toggles = below(&page, "GtkToggleButton").into_iter();
        let mut choices = toggles.filter(|toggle| {
            let menu = toggle.ancestor(gtk::MenuButton::static_type());
            menu.is_none()
        });
        let people = choices.next().and_downcast::<gtk::ToggleButton>();
        people.expect("there is a choice").set_active(true);
        settle();
        assert_eq!(
            (entries(), level()),
            (vec!["Cleo".into(), "Ben".into()], None)
        );
        assert!(says("Cleo plays White and moves first, Ben plays Black."));
    });
}

/// The row of the page that is called so.
fn row<Row: IsA<adw::PreferencesRow> + IsA<gtk::Widget>>(
    page: &PlayerNamesPage,
    title: &str,
) -> Row {
    let rows = below(page, Row::static_type().name()).into_iter();
    let mut rows = rows.filter_map(|row| row.downcast::<Row>().ok());
    let row = rows.find(|row| row.title() == title);
    row.unwrap_or_else(|| panic!("no row {title}"))
}

#[test]
fn the_time_of_the_computer_is_called_so() {
    with_display(|| {
        let games = Games::new();
        let page = PlayerNamesPage::new(&Settings::new(), &games.saved());
        for (computer, title) in [
            (true, "Minutes for the Computer"),
            (false, "Minutes for Second Player"),
        ] {
            page.choose_opponent(computer);
            let minutes = row::<adw::ActionRow>(&page, title).activatable_widget();
            assert_said(&minutes.unwrap(), Message::Name, title);
        }
    });
}

#[test]
fn a_correspondence_game_leaves_the_time_that_is_remembered() {
    with_display(|| {
        let games = Games::new();
        let settings = Settings::new();
        settings.set(remembered::TIME_CONTROL, &"300+3".to_owned());
        let page = PlayerNamesPage::new(&settings, &games.saved());
        page.choose_opponent(false);
        row::<adw::ExpanderRow>(&page, "Correspondence").set_enable_expansion(true);
        let buttons = below(&page, "GtkButton").into_iter();
        let mut buttons = buttons.filter(|button| button.has_css_class("suggested-action"));
        let start: gtk::Button = buttons.next().unwrap().downcast().unwrap();
        start.emit_clicked();
        assert_eq!(settings.get(remembered::TIME_CONTROL), "300+3");
    });
}
