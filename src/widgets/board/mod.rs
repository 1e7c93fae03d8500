//! The board: sixty-four squares, what lies over them, and the hand that moves the pieces.
//! May import `gtk`, `adw`, `model`, `board`, `rules` and `words`.

mod gestures;
mod layout;
mod lettering;
mod overlay;
mod promotion;
mod square;
mod view;

use std::cell::{Cell, OnceCell, RefCell};

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use self::overlay::{Layer, Overlay};
use self::promotion::Promotion;
use self::square::Square;
use self::view::{View, rays};
use super::textures::Textures;
use crate::board::{Cell as Look, Coordinates, Geometry, Input, Intent, Interaction, Lettering};
use crate::model;
use crate::rules::{self, Action, Position};

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
        pub interaction: Cell<Interaction>,
        pub geometry: Cell<Geometry>,
        pub pointer: Cell<(f64, f64)>,
        pub handlers: RefCell<Vec<glib::SignalHandlerId>>,
        pub last_focus: Cell<Option<rules::Square>>,
        /// The game that is shown and played.
        #[property(get, set = Self::set_game, nullable, explicit_notify)]
        pub game: RefCell<Option<model::Game>>,
        /// Whether Black sits below.
        #[property(get, set = Self::set_turned, explicit_notify)]
        pub turned: Cell<bool>,
        /// Whether the pieces of the far player stand on their heads.
        #[property(get, set = Self::set_face_to_face, explicit_notify)]
        pub face_to_face: Cell<bool>,
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
            self.promotion.set_parent(&*board);
            self.promotion.connect_chosen(glib::clone!(
                #[weak]
                board,
                move |role| board.take(Input::Promote(role))
            ));
            board.set_up_gestures();
            Textures::shared().follow(&*board, |widget| {
                if let Some(board) = widget.downcast_ref::<super::Board>() {
                    board.follow_style();
                }
            });
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
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
            if let Some(old) = self.game.take() {
                for handler in self.handlers.take() {
                    old.disconnect(handler);
                }
            }
            let board = self.obj();
            self.interaction.set(Interaction::default());
            self.promotion.close();
            if let Some(game) = &game {
                let handler = game.connect_local(
                    "changed",
                    false,
                    glib::clone!(
                        #[weak]
                        board,
                        #[upgrade_or]
                        None,
                        move |_| {
                            board.follow_game();
                            None
                        }
                    ),
                );
                self.handlers.replace(vec![handler]);
            }
            self.game.replace(game);
            board.refresh();
            board.notify_game();
        }

        fn set_face_to_face(&self, face_to_face: bool) {
            if self.face_to_face.replace(face_to_face) != face_to_face {
                self.obj().refresh();
                self.obj().notify_face_to_face();
            }
        }

        fn set_turned(&self, turned: bool) {
            if self.turned.replace(turned) != turned {
                let board = self.obj();
                board.queue_allocate();
                board.refresh();
                board.notify_turned();
            }
        }
    }
}

