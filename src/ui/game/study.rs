//! The panel with the moves of a game, where a game that is over is studied: the computer's analysis, annotations,
//! the course of the game, its review, and what was played from a position in other games.

use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::{Ply, Position};
use rank_and_file_core::record::study::{Glyph, NodeId, Study, StudyAction, StudyEvent};

use super::analysis::AnalysisPanel;
use super::comment::name_of;
use super::course_curve::CourseCurve;
use super::move_list::{MoveList, annotating_menu};
use super::own_openings::{self, OwnOpenings};
use super::review_panel::ReviewPanel;
use crate::model::{
    self, AnalysisState, GameAnalysis, Key, Motives, Navigation, PositionAnalysis, Review,
    SavedGames, Settings, callback, on, preferences, remembered, weak,
};
use crate::subclass::{signals, subclass, template};
use crate::ui::keys::{after_menu, is_lost};
use crate::ui::parts::{follow_seen, is_seen, show_alone_named};
use crate::ui::table::EvaluationBar;
use crate::ui::{actions, question};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::StudyPanel)]
        #[template(file = "../../../resources/ui/study-panel.ui")]
        pub struct StudyPanel {
            review: ReviewPanel,
            course_box: gtk::Box,
            curve: CourseCurve,
            accuracy: gtk::Label,
            marks: gtk::Label,
            analysis: AnalysisPanel,
            moves: gtk::Stack,
            move_list: MoveList,
            openings: OwnOpenings,
            ways: gtk::Box,
            analysis_toggle: gtk::ToggleButton,
            annotate: gtk::MenuButton,
            why: gtk::Button,
        } and {
            pub motives: Motives,
            /// What the page does for the panel, by the names under which menus and keys know it.
            pub actions: gio::SimpleActionGroup,
            /// Stands beside the board.
            pub evaluation: OnceCell<EvaluationBar>,
            pub settings: OnceCell<Settings>,
            pub course: OnceCell<GameAnalysis>,
            pub thoughts: OnceCell<PositionAnalysis>,
            /// The node whose evaluation was asked for, and is not known yet.
            pub asked: Cell<Option<NodeId>>,
            pub signals: model::Following,
            /// The offer to undo what was deleted last.
            pub undo: RefCell<Option<adw::Toast>>,
            #[property(get, set = Self::set_game, nullable)]
            pub game: RefCell<Option<model::Game>>,
            /// Whether the game is reviewed together.
            #[property(get = Self::reviewing)]
            reviewing: PhantomData<bool>,
            /// Whether the panel has little height.
            #[property(get, set = Self::set_low, explicit_notify)]
            low: Cell<bool>,
            /// Whether what was played from the position is shown where a game is studied, not its moves.
            #[property(get, set = Self::set_openings_shown, explicit_notify)]
            openings_shown: Cell<bool>,
            /// Whether what the computer thinks is shown where a game is studied.
            #[property(get, set = Self::set_analysis_shown, explicit_notify)]
            pub(super) analysis_shown: Cell<bool>,
            /// How the move is judged whose position is shown, by the number of a glyph.
            #[property(name = "move-glyph", get = Self::move_glyph, set = Self::toggle_glyph, type = String)]
            _move_glyph: PhantomData<String>,
            /// How that position is judged.
            #[property(name = "position-glyph", get = Self::position_glyph, set = Self::toggle_glyph, type = String)]
            _position_glyph: PhantomData<String>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for StudyPanel {
        signals!["focus-lost"];

        fn constructed(&self) {
            self.parent_constructed();
            self.annotate.set_menu_model(Some(&annotating_menu()));
            after_menu(&self.annotate, &*self.obj(), super::StudyPanel::keep_focus);
            self.obj().set_up_actions();
        }
    }

    impl StudyPanel {
        fn set_game(&self, game: Option<model::Game>) {
            let panel = self.obj();
            panel.end_review();
            self.review.forget();
            panel.withdraw_undo();
            self.asked.take();
            self.game.replace(game.clone());
            let shown = panel.chosen(remembered::ANALYSIS_SHOWN);
            self.analysis_shown.set(shown);
            panel.notify_analysis_shown();
            let acts = [
                ("changed", super::StudyPanel::refresh as fn(&_)),
                ("studied", super::StudyPanel::refresh),
                ("studied", super::StudyPanel::withdraw_undo),
            ];
            self.signals.follow(&*panel, game.as_ref(), &acts);
            self.move_list.set_game(game.as_ref());
            self.openings.set_game(game.as_ref());
            if let Some(course) = self.course.get() {
                course.set_game(game.as_ref());
            }
            self.analysis.set_game(game.as_ref());
            if let Some(thoughts) = self.thoughts.get() {
                thoughts.set_game(game.as_ref());
            }
            panel.refresh();
        }

        fn reviewing(&self) -> bool {
            self.review.review().is_some()
        }

        fn set_low(&self, low: bool) {
            if self.low.replace(low) != low {
                self.obj().refresh();
                self.obj().notify_low();
            }
        }

        fn set_openings_shown(&self, shown: bool) {
            if self.openings_shown.replace(shown) == shown {
                return;
            }
            if let Some(settings) = self.settings.get() {
                settings.set(remembered::OPENINGS_SHOWN, &shown);
            }
            self.obj().refresh();
            self.obj().notify_openings_shown();
            question::hear(&*self.obj(), &words::openings_shown(shown));
        }

        fn set_analysis_shown(&self, shown: bool) {
            if self.analysis_shown.replace(shown) == shown {
                return;
            }
            if let Some(settings) = self.settings.get() {
                settings.set(remembered::ANALYSIS_SHOWN, &shown);
            }
            if let Some(game) = self.obj().game() {
                if !shown && game.viewer().ahead().is_some() {
                    game.viewer().navigate(Navigation::Return);
                }
            }
            self.obj().refresh();
            self.obj().notify_analysis_shown();
            question::hear(&*self.obj(), &words::analysis_shown(shown));
        }

        fn move_glyph(&self) -> String {
            self.glyph_of(&Glyph::OF_MOVES)
        }

        fn position_glyph(&self) -> String {
            self.glyph_of(&Glyph::OF_POSITIONS)
        }

        /// The number of the glyph of a kind that the node has; empty where it has none.
        fn glyph_of(&self, kind: &[Glyph]) -> String {
            let game = self.game.borrow();
            let there = game.as_ref().and_then(|game| {
                let node = game.viewer().node();
                game.with_study(|study, _| {
                    let glyphs = &study.notes(node).glyphs;
                    glyphs.iter().find(|glyph| kind.contains(glyph)).copied()
                })
            });
            there.map(|glyph| glyph.0.to_string()).unwrap_or_default()
        }

        /// Judges the move, or the position, or no longer so.
        fn toggle_glyph(&self, number: String) {
            if let Ok(number) = number.parse() {
                self.obj().toggle_glyph(Glyph(number));
            }
        }
    }
}

