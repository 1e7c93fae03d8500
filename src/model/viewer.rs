//! Where one looks in a game: the node of its tree that is shown, ways from there, the moves that are looked ahead, and
//! where moves are tried and something is pointed out.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Drawing, DrawingColor};
use rank_and_file_core::chess::{
    self, Action, Chess, DrawRule, Move, Ply, Position, Refusal, Square, fen_of, openings,
};
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::study::{NodeId, SideMove, Study};
use rank_and_file_core::training::analysis::JudgedPosition;
use rank_and_file_core::training::tutor::{
    Aligned, Arrow, BoardMotifs, Finding, Fork, Mistake, Motif, WeighedMove, as_needed,
};

use crate::subclass::{signals, subclass};
use crate::words::{self, Message};

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::Viewer)]
    pub struct Viewer {
        pub played: OnceCell<Rc<RefCell<PlayedGame>>>,
        pub study: OnceCell<Rc<RefCell<Study>>>,
        /// How many plies are shown to have been played.
        pub last: Cell<u32>,
        /// Whether no more will be played.
        pub closed: Cell<bool>,
        /// The ply of the game after which the board is shown, or after which the side line that it shows
        /// leaves the game.
        #[property(get, set = Self::set_ply, explicit_notify)]
        pub ply: Cell<u32>,
        /// Where the reader stands in a side line; `None` on the game's own moves.
        pub side: Cell<Option<SideMove>>,
        /// The game that has come to this node, made when it was asked for.
        pub line: RefCell<Option<(NodeId, Rc<chess::Game>)>>,
        /// The line in which the reader looks ahead of that node.
        pub ahead: RefCell<Option<Ahead>>,
        /// Where moves are tried.
        pub trial: RefCell<Option<Trial>>,
        /// The motifs that stand on the board, while they are pointed out.
        pub motifs: RefCell<Option<Commentary>>,
        /// The answer to what was asked about the position, while it is told.
        pub answer: RefCell<Option<Commentary>>,
        /// What a review has to say of moves of the game, by their plies.
        pub remarks: RefCell<BTreeMap<usize, String>>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for Viewer {
        signals!["moved"; "pointed"];
    }

    impl Viewer {
        fn set_ply(&self, ply: u32) {
            let node = NodeId::Main(ply.min(self.last.get()) as usize);
            self.obj().go_to(node);
        }
    }
}

subclass! {
    /// Where one looks in a game, and in what was added to it.
    ///
    /// Signals: `moved` (another position is shown), `pointed` (something else is pointed out in it).
    pub struct Viewer(imp::Viewer): glib::Object {}
}

/// Where to go from the position that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Navigation {
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

impl Viewer {
    /// Looks at a game and its study.
    pub(super) fn of(played: &Rc<RefCell<PlayedGame>>, study: &Rc<RefCell<Study>>) -> Self {
        let viewer: Self = glib::Object::new();
        viewer.imp().played.set(played.clone()).ok();
        viewer.imp().study.set(study.clone()).ok();
        viewer
    }

    /// Comes to the last position, after so many plies, without telling of it. `closed`: no more will be played.
    pub(super) fn come_to(&self, plies: u32, closed: bool) {
        let imp = self.imp();
        imp.last.set(plies);
        imp.closed.set(closed);
        imp.ply.set(plies);
        // A reader who looked at a side line meanwhile is called back, too.
        imp.side.set(None);
        imp.ahead.take();
        // After a takeback, the same node has another position.
        imp.line.take();
    }

    /// No more will be played.
    pub(super) fn close(&self) {
        self.imp().closed.set(true);
    }

    /// Leaves a side line, as those of the study have other names now.
    pub(super) fn leave_lines(&self) {
        self.imp().line.take();
        self.imp().side.set(None);
    }

    /// Looks at the study, together with the game that it belongs to.
    pub(super) fn with_study<T>(&self, look: impl FnOnce(&Study, &chess::Game) -> T) -> T {
        let imp = self.imp();
        let played = imp.played.get_or_init(Rc::default).borrow();
        look(&imp.study.get_or_init(Rc::default).borrow(), played.game())
    }

