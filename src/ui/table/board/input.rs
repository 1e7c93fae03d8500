//! Pointer, touch and keys on the board: turned into moves and edits.

use std::cell::RefCell;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib, graphene, gsk};
use rank_and_file_core::chess::board::{
    Editor, Geometry, Input, Intent, Interaction, PromotionChoice, Tool,
};
use rank_and_file_core::chess::{self, Action, Edit, Piece, Position, Refusal, Square as At};
use rank_and_file_core::record::study::StudyRefusal;

use super::Board;
use super::square::Square;
use crate::model::{self, Navigation, callback, weak};
use crate::ui::keys::{hear_keys, is_command};
use crate::ui::question;
use crate::words;

/// By so many columns Home and End lead on, which is past the edge; and the number of the last column.
const HOME: i32 = -8;
const END: i32 = 8;
const LAST: u32 = 7;

/// A piece on its way from the palette to a board.
#[derive(Debug, Clone, Copy, glib::Boxed)]
#[boxed_type(name = "RfPieceInHand")]
pub struct PieceInHand(pub Piece);

/// Whether a key is held to be asked what a pawn becomes.
fn asks(held: gdk::ModifierType) -> bool {
    held.intersects(gdk::ModifierType::SHIFT_MASK | gdk::ModifierType::ALT_MASK)
}

impl Board {
    pub(super) fn set_up_gestures(&self) {
        self.add_controller(self.pointer_gesture());
        self.add_controller(self.drawing_gesture());
        hear_keys(self, gtk::PropagationPhase::Bubble, self, Self::hear_key);
        self.remember_focus();
        self.set_up_drops();
    }

    /// Press, drag and release of the pointer. It claims the sequence before the squares see it:
    /// their own click is for the keyboard and for assistive technology.
    fn pointer_gesture(&self) -> gtk::GestureDrag {
        let gesture = gtk::GestureDrag::builder()
            .button(gdk::BUTTON_PRIMARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        gesture.connect_drag_begin(weak!(self, |board, gesture, x, y| board.press(gesture, x, y)));
        gesture.connect_drag_update(weak!(self, |board, gesture, dx, dy| {
            if let Some((x, y)) = gesture.start_point() {
                board.pull((x + dx, y + dy), dx.hypot(dy));
            }
        }));
        gesture.connect_drag_end(weak!(self, |board, gesture, dx, dy| {
            let at = gesture
                .start_point()
                .and_then(|(x, y)| board.imp().geometry.get().square_at(x + dx, y + dy));
            board.take_with(Input::Release(at), asks(gesture.current_event_state()));
        }));
        gesture.connect_cancel(weak!(self, |board, _, _| board.give_up_press()));
        gesture
    }

    fn press(&self, gesture: &gtk::GestureDrag, x: f64, y: f64) {
        let imp = self.imp();
        let on_chooser = imp.promotion.is_visible()
            && self
                .pick(x, y, gtk::PickFlags::DEFAULT)
                .is_some_and(|widget| {
                    widget.is_ancestor(&imp.promotion) || widget == imp.promotion
                });
        let square = imp.geometry.get().square_at(x, y);
        let Some(square) = square.filter(|_| !on_chooser) else {
            gesture.set_state(gtk::EventSequenceState::Denied);
            return;
        };
        gesture.set_state(gtk::EventSequenceState::Claimed);
        imp.pointer.set((x, y));
        self.focus_square(square);
        imp.walked.set(false);
        self.take_with(Input::Press(square), asks(gesture.current_event_state()));
    }

    fn pull(&self, pointer: (f64, f64), distance: f64) {
        let imp = self.imp();
        imp.pointer.set(pointer);
        let below = imp.geometry.get().square_at(pointer.0, pointer.1);
        let same = imp.below.replace(below) == below;
        if self.dragged().is_some() {
            if same {
                self.refresh_overlay();
            } else {
                self.refresh();
            }
        } else if distance >= f64::from(self.settings().gtk_dnd_drag_threshold()) {
            self.take(Input::Drag);
        }
    }

    fn hear_key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        let control = modifiers.contains(gdk::ModifierType::CONTROL_MASK);
        let draws = control && self.game().is_some();
        if draws && matches!(key, gdk::Key::space | gdk::Key::Return) {
            if let Some(square) = self.imp().last_focus.get() {
                self.draw_by_key(square, modifiers);
            }
            return true;
        }
        let heard = || self.key(key) || self.put_down(key, modifiers) || self.edit_by_key(key);
        !is_command(modifiers) && heard()
    }

