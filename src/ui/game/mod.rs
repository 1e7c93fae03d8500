//! The page with the board: what it is made of, which game it is attached to, and what it shows of it while it is
//! played. What is studied of it is shown by the panel with the moves.

mod analysis;
mod comment;
mod conditional_moves;
mod course_curve;
mod exporting;
mod full_screen;
mod hearing;
mod move_list;
mod own_openings;
mod play;
mod review_panel;
mod study;

pub use analysis::AnalysisPanel;
pub use course_curve::CourseCurve;
pub use move_list::MoveList;
pub use own_openings::OwnOpenings;

use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;

use self::conditional_moves::ConditionalMovesWindow;
use self::hearing::Hearing;
use self::play::Partnership;
use self::study::StudyPanel;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;
use rank_and_file_core::chess::{Action, Chess, Color, Draft, Game, Position, Square};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::NodeId;

use super::keys::{
    GAME_KEYS, after_menu, hear_keys, is_bare, is_lost, listen, listen_and_answer, way_by_key,
};
use super::parts::{ButtonRow, Fitting, Pairing, set_style_class, show_said};
use super::route::{Request, Route, ask};
use super::table::{
    Board, CommandOutcome, EvaluationBar, MoveEntry, PlayerBar, ProofPopover, Table,
};
use crate::model::{
    self, Key, Navigation, Origin, SavedGames, Settings, callback, on, preferences, weak,
};
use crate::subclass::{ClassOf, InstallActions, subclass, template};
use crate::words::{self, TypingPlace};

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::GamePage)]
        #[template(file = "../../../resources/ui/game.ui")]
        pub struct GamePage {
            titles: adw::Flap,
            header: adw::HeaderBar,
            title: Pairing,
            menu: gtk::MenuButton,
            trouble: gtk::Revealer,
            trouble_text: gtk::Label,
            trouble_strip: ButtonRow,
            save_again: gtk::Button,
            dismiss: gtk::Button,
            keep: gtk::Button,
            table: Table,
            top_bar: PlayerBar,
            bottom_bar: PlayerBar,
            board: Board,
            panel: gtk::Box,
            foot: gtk::Box,
            status: gtk::Label,
            result: gtk::Revealer,
            score: gtk::Label,
            better_level: gtk::Box,
            last_games: gtk::Label,
            play_level: gtk::Button,
            rematch: gtk::Button,
            look_through: gtk::Button,
            review_button: gtk::Button,
            why: gtk::MenuButton,
            proof: ProofPopover,
            pause: gtk::Button,
            status_row: gtk::Box,
            return_to_game: gtk::Button,
            return_label: gtk::Label,
            quiet: gtk::Label,
            entry: MoveEntry,
            tip: gtk::Button,
            claim: gtk::Button,
            claim_on_time: gtk::Button,
            offer_draw: gtk::Button,
            conditional_moves: gtk::Button,
            conditional_moves_label: gtk::Label,
            take_back: gtk::Button,
            player_actions: ButtonRow,
            study: StudyPanel,
            opening: gtk::Label,
            occasion: gtk::Label,
            evaluation: EvaluationBar,
        } and {
            pub game: RefCell<Option<model::Game>>,
            pub signals: model::Following,
            pub partnership: Partnership,
            pub rematch_wanted: RefCell<Option<Rematch>>,
            /// How the last scoresheet was printed.
            pub print_settings: exporting::LastPrinted,
            pub settings: OnceCell<Settings>,
            pub games: OnceCell<SavedGames>,
            pub hearing: Hearing,
            /// How the board turns, by the name that settings give it.
            #[property(get = Self::turning, set = Self::set_turning)]
            turning: PhantomData<String>,
            /// Whether the page fills the screen with the board.
            #[property(get, set = Self::set_full_screen, explicit_notify)]
            full_screen: Cell<bool>,
            /// Whether the panel is shown then, too.
            #[property(get, set = Self::set_panel_shown, explicit_notify)]
            panel_shown: Cell<bool>,
            /// The refusal that was said last over the board.
            pub refusal: RefCell<Option<adw::Toast>>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for GamePage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            page.insert_action_group("game", Some(self.study.actions()));
            self.hearing.speak_through(&*self.status);
            let low = self.table.bind_property("panel-low", &*self.study, "low");
            low.sync_create().build();
            let studied = self
                .study
                .bind_property("reviewing", &*self.table, "studied");
            studied.sync_create().build();
            self.keep
                .connect_clicked(callback(&*page, |page| ask(page, Request::Keep)));
            self.save_again.connect_clicked(callback(&*page, |page| {
                page.with_game(model::Game::save_again)
            }));
            self.dismiss.connect_clicked(callback(&*page, |page| {
                page.with_game(model::Game::dismiss_notice);
                page.imp().board.refocus();
            }));
            after_menu(&self.menu, &*page, super::GamePage::keep_focus);
            page.connect_map(super::GamePage::look_again);
            page.set_up_tooltips();
            page.set_up_keys();
            page.set_up_typing();
            page.set_up_wheel();
            page.set_up_study();
            page.set_up_full_screen();
            page.hear_every_key();
        }
    }

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