subclass! {
    /// The panel with the moves. Emits `focus-lost` when what had the keyboard in it is gone.
    pub struct StudyPanel(imp::StudyPanel): gtk::Box {
        template: [AnalysisPanel, CourseCurve, MoveList, OwnOpenings, ReviewPanel],
    }
}

/// The actions that lead somewhere else in the tree, with their ways.
const WAYS: [(&str, Navigation); 8] = [
    ("first", Navigation::First),
    ("back", Navigation::Back),
    ("forward", Navigation::Forward),
    ("last", Navigation::Last),
    ("next-line", Navigation::NextLine),
    ("previous-line", Navigation::PreviousLine),
    ("return", Navigation::Return),
    ("look-through", Navigation::First),
];

/// Whether a way leads to another line.
fn is_aside(way: Navigation) -> bool {
    matches!(way, Navigation::NextLine | Navigation::PreviousLine)
}

/// Seconds in which a slow reader, or a listener, can call back what was deleted or not saved.
pub(super) const UNDO_SECONDS: u32 = 10;

/// What is set up once, and what the page asks.
impl StudyPanel {
    fn set_up_actions(&self) {
        let group = &self.imp().actions;
        for (name, way) in WAYS {
            actions::add(group, self, name, move |panel| panel.navigate(way));
        }
        actions::add(group, self, "undo-edit", |panel| {
            panel.edit(StudyAction::Undo)
        });
        actions::add(group, self, "redo-edit", |panel| {
            panel.edit(StudyAction::Redo)
        });
        actions::add(group, self, "comment", |panel| panel.comment(false));
        actions::add(group, self, "comment-before", |panel| panel.comment(true));
        actions::add(group, self, "glyphs", Self::show_glyphs);
        actions::add_choice(group, self, "move-glyph", "move-glyph");
        actions::add_choice(group, self, "position-glyph", "position-glyph");
        actions::add(group, self, "promote", Self::promote);
        actions::add(group, self, "delete-line", Self::delete_line);
        actions::add(group, self, "copy-line", Self::copy_line);
        actions::add(group, self, "review", Self::begin_review);
        actions::add(group, self, "end-review", Self::end_review);
        actions::add_toggle(group, self, "openings", "openings-shown");
        actions::add_toggle(group, self, "analysis", "analysis-shown");
        actions::add(group, self, "read-evaluation", Self::read_evaluation);
        actions::add(group, self, "motifs", |panel| {
            let game = panel.game();
            game.iter().for_each(|game| game.viewer().toggle_motifs());
        });
        actions::add(group, self, "why", |panel| {
            panel.ask_why();
        });
    }