    /// Enter and Space are heard by the square itself, but not with Shift.
    fn put_down(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> bool {
        use gdk::Key as K;
        let enter = matches!(key, K::Return | K::KP_Enter | K::ISO_Enter | K::space);
        let at = self.focus_child().and_downcast::<Square>();
        let Some(at) = at.filter(|_| enter && asks(modifiers)) else {
            return false;
        };
        self.take_with(Input::Activate(at.square()), true);
        true
    }

    /// Arrows walk the squares as they lie on the screen, Home and End go to the ends of a row, unless they step through the
    /// game; Escape lets go.
    fn key(&self, key: gdk::Key) -> bool {
        let (right, down) = match key {
            gdk::Key::Home | gdk::Key::KP_Home => (HOME, 0),
            gdk::Key::End | gdk::Key::KP_End => (END, 0),
            gdk::Key::Left | gdk::Key::KP_Left => (-1, 0),
            gdk::Key::Right | gdk::Key::KP_Right => (1, 0),
            gdk::Key::Up | gdk::Key::KP_Up => (0, -1),
            gdk::Key::Down | gdk::Key::KP_Down => (0, 1),
            gdk::Key::Escape => return self.let_go(),
            _ => return false,
        };
        let imp = self.imp();
        if imp.promotion.is_visible() {
            // Arrows never leave the choice of a piece.
            if down != 0 {
                imp.promotion.child_focus(match down {
                    -1 => gtk::DirectionType::Up,
                    _ => gtk::DirectionType::Down,
                });
            }
            return true;
        }
        if down == 0 && self.is_stepped_through() {
            return false;
        }
        let Some(at) = imp.last_focus.get() else {
            return false;
        };
        let geometry = imp.geometry.get();
        let (column, row) = geometry.column_row(at);
        let column = match right {
            HOME if column > 0 => Some(0),
            END if column < LAST => Some(LAST),
            _ => column.checked_add_signed(right),
        };
        let next = column
            .zip(row.checked_add_signed(down))
            .and_then(|(column, row)| geometry.at(column, row));
        // At the edge the focus stays: arrows never leave the board.
        let Some(square) = next else {
            question::hear(self, &words::edge_of_the_board());
            return true;
        };
        imp.walked.set(true);
        self.focus_square(square)
    }
}

impl Board {
    /// Whether Left and Right step through the game: it is over, and the focus came to the board by the pointer, so
    /// these keys do not move it from square to square.
    pub fn is_stepped_through(&self) -> bool {
        !self.imp().walked.get() && self.game().is_some_and(|game| game.is_closed())
    }

    /// Has Left and Right step through a game that is over, as the focus came to the board by itself.
    pub fn step_by_arrows(&self) {
        self.imp().walked.set(false);
    }

    /// Remembers whether the focus comes to the board by a key or by the pointer. GTK knows it for some seconds only.
    fn remember_focus(&self) {
        // No signal group: one whose target is disposed of with what is in it has GLib abort.
        let heard: RefCell<Option<(glib::WeakRef<gtk::Window>, [glib::SignalHandlerId; 2])>> =
            RefCell::default();
        self.connect_root_notify(move |board| {
            if let Some((window, handlers)) = heard.take() {
                if let Some(window) = window.upgrade() {
                    handlers
                        .into_iter()
                        .for_each(|handler| window.disconnect(handler));
                }
            }
            let window = board.root().and_downcast::<gtk::Window>();
            heard.replace(window.map(|window| {
                let follow = || callback(board, Self::follow_focus);
                let handlers = [
                    window.connect_focus_widget_notify(follow()),
                    window.connect_focus_visible_notify(follow()),
                ];
                (window.downgrade(), handlers)
            }));
        });
    }

    fn follow_focus(&self) {
        let Some(window) = self.root().and_downcast::<gtk::Window>() else {
            return;
        };
        let imp = self.imp();
        let by_key = window.gets_focus_visible();
        let focus = GtkWindowExt::focus(&window);
        let inside = focus.is_some_and(|focus| focus.is_ancestor(self));
        let came = !imp.focused.replace(inside) && inside;
        if came || inside && by_key {
            imp.walked.set(by_key);
        }
    }
}

// The hand over the board: what a person does goes to the state machine, what it means to the
// game.

impl Board {
    /// Gives up the piece that is selected or dragged; where there is none, ends looking back and removes what is
    /// drawn. Returns whether there was anything to give up.
    pub fn let_go(&self) -> bool {
        if let Some(editing) = self.editing() {
            let holds =
                |editor: &Editor| editor.selected().is_some() || editor.tool() != Tool::Hand;
            let held = editing.with(holds);
            self.take(Input::Cancel);
            return held;
        }
        if self.game().is_some_and(|game| game.proposes()) {
            self.settle_proposed(false);
            return true;
        }
        let held = self.put_down_all();
        let looking_back = self
            .game()
            .filter(|game| !held && game.viewer().leads_to(Navigation::Return).is_some());
        if let Some(game) = &looking_back {
            game.viewer().navigate(Navigation::Return);
        }
        let drawn = !held && looking_back.is_none() && self.let_go_of_drawings();
        if drawn {
            self.refresh();
        }
        held || looking_back.is_some() || drawn
    }

