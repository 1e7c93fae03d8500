//! The window in which conditional moves are laid out: a board on which both sides are played, and the lines there are.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::{Color, Game, Move};
use rank_and_file_core::record::log::{ConditionalLine, Header};

use crate::model::{self, CorrespondenceGame, callback, watch, weak};
use crate::subclass::{ClassOf, subclass, template};
use crate::ui::parts::{ButtonRow, Voice, remove_button, remove_children, show_said};
use crate::ui::table::{Board, MoveEntry};
use crate::words::{self, Message};

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/conditional-moves.ui")]
        pub struct ConditionalMovesWindow {
            board: Board,
            entry: MoveEntry,
            line: gtk::Label,
            status: gtk::Label,
            undo: gtk::Button,
            add: gtk::Button,
            lines: gtk::ListBox,
        } and {
            /// The game that is played by correspondence.
            pub game: RefCell<Option<model::Game>>,
            /// The same with the moves that are tried. It is not saved.
            pub tried: RefCell<Option<model::Game>>,
            pub signals: model::Following,
        }
    }

    impl ObjectImpl for ConditionalMovesWindow {
        fn constructed(&self) {
            self.parent_constructed();
            let window = self.obj();
            self.undo
                .connect_clicked(callback(&*window, super::ConditionalMovesWindow::undo));
            self.add
                .connect_clicked(callback(&*window, super::ConditionalMovesWindow::add));
            self.entry.hear_keys(&*window, &self.board, |_| true);
        }
    }
}

subclass! {
    /// The window, which belongs to that of the game.
    pub struct ConditionalMovesWindow(imp::ConditionalMovesWindow): adw::Window {
        template: [Board, ButtonRow, MoveEntry],
        class_init: bind_keys,
    }
}

fn bind_keys(class: &mut ClassOf<ConditionalMovesWindow>) {
    let none = gtk::gdk::ModifierType::empty();
    class.add_binding_action(gtk::gdk::Key::Escape, none, "window.close");
}

impl ConditionalMovesWindow {
    /// Opens it for a game in which the opponent is to move.
    pub(super) fn open(parent: &gtk::Window, game: &model::Game) {
        let window: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        let imp = window.imp();
        imp.game.replace(Some(game.clone()));
        imp.board.set_flipped(game.own_side() == Some(Color::Black));
        // What is laid out is for the position that was there.
        watch(&window, game, "continued", |window: &Self| window.close());
        window.lay_out(&[]);
        window.show_lines();
        window.present();
        imp.board.refocus();
    }

    /// Lays the game on the board as it stands, with the first moves of a new line.
    fn lay_out(&self, moves: &[Move]) {
        let imp = self.imp();
        let Some(game) = imp.game.borrow().clone() else {
            return;
        };
        let header = Header {
            correspondence: None,
            ..game.header().clone()
        };
        let mut rules = game.with_game(Game::clone);
        for mv in moves {
            rules.act((*mv).into()).ok();
        }
        let tried = model::Game::without_log(header, rules);
        imp.board.set_game(Some(&tried));
        imp.entry.end();
        imp.entry.set_game(Some(&tried));
        let acts = [
            ("happened", Self::follow as fn(&_)),
            ("refused", Self::tell_refusal),
        ];
        imp.signals.follow(self, Some(&tried), &acts);
        imp.tried.replace(Some(tried));
        self.follow();
    }

    /// The moves that are tried.
    fn moves(&self) -> Vec<Move> {
        let (game, tried) = (self.imp().game.borrow(), self.imp().tried.borrow());
        let Some((game, tried)) = game.as_ref().zip(tried.as_ref()) else {
            return Vec::new();
        };
        let before = game.with_game(|rules| rules.plies().len());
        tried.with_game(|rules| {
            let plies = rules.plies().iter().skip(before);
            plies.map(|ply| ply.mv).collect()
        })
    }

    /// Says what has been tried, and what comes next.
    fn follow(&self) {
        let imp = self.imp();
        let (Some(game), moves) = (imp.game.borrow().clone(), self.moves()) else {
            return;
        };
        let (opponents, complete) = (moves.len() % 2 == 0, moves.len() > 1);
        imp.undo.set_sensitive(!moves.is_empty());
        imp.add.set_sensitive(opponents && complete);
        let [written, spoken] = game.with_game(|rules| {
            let line = |said: fn(&_, &[Move]) -> String| said(rules.position(), &moves);
            [words::written_line, words::spoken_line].map(line)
        });
        imp.line.set_label(&written);
        imp.line.set_visible(!moves.is_empty());
        let next = words::next_conditional(opponents, complete);
        let played = (!moves.is_empty()).then(|| words::sentence(&spoken));
        let heard: Vec<String> = played.into_iter().chain([next.clone()]).collect();
        self.say(Message::new(next, words::sentences(&heard)));
    }

    fn tell_refusal(&self) {
        let tried = self.imp().tried.borrow().clone();
        if let Some(tried) = tried {
            self.say(tried.said());
        }
    }

    fn say(&self, what: Message) {
        show_said(&self.imp().status, &what);
        Voice::of(self).say(what.spoken());
    }

    /// Takes back the last move that was tried, which may have ended the game.
    fn undo(&self) {
        if let Some((_, before)) = self.moves().split_last() {
            self.lay_out(before);
            self.imp().board.refocus();
        }
    }

    /// Keeps the line that is on the board, and begins another one.
    fn add(&self) {
        let Some(game) = self.imp().game.borrow().clone() else {
            return;
        };
        let line = game.with_game(|rules| ConditionalLine::new(rules, &self.moves()));
        let Ok(line) = line else { return };
        let mut moves = CorrespondenceGame::of(&game).conditional_moves();
        game.with_game(|rules| moves.add(rules, line));
        CorrespondenceGame::of(&game).set_conditional_moves(moves);
        self.show_lines();
        self.lay_out(&[]);
        self.imp().board.refocus();
    }

    /// Shows the lines there are, each with a button that removes it.
    fn show_lines(&self) {
        let list = &self.imp().lines;
        remove_children(&**list, gtk::ListBox::remove);
        let Some(game) = self.imp().game.borrow().clone() else {
            return;
        };
        let moves = CorrespondenceGame::of(&game).conditional_moves();
        list.set_visible(!moves.is_empty());
        for (place, line) in moves.lines().iter().enumerate() {
            let said = game.with_game(|rules| {
                let moves = line.moves(rules)?;
                let start = line.start(rules);
                let said = [words::written_line, words::spoken_line];
                Some(said.map(|said| said(start, &moves)))
            });
            let Some([written, spoken]) = said else {
                continue;
            };
            list.append(&self.row(place, &written, &spoken));
        }
    }

    fn row(&self, place: usize, written: &str, spoken: &str) -> adw::ActionRow {
        let row = adw::ActionRow::builder().title(written).build();
        row.update_property(&[gtk::accessible::Property::Label(spoken)]);
        let remove = remove_button(&words::remove_line(spoken));
        remove.connect_clicked(weak!(self, |window, _| window.remove(place)));
        row.add_suffix(&remove);
        row
    }

    fn remove(&self, place: usize) {
        let Some(game) = self.imp().game.borrow().clone() else {
            return;
        };
        let mut moves = CorrespondenceGame::of(&game).conditional_moves();
        moves.remove(place);
        CorrespondenceGame::of(&game).set_conditional_moves(moves);
        self.show_lines();
        // The button that had the keyboard is gone.
        self.imp().board.refocus();
        Voice::of(self).say(&gettext("The line was removed."));
    }
}
