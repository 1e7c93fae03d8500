//! How a page is shared out: its grid, and where pages and columns break, on paper of every size.

use rank_and_file::print::Paper;
use rank_and_file::print::layout::{Fill, Grid, PageRows, Slot, break_into};

/// No diagram is wider with its coordinates, in points.
const WIDEST_DIAGRAM: f64 = 240.0;

#[test]
fn paper_is_cut_as_in_the_country() {
    for (locale, paper) in [
        ("en_US.UTF-8", Paper::Letter),
        ("fr_CA", Paper::Letter),
        ("es_MX@euro", Paper::Letter),
        ("en_GB.UTF-8", Paper::A4),
        ("de_DE", Paper::A4),
        ("C.UTF-8", Paper::A4),
        ("US", Paper::A4),
    ] {
        assert_eq!(Paper::of(locale), paper, "{locale}");
    }
}

#[test]
fn paper_is_known_by_its_name() {
    assert_eq!("a4".parse(), Ok(Paper::A4));
    assert_eq!("Letter".parse(), Ok(Paper::Letter));
    assert!("foolscap".parse::<Paper>().is_err());
    let (width, height) = Paper::A4.points();
    assert!((width - 595.28).abs() < 0.01 && (height - 841.89).abs() < 0.01);
}

#[test]
fn columns_fit_on_paper_of_every_size() {
    for (width, height, clocks, columns, across) in [
        (595.3, 841.9, false, 3, 3),
        (595.3, 841.9, true, 2, 3),
        (612.0, 792.0, false, 3, 3),
        (612.0, 792.0, true, 2, 3),
        (419.5, 595.3, false, 2, 2),
        (841.9, 595.3, false, 4, 4),
        (100.0, 140.0, true, 1, 1),
        (0.0, f64::NAN, true, 1, 1),
    ] {
        let grid = Grid::new(width, height, clocks);
        assert_eq!(
            (grid.columns, grid.across),
            (columns, across),
            "{width} × {height}"
        );
        let (left, wide) = grid.column(columns - 1, columns);
        assert!((left + wide + grid.margin - grid.page.0).abs() < 1e-6);
        assert!(grid.diagram(across) > 0.0 && grid.diagram(1) <= WIDEST_DIAGRAM);
    }
}

const FILL: Fill = Fill {
    columns: 3,
    head: 20.0,
    row: 10.0,
    across: 3,
    strip: 150.0,
};

fn due(rows: usize, every: usize) -> Vec<usize> {
    (1..rows / every + 1)
        .map(|n| n * every)
        .filter(|n| *n < rows)
        .chain([rows])
        .collect()
}

/// Every line and every diagram stands once and in order, nothing before its move, and what is
/// on a page fits.
fn sound(fill: &Fill, rows: usize, after: &[usize], space: (f64, f64)) -> Vec<PageRows> {
    let pages = fill.pages(rows, after, space);
    let (mut row, mut picture) = (0, 0);
    for (number, page) in pages.iter().enumerate() {
        let height = if number == 0 { space.0 } else { space.1 };
        assert_eq!((page.rows.start, page.pictures.start), (row, picture));
        (row, picture) = (page.rows.end, page.pictures.end);
        let used =
            fill.table(page.rows.len()) + fill.strip * fill.strips(page.pictures.len()) as f64;
        assert!(
            used <= height,
            "page {number} of {rows} rows: {used} > {height}"
        );
        assert!(page.pictures.clone().all(|index| after[index] <= row));
    }
    assert_eq!((row, picture), (rows, after.len()), "{rows} rows");
    pages
}

#[test]
fn everything_stands_on_some_page_and_fits_there() {
    for rows in (0..60).chain([80, 81, 82, 150, 299, 300, 301, 6000]) {
        for space in [
            (600.0, 700.0),
            (400.0, 420.0),
            (300.0, 160.0),
            (200.0, 200.0),
            (20.0, 200.0),
        ] {
            for columns in 1..4 {
                let fill = Fill { columns, ..FILL };
                sound(&fill, rows, &due(rows, 10), space);
                sound(&fill, rows, &due(rows, 20), space);
            }
        }
    }
}

