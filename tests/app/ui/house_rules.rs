//! The rows in which players agree on help, on where they sit, and on who has another time.

use adw::prelude::*;
use rank_and_file::model::{Settings, Turning, preferences};
use rank_and_file::ui::{Board, GamePage, HouseRulesGroup, PlayerNamesPage};
use rank_and_file_core::chess::{Action, Color};

use crate::desk::stage::{Message, Stage, assert_said, below, shown};
use crate::desk::{Games, START, play, with_display};

fn row(group: &HouseRulesGroup, title: &str) -> adw::ComboRow {
    let rows = below(group, "AdwComboRow").into_iter();
    let rows = rows.filter_map(|row| row.downcast::<adw::ComboRow>().ok());
    let mut rows = rows.filter(|row| row.title() == title);
    rows.next().unwrap_or_else(|| panic!("no row {title}"))
}

#[test]
fn each_kind_of_help_is_agreed_on_by_itself() {
    with_display(|| {
        let group: HouseRulesGroup = glib::Object::new();
        let _stage = Stage::show(&group, 360, 600);
        let agreed = || [group.hints(), group.warnings(), group.tips(), group.guard()];
        let (all, none) = ((true, true), (false, false));
        assert_eq!(agreed(), [all, none, none, none]);
        assert_eq!(row(&group, "Odds Given By").selected(), 0);
        row(&group, "Threat Warnings").set_selected(1);
        row(&group, "Hints").set_selected(2);
        row(&group, "Blunder Check").set_selected(0);
        assert_eq!(agreed(), [all, (true, false), (false, true), all]);
    });
}

#[test]
fn every_choice_of_players_is_another_one() {
    with_display(|| {
        let group: HouseRulesGroup = glib::Object::new();
        let _stage = Stage::show(&group, 360, 600);
        let row = row(&group, "Threat Warnings");
        let choices = 0..row.model().unwrap().n_items();
        let meant = choices.map(|choice| {
            row.set_selected(choice);
            group.warnings()
        });
        assert_eq!(
            meant.collect::<Vec<_>>(),
            [(true, true), (true, false), (false, true), (false, false)]
        );
    });
}

/// Names stand for players, and who plays the computer chooses for one alone.
#[test]
fn players_are_called_by_their_names() {
    with_display(|| {
        let group: HouseRulesGroup = glib::Object::new();
        let _stage = Stage::show(&group, 360, 600);
        let hints = row(&group, "Hints");
        let choices = || -> Vec<String> {
            let model = hints.model().unwrap();
            let items = model.iter::<glib::Object>().flatten();
            let texts = items.filter_map(|item| item.downcast::<gtk::StringObject>().ok());
            texts.map(|text| text.string().into()).collect()
        };
        assert_eq!(
            choices(),
            ["Both Players", "First Player", "Second Player", "Nobody"]
        );
        group.set_players(" Ann & Co ", "", false);
        assert_eq!(
            choices(),
            ["Both Players", "Ann & Co", "Second Player", "Nobody"]
        );
        hints.set_selected(1);
        group.set_players("Ann", "Ben", false);
        assert_eq!(choices(), ["Both Players", "Ann", "Ben", "Nobody"]);
        assert_eq!(group.tips(), (true, false), "what was chosen stays");
        // Against the computer there are hints unless they are not wanted; with two, unless both agree, there are none.
        group.set_players("Ann", "Computer, level 3", true);
        assert_eq!(choices(), ["On", "Off"]);
        let agreed = || [group.hints(), group.warnings(), group.tips(), group.guard()];
        let (all, none) = ((true, true), (false, false));
        assert_eq!(agreed(), [all, none, all, none]);
        group.set_tips_alone(false);
        assert_eq!(agreed(), [all, none, none, none]);
        group.set_players("Ann", "Ben", false);
        assert_eq!(agreed(), [all, none, (true, false), none]);
    });
}

fn titles(page: &impl IsA<gtk::Widget>, kind: &str) -> Vec<String> {
    let rows = shown(page, kind).into_iter();
    let rows = rows.filter_map(|row| row.downcast::<adw::PreferencesRow>().ok());
    rows.map(|row| row.title().into()).collect()
}

#[test]
fn only_a_game_that_is_played_is_seen_from_both_sides() {
    with_display(|| {
        let (games, settings) = (Games::new(), Settings::new());
        settings.set(preferences::TURNING, &Turning::FaceToFace);
        let page = GamePage::new(&settings, &games.saved());
        let _stage = Stage::show(&page, 1000, 760);
        let board: Board = below(&page, "RfBoard")[0].clone().downcast().unwrap();
        let finished = games.begin(START);
        play(&finished, "f3 e5 g4 Qh4#");
        let game = games.begin(START);
        page.open(&finished);
        assert!(!board.face_to_face(), "a game of another day");
        page.open(&game);
        assert!(board.face_to_face());
        game.act(Action::Resign(Color::White)).unwrap();
        assert!(board.face_to_face(), "nothing turns when it ends");
        page.open(&finished);
        assert!(!board.face_to_face());
    });
}

