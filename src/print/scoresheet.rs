//! What stands on a scoresheet, its heading, its grid of moves and its marks, apart from where. It is taken out
//! of the game once, so that it can be laid out in another thread.

use cairo::Context;
use pangocairo::pango::Layout;
use rank_and_file_core::chess::board::{Drawing, Geometry};
use rank_and_file_core::chess::{Board, ByColor, Color, Game, Outcome, Piece, Position, Role};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::record::study::Study;

use super::annotated::annotated;
use super::pages::{Picture, black_begins, clean, usual_diagrams};
use super::paragraphs::{Line, Part, RUNNING, Setter, Style, ascent, measure};
use crate::drawing::{Palette, PieceError, PieceSet, draw_position, drawing};
use crate::words;

/// A move as it stands in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// In standard algebraic notation; an ellipsis where the game begins with Black.
    pub san: String,
    /// What the clock of the player showed then; empty in a game without clocks.
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
pub struct Due {
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
    /// The date and the time control; empty where neither is known.
    pub details: String,
    /// The table of moves.
    pub rows: Vec<Row>,
    /// The positions, in the order of the game.
    pub pictures: Vec<Due>,
    /// The game with all that is said of it, which takes the place of the table; empty where nothing is.
    pub text: Vec<Part>,
}

impl Scoresheet {
    /// The scoresheet of a game, be it over or not.
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

/// Paper smaller than this (A7, ISO 216, across) is drawn on as if it were so large, and smaller.
const SMALLEST: f64 = 210.0;
/// The margin is such a part of the shorter side, …
const MARGIN: f64 = 0.075;
/// … but no narrower than this, where many printers do not print, and no wider than that.
const MARGINS: (f64, f64) = (24.0, 54.0);
/// Between two columns, and between two diagrams.
pub(super) const GUTTER: f64 = 22.0;
/// A column is at least so wide, without and with clocks.
const COLUMN: (f64, f64) = (148.0, 190.0);
/// A column of text is at least so wide.
const TEXT: f64 = 200.0;
/// A diagram is at least so wide with its coordinates, …
const DIAGRAM: f64 = 148.0;
/// … and at most.
const WIDEST_DIAGRAM: f64 = 240.0;

/// Where things lie on the pages of one size. Lengths in points of the drawn page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// How much of its true size everything is drawn in: 1, or less on very small paper.
    pub scale: f64,
    /// The width and height of the page.
    pub page: (f64, f64),
    /// From each edge to what is printed.
    pub margin: f64,
    /// The columns of the table that fit.
    pub columns: usize,
    /// The columns of text that fit.
    pub text_columns: usize,
    /// The diagrams that fit side by side.
    pub across: usize,
}

impl Grid {
    /// The grid of paper of this width and height, in points of 1/72 inch, for a table with or without clocks.
    pub fn new(width: f64, height: f64, clocks: bool) -> Self {
        let (width, height) = (width.max(1.0), height.max(1.0));
        let scale = (width.min(height) / SMALLEST).min(1.0);
        let page = (width / scale, height / scale);
        let margin = (page.0.min(page.1) * MARGIN).clamp(MARGINS.0, MARGINS.1);
        let content = page.0 - 2.0 * margin;
        let fitting = |least: f64| (((content + GUTTER) / (least + GUTTER)) as usize).max(1);
        Self {
            scale,
            page,
            margin,
            columns: fitting(if clocks { COLUMN.1 } else { COLUMN.0 }),
            text_columns: fitting(TEXT),
            across: fitting(DIAGRAM),
        }
    }

    /// The width between the margins.
    pub fn content(&self) -> f64 {
        self.page.0 - 2.0 * self.margin
    }

    /// The lower end of what is printed above the page number.
    pub fn bottom(&self) -> f64 {
        self.page.1 - self.margin - 16.0
    }

    /// The left edge and the width of one of `count` columns.
    pub fn column(&self, index: usize, count: usize) -> (f64, f64) {
        let count = count.max(1) as f64;
        let width = (self.content() - GUTTER * (count - 1.0)) / count;
        (self.margin + index as f64 * (width + GUTTER), width)
    }

    /// The left edge of one of `count` columns, and the width from there to the right margin.
    pub fn rest(&self, index: usize, count: usize) -> (f64, f64) {
        let (left, _) = self.column(index, count);
        (left, self.page.0 - self.margin - left)
    }

    /// The width of a diagram with its coordinates where there are so many side by side.
    pub fn diagram(&self, across: usize) -> f64 {
        self.fitting_diagram(self.column(0, across).1)
    }

    /// The width of a diagram with its coordinates where there is room of such a width.
    pub fn fitting_diagram(&self, width: f64) -> f64 {
        // On paper that is wider than high, a diagram still leaves room for what is above it.
        let height = (self.bottom() - self.margin) * 0.5;
        width.min(WIDEST_DIAGRAM).min(height)
    }
}

const NAME: Style = Style::new(17.0).bold();
const STANDING: Style = Style::new(10.5).bold();
const DETAILS: Style = Style::new(9.5).dim();

