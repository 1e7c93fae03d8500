//! The page with the board.

mod analysing;
mod annotating;
mod attaching;
mod commenting;
mod course;
mod exporting;
mod following;
mod full_screen;
mod openings;
mod partner;
mod printing;
mod questions;
mod reading;
mod reviewing;
mod showing;
mod sounding;
mod together;
mod turning;
mod typing;

use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::log::{Header, now};
use rank_and_file_core::rules::Chess;

use super::focus::{after_menu, is_lost};
use super::keys::{GAME_KEYS, listen};
use super::request::{Request, ask};
use super::route::Route;
use crate::model::{self, SavedGames, Settings, preferences};
use crate::widgets::{
    AnalysisPanel, Board, ButtonRow, CourseCurve, EvaluationBar, Fitting, MoveList, OwnOpenings,
    Pairing, PlayerBar, ProofPopover, ReviewPanel, Table, annotating_menu,
};

type Rematch = Box<dyn Fn(Header, Chess)>;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
    #[properties(wrapper_type = super::GamePage)]
    #[template(file = "../../../resources/ui/game.ui")]
    pub struct GamePage {
        #[template_child]
        pub titles: TemplateChild<adw::Flap>,
        #[template_child]
        pub header: TemplateChild<adw::HeaderBar>,
        #[template_child]
        pub title: TemplateChild<Pairing>,
        #[template_child]
        pub menu: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub trouble: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub trouble_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub trouble_strip: TemplateChild<ButtonRow>,
        #[template_child]
        pub save_again: TemplateChild<gtk::Button>,
        #[template_child]
        pub dismiss: TemplateChild<gtk::Button>,
        #[template_child]
        pub keep: TemplateChild<gtk::Button>,
        #[template_child]
        pub table: TemplateChild<Table>,
        #[template_child]
        pub top_bar: TemplateChild<PlayerBar>,
        #[template_child]
        pub bottom_bar: TemplateChild<PlayerBar>,
        #[template_child]
        pub board: TemplateChild<Board>,
        #[template_child]
        pub panel: TemplateChild<gtk::Box>,
        #[template_child]
        pub status: TemplateChild<gtk::Label>,
        #[template_child]
        pub result: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub score: TemplateChild<gtk::Label>,
        #[template_child]
        pub rematch: TemplateChild<gtk::Button>,
        #[template_child]
        pub look_through: TemplateChild<gtk::Button>,
        #[template_child]
        pub review_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub review: TemplateChild<ReviewPanel>,
        #[template_child]
        pub why: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub proof: TemplateChild<ProofPopover>,
        #[template_child]
        pub pause: TemplateChild<gtk::Button>,
        #[template_child]
        pub resume: TemplateChild<gtk::Button>,
        #[template_child]
        pub return_to_game: TemplateChild<gtk::Button>,
        #[template_child]
        pub quiet: TemplateChild<gtk::Label>,
        #[template_child]
        pub typing: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub entry: TemplateChild<gtk::Entry>,
        #[template_child]
        pub completions: TemplateChild<gtk::Label>,
        #[template_child]
        pub tip: TemplateChild<gtk::Button>,
        #[template_child]
        pub claim: TemplateChild<gtk::Button>,
        #[template_child]
        pub annotate: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub manners: TemplateChild<ButtonRow>,
        #[template_child]
        pub course_box: TemplateChild<gtk::Box>,
        #[template_child]
        pub curve: TemplateChild<CourseCurve>,
        #[template_child]
        pub accuracy: TemplateChild<gtk::Label>,
        #[template_child]
        pub moves: TemplateChild<gtk::Stack>,
        #[template_child]
        pub opening: TemplateChild<gtk::Label>,
        #[template_child]
        pub occasion: TemplateChild<gtk::Label>,
        #[template_child]
        pub move_list: TemplateChild<MoveList>,
        #[template_child]
        pub openings: TemplateChild<OwnOpenings>,
        #[template_child]
        pub analysis: TemplateChild<AnalysisPanel>,
        #[template_child]
        pub analysis_toggle: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub evaluation: TemplateChild<EvaluationBar>,
        #[template_child]
        pub openings_toggle: TemplateChild<gtk::ToggleButton>,
        pub game: RefCell<Option<model::Game>>,
        pub following: OnceCell<glib::SignalGroup>,
        pub partner: partner::Partnership,
        pub rematch_wanted: RefCell<Option<Rematch>>,
        /// How the last scoresheet was printed.
        pub print_settings: RefCell<Option<gtk::PrintSettings>>,
        pub settings: OnceCell<Settings>,
        pub games: OnceCell<SavedGames>,
        pub course: OnceCell<model::Course>,
        pub thoughts: OnceCell<model::Analysis>,
        pub sounding: sounding::Sounding,
        pub reading: reading::Reading,
        /// How the board turns, by the name that settings give it.
        #[property(get = Self::turning, set = Self::set_turning)]
        turning: PhantomData<String>,
        /// Whether the page fills the screen with the board.
        #[property(get, set = Self::set_full_screen, explicit_notify)]
        full_screen: Cell<bool>,
        /// Whether the panel is shown then, too.
        #[property(get, set = Self::set_panel_shown, explicit_notify)]
        panel_shown: Cell<bool>,
        /// Whether what was played from the position is shown where a game is reviewed, not its moves.
        #[property(get, set = Self::set_openings_shown, explicit_notify)]
        pub(super) openings_shown: Cell<bool>,
        /// Whether what the computer thinks is shown where a game is reviewed.
        #[property(get, set = Self::set_analysis_shown, explicit_notify)]
        pub(super) analysis_shown: Cell<bool>,
        /// How the move is judged whose position is shown, by the number of a glyph.
        #[property(name = "move-glyph", get = Self::move_glyph, set = Self::toggle_glyph, type = String)]
        _move_glyph: PhantomData<String>,
        /// How that position is judged.
        #[property(name = "position-glyph", get = Self::position_glyph, set = Self::toggle_glyph, type = String)]
        _position_glyph: PhantomData<String>,
        /// The offer to undo what was deleted last.
        pub undo: RefCell<Option<adw::Toast>>,
        /// The refusal that was said last over the board.
        pub refusal: RefCell<Option<adw::Toast>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GamePage {
        const NAME: &'static str = "RfGamePage";
        type Type = super::GamePage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            AnalysisPanel::ensure_type();
            ButtonRow::ensure_type();
            EvaluationBar::ensure_type();
            Fitting::ensure_type();
            Table::ensure_type();
            Pairing::ensure_type();
            Board::ensure_type();
            CourseCurve::ensure_type();
            PlayerBar::ensure_type();
            MoveList::ensure_type();
            OwnOpenings::ensure_type();
            ProofPopover::ensure_type();
            ReviewPanel::ensure_type();
            class.bind_template();
            class.install_action("game.turn-board", None, |page, _, _| page.turn_board());
            questions::install_actions(class);
            class.install_action("game.play-from-here", None, |page, _, _| {
                page.take_position(|position| Route::Names(Some(position)));
            });
            class.install_action("game.edit-position", None, |page, _, _| {
                page.take_position(|position| Route::Editor(Some(position)));
            });
            annotating::install_actions(class);
            exporting::install_actions(class);
            reviewing::install_actions(class);
            together::install_actions(class);
            reading::install_actions(class);
            class.install_property_action("game.turning", "turning");
            class.install_property_action("game.panel", "panel-shown");
            class.install_property_action("game.openings", "openings-shown");
            class.install_property_action("game.analysis", "analysis-shown");
            class.install_action("game.read-evaluation", None, |page, _, _| {
                page.read_evaluation();
            });
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for GamePage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.table.connect_panel_below_notify(glib::clone!(
                #[weak]
                page,
                move |_| page.refresh()
            ));
            self.keep.connect_clicked(glib::clone!(
                #[weak]
                page,
                move |_| ask(&page, Request::Keep)
            ));
            self.save_again.connect_clicked(glib::clone!(
                #[weak]
                page,
                move |_| {
                    if let Some(game) = page.game() {
                        game.save_again();
                    }
                }
            ));
            self.dismiss.connect_clicked(glib::clone!(
                #[weak]
                page,
                move |_| {
                    if let Some(game) = page.game() {
                        game.dismiss_notice();
                    }
                    page.imp().board.refocus();
                }
            ));
            self.rematch.connect_clicked(glib::clone!(
                #[weak]
                page,
                move |_| {
                    if let (Some(game), Some(wanted)) =
                        (page.game(), &*page.imp().rematch_wanted.borrow())
                    {
                        let start = game.with_rules(|rules| rules.start().clone());
                        let header = game.header().clone().rematch(&start);
                        let started = Some(now());
                        wanted(Header { started, ..header }, start);
                    }
                }
            ));
            after_menu(&self.menu, &*page, super::GamePage::keep_focus);
            self.annotate.set_menu_model(Some(&annotating_menu()));
            after_menu(&self.annotate, &*page, super::GamePage::keep_focus);
            page.set_up_typing();
            page.connect_map(super::GamePage::look_again);
            page.set_up_opening();
            page.set_up_keys();
            page.set_up_full_screen();
        }
    }

    impl WidgetImpl for GamePage {
        fn map(&self) {
            self.parent_map();
            self.obj().see();
        }

        fn unmap(&self) {
            self.parent_unmap();
            self.obj().see();
        }
    }

    impl BinImpl for GamePage {}

    impl GamePage {
        fn turning(&self) -> String {
            self.obj().chosen(preferences::TURNING).to_string()
        }

        fn set_turning(&self, key: String) {
            if let (Some(settings), Ok(turning)) = (self.settings.get(), key.parse()) {
                settings.set(preferences::TURNING, &turning);
                self.obj().turn_as_wanted();
            }
        }

        fn set_full_screen(&self, full: bool) {
            if self.full_screen.replace(full) != full {
                let over = self.result.reveals_child();
                self.obj().set_panel_shown(full && over);
                self.obj().arrange();
                self.obj().notify_full_screen();
            }
        }

        fn set_panel_shown(&self, shown: bool) {
            if self.panel_shown.replace(shown) != shown {
                self.obj().unfold();
                self.obj().notify_panel_shown();
            }
        }
    }
}