subclass! {
    /// The page on which a game is played or looked through.
    pub struct GamePage(imp::GamePage): adw::Bin {
        template: [
            ButtonRow, EvaluationBar, Fitting, Table, Pairing, Board, PlayerBar, MoveEntry,
            ProofPopover, StudyPanel,
        ],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<GamePage>) {
    class.action("game.turn-board", GamePage::turn_board);
    GamePage::install_play(class);
    class.action("game.play-from-here", |page| {
        page.take_position(|position| Route::Names(Some(position)));
    });
    class.action("game.edit-position", |page| {
        page.take_position(|position| Route::Editor(Some(position)));
    });
    install_exporting(class);
    class.action("game.read-clocks", |page| {
        page.with_game(hearing::read_clocks)
    });
    class.action("game.read-position", |page| {
        page.with_game(hearing::read_position)
    });
    class.action("game.read-last-move", |page| {
        page.with_game(hearing::read_last_move)
    });
    class.action("game.read-again", |page| {
        page.with_game(|game| game.say(game.message()))
    });
    class.install_property_action("game.turning", "turning");
    class.install_property_action("game.panel", "panel-shown");
}

/// Installs the actions that copy, save and print the game or its position.
fn install_exporting(class: &mut ClassOf<GamePage>) {
    class.action("game.copy-game", |page| {
        page.with_shown_game(|game| exporting::copy_game(page, game));
    });
    class.action("game.copy-position", |page| {
        page.with_shown_game(|game| exporting::copy_position(page, game));
    });
    class.async_action("game.save-game", async |page| {
        if let Some(game) = page.shown_game() {
            exporting::save_game(page, &game).await;
        }
    });
    class.async_action("game.save-picture", async |page| {
        if let Some(game) = page.shown_game() {
            exporting::save_position(page, &game, page.imp().board.flipped()).await;
        }
    });
    class.async_action("game.save-scoresheet", async |page| {
        if let Some(game) = page.shown_game() {
            let sheet = exporting::scoresheet(&game, page.chosen(preferences::FIGURINES));
            exporting::save_scoresheet(page, &game, sheet).await;
        }
    });
    class.action("game.print", |page| {
        page.with_shown_game(|game| {
            let sheet = exporting::scoresheet(game, page.chosen(preferences::FIGURINES));
            exporting::print(page, game, sheet, &page.imp().print_settings);
        });
    });
}

impl GamePage {
    /// A page without a game, for a window with these settings and saved games.
    pub fn new(settings: &Settings, games: &SavedGames) -> Self {
        let page: Self = glib::Object::new();
        page.imp().settings.set(settings.clone()).ok();
        page.imp().games.set(games.clone()).ok();
        games.connect_changed(callback(&page, Self::show_score));
        let imp = page.imp();
        imp.study.set_up(settings, games, &imp.evaluation);
        page.follow_preferences(settings);
        page
    }

    /// Lets the keys of the page's actions be heard wherever the focus is in the window.
    fn set_up_keys(&self) {
        listen_and_answer(self, &GAME_KEYS, Self::tell_why_not);
        // A list view takes Ctrl+Shift+Up for itself, to select rows, before it comes to the page.
        let promote = GAME_KEYS
            .into_iter()
            .filter(|(action, _)| *action == "game.promote");
        let list = self.imp().study.move_list();
        listen(list, gtk::ShortcutScope::Local, promote)
            .set_propagation_phase(gtk::PropagationPhase::Capture);
    }

    /// The wheel steps through a game that is over.
    fn set_up_wheel(&self) {
        let steps =
            gtk::EventControllerScrollFlags::VERTICAL | gtk::EventControllerScrollFlags::DISCRETE;
        let wheel = gtk::EventControllerScroll::new(steps);
        wheel.connect_scroll(weak!(
            self,
            glib::Propagation::Proceed,
            |page, _, _, along| {
                if !page.game().is_some_and(|game| game.is_closed()) {
                    return glib::Propagation::Proceed;
                }
                page.step(along >= 0.0);
                glib::Propagation::Stop
            }
        ));
        self.imp().board.add_controller(wheel);
    }

    /// Goes one ply forward or back, if there is one.
    fn step(&self, forward: bool) {
        let action = if forward { "game.forward" } else { "game.back" };
        self.activate_action(action, None).ok();
    }

    /// A letter or a zero begins a move, and arrows step through a game that is over, wherever the focus is that has no
    /// use for them. Escape leads from the moves to the board.
    fn set_up_typing(&self) {
        let imp = self.imp();
        hear_keys(self, gtk::PropagationPhase::Bubble, self, Self::hear_key);
        let entry = &imp.entry;
        entry.hear_keys(self, &imp.board, Self::is_ready_for_move);
        entry.obey_by(TypingPlace::Game, self, |page, command| {
            page.game().map_or(CommandOutcome::Unavailable, |game| {
                page.obey(&game, command)
            })
        });
        entry.connect_visible_notify(callback(self, Self::unfold));
    }

    fn hear_key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        let imp = self.imp();
        if key == gdk::Key::Escape && imp.study.move_list().has_keyboard() {
            imp.board.refocus();
            return true;
        }
        let steps = is_bare(modifiers) && imp.board.is_stepped_through();
        let way = way_by_key(key).filter(|_| steps);
        if let Some(way) = way {
            self.go(way);
        }
        way.is_some()
    }

    /// Makes ready for a move that is typed, or a word, which may be one for the turn of another, too. Returns whether there
    /// is a game for it.
    fn is_ready_for_move(&self) -> bool {
        let imp = self.imp();
        let Some(game) = self
            .game()
            .filter(|game| !game.is_closed() || game.can_be_studied())
        else {
            return false;
        };
        if game.proposes() {
            imp.board.let_go();
        } else {
            imp.board.put_down_all();
        }
        let here = game.viewer().node();
        if game.viewer().tried_at().is_some_and(|at| at != here) {
            game.viewer().navigate(Navigation::Return);
        }
        true
    }

    /// Follows what the panel with the moves shows, which leaves more or less room to the rest.
    fn set_up_study(&self) {
        let study = &self.imp().study;
        on(&**study, "focus-lost", callback(self, Self::keep_focus));
        for property in ["reviewing", "low", "analysis-shown", "openings-shown"] {
            study.connect_notify_local(
                Some(property),
                weak!(self, |page, study, _| {
                    if study.reviewing() && page.full_screen() {
                        page.set_panel_shown(true);
                    }
                    page.show_game();
                    page.keep_focus();
                }),
            );
        }
    }

    /// Calls back with the header and the first position of the next game, when the players want another.
    pub fn connect_rematch(&self, wanted: impl Fn(Header, Chess) + 'static) {
        self.imp().rematch_wanted.replace(Some(Box::new(wanted)));
    }

    /// The game that is shown.
    pub fn game(&self) -> Option<model::Game> {
        self.imp().game.borrow().clone()
    }

    /// Does something with the game that is shown.
    fn with_game(&self, act: impl FnOnce(&model::Game)) {
        if let Some(game) = self.game() {
            act(&game);
        }
    }

    /// The game that is shown, while the page is. The keys are heard on other pages, too.
    fn shown_game(&self) -> Option<model::Game> {
        self.game().filter(|_| self.is_mapped())
    }

    fn with_shown_game(&self, act: impl FnOnce(&model::Game)) {
        if let Some(game) = self.shown_game() {
            act(&game);
        }
    }

    /// Gives the board the keyboard where the button that had it is gone.
    fn keep_focus(&self) {
        if is_lost(self) {
            self.imp().board.refocus();
            self.imp().board.step_by_arrows();
        }
    }

    /// Takes the position that is looked at to another page. The game stays as it is.
    fn take_position(&self, to: impl FnOnce(Box<Chess>) -> Route) {
        if let Some(game) = self.game() {
            let position = Box::new(game.viewer().position());
            ask(self, Request::Go(to(position)));
        }
    }
}

