//! The rules of 2048: rows before and after, and what holds in every game, tried on random ones.

use proptest::prelude::*;
use proptest::sample::select;
use rank_and_file_core::twenty48::{
    Action, Cell, Direction, Event, Game, Grid, Kept, Moved, Refusal, Size, UNDO_STEPS,
    read_document,
};

use crate::random::config;

/// A row, the row after a move to the left, and what the merges made.
type Row = (&'static [u64], &'static [u64], &'static [u64]);

const ROWS: [Row; 30] = [
    (&[0, 0, 0, 0], &[0, 0, 0, 0], &[]),
    (&[2, 0, 0, 0], &[2, 0, 0, 0], &[]),
    (&[0, 0, 0, 2], &[2, 0, 0, 0], &[]),
    (&[0, 2, 0, 4], &[2, 4, 0, 0], &[]),
    (&[2, 4, 2, 4], &[2, 4, 2, 4], &[]),
    (&[2, 2, 0, 0], &[4, 0, 0, 0], &[4]),
    (&[2, 0, 0, 2], &[4, 0, 0, 0], &[4]),
    (&[0, 0, 2, 2], &[4, 0, 0, 0], &[4]),
    (&[2, 2, 2, 0], &[4, 2, 0, 0], &[4]),
    (&[0, 2, 2, 2], &[4, 2, 0, 0], &[4]),
    (&[2, 2, 2, 2], &[4, 4, 0, 0], &[4, 4]),
    (&[4, 2, 2, 0], &[4, 4, 0, 0], &[4]),
    (&[2, 0, 2, 4], &[4, 4, 0, 0], &[4]),
    (&[2, 2, 4, 4], &[4, 8, 0, 0], &[4, 8]),
    (&[2, 2, 4, 0], &[4, 4, 0, 0], &[4]),
    (&[4, 4, 8, 0], &[8, 8, 0, 0], &[8]),
    (&[8, 4, 2, 2], &[8, 4, 4, 0], &[4]),
    (&[2, 4, 4, 2], &[2, 8, 2, 0], &[8]),
    (&[1024, 1024, 2, 2], &[2048, 4, 0, 0], &[2048, 4]),
    (&[65536, 65536, 0, 0], &[131_072, 0, 0, 0], &[131_072]),
    (&[2, 2, 2, 2, 2], &[4, 4, 2, 0, 0], &[4, 4]),
    (&[0, 4, 0, 4, 8], &[8, 8, 0, 0, 0], &[8]),
    (&[16, 2, 2, 4, 8], &[16, 4, 4, 8, 0], &[4]),
    (&[2, 2, 2, 2, 2, 2], &[4, 4, 4, 0, 0, 0], &[4, 4, 4]),
    (&[2, 0, 4, 0, 0, 4], &[2, 8, 0, 0, 0, 0], &[8]),
    (&[4, 4, 4, 4, 8, 8, 8], &[8, 8, 16, 8, 0, 0, 0], &[8, 8, 16]),
    (&[0, 0, 0, 2, 0, 0, 2], &[4, 0, 0, 0, 0, 0, 0], &[4]),
    (&[2; 8], &[4, 4, 4, 4, 0, 0, 0, 0], &[4, 4, 4, 4]),
    (
        &[2, 4, 8, 16, 32, 64, 128, 256],
        &[2, 4, 8, 16, 32, 64, 128, 256],
        &[],
    ),
    (
        &[0, 2, 2, 4, 8, 16, 16, 2],
        &[4, 4, 8, 32, 2, 0, 0, 0],
        &[4, 32],
    ),
];

fn grid(rows: &[Vec<u64>]) -> Grid {
    Grid::from_rows(rows).unwrap_or_else(|| panic!("{rows:?} is no board"))
}

/// The rows as they look where `direction` is left.
fn turned(rows: &[Vec<u64>], direction: Direction) -> Vec<Vec<u64>> {
    let side = rows.len();
    let look = |row: usize, column: usize| match direction {
        Direction::Left => rows[row][column],
        Direction::Right => rows[row][side - 1 - column],
        Direction::Up => rows[column][row],
        Direction::Down => rows[side - 1 - column][row],
    };
    (0..side)
        .map(|row| (0..side).map(|column| look(row, column)).collect())
        .collect()
}

#[test]
fn rows_before_and_after() {
    for (before, after, merged) in ROWS {
        let side = before.len();
        for direction in Direction::ALL {
            // The row alone, in each place, is a line to the wall seen from there.
            for place in 0..side {
                let board = |row: &[u64]| {
                    let mut rows = vec![vec![0; side]; side];
                    rows[place] = row.to_vec();
                    rows
                };
                // Turning a board twice in the same way gives it back, except for Down: the board is turned as for Up
                // and its rows are reversed.
                let seen = |row: &[u64]| match direction {
                    Direction::Down => {
                        let mut rows = turned(&board(row), Direction::Up);
                        rows.reverse();
                        rows
                    }
                    other => turned(&board(row), other),
                };
                let mut played = grid(&seen(before));
                let slid = played.slide(direction);
                assert_eq!(played.rows(), seen(after), "{before:?} {direction:?}");
                assert_eq!(slid.merged, merged, "{before:?} {direction:?}");
                assert_eq!(slid.changed, before != after, "{before:?} {direction:?}");
            }
        }
    }
}

#[test]
fn every_tile_says_where_it_goes() {
    let mut rows = vec![vec![0; 4]; 4];
    rows[1] = vec![2, 0, 2, 4];
    rows[3] = vec![8, 0, 0, 0];
    let mut board = grid(&rows);
    let slid = board.slide(Direction::Right);
    let told: Vec<_> = slid
        .slides
        .iter()
        .map(|slide| {
            let place = |cell: Cell| (cell.row, cell.column);
            (
                place(slide.from),
                place(slide.to),
                slide.number,
                slide.merges,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ((1, 3), (1, 3), 4, false),
            ((1, 2), (1, 2), 2, true),
            ((1, 0), (1, 2), 2, true),
            ((3, 0), (3, 3), 8, false),
        ]
    );
    assert_eq!((slid.merged.as_slice(), slid.gained()), (&[4][..], 4));
}

#[test]
fn boards_have_4_to_8_cells_a_side() {
    for side in (0..20).chain([usize::MAX]) {
        let size = Size::new(side);
        if (4..=8).contains(&side) {
            let game = Game::new(size.unwrap(), 1);
            assert_eq!(game.grid().size().side(), side);
            assert_eq!(game.grid().rows().len(), side);
            assert_eq!(game.grid().cells().count(), side * side);
        } else {
            assert_eq!(size, Err(Refusal::Size(side)));
        }
    }
    for rows in [
        vec![],
        vec![vec![0; 3]; 3],
        vec![vec![0; 9]; 9],
        vec![vec![0; 4]; 5],
        vec![vec![0; 4], vec![0; 4], vec![0; 4], vec![0; 5]],
    ] {
        assert_eq!(Grid::from_rows(&rows), None, "{rows:?}");
    }
    for number in [1, 3, 6, 2047, 262_144, 1 << 20, 1 << 63, u64::MAX] {
        let mut rows = vec![vec![0; 4]; 4];
        rows[2][1] = number;
        assert_eq!(Grid::from_rows(&rows), None, "{number}");
        rows[2][1] = 2;
        assert!(Grid::from_rows(&rows).is_some());
    }
}

#[test]
fn a_game_begins_with_two_numbers() {
    for seed in 0..200 {
        for size in Size::ALL {
            let game = Game::new(size, seed);
            let numbers = game.grid().cells().map(|cell| game.grid().number(cell));
            let numbers: Vec<u64> = numbers.filter(|number| *number > 0).collect();
            assert!(matches!(numbers[..], [2 | 4, 2 | 4]), "{numbers:?}");
            assert_eq!((game.score(), game.moves(), game.undo_steps()), (0, 0, 0));
            assert!(!game.is_won() && !game.is_over() && !game.is_assisted());
        }
    }
}

/// A game one move to the left before 2048, as it would be kept.
fn before_victory() -> Kept {
    // Made of twos alone, 1024 has brought 9 times 1024; 1024 twos were needed.
    let text = r#"{"version":1,"size":4,
        "grid":[[1024,1024,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],
        "score":18432,"moves":1022,"won":false,"keeps_going":false,"assisted":false,
        "random":{"seed":1,"drawn":2048},"history":[],"best":{"4":20}}"#;
    read_document(text.as_bytes()).unwrap()
}

#[test]
fn a_game_is_won_and_may_go_on() {
    let mut kept = before_victory();
    assert_eq!(kept.act(Action::KeepGoing), Err(Refusal::GoesOn));
    let Ok(Event::Moved(moved)) = kept.act(Action::Move(Direction::Left)) else {
        panic!("it moves");
    };
    assert_eq!((moved.gained, moved.won, moved.over), (2048, true, true));
    let game = kept.game();
    assert!(game.is_won() && game.is_over() && !game.keeps_going());
    assert_eq!(game.score(), 20480);
    for direction in Direction::ALL {
        let won = kept.clone();
        assert_eq!(kept.act(Action::Move(direction)), Err(Refusal::Won));
        assert_eq!(kept, won, "a refusal changes nothing");
    }
    let waiting = kept.clone();
    assert_eq!(kept.act(Action::KeepGoing), Ok(Event::Resumed));
    assert!(kept.game().is_won() && !kept.game().is_over() && kept.game().keeps_going());
    assert_eq!(kept.act(Action::KeepGoing), Err(Refusal::GoesOn));
    let Ok(Event::Moved(moved)) = kept.act(Action::Move(Direction::Right)) else {
        panic!("it moves");
    };
    assert!(!moved.won && !moved.over, "it is won once");
    assert_eq!(read_document(kept.document().as_bytes()), Ok(kept.clone()));
    // What was won is lost again where it is taken back, and so is the wish to go on.
    kept.act(Action::Undo).unwrap();
    assert!(kept.game().keeps_going() && !kept.game().is_over());
    kept.act(Action::Undo).unwrap();
    assert!(!kept.game().is_won() && !kept.game().keeps_going());
    assert_eq!(kept.game().grid(), before_victory().game().grid());
    kept.act(Action::Move(Direction::Left)).unwrap();
    assert_eq!(kept.game().grid(), waiting.game().grid());
    assert!(kept.game().is_won() && kept.game().is_over());
}

#[test]
fn best_scores_are_those_without_help() {
    let mut kept = before_victory();
    assert_eq!(
        kept.best(Size::STANDARD),
        18432,
        "the game counts as it stands"
    );
    kept.act(Action::Move(Direction::Left)).unwrap();
    assert_eq!(kept.best(Size::STANDARD), 20480);
    let honest = kept.clone();
    kept.act(Action::Undo).unwrap();
    assert_eq!(
        kept.best(Size::STANDARD),
        20,
        "an assisted game does not count"
    );
    kept.act(Action::New(Size::ALL[2])).unwrap();
    assert_eq!(
        (kept.best(Size::STANDARD), kept.best(Size::ALL[2])),
        (20, 0)
    );
    assert!(!kept.game().is_assisted(), "the next game is another one");

    let mut kept = honest;
    kept.act(Action::New(Size::STANDARD)).unwrap();
    kept.act(Action::New(Size::STANDARD)).unwrap();
    assert_eq!((kept.best(Size::STANDARD), kept.game().score()), (20480, 0));
    assert_eq!(kept.act(Action::Undo), Err(Refusal::NothingToUndo));
    assert_eq!(read_document(kept.document().as_bytes()), Ok(kept));
}

/// Plays until nothing moves any more, past 2048 where it comes so far.
fn play_out(game: &mut Game, mut choose: impl FnMut() -> usize) {
    while !game.is_over() || game.act(Action::KeepGoing).is_ok() {
        game.act(Action::Move(Direction::ALL[choose() % 4])).ok();
    }
}

#[test]
fn games_end_when_the_board_is_full() {
    // On larger boards, chance alone plays for a hundred thousand moves and more.
    for size in &Size::ALL[..3] {
        let mut game = Game::new(*size, 3);
        let mut chance = fastrand::Rng::with_seed(3);
        play_out(&mut game, || chance.usize(..));
        assert!(game.grid().is_stuck() && game.moves() > 50, "{size:?}");
        assert!(game.grid().rows().concat().iter().all(|number| *number > 0));
        for direction in Direction::ALL {
            let refused = game.act(Action::Move(direction));
            assert_eq!(refused, Err(Refusal::Over));
        }
        assert_eq!(game.act(Action::KeepGoing), Err(Refusal::Over));
        assert_eq!(game.undo_steps(), UNDO_STEPS);
        for _ in 0..UNDO_STEPS {
            game.act(Action::Undo).unwrap();
            assert!(!game.is_over() && game.is_assisted());
        }
        assert_eq!(game.act(Action::Undo), Err(Refusal::NothingToUndo));
    }
}

fn at(rows: &mut [Vec<u64>], cell: Cell) -> &mut u64 {
    &mut rows[usize::from(cell.row)][usize::from(cell.column)]
}

fn sizes() -> impl Strategy<Value = Size> {
    select(Size::ALL.to_vec())
}

/// Any board: many cells are empty or small, so that much moves and merges.
fn boards() -> impl Strategy<Value = Vec<Vec<u64>>> {
    sizes().prop_flat_map(|size| {
        let number = prop_oneof![2 => Just(0_u32), 4 => 1..4_u32, 1 => 1..14_u32];
        let number = number.prop_map(|power| if power == 0 { 0 } else { 1 << power });
        let row = prop::collection::vec(number, size.side());
        prop::collection::vec(row, size.side())
    })
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let action = prop_oneof![
        40 => select(Direction::ALL.to_vec()).prop_map(Action::Move),
        8 => Just(Action::Undo),
        2 => Just(Action::KeepGoing),
        1 => sizes().prop_map(Action::New),
    ];
    prop::collection::vec(action, 0..120)
}

/// What a move says of itself is what happened on the board.
fn assert_told(before: &Game, after: &Game, moved: &Moved) {
    let (old, new) = (before.grid(), after.grid());
    assert_eq!(new.sum(), old.sum() + moved.spawned.number);
    assert_eq!(after.score(), before.score() + moved.gained);
    assert_eq!(moved.merged.iter().sum::<u64>(), moved.gained);
    assert_eq!(after.moves(), before.moves() + 1);
    assert_eq!(moved.over, after.is_over());
    assert!(matches!(moved.spawned.number, 2 | 4));
    // Every tile is told of once, from where it stood.
    let mut sources: Vec<_> = moved.slides.iter().map(|slide| slide.from).collect();
    sources.sort_unstable();
    let stood: Vec<_> = old.cells().filter(|cell| old.number(*cell) > 0).collect();
    assert_eq!(sources, stood);
    assert!(moved.slides.iter().any(|slide| slide.from != slide.to));
    // Put where it is told that they go, they make the new board.
    let mut rows = vec![vec![0; old.size().side()]; old.size().side()];
    for slide in &moved.slides {
        assert_eq!(slide.number, old.number(slide.from));
        *at(&mut rows, slide.to) += slide.number;
    }
    let spawned = moved.spawned;
    let place = at(&mut rows, spawned.cell);
    assert_eq!(std::mem::replace(place, spawned.number), 0);
    assert_eq!(rows, new.rows());
    // A pair follows one another and makes what the list of merges says.
    let merging: Vec<_> = moved.slides.iter().filter(|slide| slide.merges).collect();
    let made: Vec<u64> = merging
        .chunks(2)
        .map(|pair| {
            assert_eq!((pair[0].to, pair[0].number), (pair[1].to, pair[1].number));
            pair[0].number + pair[1].number
        })
        .collect();
    assert_eq!(made, moved.merged);
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_direction_slides_as_left_does_on_a_turned_board(rows in boards()) {
        for direction in Direction::ALL {
            let (mut here, mut there) = (grid(&rows), grid(&turned(&rows, direction)));
            let (slid, left) = (here.slide(direction), there.slide(Direction::Left));
            prop_assert_eq!(turned(&here.rows(), direction), there.rows());
            prop_assert_eq!(slid.changed, left.changed);
            prop_assert_eq!(slid.gained(), left.gained());
            prop_assert_eq!(slid.changed, here != grid(&rows));
            prop_assert_eq!(here.sum(), grid(&rows).sum());
        }
    }

    #[test]
    fn a_board_is_stuck_when_no_direction_changes_it(rows in boards()) {
        let board = grid(&rows);
        let moves = Direction::ALL.iter().any(|direction| board.clone().slide(*direction).changed);
        let empty = rows.concat().iter().all(|number| *number == 0);
        prop_assert_eq!(board.is_stuck(), !moves && !empty);
    }

    /// Boards with nothing empty, where being stuck is near.
    #[test]
    fn a_full_board_is_stuck_when_no_direction_changes_it(
        size in sizes(), swaps in prop::collection::vec((0..64_usize, 1..3_u32), 0..3)
    ) {
        let side = size.side();
        let mut rows: Vec<Vec<u64>> = (0..side)
            .map(|row| (0..side).map(|column| 2 << (2 * ((row + column) % 2))).collect())
            .collect();
        for (place, power) in swaps {
            rows[place / 8 % side][place % 8 % side] = 2 << power;
        }
        let board = grid(&rows);
        let moves = Direction::ALL.iter().any(|direction| board.clone().slide(*direction).changed);
        prop_assert_eq!(board.is_stuck(), !moves);
    }

    #[test]
    fn what_is_told_is_what_happened(
        size in sizes(), seed: u64, actions in actions()
    ) {
        let mut game = Game::new(size, seed);
        for action in actions {
            let before = game.clone();
            match game.act(action) {
                Ok(Event::Moved(moved)) => assert_told(&before, &game, &moved),
                Ok(_) => {}
                Err(refusal) => {
                    prop_assert_eq!(&game, &before);
                    if let Refusal::NothingMoves(direction) = refusal {
                        prop_assert_eq!(action, Action::Move(direction));
                        prop_assert!(!before.grid().clone().slide(direction).changed);
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_seed_and_moves_make_the_same_game(
        size in sizes(), seed: u64, actions in actions(), cut in 0..120_usize
    ) {
        let mut one = Kept::new(size, seed);
        let mut two = Kept::new(size, seed);
        for (index, action) in actions.into_iter().enumerate() {
            if index == cut {
                // Kept and read back in between.
                two = read_document(two.document().as_bytes()).unwrap();
            }
            prop_assert_eq!(one.act(action), two.act(action));
            prop_assert_eq!(&one, &two);
        }
    }

    #[test]
    fn taking_back_restores_everything_and_chance_repeats_itself(
        size in sizes(), seed: u64, moves in prop::collection::vec(0..4_usize, 1..80),
        steps in 1..=UNDO_STEPS,
    ) {
        let mut game = Game::new(size, seed);
        let mut states = vec![game.clone()];
        let mut made = Vec::new();
        for index in moves {
            if let Ok(Event::Moved(moved)) = game.act(Action::Move(Direction::ALL[index])) {
                made.push(moved);
                states.push(game.clone());
            }
        }
        let steps = steps.min(made.len());
        for step in 1..=steps {
            game.act(Action::Undo).unwrap();
            let then = &states[states.len() - 1 - step];
            prop_assert_eq!(game.grid(), then.grid());
            prop_assert_eq!((game.score(), game.moves()), (then.score(), then.moves()));
            prop_assert!(game.is_assisted());
        }
        for moved in &made[made.len() - steps..] {
            prop_assert_eq!(game.act(Action::Move(moved.direction)), Ok(Event::Moved(moved.clone())));
        }
        let last = &states[states.len() - 1];
        prop_assert_eq!((game.grid(), game.score()), (last.grid(), last.score()));
    }
}
