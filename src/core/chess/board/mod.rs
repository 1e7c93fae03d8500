//! How a board is handled: where its squares lie, what marks them, how pieces get from one position
//! to the next, and the state machines from presses to intents and to edits.

mod editor;
mod geometry;
mod marks;

use crate::chess::{Action, Color, Game, PROMOTION_ROLES, Refusal, Role, Square};

pub use editor::{Editor, Tool};
pub use geometry::{Geometry, Motion, Room, snapped};
pub use marks::{
    Appearance, Below, Cell, Coordinates, Drawing, DrawingColor, Drawings, Lettering, Marks, Theme,
};

/// What a person does with the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A square is activated by keyboard, by assistive technology, or by a click.
    Activate(Square),
    /// The pointer goes down on a square.
    Press(Square),
    /// The pressed pointer has moved far enough to be dragging.
    Drag,
    /// The pointer goes up on a square, or outside the board.
    Release(Option<Square>),
    /// A piece is chosen for the pawn that waits for it.
    Promote(Role),
    /// Gives up what is under way: a selection, a drag or the choice of a piece.
    Cancel,
}

/// How it is decided what a pawn on the last rank becomes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PromotionChoice {
    /// The player is asked.
    #[default]
    Asked,
    /// It becomes a queen at once.
    Queen,
}

/// What shall be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// Nothing: at most the selection looks different.
    Redraw,
    /// The game shall act; what it answers goes to [`Interaction::answered`].
    Act(Action),
    /// A piece must be chosen for the pawn that goes to this square.
    AskPromotion(Square),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    Selected(Square),
    /// The pointer is down on a piece; whether that piece was selected before.
    Pressed(Square, bool),
    Dragging(Square),
    /// A piece is selected, and the pointer is down on one of the opponent's; whether it was moved since then.
    Aiming(Square, Square, bool),
    Promoting(Square, Square),
}

/// The state of the hand over the board.
///
/// ```
/// use rank_and_file_core::chess::board::{PromotionChoice, Input, Intent, Interaction};
/// use rank_and_file_core::chess::{Action, Game, Square};
///
/// let (mut hand, mut game) = (Interaction::default(), Game::default());
/// hand.take(Input::Activate(Square::E2), &game, PromotionChoice::Asked);
/// assert_eq!(hand.selected(), Some(Square::E2));
/// let Intent::Act(action) = hand.take(Input::Activate(Square::E4), &game, PromotionChoice::Asked) else {
///     panic!("a move is meant");
/// };
/// let answer = game.act(action);
/// hand.answered(answer.err().as_ref());
/// assert_eq!(game.plies()[0].uci(), "e2e4");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Interaction {
    state: State,
    /// Whether the selected piece was dropped where it cannot go: then, a press takes it up again.
    dropped: bool,
}

impl Interaction {
    /// The square whose piece is selected, held or about to be promoted.
    pub fn selected(&self) -> Option<Square> {
        match self.state {
            State::Idle => None,
            State::Selected(from)
            | State::Pressed(from, _)
            | State::Dragging(from)
            | State::Aiming(from, ..)
            | State::Promoting(from, _) => Some(from),
        }
    }

    /// The square whose piece hangs from the pointer.
    pub fn dragged(&self) -> Option<Square> {
        match self.state {
            State::Dragging(from) => Some(from),
            _ => None,
        }
    }

    /// The pawn's move that waits for a piece to be chosen.
    pub fn promoting(&self) -> Option<(Square, Square)> {
        match self.state {
            State::Promoting(from, to) => Some((from, to)),
            _ => None,
        }
    }

    /// Where the selected piece may go, the rooks among it onto which a king castles.
    pub fn reachable(&self, game: &Game) -> Vec<Square> {
        let targets = self.selected().map(|from| game.targets(from));
        targets
            .into_iter()
            .flatten()
            .flat_map(|target| [Some(target.square), target.castling_rook])
            .flatten()
            .collect()
    }

    /// How the square `over` which the piece in the hand hangs is marked, where those are marked that
    /// are among `reachable`; nothing for the square that it came from.
    pub fn below(&self, over: Option<Square>, reachable: Option<&[Square]>) -> Option<Below> {
        let over = over.filter(|over| self.dragged().is_some_and(|from| from != *over))?;
        Some(match reachable {
            None => Below::Untold,
            Some(squares) if squares.contains(&over) => Below::Allowed,
            Some(_) => Below::Refused,
        })
    }