#[test]
fn two_at_one_table_may_sit_face_to_face() {
    with_display(|| {
        let (games, settings) = (Games::new(), Settings::new());
        let page = PlayerNamesPage::new(&settings, &games.saved());
        let _stage = Stage::show(&page, 600, 1400);
        let offered = || titles(&page, "AdwActionRow").contains(&"Face to Face".to_owned());
        page.choose_opponent(false);
        assert!(offered());
        let rows = below(&page, "AdwActionRow").into_iter();
        let rows = rows.filter_map(|row| row.downcast::<adw::ActionRow>().ok());
        let row = rows
            .filter(|row| row.title() == "Face to Face")
            .last()
            .unwrap();
        let switch = row
            .activatable_widget()
            .and_downcast::<gtk::Switch>()
            .unwrap();
        for turning in [Turning::EachMove, Turning::FaceToFace, Turning::Never] {
            settings.set(preferences::TURNING, &turning);
            assert_eq!(switch.is_active(), turning == Turning::FaceToFace);
            assert_eq!(settings.get(preferences::TURNING), turning);
        }
        switch.set_active(true);
        assert_eq!(settings.get(preferences::TURNING), Turning::FaceToFace);
        switch.set_active(false);
        assert_eq!(settings.get(preferences::TURNING), Turning::Never);
        page.choose_opponent(true);
        assert!(!offered(), "the computer sits nowhere");
        page.choose_opponent(false);
        assert!(offered());
        let correspondence = below(&page, "AdwExpanderRow").into_iter();
        let correspondence =
            correspondence.filter_map(|row| row.downcast::<adw::ExpanderRow>().ok());
        let mut correspondence = correspondence.filter(|row| row.title() == "Correspondence");
        correspondence.next().unwrap().set_enable_expansion(true);
        assert!(!offered(), "nor does the player at another computer");
    });
}

#[test]
fn who_has_another_time_is_called_by_the_name() {
    with_display(|| {
        let (games, settings) = (Games::new(), Settings::new());
        let page = PlayerNamesPage::new(&settings, &games.saved());
        let _stage = Stage::show(&page, 600, 1400);
        page.choose_opponent(false);
        let names = below(&page, "AdwEntryRow").into_iter();
        let names: Vec<_> = names
            .filter_map(|row| row.downcast::<adw::EntryRow>().ok())
            .collect();
        let other = || {
            let rows = below(&page, "AdwExpanderRow").into_iter();
            let rows = rows.filter_map(|row| row.downcast::<adw::ExpanderRow>().ok());
            let titles = rows.map(|row| row.title());
            let mut titles = titles.filter(|title| title.starts_with("Different Time"));
            titles.next().unwrap()
        };
        for (first, second, title) in [
            ("Ann", "Ben & Co", "Different Time for Ben & Co"),
            ("Ann", "", "Different Time for Second Player"),
            ("Ann", " Ann", "Different Time for Second Player"),
        ] {
            names[0].set_text(first);
            names[1].set_text(second);
            assert_eq!(other(), title);
        }
        page.choose_opponent(true);
        assert_eq!(other(), "Different Time for the Computer");
    });
}

#[test]
fn a_switch_in_a_row_that_opens_is_called_like_the_row() {
    with_display(|| {
        let games = Games::new();
        let page = PlayerNamesPage::new(&Settings::new(), &games.saved());
        let _stage = Stage::show(&page, 480, 900);
        let rows = || {
            let rows = below(&page, "AdwExpanderRow").into_iter();
            let rows = rows.filter_map(|row| row.downcast::<adw::ExpanderRow>().ok());
            rows.filter(adw::ExpanderRow::shows_enable_switch)
        };
        let titles = || rows().map(|row| row.title()).collect::<Vec<_>>();
        let check = || {
            for row in rows() {
                assert_said(&below(&row, "GtkSwitch")[0], Message::Name, &row.title());
            }
        };
        assert_eq!(titles().len(), 3);
        check();
        // A title may change with those who play.
        let before = titles();
        let entries = below(&page, "AdwEntryRow").into_iter();
        for (entry, name) in entries.zip(["Ann", "Ben"]) {
            entry.downcast::<adw::EntryRow>().unwrap().set_text(name);
        }
        assert_ne!(titles(), before);
        check();
    });
}