    /// Puts down what is in the hand. Returns whether something was.
    pub fn put_down_all(&self) -> bool {
        let held = self.imp().interaction.get().selected().is_some();
        self.take(Input::Cancel);
        held
    }

    /// Takes what a person does with the board.
    pub(super) fn take(&self, input: Input) {
        self.take_with(input, false);
    }

    /// The same. Where `asked`, the player chooses what a pawn becomes, even if it usually becomes a queen at once.
    fn take_with(&self, input: Input, asked: bool) {
        if let Some(editing) = self.editing() {
            self.edit(&editing, input);
            return;
        }
        let imp = self.imp();
        if self.game().is_some_and(|game| game.proposes()) {
            // A second press by a hand that shakes neither plays the move nor takes it back.
            match input {
                Input::Activate(_) => self.settle_proposed(true),
                Input::Cancel => self.settle_proposed(false),
                _ => {}
            }
            return;
        }
        let promotion = if self.auto_queen() && !asked {
            PromotionChoice::Queen
        } else {
            PromotionChoice::Asked
        };
        let Some(game) = self.game() else { return };
        // The next press does not wait for a piece that is still on its way.
        if !matches!(input, Input::Drag | Input::Release(_)) {
            self.imp().moving.skip();
        }
        let stray = self.is_stray(&game, input);
        if game.read_only() && !game.can_be_studied() {
            if !stray {
                touch(&game, input);
            }
            return;
        }
        if !self.face_the_present(&game, input) {
            return;
        }
        if stray {
            game.clear_refusal();
            return;
        }
        if game.withheld_move().is_some() && touch(&game, input) {
            return;
        }
        // The reason for a refused press stays when the pointer goes up again.
        if !matches!(input, Input::Drag | Input::Release(_)) {
            game.clear_refusal();
        }
        let mut interaction = imp.interaction.get();
        let before = interaction.selected();
        if let (Some(from), Input::Release(_) | Input::Cancel) = (interaction.dragged(), input) {
            self.imp().moving.drop_piece(from, self.imp().pointer.get());
        }
        let intent = game.with_playable_game(|rules| interaction.take(input, rules, promotion));
        imp.interaction.set(interaction);
        let mut accepted = false;
        match intent {
            // With the pointer the selection is seen; by keys it is said.
            Intent::Redraw if matches!(input, Input::Activate(_) | Input::Cancel) => {
                if before != interaction.selected() {
                    game.tell_selection(interaction.selected(), self.hints());
                }
            }
            Intent::Redraw => {}
            Intent::AskPromotion(to) => self.ask_promotion(&game, to),
            Intent::Act(action) if self.confirms() && game.propose(&action) => {
                interaction = Interaction::default();
                imp.interaction.set(interaction);
                accepted = true;
            }
            Intent::Act(action) => {
                let answer = game.play(action);
                accepted = answer.is_ok();
                interaction.answered(match &answer {
                    Err(StudyRefusal::Move(refusal)) => Some(refusal),
                    _ => None,
                });
                imp.interaction.set(interaction);
            }
        }
        self.close_chooser();
        self.end_drop(accepted);
        self.refresh();
    }

    /// Whether it is a press on an empty square of a game that is over, with nothing in the hand: no try, of which
    /// nothing need be said.
    fn is_stray(&self, game: &model::Game, input: Input) -> bool {
        let Input::Press(square) = input else {
            return false;
        };
        let idle = game.is_closed() && self.imp().interaction.get().selected().is_none();
        idle && game.viewer().position().board().piece_at(square).is_none()
    }

