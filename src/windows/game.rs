//! The page with the board. May import `gtk`, `adw`, `model`, `widgets`, `rules` and `words`.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::glib;

use super::question::ask;
use crate::log::Header;
use crate::model;
use crate::rules::{Action, Color};
use crate::widgets::{Board, MoveList, PlayerBar, Table};
use crate::words;

type Rematch = Box<dyn Fn(&Header)>;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/game.ui")]
    pub struct GamePage {
        #[template_child]
        pub title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub trouble: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub trouble_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub save_again: TemplateChild<gtk::Button>,
        #[template_child]
        pub table: TemplateChild<Table>,
        #[template_child]
        pub top_bar: TemplateChild<PlayerBar>,
        #[template_child]
        pub bottom_bar: TemplateChild<PlayerBar>,
        #[template_child]
        pub board: TemplateChild<Board>,
        #[template_child]
        pub status: TemplateChild<gtk::Label>,
        #[template_child]
        pub result: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub result_title: TemplateChild<gtk::Label>,
        #[template_child]
        pub result_reason: TemplateChild<gtk::Label>,
        #[template_child]
        pub rematch: TemplateChild<gtk::Button>,
        #[template_child]
        pub moves: TemplateChild<gtk::Stack>,
        #[template_child]
        pub move_list: TemplateChild<MoveList>,
        pub game: RefCell<Option<model::Game>>,
        pub handlers: RefCell<Vec<glib::SignalHandlerId>>,
        pub rematch_wanted: RefCell<Option<Rematch>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GamePage {
        const NAME: &'static str = "RfGamePage";
        type Type = super::GamePage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            Table::ensure_type();
            Board::ensure_type();
            PlayerBar::ensure_type();
            MoveList::ensure_type();
            class.bind_template();
            class.install_action("game.first", None, |page, _, _| page.look(|_, _| 0));
            class.install_action("game.back", None, |page, _, _| {
                page.look(|viewed, _| viewed.saturating_sub(1));
            });
            class.install_action("game.forward", None, |page, _, _| {
                page.look(|viewed, _| viewed + 1)
            });
            class.install_action("game.last", None, |page, _, _| page.look(|_, last| last));
            class.install_action("game.look-through", None, |page, _, _| page.look(|_, _| 0));
            class.install_action("game.turn-board", None, |page, _, _| page.turn_board());
            class.install_action("game.resign", None, |page, _, _| {
                let page = page.clone();
                glib::spawn_future_local(async move { page.ask_to_resign().await });
            });
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for GamePage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.save_again.connect_clicked(glib::clone!(
                #[weak]
                page,
                move |_| {
                    if let Some(game) = page.game() {
                        game.save_again();
                    }
                }
            ));
            self.rematch.connect_clicked(glib::clone!(
                #[weak]
                page,
                move |_| {
                    let header = page.game().map(|game| game.header().clone());
                    if let (Some(header), Some(wanted)) =
                        (header, &*page.imp().rematch_wanted.borrow())
                    {
                        wanted(&header);
                    }
                }
            ));
        }
    }

    impl WidgetImpl for GamePage {}
    impl BinImpl for GamePage {}
}