/// The half-moves without a capture or a pawn move from which on they are counted aloud.
const COUNTED_FROM: u32 = 60;

/// What the page shows of its game. Each part is shown anew when the game says that it has changed.
impl GamePage {
    /// A name that is cut short can be read in full under the pointer.
    fn set_up_tooltips(&self) {
        let imp = self.imp();
        for label in [&*imp.opening, &*imp.occasion] {
            label.connect_query_tooltip(|label, _, _, _, tooltip| {
                tooltip.set_text(Some(&label.label()));
                label.layout().is_ellipsized()
            });
        }
    }

    /// Shows what the last event, or another position, changes.
    fn show_game(&self) {
        let Some(game) = self.game() else { return };
        self.show_status();
        self.show_trouble();
        self.show_position(&game);
        self.show_end(&game);
        self.allow_actions(&game);
    }

    /// Shows what the game says, and that it is still being saved.
    fn show_status(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let saving = game.pending().then(words::saving);
        let with_saving = |said: &str| {
            let said = std::iter::once(said.to_owned()).chain(saving.clone());
            words::sentences(&said.collect::<Vec<_>>())
        };
        let said = game.said().map(with_saving);
        let figurines = self.chosen(preferences::FIGURINES);
        show_said(&imp.status, &said.in_figurines(figurines));
        let explains = game.viewer().pointed().is_some();
        let verdict = game.outcome().is_some() && game.viewer().is_live() && !explains;
        set_style_class(&*imp.status, "verdict", verdict);
        let reviewing = imp.study.reviewing();
        // Beside the board of a low window, there is no room to be kept for a third line.
        let cramped = imp.table.panel_low() && !imp.table.panel_below();
        set_style_class(&*imp.status, "reviewed", reviewing && !cramped);
        // What is said of a move in a review, or where it was asked for, is read whole.
        let whole = reviewing || explains;
        imp.status.set_ellipsize(match whole {
            true => gtk::pango::EllipsizeMode::None,
            false => gtk::pango::EllipsizeMode::End,
        });
        imp.status.set_lines(if whole { -1 } else { 4 });
    }