    /// Looks at the game along which the position lies that is shown, and tells after how many of its
    /// plies.
    pub fn with_shown_line<T>(&self, look: impl FnOnce(&chess::Game, usize) -> T) -> T {
        let ahead = self.imp().ahead.borrow().clone();
        match ahead {
            Some(ahead) => look(&ahead.line, ahead.before + ahead.shown),
            None => self.with_line_to_node(look),
        }
    }

    /// The moves that lead from the node to the position that is shown ahead of it; none where the reader does not look ahead.
    pub(super) fn moves_ahead(&self) -> Vec<Move> {
        let ahead = self.imp().ahead.borrow();
        let moves = ahead.iter().flat_map(|ahead| {
            let plies = ahead.line.plies().iter();
            plies.skip(ahead.before).take(ahead.shown)
        });
        moves.map(|ply| ply.mv).collect()
    }

    /// The same for the position at which the reader stands, who may be looking ahead of it.
    pub(super) fn with_line_to_node<T>(&self, look: impl FnOnce(&chess::Game, usize) -> T) -> T {
        match self.node() {
            NodeId::Main(ply) => self.with_study(|_, rules| look(rules, ply)),
            node => self.with_game_to_node(node, |line| look(line, line.plies().len())),
        }
    }

    /// Looks at the game that has come to a node.
    pub(super) fn with_game_to_node<T>(
        &self,
        node: NodeId,
        look: impl FnOnce(&chess::Game) -> T,
    ) -> T {
        let lines = &self.imp().line;
        let known = lines.borrow().clone();
        let (_, line) = known.filter(|(at, _)| *at == node).unwrap_or_else(|| {
            let line = self.with_study(|study, rules| {
                // A line that is as long as a game can be is only looked at.
                study.game_at(rules, node).unwrap_or_else(|_| {
                    let position = study.position(rules, node);
                    let position = position.unwrap_or_else(|_| rules.position().clone());
                    chess::Game::new(position, DrawRule::Unjudged)
                })
            });
            let line = (node, Rc::new(line));
            lines.replace(Some(line.clone()));
            line
        });
        look(&line)
    }

    /// The node in the tree whose position is shown.
    pub fn node(&self) -> NodeId {
        let side = self.imp().side.get();
        side.map_or(NodeId::Main(self.ply() as usize), NodeId::Side)
    }

    fn last(&self) -> NodeId {
        NodeId::Main(self.imp().last.get() as usize)
    }

    /// Whether the position that is shown is the one to be played in.
    pub fn is_live(&self) -> bool {
        self.node() == self.last() && self.ahead().is_none()
    }

    /// The position that is shown.
    pub fn position(&self) -> Chess {
        self.with_shown_line(|line, plies| line.position_at(plies).clone())
    }

    /// The same as FEN.
    pub fn fen(&self) -> String {
        fen_of(&self.position())
    }

    /// The position at which the reader stands, who may be looking ahead of it.
    pub fn node_position(&self) -> Chess {
        self.with_line_to_node(|line, plies| line.position_at(plies).clone())
    }

    /// The opening that has led to the position that is shown, if it has a name.
    pub fn opening(&self) -> Option<&'static openings::Opening> {
        self.with_shown_line(|line, plies| {
            openings::of((0..=plies).map(|ply| line.position_at(ply)))
        })
    }

    /// What has been taken until the position that is shown.
    pub fn captured(&self) -> chess::Captured {
        self.with_shown_line(chess::Game::captured_at)
    }

    /// The move in the place of which the shown side line is played, as it is heard; `None` where the
    /// line goes on after the last move of the game.
    pub(super) fn instead_of(&self) -> Option<String> {
        self.with_study(|study, rules| {
            let instead = study.next(rules, study.branch(rules, self.node())?)?;
            match instead {
                NodeId::Main(ply) => words::move_said(rules, ply),
                side => {
                    let line = study.game_at(rules, side).ok()?;
                    words::move_said(&line, line.plies().len())
                }
            }
        })
    }
}

// Ways through the tree.

