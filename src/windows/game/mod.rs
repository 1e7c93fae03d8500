//! The page with the board: what it is made of, which game it is attached to, and what it shows of it.

mod exporting;
mod full_screen;
mod openings;
mod partner;
mod study;
mod typing;

use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::log::{Header, now};
use rank_and_file_core::rules::{Chess, Color, Draft, Help, Position};

use super::keys::{GAME_KEYS, after_menu, is_lost, listen};
use super::request::{Request, ask};
use super::route::Route;
use crate::model::{self, Key, SavedGames, Settings, preferences};
use crate::widgets::{
    AnalysisPanel, Board, ButtonRow, CourseCurve, EvaluationBar, Fitting, MoveList, OwnOpenings,
    Pairing, PlayerBar, ProofPopover, ReviewPanel, Table, annotating_menu, set_style_class,
    show_said,
};
use crate::words;

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
        pub typing: TemplateChild<gtk::Box>,
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
        pub sounding: full_screen::Sounding,
        pub reading: typing::Reading,
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
            partner::install_question_actions(class);
            class.install_action("game.play-from-here", None, |page, _, _| {
                page.take_position(|position| Route::Names(Some(position)));
            });
            class.install_action("game.edit-position", None, |page, _, _| {
                page.take_position(|position| Route::Editor(Some(position)));
            });
            study::install_actions(class);
            exporting::install_actions(class);
            study::install_review_actions(class);
            partner::install_actions(class);
            typing::install_actions(class);
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

type Rematch = Box<dyn Fn(Header, Chess)>;

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
        // A list view takes Ctrl+Shift+Up for itself, to select rows, before it comes to the page.
        let promote = GAME_KEYS
            .into_iter()
            .filter(|(action, _)| *action == "game.promote");
        listen(&*self.imp().move_list, gtk::ShortcutScope::Local, promote)
            .set_propagation_phase(gtk::PropagationPhase::Capture);
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

/// The half-moves without a capture or a pawn move from which on they are counted aloud.
const COUNTED_FROM: u32 = 60;

impl GamePage {
    /// A name that is cut short can be read in full under the pointer.
    pub(super) fn set_up_opening(&self) {
        let imp = self.imp();
        for label in [&*imp.opening, &*imp.occasion] {
            label.connect_query_tooltip(|label, _, _, _, tooltip| {
                tooltip.set_text(Some(&label.label()));
                label.layout().is_ellipsized()
            });
        }
    }

    pub(super) fn refresh(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let saving = game.pending().then(words::saving);
        let with_saving = |said: &str| {
            let saving = saving.iter().cloned();
            words::sentences(
                &[said.to_owned()]
                    .into_iter()
                    .chain(saving)
                    .collect::<Vec<_>>(),
            )
        };
        show_said(&imp.status, &game.said().map(with_saving));
        // Nothing is worse than to lose moves.
        let trouble = Some(game.trouble()).filter(|trouble| !trouble.is_empty());
        let notice = Some(game.notice()).filter(|notice| !notice.is_empty() && trouble.is_none());
        imp.dismiss.set_visible(notice.is_some());
        let trouble = trouble.or(notice).unwrap_or_else(|| self.engine_trouble());
        imp.trouble_text.set_label(&trouble);
        imp.trouble.set_visible(!trouble.is_empty());
        imp.trouble.set_reveal_child(!trouble.is_empty());
        imp.save_again
            .set_visible(game.is_unsaved() && !game.is_guest());
        imp.keep.set_visible(game.from_file());
        // Only moves that may be lost are alarming.
        let calm = game.is_guest() || game.trouble().is_empty();
        set_style_class(&*imp.trouble_strip, "guest", calm);
        self.show_review(&game);
        self.show_analysis(&game);
        let outcome = game.outcome();
        if outcome.is_some() && !imp.result.reveals_child() {
            self.set_panel_shown(self.full_screen());
        }
        let aside = self.analyzes(&game) || self.is_reviewing();
        let over = outcome.is_some() && !self.makes_room(&game) && !aside;
        imp.result.set_visible(over);
        imp.result.set_reveal_child(outcome.is_some());
        if outcome.is_some() {
            self.show_score();
            let figures = imp.move_list.figurines();
            imp.why.set_visible(imp.proof.show_for(&game, figures));
            self.show_what_is_next(game.has_ended_here());
        }
        let closed = game.is_closed();
        let claims = game.with_rules(|rules| rules.draw_rule().waits_for_claim());
        imp.manners.set_visible(!closed);
        let helped = |side: &Color| game.header().is_helped(*side, Help::Tip(1));
        imp.tip.set_visible(Color::ALL.iter().any(helped));
        imp.claim.set_visible(game.is_claimable());
        let paused = game.is_paused();
        let runs = !closed && !paused && game.clock_running().is_some();
        imp.pause.set_visible(runs);
        let hidden = !closed && paused;
        imp.table.set_covered(hidden);
        let goes_on = Draft::from(&game.viewed_position()).end().is_none();
        self.show_looking_back(&game);
        let verdict = outcome.is_some() && game.is_live();
        set_style_class(&*imp.status, "verdict", verdict);
        let halfmoves = game.viewed_position().halfmoves();
        imp.quiet.set_visible(halfmoves >= COUNTED_FROM);
        imp.quiet.set_label(&words::quiet_moves(halfmoves));
        let opening = game.opening().map(words::opening);
        imp.opening
            .set_visible(opening.is_some() && !self.reviews_below());
        imp.opening.set_label(&opening.unwrap_or_default());
        let occasion = game.with_rules(|rules| words::occasion(game.header(), rules));
        imp.occasion.set_visible(!occasion.is_empty());
        imp.occasion.set_label(&occasion);
        self.show_moves(&game);
        let people = !game.header().has_computers();
        let plays = !closed && (people || game.person().is_some());
        let both = people && !closed && game.offer().is_none() && game.ply() > 1;
        self.allow_reviewing(&game);
        for (action, possible) in [
            ("game.accept", game.question().is_some()),
            ("game.decline", game.question().is_some()),
            ("game.resign", plays),
            ("game.offer-draw", plays && game.offer().is_none()),
            ("game.take-back", game.takeback().is_some()),
            ("game.take-back-both", both),
            ("game.tip", game.may_ask_for_tip()),
            ("game.claim", plays && claims),
            ("game.pause", runs),
            ("game.resume", !closed && paused),
            // Nobody sees where a game stands whose clocks are waiting.
            ("game.play-from-here", !hidden && goes_on),
            ("game.edit-position", !hidden),
        ] {
            self.action_set_enabled(action, possible);
        }
    }

