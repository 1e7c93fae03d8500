//! Looking through a game: ways through its tree, the moves that a viewer looks ahead, and the rows of its
//! scoresheet.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, Chess, Color, Move, Ply, Position};
use rank_and_file_core::record::study::{Content, Glyph, Item, NodeId, Row, Study};

use super::Game;
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
        pub game: glib::WeakRef<Game>,
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
            let game = self.game.upgrade()?;
            Some(match row.content {
                Content::Moves(white, black) => game.noted_row(white, black).upcast(),
                _ => super::StudyRow::of(&game, &row).upcast(),
            })
        }
    }
}

/// A way from the position that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the first position of the game.
    First,
    /// One move back.
    Back,
    /// One move forward in the same line.
    Forward,
    /// To the end of the line.
    Last,
    /// To the same move of the next line.
    NextLine,
    /// To the same move of the line before.
    PreviousLine,
    /// Out of looking back, or out of a side line to where it leaves the game.
    Return,
}

impl Game {
    /// The position that is shown.
    pub fn viewed_position(&self) -> Chess {
        self.with_line(|line, plies| line.position_at(plies).clone())
    }

    /// Shows the position at a node of the tree. Nothing happens where there is no such node.
    pub fn go_to(&self, node: NodeId) {
        let imp = self.imp();
        let Ok(ply) = self.with_study(|study, rules| study.leaves_at(rules, node)) else {
            return;
        };
        let side = match node {
            NodeId::Main(_) => None,
            NodeId::Side(side) => Some(side),
        };
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let elsewhere = self.stop_looking_ahead() | (self.set_side(side) != side);
        if imp.viewed_ply.replace(ply) != ply || elsewhere {
            self.show_elsewhere();
        }
    }

    /// Tells that another position is shown.
    pub(super) fn show_elsewhere(&self) {
        self.imp().refused.set(None);
        self.set_status(self.viewed_status());
        self.notify_viewed_ply();
        self.notify_fen();
        self.emit_by_name::<()>("changed", &[]);
    }

    /// Goes a way, if it leads anywhere.
    pub fn walk(&self, way: Way) {
        if self.walk_ahead(way) {
            return;
        }
        if let Some(node) = self.leads_to(way) {
            self.go_to(node);
        }
    }

    /// Where a way leads; `None` where it leads nowhere else. Who looks ahead stays at the same node.
    pub fn leads_to(&self, way: Way) -> Option<NodeId> {
        if let Some(leads) = self.leads_ahead(way) {
            return leads.then(|| self.node());
        }
        let (at, last) = (self.node(), NodeId::Main(self.ply() as usize));
        let node = match way {
            Way::Return if self.tried_at().is_some_and(|tried| tried != at) => self.tried_at()?,
            Way::First => NodeId::Main(0),
            Way::Last if !matches!(at, NodeId::Side(_)) => last,
            // A game that is played ends where it is played.
            Way::Forward | Way::NextLine if at == last && !self.is_closed() => at,
            Way::Return if !self.is_closed() => last,
            Way::Return => NodeId::Main(self.viewed_ply() as usize),
            _ => self.with_study(|study, rules| match way {
                Way::Back => study.previous(at),
                Way::Forward => study.next(rules, at),
                Way::NextLine => study.next_line(rules, at),
                Way::PreviousLine => study.previous_line(rules, at),
                _ => end_of_line(study, rules, at),
            })?,
        };
        (node != at).then_some(node)
    }

    /// The move in the place of which the shown side line is played, with its number; `None` where the
    /// line goes on after the last move of the game.
    pub(super) fn instead_of(&self) -> Option<String> {
        self.with_study(|study, rules| {
            let instead = study.next(rules, study.branch(rules, self.node())?)?;
            match instead {
                NodeId::Main(ply) => words::move_name(rules, ply),
                side => {
                    let line = study.game_at(rules, side).ok()?;
                    words::move_name(&line, line.plies().len())
                }
            }
        })
    }
}

fn end_of_line(study: &Study, rules: &chess::Game, at: NodeId) -> Option<NodeId> {
    std::iter::successors(Some(at), |at| study.next(rules, *at)).last()
}

/// How far the reader looks ahead.
#[derive(Clone)]
pub(super) struct Ahead {
    /// The game that has come through all of the line.
    line: Rc<chess::Game>,
    /// How many of its plies lead to where the reader stands.
    before: usize,
    /// So many plies of the line are shown: one or more.
    shown: usize,
}

impl Ahead {
    /// The game along which the position lies, and after how many of its plies.
    pub fn line(&self) -> (&chess::Game, usize) {
        (&self.line, self.before + self.shown)
    }

    fn length(&self) -> usize {
        self.line.plies().len() - self.before
    }
}

impl Game {
    /// Shows the position after so many of these moves, the first of which could be played where the reader
    /// stands. After none of them, it is that where the reader stands.
    pub fn look_ahead(&self, moves: &[Move], shown: usize) {
        let mut line = self.with_game_at(self.node(), chess::Game::clone);
        let before = line.plies().len();
        for mv in moves {
            if line.act((*mv).into()).is_err() {
                break;
            }
        }
        let shown = shown.min(line.plies().len() - before);
        if shown == 0 {
            return self.go_to(self.node());
        }
        let line = Rc::new(line);
        self.show_ahead(Ahead {
            line,
            before,
            shown,
        });
    }

