//! The rows of a scoresheet: two moves each, and where a game is studied its side lines and comments between them.

use std::cell::{Cell, OnceCell, RefCell};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, Color, Ply, Position};
use rank_and_file_core::record::study::{Content, Glyph, Item, NodeId, Row, Study};

use super::Viewer;
use super::results::stretch;
use crate::subclass::subclass;
use crate::words;

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
        /// Whether the move that is missing stands in another line, with notes between the two.
        #[property(get, construct_only)]
        broken: Cell<bool>,
        /// White's and Black's move, and what they are heard by.
        pub plies: RefCell<[Option<Ply>; 2]>,
        /// The glyphs of White's and of Black's move.
        pub glyphs: RefCell<[Vec<Glyph>; 2]>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for ScoreRow {}

    #[derive(Default)]
    pub struct StudyRow {
        pub depth: OnceCell<usize>,
        pub begins: OnceCell<bool>,
        pub parts: OnceCell<Vec<Part>>,
    }

    impl ObjectImpl for StudyRow {}

    #[derive(Default)]
    pub struct StudyRows {
        pub viewer: glib::WeakRef<Viewer>,
        pub rows: RefCell<Vec<Row>>,
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
            let viewer = self.viewer.upgrade()?;
            Some(viewer.with_study(|study, rules| match row.content {
                Content::Moves(white, black) => {
                    super::ScoreRow::noted(study, rules, white, black).upcast()
                }
                _ => super::StudyRow::of(study, rules, &row).upcast(),
            }))
        }
    }
}

subclass! {
    /// One numbered line of the scoresheet: a move of White and the answer of Black.
    pub struct ScoreRow(imp::ScoreRow): glib::Object {}
}

impl ScoreRow {
    /// The line of move `number`, whose black move is ply `black_ply` of the game.
    pub fn new(number: u32, black_ply: u32) -> Self {
        glib::Object::builder()
            .property("number", number)
            .property("white-ply", black_ply.saturating_sub(1))
            .property("black-ply", black_ply)
            .build()
    }

    /// The line of a studied game that has these plies of White and of Black.
    fn noted(
        study: &Study,
        rules: &chess::Game,
        white: Option<usize>,
        black: Option<usize>,
    ) -> Self {
        let plies = rules.plies();
        let first = white.or(black).unwrap_or(1);
        let answer = if white.is_some() { first + 1 } else { first };
        let number = u32::from(rules.position_at(first.saturating_sub(1)).fullmoves());
        let answered = black.is_some() || answer > plies.len();
        let row: Self = glib::Object::builder()
            .property("number", number)
            .property("white-ply", ply_number(answer).saturating_sub(1))
            .property("black-ply", ply_number(answer))
            .property("broken", !answered || white.is_none() && answer > 1)
            .build();
        for ply in [white, black].into_iter().flatten() {
            if let Some(ply) = ply.checked_sub(1).and_then(|index| plies.get(index)) {
                row.take(ply);
            }
        }
        row.imp().glyphs.replace([white, black].map(|ply| {
            let glyphs = ply.map(|ply| study.notes(NodeId::Main(ply)).glyphs.clone());
            glyphs.unwrap_or_default()
        }));
        row
    }

    /// Takes a move of the side that has made it.
    fn take(&self, ply: &Ply) {
        let side = usize::from(ply.mover.is_black());
        self.imp().plies.borrow_mut()[side] = Some(ply.clone());
        let san = ply.san.to_string();
        match ply.mover {
            Color::White => self.set_white(san),
            Color::Black => self.set_black(san),
        }
    }

    /// What is to be heard of a side's move; empty where there is none.
    pub fn heard(&self, side: Color) -> String {
        let [white, black] = &*self.imp().plies.borrow();
        let ply = side.fold_wb(white, black).as_ref();
        ply.map(words::ply_said).unwrap_or_default()
    }

    /// The glyphs of a side's move.
    pub fn glyphs(&self, side: Color) -> Vec<Glyph> {
        let [white, black] = &*self.imp().glyphs.borrow();
        side.fold_wb(white, black).clone()
    }
}

/// Fills a scoresheet with the moves of a game.
pub(super) fn fill(rows: &gio::ListStore, plies: &[Ply]) {
    rows.remove_all();
    for (index, ply) in plies.iter().enumerate() {
        append(rows, ply_number(index + 1), ply);
    }
}

/// Adds the ply of this number.
pub(super) fn append(rows: &gio::ListStore, number_of_ply: u32, ply: &Ply) {
    match ply.mover {
        Color::White => {
            let row = ScoreRow::new(ply.number(), number_of_ply + 1);
            row.take(ply);
            rows.append(&row);
        }
        Color::Black => {
            let last = rows
                .item(rows.n_items().wrapping_sub(1))
                .and_downcast::<ScoreRow>();
            let row = last
                .filter(|row| row.black_ply() == number_of_ply)
                .unwrap_or_else(|| {
                    let row = ScoreRow::new(ply.number(), number_of_ply);
                    rows.append(&row);
                    row
                });
            row.take(ply);
        }
    }
}

