//! Two players against each other: score, streaks, their games, and a new one.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::library::{Query, Results};
use rank_and_file_core::rules::Color;

use crate::model::{SavedGame, SavedGames};
use crate::widgets::{Fitting, GameAction, GameList, ResultsBar};
use crate::windows::request::{Request, ask};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/head-to-head.ui")]
    pub struct HeadToHead {
        #[template_child]
        pub new_game: TemplateChild<gtk::Button>,
        #[template_child]
        pub first: TemplateChild<gtk::Label>,
        #[template_child]
        pub score: TemplateChild<gtk::Label>,
        #[template_child]
        pub second: TemplateChild<gtk::Label>,
        #[template_child]
        pub narrow_first: TemplateChild<gtk::Label>,
        #[template_child]
        pub narrow_score: TemplateChild<gtk::Label>,
        #[template_child]
        pub narrow_second: TemplateChild<gtk::Label>,
        #[template_child]
        pub bar: TemplateChild<ResultsBar>,
        #[template_child]
        pub first_white: TemplateChild<gtk::Label>,
        #[template_child]
        pub first_white_score: TemplateChild<gtk::Label>,
        #[template_child]
        pub second_white: TemplateChild<gtk::Label>,
        #[template_child]
        pub second_white_score: TemplateChild<gtk::Label>,
        #[template_child]
        pub streaks: TemplateChild<gtk::Label>,
        #[template_child]
        pub count: TemplateChild<gtk::Label>,
        #[template_child]
        pub games: TemplateChild<GameList>,
        pub saved: OnceCell<SavedGames>,
        pub players: RefCell<[String; 2]>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for HeadToHead {
        const NAME: &'static str = "RfHeadToHead";
        type Type = super::HeadToHead;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            Fitting::ensure_type();
            GameList::ensure_type();
            ResultsBar::ensure_type();
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for HeadToHead {}
    impl WidgetImpl for HeadToHead {}
    impl BinImpl for HeadToHead {}
}

glib::wrapper! {
    /// The page of two players.
    pub struct HeadToHead(ObjectSubclass<imp::HeadToHead>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl HeadToHead {
    /// A page for two players of these games, who are still to be given.
    pub fn new(games: &SavedGames) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        imp.saved.set(games.clone()).ok();
        imp.games.set_name_said(&gettext("Games"));
        imp.games.set_results(&games.results(nobody()));
        imp.games.connect_closure(
            "wanted",
            false,
            glib::closure_local!(
                #[weak]
                view,
                move |_: GameList, game: SavedGame, action: GameAction| {
                    ask(&view, Request::Act(action, game));
                }
            ),
        );
        imp.new_game.connect_clicked(glib::clone!(
            #[weak]
            view,
            move |_| view.play_again()
        ));
        games.connect_changed(glib::clone!(
            #[weak]
            view,
            move || {
                // What is not seen is brought level when it is shown.
                if view.is_mapped() {
                    view.refresh();
                }
            }
        ));
        view
    }

    /// Shows these two, and makes ready for the keyboard.
    pub fn open(&self, first: &str, second: &str) {
        let players = [first.to_owned(), second.to_owned()];
        self.imp().players.replace(players.clone());
        if let Some(results) = self.imp().games.results() {
            results.set_query(Query {
                players: players.to_vec(),
                ..Query::default()
            });
        }
        self.refresh();
        self.imp().games.begin_anew();
        self.imp().new_game.grab_focus();
    }

    fn refresh(&self) {
        let imp = self.imp();
        let Some(games) = imp.saved.get() else { return };
        let [first, second] = imp.players.borrow().clone();
        let rivalry = games.rivalry(&first, &second);
        let tally = rivalry.as_ref().map(|rivalry| rivalry.tally.clone());
        let tally = tally.unwrap_or_default();
        let [first, second] = [first, second].map(|name| games.shown_as(&name));
        let [first, second] = [&first, &second].map(|name| words::shown_name(name));
        let score = words::results(tally.total());
        for label in [&imp.first, &imp.narrow_first] {
            label.set_label(&first);
        }
        for label in [&imp.second, &imp.narrow_second] {
            label.set_label(&second);
        }
        let said = words::versus_said(&first, &second, tally.total());
        for label in [&imp.score, &imp.narrow_score] {
            label.set_label(&score);
            label.update_property(&[gtk::accessible::Property::Label(&said)]);
        }
        imp.bar.show(tally.total());
        for (name, side, label, points) in [
            (
                &first,
                Color::White,
                &imp.first_white,
                &imp.first_white_score,
            ),
            (
                &second,
                Color::Black,
                &imp.second_white,
                &imp.second_white_score,
            ),
        ] {
            let results: Results = *tally.finished.get(side);
            label.set_label(&words::by_color(name));
            points.set_label(&words::results(results));
            for label in [label, points] {
                label.set_visible(results.games() > 0);
            }
        }
        let streaks = rivalry.as_ref().map(words::streaks).unwrap_or_default();
        imp.streaks.set_label(&streaks);
        imp.streaks.set_visible(!streaks.is_empty());
        imp.count.set_label(&words::rivalry_figures(&tally));
    }

    fn play_again(&self) {
        let imp = self.imp();
        let Some(games) = imp.saved.get() else { return };
        let [first, second] = imp.players.borrow().clone();
        let color = games.next_color(&first, &second);
        let [first, second] = [first, second].map(|name| games.shown_as(&name));
        ask(self, Request::NewGame(first, second, color));
    }
}

/// The games of nobody, until two players are given.
fn nobody() -> Query {
    Query {
        players: vec![String::new(); 2],
        ..Query::default()
    }
}