    /// Takes what a person does while `game` stands on the board.
    pub fn take(&mut self, input: Input, game: &Game, promotion: PromotionChoice) -> Intent {
        let dropped = std::mem::take(&mut self.dropped);
        // A press that came to no end does nothing.
        if let (Input::Activate(_) | Input::Press(_), State::Aiming(from, ..)) = (input, self.state)
        {
            self.state = State::Selected(from);
        }
        match (input, self.state) {
            (Input::Cancel, _) => {
                self.state = State::Idle;
                Intent::Redraw
            }
            (Input::Promote(role), State::Promoting(from, to)) => {
                self.state = State::Idle;
                act(from, to, PROMOTION_ROLES.contains(&role).then_some(role))
            }
            (Input::Promote(_), _) => Intent::Redraw,
            // Anything else while a piece should be chosen gives the promotion up.
            (Input::Activate(_) | Input::Press(_), State::Promoting(..)) => {
                self.state = State::Idle;
                Intent::Redraw
            }
            (Input::Activate(square), State::Selected(from)) if square == from => {
                self.state = State::Idle;
                Intent::Redraw
            }
            (Input::Activate(square), _) => {
                self.choose(square, State::Selected(square), game, promotion)
            }
            // Whether it is captured or meant itself is known when the pointer goes up.
            (Input::Press(square), State::Selected(from)) if is_foreign(square, game) => {
                self.state = State::Aiming(from, square, false);
                Intent::Redraw
            }
            (Input::Press(square), state) => {
                let selected = state == State::Selected(square) && !dropped;
                let pressed = State::Pressed(square, selected);
                self.choose(square, pressed, game, promotion)
            }
            (Input::Drag, State::Pressed(from, _)) => {
                self.state = State::Dragging(from);
                Intent::Redraw
            }
            (Input::Release(at), State::Pressed(from, was_selected)) => match at {
                Some(square) if square != from => self.drop(from, square, game, promotion),
                _ => {
                    self.state = if was_selected {
                        State::Idle
                    } else {
                        State::Selected(from)
                    };
                    Intent::Redraw
                }
            },
            (Input::Release(at), State::Dragging(from)) => match at {
                Some(square) if square != from => self.drop(from, square, game, promotion),
                // Back on its square or beside the board: it stays in hand, as after a click.
                _ => {
                    self.state = State::Selected(from);
                    Intent::Redraw
                }
            },
            (Input::Drag, State::Aiming(from, to, _)) => {
                self.state = State::Aiming(from, to, true);
                Intent::Redraw
            }
            (Input::Release(at), State::Aiming(from, to, moved)) => match at {
                Some(square) if square == to => {
                    self.state = State::Selected(from);
                    self.go(from, to, game, promotion)
                }
                None if !moved => {
                    self.state = State::Selected(from);
                    Intent::Redraw
                }
                // It was to be moved itself: the game says why it cannot be.
                _ => {
                    self.state = State::Idle;
                    act(to, to, None)
                }
            },
            (Input::Drag | Input::Release(_), _) => Intent::Redraw,
        }
    }

    /// Takes the game's answer to the last intent.
    pub fn answered(&mut self, refusal: Option<&Refusal>) {
        let from = self.selected();
        self.state = match (refusal, from) {
            // The piece may still go elsewhere, so it stays selected; but where the king would be
            // in check, another piece is wanted.
            (Some(refusal), Some(from)) if !exposes_king(refusal) => State::Selected(from),
            _ => State::Idle,
        };
        self.dropped &= self.state != State::Idle;
    }

    /// Lets go of what cannot be moved any more, because the game has gone on or ended without
    /// this hand: after a takeback, a resignation, a fallen flag.
    pub fn settle(&mut self, game: &Game) {
        let stale = |from| game.outcome().is_some() || !is_own(from, game);
        if self.selected().is_some_and(stale) {
            self.state = State::Idle;
        }
    }

    /// Takes up the player's own piece on a square, so that the hand is as `taken` says; or goes there with the
    /// piece that is selected.
    fn choose(
        &mut self,
        square: Square,
        taken: State,
        game: &Game,
        promotion: PromotionChoice,
    ) -> Intent {
        let own = is_own(square, game);
        match self.state {
            State::Selected(from) if from != square && (!own || castles(from, square, game)) => {
                self.go(from, square, game, promotion)
            }
            _ if own && game.outcome().is_none() => {
                self.state = taken;
                Intent::Redraw
            }
            _ => {
                // There is nothing to take up here: the game says why.
                self.state = State::Idle;
                act(square, square, None)
            }
        }
    }

    fn drop(
        &mut self,
        from: Square,
        square: Square,
        game: &Game,
        promotion: PromotionChoice,
    ) -> Intent {
        self.state = State::Selected(from);
        self.dropped = true;
        self.go(from, square, game, promotion)
    }

    fn go(&mut self, from: Square, to: Square, game: &Game, promotion: PromotionChoice) -> Intent {
        let promotes = game
            .targets(from)
            .iter()
            .any(|target| target.square == to && target.promotes);
        match promotion {
            PromotionChoice::Asked if promotes => {
                self.state = State::Promoting(from, to);
                Intent::AskPromotion(to)
            }
            PromotionChoice::Queen if promotes => act(from, to, Some(Role::Queen)),
            _ => act(from, to, None),
        }
    }
}

fn act(from: Square, to: Square, promotion: Option<Role>) -> Intent {
    Intent::Act(Action::Move {
        from,
        to,
        promotion,
    })
}

fn is_own(square: Square, game: &Game) -> bool {
    color_at(square, game) == Some(game.turn())
}

fn is_foreign(square: Square, game: &Game) -> bool {
    color_at(square, game).is_some_and(|color| color != game.turn())
}

fn color_at(square: Square, game: &Game) -> Option<Color> {
    use crate::chess::Position;
    game.position().board().color_at(square)
}

/// Whether going from `from` onto the rook on `square` castles.
fn castles(from: Square, square: Square, game: &Game) -> bool {
    game.targets(from)
        .iter()
        .any(|target| target.castling_rook == Some(square))
}

fn exposes_king(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Pinned { .. }
            | Refusal::StillInCheck { .. }
            | Refusal::KingIntoCheck { .. }
            | Refusal::CastleIntoCheck { .. }
    )
}