impl Setter<'_> {
    /// The players with their points, how it ended, when it was; and where that ends.
    pub(super) fn title(&self) -> (Vec<Mark>, f64) {
        let (left, width) = (self.grid.margin, self.grid.content());
        let mut marks = Vec::new();
        let mut y = self.grid.margin;
        for color in Color::ALL {
            let icon = 20.0;
            let points = self.letters.line(self.sheet.points.get(color), NAME);
            let room = width - icon - 8.0 - measure(&points).0 - 12.0;
            let name = self
                .letters
                .block(self.sheet.names.get(color), NAME, room, 2);
            let base = y + ascent(&name);
            let piece = Role::King.of(color);
            marks.push(Mark::Piece {
                piece,
                x: left,
                y: base - icon + 3.5,
                size: icon,
            });
            let height = measure(&name).1;
            marks.push(Mark::text(name, NAME.grey, left + icon + 8.0, base));
            marks.push(Mark::ending(points, NAME.grey, left + width, base));
            y += height + 3.0;
        }
        y += 5.0;
        for (text, style) in [
            (&self.sheet.standing, STANDING),
            (&self.sheet.details, DETAILS),
        ] {
            if !text.is_empty() {
                let layout = self.letters.block(text, style, width, 2);
                let height = measure(&layout).1;
                let base = y + ascent(&layout);
                marks.push(Mark::text(layout, style.grey, left, base));
                y += height + 1.5;
            }
        }
        y += 9.0;
        marks.push(Mark::Rule {
            x: left,
            y,
            width,
            thick: 0.9,
            grey: 0.2,
        });
        (marks, y + 12.0)
    }

    pub(super) fn running_head(&self) -> Vec<Mark> {
        let (left, width) = (self.grid.margin, self.grid.content());
        let title = self.letters.block(&self.sheet.title, RUNNING, width, 1);
        let base = self.grid.margin + ascent(&title);
        let y = base + 7.0;
        vec![
            Mark::text(title, RUNNING.grey, left, base),
            Mark::Rule {
                x: left,
                y,
                width,
                thick: 0.5,
                grey: 0.6,
            },
        ]
    }
}

/// One thing on a page. Lengths are in points from the upper left corner of the page.
#[derive(Debug)]
pub(super) enum Mark {
    /// Text, by the left end of its first base line.
    Text {
        layout: Layout,
        x: f64,
        base: f64,
        grey: f64,
    },
    /// A line of a text, by the left end of its base line.
    Line {
        line: Line,
        x: f64,
        base: f64,
        grey: f64,
    },
    /// A line across.
    Rule {
        x: f64,
        y: f64,
        width: f64,
        thick: f64,
        grey: f64,
    },
    /// A piece alone.
    Piece {
        piece: Piece,
        x: f64,
        y: f64,
        size: f64,
    },
    /// A position, White below, and what is drawn on it.
    Diagram {
        board: Board,
        drawings: Vec<Drawing>,
        x: f64,
        y: f64,
        side: f64,
    },
}

/// How thick the frame of a diagram is.
const FRAME: f64 = 0.6;

impl Mark {
    pub fn text(layout: Layout, grey: f64, x: f64, base: f64) -> Self {
        Self::Text {
            layout,
            x,
            base,
            grey,
        }
    }

    /// Text that ends at `right`.
    pub fn ending(layout: Layout, grey: f64, right: f64, base: f64) -> Self {
        let x = right - measure(&layout).0;
        Self::text(layout, grey, x, base)
    }

    /// Text with its middle at `middle`.
    pub fn centred(layout: Layout, grey: f64, middle: f64, base: f64) -> Self {
        let x = middle - measure(&layout).0 / 2.0;
        Self::text(layout, grey, x, base)
    }

    /// Draws it.
    pub fn draw(&self, cr: &Context, pieces: &PieceSet) -> Result<(), PieceError> {
        match self {
            Self::Text {
                layout,
                x,
                base,
                grey,
            } => {
                cr.set_source_rgb(*grey, *grey, *grey);
                cr.move_to(*x, base - ascent(layout));
                pangocairo::functions::show_layout(cr, layout);
                Ok(())
            }
            Self::Line {
                line,
                x,
                base,
                grey,
            } => {
                cr.set_source_rgb(*grey, *grey, *grey);
                cr.move_to(*x, *base);
                if let Some(line) = line.layout.line_readonly(line.number) {
                    pangocairo::functions::show_layout_line(cr, &line);
                }
                Ok(())
            }
            Self::Rule {
                x,
                y,
                width,
                thick,
                grey,
            } => {
                cr.set_source_rgb(*grey, *grey, *grey);
                cr.rectangle(*x, y - thick / 2.0, *width, *thick);
                Ok(cr.fill()?)
            }
            Self::Piece { piece, x, y, size } => pieces.draw(cr, *piece, *x, *y, *size),
            Self::Diagram {
                board,
                drawings,
                x,
                y,
                side,
            } => {
                let geometry = Geometry {
                    x: *x,
                    y: *y,
                    square: side / 8.0,
                    turned: false,
                };
                draw_position(cr, board, pieces, &Palette::PAPER, &geometry, false)?;
                for drawn in drawings {
                    drawing(cr, &Palette::PAPER, &geometry, drawn)?;
                }
                cr.set_source_rgb(0.3, 0.3, 0.3);
                cr.set_line_width(FRAME);
                let inset = FRAME / 2.0;
                cr.rectangle(x - inset, y - inset, side + FRAME, side + FRAME);
                Ok(cr.stroke()?)
            }
        }
    }
}