    /// Shows the game as it is now. A selected piece that cannot be played there is let go.
    pub(super) fn follow_game(&self) {
        let imp = self.imp();
        if let Some(game) = self.game() {
            let mut interaction = imp.interaction.get();
            // A piece that was taken up before the game was over, or at another node, is not moved in the study.
            let node = Some((game.viewer().node(), game.is_closed()));
            let stays = imp.node.replace(node) == node;
            let played = game.viewer().is_live() && !game.is_closed();
            let ahead = game.viewer().ahead().is_some();
            if played || (game.can_be_studied() && stays && !ahead) {
                game.with_playable_game(|rules| interaction.settle(rules));
            } else {
                interaction = Interaction::default();
            }
            imp.interaction.set(interaction);
            self.close_chooser();
            if matches!(game.refusal(), Some(Refusal::Guarded { .. })) {
                self.take_back_into_hand(&game);
            }
            if ahead {
                // What is drawn belongs to the position ahead of which the reader looks.
                self.rub_out();
            } else if game.is_closed() && (game.can_be_studied() || !stays) {
                self.take_up_drawings(&game);
            }
        }
        self.show_confirming();
        self.refresh();
    }

    /// Takes a piece back from where it was dropped, as its move is held back, and leaves it selected: the player may
    /// move it elsewhere, or there again.
    fn take_back_into_hand(&self, game: &model::Game) {
        self.end_drop(false);
        let mut interaction = self.imp().interaction.get();
        let tried = game.tried().filter(|_| interaction.selected().is_none());
        if let Some((from, _)) = tried {
            game.with_playable_game(|rules| {
                interaction.take(Input::Activate(from), rules, PromotionChoice::Asked)
            });
            self.imp().interaction.set(interaction);
        }
    }

    /// The buttons that confirm a move, or take it back, over the edge of the board that is farther from it.
    pub(super) fn set_up_confirming(&self) {
        let buttons = &self.imp().confirming;
        buttons.set_spacing(6);
        buttons.set_visible(false);
        buttons.add_css_class("confirming");
        buttons.set_accessible_role(gtk::AccessibleRole::Group);
        for (label, confirmed) in [(gettext("Confirm"), true), (gettext("Cancel"), false)] {
            let button = gtk::Button::with_label(&label);
            if confirmed {
                button.add_css_class("suggested-action");
            }
            button.connect_clicked(callback(self, move |board| {
                board.settle_proposed(confirmed)
            }));
            buttons.append(&button);
        }
        buttons.set_parent(self);
    }

    /// Plays the move that waits, or takes it back.
    fn settle_proposed(&self, confirmed: bool) {
        if let Some(game) = self.game() {
            game.settle_proposed(confirmed);
            self.refocus();
        }
    }

    /// Shows the buttons while a move waits.
    fn show_confirming(&self) {
        let waits = self.game().is_some_and(|game| game.proposes());
        let buttons = &self.imp().confirming;
        if buttons.get_visible() != waits {
            buttons.set_visible(waits);
            self.queue_allocate();
        }
    }

    pub(super) fn place_confirming(&self, geometry: &Geometry) {
        let buttons = &self.imp().confirming;
        if !buttons.get_visible() {
            return;
        }
        let last = |game: model::Game| {
            let (_, to) = game.viewer().with_shown_line(|line, plies| {
                line.plies()
                    .get(plies.checked_sub(1)?)
                    .map(chess::Ply::squares)
            })?;
            Some(geometry.column_row(to).1)
        };
        let below = self.game().and_then(last).is_some_and(|row| row < 4);
        let side = geometry.square * 8.0;
        let (least, wide, ..) = buttons.measure(gtk::Orientation::Horizontal, -1);
        let wide = wide.min(side as i32).max(least);
        let high = buttons.measure(gtk::Orientation::Vertical, wide).1;
        let x = geometry.x + (side - f64::from(wide)) / 2.0;
        let y = geometry.y + if below { side - f64::from(high) } else { 0.0 };
        let place = gsk::Transform::new();
        let place = place.translate(&graphene::Point::new(x as f32, y as f32));
        buttons.allocate(wide, high, -1, Some(place));
    }

    /// Takes the choice of a piece away once no pawn waits for it.
    fn close_chooser(&self) {
        let imp = self.imp();
        if imp.interaction.get().promoting().is_none() && imp.promotion.is_visible() {
            imp.promotion.close();
            self.refocus();
        }
    }