#[test]
fn a_short_game_is_one_page() {
    assert_eq!(
        FILL.pages(0, &[0], (600.0, 700.0)),
        [PageRows {
            rows: 0..0,
            pictures: 0..1
        }]
    );
    assert_eq!(FILL.pages(40, &[10, 20, 30, 40], (600.0, 700.0)).len(), 1);
    assert_eq!(FILL.columns_for(2), 1);
    assert_eq!(FILL.columns_for(9), 2);
    assert_eq!((FILL.columns_for(80), FILL.longest(80)), (3, 27));
}

#[test]
fn pages_are_full_but_for_the_last() {
    let pages = sound(&FILL, 300, &due(300, 20), (600.0, 700.0));
    for page in &pages[..pages.len() - 1] {
        let used =
            FILL.table(page.rows.len()) + FILL.strip * FILL.strips(page.pictures.len()) as f64;
        assert!(used > 550.0, "{page:?} leaves a gap");
    }
    assert!(pages[pages.len() - 1].rows.len() >= 15);
}

#[test]
fn paper_too_small_for_anything_ends_it() {
    assert_eq!(FILL.pages(3, &[3], (5.0, 5.0)).len(), 1);
}

const LINE: Slot = Slot {
    above: 0.0,
    height: 10.0,
    keeps: false,
};
const KEPT: Slot = Slot {
    keeps: true,
    ..LINE
};

fn sizes(slots: &[Slot], across: usize, space: (f64, f64)) -> Vec<usize> {
    let columns = break_into(slots, across, space);
    let mut next = 0;
    for column in &columns {
        assert_eq!(column.start, next);
        assert!(column.end > column.start || column.start == 0);
        next = column.end;
    }
    assert_eq!(next, slots.len());
    columns.iter().map(ExactSizeIterator::len).collect()
}

#[test]
fn columns_are_full_but_for_the_last_page_where_they_are_level() {
    let lines = |count| vec![LINE; count];
    assert_eq!(sizes(&lines(0), 2, (200.0, 300.0)), [0; 0]);
    assert_eq!(sizes(&lines(3), 2, (200.0, 300.0)), [3]);
    assert_eq!(sizes(&lines(30), 2, (200.0, 300.0)), [15, 15]);
    assert_eq!(
        sizes(&lines(110), 2, (200.0, 300.0)),
        [20, 20, 30, 30, 5, 5]
    );
    assert_eq!(sizes(&lines(109), 2, (200.0, 300.0)), [20, 20, 30, 30, 9]);
    assert_eq!(sizes(&lines(75), 3, (200.0, 300.0)), [20, 20, 20, 8, 7]);
}

#[test]
fn what_belongs_together_stays_together() {
    // Twos: a column of 50 has four lines of them, not five.
    let pairs = [KEPT, LINE].repeat(40);
    assert_eq!(sizes(&pairs[..24], 1, (50.0, 50.0)), [4; 6]);
    let mut slots = vec![LINE; 4];
    slots.extend([KEPT, KEPT, LINE, LINE]);
    assert_eq!(sizes(&slots, 1, (60.0, 60.0)), [4, 4]);
    // More than a column.
    assert_eq!(sizes(&[KEPT; 12], 1, (50.0, 50.0)), [5, 5, 2]);
    let high = Slot {
        height: 900.0,
        ..KEPT
    };
    assert_eq!(sizes(&[LINE, high, LINE], 1, (50.0, 50.0)), [1, 1, 1]);
    assert_eq!(sizes(&[high, high], 2, (-1.0, 0.0)), [1, 1]);
    assert_eq!(sizes(&[high, LINE], 2, (500.0, 900.0)), [0, 0, 1, 1]);
}

#[test]
fn spaces_at_the_top_of_a_column_are_left_out() {
    let spaced = Slot { above: 5.0, ..LINE };
    assert_eq!(sizes(&[spaced; 6], 1, (25.0, 25.0)), [2, 2, 2]);
}