    /// The actions of the panel, which menus and keys of the page do.
    pub(super) fn actions(&self) -> &gio::SimpleActionGroup {
        &self.imp().actions
    }

    /// The row of buttons that lead through the game, which the page puts in its place.
    pub(super) fn ways(&self) -> &gtk::Box {
        &self.imp().ways
    }

    /// The card of a review, which the page puts above all that changes its height.
    pub(super) fn review_card(&self) -> &ReviewPanel {
        &self.imp().review
    }

    pub(super) fn move_list(&self) -> &MoveList {
        &self.imp().move_list
    }

    /// Gets ready for a window with these settings and saved games. What the computer thinks of the position
    /// stands beside the board, too.
    pub(super) fn set_up(&self, settings: &Settings, games: &SavedGames, bar: &EvaluationBar) {
        let imp = self.imp();
        imp.settings.set(settings.clone()).ok();
        imp.evaluation.set(bar.clone()).ok();
        self.set_up_course(settings);
        self.set_up_analysis(settings);
        own_openings::set_up(&imp.openings, games);
        settings.bind(preferences::FIGURINES, &*imp.move_list, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.openings, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.analysis, "figurines");
        settings.bind(preferences::FIGURINES, &*imp.review, "figurines");
        let named_anew = weak!(self, |panel, settings: &Settings| {
            settings.say_moves();
            let imp = panel.imp();
            imp.move_list.name_moves();
            imp.openings.show_answer();
            imp.analysis.show_lines();
        });
        settings.connect_changed(&preferences::SPOKEN_MOVES, named_anew);
        settings.bind(remembered::OPENINGS_SHOWN, self, "openings-shown");
        settings.bind(remembered::ANALYSIS_SHOWN, self, "analysis-shown");
    }

    /// Whether a game is there to be reviewed.
    pub(super) fn can_review(&self, game: &model::Game) -> bool {
        game.can_be_analyzed() && self.chosen(preferences::ANALYSIS)
    }

    /// Whether a review has the room for itself, as there is little.
    pub(super) fn reviews_in_low_panel(&self) -> bool {
        self.reviewing() && self.low()
    }

    /// Whether the game is analyzed rather than just played to its end: what is offered at the end leaves its room
    /// to the lines, where there is little.
    pub(super) fn analyzes(&self, game: &model::Game) -> bool {
        let plays = game.viewer().is_live() && game.has_ended_here();
        self.imp().analysis.get_visible() && !plays
    }

