//! What a reader adds to a game that nobody plays any more: glyphs, and side lines that move up or go.
//! Comments are in `commenting.rs`. All of it is about the move whose position is shown.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::Position;
use rank_and_file_core::study::{Glyph, Place, StudyAction, StudyEvent};

use super::{GamePage, imp};
use crate::model;
use crate::windows::focus::is_lost;
use crate::windows::toasts;
use crate::words;

/// Seconds in which somebody who reads slowly, or listens, can call back what was deleted.
const LONG_ENOUGH: u32 = 10;

/// Installs the actions that add something to a game.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    class.install_action_async("game.comment", None, |page, _, _| async move {
        page.comment(false).await;
    });
    class.install_action_async("game.comment-before", None, |page, _, _| async move {
        page.comment(true).await;
    });
    class.install_action("game.glyphs", None, |page, _, _| page.show_glyphs());
    class.install_property_action("game.move-glyph", "move-glyph");
    class.install_property_action("game.position-glyph", "position-glyph");
    class.install_action("game.promote", None, |page, _, _| page.promote());
    class.install_action("game.delete-line", None, |page, _, _| page.delete_line());
    class.install_action("game.copy-line", None, |page, _, _| page.copy_line());
}

impl imp::GamePage {
    pub(super) fn move_glyph(&self) -> String {
        self.glyph_of(&Glyph::OF_MOVES)
    }

    pub(super) fn position_glyph(&self) -> String {
        self.glyph_of(&Glyph::OF_POSITIONS)
    }

    /// The number of the glyph of a kind that the place has; empty where it has none.
    fn glyph_of(&self, kind: &[Glyph]) -> String {
        let game = self.game.borrow();
        let there = game.as_ref().and_then(|game| {
            let place = game.place();
            game.with_study(|study, _| {
                let glyphs = &study.notes(place).glyphs;
                glyphs.iter().find(|glyph| kind.contains(glyph)).copied()
            })
        });
        there.map(|glyph| glyph.0.to_string()).unwrap_or_default()
    }

    /// Judges the move, or the position, or no longer so.
    pub(super) fn toggle_glyph(&self, number: String) {
        if let Ok(number) = number.parse() {
            self.obj().toggle_glyph(Glyph(number));
        }
    }
}

/// The name of the move that leads to a place.
pub(super) fn name_of(game: &model::Game, place: Place) -> Option<String> {
    game.with_study(|study, rules| words::move_at(study, rules, place))
}

impl GamePage {
    /// The game that is shown, where something can be added to it.
    pub(super) fn reviewed(&self) -> Option<model::Game> {
        self.shown_game().filter(model::Game::is_reviewable)
    }

    /// Shows what can be added at the place that is shown.
    pub(super) fn show_annotating(&self) {
        let Some(game) = self.game() else { return };
        let open = game.is_reviewable();
        let place = game.place();
        let (first, promotes) = game.with_study(|study, rules| {
            let first = match place {
                Place::Side(side) => study.begins_line(rules, side),
                Place::Main(_) => false,
            };
            (first, study.can_promote(rules, place))
        });
        let aside = matches!(place, Place::Side(_));
        let moved = place != Place::Main(0);
        for (action, possible) in [
            ("game.comment", open),
            ("game.comment-before", open && first),
            ("game.glyphs", open && moved),
            ("game.move-glyph", open && moved),
            ("game.position-glyph", open && moved),
            ("game.promote", open && promotes),
            ("game.delete-line", open && aside),
            ("game.copy-line", moved),
        ] {
            self.action_set_enabled(action, possible);
        }
        self.imp().annotate.set_visible(open);
        self.notify_move_glyph();
        self.notify_position_glyph();
    }

    /// Leaves out what is offered at the end of a game while somebody reads what is said of its moves,
    /// which take all the room. The board keeps its size. Says whether that is so.
    pub(super) fn makes_room(&self, game: &model::Game) -> bool {
        let imp = self.imp();
        let reads = !game.is_live() && game.with_study(|study, _| !study.is_empty());
        if !reads {
            imp.moves.set_height_request(-1);
        } else if imp.result.is_visible() {
            let least = |widget: &gtk::Widget| {
                widget
                    .measure(gtk::Orientation::Vertical, imp.panel.width().max(1))
                    .0
            };
            let height = least(imp.result.upcast_ref()) + imp.panel.spacing();
            imp.moves
                .set_height_request(height + least(imp.moves.upcast_ref()));
        }
        reads
    }

    /// Adds something to the game. What cannot be is said.
    pub(super) fn annotate(&self, action: StudyAction) -> Option<StudyEvent> {
        let game = self.reviewed()?;
        if let Some(undo) = self.imp().undo.take() {
            // It would undo what is done now.
            undo.dismiss();
        }
        let list = &*self.imp().move_list;
        let focus = self.root().and_then(|root| root.focus());
        let in_list = focus.is_some_and(|focus| focus.is_ancestor(list));
        match game.annotate(action) {
            Ok(event) => {
                if in_list {
                    self.stay_in_list();
                }
                Some(event)
            }
            Err(why) => {
                let position = game.viewed_position();
                game.say(words::study_refusal(why, position.board()));
                None
            }
        }
    }

    /// The row that had the keyboard may have been made anew.
    fn stay_in_list(&self) {
        let page = self.downgrade();
        glib::idle_add_local_once(move || {
            if let Some(page) = page.upgrade().filter(is_lost) {
                if !page.imp().move_list.focus_marked() {
                    page.imp().board.refocus();
                }
            }
        });
    }

    fn show_glyphs(&self) {
        if self.reviewed().is_some() {
            self.imp().move_list.show_glyphs();
        }
    }

    fn toggle_glyph(&self, glyph: Glyph) {
        let Some(game) = self.reviewed() else { return };
        let place = game.place();
        if self
            .annotate(StudyAction::ToggleGlyph(place, glyph))
            .is_none()
        {
            return;
        }
        let glyphs = game.with_study(|study, _| study.notes(place).glyphs.clone());
        let name = name_of(&game, place).unwrap_or_default();
        game.say(words::judged(&name, &glyphs));
    }

    fn promote(&self) {
        let Some(game) = self.reviewed() else { return };
        let place = game.place();
        if self.annotate(StudyAction::Promote(place)).is_some() {
            let name = name_of(&game, place).unwrap_or_default();
            game.say(words::promoted(&name));
        }
    }

    /// Deletes the move that is shown and what follows it in its side line, which can be undone.
    fn delete_line(&self) {
        let Some(game) = self.reviewed() else { return };
        let place = game.place();
        let name = name_of(&game, place).unwrap_or_default();
        if self.annotate(StudyAction::Delete(place)).is_none() {
            return;
        }
        let said = words::deleted(&name);
        let toast = toasts::toast(&said, LONG_ENOUGH);
        toast.set_button_label(Some(&gettext("Undo")));
        toast.connect_button_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                if let Some(game) = page.reviewed() {
                    page.imp().undo.take();
                    if page.annotate(StudyAction::Undo).is_some() {
                        game.say(gettext("The side line is there again."));
                    }
                }
            }
        ));
        toasts::show(self, &toast);
        self.imp().undo.replace(Some(toast));
        game.say(said);
    }

    fn copy_line(&self) {
        let Some(game) = self.shown_game() else {
            return;
        };
        let place = game.place();
        let line = game.with_study(|study, rules| words::line_to(study, rules, place));
        self.clipboard().set_text(&line);
        toasts::say(self, &gettext("Line copied"));
    }
}
