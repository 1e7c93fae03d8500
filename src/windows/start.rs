//! The page to start from: a new game, the last one, or the saved ones.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::Color;

use super::request::{Request, ask};
use crate::model::{SavedGame, SavedGames};
use crate::widgets::{GameAction, Pairing, Thumbnail};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/start.ui")]
    pub struct StartPage {
        #[template_child]
        pub new_game: TemplateChild<gtk::Button>,
        #[template_child]
        pub continue_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub continue_board: TemplateChild<Thumbnail>,
        #[template_child]
        pub continue_names: TemplateChild<Pairing>,
        #[template_child]
        pub continue_state: TemplateChild<gtk::Label>,
        pub last: RefCell<Option<SavedGame>>,
        pub games: OnceCell<SavedGames>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for StartPage {
        const NAME: &'static str = "RfStartPage";
        type Type = super::StartPage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            Pairing::ensure_type();
            Thumbnail::ensure_type();
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for StartPage {}
    impl WidgetImpl for StartPage {}
    impl BinImpl for StartPage {}
}

glib::wrapper! {
    /// The page to start from.
    pub struct StartPage(ObjectSubclass<imp::StartPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for StartPage {
    fn default() -> Self {
        let page: Self = glib::Object::new();
        page.imp().continue_button.connect_clicked(glib::clone!(
            #[weak]
            page,
            move |_| {
                let last = page.imp().last.borrow().clone();
                if let Some(game) = last {
                    ask(&page, Request::Act(GameAction::Open, game));
                }
            }
        ));
        page
    }
}

impl StartPage {
    /// Reads the saved games when the page has been drawn, and offers the last unfinished one for
    /// as long as the page lives.
    pub fn show_games(&self, games: &SavedGames) {
        self.imp().new_game.grab_focus();
        if self.imp().games.set(games.clone()).is_ok() {
            games.connect_changed(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move || page.offer_the_last()
            ));
        }
        self.offer_the_last();
        let games = games.clone();
        glib::idle_add_local_full(glib::Priority::LOW, move || {
            games.load();
            glib::ControlFlow::Break
        });
    }

    fn offer_the_last(&self) {
        let last = self.imp().games.get().and_then(SavedGames::last_unfinished);
        let shown = self.imp().last.borrow().clone();
        let same = last.as_ref().map(SavedGame::summary) == shown.as_ref().map(SavedGame::summary);
        if !same {
            self.offer(last);
        }
    }

    fn offer(&self, last: Option<SavedGame>) {
        let imp = self.imp();
        if let Some(game) = &last {
            let summary = game.summary();
            let names = words::pairing(summary);
            let state = words::standing(summary);
            imp.continue_board.set_fen(summary.fen.clone());
            imp.continue_names.show(
                &words::player(summary, Color::White),
                &words::player(summary, Color::Black),
            );
            imp.continue_state
                .set_label(&format!("{state}\n{}", words::length_and_date(summary)));
            imp.continue_button.update_property(&[
                gtk::accessible::Property::Label(&gettext("Continue")),
                gtk::accessible::Property::Description(&format!("{names}. {state}.")),
            ]);
        }
        imp.continue_button.set_visible(last.is_some());
        imp.last.replace(last);
    }
}
