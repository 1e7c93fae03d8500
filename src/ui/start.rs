//! The page to start from: a board on which the last game goes on or a new one begins, and the way
//! to all others.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::{
    Action, Chess, Color, TimeControl, read_reached_fen, start_position,
};
use rank_and_file_core::engine::Computer;
use rank_and_file_core::record::log::Header;

use super::new_game::{computer_at_hand, computer_terms, last_players, last_terms, who_begins};
use super::parts::{Fitting, Pairing, portrait};
use super::renderer::{after_next_frame, tell_next_frame};
use super::route::{GameAction, Request, ask};
use super::table::{Board, Table};
use crate::model::{self, Engines, SavedGame, SavedGames, Settings, callback, remembered};
use crate::subclass::{subclass, template};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../resources/ui/start.ui")]
        pub struct StartPage {
            main_menu: gio::Menu,
            menu_button: gtk::MenuButton,
            table: Table,
            caption: gtk::Label,
            terms: gtk::Label,
            new_game: gtk::Button,
            play_computer: gtk::Button,
            portrait: gtk::Image,
            opponent: gtk::Label,
            continue_button: gtk::Button,
            continue_names: Pairing,
            continue_state: gtk::Label,
        } and {
            pub board: OnceCell<Board>,
            pub signals: model::Following,
            pub settings: OnceCell<Settings>,
            pub last: RefCell<Option<SavedGame>>,
            pub games: OnceCell<SavedGames>,
        }
    }

    impl ObjectImpl for StartPage {}
}

subclass! {
    /// The page to start from.
    pub struct StartPage(imp::StartPage): adw::Bin { template: [Fitting, Pairing, Table] }
}

impl StartPage {
    /// A page that does not know of any games yet.
    pub fn new(settings: &Settings) -> Self {
        let page: Self = glib::Object::new();
        page.imp().settings.set(settings.clone()).ok();
        page.imp()
            .play_computer
            .connect_clicked(callback(&page, Self::play_computer));
        settings.connect_changed(
            &remembered::COMPUTER_LEVEL,
            callback(&page, Self::tell_opponent),
        );
        // Its menu is made when it is wanted.
        let menu = page.imp().main_menu.get();
        page.imp().menu_button.set_create_popup_func(move |button| {
            if button.menu_model().is_none() {
                button.set_menu_model(Some(&menu));
            }
        });
        // A button that is pressed by a key is seen to be pressed before it acts.
        page.imp()
            .continue_button
            .connect_activate(callback(&page, Self::leave_the_board));
        page.imp()
            .continue_button
            .connect_clicked(callback(&page, |page| {
                let last = page.imp().last.borrow().clone();
                if let Some(game) = last {
                    page.leave_the_board();
                    ask(page, Request::Act(GameAction::Open, game));
                }
            }));
        page
    }

    /// Begins a game against the computer, with what was chosen the last time.
    fn play_computer(&self) {
        if let Some(settings) = self.imp().settings.get() {
            let terms = computer_terms(settings);
            ask(self, Request::Begin(Box::new(terms), None, None));
        }
    }

    /// Says which computer that will be.
    fn tell_opponent(&self) {
        let imp = self.imp();
        let Some(settings) = imp.settings.get() else {
            return;
        };
        let engines = Engines::shared();
        let computer = computer_at_hand(settings);
        imp.portrait.set_icon_name(Some(&portrait(&computer)));
        let name = match computer {
            Computer::Engine(engine) => {
                words::engine_with_strength(&engines.title(&engine), engines.strength())
            }
            Computer::Level(level) => words::opponent_at_board(level),
        };
        imp.opponent.set_label(&name);
        let description = gtk::accessible::Property::Description(&name);
        imp.play_computer.update_property(&[description]);
    }

