//! How the board of 2048 is handled: where its cells lie, how tiles move, which way a finger swiped.

use rank_and_file_core::tiles::{Layout, Motion, Sprite, still, swipe};
use rank_and_file_core::twenty48::{Action, Cell, Direction, Event, Game, Grid, Size};

/// How much larger a tile is for a moment that was just made of two.
const SWELLING: f64 = 0.12;

#[test]
fn a_board_fills_its_room_up_to_a_pixel_a_cell() {
    for size in Size::ALL {
        for pixels in 60..2000 {
            let layout = Layout::within(pixels, size);
            let rest = pixels - layout.side();
            assert!(rest < size.side() as u32, "{pixels}: {layout:?}");
            assert!(layout.cell >= 4 * layout.gap, "{pixels}: {layout:?}");
        }
    }
}

#[test]
fn the_last_cell_ends_a_gap_before_the_edge() {
    let layout = Layout::within(487, Size::STANDARD);
    let last = Cell { row: 3, column: 3 };
    let (x, y) = layout.corner(last);
    let edge = f64::from(layout.side() - layout.gap - layout.cell);
    assert_eq!((x, y), (edge, edge));
    assert_eq!(
        layout.corner(Cell { row: 0, column: 0 }).0,
        f64::from(layout.gap)
    );
}

#[test]
fn no_room_is_too_small() {
    for pixels in 0..20 {
        let layout = Layout::within(pixels, Size::ALL[4]);
        assert!(layout.cell > 0 && layout.gap > 0);
    }
}

/// In an order of their own, so that only what is seen is compared.
fn sorted(mut sprites: Vec<Sprite>) -> Vec<Sprite> {
    // The sine of a half turn is not quite nothing.
    for sprite in &mut sprites {
        sprite.scale = (sprite.scale * 1e9).round() / 1e9;
    }
    sprites.sort_by(|one, other| {
        (one.row, one.column)
            .partial_cmp(&(other.row, other.column))
            .unwrap()
    });
    sprites
}

/// A game with its every event, and the boards before and after it.
fn played(size: Size, seed: u64) -> Vec<(Event, Grid, Grid)> {
    let mut game = Game::new(size, seed);
    let mut events = Vec::new();
    for turn in 0..400_usize {
        let before = *game.grid();
        let action = match turn % 7 {
            6 => Action::Undo,
            other => Action::Move(Direction::ALL[(other * 3 + turn / 5) % 4]),
        };
        if let Ok(event) = game.act(action) {
            events.push((event, before, *game.grid()));
        }
    }
    assert!(events.len() > 100);
    events
}

#[test]
fn a_motion_begins_and_ends_where_the_board_does() {
    for (seed, size) in Size::ALL.into_iter().enumerate() {
        for (event, before, after) in played(size, seed as u64) {
            let motion = Motion::of(&event, &after).unwrap();
            assert_eq!(
                sorted(motion.sprites(1.0)),
                sorted(still(&after)),
                "{event:?}"
            );
            if matches!(event, Event::Moved(_)) {
                assert_eq!(
                    sorted(motion.sprites(0.0)),
                    sorted(still(&before)),
                    "{event:?}"
                );
            }
        }
    }
}

#[test]
fn no_tile_leaves_the_board_or_is_lost_on_the_way() {
    let size = Size::STANDARD;
    let last = (size.side() - 1) as f64;
    for (event, before, after) in played(size, 48) {
        let motion = Motion::of(&event, &after).unwrap();
        for step in 0..=24 {
            let sprites = motion.sprites(f64::from(step) / 24.0);
            let inside = |sprite: &Sprite| {
                (0.0..=last).contains(&sprite.row)
                    && (0.0..=last).contains(&sprite.column)
                    && (0.0..=1.0 + SWELLING).contains(&sprite.scale)
                    && (0.0..=1.0).contains(&sprite.opacity)
            };
            assert!(sprites.iter().all(inside), "{sprites:?}");
            let sum: u64 = sprites.iter().map(|sprite| sprite.number).sum();
            assert!(sum >= before.sum().min(after.sum()), "{event:?} at {step}");
        }
    }
}

#[test]
fn a_new_game_appears_and_a_game_that_goes_on_stands_still() {
    let grid = *Game::new(Size::STANDARD, 3).grid();
    let motion = Motion::of(&Event::Began, &grid).unwrap();
    assert_eq!(motion.sprites(0.0), []);
    assert_eq!(motion.sprites(1.0), still(&grid));
    assert_eq!(Motion::of(&Event::Resumed, &grid), None);
}

#[test]
fn strokes_are_told_apart() {
    for (stroke, direction) in [
        ((40.0, 3.0), Some(Direction::Right)),
        ((-40.0, -30.0), Some(Direction::Left)),
        ((5.0, 24.0), Some(Direction::Down)),
        ((20.0, -90.0), Some(Direction::Up)),
        ((23.0, 0.0), None),
        ((0.0, -23.0), None),
        ((50.0, 50.0), None),
        ((-50.0, 40.0), None),
        ((0.0, 0.0), None),
    ] {
        assert_eq!(swipe(stroke.0, stroke.1, 24.0), direction, "{stroke:?}");
    }
}
