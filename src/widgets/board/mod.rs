//! The board: sixty-four squares, what lies over them, and the hand that moves the pieces.

mod bubble;
mod drawings;
mod editing;
mod gestures;
mod hand;
mod layout;
mod motion;
mod overlay;
mod promotion;
mod showing;
mod square;

use std::cell::{Cell, OnceCell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::{Drawings, Geometry, Input, Interaction};
use rank_and_file_core::rules;
use rank_and_file_core::study::Place;

use self::bubble::Bubble;
use self::motion::Moving;
use self::overlay::Overlay;
pub(super) use self::promotion::Figure;
use self::promotion::Promotion;
use self::square::Square;
use super::scale::follow_scale;
use super::textures::Textures;
use crate::model;

/// The smallest and the natural length of a square's side.
const SMALLEST_SQUARE: i32 = 24;
const NATURAL_SQUARE: i32 = 64;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Board)]
    pub struct Board {
        pub squares: OnceCell<Vec<Square>>,
        pub overlay: Overlay,
        pub promotion: Promotion,
        pub bubble: Bubble,
        pub interaction: Cell<Interaction>,
        pub moving: Moving,
        pub drawings: RefCell<Drawings>,
        /// The place in the tree of the game that was shown last, and whether the game was over.
        pub place: Cell<Option<(Place, bool)>>,
        pub geometry: Cell<Geometry>,
        pub pointer: Cell<(f64, f64)>,
        /// The square below the piece that hangs from the pointer.
        pub below: Cell<Option<rules::Square>>,
        /// The square below a piece that comes from the palette.
        pub hovered: Cell<Option<rules::Square>>,
        pub following: OnceCell<glib::SignalGroup>,
        pub following_edits: OnceCell<glib::SignalGroup>,
        pub last_focus: Cell<Option<rules::Square>>,
        /// The game that is shown and played.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<model::Game>>,
        /// The position that is set up, where there is no game.
        #[property(get, set = Self::set_editing, nullable, explicit_notify)]
        pub editing: RefCell<Option<model::Editing>>,
        /// Whether Black sits below.
        #[property(get, set = Self::set_turned, explicit_notify)]
        pub turned: Cell<bool>,
        /// Whether the pieces of the far player stand on their heads.
        #[property(get, set = Self::set_face_to_face, explicit_notify)]
        pub face_to_face: Cell<bool>,
        /// Whether it is shown where the selected piece may go, as far as the players agreed.
        #[property(get, set = Self::set_hints, explicit_notify, construct, default = true)]
        pub hints: Cell<bool>,
        /// Whether a pawn becomes a queen without asking.
        #[property(get, set)]
        pub auto_queen: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Board {
        const NAME: &'static str = "RfBoard";
        type Type = super::Board;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("board");
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for Board {
        fn constructed(&self) {
            self.parent_constructed();
            let board = self.obj();
            board.set_up_squares();
            self.overlay.set_parent(&*board);
            self.bubble.set_parent(&*board);
            self.promotion.set_parent(&*board);
            self.promotion.connect_chosen(glib::clone!(
                #[weak]
                board,
                move |role| board.take(Input::Promote(role))
            ));
            board.set_up_gestures();
            let following = model::following::<model::Game, _>(
                &*board,
                &[
                    ("changed", super::Board::follow_game),
                    ("studied", super::Board::follow_game),
                ],
            );
            self.following.set(following).ok();
            let following = model::following::<model::Editing, _>(
                &*board,
                &[("changed", super::Board::refresh)],
            );
            self.following_edits.set(following).ok();
            follow_scale(&*board, super::Board::follow_style);
            Textures::shared().follow(&*board, |widget| {
                if let Some(board) = widget.downcast_ref::<super::Board>() {
                    board.follow_style();
                }
            });
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
            self.obj().set_editing(None::<model::Editing>);
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Board {
        fn measure(&self, _: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            (8 * SMALLEST_SQUARE, 8 * NATURAL_SQUARE, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            self.obj().place(width, height);
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.obj().draw_lettering(snapshot);
            self.parent_snapshot(snapshot);
        }

        /// The squares are walked with arrows; Tab enters and leaves the board as a whole.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let board = self.obj();
            let tab = matches!(
                direction,
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward
            );
            if self.promotion.is_visible() {
                return self.promotion.child_focus(direction);
            }
            if tab && board.focus_child().is_some() {
                return false;
            }
            board.refocus()
        }
    }

    impl Board {
        fn set_game(&self, game: Option<model::Game>) {
            if let Some(following) = self.following.get() {
                following.set_target(game.as_ref());
            }
            let board = self.obj();
            self.interaction.set(Interaction::default());
            board.forget_position();
            board.rub_out();
            self.promotion.close();
            self.game.replace(game);
            self.place.take();
            board.follow_game();
            board.notify_game();
        }

        fn set_editing(&self, editing: Option<model::Editing>) {
            if let Some(following) = self.following_edits.get() {
                following.set_target(editing.as_ref());
            }
            let board = self.obj();
            board.forget_position();
            self.editing.replace(editing);
            board.refresh();
            board.notify_editing();
        }

        fn set_face_to_face(&self, face_to_face: bool) {
            if self.face_to_face.replace(face_to_face) != face_to_face {
                self.obj().refresh();
                self.obj().notify_face_to_face();
            }
        }

        fn set_hints(&self, hints: bool) {
            if self.hints.replace(hints) != hints {
                self.obj().refresh();
                self.obj().notify_hints();
            }
        }

        fn set_turned(&self, turned: bool) {
            if self.turned.replace(turned) != turned {
                let board = self.obj();
                board.skip_animation();
                board.queue_allocate();
                board.refresh();
                board.notify_turned();
            }
        }
    }
}

glib::wrapper! {
    /// A chess board that shows a [`model::Game`] and sends it what the players do; or a
    /// [`model::Editing`], which is set up on it.
    pub struct Board(ObjectSubclass<imp::Board>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for Board {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl Board {
    fn squares(&self) -> &[Square] {
        self.imp().squares.get().map_or(&[], Vec::as_slice)
    }

    /// Where the squares are. A board that has been turned is laid out only with the next frame.
    fn geometry(&self) -> Geometry {
        Geometry {
            turned: self.turned(),
            ..self.imp().geometry.get()
        }
    }

    /// Gives the keyboard focus to a square.
    pub fn focus_square(&self, square: rules::Square) -> bool {
        let widget = self
            .squares()
            .iter()
            .find(|widget| widget.square() == square);
        widget.is_some_and(|widget| widget.grab_focus())
    }

    /// Gives the keyboard focus back to the square that had it last.
    pub fn refocus(&self) -> bool {
        self.focus_square(self.imp().last_focus.get().unwrap_or(rules::Square::E2))
    }
}
