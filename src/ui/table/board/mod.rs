//! The board: sixty-four squares, what lies over them, and what each of them shows.

mod drawings;
mod input;
mod motion;
mod overlay;
mod square;

use std::cell::{Cell, OnceCell, RefCell};

use self::motion::Moving;
use self::overlay::{Bubble, FloatingPiece, Layer, Overlay, Promotion};
use self::square::Square;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{graphene, gsk, pango};
use rank_and_file_core::chess::board::{
    Below, Cell as Look, Coordinates, Drawing, Drawings, Editor, Geometry, Input, Interaction,
    Lettering, Marks, Room,
};
use rank_and_file_core::chess::{self, Outcome, Position, Reason, Refusal};
use rank_and_file_core::record::study::NodeId;

use crate::drawing::LETTERED;
use crate::model::{self, Settings, callback_with, preferences, weak};
use crate::subclass::subclass;
use crate::ui::parts::{Textures, follow_scale, origin, scale, timed, unparent_children};

pub use input::PieceInHand;
pub use overlay::Figure;

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
        pub signals: model::Following,
        pub edit_signals: model::Following,
        pub last_focus: Cell<Option<chess::Square>>,
        /// What covers the board, and has the keyboard instead of its squares.
        pub cover: glib::WeakRef<gtk::Widget>,
        /// Whether one of its squares has the focus in the window.
        pub focused: Cell<bool>,
        /// Whether the focus came to where it is by a key, not by the pointer.
        pub walked: Cell<bool>,
        /// The game that is shown and played.
        #[property(get, set = Self::set_game, nullable)]
        pub game: RefCell<Option<model::Game>>,
        /// The position that is set up, where there is no game.
        #[property(get, set = Self::set_editing, nullable)]
        pub editing: RefCell<Option<model::Editing>>,
        /// Whether Black sits below.
        #[property(get, set = Self::set_flipped, explicit_notify)]
        pub flipped: Cell<bool>,
        /// Whether the pieces of the far player stand on their heads.
        #[property(get, set = Self::set_face_to_face)]
        pub face_to_face: Cell<bool>,
        /// Whether it is shown where the selected piece may go, as far as the players agreed.
        #[property(get, set = Self::set_hints, construct, default = true)]
        pub hints: Cell<bool>,
        /// Whether a pawn becomes a queen without asking.
        #[property(get, set)]
        pub auto_queen: Cell<bool>,
        /// Whether a move is only shown until it is confirmed.
        #[property(get, set)]
        pub confirms: Cell<bool>,
        /// What confirms a move, or takes it back.
        pub confirming: gtk::Box,
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
            self.promotion
                .connect_chosen(weak!(board, |board, role| board.take(Input::Promote(role))));
            board.set_up_gestures();
            board.set_up_confirming();
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
            unparent_children(&*self.obj());
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
            let board = self.obj();
            let follow = super::Board::follow_game as fn(&_);
            let acts = [("changed", follow), ("studied", follow)];
            self.signals.follow(&*board, game.as_ref(), &acts);
            self.interaction.set(Interaction::default());
            board.imp().moving.forget();
            board.rub_out();
            self.promotion.close();
            self.game.replace(game);
            self.node.take();
            board.follow_game();
        }

        fn set_editing(&self, editing: Option<model::Editing>) {
            let board = self.obj();
            let acts = [("changed", super::Board::refresh as fn(&_))];
            self.edit_signals.follow(&*board, editing.as_ref(), &acts);
            board.imp().moving.forget();
            self.editing.replace(editing);
            board.refresh();
        }

        fn set_face_to_face(&self, face_to_face: bool) {
            if self.face_to_face.replace(face_to_face) != face_to_face {
                self.obj().refresh();
            }
        }

        fn set_hints(&self, hints: bool) {
            if self.hints.replace(hints) != hints {
                self.obj().refresh();
            }
        }

        fn set_flipped(&self, flipped: bool) {
            if self.flipped.replace(flipped) != flipped {
                let board = self.obj();
                self.moving.skip();
                board.queue_allocate();
                board.refresh();
                board.notify_flipped();
            }
        }
    }
}

/// The smallest and the natural length of a square's side.
const SMALLEST_SQUARE: i32 = 24;
const NATURAL_SQUARE: i32 = 64;

subclass! {
    /// A chess board that shows a [`model::Game`] and sends it what the players do; or a
    /// [`model::Editing`], which is set up on it.
    pub struct Board(imp::Board): gtk::Widget { css_name: "board", accessible_role: Group, default: new }
}

