//! Everybody who has played, to be searched and put into order.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::library::PlayerOrder;

use crate::model::{PlayerResults, SavedGames, Whose};
use crate::widgets::{ButtonRow, PlayerList, ResultsLegend, show_alone_named};
use crate::windows::request::{Request, ask};
use crate::windows::route::Route;
use crate::windows::search;

/// The names that the orders have in the menu.
const ORDERS: [(&str, PlayerOrder); 3] = [
    ("last-played", PlayerOrder::LastPlayed),
    ("games", PlayerOrder::Games),
    ("name", PlayerOrder::Name),
];

mod imp {
    use super::*;

    #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
    #[properties(wrapper_type = super::Everybody)]
    #[template(file = "../../../resources/ui/players.ui")]
    pub struct Everybody {
        /// What searches and orders the list.
        #[template_child]
        pub tools: TemplateChild<adw::Clamp>,
        #[template_child]
        pub search: TemplateChild<gtk::SearchEntry>,
        #[template_child]
        pub stack: TemplateChild<gtk::Stack>,
        #[template_child]
        pub list: TemplateChild<PlayerList>,
        pub results: OnceCell<PlayerResults>,
        /// The order of the list, by the name that its action has.
        #[property(get, set = Self::set_order)]
        pub order: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Everybody {
        const NAME: &'static str = "RfEverybody";
        type Type = super::Everybody;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            ButtonRow::ensure_type();
            PlayerList::ensure_type();
            ResultsLegend::ensure_type();
            class.bind_template();
            class.install_property_action("players.order", "order");
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for Everybody {}
    impl WidgetImpl for Everybody {}
    impl BinImpl for Everybody {}

    impl Everybody {
        fn set_order(&self, name: String) {
            let found = ORDERS.into_iter().find(|(other, _)| *other == name);
            if let (Some((_, order)), Some(results)) = (found, self.results.get()) {
                results.set_order(order);
                self.order.replace(name);
            }
        }
    }
}

glib::wrapper! {
    /// The list of everybody who has played.
    pub struct Everybody(ObjectSubclass<imp::Everybody>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Everybody {
    /// A page with the players of these games.
    pub fn new(games: &SavedGames) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        let results = PlayerResults::new(games, Whose::Everybody);
        imp.list.set_results(&results);
        imp.list.connect_opened(glib::clone!(
            #[weak]
            view,
            move |name| ask(&view, Request::Go(Route::Player(name)))
        ));
        results.connect_items_changed(glib::clone!(
            #[weak]
            view,
            move |_, _, _, _| view.show_whether_empty()
        ));
        imp.results.set(results).ok();
        view.set_order(ORDERS[0].0);
        view.set_up_search();
        view.show_whether_empty();
        view
    }

    /// The words that are looked for.
    pub fn text(&self) -> String {
        self.imp().search.text().into()
    }

    /// Shows everybody in whose name there are these words, and makes ready for the keyboard.
    pub fn open(&self, text: &str) {
        let imp = self.imp();
        if imp.search.text() != text {
            imp.search.set_text(text);
        }
        if !self.imp().list.child_focus(gtk::DirectionType::TabForward) {
            self.child_focus(gtk::DirectionType::TabForward);
        }
    }

    fn set_up_search(&self) {
        let imp = self.imp();
        search::set_up(self, &imp.search, |view| {
            view.imp().list.child_focus(gtk::DirectionType::TabForward);
        });
        imp.search.connect_changed(glib::clone!(
            #[weak(rename_to = view)]
            self,
            move |entry| {
                if let Some(results) = view.imp().results.get() {
                    results.set_text(&entry.text());
                }
                view.show_whether_empty();
            }
        ));
    }

    fn show_whether_empty(&self) {
        let imp = self.imp();
        let Some(results) = imp.results.get() else {
            return;
        };
        let page = match (results.n_items(), results.narrows()) {
            (0, true) => "none-found",
            (0, false) => "nobody",
            _ => "list",
        };
        show_alone_named(&imp.stack, page);
        imp.tools.set_visible(page != "nobody");
    }
}