    /// Gives the moves so much more height, or only what is left for them.
    pub(super) fn stretch_moves(&self, by: Option<i32>) {
        let moves = &*self.imp().moves;
        let least = |width| moves.measure(gtk::Orientation::Vertical, width).0;
        let height = by.map(|by| by + least(self.width().max(1)));
        moves.set_height_request(height.unwrap_or(-1));
    }

    /// What is chosen in the preferences.
    pub(super) fn chosen<T: Default>(&self, preference: Key<T>) -> T {
        let settings = self.imp().settings.get();
        settings.map_or_else(T::default, |settings| settings.get(preference))
    }

    fn enable(&self, action: &str, possible: bool) {
        actions::enable(&self.imp().actions, action, possible);
    }

    /// Tells the page when the keyboard is lost.
    fn keep_focus(&self) {
        if is_lost(self) {
            self.emit_by_name::<()>("focus-lost", &[]);
        }
    }

    /// Shows the game as it stands, and what can be done with it.
    fn refresh(&self) {
        let Some(game) = self.game() else { return };
        if !self.can_review(&game) {
            self.end_review();
        }
        self.show_review(&game);
        self.show_asking(&game);
        self.show_analysis(&game);
        self.show_moves(&game);
        self.show_annotating(&game);
        self.allow_walking(&game);
    }

    /// Shows the moves of the game, or what was played from the shown position in others.
    fn show_moves(&self, game: &model::Game) {
        let imp = self.imp();
        let studied = game.can_be_studied();
        self.enable("openings", studied);
        self.enable("motifs", studied);
        let empty = game.ply() == 0 && game.with_study(|study, _| study.is_empty());
        let page = if studied && self.openings_shown() {
            "openings"
        } else if empty {
            "none"
        } else {
            "some"
        };
        show_alone_named(&imp.moves, page);
        imp.moves
            .set_visible(page == "openings" || !self.reviews_in_low_panel());
    }

    fn begin_review(&self) {
        let imp = self.imp();
        let game = self.game().filter(|game| self.can_review(game));
        let (Some(game), Some(course)) = (game, imp.course.get()) else {
            return;
        };
        if self.reviewing() {
            return;
        }
        course.set_reviewed(true);
        imp.review.begin(&game, course);
        self.refresh();
        self.notify_reviewing();
    }

    /// Stops the moves of a review that are played by themselves.
    pub(super) fn stop_walking(&self) {
        if let Some(review) = self.imp().review.review() {
            review.stop_walking();
        }
    }

    /// Gives a hint in a review. Returns whether there is a review.
    pub(super) fn hint(&self) -> bool {
        let review = self.imp().review.review();
        review.inspect(Review::hint).is_some()
    }

    /// Goes on in a review, or back. Returns whether there is one.
    pub(super) fn step_review(&self, on: bool) -> bool {
        let step = if on { Review::go_on } else { Review::go_back };
        self.imp().review.review().inspect(step).is_some()
    }

    pub(super) fn end_review(&self) {
        let imp = self.imp();
        if !self.reviewing() {
            return;
        }
        imp.review.leave();
        if let Some(course) = imp.course.get() {
            course.set_reviewed(false);
        }
        self.refresh();
        self.notify_reviewing();
    }

    /// Offers a review, or shows the one that goes on.
    fn show_review(&self, game: &model::Game) {
        let reviewing = self.reviewing();
        self.enable("review", self.can_review(game) && !reviewing);
        self.enable("end-review", reviewing);
        self.imp().review.set_visible(reviewing);
        self.show_accuracy();
    }
}

/// The computer's analysis.
impl StudyPanel {
    fn set_up_analysis(&self, settings: &Settings) {
        let imp = self.imp();
        let thoughts = PositionAnalysis::new(settings);
        imp.analysis.set_analysis(&thoughts);
        thoughts.connect_hurries_notify(callback(self, |panel| {
            panel.take_turns();
            panel.read_what_was_asked();
        }));
        imp.analysis.connect_add(weak!(self, |panel, action| {
            panel.annotate(action);
        }));
        settings.connect_changed(&preferences::ANALYSIS, callback(self, Self::refresh));
        if let Some(bar) = imp.evaluation.get() {
            self.look_at(bar, &thoughts);
        }
        imp.thoughts.set(thoughts).ok();
    }