    /// Shows what is wrong with saving, what was found where the game is kept, or what is wrong with an engine.
    fn show_trouble(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        // That moves may be lost is said before all else.
        let trouble = Some(game.trouble()).filter(|trouble| !trouble.is_empty());
        let notice = Some(game.notice()).filter(|notice| !notice.is_empty() && trouble.is_none());
        imp.dismiss.set_visible(notice.is_some());
        let trouble = trouble
            .or(notice)
            .unwrap_or_else(|| imp.partnership.trouble());
        imp.trouble_text.set_label(&trouble);
        imp.trouble.set_visible(!trouble.is_empty());
        imp.trouble.set_reveal_child(!trouble.is_empty());
        imp.save_again
            .set_visible(game.is_unsaved() && !game.is_outside_library());
        imp.keep.set_visible(game.from_file());
        imp.keep.set_label(&match game.opened_from() {
            _ if game.is_saved_too() => gettext("Open Saved Game"),
            Some(Origin::Listed(..)) => gettext("Copy to Saved Games"),
            _ => gettext("Import"),
        });
        // Only moves that may be lost are alarming.
        let calm = game.is_outside_library() || game.trouble().is_empty();
        set_style_class(&*imp.trouble_strip, "guest", calm);
    }

    /// Shows what belongs to the position: its opening, its count of quiet moves, and the way back from it.
    fn show_position(&self, game: &model::Game) {
        let imp = self.imp();
        let halfmoves = game.viewer().position().halfmoves();
        imp.quiet.set_visible(halfmoves >= COUNTED_FROM);
        imp.quiet.set_label(&words::quiet_moves(halfmoves));
        let opening = game.viewer().opening().map(words::opening);
        imp.opening
            .set_visible(opening.is_some() && !imp.study.reviews_in_low_panel());
        imp.opening.set_label(&opening.unwrap_or_default());
        let occasion = game.with_game(|rules| words::occasion(game.header(), rules));
        imp.occasion.set_visible(!occasion.is_empty());
        imp.occasion.set_label(&occasion);
        self.show_looking_back(game);
    }

