//! The page with the players: everybody, one of them, and two against each other.

mod everybody;
mod head_to_head;
mod renaming;
mod sheet;

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::model::{FirstColor, SavedGame, SavedGames};
use crate::widgets::GameAction;
use everybody::Everybody;
use head_to_head::HeadToHead;
use sheet::PlayerSheet;

/// What somebody wants on the page with the players, which it leaves to the window.
pub enum Wanted {
    /// To see all games of a player.
    Games(String),
    /// Something done with a saved game.
    Game(GameAction, SavedGame),
    /// A new game of these two, of whom the first takes this colour.
    NewGame(String, String, FirstColor),
    /// To be told something.
    Say(adw::Toast),
}

type Asked = Box<dyn Fn(Wanted)>;

/// What is shown, and what was shown before.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Visit {
    Everybody,
    Player(String),
    Two(String, String),
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct PlayersPage {
        pub views: gtk::Stack,
        pub games: OnceCell<SavedGames>,
        pub everybody: OnceCell<Everybody>,
        pub sheet: OnceCell<PlayerSheet>,
        pub head_to_head: OnceCell<HeadToHead>,
        /// The way here; the last one is shown.
        pub(super) visits: RefCell<Vec<Visit>>,
        pub asked: RefCell<Option<Asked>>,
        /// The offer to undo the last renaming.
        pub undo: RefCell<Option<adw::Toast>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayersPage {
        const NAME: &'static str = "RfPlayersPage";
        type Type = super::PlayersPage;
        type ParentType = adw::Bin;
    }

    impl ObjectImpl for PlayersPage {}
    impl WidgetImpl for PlayersPage {}
    impl BinImpl for PlayersPage {}
}

glib::wrapper! {
    /// The page with the players.
    pub struct PlayersPage(ObjectSubclass<imp::PlayersPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl PlayersPage {
    pub fn new(games: &SavedGames) -> Self {
        let page: Self = glib::Object::new();
        let imp = page.imp();
        imp.games.set(games.clone()).ok();
        imp.views.set_hhomogeneous(false);
        imp.views.set_vhomogeneous(false);
        page.set_child(Some(&imp.views));
        imp.visits.borrow_mut().push(Visit::Everybody);
        page
    }

    /// Calls back with what somebody wants.
    pub fn connect_asked(&self, asked: impl Fn(Wanted) + 'static) {
        self.imp().asked.replace(Some(Box::new(asked)));
    }

    fn ask_for(&self, wanted: Wanted) {
        if let Some(asked) = &*self.imp().asked.borrow() {
            asked(wanted);
        }
    }

    /// Shows what was shown here last, level with the folder.
    pub fn open(&self) {
        self.games().load();
        self.show_visit();
    }

    /// Forgets what was shown here, so that everybody is shown next.
    pub fn start_over(&self) {
        self.imp().visits.borrow_mut().truncate(1);
    }

    /// Goes back to what was shown before. False where that was another page.
    pub fn go_back(&self) -> bool {
        let mut visits = self.imp().visits.borrow_mut();
        if visits.len() < 2 {
            return false;
        }
        visits.pop();
        drop(visits);
        self.show_visit();
        true
    }

    fn go_to(&self, visit: Visit) {
        self.imp().visits.borrow_mut().push(visit);
        self.show_visit();
    }

    /// The games that all pages share.
    ///
    /// # Panics
    /// Never: every page is made with them.
    fn games(&self) -> &SavedGames {
        self.imp().games.get().expect("made with the games")
    }

    fn show_visit(&self) {
        let visit = self.imp().visits.borrow().last().cloned();
        match visit {
            None | Some(Visit::Everybody) => {
                let view = self.everybody();
                self.show(view);
                view.begin();
            }
            Some(Visit::Player(name)) => {
                let view = self.sheet();
                view.set_player(&name);
                self.show(view);
                view.begin();
            }
            Some(Visit::Two(first, second)) => {
                let view = self.head_to_head();
                view.set_players(&first, &second);
                self.show(view);
                view.begin();
            }
        }
    }

    /// Shows a view and hides the others, so that assistive technology never meets two.
    fn show(&self, view: &impl IsA<gtk::Widget>) {
        let views = &self.imp().views;
        if view.parent().is_none() {
            views.add_child(view);
        }
        view.set_visible(true);
        views.set_visible_child(view);
        let mut other = views.first_child();
        while let Some(child) = other {
            child.set_visible(child == *view.upcast_ref::<gtk::Widget>());
            other = child.next_sibling();
        }
    }

    fn everybody(&self) -> &Everybody {
        self.imp().everybody.get_or_init(|| {
            let view = Everybody::new(self.games());
            view.connect_opened(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |name| page.go_to(Visit::Player(name))
            ));
            view
        })
    }

    fn sheet(&self) -> &PlayerSheet {
        self.imp().sheet.get_or_init(|| {
            let view = PlayerSheet::new(self.games());
            view.connect_opened(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |own, other| page.go_to(Visit::Two(own, other))
            ));
            view.connect_games(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |name| page.ask_for(Wanted::Games(name))
            ));
            view.connect_rename(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |name| page.rename(name)
            ));
            view
        })
    }

    fn head_to_head(&self) -> &HeadToHead {
        self.imp().head_to_head.get_or_init(|| {
            let view = HeadToHead::new(self.games());
            view.connect_asked(glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |wanted| page.ask_for(wanted)
            ));
            view
        })
    }
}