    /// Lets the computer think only while the bar beside the board is seen.
    fn look_at(&self, bar: &EvaluationBar, thoughts: &PositionAnalysis) {
        bar.set_analysis(thoughts);
        follow_seen(bar, self, Self::see);
    }

    /// Shows what the computer thinks where that is wanted, and no help where a game is played.
    fn show_analysis(&self, game: &model::Game) {
        let imp = self.imp();
        // After a game that was played here it comes once it is asked for.
        if !game.can_be_studied() && imp.analysis_shown.take() {
            self.notify_analysis_shown();
        }
        // A player who looks for the better move is not told it.
        let open = game.can_be_studied() && !self.reviewing();
        let offered = open && self.chosen(preferences::ANALYSIS);
        let shown = offered && self.analysis_shown();
        self.enable("analysis", offered);
        self.enable("read-evaluation", shown);
        imp.analysis_toggle
            .set_visible(self.chosen(preferences::ANALYSIS));
        imp.analysis.set_visible(shown);
        if let Some(bar) = imp.evaluation.get() {
            bar.set_visible(shown);
        }
    }

    /// Offers to ask why the computer has played a move, where it has played any.
    fn show_asking(&self, game: &model::Game) {
        let offered = self.chosen(preferences::ANALYSIS) && Motives::are_in(game);
        self.imp().why.set_visible(offered && !self.reviewing());
        self.enable("why", offered && Motives::can_ask(game));
    }

    /// Asks why the computer has played the move after which the board is shown. Says whether that can be asked. A
    /// player who looks for the answer to a mistake in a review is not told it.
    pub(super) fn ask_why(&self) -> bool {
        let imp = self.imp();
        let review = imp.review.review();
        let why = review.as_ref().and_then(Review::why);
        if let Some((why, game)) = why.zip(self.game()) {
            game.read_out(why);
            return true;
        }
        let seeker = review.is_some_and(|review| review.seeks());
        let game = self
            .studied_game()
            .filter(|_| self.chosen(preferences::ANALYSIS));
        game.is_some_and(|game| imp.motives.ask(&game, imp.course.get(), seeker))
    }

    fn see(&self) {
        let imp = self.imp();
        if let Some((bar, thoughts)) = imp.evaluation.get().zip(imp.thoughts.get()) {
            thoughts.set_seen(is_seen(bar));
        }
    }

    /// Says who stands better and what is best, of the position that is shown; in a review, a player who wants to know
    /// the `best` move is shown it. Says whether that may be known.
    pub(super) fn evaluate(&self, best: bool) -> bool {
        let imp = self.imp();
        if let Some(review) = imp.review.review() {
            if best {
                review.show();
            }
            return best;
        }
        let open = self.studied_game().is_some() && self.chosen(preferences::ANALYSIS);
        if open {
            self.set_analysis_shown(true);
            self.read_evaluation();
        }
        open
    }

    /// Reads out the evaluation that was asked for before anything was known.
    fn read_what_was_asked(&self) {
        let imp = self.imp();
        let known = imp.thoughts.get().map(PositionAnalysis::insight);
        let Some(game) = self.game() else { return };
        let found = matches!(known, Some(AnalysisState::Found(_)));
        if found && imp.asked.take() == Some(game.viewer().node()) {
            self.read_evaluation();
        }
    }