    /// Offers the way back from an earlier position than that in which the players are, or from one of a side line.
    fn show_looking_back(&self, game: &model::Game) {
        let imp = self.imp();
        let viewer = game.viewer();
        let ahead = viewer.ahead().is_some() && !game.proposes();
        let aside = ahead || matches!(viewer.node(), NodeId::Side(_));
        let back = !game.is_closed() && !viewer.is_live() && !game.proposes();
        let tried = viewer.tried_at();
        let away = tried.is_some_and(|tried| tried != viewer.node());
        imp.return_to_game
            .set_visible(away || (tried.is_none() && (aside || back)));
        let label = if away {
            gettext("Return to the Turning Point")
        } else {
            gettext("Return to Game")
        };
        imp.return_label.set_label(&label);
        imp.return_to_game
            .update_property(&[gtk::accessible::Property::Label(&label)]);
        set_style_class(&*imp.return_to_game, "side-line", aside);
        set_style_class(&*imp.board, "earlier", back);
        set_style_class(&*imp.board, "side-line", aside);
    }

    /// Shows how the game has ended and what is likely to be wanted then, where that leaves room for what is read.
    fn show_end(&self, game: &model::Game) {
        let imp = self.imp();
        let outcome = game.outcome();
        if outcome.is_some() && !imp.result.reveals_child() {
            self.set_panel_shown(self.full_screen());
        }
        let crowded = imp.table.panel_below() || imp.study.low();
        let aside = crowded && imp.study.analyzes(game) || imp.study.reviewing();
        let over = outcome.is_some() && !self.makes_room(game) && !aside;
        imp.result.set_visible(over);
        imp.result.set_reveal_child(outcome.is_some());
        let figures = self.chosen(preferences::FIGURINES);
        // The proof belongs to the end of the game: it is not offered while something else is told or shown in its place.
        let tells_end = game.viewer().is_live() && game.viewer().pointed().is_none();
        let proven = over && tells_end && imp.proof.show_for(game, figures);
        imp.why.set_visible(proven);
        if outcome.is_none() {
            return;
        }
        self.show_score();
        // Players who have just ended their game here may want another one; others look through this one.
        let rematch = game.has_ended_here();
        imp.rematch.set_visible(rematch);
        for offered in [&imp.look_through, &imp.review_button] {
            set_style_class(&**offered, "suggested-action", !rematch);
        }
        let reviewed = imp.study.can_review(game);
        imp.review_button.set_visible(reviewed);
        imp.look_through.set_visible(!reviewed);
    }

