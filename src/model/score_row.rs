//! One line of the scoresheet.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default, glib::Properties)]
    #[properties(wrapper_type = super::ScoreRow)]
    pub struct ScoreRow {
        /// The number of the move.
        #[property(get, construct_only)]
        number: Cell<u32>,
        /// The ply that White's move completes; 0 where Black begins the game.
        #[property(get, construct_only)]
        white_ply: Cell<u32>,
        /// The ply that Black's move completes.
        #[property(get, construct_only)]
        black_ply: Cell<u32>,
        /// White's move; empty where Black begins the game.
        #[property(get, set)]
        white: RefCell<String>,
        /// Black's move; empty until it is made.
        #[property(get, set)]
        black: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ScoreRow {
        const NAME: &'static str = "RfScoreRow";
        type Type = super::ScoreRow;
    }

    #[glib::derived_properties]
    impl ObjectImpl for ScoreRow {}
}

glib::wrapper! {
    /// One numbered line of the scoresheet: a move of White and the answer of Black.
    pub struct ScoreRow(ObjectSubclass<imp::ScoreRow>);
}

impl ScoreRow {
    /// The line of move `number`, whose black move is ply `black_ply` of the game.
    #[must_use]
    pub fn new(number: u32, black_ply: u32) -> Self {
        glib::Object::builder()
            .property("number", number)
            .property("white-ply", black_ply.saturating_sub(1))
            .property("black-ply", black_ply)
            .build()
    }
}