    /// While an earlier position is shown nothing can be played in a game that goes on, and nothing ahead of a
    /// position that is reviewed. A press leads back to the present, and does nothing else. Along a line of the analysis, one
    /// on a piece that may move goes on from there.
    fn face_the_present(&self, game: &model::Game, input: Input) -> bool {
        let viewer = game.viewer();
        if let Some(at) = viewer.tried_at() {
            let away = viewer.ahead().is_some() || viewer.node() != at;
            let begins = matches!(input, Input::Activate(_) | Input::Press(_));
            if away && begins {
                viewer.navigate(Navigation::Return);
            }
            return !away || begins || input == Input::Cancel;
        }
        if viewer.ahead().is_some() {
            if let Input::Activate(square) | Input::Press(square) = input {
                let shown = viewer.position();
                let may_move = shown.board().color_at(square) == Some(shown.turn());
                if may_move && game.can_be_studied() && game.add_line_ahead() {
                    return true;
                }
                viewer.navigate(Navigation::Return);
            }
            return input == Input::Cancel;
        }
        if viewer.is_live() || game.can_be_studied() {
            return true;
        }
        if matches!(input, Input::Activate(_) | Input::Press(_)) && !game.is_closed() {
            viewer.set_ply(game.ply());
        }
        input == Input::Cancel
    }

    fn ask_promotion(&self, game: &model::Game, to: chess::Square) {
        let geometry = self.geometry();
        let (_, row) = geometry.column_row(to);
        let color = game.with_playable_game(chess::Game::turn);
        self.imp()
            .promotion
            .open(color, row != 0, self.is_far(color));
        self.queue_allocate();
    }
}

/// Where there is nothing to take up, the game says why. Returns whether something was tried.
fn touch(game: &model::Game, input: Input) -> bool {
    let (Input::Activate(square) | Input::Press(square)) = input else {
        return false;
    };
    let touch = Action::Move {
        from: square,
        to: square,
        promotion: None,
    };
    game.play(touch).ok();
    true
}

// The board on which a position is set up: the same squares, another hand over them.

impl Board {
    /// The square whose piece hangs from the pointer.
    pub(super) fn dragged(&self) -> Option<At> {
        match self.editing() {
            Some(editing) => editing.with(Editor::dragged),
            None => self.imp().interaction.get().dragged(),
        }
    }

    /// Takes what a person does with the board while a position is set up.
    pub(super) fn edit(&self, editing: &model::Editing, input: Input) {
        if !matches!(input, Input::Drag | Input::Release(_)) {
            self.imp().moving.skip();
        }
        match (editing.with(Editor::dragged), input) {
            // A piece that is dropped beside the board disappears at once.
            (Some(_), Input::Release(None)) => self.imp().moving.forget(),
            (Some(from), Input::Release(Some(_)) | Input::Cancel) => {
                self.imp().moving.drop_piece(from, self.imp().pointer.get())
            }
            _ => {}
        }
        editing.take(input);
        self.end_drop(false);
        self.refresh();
    }

    /// A press that does not end does nothing; in a game the piece stays in the hand.
    fn give_up_press(&self) {
        self.take(match self.editing() {
            Some(_) => Input::Cancel,
            None => Input::Release(None),
        });
    }

    /// A letter of FEN puts its piece on the square that has the keyboard, Delete empties it.
    fn edit_by_key(&self, key: gdk::Key) -> bool {
        let at = self.focus_child().and_downcast::<Square>();
        let Some((editing, at)) = self.editing().zip(at) else {
            return false;
        };
        let put = match key {
            gdk::Key::Delete | gdk::Key::KP_Delete | gdk::Key::BackSpace => None,
            key => match key.to_unicode().and_then(Piece::from_char) {
                Some(piece) => Some(piece),
                None => return false,
            },
        };
        editing.act(Edit::Put(at.square(), put));
        true
    }

    /// Takes pieces that are dragged here from the palette.
    fn set_up_drops(&self) {
        let target = gtk::DropTarget::new(PieceInHand::static_type(), gdk::DragAction::COPY);
        target.connect_motion(weak!(self, gdk::DragAction::empty(), |board, _, x, y| {
            board.hover(board.geometry().square_at(x, y));
            gdk::DragAction::COPY
        }));
        target.connect_leave(callback(self, |board| board.hover(None)));
        target.connect_drop(weak!(self, false, |board, _, value, x, y| {
            board.hover(None);
            let piece = value.get::<PieceInHand>();
            let at = board.geometry().square_at(x, y);
            let (Some(editing), Ok(piece), Some(at)) = (board.editing(), piece, at) else {
                return false;
            };
            editing.act(Edit::Put(at, Some(piece.0)));
            true
        }));
        self.add_controller(target);
    }

    /// Shows over which square a piece from the palette hangs.
    fn hover(&self, over: Option<At>) {
        if self.imp().hovered.replace(over) != over {
            self.refresh();
        }
    }
}