fn ply_number(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}

/// A move of a side line as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotedMove {
    /// The node to which it leads.
    pub node: Option<NodeId>,
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

subclass! {
    /// A row of running text: a comment, or a side line or a part of one.
    pub struct StudyRow(imp::StudyRow): glib::Object {}
}

subclass! {
    /// The scoresheet of a studied game: a list of [`ScoreRow`](super::ScoreRow) and [`StudyRow`].
    pub struct StudyRows(imp::StudyRows): glib::Object, implementing gio::ListModel {}
}

impl StudyRow {
    fn of(study: &Study, rules: &chess::Game, row: &Row) -> Self {
        let object: Self = glib::Object::new();
        let (begins, parts) = match &row.content {
            Content::Words(words) => {
                let text = words.text(study).to_owned();
                let begins = words.before && words.part.start == 0;
                (begins, vec![Part::Words(text)])
            }
            Content::Line { begins, items } => {
                let moves = moves_of(items, study, rules);
                (*begins, parts(items, study, moves))
            }
            Content::Moves(..) => (false, Vec::new()),
        };
        let imp = object.imp();
        imp.depth.set(row.depth).ok();
        imp.begins.set(begins).ok();
        imp.parts.set(parts).ok();
        object
    }

    /// How deep in side lines it is; 0 on the main line.
    pub fn depth(&self) -> usize {
        self.imp().depth.get().copied().unwrap_or_default()
    }

    /// Whether a side line begins with it.
    pub fn begins(&self) -> bool {
        self.imp().begins.get().copied().unwrap_or_default()
    }

    /// What stands there.
    pub fn parts(&self) -> &[Part] {
        self.imp().parts.get().map_or(&[], Vec::as_slice)
    }
}

/// The plies of the moves among some items, whose depths tell what follows what.
fn moves_of(items: &[Item], study: &Study, rules: &chess::Game) -> Vec<Ply> {
    let mut lines: Vec<(usize, Vec<usize>, Vec<NodeId>)> = Vec::new();
    let mut number = 0;
    for item in items {
        if let Item::Move {
            node, depth, opens, ..
        } = item
        {
            let line = lines.iter_mut().rev().find(|line| line.0 == *depth);
            match line.filter(|_| !opens) {
                Some((_, numbers, nodes)) => {
                    numbers.push(number);
                    nodes.push(*node);
                }
                None => lines.push((*depth, vec![number], vec![*node])),
            }
            number += 1;
        }
    }
    let mut found: Vec<(usize, Ply)> = Vec::with_capacity(number);
    for (_, numbers, nodes) in lines {
        let plies = study.plies(rules, &nodes).unwrap_or_default();
        found.extend(numbers.into_iter().zip(plies));
    }
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, ply)| ply).collect()
}

fn parts(items: &[Item], study: &Study, moves: Vec<Ply>) -> Vec<Part> {
    let mut moves = moves.into_iter();
    let part = |item: &Item| match item {
        Item::Words(words) => Some(Part::Words(words.text(study).to_owned())),
        Item::Move {
            node,
            fresh,
            depth,
            opens,
            closes,
        } => {
            let ply = moves.next()?;
            let number = words::move_number(&ply);
            let glyphs = &study.notes(*node).glyphs;
            let san = ply.san.to_string();
            let shown = *fresh || ply.mover.is_white();
            Some(Part::Move(NotedMove {
                node: Some(*node),
                name: words::noted_move(&words::ply_said(&ply), *depth, glyphs),
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
    /// The scoresheet of the game that is viewed.
    pub fn of(viewer: &Viewer) -> Self {
        let rows: Self = glib::Object::new();
        rows.imp().viewer.set(Some(viewer));
        rows.refresh();
        rows
    }

    /// Takes up what has been added to the game. Rows that are as they were stay.
    pub fn refresh(&self) {
        let imp = self.imp();
        let Some(viewer) = imp.viewer.upgrade() else {
            return;
        };
        let new = viewer.with_study(Row::all_of);
        let old = imp.rows.take();
        let (first, removed, added) = stretch(&old, &new);
        imp.rows.replace(new);
        if removed + added > 0 {
            let [first, removed, added] =
                [first, removed, added].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            self.items_changed(first, removed, added);
        }
    }

    /// The row in which a node is shown.
    pub fn row_of(&self, node: NodeId) -> Option<u32> {
        let rows = self.imp().rows.borrow();
        let row = rows.iter().position(|row| row.content.shows(node));
        row.and_then(|row| u32::try_from(row).ok())
    }
}