    /// Leaves out what is offered at the end of a game while what is said of its moves is read below the board, which
    /// takes all the room. The board keeps its size. Says whether that is so.
    fn makes_room(&self, game: &model::Game) -> bool {
        let imp = self.imp();
        let below = imp.table.panel_below() && !game.viewer().is_live();
        let reads = below && game.with_study(|study, _| !study.is_empty());
        if !reads {
            imp.study.stretch_moves(None);
        } else if imp.result.is_visible() {
            let width = imp.panel.width().max(1);
            let height = imp.result.measure(gtk::Orientation::Vertical, width).0;
            imp.study.stretch_moves(Some(height + imp.panel.spacing()));
        }
        reads
    }

    /// Offers the players what they can do now.
    fn allow_actions(&self, game: &model::Game) {
        let imp = self.imp();
        let closed = game.is_closed();
        imp.player_actions.set_visible(!closed);
        let hints = self.offers_hint(game);
        imp.tip.set_visible(hints);
        if game.is_claimable() && !imp.claim.get_visible() {
            // Full screen hides the button that claims.
            self.set_panel_shown(self.full_screen());
        }
        imp.claim.set_visible(game.is_claimable());
        self.allow_correspondence(game);
        let paused = game.is_paused();
        let runs = !closed && !paused && game.clock_running().is_some();
        imp.pause.set_visible(runs);
        let hidden = !closed && paused;
        let elsewhere =
            !closed && game.withheld_move().is_some() && game.header().person().is_none();
        let offers = game.offer().is_none() && !elsewhere;
        let claims = !elsewhere && game.with_game(|rules| rules.draw_rule().waits_for_claim());
        let goes_on = Draft::from(&game.viewer().position()).end().is_none();
        let people = !game.header().has_computers();
        let together = people && game.header().correspondence.is_none();
        let plays = !closed && (together || game.own_side().is_some());
        let both = together && !closed && game.offer().is_none() && game.ply() > 1;
        for (action, possible) in [
            ("game.accept", game.offer_to_answer().is_some()),
            ("game.decline", game.offer_to_answer().is_some()),
            ("game.resign", plays),
            ("game.offer-draw", plays && offers),
            ("game.take-back", game.takeback().is_some()),
            ("game.take-back-both", both),
            (
                "game.tip",
                hints && game.may_ask_for_tip() || imp.study.reviewing(),
            ),
            ("game.claim", plays && claims),
            ("game.pause", runs),
            ("game.resume", !closed && paused),
            ("game.rematch", game.has_ended_here()),
            // While the clocks wait, the position is hidden.
            ("game.play-from-here", !hidden && goes_on),
            ("game.edit-position", !hidden),
            ("game.read-position", !hidden),
            ("game.copy-position", !hidden),
            ("game.save-picture", !hidden),
        ] {
            self.action_set_enabled(action, possible);
        }
        // What takes the keyboard then, such as the button on the cover, has to be of use.
        imp.table.set_covered(hidden);
    }
}

/// What the page takes up from the preferences, as soon as they are changed.
impl GamePage {
    /// What is chosen in the preferences.
    fn chosen<T: Default>(&self, preference: Key<T>) -> T {
        self.imp().study.chosen(preference)
    }

    /// Whether sounds are to be heard.
    fn is_audible(&self) -> bool {
        let settings = self.imp().settings.get();
        settings.is_some_and(Settings::is_audible)
    }

    fn follow_preferences(&self, settings: &Settings) {
        let imp = self.imp();
        imp.board.follow_preferences(settings);
        self.set_up_hints(settings);
        settings.bind(preferences::FIGURINES, &*imp.entry, "figurines");
        settings.connect_changed(
            &preferences::TURNING,
            callback(self, |page| {
                page.notify_turning();
                page.turn_as_wanted();
            }),
        );
        settings.connect_changed(&preferences::FIGURINES, callback(self, Self::show_game));
    }
}