impl Board {
    /// Heeds the preferences for games from now on. Lessons and the editor have none.
    pub fn follow_preferences(&self, settings: &Settings) {
        settings.bind(preferences::HINTS, self, "hints");
        settings.bind(preferences::AUTO_QUEEN, self, "auto-queen");
        settings.bind(preferences::CONFIRM_MOVES, self, "confirms");
    }

    fn squares(&self) -> &[Square] {
        self.imp().squares.get().map_or(&[], Vec::as_slice)
    }

    /// Where the squares are. A board that has been flipped is laid out only with the next frame.
    fn geometry(&self) -> Geometry {
        Geometry {
            flipped: self.flipped(),
            ..self.imp().geometry.get()
        }
    }

    /// Has a cover take the keyboard in place of the squares, or nothing any more.
    pub fn cover_by(&self, cover: Option<&gtk::Widget>) {
        self.imp().cover.set(cover);
    }

    /// Gives the keyboard focus to a square or, while the board is covered, to what covers it.
    pub fn focus_square(&self, square: chess::Square) -> bool {
        if let Some(cover) = self.imp().cover.upgrade() {
            let forward = gtk::DirectionType::TabForward;
            return cover.focus_child().is_some() || cover.child_focus(forward);
        }
        let widget = self
            .squares()
            .iter()
            .find(|widget| widget.square() == square);
        widget.is_some_and(|widget| widget.grab_focus())
    }

    /// Sets to which square the keyboard focus is given back.
    pub fn set_last_focus(&self, square: Option<chess::Square>) {
        self.imp().last_focus.set(square);
    }

    /// Gives the keyboard focus back to the square that had it last.
    pub fn refocus(&self) -> bool {
        self.focus_square(self.imp().last_focus.get().unwrap_or(chess::Square::E2))
    }
}

/// Whether letters can be read in the squares: on a fine screen smaller ones could be drawn, too.
fn has_room(geometry: &Geometry) -> bool {
    geometry.square >= LETTERED
}

impl Board {
    pub(in crate::ui) fn follow_style(&self) {
        self.queue_resize();
        self.refresh();
        for widget in self.squares() {
            widget.queue_draw();
        }
        self.imp().overlay.queue_draw();
    }

    /// Shows the game as it stands; squares that look as before are left alone.
    pub(in crate::ui) fn refresh(&self) {
        let imp = self.imp();
        let interaction = imp.interaction.get();
        let over = imp.below.get();
        let view = match (self.editing(), self.game()) {
            (Some(editing), _) => {
                editing.with(|editor| View::set_up(editor, over, imp.hovered.get()))
            }
            (None, Some(game)) => View::of(&game, &interaction, over, self.hints()),
            // Squares that are not shown would tell assistive technology of pieces.
            (None, None) => return,
        };
        if self.imp().moving.show(&view.board) {
            self.glide();
            if !self.keeps_drawings() {
                self.rub_out();
            }
        }
        self.show_squares(&view);
        self.say_refusal();
        self.refresh_overlay();
    }

    /// Says the reason of a refusal at the first square that shows it, to the player to move.
    fn say_refusal(&self) {
        let said = self.game().and_then(|game| {
            let text = game.refusal_said()?;
            let refusal = game.refusal()?;
            let mut squares = refusal.squares();
            // That a square is empty is seen without words that cover others.
            if squares.is_empty() || matches!(refusal, Refusal::NoPiece { .. }) {
                return None;
            }
            squares.extend(game.tried().map(|(from, _)| from));
            let far = self.is_far(game.with_playable_game(chess::Game::turn));
            Some((text, squares, far))
        });
        if self.imp().bubble.say(said) {
            self.queue_allocate();
        }
    }