glib::wrapper! {
    /// The page on which a game is played or looked through.
    pub struct GamePage(ObjectSubclass<imp::GamePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl GamePage {
    /// A page without a game, for a window with these settings and saved games.
    pub fn new(settings: &Settings, games: &SavedGames) -> Self {
        let page: Self = glib::Object::new();
        page.imp().settings.set(settings.clone()).ok();
        page.imp().games.set(games.clone()).ok();
        games.connect_changed(glib::clone!(
            #[weak]
            page,
            move || page.show_score()
        ));
        page.follow_preferences(settings);
        page.set_up_openings(settings, games);
        page.set_up_course(settings);
        page.set_up_analysis(settings);
        page
    }

    /// Lets the keys of the page's actions be heard wherever the focus is in the window.
    fn set_up_keys(&self) {
        listen(self, gtk::ShortcutScope::Global, GAME_KEYS);
    }

    /// Calls back with what opens the next game and where it starts, when its players want another.
    pub fn connect_rematch(&self, wanted: impl Fn(Header, Chess) + 'static) {
        self.imp().rematch_wanted.replace(Some(Box::new(wanted)));
    }

    /// The game that is shown.
    pub fn game(&self) -> Option<model::Game> {
        self.imp().game.borrow().clone()
    }

    /// Who plays.
    fn title(&self) -> String {
        self.imp().title.full()
    }

    /// The button that had the focus may be gone with the offer that it answered.
    fn keep_focus(&self) {
        if is_lost(self) {
            self.imp().board.refocus();
        }
    }

    /// Goes elsewhere with the position that is looked at. The game stays what it is.
    fn take_position(&self, to: impl FnOnce(Box<Chess>) -> Route) {
        if let Some(game) = self.game() {
            let position = Box::new(game.viewed_position());
            ask(self, Request::Go(to(position)));
        }
    }
}
