//! The tests of the core, by room. They need no display and no toolkit.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod corpus;
mod explored;
mod hostile;
mod house;
mod memory;
mod play;
mod script;
mod third_party;
mod tiles;
mod timed;

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
#[path = "../shared/random.rs"]
mod random;
#[path = "../shared/reports.rs"]
mod reports;
#[path = "../shared/saved.rs"]
mod saved;
#[path = "../shared/skipped.rs"]
mod skipped;

mod chess {
    mod board {
        mod editor;
        mod geometry;
        mod interaction;
        mod marks;
        mod motion;
    }

    mod agreements;
    mod chess960;
    mod clock_properties;
    mod clocks;
    mod codes;
    mod commands;
    mod drafts;
    mod endings;
    mod figurines;
    mod flags;
    mod letters;
    mod moves;
    mod odds;
    mod openings;
    mod proofs;
    mod properties;
    mod refusals;
    mod repetition;
    mod sealed;
    mod stuck;
    mod time_control;
    mod verdicts;
    mod wall_prover;
    mod walls;
}

mod engine {
    mod client;
    mod evaluation;
    mod go_command;
    mod human;
    mod limits;
    mod player;
    mod protocol;
    mod searching;
    mod table;
    mod thinking;
    mod uci;
}

mod files {
    mod disk_full;
    mod hostile;
    mod journal;
    mod whole;
    mod writer;
}

mod library {
    mod alike;
    mod backup;
    mod bad_archives;
    mod collection;
    mod completing;
    mod conflicts;
    mod import;
    mod index;
    mod kept;
    mod large_backup;
    mod opened_file;
    mod players;
    mod positions;
    mod searching;
    mod spoilt_positions;
    mod two_desktops;
}

mod record {
    mod log {
        mod appending;
        mod clocks;
        mod disk_full;
        mod files;
        mod folder;
        mod header;
        mod helping;
        mod properties;
    }

    mod pgn {
        mod annotated;
        mod export;
        mod habits;
        mod headings;
        mod import;
        mod round_trip;
        mod scanner;
        mod texts;
        mod words;
    }

    mod study {
        mod acting;
        mod edits;
        mod hostile;
        mod sheet;
    }
}

mod sounds {
    mod made;
    mod played;
}

mod training {
    mod analysis;
    mod lessons;
    mod trainer;
    pub mod tutor;

    mod practice {
        mod attempts;
        mod puzzle_set;
        mod rating;
    }
}

mod twenty48 {
    mod chance;
    mod game;
    mod kept;
}
