//! What the squares and the lines over them show of a game, or of a position that is set up.

use rank_and_file_core::chess::board::{Below, Drawing, Editor, Interaction, Marks};
use rank_and_file_core::chess::{self, Outcome, Position, Reason, Refusal};

use crate::model;

/// What the squares need to know to be shown.
pub(super) struct View {
    pub(super) board: chess::Board,
    last_move: Option<(chess::Square, chess::Square)>,
    selected: Option<chess::Square>,
    targets: Vec<chess::Square>,
    check: Option<chess::Square>,
    refused: Vec<chess::Square>,
    attacked: Vec<chess::Square>,
    /// The square below the piece in the hand.
    below: Option<(chess::Square, Below)>,
    /// Where the king lies that has lost.
    pub(super) fallen: Option<chess::Square>,
}

impl View {
    /// With hints the squares where the selected piece may go are marked, unless the players
    /// agreed that this one is not to be shown them.
    pub(super) fn of(
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
        let (position, live) = (game.viewer().position(), game.viewer().is_live());
        // Where it is not recorded how the game ended, no king was laid down.
        let known = |outcome: &Outcome| live && outcome.reason != Reason::Other;
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
    pub(super) fn set_up(
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

    pub(super) fn marks(&self, square: chess::Square) -> Marks {
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
pub(super) fn rays(game: &model::Game) -> Vec<(chess::Square, chess::Square)> {
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
pub(super) fn drawn_at(drawings: &[Drawing], square: chess::Square) -> Vec<Option<chess::Square>> {
    let here = drawings.iter().filter(|drawing| drawing.from == square);
    here.map(|drawing| (!drawing.is_circle()).then_some(drawing.to))
        .collect()
}
