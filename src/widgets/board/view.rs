//! What the squares and the layer over them show of a game.

use rank_and_file_core::board::{Interaction, Marks};
use rank_and_file_core::rules::{self, Position};

use crate::model;

/// The lines of attack to be drawn: those of the last refusal, or those that mate.
pub(super) fn rays(game: &model::Game) -> Vec<(rules::Square, rules::Square)> {
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
pub(super) struct View {
    pub position: rules::Chess,
    last_move: Option<(rules::Square, rules::Square)>,
    selected: Option<rules::Square>,
    targets: Vec<rules::Square>,
    check: Option<rules::Square>,
    refused: Vec<rules::Square>,
}

impl View {
    /// With hints the squares where the selected piece may go are marked, unless the players
    /// agreed that this one is not to be shown them.
    pub fn of(game: Option<&model::Game>, interaction: &Interaction, hints: bool) -> Self {
        let Some(game) = game else {
            return Self {
                position: rules::start_position(),
                last_move: None,
                selected: None,
                targets: Vec::new(),
                check: None,
                refused: Vec::new(),
            };
        };
        let position = game.viewed_position();
        let selected = interaction.selected().filter(|_| game.is_live());
        let hints = hints && game.agreed_hints();
        game.with_rules(|rules| Self {
            last_move: (game.viewed_ply() as usize)
                .checked_sub(1)
                .and_then(|index| rules.plies().get(index))
                .map(rules::Ply::squares),
            selected,
            targets: selected.filter(|_| hints).map_or_else(Vec::new, |from| {
                rules
                    .targets(from)
                    .iter()
                    .map(|target| target.square)
                    .collect()
            }),
            check: position
                .is_check()
                .then(|| position.board().king_of(position.turn()))
                .flatten(),
            refused: game
                .refusal()
                .map(|refusal| refusal.squares())
                .unwrap_or_default(),
            position,
        })
    }

    pub fn marks(&self, square: rules::Square) -> Marks {
        Marks {
            last_move: self
                .last_move
                .is_some_and(|(from, to)| square == from || square == to),
            selected: self.selected == Some(square),
            target: self.targets.contains(&square),
            check: self.check == Some(square),
            refused: self.refused.contains(&square),
        }
    }
}
