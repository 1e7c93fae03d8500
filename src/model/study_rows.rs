//! The scoresheet of a studied game as a list. What stands in a row is made when somebody asks for it.

use std::cell::{OnceCell, RefCell};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::rules::{self, Ply};
use rank_and_file_core::study::{Content, Item, Place, Row, Study};

use super::Game;
use super::game_results::stretch;
use crate::words;

/// A move of a side line as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotedMove {
    /// The place to which it leads.
    pub place: Option<Place>,
    /// The number before it, where it has one.
    pub number: String,
    /// The move.
    pub san: String,
    /// The signs behind it.
    pub signs: String,
    /// What is to be heard of it.
    pub name: String,
    /// Whether a bracket opens before it, and whether one closes after it.
    pub brackets: (bool, bool),
}

/// What stands in a row of running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A move.
    Move(NotedMove),
    /// A comment.
    Words(String),
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct StudyRow {
        pub depth: OnceCell<usize>,
        pub begins: OnceCell<bool>,
        pub parts: OnceCell<Vec<Part>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for StudyRow {
        const NAME: &'static str = "RfStudyRow";
        type Type = super::StudyRow;
    }

    impl ObjectImpl for StudyRow {}

    #[derive(Default)]
    pub struct StudyRows {
        pub game: glib::WeakRef<Game>,
        pub rows: RefCell<Vec<Row>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for StudyRows {
        const NAME: &'static str = "RfStudyRows";
        type Type = super::StudyRows;
        type Interfaces = (gio::ListModel,);
    }

    impl ObjectImpl for StudyRows {}

    impl ListModelImpl for StudyRows {
        fn item_type(&self) -> glib::Type {
            glib::Object::static_type()
        }

        fn n_items(&self) -> u32 {
            u32::try_from(self.rows.borrow().len()).unwrap_or(u32::MAX)
        }

        fn item(&self, position: u32) -> Option<glib::Object> {
            let row = self.rows.borrow().get(position as usize)?.clone();
            let game = self.game.upgrade()?;
            Some(match row.content {
                Content::Moves(white, black) => game.noted_row(white, black).upcast(),
                _ => super::StudyRow::of(&game, &row).upcast(),
            })
        }
    }
}

glib::wrapper! {
    /// A row of running text: a comment, or a side line or a part of one.
    pub struct StudyRow(ObjectSubclass<imp::StudyRow>);
}

glib::wrapper! {
    /// The scoresheet of a studied game: a list of [`ScoreRow`](super::ScoreRow) and [`StudyRow`].
    pub struct StudyRows(ObjectSubclass<imp::StudyRows>)
        @implements gio::ListModel;
}

impl StudyRow {
    fn of(game: &Game, row: &Row) -> Self {
        let object: Self = glib::Object::new();
        let (begins, parts) = game.with_study(|study, rules| match &row.content {
            Content::Words(words) => {
                let text = study.words(words).to_owned();
                let begins = words.before && words.part.start == 0;
                (begins, vec![Part::Words(text)])
            }
            Content::Line { begins, items } => {
                let moves = moves_of(items, study, rules);
                (*begins, parts(items, study, moves))
            }
            Content::Moves(..) => (false, Vec::new()),
        });
        let imp = object.imp();
        imp.depth.set(row.depth).ok();
        imp.begins.set(begins).ok();
        imp.parts.set(parts).ok();
        object
    }

    /// How deep in side lines it is; 0 on the main line.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.imp().depth.get().copied().unwrap_or_default()
    }

    /// Whether a side line begins with it.
    #[must_use]
    pub fn begins(&self) -> bool {
        self.imp().begins.get().copied().unwrap_or_default()
    }

    /// What stands there.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        self.imp().parts.get().map_or(&[], Vec::as_slice)
    }
}

/// The plies of the moves among some items, whose depths tell what follows what.
fn moves_of(items: &[Item], study: &Study, rules: &rules::Game) -> Vec<Ply> {
    let mut lines: Vec<(usize, Vec<usize>, Vec<Place>)> = Vec::new();
    let mut number = 0;
    for item in items {
        if let Item::Move {
            place,
            depth,
            opens,
            ..
        } = item
        {
            let line = lines.iter_mut().rev().find(|line| line.0 == *depth);
            match line.filter(|_| !opens) {
                Some((_, numbers, places)) => {
                    numbers.push(number);
                    places.push(*place);
                }
                None => lines.push((*depth, vec![number], vec![*place])),
            }
            number += 1;
        }
    }
    let mut found: Vec<(usize, Ply)> = Vec::with_capacity(number);
    for (_, numbers, places) in lines {
        let plies = study.plies(rules, &places).unwrap_or_default();
        found.extend(numbers.into_iter().zip(plies));
    }
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, ply)| ply).collect()
}

fn parts(items: &[Item], study: &Study, moves: Vec<Ply>) -> Vec<Part> {
    let mut moves = moves.into_iter();
    let part = |item: &Item| match item {
        Item::Words(words) => Some(Part::Words(study.words(words).to_owned())),
        Item::Move {
            place,
            fresh,
            depth,
            opens,
            closes,
        } => {
            let ply = moves.next()?;
            let number = words::move_number(&ply);
            let glyphs = &study.notes(*place).glyphs;
            let san = ply.san.to_string();
            let shown = *fresh || ply.mover.is_white();
            Some(Part::Move(NotedMove {
                place: Some(*place),
                name: words::noted_move(&format!("{number} {san}"), *depth, glyphs),
                signs: words::signs(glyphs),
                number: if shown { number } else { String::new() },
                san,
                brackets: (*opens, *closes),
            }))
        }
    };
    items.iter().filter_map(part).collect()
}

impl StudyRows {
    /// The scoresheet of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let rows: Self = glib::Object::new();
        rows.imp().game.set(Some(game));
        rows.refresh();
        rows
    }

    /// Takes up what has been added to the game. Rows that are as they were stay.
    pub fn refresh(&self) {
        let imp = self.imp();
        let Some(game) = imp.game.upgrade() else {
            return;
        };
        let new = game.with_study(|study, rules| study.sheet(rules));
        let old = imp.rows.take();
        let (first, removed, added) = stretch(&old, &new);
        imp.rows.replace(new);
        if removed + added > 0 {
            let [first, removed, added] =
                [first, removed, added].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            self.items_changed(first, removed, added);
        }
    }

    /// The row in which a place is shown.
    #[must_use]
    pub fn row_of(&self, place: Place) -> Option<u32> {
        let rows = self.imp().rows.borrow();
        let row = rows.iter().position(|row| row.content.shows(place));
        row.and_then(|row| u32::try_from(row).ok())
    }
}
