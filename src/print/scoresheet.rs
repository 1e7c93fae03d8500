//! What stands on a scoresheet, apart from where: names, result, moves, times and positions. It is
//! taken out of the game once, so that it can be laid out in another thread.

use rank_and_file_core::log::Header;
use rank_and_file_core::rules::{ByColor, Color, Game, Outcome, Position};
use rank_and_file_core::study::Study;

use super::annotated::annotated;
use super::paragraphs::Part;
use super::picture::{Picture, black_begins, clean, usual_diagrams};
use crate::words;

/// A move as it stands in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// In standard algebraic notation; an ellipsis where the game begins with Black.
    pub san: String,
    /// What the clock of the player showed then; empty in a game without clocks.
    pub clock: String,
}

/// A numbered line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub number: String,
    pub white: Entry,
    /// `None` where White made the last move.
    pub black: Option<Entry>,
}

/// A position beside the table, and after how many lines of that it stood.
#[derive(Debug, Clone)]
pub(super) struct Due {
    pub after: usize,
    pub picture: Picture,
}

/// A game as it stands on paper: what is said of it, its moves, and positions from it.
#[derive(Debug, Clone)]
pub struct Scoresheet {
    /// The names of the players.
    pub(super) names: ByColor<String>,
    /// The point or the half of each player; empty while the game is not over.
    pub(super) points: ByColor<&'static str>,
    /// Both names on one line.
    pub(super) title: String,
    /// The result and its reason, or who is to move.
    pub(super) standing: String,
    /// The date and the time control; empty where neither is known.
    pub(super) details: String,
    pub(super) rows: Vec<Row>,
    pub(super) pictures: Vec<Due>,
    /// The game with all that is said of it, which takes the place of the table; empty where nothing is.
    pub(super) text: Vec<Part>,
}

impl Scoresheet {
    /// The scoresheet of a game, be it over or not.
    #[must_use]
    pub fn new(header: &Header, game: &Game) -> Self {
        let rows = rows(game);
        Self {
            names: ByColor::new_with(|color| clean(&words::player(header, color))),
            points: ByColor::new_with(|color| game.outcome().map_or("", |end| points(end, color))),
            title: clean(&words::pairing(header)),
            standing: clean(&words::game_standing(game, header)),
            details: words::date_and_time_control(header, game.start()),
            pictures: pictures(game),
            rows,
            text: Vec::new(),
        }
    }

    /// The same with what was added to the game. `figures`: the moves have figures of the pieces.
    #[must_use]
    pub fn annotated(self, game: &Game, study: &Study, figures: bool) -> Self {
        let text = annotated(game, study, figures);
        Self { text, ..self }
    }

    /// Both names on one line.
    #[must_use]
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
    for (index, ply) in game.plies().iter().enumerate() {
        let left = ply
            .reading
            .as_ref()
            .map(|reading| *reading.left.get(ply.mover));
        let entry = Entry {
            san: ply.san.to_string(),
            clock: left.map(words::clock_face).unwrap_or_default(),
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
                    number: game.position_at(index).fullmoves().to_string(),
                    white,
                    black,
                });
            }
        }
    }
    rows
}

