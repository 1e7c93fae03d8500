//! How the board of 2048 is handled: where its cells lie, how tiles move, which way a finger swiped.

use crate::twenty48::{Cell, Direction, Event, Grid, Size, Slide, Spawn};

/// So many times as wide as a gap is a cell.
const CELL_TO_GAP: u32 = 9;

/// A board: its cells, with a gap around each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    /// How many cells a side has.
    pub size: Size,
    /// The side of a cell, in device pixels.
    pub cell: u32,
    /// The room between two cells, and between a cell and the edge, in device pixels.
    pub gap: u32,
}

impl Layout {
    /// The largest board that is no wider than `pixels`. There is always one, if only of a pixel
    /// a cell.
    pub fn within(pixels: u32, size: Size) -> Self {
        let side = size.side() as u32;
        let parts = side * CELL_TO_GAP + side + 1;
        let gap = ((pixels + parts / 2) / parts).max(1);
        let cell = pixels.saturating_sub(gap * (side + 1)) / side;
        Self {
            size,
            cell: cell.max(1),
            gap,
        }
    }

    /// The side of the whole board, in device pixels.
    pub fn side(&self) -> u32 {
        let side = self.size.side() as u32;
        side * self.cell + (side + 1) * self.gap
    }

    /// How far the cells of a row begin from the left edge, or those of a column from the top, in
    /// device pixels. Between two places lies what is between two cells.
    pub fn along(&self, place: f64) -> f64 {
        f64::from(self.gap) + place * f64::from(self.cell + self.gap)
    }

    /// The upper left corner of a cell, in device pixels from that of the board.
    pub fn corner(&self, cell: Cell) -> (f64, f64) {
        (
            self.along(f64::from(cell.column)),
            self.along(f64::from(cell.row)),
        )
    }
}

/// The part of the time that tiles slide; they merge and appear in the rest of it.
const SLIDING: f64 = 0.6;
/// How much larger a tile is for a moment that was just made of two.
const SWELLING: f64 = 0.12;

/// A tile as it is seen at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprite {
    /// Its number.
    pub number: u64,
    /// How far it is from the left, in cells.
    pub column: f64,
    /// How far it is from the top, in cells.
    pub row: f64,
    /// How large it is; 1 fills its cell.
    pub scale: f64,
    /// From 0, which is not seen, to 1.
    pub opacity: f64,
}

/// What is to be seen of an event.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    slides: Vec<Slide>,
    appearing: Vec<Spawn>,
    /// Whether all of it is seen from its end to its beginning.
    backwards: bool,
}

/// The tiles of a board on which nothing moves.
pub fn still(grid: &Grid) -> Vec<Sprite> {
    tiles(grid).map(standing).collect()
}

fn tiles(grid: &Grid) -> impl Iterator<Item = Spawn> {
    let all = grid.cells().map(|cell| Spawn {
        cell,
        number: grid.number(cell),
    });
    all.filter(|tile| tile.number > 0)
}

fn standing(tile: Spawn) -> Sprite {
    Sprite {
        number: tile.number,
        column: f64::from(tile.cell.column),
        row: f64::from(tile.cell.row),
        scale: 1.0,
        opacity: 1.0,
    }
}

impl Motion {
    /// The way to the board as it is after an event; `None` where nothing moves.
    pub fn of(event: &Event, after: &Grid) -> Option<Self> {
        let (slides, appearing, backwards) = match event {
            Event::Moved(moved) => (moved.slides.clone(), vec![moved.spawned], false),
            Event::Undone(direction) => {
                // The move that was taken back, made once more.
                let slid = { *after }.slide(*direction);
                (slid.slides, Vec::new(), true)
            }
            Event::Began => (Vec::new(), tiles(after).collect(), false),
            Event::Resumed => return None,
        };
        Some(Self {
            slides,
            appearing,
            backwards,
        })
    }

    /// What is seen after a part of the time, from 0 to 1: the lowest tiles first.
    pub fn sprites(&self, progress: f64) -> Vec<Sprite> {
        let progress = progress.clamp(0.0, 1.0);
        let progress = if self.backwards {
            1.0 - progress
        } else {
            progress
        };
        let sliding = ease(progress / SLIDING);
        let settling = ((progress - SLIDING) / (1.0 - SLIDING)).clamp(0.0, 1.0);
        let mut sprites = Vec::with_capacity(self.slides.len() + self.appearing.len());
        let mut slides = self.slides.iter();
        while let Some(slide) = slides.next() {
            if !slide.merges {
                sprites.push(on_its_way(slide, sliding));
                continue;
            }
            // The two of a pair follow one another.
            let other = slides.next();
            if sliding < 1.0 {
                // Below those that only slide.
                let pair = [Some(slide), other].into_iter().flatten();
                sprites.splice(0..0, pair.map(|slide| on_its_way(slide, sliding)));
            } else {
                sprites.push(Sprite {
                    number: slide.number.saturating_mul(2),
                    scale: 1.0 + SWELLING * (settling * std::f64::consts::PI).sin().max(0.0),
                    ..on_its_way(slide, 1.0)
                });
            }
        }
        if settling > 0.0 {
            sprites.extend(self.appearing.iter().map(|tile| Sprite {
                scale: ease(settling),
                opacity: settling,
                ..standing(*tile)
            }));
        }
        sprites
    }
}

fn on_its_way(slide: &Slide, progress: f64) -> Sprite {
    let along = |from: u8, to: u8| f64::from(from) + (f64::from(to) - f64::from(from)) * progress;
    Sprite {
        number: slide.number,
        column: along(slide.from.column, slide.to.column),
        row: along(slide.from.row, slide.to.row),
        scale: 1.0,
        opacity: 1.0,
    }
}

/// Fast at first, then slower.
fn ease(progress: f64) -> f64 {
    1.0 - (1.0 - progress.clamp(0.0, 1.0)).powi(3)
}

/// So many times as far along one axis as along the other is a clear direction.
const CLEAR: f64 = 1.3;

/// The direction of a stroke that went `dx` to the right and `dy` down, once it is `long` enough
/// and not too slanting to tell.
pub fn swipe(dx: f64, dy: f64, long: f64) -> Option<Direction> {
    let (across, along) = (dx.abs(), dy.abs());
    if across >= long && across >= along * CLEAR {
        Some(if dx > 0.0 {
            Direction::Right
        } else {
            Direction::Left
        })
    } else if along >= long && along >= across * CLEAR {
        Some(if dy > 0.0 {
            Direction::Down
        } else {
            Direction::Up
        })
    } else {
        None
    }
}