glib::wrapper! {
    /// The page on which a game is played or looked through.
    pub struct GamePage(ObjectSubclass<imp::GamePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for GamePage {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl GamePage {
    /// Calls back with the header of the game that is over, whose players want another.
    pub fn connect_rematch(&self, wanted: impl Fn(&Header) + 'static) {
        self.imp().rematch_wanted.replace(Some(Box::new(wanted)));
    }

    /// The game that is shown.
    pub fn game(&self) -> Option<model::Game> {
        self.imp().game.borrow().clone()
    }

    /// Who plays.
    pub fn title(&self) -> String {
        self.imp().title.title().into()
    }

    /// Shows a game, with White below.
    pub fn open(&self, game: &model::Game) {
        let imp = self.imp();
        if self.game().as_ref() != Some(game) {
            self.close();
            imp.title.set_title(&words::pairing_of(game.header()));
            let page = self.downgrade();
            let changed = game.connect_local("changed", false, move |_| {
                if let Some(page) = page.upgrade() {
                    page.refresh();
                }
                None
            });
            let on_notify = |property: &str| {
                game.connect_notify_local(
                    Some(property),
                    glib::clone!(
                        #[weak(rename_to = page)]
                        self,
                        move |_, _| page.refresh()
                    ),
                )
            };
            imp.handlers
                .replace(vec![changed, on_notify("status"), on_notify("trouble")]);
            imp.game.replace(Some(game.clone()));
            self.turn_to(Color::White);
            self.show_on_widgets(Some(game));
            self.refresh();
        }
        imp.board.focus_square(crate::rules::Square::E2);
    }

    /// Lets go of the game.
    pub fn close(&self) {
        self.show_on_widgets(None);
        if let Some(game) = self.imp().game.take() {
            for handler in self.imp().handlers.take() {
                game.disconnect(handler);
            }
        }
    }

    fn show_on_widgets(&self, game: Option<&model::Game>) {
        let imp = self.imp();
        imp.board.set_game(game);
        imp.top_bar.set_game(game);
        imp.bottom_bar.set_game(game);
        imp.move_list.set_game(game);
    }

    fn refresh(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        imp.status.set_label(&game.status());
        let trouble = game.trouble();
        imp.trouble_text.set_label(&trouble);
        imp.trouble.set_reveal_child(!trouble.is_empty());
        imp.save_again.set_visible(game.is_unsaved());
        let outcome = game.outcome();
        imp.result.set_reveal_child(outcome.is_some());
        if let Some(outcome) = outcome {
            imp.result_title
                .set_label(&words::outcome_title(outcome, game.header()));
            imp.result_reason.set_label(&words::reason(outcome.reason));
        }
        imp.moves
            .set_visible_child_name(if game.ply() == 0 { "none" } else { "some" });
        let (viewed, last) = (game.viewed_ply(), game.ply());
        for (action, possible) in [
            ("game.first", viewed > 0),
            ("game.back", viewed > 0),
            ("game.forward", viewed < last),
            ("game.last", viewed < last),
            ("game.look-through", last > 0),
            ("game.resign", !game.is_closed()),
        ] {
            self.action_set_enabled(action, possible);
        }
    }

    fn look(&self, to: impl FnOnce(u32, u32) -> u32) {
        if let Some(game) = self.game() {
            game.set_viewed_ply(to(game.viewed_ply(), game.ply()));
        }
    }

    fn turn_board(&self) {
        let below = Color::from_white(self.imp().board.turned());
        self.turn_to(below);
    }

    /// Turns the table so that `below` sits at the near side: board, names and what belongs to them.
    fn turn_to(&self, below: Color) {
        let imp = self.imp();
        imp.board.set_turned(below.is_black());
        imp.bottom_bar.set_black(below.is_black());
        imp.top_bar.set_black(below.is_white());
    }

    async fn ask_to_resign(&self) {
        let Some(game) = self.game() else { return };
        let window = self.root().and_downcast::<gtk::Window>();
        let question = adw::MessageDialog::new(
            window.as_ref(),
            Some(&gettext("Who Resigns?")),
            Some(&gettext(
                "The game ends at once, and the other player wins.",
            )),
        );
        question.add_response("cancel", &gettext("Play On"));
        for color in Color::ALL {
            let id = color.fold_wb("white", "black");
            question.add_response(id, &words::resigns(&game.player(color), color));
            question.set_response_appearance(id, adw::ResponseAppearance::Destructive);
        }
        question.set_default_response(Some("cancel"));
        question.set_close_response("cancel");
        let loser = match ask(&question).await.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return,
        };
        // A refusal is said by the status line.
        game.act(Action::Resign(loser)).ok();
    }
}
