//! What the main menus have: nothing that a button in sight does as well.

use gtk::gio;
use gtk::prelude::*;
use rank_and_file::model::{Practice, Settings};
use rank_and_file::ui::{
    EditorPage, GamePage, HeadToHeadPage, PlayerNamesPage, PlayerPage, PlayersPage, PracticePage,
    SavedGamesPage, StartPage,
};

use crate::desk::stage::{Stage, below};
use crate::desk::{Games, START, play, until, with_display};

/// The actions of the main menu of a page, without those of its submenus.
fn offered(page: &impl IsA<gtk::Widget>) -> Vec<String> {
    let menus = below(page, "GtkMenuButton").into_iter();
    let mut menus = menus.filter_map(|menu| menu.downcast::<gtk::MenuButton>().ok());
    let button = menus.find(gtk::MenuButton::is_primary).unwrap();
    // It may be made when it opens.
    button.popup();
    let menu = button.menu_model().unwrap();
    button.popdown();
    let sections = (0..menu.n_items()).filter_map(|at| menu.item_link(at, gio::MENU_LINK_SECTION));
    let actions = sections.flat_map(|section| {
        let action = |at| section.item_attribute_value(at, gio::MENU_ATTRIBUTE_ACTION, None);
        let actions: Vec<_> = (0..section.n_items()).filter_map(action).collect();
        actions
    });
    actions.filter_map(|action| action.get()).collect()
}

/// The actions of the buttons in sight.
fn in_sight(page: &impl IsA<gtk::Widget>) -> Vec<String> {
    let buttons = ["GtkButton", "GtkToggleButton"].map(|kind| below(page, kind));
    let buttons = buttons.iter().flatten().filter(|button| button.is_mapped());
    let actions = buttons.filter_map(|button| button.property::<Option<String>>("action-name"));
    actions.collect()
}

/// Those of the main menu that a button in sight does as well.
fn repeated(page: &impl IsA<gtk::Widget>) -> Vec<String> {
    let done = in_sight(page);
    assert!(done.len() > 2, "{done:?}");
    let mut offered = offered(page);
    offered.retain(|action| done.contains(action));
    offered
}

#[test]
fn no_main_menu_repeats_a_button_in_sight() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let settings = Settings::new();
        let start = StartPage::new(&settings);
        let stage = Stage::show(&start, 1100, 760);
        assert_eq!(repeated(&start), [""; 0]);
        drop(stage);
        let page = GamePage::new(&settings, &saved);
        let stage = Stage::show(&page, 1100, 760);
        let game = games.begin(START);
        page.open(&game);
        play(&game, "e4 e5 Bc4 Nc6 Qh5 Nf6");
        stage.paint();
        assert_eq!(repeated(&page), [""; 0]);
        play(&game, "Qxf7#");
        until("the game can be studied", || game.can_be_studied());
        // They come into sight with the first frame of their transition.
        let offers_review = || in_sight(&page).contains(&"game.review".to_owned());
        until("the buttons of the end are in sight", offers_review);
        // These buttons are there only as long as the end of the game is shown.
        assert_eq!(repeated(&page), ["win.new-game", "game.review"]);
    });
}

#[test]
fn each_main_menu_ends_alike() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let settings = Settings::new();
        let practice = Practice::at(games.root().join("practice.jsonl"));
        let start = StartPage::new(&settings).upcast::<gtk::Widget>();
        let pages: [gtk::Widget; 8] = [
            GamePage::new(&settings, &saved).upcast(),
            SavedGamesPage::new(&settings, &saved).upcast(),
            PlayersPage::new(&saved).upcast(),
            PlayerPage::new(&saved).upcast(),
            HeadToHeadPage::new(&saved).upcast(),
            PracticePage::new(&settings, &saved, &practice).upcast(),
            PlayerNamesPage::new(&settings, &saved).upcast(),
            EditorPage::default().upcast(),
        ];
        for page in [&start].into_iter().chain(&pages) {
            let _stage = Stage::show(page, 1100, 760);
            let offered = offered(page);
            // From everywhere else, one step leads home.
            let home = offered.iter().any(|action| action == "win.home");
            assert_eq!(home, page != &start, "{offered:?}");
            let last = offered.len() - 4;
            let end = ["app.preferences", "win.shortcuts", "win.help", "app.about"];
            assert_eq!(offered[last..], end);
        }
    });
}
