//! The board of a lesson: a game that is not kept, what came of the last move, and a fresh start. Moves that are to
//! be found there are in `mod.rs`.

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess;
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::lessons::{self, Lesson};

use crate::model::{self, Tutoring};
use crate::widgets::{Board, ButtonRow, ProofPopover, Voice, show_said};
use crate::words::{self, Message};

/// How long a piece is on its way, and a glance longer.
const ARRIVAL: Duration = Duration::from_millis(250);

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/exercise.ui")]
    pub struct Exercise {
        #[template_child]
        pub task: TemplateChild<gtk::Label>,
        #[template_child]
        pub board: TemplateChild<Board>,
        #[template_child]
        pub status: TemplateChild<gtk::Label>,
        #[template_child]
        pub why: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub proof: TemplateChild<ProofPopover>,
        /// Plays the move that is to be found.
        #[template_child]
        pub show: TemplateChild<gtk::Button>,
        #[template_child]
        pub reset: TemplateChild<gtk::Button>,
        /// Offers the next position or lesson, once this one is done.
        #[template_child]
        pub next: TemplateChild<gtk::Button>,
        pub said: RefCell<Message>,
        pub voice: OnceCell<Voice>,
        pub lesson: Cell<Option<Lesson>>,
        /// The positions of the lesson, and the number of the one that is shown.
        pub exercises: RefCell<Vec<&'static lessons::Exercise>>,
        pub number: Cell<usize>,
        pub exercise: Cell<Option<&'static lessons::Exercise>>,
        /// Whether another move than the known one was found that is as good.
        pub found_another: Cell<bool>,
        pub tutoring: Tutoring,
        pub following: OnceCell<glib::SignalGroup>,
        /// Where the keyboard begins on a board that it has not been on yet.
        pub first: Cell<Option<chess::Square>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Exercise {
        const NAME: &'static str = "RfExercise";
        type Type = super::Exercise;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            Board::ensure_type();
            ButtonRow::ensure_type();
            ProofPopover::ensure_type();
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for Exercise {
        fn constructed(&self) {
            self.parent_constructed();
            let exercise = self.obj();
            exercise.connect_unmap(|exercise| {
                if let Some(voice) = exercise.imp().voice.get() {
                    voice.fall_silent();
                }
            });
            self.reset.connect_clicked(glib::clone!(
                #[weak]
                exercise,
                move |_| exercise.begin()
            ));
            self.show.connect_clicked(glib::clone!(
                #[weak]
                exercise,
                move |_| exercise.show_move()
            ));
            self.next.connect_clicked(glib::clone!(
                #[weak]
                exercise,
                move |_| exercise.go_on()
            ));
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
    impl BoxImpl for Exercise {}
}

glib::wrapper! {
    /// A board to try things on.
    pub struct Exercise(ObjectSubclass<imp::Exercise>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Default for Exercise {
    fn default() -> Self {
        glib::Object::new()
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
        imp.exercises.replace(lesson.exercises().collect());
        self.open_position(0);
    }

    /// Shows one of the positions of the lesson.
    fn open_position(&self, number: usize) {
        let imp = self.imp();
        let exercise = imp.exercises.borrow().get(number).copied();
        let (Some(lesson), Some(exercise)) = (imp.lesson.get(), exercise) else {
            return;
        };
        let count = imp.exercises.borrow().len();
        let position = (count > 1).then(|| words::lesson_position(number + 1, count));
        let task = words::lesson_task(lesson);
        let task: Vec<String> = position.into_iter().chain(task).collect();
        imp.task.set_visible(!task.is_empty());
        imp.task.set_label(&words::sentences(&task));
        imp.number.set(number);
        imp.exercise.set(Some(exercise));
        imp.first.set(exercise.from());
        imp.next.set_visible(false);
        let last = number + 1 == count && lesson.is_last_exercise();
        imp.next.set_label(&if last {
            gettext("Done")
        } else {
            gettext("Done – Next")
        });
        self.begin();
    }

    /// Goes on to the next position, or from the last one to the next lesson.
    fn go_on(&self) {
        let imp = self.imp();
        let next = imp.number.get() + 1;
        if next < imp.exercises.borrow().len() {
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
            // A listener has not read what is to be done.
            let said = imp.said.borrow().spoken().to_owned();
            self.say(&words::sentences(&[imp.task.label().into(), said]));
        }
        taken
    }

    fn begin(&self) {
        let Some(exercise) = self.imp().exercise.get() else {
            return;
        };
        let Some(rules) = exercise.game() else {
            tracing::error!("no lesson can begin at {}", exercise.fen);
            return;
        };
        self.imp().found_another.set(false);
        self.imp().tutoring.stop();
        self.lay(rules);
        if let (Some(game), Some(shown)) = (self.imp().board.game(), exercise.shown()) {
            // The refusal is what there is to be seen.
            game.act(shown).ok();
        }
        self.follow();
    }

    /// Lays a game on the board, in place of the one before.
    pub(super) fn lay(&self, rules: chess::Game) {
        let imp = self.imp();
        let game = model::Game::unsaved(Header::bare(), rules);
        let following = imp.following.get_or_init(|| {
            model::following::<model::Game, Self>(
                self,
                &[("notify::status", Self::follow), ("moved", Self::wait)],
            )
        });
        following.set_target(Some(&game));
        imp.board.set_game(Some(&game));
    }

    /// Once the piece has arrived, lets White move again where Black only waits, or goes on where moves are to be
    /// found.
    fn wait(&self) {
        glib::timeout_add_local_once(
            ARRIVAL,
            glib::clone!(
                #[weak(rename_to = exercise)]
                self,
                move || {
                    let Some(game) = exercise.imp().board.game() else {
                        return;
                    };
                    exercise.look_for_found();
                    if let Some(rules) = exercise.waited(&game) {
                        let said = exercise.imp().said.borrow().clone();
                        exercise.lay(rules);
                        exercise.follow();
                        exercise.show_status(said);
                    }
                }
            ),
        );
    }

    /// The game with White to move again, where Black only waits.
    fn waited(&self, game: &model::Game) -> Option<chess::Game> {
        let exercise = self.imp().exercise.get()?;
        game.with_rules(|rules| exercise.waited(rules))
    }

    /// What is said of a game: of one in which Black waits, that it is White's turn again.
    fn said(&self, game: &model::Game) -> Message {
        let played = game.with_rules(|rules| rules.plies().last().map(words::move_words));
        match played.filter(|_| self.waited(game).is_some()) {
            Some(played) => {
                let next = words::turn(game.header(), chess::Color::White);
                words::sentences(&[words::sentence(&played), words::sentence(&next)]).into()
            }
            None => game.said(),
        }
    }

    pub(super) fn show_status(&self, said: Message) {
        show_said(&self.imp().status, &said);
        let before = self.imp().said.replace(said.clone());
        if self.is_mapped() && before != said {
            self.say(said.spoken());
        }
    }

    /// Says something to those who hear the lesson.
    fn say(&self, what: &str) {
        let voice = &self.imp().voice;
        voice.get_or_init(|| Voice::of(self)).say(what);
    }

    /// Once the reader has tried what there is to try, the next lesson is offered.
    pub(super) fn follow_done(&self, game: &model::Game) {
        let imp = self.imp();
        let Some(exercise) = imp.exercise.get() else {
            return;
        };
        let done = game.with_rules(|rules| exercise.is_done(rules)) || imp.found_another.get();
        if done {
            imp.next.set_visible(true);
        }
        imp.show
            .set_visible(!exercise.line.is_empty() && !imp.next.is_visible());
    }

    pub(super) fn follow(&self) {
        let imp = self.imp();
        let Some(game) = imp.board.game() else { return };
        self.show_status(self.said(&game));
        self.follow_done(&game);
        let proven = game.outcome().is_some() && imp.proof.show_for(&game, false);
        imp.why.set_visible(proven);
    }
}