    /// Offers what is likely to be wanted after the end: another game, or where the players have
    /// not been here, to see how this one was played.
    fn show_what_is_next(&self, rematch: bool) {
        let imp = self.imp();
        imp.rematch.set_visible(rematch);
        for offered in [&imp.look_through, &imp.review_button] {
            set_style_class(&**offered, "suggested-action", !rematch);
        }
    }

    /// Shows how the players stand in this sitting.
    pub(super) fn show_score(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let sitting = imp.games.get().and_then(|games| games.sitting(&game));
        imp.score.set_visible(sitting.is_some());
        if let Some(results) = sitting {
            let [white, black] = [Color::White, Color::Black].map(|side| game.player(side));
            imp.score
                .set_label(&words::score_of(&white, &black, results));
        }
    }
}

// What the page takes up from the preferences, as soon as they are changed.

impl GamePage {
    /// What is chosen in the preferences.
    pub(super) fn chosen<T: Default>(&self, preference: Key<T>) -> T {
        let settings = self.imp().settings.get();
        settings
            .map(|settings| settings.get(preference))
            .unwrap_or_default()
    }

    pub(super) fn follow_preferences(&self, settings: &Settings) {
        let imp = self.imp();
        settings.bind(preferences::HINTS, &*imp.board, "hints");
        settings.bind(preferences::AUTO_QUEEN, &*imp.board, "auto-queen");
        settings.bind(preferences::FIGURINES, &*imp.move_list, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.openings, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.analysis, "figurines");
        settings.connect_changed(
            &preferences::TURNING,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| {
                    page.notify_turning();
                    page.turn_as_wanted();
                }
            ),
        );
        settings.connect_changed(
            &preferences::FIGURINES,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_| page.refresh()
            ),
        );
    }
}

// How the page takes up a game and lets go of it.

impl GamePage {
    /// Shows a game, with White below, or the side of the only person who plays.
    pub fn open(&self, game: &model::Game) {
        let imp = self.imp();
        if self.game().as_ref() != Some(game) {
            self.close();
            imp.title
                .show(&game.player(Color::White), &game.player(Color::Black));
            self.listen_to(game);
            self.follow(Some(game));
            imp.game.replace(Some(game.clone()));
            self.show_on_widgets(Some(game));
            self.turn_to(game.person().unwrap_or(Color::White));
            self.turn_as_wanted();
            self.refresh();
            self.show_annotating();
            self.read_again();
            self.seat_computers(game);
        }
        imp.board
            .focus_square(rank_and_file_core::rules::Square::E2);
    }

    /// Lets go of the game.
    pub fn close(&self) {
        self.end_review();
        self.dismiss_computers();
        self.stop_typing();
        self.fall_silent();
        self.show_on_widgets(None);
        if let Some(game) = self.imp().game.take() {
            game.suspend();
            self.follow(None);
        }
    }

    fn follow(&self, game: Option<&model::Game>) {
        let following = self.imp().following.get_or_init(|| {
            model::following::<model::Game, Self>(
                self,
                &[
                    ("changed", |page| {
                        page.turn_as_wanted();
                        page.refresh();
                        page.keep_focus();
                    }),
                    ("studied", Self::refresh),
                    ("changed", Self::show_annotating),
                    ("studied", Self::show_annotating),
                    ("refused", Self::tell_refusal),
                    ("notify::status", Self::refresh),
                    ("notify::trouble", Self::refresh),
                    ("notify::pending", Self::refresh),
                    ("notify::notice", Self::refresh),
                    ("notify::notice", Self::read_notice),
                    ("happened", Self::hear_event),
                    ("ticked", Self::hear_clock),
                    ("notify::status", Self::read_again),
                    ("ticked", Self::read_short_time),
                ],
            )
        });
        following.set_target(game);
    }

    fn show_on_widgets(&self, game: Option<&model::Game>) {
        let imp = self.imp();
        imp.board.set_game(game);
        imp.top_bar.set_game(game);
        imp.bottom_bar.set_game(game);
        imp.move_list.set_game(game);
        imp.openings.set_game(game);
        if let Some(course) = imp.course.get() {
            course.set_game(game);
        }
        imp.analysis.set_game(game);
        if let Some(thoughts) = imp.thoughts.get() {
            thoughts.set_game(game);
        }
    }
}