    /// Says who stands better, and what is best.
    fn read_evaluation(&self) {
        let Some(game) = self.game() else { return };
        let insight = self.imp().thoughts.get().map(PositionAnalysis::insight);
        let said = match insight.unwrap_or_default() {
            AnalysisState::Found(found) => found.score().map(|score| {
                let best = found.found.best();
                let best = best.map(|best| Ply::play(&found.position, best));
                words::evaluation_said(score, best.as_ref())
            }),
            AnalysisState::End(end) => Some(words::sentence(&words::reason_of(end)).into()),
            AnalysisState::Saving => Some(words::saves_power().into()),
            AnalysisState::Failed(why) => Some(why.into()),
            AnalysisState::None | AnalysisState::Awaited => {
                self.imp().asked.set(Some(game.viewer().node()));
                None
            }
        };
        game.read_out(said.unwrap_or_else(|| words::no_evaluation().into()));
    }
}

/// Annotations: comments, glyphs, and the lines of the tree.
impl StudyPanel {
    /// The game that is shown, where something can be added to it.
    pub(super) fn studied_game(&self) -> Option<model::Game> {
        self.game().filter(model::Game::can_be_studied)
    }

    /// Shows what can be added at the node that is shown.
    fn show_annotating(&self, game: &model::Game) {
        let open = game.can_be_studied();
        let node = game.viewer().node();
        let (first, promotes) = game.with_study(|study, rules| {
            let first = match node {
                NodeId::Side(side) => study.begins_line(rules, side),
                NodeId::Main(_) => false,
            };
            (first, study.can_promote(rules, node))
        });
        let aside = matches!(node, NodeId::Side(_));
        let moved = node != NodeId::Main(0);
        for (action, possible) in [
            ("comment", open),
            ("comment-before", open && first),
            ("glyphs", open && moved),
            ("move-glyph", open && moved),
            ("position-glyph", open && moved),
            ("promote", open && promotes),
            ("delete-line", open && aside),
            ("copy-line", moved),
        ] {
            self.enable(action, possible);
        }
        self.imp().annotate.set_sensitive(open);
        self.notify_move_glyph();
        self.notify_position_glyph();
    }

    /// Adds something to the game. What cannot be is said.
    pub(super) fn annotate(&self, action: StudyAction) -> Option<StudyEvent> {
        let game = self.studied_game()?;
        let list = &*self.imp().move_list;
        let focus = self.root().and_then(|root| root.focus());
        let in_list = focus.is_some_and(|focus| focus.is_ancestor(list));
        match game.annotate(action) {
            Ok(event) => {
                if in_list {
                    self.stay_in_list();
                }
                Some(event)
            }
            Err(why) => {
                let position = game.viewer().position();
                game.say(words::study_refusal(why, position.board()));
                None
            }
        }
    }

    /// The row that had the keyboard may have been made anew.
    fn stay_in_list(&self) {
        let panel = self.downgrade();
        glib::idle_add_local_once(move || {
            if let Some(panel) = panel.upgrade().filter(is_lost) {
                if !panel.move_list().focus_marked() {
                    panel.keep_focus();
                }
            }
        });
    }

    fn show_glyphs(&self) {
        if self.studied_game().is_some() {
            self.imp().move_list.show_glyphs();
        }
    }

    fn toggle_glyph(&self, glyph: Glyph) {
        let Some(game) = self.studied_game() else {
            return;
        };
        let node = game.viewer().node();
        if self
            .annotate(StudyAction::ToggleGlyph(node, glyph))
            .is_none()
        {
            return;
        }
        let glyphs = game.with_study(|study, _| study.notes(node).glyphs.clone());
        let name = name_of(&game, node).unwrap_or_default();
        game.say(name.map(|name| words::judged(name, &glyphs)));
    }

    fn promote(&self) {
        let Some(game) = self.studied_game() else {
            return;
        };
        let node = game.viewer().node();
        if self.annotate(StudyAction::Promote(node)).is_some() {
            let name = name_of(&game, node).unwrap_or_default();
            game.say(name.map(words::promoted));
        }
    }

