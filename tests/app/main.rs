//! The tests of the app: what it draws, says, prints and shows. Those of `ui` need a display,
//! which `build-aux/with-display` gives.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

extern crate gtk4 as gtk;
extern crate libadwaita as adw;

mod desk;
mod gallery;
mod likeness;
mod supervised;
mod system;
mod terminal;

#[path = "../shared/effort.rs"]
mod effort;
#[path = "../shared/full.rs"]
mod full;
#[path = "../shared/litter.rs"]
mod litter;
#[path = "../shared/pgn_text.rs"]
mod pgn_text;
#[path = "../shared/program.rs"]
mod program;
#[path = "../shared/reports.rs"]
mod reports;
#[path = "../shared/saved.rs"]
mod saved;
#[path = "../shared/skipped.rs"]
mod skipped;

mod drawing {
    mod diagram;
    mod hostile_sets;
    mod letters;
    mod marks;
    mod pictures;
    mod piece_sets;
    mod tiles;
    mod unfinished_sets;
}

mod model {
    mod arrivals;
    mod collecting;
    mod engines;
    pub mod game;
    pub mod game_analysis;
    mod helping;
    mod importing;
    pub mod motives;
    pub mod opening_explorer;
    pub mod partner;
    pub mod position_analysis;
    mod review;
    pub mod saved_games;
    pub mod studying;
    mod trainer;
    mod twenty48;
    mod viewer;
}

mod print {
    mod annotated;
    mod layout;
    mod scoresheet;
}

mod text {
    mod backing_up;
    mod checking;
    mod computer;
    mod disk_full;
    mod explaining;
    mod exploring;
    mod faulty;
    mod flags;
    mod healing;
    mod helping;
    mod hostile;
    mod importing;
    mod options;
    mod recorded;
    mod resume;
    mod shown;
    mod twenty48;
    mod unsaved;
}

mod ui {
    mod about;
    mod against_the_computer;
    mod analysis;
    mod annotated;
    mod beside_the_board;
    mod board;
    mod course_curve;
    mod editor;
    mod filters;
    mod freeing;
    mod games;
    mod house_rules;
    mod keys;
    mod large_letters;
    mod main_menus;
    mod opponent;
    mod own_openings;
    mod parts;
    mod pens;
    mod places;
    mod pointer;
    mod practice;
    mod refused_wishes;
    mod renaming;
    mod reviewing;
    mod room;
    mod route;
    mod tile_board;
}

mod words {
    mod annotating;
    mod computers;
    mod drawn;
    mod editing;
    mod findings;
    mod languages;
    mod lessons;
    mod plain;
    mod reading;
    mod saved;
    mod spoken;
    mod together;
    pub mod tutor;
    mod twenty48;
}
