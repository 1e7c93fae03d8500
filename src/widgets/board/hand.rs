//! The hand over the board: what a person does goes to the state machine, what it means to the
//! game.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::{Crowning, Editor, Input, Intent, Interaction, Tool};
use rank_and_file_core::rules::{self, Action, Refusal};
use rank_and_file_core::study::StudyRefusal;

use super::Board;
use crate::model::{self, Way};

impl Board {
    /// Lets go of whatever is in the hand; with an empty hand, of looking back and of what is drawn.
    /// Returns whether there was anything to let go of.
    pub fn let_go(&self) -> bool {
        if let Some(editing) = self.editing() {
            let holds =
                |editor: &Editor| editor.selected().is_some() || editor.tool() != Tool::Hand;
            let held = editing.with(holds);
            self.take(Input::Cancel);
            return held;
        }
        let held = self.put_down_all();
        let looking_back = self
            .game()
            .filter(|game| !held && game.leads_to(Way::Return).is_some());
        if let Some(game) = &looking_back {
            game.walk(Way::Return);
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

    /// The same by somebody who holds a key to be asked what a pawn becomes, whatever is usual.
    pub(super) fn take_with(&self, input: Input, asked: bool) {
        if let Some(editing) = self.editing() {
            self.edit(&editing, input);
            return;
        }
        let imp = self.imp();
        let crowning = if self.auto_queen() && !asked {
            Crowning::Queen
        } else {
            Crowning::Asked
        };
        let Some(game) = self.game() else { return };
        // Whoever goes on does not wait for a piece that is still on its way.
        if !matches!(input, Input::Drag | Input::Release(_)) {
            self.skip_animation();
        }
        if game.read_only() && !game.is_reviewable() {
            touch(&game, input);
            return;
        }
        if !self.face_the_present(&game, input) {
            return;
        }
        if game.is_computers_turn() && touch(&game, input) {
            return;
        }
        // The reason for a refused press stays when the pointer goes up again.
        if !matches!(input, Input::Drag | Input::Release(_)) {
            game.clear_refusal();
        }
        let mut interaction = imp.interaction.get();
        let before = interaction.selected();
        if let (Some(from), Input::Release(_) | Input::Cancel) = (interaction.dragged(), input) {
            self.drop_piece(from);
        }
        let intent = game.with_hand(|rules| interaction.take(input, rules, crowning));
        imp.interaction.set(interaction);
        let mut accepted = false;
        match intent {
            // Who points sees what is selected; who does not, hears it.
            Intent::Look if matches!(input, Input::Activate(_) | Input::Cancel) => {
                if before != interaction.selected() {
                    game.tell_selection(interaction.selected(), self.hints());
                }
            }
            Intent::Look => {}
            Intent::AskPromotion(to) => self.ask_promotion(&game, to),
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

    /// Shows what the game has become; the hand lets go of what it cannot play there.
    pub(super) fn follow_game(&self) {
        let imp = self.imp();
        if let Some(game) = self.game() {
            let mut interaction = imp.interaction.get();
            // What was meant for the game is not meant for what is added to it afterwards.
            let place = Some((game.place(), game.is_closed()));
            let stays = imp.place.replace(place) == place;
            let played = game.is_live() && !game.is_closed();
            let ahead = game.ahead().is_some();
            if played || (game.is_reviewable() && stays && !ahead) {
                game.with_hand(|rules| interaction.settle(rules));
            } else {
                interaction = Interaction::default();
            }
            imp.interaction.set(interaction);
            self.close_chooser();
            if matches!(game.refusal(), Some(Refusal::Guarded { .. })) {
                self.take_back_into_hand(&game);
            }
            if ahead {
                // What is drawn belongs to the position ahead of which somebody looks.
                self.rub_out();
            } else if game.is_closed() && (game.is_reviewable() || !stays) {
                self.take_up_drawings(&game);
            }
        }
        self.refresh();
    }

    /// A move that is held back has waited for that, maybe where it was dropped. Its piece may go elsewhere, or there
    /// again.
    fn take_back_into_hand(&self, game: &model::Game) {
        self.end_drop(false);
        let mut interaction = self.imp().interaction.get();
        let tried = game.tried().filter(|_| interaction.selected().is_none());
        if let Some((from, _)) = tried {
            game.with_hand(|rules| interaction.take(Input::Activate(from), rules, Crowning::Asked));
            self.imp().interaction.set(interaction);
        }
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
    /// position that is reviewed. A press leads back to the present, and does nothing else.
    fn face_the_present(&self, game: &model::Game, input: Input) -> bool {
        if let Some(at) = game.tried_at() {
            let away = game.ahead().is_some() || game.place() != at;
            let begins = matches!(input, Input::Activate(_) | Input::Press(_));
            if away && begins {
                game.walk(Way::Return);
            }
            return !away || begins || input == Input::Cancel;
        }
        if game.ahead().is_some() {
            if matches!(input, Input::Activate(_) | Input::Press(_)) {
                game.walk(Way::Return);
            }
            return input == Input::Cancel;
        }
        if game.is_live() || game.is_reviewable() {
            return true;
        }
        if matches!(input, Input::Activate(_) | Input::Press(_)) && !game.is_closed() {
            game.set_viewed_ply(game.ply());
        }
        input == Input::Cancel
    }

    fn ask_promotion(&self, game: &model::Game, to: rules::Square) {
        let geometry = self.geometry();
        let (_, row) = geometry.column_row(to);
        let color = game.with_hand(rules::Game::turn);
        self.imp()
            .promotion
            .open(color, row != 0, self.is_far(color));
        self.queue_allocate();
    }
}

/// Where there is nothing to take up, the game says why, to whoever tries. Returns whether somebody did.
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
