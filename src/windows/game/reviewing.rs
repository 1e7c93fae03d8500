//! Looking through the game: the ways through its tree, out of side lines, and undoing what was added.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::study::{Place, Study, StudyAction};

use super::{GamePage, imp};
use crate::model::{self, Way};
use crate::widgets::set_style_class;
use crate::words;

/// The actions that lead somewhere else in the tree, with their ways.
const WAYS: [(&str, Way); 7] = [
    ("game.first", Way::First),
    ("game.back", Way::Back),
    ("game.forward", Way::Forward),
    ("game.last", Way::Last),
    ("game.next-line", Way::NextLine),
    ("game.previous-line", Way::PreviousLine),
    ("game.return", Way::Return),
];

/// Installs the actions by which a game is looked through.
pub(super) fn install_actions(class: &mut <imp::GamePage as ObjectSubclass>::Class) {
    for (action, way) in WAYS {
        class.install_action(action, None, move |page, _, _| page.walk(way));
    }
    class.install_action("game.look-through", None, |page, _, _| {
        page.walk(Way::First)
    });
    class.install_action("game.undo-edit", None, |page, _, _| {
        page.edit(StudyAction::Undo)
    });
    class.install_action("game.redo-edit", None, |page, _, _| {
        page.edit(StudyAction::Redo)
    });
}

impl GamePage {
    fn walk(&self, way: Way) {
        if let Some(game) = self.game() {
            game.walk(way);
        }
    }

    fn edit(&self, action: StudyAction) {
        if let Some(game) = self.game() {
            // It is offered only where there is something to be undone.
            game.annotate(action).ok();
        }
    }

    /// Lets those actions be done that lead somewhere, or undo something.
    pub(super) fn allow_reviewing(&self, game: &model::Game) {
        for (action, way) in WAYS {
            self.action_set_enabled(action, game.leads_to(way).is_some());
        }
        self.action_set_enabled("game.look-through", game.ply() > 0);
        let can = |look: fn(&Study) -> bool| {
            game.is_reviewable() && game.with_study(|study, _| look(study))
        };
        self.action_set_enabled("game.undo-edit", can(Study::can_undo));
        self.action_set_enabled("game.redo-edit", can(Study::can_redo));
    }

    /// Says that the position is an earlier one than that in which the players are, or one of a side
    /// line, and offers the way back.
    pub(super) fn show_looking_back(&self, game: &model::Game) {
        let imp = self.imp();
        let ahead = game.ahead().is_some();
        let aside = ahead || matches!(game.place(), Place::Side(_));
        let back = !game.is_closed() && !game.is_live();
        let tried = game.tried_at();
        let away = tried.is_some_and(|tried| tried != game.place());
        let returns = away || (tried.is_none() && (aside || back));
        imp.return_to_game.set_visible(returns);
        imp.return_to_game.set_label(&if away {
            words::return_to_review()
        } else if ahead {
            words::return_from_analysis()
        } else if aside {
            words::return_from_side_line()
        } else {
            words::return_to_game(game.viewed_ply())
        });
        imp.table.set_pill_hangs(aside);
        set_style_class(&*imp.return_to_game, "side-line", aside);
        set_style_class(&*imp.board, "earlier", back);
        set_style_class(&*imp.board, "side-line", aside);
    }
}