    /// Deletes the move that is shown and what follows it in its side line, which can be undone.
    fn delete_line(&self) {
        let Some(game) = self.studied_game() else {
            return;
        };
        let node = game.viewer().node();
        let name = name_of(&game, node).unwrap_or_default();
        if self.annotate(StudyAction::Delete(node)).is_none() {
            return;
        }
        let said = name.map(words::deleted);
        let toast = question::toast(said.shown(), UNDO_SECONDS);
        toast.set_button_label(Some(&gettext("Undo")));
        toast.connect_button_clicked(callback(self, |panel| {
            if let Some(game) = panel.studied_game() {
                panel.imp().undo.take();
                if panel.annotate(StudyAction::Undo).is_some() {
                    game.say(gettext("Variation restored."));
                }
            }
        }));
        question::show(self, &toast);
        self.imp().undo.replace(Some(toast));
        game.say(said);
    }

    /// Offers no more to undo what was deleted: it would undo what was done since.
    fn withdraw_undo(&self) {
        if let Some(undo) = self.imp().undo.take() {
            undo.dismiss();
        }
    }

    fn copy_line(&self) {
        let Some(game) = self.game() else { return };
        let node = game.viewer().node();
        let line = game.with_study(|study, rules| words::line_to(study, rules, node));
        self.clipboard().set_text(&line);
        question::say(self, &gettext("Line copied"));
    }
}

/// The course of a game, above its moves: the curve, and how accurately both have played.
impl StudyPanel {
    fn set_up_course(&self, settings: &Settings) {
        let imp = self.imp();
        let course = GameAnalysis::new(settings);
        imp.curve.set_course(Some(&course));
        self.bind_property("analysis-shown", &course, "analysis-shown")
            .build();
        course
            .bind_property("shown", &*imp.course_box, "visible")
            .sync_create()
            .build();
        on(
            &course,
            "changed",
            weak!(self, |panel, _| {
                panel.show_accuracy();
                panel.take_turns();
            }),
        );
        imp.course.set(course).ok();
    }

    /// Only one of them thinks at a time: where a reader has come to stand, then the course of the game.
    fn take_turns(&self) {
        let imp = self.imp();
        if let (Some(thoughts), Some(course)) = (imp.thoughts.get(), imp.course.get()) {
            course.set_waits(thoughts.hurries());
            thoughts.set_waits(course.is_busy());
        }
    }

    fn show_accuracy(&self) {
        let (Some(game), Some(course)) = (self.game(), self.imp().course.get()) else {
            return;
        };
        let said = course.with(|known| words::course_known(game.header(), known));
        // The panel of a review has a bar for that, and where there is little room, only what is asked.
        let shown = !self.reviewing() || course.with(|known| known.part() >= 1.0) == Some(true);
        let shown = shown && !self.reviews_in_low_panel();
        let labels = [&self.imp().accuracy, &self.imp().marks];
        for (label, said) in labels.into_iter().zip(said.unwrap_or_default()) {
            label.set_visible(shown && !said.is_empty());
            label.set_label(&said);
        }
    }
}

/// Looking through a game.
impl StudyPanel {
    fn navigate(&self, way: Navigation) {
        let Some(game) = self.game() else { return };
        if is_aside(way) && game.viewer().leads_to(way).is_none() {
            game.read_out(words::has_variation(false));
        }
        game.viewer().navigate(way);
    }

    fn edit(&self, action: StudyAction) {
        let said = words::study_action(&action);
        let Some(game) = self.game() else { return };
        if let Ok(event) = game.annotate(action) {
            game.say(words::study_changed(said, event.change));
        }
    }

    /// Lets those actions be done that lead somewhere, or undo something.
    fn allow_walking(&self, game: &model::Game) {
        for (action, way) in WAYS {
            let answered = is_aside(way) && game.is_closed();
            let leads = game.viewer().leads_to(way).is_some();
            self.enable(action, leads || answered);
        }
        self.enable("look-through", game.ply() > 0);
        let can = |look: fn(&Study) -> bool| {
            game.can_be_studied() && game.with_study(|study, _| look(study))
        };
        self.enable("undo-edit", can(Study::can_undo));
        self.enable("redo-edit", can(Study::can_redo));
    }
}