    /// Shows every square. A piece in the hand is not on its square; one that glides is already there for all but the eye.
    fn show_squares(&self, view: &View) {
        let moving = &self.imp().moving;
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
            let seen = piece.filter(|_| !moving.is_on_its_way(square));
            let look = Look::new(square, seen, view.marks(square), coordinates);
            let far = seen.is_some_and(|piece| self.is_far(piece.color));
            let look = look
                .with_upside_down(far)
                .laid_down(view.fallen == Some(square));
            widget.show(look, piece, &drawn_at(&drawings, square));
        }
    }

    /// Whether the player of a side sits at the far side and wants to see it from there.
    fn is_far(&self, color: chess::Color) -> bool {
        self.far_side() == Some(color)
    }

    fn far_side(&self) -> Option<chess::Color> {
        let far = chess::Color::from_white(self.flipped());
        self.face_to_face().then_some(far)
    }

    /// Lets the pieces glide that are on their way; where nothing is animated they are there at once.
    fn glide(&self) {
        let moving = &self.imp().moving;
        if moving.is_still() || !Textures::shared().animated() || !self.is_mapped() {
            moving.arrive();
            return;
        }
        // From the beginning, should another piece still be on its way.
        moving.progress.start(|| {
            let easing = (GLIDE, adw::Easing::EaseOutCubic);
            timed(self, easing, Self::refresh_overlay, |board| {
                if board.imp().moving.arrive() {
                    board.refresh();
                }
            })
        });
    }

    /// Leaves a dropped piece where it is until the game shows the move, if that was `accepted`; else it glides back.
    fn end_drop(&self, accepted: bool) {
        if self.imp().moving.end_drop(accepted) {
            self.glide();
        }
    }

    fn refresh_overlay(&self) {
        let imp = self.imp();
        let game = self.game();
        let rays = game.as_ref().map(rays).unwrap_or_default();
        let tried = game.as_ref().and_then(model::Game::tried);
        let held = self.dragged().and_then(|from| {
            let piece = match (self.editing(), game) {
                (Some(editing), _) => editing.with(|editor| editor.draft().board().piece_at(from)),
                (None, Some(game)) => game.viewer().position().board().piece_at(from),
                (None, None) => None,
            }?;
            Some(FloatingPiece {
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
            gliding: imp.moving.floating(&self.geometry(), self.far_side()),
            held,
        });
    }
}

/// How long a piece is on its way, in milliseconds.
const GLIDE: u32 = 180;
/// How strong the letters are beside the pieces.
const STRENGTH: f32 = 0.75;

impl Board {
    fn set_up_squares(&self) {
        // Row by row from the upper left, which is also the order in which a reader meets them.
        let squares: Vec<Square> = (0..8)
            .rev()
            .flat_map(|rank| (0..8).map(move |file| rank * 8 + file))
            .filter_map(|index: u32| chess::Square::try_from(index).ok())
            .map(Square::new)
            .collect();
        for widget in &squares {
            widget.set_parent(self);
            widget.connect_clicked(callback_with(self, |board, widget: &Square| {
                board.take(Input::Activate(widget.square()))
            }));
            widget.connect_has_focus_notify(callback_with(self, |board, widget: &Square| {
                if widget.has_focus() {
                    board.imp().last_focus.set(Some(widget.square()));
                    board.draw_on(widget.square());
                }
            }));
        }
        self.imp().squares.set(squares).ok();
    }

    /// The side that a board of whole squares has in so much room.
    pub fn side_within(&self, side: i32) -> i32 {
        let room = self.room(side, side);
        (ceiling(room.square() * 8.0) + self.lettering_margin()).max(8)
    }

    fn room(&self, width: i32, height: i32) -> Room {
        Room {
            margin: f64::from(self.lettering_margin()),
            scale: scale(self),
            ..Room::plain(f64::from(width), f64::from(height))
        }
    }

    /// Lays the squares out anew where the board has come to lie elsewhere between the device's
    /// pixels, which a widget that keeps its size is not told.
    pub fn settle(&self) {
        let (width, height) = (self.width(), self.height());
        let geometry = Geometry::within(&self.room(width, height), origin(self), self.flipped());
        if geometry != self.imp().geometry.get() {
            self.place(width, height);
        }
    }

    pub(in crate::ui) fn place(&self, width: i32, height: i32) {
        let imp = self.imp();
        let geometry = Geometry::within(&self.room(width, height), origin(self), self.flipped());
        let before = imp.geometry.replace(geometry);
        let side = ceiling(geometry.square);
        for widget in self.squares() {
            widget.set_side(geometry.square);
            let corner = geometry.corner(widget.square());
            widget.allocate(side, side, -1, Some(at(corner)));
        }
        imp.overlay
            .size_allocate(&gtk::Allocation::new(0, 0, width, height), -1);
        imp.bubble.place(&geometry, (width, height));
        self.place_confirming(&geometry);
        if let Some((_, to)) = imp.interaction.get().promoting() {
            let (x, y) = geometry.corner(to);
            let (_, row) = geometry.column_row(to);
            let top = if row == 0 {
                y
            } else {
                y - 3.0 * geometry.square
            };
            // GTK wants every child measured before it is placed.
            imp.promotion.measure(gtk::Orientation::Horizontal, -1);
            let height = ceiling(4.0 * geometry.square);
            imp.promotion.allocate(side, height, -1, Some(at((x, top))));
        }
        if has_room(&before) == has_room(&geometry) {
            self.refresh_overlay();
        } else {
            self.refresh();
        }
    }

    /// The room that coordinates take to the left and below, in logical pixels.
    fn lettering_margin(&self) -> i32 {
        match Textures::shared().lettering() {
            Lettering::Outside => self.line("8").pixel_size().1 + 4,
            Lettering::Inside | Lettering::Off => 0,
        }
    }

    fn draw_lettering(&self, snapshot: &gtk::Snapshot) {
        let margin = f64::from(self.lettering_margin());
        if margin <= 0.0 {
            return;
        }
        let geometry = self.geometry();
        let side = geometry.square;
        let color = self.style_context().color();
        let color = color.with_alpha(color.alpha() * STRENGTH);
        for square in chess::Square::ALL {
            let (column, row) = geometry.column_row(square);
            let (left, top) = geometry.corner(square);
            let write = |text: String, middle: (f64, f64)| {
                let line = self.line(&text);
                let (width, height) = line.pixel_size();
                let x = middle.0 - f64::from(width) / 2.0;
                let y = middle.1 - f64::from(height) / 2.0;
                snapshot.save();
                snapshot.translate(&graphene::Point::new(x.round() as f32, y.round() as f32));
                snapshot.append_layout(&line, &color);
                snapshot.restore();
            };
            if column == 0 {
                write(
                    square.rank().to_string(),
                    (left - margin / 2.0, top + side / 2.0),
                );
            }
            if row == 7 {
                write(
                    square.file().to_string(),
                    (left + side / 2.0, top + side + margin / 2.0),
                );
            }
        }
    }

    fn line(&self, text: &str) -> pango::Layout {
        self.create_pango_layout(Some(text))
    }
}

/// Widgets are of whole logical pixels: they reach beyond a length that is not.
fn ceiling(length: f64) -> i32 {
    (length - 1e-6).ceil() as i32
}

fn at((x, y): (f64, f64)) -> gsk::Transform {
    gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32))
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
        game: &model::Game,
        interaction: &Interaction,
        over: Option<chess::Square>,
        hints: bool,
    ) -> Self {
        let (position, live) = (game.viewer().position(), game.viewer().is_live());
        // Where it is not recorded how the game ended, no king was laid down; where a move is asked for, the game goes on.
        let ends = live && game.viewer().tried_at().is_none();
        let known = |outcome: &Outcome| ends && outcome.reason != Reason::Other;
        let winner = game
            .outcome()
            .filter(known)
            .and_then(|outcome| outcome.winner);
        let loser = winner.map(chess::Color::other);
        let plays = live || game.can_be_studied();
        let selected = interaction.selected().filter(|_| plays);
        let hints = hints && game.agreed_hints();
        let reachable = selected
            .filter(|_| hints)
            .map(|_| game.with_playable_game(|rules| interaction.reachable(rules)));
        let mut attacked = game.attacked();
        attacked.retain(|square| interaction.dragged() != Some(*square));
        let last_move = game.viewer().with_shown_line(|line, plies| {
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
                // That a square is empty is seen without a mark.
                .filter(|refusal| !matches!(refusal, Refusal::NoPiece { .. }))
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

/// The lines of attack to be drawn: those of the last refusal, or those that mate.
fn rays(game: &model::Game) -> Vec<(chess::Square, chess::Square)> {
    if let Some(refusal) = game.refusal() {
        return refusal.rays();
    }
    if !game.viewer().is_live() || game.outcome().is_none() {
        return Vec::new();
    }
    match game.with_game(chess::Proof::of) {
        Some(chess::Proof::Checkmate { king, checkers, .. }) => checkers
            .into_iter()
            .map(|checker| (checker, king))
            .collect(),
        _ => Vec::new(),
    }
}

/// Where the arrows lead that begin on a square; nothing for a circle around it.
fn drawn_at(drawings: &[Drawing], square: chess::Square) -> Vec<Option<chess::Square>> {
    let here = drawings.iter().filter(|drawing| drawing.from == square);
    here.map(|drawing| (!drawing.is_circle()).then_some(drawing.to))
        .collect()
}
