//! The board of a lesson: a game that is not kept, what came of the last move, and a fresh start. A trainer has the
//! game in which moves are to be found.

use std::cell::{Cell, RefCell};

use gettextrs::gettext;
use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, Command};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::lessons::{self, Lesson};

use crate::model::{self, ARRIVAL, Trainer, callback, on, weak};
use crate::subclass::{subclass, template};
use crate::ui::parts::{ButtonRow, show_said};
use crate::ui::question;
use crate::ui::table::{Board, CommandOutcome, MoveEntry, ProofPopover};
use crate::words::{self, Message, TypingPlace};

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/exercise.ui")]
        pub struct Exercise {
            task: gtk::Label,
            board: Board,
            status: gtk::Label,
            entry: MoveEntry,
            why: gtk::MenuButton,
            proof: ProofPopover,
            /// Plays the move that is to be found.
            show: gtk::Button,
            reset: gtk::Button,
            /// Offers the next position or lesson, once this one is done.
            next: gtk::Button,
        } and {
            pub said: RefCell<Message>,
            pub lesson: Cell<Option<Lesson>>,
            /// The number of the position of the lesson that is shown.
            pub number: Cell<usize>,
            pub trainer: Trainer,
            pub signals: model::Following,
            /// Where the keyboard begins on a board that it has not been on yet.
            pub first: Cell<Option<chess::Square>>,
        }
    }

    impl ObjectImpl for Exercise {
        fn constructed(&self) {
            self.parent_constructed();
            let exercise = self.obj();
            self.reset
                .connect_clicked(callback(&*exercise, super::Exercise::begin));
            self.show
                .connect_clicked(callback(&*exercise, super::Exercise::show_move));
            self.next
                .connect_clicked(callback(&*exercise, super::Exercise::go_on));
            exercise.follow_trainer();
            self.entry
                .obey_by(TypingPlace::Lesson, &*exercise, super::Exercise::obey);
            self.entry
                .hear_keys(&*exercise, &self.board, super::Exercise::is_ready);
        }
    }

    impl WidgetImpl for Exercise {
        /// The keyboard comes to a fresh board at the piece that it is about.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            if direction == gtk::DirectionType::TabForward && self.first.get().is_some() {
                self.obj().take_up()
            } else {
                self.first.take();
                self.parent_focus(direction)
            }
        }
    }
}

subclass! {
    /// A board to try things on.
    pub struct Exercise(imp::Exercise): gtk::Box, overriding WidgetImpl {
        template: [Board, ButtonRow, MoveEntry, ProofPopover],
        default: new,
    }
}

impl Exercise {
    /// Shows the board of a lesson from its beginning.
    pub fn open(&self, lesson: Lesson) {
        let imp = self.imp();
        let name = words::lesson_board(&words::lesson_title(lesson));
        imp.board
            .update_property(&[gtk::accessible::Property::Label(&name)]);
        imp.lesson.set(Some(lesson));
        self.open_position(0);
    }

    /// Shows one of the positions of the lesson.
    fn open_position(&self, number: usize) {
        let imp = self.imp();
        let Some(lesson) = imp.lesson.get() else {
            return;
        };
        let Some(exercise) = lesson.exercises().nth(number) else {
            return;
        };
        let count = lesson.exercises().count();
        let position = (count > 1).then(|| words::lesson_position(number + 1, count));
        let task = words::lesson_task(lesson);
        let task: Vec<String> = position.into_iter().chain(task).collect();
        imp.task.set_visible(!task.is_empty());
        imp.task.set_label(&words::sentences(&task));
        imp.number.set(number);
        imp.first.set(exercise.from());
        imp.board.set_last_focus(exercise.from());
        imp.next.set_visible(false);
        let last = number + 1 == count && lesson.is_last_exercise();
        imp.next.set_label(&if last {
            gettext("Done")
        } else {
            gettext("Done – Next")
        });
        self.begin();
    }