impl Viewer {
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
        let elsewhere = imp.ahead.take().is_some() | (imp.side.replace(side) != side);
        if imp.ply.replace(ply) != ply || elsewhere {
            self.tell_moved();
        }
    }

    fn tell_moved(&self) {
        self.imp().motifs.take();
        self.imp().answer.take();
        self.notify_ply();
        self.emit_by_name::<()>("moved", &[]);
    }

    /// Goes there, if it leads anywhere.
    pub fn navigate(&self, way: Navigation) {
        if self.walk_ahead(way) {
            return;
        }
        if let Some(node) = self.leads_to(way) {
            self.go_to(node);
        }
    }

    /// Where a way leads; `None` where it leads nowhere else. A reader who looks ahead stays at the same node.
    pub fn leads_to(&self, way: Navigation) -> Option<NodeId> {
        if let Some(leads) = self.leads_ahead(way) {
            return leads.then(|| self.node());
        }
        let (at, last, closed) = (self.node(), self.last(), self.imp().closed.get());
        let node = match way {
            Navigation::Return if self.tried_at().is_some_and(|tried| tried != at) => {
                self.tried_at()?
            }
            Navigation::First => NodeId::Main(0),
            Navigation::Last if !matches!(at, NodeId::Side(_)) => last,
            // While a game is played, nothing follows the position in which it is played.
            Navigation::Forward | Navigation::NextLine if at == last && !closed => at,
            Navigation::Return if !closed => last,
            Navigation::Return => NodeId::Main(self.ply() as usize),
            _ => self.with_study(|study, rules| match way {
                Navigation::Back => study.previous(at),
                Navigation::Forward => study.next(rules, at),
                Navigation::NextLine => {
                    // Where there is none, the next move may have one.
                    let next = || study.next_line(rules, study.next(rules, at)?);
                    study.next_line(rules, at).or_else(next)
                }
                Navigation::PreviousLine => study.previous_line(rules, at),
                _ => std::iter::successors(Some(at), |at| study.next(rules, *at)).last(),
            })?,
        };
        (node != at).then_some(node)
    }
}

/// How far the reader looks ahead.
#[derive(Clone)]
pub struct Ahead {
    /// The game that has come through all of the line.
    line: Rc<chess::Game>,
    /// How many of its plies lead to where the reader stands.
    before: usize,
    /// So many plies of the line are shown: one or more.
    shown: usize,
}

impl Ahead {
    fn length(&self) -> usize {
        self.line.plies().len() - self.before
    }
}

impl Viewer {
    /// Shows the position after so many of these moves, of which the first is played at the node where the reader stands;
    /// with none of them, the position of that node.
    pub fn look_ahead(&self, moves: &[Move], shown: usize) {
        let mut line = self.with_game_to_node(self.node(), chess::Game::clone);
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
        let ahead = self.imp().ahead.borrow();
        ahead.as_ref().map(|ahead| ahead.shown)
    }

    /// Whether a way leads anywhere for a reader who looks ahead; `None` where it does not go along the line.
    fn leads_ahead(&self, way: Navigation) -> Option<bool> {
        let ahead = self.imp().ahead.borrow();
        let ahead = ahead.as_ref()?;
        match way {
            Navigation::Back | Navigation::Return => Some(true),
            Navigation::Forward => Some(ahead.shown < ahead.length()),
            _ => None,
        }
    }

    /// Goes a way along the line. Returns whether it is one.
    fn walk_ahead(&self, way: Navigation) -> bool {
        let ahead = self.imp().ahead.borrow().clone();
        let Some(ahead) = ahead else { return false };
        let shown = match way {
            Navigation::Back => ahead.shown - 1,
            Navigation::Forward => (ahead.shown + 1).min(ahead.length()),
            _ => return false,
        };
        match shown {
            0 => self.go_to(self.node()),
            shown => self.show_ahead(Ahead { shown, ..ahead }),
        }
        true
    }

    fn show_ahead(&self, ahead: Ahead) {
        self.imp().ahead.replace(Some(ahead));
        self.tell_moved();
    }
}

