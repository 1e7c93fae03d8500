//! The board: sixty-four squares, what lies over them, and what each of them shows.

mod drawings;
mod input;
mod motion;
mod overlay;
mod promotion;
mod square;

use std::cell::{Cell, OnceCell, RefCell};

use drawings::drawn_at;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use motion::Moving;
use overlay::{Aloft, Bubble, Layer, Overlay};
use promotion::Promotion;
use rank_and_file_core::chess::board::{
    Below, Cell as Look, Coordinates, Drawings, Editor, Geometry, Input, Interaction, Lettering,
    Marks,
};
use rank_and_file_core::chess::{self, Position};
use rank_and_file_core::record::study::NodeId;
use square::Square;

use super::fitting::follow_scale;
use super::textures::Textures;
use crate::drawing::LETTERED;
use crate::model;

pub(super) use input::PieceInHand;
pub(super) use promotion::Figure;

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
        /// The node in the tree of the game that was shown last, and whether the game was over.
        pub node: Cell<Option<(NodeId, bool)>>,
        pub geometry: Cell<Geometry>,
        pub pointer: Cell<(f64, f64)>,
        /// The square below the piece that hangs from the pointer.
        pub below: Cell<Option<chess::Square>>,
        /// The square below a piece that comes from the palette.
        pub hovered: Cell<Option<chess::Square>>,
        pub following: OnceCell<glib::SignalGroup>,
        pub following_edits: OnceCell<glib::SignalGroup>,
        pub last_focus: Cell<Option<chess::Square>>,
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
            self.node.take();
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

/// The smallest and the natural length of a square's side.
const SMALLEST_SQUARE: i32 = 24;
const NATURAL_SQUARE: i32 = 64;

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
    pub fn focus_square(&self, square: chess::Square) -> bool {
        let widget = self
            .squares()
            .iter()
            .find(|widget| widget.square() == square);
        widget.is_some_and(|widget| widget.grab_focus())
    }

    /// Gives the keyboard focus back to the square that had it last.
    pub fn refocus(&self) -> bool {
        self.focus_square(self.imp().last_focus.get().unwrap_or(chess::Square::E2))
    }
}

/// Whether letters can be read in the squares: on a fine screen smaller ones could be drawn, too.
pub(super) fn has_room(geometry: &Geometry) -> bool {
    geometry.square >= LETTERED
}

impl Board {
    pub(super) fn follow_style(&self) {
        self.queue_resize();
        self.refresh();
        for widget in self.squares() {
            widget.queue_draw();
        }
        self.imp().overlay.queue_draw();
    }

    /// Shows the game as it stands; squares that look as before are left alone.
    pub(super) fn refresh(&self) {
        let imp = self.imp();
        let interaction = imp.interaction.get();
        let over = imp.below.get();
        let view = match self.editing() {
            Some(editing) => editing.with(|editor| View::set_up(editor, over, imp.hovered.get())),
            None => View::of(self.game().as_ref(), &interaction, over, self.hints()),
        };
        if self.show_position(&view.board) && !self.keeps_drawings() {
            self.rub_out();
        }
        self.show_squares(&view);
        self.say_refusal();
        self.refresh_overlay();
    }

    /// Says the reason of a refusal at the first square that shows it, to the player to move.
    fn say_refusal(&self) {
        let said = self.game().and_then(|game| {
            let text = game.refusal_said()?;
            let mut squares = game.refusal()?.squares();
            if squares.is_empty() {
                return None;
            }
            squares.extend(game.tried().map(|(from, _)| from));
            let far = self.is_far(game.with_hand(chess::Game::turn));
            Some((text, squares, far))
        });
        if self.imp().bubble.say(said) {
            self.queue_allocate();
        }
    }

    /// Shows every square. A piece in the hand is not on its square; one on its way is, for all but
    /// the eye.
    fn show_squares(&self, view: &View) {
        let dragged = self.dragged();
        let drawings = self.all_drawings();
        let geometry = self.geometry();
        let inside = has_room(&geometry) && Textures::shared().lettering() == Lettering::Inside;
        for widget in self.squares() {
            let square = widget.square();
            let (column, row) = geometry.column_row(square);
            let coordinates = Coordinates {
                file: inside && row == 7,
                rank: inside && column == 0,
            };
            let piece = view.board.piece_at(square);
            let piece = piece.filter(|_| dragged != Some(square));
            let seen = piece.filter(|_| !self.is_on_its_way(square));
            let look = Look::new(square, seen, view.marks(square), coordinates);
            let far = seen.is_some_and(|piece| self.is_far(piece.color));
            let look = look.turned(far).laid_down(view.fallen == Some(square));
            widget.show(look, piece, &drawn_at(&drawings, square));
        }
    }

    /// Whether the player of a side sits at the far side and wants to see it from there.
    pub(super) fn is_far(&self, color: chess::Color) -> bool {
        self.face_to_face() && color.is_white() == self.turned()
    }