fn pictures(game: &Game) -> Vec<Due> {
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
        Due {
            after: match ply {
                0 => 0,
                ply => (ply + black_begins(game)).div_ceil(2),
            },
            picture: Picture::new(board, caption, &[]),
        }
    };
    usual_diagrams(game).into_iter().map(due).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use rank_and_file_core::rules::{Action, DrawRule, TimeControl, read_fen};

    fn played(mut game: Game, moves: &str) -> Game {
        for written in moves.split_whitespace() {
            game.act(Action::Write(written.to_owned())).unwrap();
        }
        game
    }

    /// A game of so many full moves, fourteen at the most, in which only pawns move.
    fn pawns(moves: usize) -> Game {
        let pushes =
            "a3 a6 a4 a5 b3 b6 c3 c6 d3 d6 e3 e6 f3 h6 g3 h5 h3 g6 h4 c5 f4 d5 c4 g5 b4 b5 d4 e5";
        let moves: Vec<&str> = pushes.split(' ').take(moves * 2).collect();
        played(Game::default(), &moves.join(" "))
    }

    /// A game of so many full moves, fewer than 75, in which no position stands five times: two
    /// kings go round their halves of the board in different times.
    fn long(moves: usize) -> Game {
        let start = read_fen("k7/8/8/7p/7P/8/8/K7 w - - 0 1").unwrap();
        let mut game = Game::new(start, DrawRule::Claimed);
        let round = ["b1", "c1", "c2", "b2", "a2", "a1"];
        let other = ["b8", "c8", "d8", "d7", "c7", "b7", "a7", "a8"];
        for index in 0..moves {
            for square in [round[index % 6], other[index % 8]] {
                game.act(Action::Write(format!("K{square}"))).unwrap();
            }
        }
        game
    }

    #[test]
    fn a_game_that_black_begins_has_its_first_line_half_empty() {
        let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 10";
        let game = Game::new(read_fen(fen).unwrap(), DrawRule::Automatic);
        let sheet = Scoresheet::new(&Header::bare(), &played(game, "d5 exd6 Kd7"));
        let lines: Vec<_> = sheet
            .rows
            .iter()
            .map(|row| {
                (
                    row.number.as_str(),
                    row.white.san.as_str(),
                    row.black.as_ref().map(|e| e.san.as_str()),
                )
            })
            .collect();
        assert_eq!(
            lines,
            [("10", "…", Some("d5")), ("11", "exd6", Some("Kd7"))]
        );
        let captions: Vec<_> = sheet
            .pictures
            .iter()
            .map(|due| (due.after, due.picture.caption.as_str()))
            .collect();
        assert_eq!(
            captions,
            [
                (0, "The starting position, Black to move"),
                (2, "After 11… Kd7, White to move")
            ]
        );
    }

    #[test]
    fn diagrams_stand_after_every_tenth_move_of_a_short_game_and_at_the_end() {
        let captions = |moves| {
            let sheet = Scoresheet::new(&Header::bare(), &pawns(moves));
            let shown = sheet.pictures.into_iter();
            shown
                .map(|due| (due.after, due.picture.caption))
                .collect::<Vec<_>>()
        };
        let tenth = (10, "After 10… c5".to_owned());
        let end = |after, words: &str| (after, format!("{words}, White to move"));
        assert_eq!(captions(0), [(0, "The starting position".to_owned())]);
        assert_eq!(captions(10), [end(10, "After 10… c5")]);
        assert_eq!(captions(13), [end(13, "After 13… b5")]);
        assert_eq!(captions(14), [tenth, end(14, "After 14… e5")]);
    }

    #[test]
    fn a_long_game_shows_every_twentieth_move() {
        let sheet = Scoresheet::new(&Header::bare(), &long(70));
        let after: Vec<usize> = sheet.pictures.iter().map(|due| due.after).collect();
        assert_eq!(after, [0, 20, 40, 60, 70]);
        assert_eq!(
            (sheet.rows.len(), sheet.rows[69].number.as_str()),
            (70, "70")
        );
    }

    #[test]
    fn clocks_stand_beside_the_moves() {
        let control = TimeControl::from_minutes("5+3").unwrap();
        let header = Header {
            time_control: Some(control),
            white: "A\u{0}\u{7}b".to_owned(),
            ..Header::bare()
        };
        let game = played(
            header.new_game(rank_and_file_core::rules::start_position()),
            "e4 e5",
        );
        let sheet = Scoresheet::new(&header, &game);
        assert_eq!(sheet.details, "Time 5+3");
        assert_eq!(sheet.names.white, "A  b");
        assert_eq!(sheet.rows[0].white.clock, "5:03");
    }
}