/// What is said of a position, and pointed out on the board.
#[derive(Debug, Clone, Default)]
pub struct Commentary {
    /// In words.
    pub said: String,
    /// What is heard instead, where that is something else.
    pub heard: Option<String>,
    /// It only names the move of a line: what was told before that goes on being shown.
    pub goes_on: bool,
    /// Arrows and circles, which are no part of the game.
    pub drawings: Vec<Drawing>,
    /// The move that has led here.
    pub way: Option<Drawing>,
}

impl Commentary {
    /// What is said, for the eye and for the ear.
    pub(super) fn message(self) -> Message {
        let heard = self.heard.unwrap_or_else(|| self.said.clone());
        Message::new(self.said, heard)
    }

    /// The motifs that stand on the board of a position, each kind with a color of its own.
    fn motifs_of(position: &Chess) -> Self {
        let motifs = BoardMotifs::of(position);
        let line = |color| move |line: &Aligned| vec![(line.by, line.back, color)];
        let way = |color| move |(from, to): &(Square, Square)| vec![(*from, *to, color)];
        let fork = |fork: &Fork| {
            let on = fork.on.iter();
            on.map(|on| (fork.by, *on, DrawingColor::Blue))
                .collect::<Vec<_>>()
        };
        let battery = |squares: &Vec<Square>| match squares[..] {
            [first, .., last] => vec![(first, last, DrawingColor::Green)],
            _ => Vec::new(),
        };
        let drawings = motifs.pins.iter().flat_map(line(DrawingColor::Red));
        let drawings = drawings
            .chain(motifs.skewers.iter().flat_map(line(DrawingColor::Yellow)))
            .chain(motifs.forks.iter().flat_map(fork))
            .chain(motifs.batteries.iter().flat_map(battery))
            .chain(
                motifs
                    .discovered_checks
                    .iter()
                    .flat_map(way(DrawingColor::Purple)),
            )
            .chain(
                motifs
                    .double_checks
                    .iter()
                    .flat_map(way(DrawingColor::Gray)),
            );
        Self {
            said: words::sentences(&words::board_motifs(&motifs, position.board())),
            drawings: drawings
                .map(|(from, to, color)| Drawing { from, to, color })
                .collect(),
            ..Self::default()
        }
    }
}

// What is said and pointed out along a line, move by move.

/// A move as it is written in a position, with its number.
pub(super) fn name_of(here: &Chess, mv: Move) -> String {
    words::numbered(&Ply::play(here, mv))
}

/// An arrow: green for what is good, red for what is bad, blue for what a finding is about.
pub(super) fn drawn((from, to): Arrow, color: DrawingColor) -> Drawing {
    Drawing { from, to, color }
}

/// The findings that are to be told after the half-move of this number: those about what comes about by it. How
/// soon one side mates is said at once. What else a capture does that wins by itself is not told.
fn findings_at(proven: &[Finding], number: usize) -> impl Iterator<Item = &Finding> {
    let wins = |finding: &Finding| {
        let captured = [Motif::HangingPiece, Motif::Underdefended].map(Some);
        captured.contains(&finding.motif) && finding.at == 0
    };
    let wins = proven.first().is_some_and(wins);
    let told = proven.iter().filter(move |finding| {
        !wins || finding.at > 0 || finding.motif != Some(Motif::CapturingDefender)
    });
    told.filter(move |finding| {
        let soon = matches!(
            finding.motif,
            None | Some(
                Motif::MateIn1 | Motif::MateIn2 | Motif::MateIn3 | Motif::MateIn4 | Motif::MateIn5
            )
        );
        number == if soon { 0 } else { finding.at }
    })
}