glib::wrapper! {
    /// A chess board that shows a [`model::Game`] and sends it what the players do.
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

    /// Lets go of whatever is in the hand; with an empty hand, of looking back. Returns whether
    /// there was anything to let go of.
    pub fn let_go(&self) -> bool {
        let held = self.imp().interaction.get().selected().is_some();
        self.take(Input::Cancel);
        let looking_back = self.game().filter(|game| !held && !game.is_live());
        if let Some(game) = &looking_back {
            game.set_viewed_ply(game.ply());
        }
        held || looking_back.is_some()
    }

    /// Takes what a person does with the board.
    fn take(&self, input: Input) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        if game.read_only() {
            // There is nothing to take up; the game says why, to whoever tries.
            if let Input::Activate(square) | Input::Press(square) = input {
                let touch = Action::Move {
                    from: square,
                    to: square,
                    promotion: None,
                };
                game.act(touch).ok();
            }
            return;
        }
        if !self.face_the_present(&game, input) {
            return;
        }
        // The reason for a refused press stays when the pointer goes up again.
        if !matches!(input, Input::Drag | Input::Release(_)) {
            game.clear_refusal();
        }
        let mut interaction = imp.interaction.get();
        let before = interaction.selected();
        let intent = game.with_rules(|rules| interaction.take(input, rules));
        imp.interaction.set(interaction);
        match intent {
            // Who points sees what is selected; who does not, hears it.
            Intent::Look if matches!(input, Input::Activate(_) | Input::Cancel) => {
                if before != interaction.selected() {
                    game.tell_selection(interaction.selected());
                }
            }
            Intent::Look => {}
            Intent::AskPromotion(to) => self.ask_promotion(&game, to),
            Intent::Act(action) => {
                let answer = game.act(action);
                interaction.answered(answer.err().as_ref());
                imp.interaction.set(interaction);
            }
        }
        self.close_chooser();
        self.refresh();
    }

    /// Shows what the game has become; the hand lets go of what it cannot play there.
    fn follow_game(&self) {
        let imp = self.imp();
        if let Some(game) = self.game() {
            let mut interaction = imp.interaction.get();
            if game.is_live() {
                game.with_rules(|rules| interaction.settle(rules));
            } else {
                interaction = Interaction::default();
            }
            imp.interaction.set(interaction);
            self.close_chooser();
        }
        self.refresh();
    }

    /// Takes the choice of a piece away once no pawn waits for it.
    fn close_chooser(&self) {
        let imp = self.imp();
        if imp.interaction.get().promoting().is_none() && imp.promotion.is_visible() {
            imp.promotion.close();
            self.refocus();
        }
    }

    /// While an earlier position is shown nothing can be played in it. Taking up a piece leads
    /// back to the present; the hand goes on only if the same piece still stands there.
    fn face_the_present(&self, game: &model::Game, input: Input) -> bool {
        if game.is_live() {
            return true;
        }
        let (Input::Activate(square) | Input::Press(square)) = input else {
            return input == Input::Cancel;
        };
        if game.is_closed() {
            return false;
        }
        let seen = game.viewed_position().board().piece_at(square);
        game.set_viewed_ply(game.ply());
        seen.is_some() && seen == game.viewed_position().board().piece_at(square)
    }

    fn ask_promotion(&self, game: &model::Game, to: rules::Square) {
        let geometry = self.geometry();
        let (_, row) = geometry.column_row(to);
        let color = game.with_rules(rules::Game::turn);
        self.imp()
            .promotion
            .open(color, geometry.square as i32, row != 0, self.is_far(color));
        self.queue_allocate();
    }

    fn follow_style(&self) {
        self.queue_resize();
        self.refresh();
        for widget in self.squares() {
            widget.queue_draw();
        }
        self.imp().overlay.queue_draw();
    }

    /// Shows the game as it stands; squares that look as before are left alone.
    fn refresh(&self) {
        let imp = self.imp();
        let game = self.game();
        let interaction = imp.interaction.get();
        let view = View::of(game.as_ref(), &interaction);
        let geometry = self.geometry();
        let inside = Textures::shared().lettering() == Lettering::Inside;
        for widget in self.squares() {
            let square = widget.square();
            let (column, row) = geometry.column_row(square);
            let coordinates = Coordinates {
                file: inside && row == 7,
                rank: inside && column == 0,
            };
            let held = interaction.dragged() == Some(square);
            let piece = view.position.board().piece_at(square).filter(|_| !held);
            let look = Look::new(square, piece, view.marks(square), coordinates);
            let far = piece.is_some_and(|piece| self.is_far(piece.color));
            widget.show(look.turned(far));
        }
        self.refresh_overlay();
    }

    /// Whether the player of a side sits at the far side and wants to see it from there.
    fn is_far(&self, color: rules::Color) -> bool {
        self.face_to_face() && color.is_white() == self.turned()
    }

    fn refresh_overlay(&self) {
        let imp = self.imp();
        let game = self.game();
        let rays = game.as_ref().map(rays).unwrap_or_default();
        let held = imp
            .interaction
            .get()
            .dragged()
            .zip(game)
            .and_then(|(from, game)| {
                let piece = game.viewed_position().board().piece_at(from)?;
                Some((piece, imp.pointer.get(), self.is_far(piece.color)))
            });
        let geometry = self.geometry();
        imp.overlay.show(Layer {
            geometry,
            rays,
            held,
        });
    }
}