    pub(super) fn refresh_overlay(&self) {
        let imp = self.imp();
        let game = self.game();
        let rays = game.as_ref().map(rays).unwrap_or_default();
        let tried = game.as_ref().and_then(model::Game::tried);
        let held = self.dragged().and_then(|from| {
            let piece = match (self.editing(), game) {
                (Some(editing), _) => editing.with(|editor| editor.draft().board().piece_at(from)),
                (None, Some(game)) => game.viewed_position().board().piece_at(from),
                (None, None) => None,
            }?;
            Some(Aloft {
                piece,
                middle: imp.pointer.get(),
                upside_down: self.is_far(piece.color),
                opacity: 1.0,
            })
        });
        let drawings = self.all_drawings();
        imp.overlay.show(Layer {
            geometry: self.geometry(),
            rays,
            tried,
            drawings,
            gliding: self.aloft(),
            held,
        });
    }
}

/// The lines of attack to be drawn: those of the last refusal, or those that mate.
fn rays(game: &model::Game) -> Vec<(chess::Square, chess::Square)> {
    if let Some(refusal) = game.refusal() {
        return refusal.rays();
    }
    if !game.is_live() || game.outcome().is_none() {
        return Vec::new();
    }
    match game.with_rules(chess::Proof::of) {
        Some(chess::Proof::Checkmate { king, checkers, .. }) => checkers
            .into_iter()
            .map(|checker| (checker, king))
            .collect(),
        _ => Vec::new(),
    }
}

/// What the squares need to know to be shown.
struct View {
    board: chess::Board,
    last_move: Option<(chess::Square, chess::Square)>,
    selected: Option<chess::Square>,
    targets: Vec<chess::Square>,
    check: Option<chess::Square>,
    refused: Vec<chess::Square>,
    attacked: Vec<chess::Square>,
    /// The square below the piece in the hand.
    below: Option<(chess::Square, Below)>,
    /// Where the king lies that has lost.
    fallen: Option<chess::Square>,
}

impl View {
    /// With hints the squares where the selected piece may go are marked, unless the players
    /// agreed that this one is not to be shown them.
    fn of(
        game: Option<&model::Game>,
        interaction: &Interaction,
        over: Option<chess::Square>,
        hints: bool,
    ) -> Self {
        let Some(game) = game else {
            return Self {
                board: chess::Board::new(),
                last_move: None,
                selected: None,
                targets: Vec::new(),
                check: None,
                refused: Vec::new(),
                attacked: Vec::new(),
                below: None,
                fallen: None,
            };
        };
        let position = game.viewed_position();
        let loser = game.outcome().and_then(|outcome| outcome.winner);
        let loser = loser.filter(|_| game.is_live()).map(chess::Color::other);
        let plays = game.is_live() || game.is_reviewable();
        let selected = interaction.selected().filter(|_| plays);
        let hints = hints && game.agreed_hints();
        let reachable = selected
            .filter(|_| hints)
            .map(|_| game.with_hand(|rules| interaction.reachable(rules)));
        let mut attacked = game.attacked();
        attacked.retain(|square| interaction.dragged() != Some(*square));
        let last_move = game.with_line(|line, plies| {
            let last = line.plies().get(plies.checked_sub(1)?);
            last.map(chess::Ply::squares)
        });
        Self {
            last_move,
            selected,
            below: over.zip(interaction.below(over, reachable.as_deref())),
            targets: reachable.unwrap_or_default(),
            attacked,
            check: position
                .is_check()
                .then(|| position.board().king_of(position.turn()))
                .flatten(),
            refused: game
                .refusal()
                .map(|refusal| refusal.squares())
                .unwrap_or_default(),
            fallen: loser.and_then(|loser| position.board().king_of(loser)),
            board: position.board().clone(),
        }
    }

    /// A position that is set up, with what is wrong in it. A piece hangs over a square that comes
    /// from another one, or from the palette.
    fn set_up(
        editor: &Editor,
        over: Option<chess::Square>,
        hovered: Option<chess::Square>,
    ) -> Self {
        let dragged = editor.dragged();
        let over = over.filter(|over| dragged.is_some_and(|from| from != *over));
        Self {
            board: editor.draft().board().clone(),
            last_move: None,
            selected: editor.selected(),
            targets: Vec::new(),
            check: None,
            refused: editor.flawed().into_iter().collect(),
            attacked: Vec::new(),
            below: hovered.or(over).map(|square| (square, Below::Untold)),
            fallen: None,
        }
    }

    fn marks(&self, square: chess::Square) -> Marks {
        Marks {
            last_move: self
                .last_move
                .is_some_and(|(from, to)| square == from || square == to),
            selected: self.selected == Some(square),
            target: self.targets.contains(&square),
            check: self.check == Some(square),
            refused: self.refused.contains(&square),
            attacked: self.attacked.contains(&square),
            below: self
                .below
                .filter(|(over, _)| *over == square)
                .map(|(_, below)| below),
        }
    }
}