/// What is said and pointed out after each half-move of a line, and what it proves there.
/// The moves of the side that begins can be drawn with the first of the `colors`.
fn along(
    start: &Chess,
    line: &[Move],
    proven: &[Finding],
    colors: [DrawingColor; 2],
) -> Vec<Commentary> {
    let mut here = start.clone();
    let told = line.iter().enumerate().map(|(number, mv)| {
        let ply = Ply::play(&here, *mv);
        let name = words::numbered(&ply);
        here.play_unchecked(*mv);
        let findings = || findings_at(proven, number);
        let said = findings().map(|finding| words::finding(finding, start));
        // It is told with the last move of the side that wins it, whose moves have even numbers.
        let won = proven
            .first()
            .filter(|finding| finding.line.len().saturating_sub(1) & !1 == number);
        let won = won.map(|finding| words::won(finding, start));
        let told: Vec<String> = said.chain(won).collect();
        let all = [&[words::sentence(&name)], &told[..]].concat();
        let way = Some(drawn(ply.squares(), colors[number % 2]));
        let arrows = findings().filter(|finding| finding.at == number);
        let arrows = arrows.flat_map(Finding::arrows);
        Commentary {
            said: words::sentences(&all),
            drawings: arrows
                .map(|arrow| drawn(arrow, DrawingColor::Blue))
                .collect(),
            way,
            goes_on: told.iter().all(String::is_empty),
            ..Commentary::default()
        }
    });
    told.collect()
}

/// A line with what it proves, after this is said of its first move.
pub(super) fn solution(
    first: &[String],
    start: &Chess,
    line: &[Move],
    proven: &[Finding],
) -> Vec<Commentary> {
    let mut along = along(
        start,
        line,
        proven,
        [DrawingColor::Green, DrawingColor::Red],
    );
    if let Some(pointed) = along.first_mut() {
        pointed.said = words::sentences(&[first, &[said_at(proven, 0, start)]].concat());
        pointed.goes_on = false;
    }
    along
}

/// A move that was tried, of which this is said, and what follows it; `tells`: the answer is told with it, in these words.
pub(super) fn answered(
    said: String,
    after: &Chess,
    attempt: &WeighedMove,
    tells: Option<impl Fn(&Ply) -> String>,
) -> Vec<Commentary> {
    let line = as_needed(&attempt.answer, &attempt.findings);
    let mut first = only(said);
    if let Some((reply, tells)) = line.first().zip(tells) {
        let reply = Ply::play(after, *reply);
        let answer = tells(&reply);
        let proven = said_at(&attempt.findings, 0, after);
        first.said = words::sentences(&[first.said, answer, proven]);
        first
            .drawings
            .push(drawn(reply.squares(), DrawingColor::Red));
    }
    let rest = along(
        after,
        &line,
        &attempt.findings,
        [DrawingColor::Red, DrawingColor::Green],
    );
    [first].into_iter().chain(rest).collect()
}

pub(super) fn only(said: String) -> Commentary {
    Commentary {
        said,
        ..Commentary::default()
    }
}

/// What is said of a line after the half-move of this number; empty for nothing.
pub(super) fn said_at(proven: &[Finding], number: usize, start: &Chess) -> String {
    let said = findings_at(proven, number).map(|finding| words::finding(finding, start));
    words::sentences(&said.collect::<Vec<_>>())
}

/// What is best for one of the players against a move of this name that has led to this position, and what that proves, as far as
/// it is proven. `elsewhere`: said where another move is shown.
pub(super) fn refutation(
    after: &Chess,
    best: &JudgedPosition,
    proven: Option<&Mistake>,
    (name, elsewhere): (&str, bool),
) -> Vec<String> {
    let answer = best.line.first().map(|mv| name_of(after, *mv));
    let answer = answer.map(|reply| match elsewhere {
        true => words::best_answer_to(name, &reply),
        false => words::best_answer(&reply),
    });
    let mut said: Vec<String> = answer.into_iter().collect();
    if let Some(mistake) = proven {
        said.push(said_at(&mistake.answer, 0, after));
        said.extend(mistake.oversight.map(|why| words::oversight(why, name)));
    }
    said
}

/// Where moves are tried.
pub struct Trial {
    at: NodeId,
    heard: Rc<dyn Fn(Move)>,
    /// What is pointed out there, after one move, after two, and so on.
    pointed: Vec<Commentary>,
}

