//! What stands on a scoresheet, its heading, its moves and diagrams, apart from where. It is taken out of the game
//! once, so that it can be laid out in another thread.

use rank_and_file_core::chess::{ByColor, Color, Game, Outcome, Position};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::Study;

use super::annotated::{Part, Picture, annotated, black_begins, clean, usual_diagrams};
use crate::words;

/// A move as it stands in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// In standard algebraic notation; an ellipsis where the game begins with Black.
    pub san: String,
    /// What the clock of the player showed then; empty where that is not known.
    pub clock: String,
}

/// A numbered line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// That of the move.
    pub number: String,
    /// What White played.
    pub white: Entry,
    /// What Black played; `None` where White made the last move.
    pub black: Option<Entry>,
}

/// A position beside the table, and after how many lines of that it stood.
#[derive(Debug, Clone)]
pub struct PlacedPicture {
    /// So many lines.
    pub after: usize,
    /// The position.
    pub picture: Picture,
}

/// A game as it stands on paper: what is said of it, its moves, and positions from it.
#[derive(Debug, Clone)]
pub struct Scoresheet {
    /// The names of the players.
    pub names: ByColor<String>,
    /// The point or the half of each player; empty while the game is not over.
    pub(super) points: ByColor<&'static str>,
    /// Both names on one line.
    pub(super) title: String,
    /// The result and its reason, or who is to move.
    pub(super) standing: String,
    /// Where and when it was played, how, and its opening; empty where nothing is known.
    pub details: String,
    /// The table of moves.
    pub rows: Vec<Row>,
    /// The positions, in the order of the game.
    pub pictures: Vec<PlacedPicture>,
    /// The game with all that is said of it, which takes the place of the table; empty where nothing is.
    pub text: Vec<Part>,
}

impl Scoresheet {
    /// The scoresheet of a game, be it over or not.
    pub fn new(header: &Header, game: &Game) -> Self {
        let rows = rows(game);
        Self {
            names: ByColor::new_with(|color| clean(&words::rated_player(header, color))),
            points: ByColor::new_with(|color| game.outcome().map_or("", |end| points(end, color))),
            title: clean(&words::pairing(header)),
            standing: clean(&words::game_standing(game, header)),
            details: words::circumstances(header, game),
            pictures: pictures(game),
            rows,
            text: Vec::new(),
        }
    }

    /// The same with what was added to the game. `figures`: the moves have figures of the pieces.
    pub fn annotated(self, game: &Game, study: &Study, figures: bool) -> Self {
        let text = annotated(game, study, figures);
        Self { text, ..self }
    }

    /// Both names on one line.
    pub fn title(&self) -> &str {
        &self.title
    }
}

fn points(outcome: Outcome, color: Color) -> &'static str {
    match outcome.winner {
        None => "½",
        Some(winner) if winner == color => "1",
        Some(_) => "0",
    }
}

fn rows(game: &Game) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for ply in game.plies() {
        let entry = Entry {
            san: ply.san.to_string(),
            clock: ply.left().map(words::clock_face).unwrap_or_default(),
        };
        let open = rows.last_mut().filter(|row| row.black.is_none());
        match (ply.mover, open) {
            (Color::Black, Some(row)) => row.black = Some(entry),
            (mover, _) => {
                let nothing = Entry {
                    san: "…".to_owned(),
                    clock: String::new(),
                };
                let (white, black) = match mover {
                    Color::White => (entry, None),
                    Color::Black => (nothing, Some(entry)),
                };
                rows.push(Row {
                    number: ply.number().to_string(),
                    white,
                    black,
                });
            }
        }
    }
    rows
}

fn pictures(game: &Game) -> Vec<PlacedPicture> {
    let last = game.plies().len();
    let due = |ply: usize| {
        let caption = if ply == last {
            words::final_caption(game, false)
        } else if ply == 0 {
            words::start_caption(game)
        } else {
            words::after_ply(game, ply, false)
        };
        let board = game.position_at(ply).board().clone();
        PlacedPicture {
            after: match ply {
                0 => 0,
                ply => (ply + black_begins(game)).div_ceil(2),
            },
            picture: Picture::new(board, caption, &[]),
        }
    };
    usual_diagrams(game).into_iter().map(due).collect()
}