    /// Reads the saved games when the page has been drawn, and offers the last unfinished one for
    /// as long as the page lives.
    pub fn show_games(&self, games: &SavedGames) {
        self.imp().new_game.grab_focus();
        self.tell_opponent();
        if self.imp().games.set(games.clone()).is_ok() {
            games.connect_changed(callback(self, Self::offer_the_last));
        }
        self.offer_the_last();
        let (page, games) = (self.clone(), games.clone());
        after_next_frame(self, move || {
            page.lay_out();
            games.load();
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
            let state = words::standing(summary, game.own_side());
            imp.continue_names.show(
                &words::player(summary, Color::White),
                &words::player(summary, Color::Black),
            );
            imp.continue_state
                .set_label(&format!("{state}\n{}", words::length_and_date(summary)));
            imp.continue_button.update_property(&[
                gtk::accessible::Property::Label(&gettext("Continue")),
                gtk::accessible::Property::Description(&words::sentences(
                    &[names, state].map(|said| words::ended(&said)),
                )),
            ]);
        }
        imp.continue_button.set_visible(last.is_some());
        imp.last.replace(last);
        if imp.board.get().is_some() && !self.is_left() {
            self.lay_out();
        }
    }

    /// Whether a game is on its way to the page on which it is played.
    fn is_left(&self) -> bool {
        let imp = self.imp();
        let shown = imp.board.get().is_some_and(WidgetExt::is_visible);
        !shown && !imp.table.covered()
    }

    /// Lays out the board, which the first frame of the page does not wait for: with the last game,
    /// or for a new one. Nothing is kept before the first move.
    fn lay_out(&self) {
        let imp = self.imp();
        let Some(settings) = imp.settings.get() else {
            return;
        };
        let board = imp.board.get_or_init(|| {
            let board = Board::default();
            board.follow_preferences(settings);
            imp.table.set_board(Some(board.upcast_ref::<gtk::Widget>()));
            tell_next_frame(self, "first frame with the board");
            board
        });
        let last = imp.last.borrow().clone();
        // While the clocks wait, the position is hidden.
        let paused = last
            .as_ref()
            .is_some_and(|game| game.summary().time_control.is_some());
        let (caption, terms) = match &last {
            Some(game) => (
                words::standing(game.summary(), game.own_side()),
                words::pairing(game.summary()),
            ),
            None => (gettext("Move a piece to start a game"), terms(settings)),
        };
        imp.caption.set_label(&caption);
        imp.terms.set_label(&terms);
        let start: Option<Chess> = last
            .as_ref()
            .and_then(|game| read_reached_fen(&game.summary().fen).ok());
        let header = Header::bare();
        let rules = header.new_game(start.unwrap_or_else(start_position));
        let game = model::Game::without_log(header, rules);
        imp.signals
            .follow(self, Some(&game), &[("happened", Self::play)]);
        board.set_game(Some(&game));
        board.set_flipped(last.as_ref().is_some_and(is_black_below));
        imp.table.set_covered(paused);
    }

    /// Hides the board while a game is on its way to the page on which it is played.
    fn leave_the_board(&self) {
        if let Some(board) = self.imp().board.get() {
            board.set_visible(false);
        }
    }

    /// Goes on with the game in which a move was made.
    fn play(&self) {
        let imp = self.imp();
        let game = imp.board.get().and_then(Board::game);
        let played = game.and_then(|game| {
            game.with_game(|rules| {
                let ply = rules.plies().last()?;
                let (from, to) = ply.squares();
                Some(Action::Move {
                    from,
                    to,
                    promotion: ply.mv.promotion(),
                })
            })
        });
        if let Some(action) = played {
            let last = imp.last.borrow().clone();
            self.leave_the_board();
            match (last, imp.settings.get()) {
                // The computer moves for itself.
                (Some(game), _) if is_computers_turn(&game) => {
                    ask(self, Request::Act(GameAction::Open, game));
                }
                (Some(game), _) => ask(self, Request::GoOn(game, action)),
                (None, Some(settings)) => ask(
                    self,
                    Request::Begin(Box::new(last_terms(settings)), None, Some(action)),
                ),
                (None, None) => {}
            }
        }
    }
}

fn is_computer(name: &str) -> bool {
    Engines::shared().called(name).is_some()
}

fn is_computers_turn(game: &SavedGame) -> bool {
    let summary = game.summary();
    is_computer(summary.turn.fold_wb(&summary.white, &summary.black))
}

/// Whether the only person who plays here has Black, and sees the board from there.
fn is_black_below(game: &SavedGame) -> bool {
    let summary = game.summary();
    let against_computer = is_computer(&summary.white) && !is_computer(&summary.black);
    against_computer || game.own_side() == Some(Color::Black)
}

/// The players and the time of a new game, as the last time.
fn terms(settings: &Settings) -> String {
    let ([first, second], color) = last_players(settings);
    let control: Option<TimeControl> = settings.get(remembered::TIME_CONTROL).parse().ok();
    let times = control.map(|control| words::allowances(&control, [&first, &second]));
    let who = who_begins(&first, &second, color);
    words::sentences(&[who, times.unwrap_or_default()])
}