    /// After how many moves of a line the board is shown; `None` where the reader does not look ahead.
    pub fn ahead(&self) -> Option<usize> {
        let ahead = self.imp().reviewing.ahead.borrow();
        ahead.as_ref().map(|ahead| ahead.shown)
    }

    /// The position at which the reader stands, who may be looking ahead of it.
    pub fn position_here(&self) -> Chess {
        self.with_line_here(|line, plies| line.position_at(plies).clone())
    }

    /// Whether a way leads anywhere for a reader who looks ahead; `None` where it does not go along the line.
    pub(super) fn leads_ahead(&self, way: Way) -> Option<bool> {
        let ahead = self.imp().reviewing.ahead.borrow();
        let ahead = ahead.as_ref()?;
        match way {
            Way::Back | Way::Return => Some(true),
            Way::Forward => Some(ahead.shown < ahead.length()),
            _ => None,
        }
    }

    /// Goes a way along the line. Returns whether it is one.
    pub(super) fn walk_ahead(&self, way: Way) -> bool {
        let ahead = self.imp().reviewing.ahead.borrow().clone();
        let Some(ahead) = ahead else { return false };
        let shown = match way {
            Way::Back => ahead.shown - 1,
            Way::Forward => (ahead.shown + 1).min(ahead.length()),
            _ => return false,
        };
        match shown {
            0 => self.go_to(self.node()),
            shown => self.show_ahead(Ahead { shown, ..ahead }),
        }
        true
    }

    fn show_ahead(&self, ahead: Ahead) {
        self.imp().reviewing.ahead.replace(Some(ahead));
        self.show_elsewhere();
    }

    /// Looks no further. Returns whether the reader looked ahead.
    pub(super) fn stop_looking_ahead(&self) -> bool {
        self.imp().reviewing.ahead.take().is_some()
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

    /// The glyphs of a side's move.
    pub fn glyphs(&self, side: Color) -> Vec<Glyph> {
        let [white, black] = &*self.imp().glyphs.borrow();
        side.fold_wb(white, black).clone()
    }
}

impl Game {
    /// The line of a studied game that has these plies of White and of Black.
    pub(super) fn noted_row(&self, white: Option<usize>, black: Option<usize>) -> ScoreRow {
        self.with_study(|study, rules| {
            let plies = rules.plies();
            let first = white.or(black).unwrap_or(1);
            let answer = if white.is_some() { first + 1 } else { first };
            let number = u32::from(rules.position_at(first.saturating_sub(1)).fullmoves());
            let answered = black.is_some() || answer > plies.len();
            let row: ScoreRow = glib::Object::builder()
                .property("number", number)
                .property("white-ply", ply_number(answer).saturating_sub(1))
                .property("black-ply", ply_number(answer))
                .property("broken", !answered || white.is_none() && answer > 1)
                .build();
            let san = |ply: Option<usize>| {
                let ply = ply.and_then(|ply| plies.get(ply.checked_sub(1)?));
                ply.map(|ply| ply.san.to_string()).unwrap_or_default()
            };
            row.set_white(san(white));
            row.set_black(san(black));
            row.imp().glyphs.replace([white, black].map(|ply| {
                let glyphs = ply.map(|ply| study.notes(NodeId::Main(ply)).glyphs.clone());
                glyphs.unwrap_or_default()
            }));
            row
        })
    }

    /// The scoresheet: a list of [`ScoreRow`].
    pub fn scoresheet(&self) -> &gio::ListStore {
        self.imp()
            .scoresheet
            .get_or_init(gio::ListStore::new::<ScoreRow>)
    }

    pub(super) fn fill_scoresheet(&self) {
        self.scoresheet().remove_all();
        let sans: Vec<String> = self.with_rules(|rules| {
            rules
                .plies()
                .iter()
                .map(|ply| ply.san.to_string())
                .collect()
        });
        for (index, san) in sans.iter().enumerate() {
            self.append_san(ply_number(index + 1), san);
        }
    }

    pub(super) fn append_san(&self, ply: u32, san: &str) {
        let (mover, number) = self.with_rules(|rules| {
            let before = rules.position_at(ply as usize - 1);
            (before.turn(), u32::from(before.fullmoves()))
        });
        let rows = self.scoresheet();
        match mover {
            Color::White => {
                let row = ScoreRow::new(number, ply + 1);
                row.set_white(san);
                rows.append(&row);
            }
            Color::Black => {
                let last = rows
                    .item(rows.n_items().wrapping_sub(1))
                    .and_downcast::<ScoreRow>();
                let row = last
                    .filter(|row| row.black_ply() == ply)
                    .unwrap_or_else(|| {
                        let row = ScoreRow::new(number, ply);
                        rows.append(&row);
                        row
                    });
                row.set_black(san);
            }
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
        Item::Words(words) => Some(Part::Words(study.words(words).to_owned())),
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

    /// The row in which a node is shown.
    pub fn row_of(&self, node: NodeId) -> Option<u32> {
        let rows = self.imp().rows.borrow();
        let row = rows.iter().position(|row| row.content.shows(node));
        row.and_then(|row| u32::try_from(row).ok())
    }
}
