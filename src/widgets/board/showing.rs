//! What the squares and the layer over them show of a game.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::{
    Below, Cell as Look, Coordinates, Editor, Geometry, Interaction, Lettering, Marks,
};
use rank_and_file_core::rules::{self, Position};

use super::super::textures::Textures;
use super::Board;
use super::drawings::drawn_at;
use super::overlay::{Aloft, Layer};
use crate::drawing::LETTERED;
use crate::model;

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
            let far = self.is_far(game.with_hand(rules::Game::turn));
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
    pub(super) fn is_far(&self, color: rules::Color) -> bool {
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
fn rays(game: &model::Game) -> Vec<(rules::Square, rules::Square)> {
    if let Some(refusal) = game.refusal() {
        return refusal.rays();
    }
    if !game.is_live() || game.outcome().is_none() {
        return Vec::new();
    }
    match game.with_rules(rules::Proof::of) {
        Some(rules::Proof::Checkmate { king, checkers, .. }) => checkers
            .into_iter()
            .map(|checker| (checker, king))
            .collect(),
        _ => Vec::new(),
    }
}

/// What the squares need to know to be shown.
struct View {
    board: rules::Board,
    last_move: Option<(rules::Square, rules::Square)>,
    selected: Option<rules::Square>,
    targets: Vec<rules::Square>,
    check: Option<rules::Square>,
    refused: Vec<rules::Square>,
    attacked: Vec<rules::Square>,
    /// The square below the piece in the hand.
    below: Option<(rules::Square, Below)>,
    /// Where the king lies that has lost.
    fallen: Option<rules::Square>,
}

impl View {
    /// With hints the squares where the selected piece may go are marked, unless the players
    /// agreed that this one is not to be shown them.
    fn of(
        game: Option<&model::Game>,
        interaction: &Interaction,
        over: Option<rules::Square>,
        hints: bool,
    ) -> Self {
        let Some(game) = game else {
            return Self {
                board: rules::Board::new(),
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
        let loser = loser.filter(|_| game.is_live()).map(rules::Color::other);
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
            last.map(rules::Ply::squares)
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
        over: Option<rules::Square>,
        hovered: Option<rules::Square>,
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

    fn marks(&self, square: rules::Square) -> Marks {
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