    /// The position that is shown.
    fn shown(&self) -> Option<&'static lessons::Exercise> {
        let lesson = self.imp().lesson.get()?;
        lesson.exercises().nth(self.imp().number.get())
    }

    /// Whether a move can be typed.
    fn is_ready(&self) -> bool {
        let imp = self.imp();
        let asks = self.shown().is_some_and(lessons::Exercise::asks);
        !asks || imp.trainer.is_heard()
    }

    /// Begins a move or a word with a key that was pressed beside the exercise. Says whether it does.
    pub fn hear(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        self.is_mapped() && self.is_ready() && self.imp().entry.hear(key, modifiers)
    }

    /// Goes on to the next position, or from the last one to the next lesson.
    fn go_on(&self) {
        let imp = self.imp();
        let next = imp.number.get() + 1;
        let lesson = imp.lesson.get();
        if lesson.is_some_and(|lesson| lesson.exercises().nth(next).is_some()) {
            self.open_position(next);
            // The button that had the keyboard is gone.
            self.take_up();
        } else if let Err(error) = self.activate_action("help.done", None) {
            tracing::error!("no lesson can follow: {error}");
        }
    }

    /// Gives the keyboard to the piece that a fresh board is about.
    pub fn take_up(&self) -> bool {
        let imp = self.imp();
        let square = imp.first.take();
        let taken = square.is_some_and(|square| imp.board.focus_square(square));
        if taken {
            self.say(&self.task());
        }
        taken
    }

    /// What is to be done, and what is said of the position, for those who hear it.
    pub fn task(&self) -> String {
        let imp = self.imp();
        let said = imp.said.borrow().spoken().to_owned();
        words::sentences(&[imp.task.label().into(), said])
    }

    fn begin(&self) {
        let imp = self.imp();
        let (Some(lesson), Some(exercise)) = (imp.lesson.get(), self.shown()) else {
            return;
        };
        imp.trainer.close();
        if let Some(task) = exercise.task() {
            imp.trainer.open_lesson(task, lesson);
            return;
        }
        let Some(rules) = exercise.game() else {
            tracing::error!("no lesson can begin at {}", exercise.fen);
            return;
        };
        self.lay(&model::Game::without_log(Header::bare(), rules));
        if let (Some(game), Some(shown)) = (imp.board.game(), exercise.shown()) {
            // The refusal is what there is to be seen.
            game.act(shown).ok();
        }
        self.follow();
    }

    /// Shows what the trainer has where moves are to be found.
    fn follow_trainer(&self) {
        let trainer = &self.imp().trainer;
        trainer.connect_game_notify(model::callback_with(
            self,
            |exercise: &Self, trainer: &Trainer| {
                if let Some(game) = trainer.game() {
                    exercise.lay(&game);
                    exercise.follow();
                    exercise.imp().board.point_out(trainer.pointed());
                }
            },
        ));
        trainer.connect_told_notify(model::callback_with(
            self,
            |exercise: &Self, trainer: &Trainer| {
                exercise.show_status(trainer.message());
                exercise.imp().board.point_out(trainer.pointed());
            },
        ));
        on(
            trainer,
            "decided",
            callback(self, |exercise: &Self| {
                exercise.follow_done();
            }),
        );
    }

    /// Plays the move that is to be found.
    fn show_move(&self) {
        self.imp().trainer.show_move();
        // After the last one there is nothing more to show.
        let next = &self.imp().next;
        if next.is_visible() {
            next.grab_focus();
        }
    }

    /// Does what a word asks for that is typed in place of a move.
    fn obey(&self, command: Command) -> CommandOutcome {
        let imp = self.imp();
        if command == Command::Next && imp.next.is_visible() {
            self.go_on();
            return CommandOutcome::Done;
        }
        let shows = imp.show.is_visible() && imp.show.is_sensitive();
        if command != Command::Best || !shows {
            return CommandOutcome::Unavailable;
        }
        self.show_move();
        CommandOutcome::Done
    }

    /// Lays a game on the board, in place of the one before.
    fn lay(&self, game: &model::Game) {
        let imp = self.imp();
        let acts = [
            ("notify::status", Self::follow as fn(&_)),
            ("moved", Self::wait),
        ];
        imp.signals.follow(self, Some(game), &acts);
        imp.board.set_game(Some(game));
        imp.entry.end();
        imp.entry.set_game(Some(game));
    }

    /// Once the piece has arrived, answers a check, or lets White move again where Black only waits; or begins anew, where
    /// another move was to be found.
    fn wait(&self) {
        glib::timeout_add_local_once(
            ARRIVAL,
            weak!(self, |exercise| {
                let imp = exercise.imp();
                let (Some(game), Some(shown)) = (imp.board.game(), exercise.shown()) else {
                    return;
                };
                let is_missed = |rules: &chess::Game| shown.is_missed(rules);
                if let Some(answer) = game.with_game(|rules| shown.answer(rules)) {
                    // It is legal where the game still stands as it did.
                    game.act(answer.into()).ok();
                } else if let Some(rules) = exercise.waited(&game) {
                    let said = imp.said.borrow().clone();
                    exercise.lay_anew(rules, said);
                } else if game.with_game(is_missed) {
                    let rules = shown.game().unwrap_or_default();
                    let last = game.with_game(|rules| rules.plies().last().cloned());
                    let again = gettext("Try again.");
                    let said = last.map(|last| words::played_then(&last, &again));
                    exercise.lay_anew(rules, said.unwrap_or_default());
                }
            }),
        );
    }

    /// Lays a game on the board in which this is said of what was played before.
    fn lay_anew(&self, rules: chess::Game, said: Message) {
        self.lay(&model::Game::without_log(Header::bare(), rules));
        self.show_status(said);
    }

    /// The game with White to move again, where Black only waits.
    fn waited(&self, game: &model::Game) -> Option<chess::Game> {
        let exercise = self.shown()?;
        game.with_game(|rules| exercise.waited(rules))
    }

    /// What is said of a game: of one in which Black waits, that it is White's turn again.
    fn said(&self, game: &model::Game) -> Message {
        let played = game.with_game(|rules| rules.plies().last().cloned());
        match played.filter(|_| self.waited(game).is_some()) {
            Some(played) => {
                let next = words::turn(game.header(), chess::Color::White);
                words::played_then(&played, &words::sentence(&next))
            }
            None if self.imp().trainer.goes_on() => game
                .said()
                .map(|said| words::sentences(&[gettext("Correct. Keep going."), said.to_owned()])),
            None => game.said(),
        }
    }

    fn show_status(&self, said: Message) {
        show_said(&self.imp().status, &said);
        let before = self.imp().said.replace(said.clone());
        if self.is_mapped() && before != said {
            self.say(said.spoken());
        }
    }

    /// Says something to those who hear the lesson.
    fn say(&self, what: &str) {
        question::hear(self, what);
    }

    /// Once the reader has tried what there is to try, the next lesson is offered. Returns whether that is news.
    fn follow_done(&self) -> bool {
        let imp = self.imp();
        let (Some(game), Some(exercise)) = (imp.board.game(), self.shown()) else {
            return false;
        };
        let finds = exercise.asks();
        let done = match finds {
            true => imp.trainer.is_over(),
            false => game.with_game(|rules| exercise.is_done(rules)),
        };
        let before = imp.next.is_visible();
        imp.next.set_visible(before || done);
        // It keeps its place, so that nothing else is pressed there.
        imp.show.set_visible(finds);
        imp.show.set_sensitive(!before && !done);
        // A trainer says so itself, and where the game was over there was only something to see.
        done && !before && !finds && exercise.over.is_none()
    }

    fn follow(&self) {
        let imp = self.imp();
        let Some(game) = imp.board.game() else { return };
        let said = self.said(&game);
        self.show_status(match self.follow_done() {
            true => said.and_then(&gettext("Well done!")),
            false => said,
        });
        let proven = game.outcome().is_some() && imp.proof.show_for(&game, false);
        imp.why.set_visible(proven);
    }
}