/// How the page takes up a game and lets go of it.
impl GamePage {
    /// Shows a game, with White below, or the side of the only person who plays.
    pub fn open(&self, game: &model::Game) {
        let imp = self.imp();
        if self.game().as_ref() != Some(game) {
            self.close();
            imp.title
                .show(&game.player(Color::White), &game.player(Color::Black));
            imp.hearing.begin(game);
            imp.game.replace(Some(game.clone()));
            self.show_on_widgets(Some(game));
            self.follow(Some(game));
            self.show_own_side();
            if game.ply() > 0 {
                imp.hearing.say(&words::pairing(game.header()));
            }
            self.speak();
            self.seat_computers(game);
        }
        // In a game that is over, the keyboard begins at the square of the last move.
        let last = |rules: &Game| rules.plies().last().map(|ply| ply.squares().1);
        let last = game.with_game(last).filter(|_| game.is_closed());
        if self.is_mapped() {
            imp.board.focus_square(last.unwrap_or(Square::E2));
        }
    }

    /// Lets go of the game.
    pub fn close(&self) {
        let imp = self.imp();
        imp.study.end_review();
        imp.partnership.dismiss();
        imp.entry.end();
        imp.hearing.fall_silent();
        self.show_on_widgets(None);
        if let Some(game) = imp.game.take() {
            game.suspend();
            self.follow(None);
        }
    }

    fn follow(&self, game: Option<&model::Game>) {
        let acts: [model::SignalCallback<Self>; 10] = [
            ("changed", |page| {
                page.turn_as_wanted();
                page.show_game();
                page.keep_focus();
            }),
            ("studied", |page| page.with_game(|game| page.show_end(game))),
            ("refused", Self::tell_refusal),
            ("notify::status", Self::show_status),
            ("notify::pending", Self::show_status),
            ("notify::trouble", Self::show_trouble),
            ("notify::notice", |page| {
                page.show_trouble();
                page.with_game(|game| page.imp().hearing.say(&game.notice()));
            }),
            ("happened", |page| {
                let audible = page.is_audible();
                page.with_game(|game| page.imp().hearing.sound_event(game, audible));
            }),
            ("notify::status", Self::speak),
            ("ticked", |page| {
                let audible = page.is_audible();
                page.with_game(|game| {
                    page.imp().hearing.sound_clock(game, audible);
                    page.imp().hearing.say_short_time(game);
                });
            }),
        ];
        self.imp().signals.follow(self, game, &acts);
    }

    fn show_on_widgets(&self, game: Option<&model::Game>) {
        let imp = self.imp();
        imp.board.set_game(game);
        imp.top_bar.set_game(game);
        imp.bottom_bar.set_game(game);
        imp.entry.set_game(game);
        imp.study.set_game(game);
    }

    /// Tells the game what a player wants. A refusal is said by the status line.
    fn act(&self, action: Action) {
        self.with_game(|game| {
            game.act(action).ok();
        });
    }

    /// Says what the game says.
    fn speak(&self) {
        self.with_game(|game| self.imp().hearing.say_status(game));
    }

    /// Lets the computers of a game play.
    fn seat_computers(&self, game: &model::Game) {
        let page = self.downgrade();
        let attended = move || {
            let page = page.upgrade();
            page.is_some_and(|page| page.imp().partnership.is_attended(&page, Self::look_again))
        };
        let tell = weak!(self, |page, what: &str| {
            page.imp().partnership.set_trouble(what);
            page.show_trouble();
            page.imp().hearing.say(what);
        });
        self.imp().partnership.seat(game, attended, tell);
    }

    /// Lets the computer go on once what was in its way is gone.
    fn look_again(&self) {
        glib::idle_add_local_once(weak!(self, |page| page.imp().partnership.look()));
    }
}