impl Viewer {
    /// Goes to a node where moves are tried from now on, each of which is told to `heard`.
    pub(super) fn try_at(&self, at: NodeId, heard: impl Fn(Move) + 'static) {
        self.imp().trial.replace(Some(Trial {
            at,
            heard: Rc::new(heard),
            pointed: Vec::new(),
        }));
        self.go_to(at);
    }

    /// Moves are played along the tree of the game again.
    pub(super) fn stop_trying(&self) {
        if self.imp().trial.take().is_some() {
            self.imp().ahead.take();
            self.tell_moved();
        }
    }

    /// Points something out where moves are tried: there, after one move, after two, and so on.
    pub(super) fn point_out(&self, pointed: Vec<Commentary>) {
        self.imp().answer.take();
        if let Some(trial) = &mut *self.imp().trial.borrow_mut() {
            trial.pointed = pointed;
        }
        self.emit_by_name::<()>("pointed", &[]);
    }

    /// Where moves are tried, if they are.
    pub fn tried_at(&self) -> Option<NodeId> {
        let trial = self.imp().trial.borrow();
        trial.as_ref().map(|trial| trial.at)
    }

    /// Answers what was asked about the position that is shown: this is told until another one is, or something else is
    /// asked for.
    pub(super) fn answer(&self, answer: Commentary) {
        self.imp().answer.replace(Some(answer));
        self.emit_by_name::<()>("pointed", &[]);
    }

    /// Has these remarks told with the positions after their plies.
    pub(super) fn remark(&self, remarks: BTreeMap<usize, String>) {
        self.imp().remarks.replace(remarks);
    }

    /// The words for the position after a ply of the game, with what is remarked of it.
    pub(super) fn looking_back(&self, ply: usize) -> Message {
        let said = self.with_game_to_node(NodeId::Main(ply), |line| words::looking_back(line, ply));
        let remark = self.imp().remarks.borrow().get(&ply).cloned();
        said.and_then(&remark.unwrap_or_default())
    }

    /// Points out the motifs that stand on the board, until another position is shown; or stops doing so.
    pub fn toggle_motifs(&self) {
        self.imp().answer.take();
        let shown = self.imp().motifs.take();
        let next = shown
            .is_none()
            .then(|| Commentary::motifs_of(&self.position()));
        self.imp().motifs.replace(next);
        self.emit_by_name::<()>("pointed", &[]);
    }

    /// What is pointed out in the position that is shown.
    pub fn pointed(&self) -> Option<Commentary> {
        let told = [&self.imp().answer, &self.imp().motifs];
        if let Some(told) = told.into_iter().find_map(|told| told.borrow().clone()) {
            return Some(told);
        }
        let trial = self.imp().trial.borrow();
        let trial = trial.as_ref().filter(|trial| trial.at == self.node())?;
        let told = trial.pointed.get(..=self.ahead().unwrap_or_default())?;
        let mut pointed = told.last()?.clone();
        if let Some(before) = told
            .iter()
            .rfind(|told| !told.goes_on)
            .filter(|_| pointed.goes_on)
        {
            let shown = words::told_before(&before.said, &pointed.said);
            pointed.heard = Some(std::mem::replace(&mut pointed.said, shown));
        }
        Some(pointed)
    }

    /// Shows a move where moves are tried, and tells of it; or gives the reason why it cannot be played. `None` where no
    /// moves are tried, or the action is no move.
    pub(super) fn try_out(&self, action: &Action) -> Option<Result<(), Refusal>> {
        let at = self.tried_at()?;
        let judged = self.with_game_to_node(at, |line| line.move_of(action))?;
        if self.node() != at || judged.is_err() && self.ahead().is_some() {
            self.go_to(at);
        }
        Some(judged.map(|mv| {
            if let Some(trial) = &mut *self.imp().trial.borrow_mut() {
                // What was told of another move does not hold for this one.
                trial.pointed.clear();
            }
            self.look_ahead(&[mv], 1);
            let heard = self
                .imp()
                .trial
                .borrow()
                .as_ref()
                .map(|trial| trial.heard.clone());
            if let Some(heard) = heard {
                heard(mv);
            }
        }))
    }
}
