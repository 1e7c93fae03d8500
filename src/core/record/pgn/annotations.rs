//! What stands in the text of a game besides the game: variations, comments and glyphs (sections 5, 8.2.4
//! and 8.2.5 of the standard), read as the study of that game.
//!
//! Of most games there is nothing but the moves, and this is not asked. However deep variations stand in
//! each other, nothing here calls itself.

use std::mem;

use super::description::Description;
use super::scanner::{Token, glyphs_in, is_no_move, without_number};
use super::source::{Part, ScannedGame};
use super::tags::{clock_left, clock_noted, is_null_move};
use crate::chess::{Chess, DrawRule, Game, Move, PieceLetters, Position, fen_of};
use crate::record::study::{Glyph, MOST_PLIES, NodeId, Notes, Study, is_blank};

/// Why a text is not the study of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The game begins with another position.
    #[error("the game begins with another position")]
    Start,
    /// Another move was played in this line, counted from 1.
    #[error("line {0}: another move was played")]
    Move(u64),
    /// A comment or a variation is not closed: there was more.
    #[error("a comment or a variation is not closed")]
    Cut,
    /// So many variations have moves that cannot be played, or more than a study can have.
    #[error("{0} variations cannot be taken over")]
    LeftOut(u64),
}

/// Reads the study of a game that is kept as PGN. Of its main line and the game the longer one must
/// begin with the other; what goes on after the game is a side line.
///
/// # Errors
/// Where it is another game, or not all of it can be read.
pub fn read_study(text: &[u8], game: &Game) -> Result<Study, Disagreement> {
    let scanned = ScannedGame::of(text);
    let mut reader = Reader::new(game, true, None);
    let whole = reader.read(&scanned, true)?;
    let start = Description::of(&scanned).start();
    let (start, _) = start.map_err(|_| Disagreement::Start)?;
    if fen_of(&start) != fen_of(game.start()) {
        return Err(Disagreement::Start);
    }
    match reader.said.left_out {
        _ if !whole => Err(Disagreement::Cut),
        0 => Ok(reader.said.study),
        left_out => Err(Disagreement::LeftOut(left_out)),
    }
}

/// What a text says besides a game that was taken over from it.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    pub(super) study: Study,
    /// How many variations cannot be taken over.
    pub(super) left_out: u64,
    /// How many go on as text, from a move on that was not made.
    pub(super) as_text: u64,
}

/// Reads them. `goes_on`: the moves after those of the game are a line of their own. `letters`: those of
/// the pieces, where they are not those of English.
pub(super) fn annotations(
    scanned: &ScannedGame,
    game: &Game,
    goes_on: bool,
    letters: Option<PieceLetters>,
) -> Annotations {
    let mut reader = Reader::new(game, goes_on, letters);
    // What is not compared does not disagree.
    reader.read(scanned, false).ok();
    reader.said
}

struct Reader<'a> {
    game: &'a Game,
    goes_on: bool,
    letters: Option<PieceLetters>,
    said: Annotations,
    /// The rest of the line that is being read, where it goes on as text.
    rest: Option<Rest>,
    /// The line that is being read, and those in which it stands.
    line: Line,
    outer: Vec<Line>,
    /// The positions of a side line from where it leaves the game, after so many plies.
    path: Vec<Chess>,
    base: usize,
    /// What is said before the first move of the line, and how the move is judged there.
    before: String,
    judged: Vec<Glyph>,
    /// How many variations are open that are passed over.
    passed: usize,
    /// Whether the comment with the clock of this ply of the game has come.
    clocked: bool,
    /// A sign and where it stands. It judges a position where something follows it, else it is a result.
    sign: Option<(NodeId, Glyph)>,
    /// Whether the result has come.
    over: bool,
}

/// A line of moves.
#[derive(Default)]
struct Line {
    /// The last node that was reached, and how long the path there is.
    at: NodeId,
    plies: usize,
    /// Whether that is a node of this line, as against the one before its first move.
    begun: bool,
    /// Whether the rest of it cannot be read.
    lost: bool,
    /// Variations that were opened without a move before them; what stands in them belongs to the line.
    idle: usize,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Game, goes_on: bool, letters: Option<PieceLetters>) -> Self {
        Self {
            game,
            goes_on,
            letters,
            said: Annotations::default(),
            rest: None,
            line: Line::default(),
            outer: Vec::new(),
            path: Vec::new(),
            base: 0,
            before: String::new(),
            judged: Vec::new(),
            passed: 0,
            clocked: false,
            sign: None,
            over: false,
        }
    }

    /// Reads all of a game. Returns whether everything in it is closed.
    fn read(&mut self, scanned: &ScannedGame, compare: bool) -> Result<bool, Disagreement> {
        let mut cut = false;
        for part in scanned.parts() {
            if let Some((node, glyph)) = self.sign.take() {
                self.said.study.notes_mut(node).add_glyph(glyph);
            }
            if let Token::Comment { open } = part.token {
                cut = open;
            }
            if let Some(rest) = &mut self.rest {
                let ends = matches!(part.token, Token::Result(_)) && self.outer.is_empty();
                if !ends && rest.take(&part) {
                    continue;
                }
                self.keep_rest();
            }
            match part.token {
                Token::Comment { .. } => self.comment(part.text),
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Glyph(Some(number)) if self.reads() => self.judge(Glyph(number)),
                Token::Word if self.reads() => {
                    let text = without_number(part.text);
                    let said = |text: &&str| !compare && is_no_move(text) && !is_null_move(text);
                    if let Some(text) = text.filter(said) {
                        self.say(text);
                        continue;
                    }
                    if let Some(text) = text {
                        self.word(text, part.line, compare)?;
                        self.begin_rest(text);
                    }
                    let reads = self.reads();
                    for glyph in glyphs_in(part.text).filter(|_| reads) {
                        match text {
                            None if self.has_move() => {
                                self.sign = Some((self.line.at, glyph));
                            }
                            _ => self.judge(glyph),
                        }
                    }
                }
                Token::Result(_) => self.over |= self.outer.is_empty() && self.passed == 0,
                Token::Glyph(_) | Token::Word | Token::Escape | Token::Tag => {}
            }
        }
        if let Some((node, glyph)) = self.sign.take().filter(|(_, glyph)| !is_result(*glyph)) {
            self.said.study.notes_mut(node).add_glyph(glyph);
        }
        let whole = !cut && self.outer.is_empty() && self.passed == 0;
        self.keep_rest();
        while self.passed > 0 || !self.outer.is_empty() {
            self.close();
        }
        Ok(whole)
    }

    /// Keeps words that are no moves; before the first move of a line what it is that they are said of is
    /// not known yet.
    fn say(&mut self, text: &str) {
        if self.has_move() {
            self.notes().add_text(text);
        } else {
            self.before.push(' ');
            self.before.push_str(text);
        }
    }

    /// Whether there is a move, or the first position, of which something can be said here.
    fn has_move(&self) -> bool {
        self.line.begun || self.outer.is_empty()
    }

    /// Adds a glyph. Before the first move of a line, it is not known yet which move it judges: `e4 (!)`.
    fn judge(&mut self, glyph: Glyph) {
        match self.has_move() {
            true => self.notes().add_glyph(glyph),
            false => self.judged.push(glyph),
        }
    }

    /// What is noted where we are.
    fn notes(&mut self) -> &mut Notes {
        self.said.study.notes_mut(self.line.at)
    }

    /// Whether what comes now can be taken over.
    fn reads(&self) -> bool {
        self.passed == 0 && !self.line.lost
    }

    fn open(&mut self) {
        if !self.reads() {
            self.passed += 1;
            return;
        }
        let parent = self.said.study.previous(self.line.at);
        match parent.filter(|_| self.line.begun) {
            Some(parent) => {
                self.path.pop();
                let inner = Line {
                    at: parent,
                    ..Line::default()
                };
                self.outer.push(mem::replace(&mut self.line, inner));
            }
            None if self.outer.is_empty() => {
                // It stands in place of no move.
                self.said.left_out += 1;
                self.passed = 1;
            }
            None => self.line.idle += 1,
        }
    }

    fn close(&mut self) {
        if self.passed > 0 {
            self.passed -= 1;
        } else if self.line.idle > 0 {
            self.line.idle -= 1;
        } else if let Some(outer) = self.outer.pop() {
            self.line = outer;
            self.go_back();
            // What was said of a line without a move is said of the move in whose place it stands.
            let before = mem::take(&mut self.before);
            if !before.is_empty() {
                self.notes().read(&before);
            }
            for glyph in mem::take(&mut self.judged) {
                self.notes().add_glyph(glyph);
            }
        }
    }

    /// Leaves a line that was closed for the last node of this one.
    fn go_back(&mut self) {
        self.path.truncate(self.line.plies.saturating_sub(1));
        if let NodeId::Side(last) = self.line.at {
            if let Some(mv) = self.said.study.side_move(last) {
                self.go_on(mv);
            }
        }
    }

    /// The position in which the next move is made.
    fn position(&self) -> &Chess {
        let position = self.path.last();
        position.unwrap_or_else(|| self.game.position_at(self.base_ply()))
    }

    fn base_ply(&self) -> usize {
        match self.line.at {
            NodeId::Main(ply) => ply,
            NodeId::Side(_) => self.base,
        }
    }

    fn go_on(&mut self, mv: Move) {
        let mut position = self.position().clone();
        position.play_unchecked(mv);
        self.path.push(position);
    }

    /// Takes a move, of the game or of a side line.
    fn word(&mut self, text: &str, line: u64, compare: bool) -> Result<(), Disagreement> {
        if self.outer.is_empty() {
            let played = match self.line.at {
                NodeId::Main(ply) => self.game.plies().get(ply).map(|next| (ply, next.mv)),
                NodeId::Side(_) => None,
            };
            if let Some((ply, played)) = played.filter(|_| !self.over) {
                if compare && self.meant(text) != Some(played) {
                    return Err(Disagreement::Move(line));
                }
                self.line.at = NodeId::Main(ply + 1);
                self.line.begun = true;
                self.clocked = false;
                return Ok(());
            }
            if self.over || !self.goes_on {
                self.line.lost = true;
                return Ok(());
            }
        }
        if self.grow(text).is_none() {
            match is_null_move(text) {
                true => self.said.as_text += 1,
                false => self.said.left_out += 1,
            }
            self.line.lost = true;
        }
        Ok(())
    }

    /// The move that a text means here, also where a draw would have ended the game.
    fn meant(&self, text: &str) -> Option<Move> {
        let here = Game::new(self.position().clone(), DrawRule::Unjudged);
        let english = |letters: &PieceLetters| letters.all_in_english(text);
        let english = self.letters.as_ref().and_then(english);
        here.read_move(english.as_deref().unwrap_or(text)).ok()
    }

    /// Adds a move to a side line.
    fn grow(&mut self, text: &str) -> Option<()> {
        let base = self.base_ply();
        let mv = self
            .meant(text)
            .filter(|_| base + self.path.len() < MOST_PLIES)?;
        let node = self.said.study.grow(self.line.at, mv).ok()?;
        self.go_on(mv);
        self.base = base;
        (self.line.at, self.line.plies) = (node, self.path.len());
        self.line.begun = true;
        let notes = self.said.study.notes_mut(node);
        for glyph in mem::take(&mut self.judged) {
            notes.add_glyph(glyph);
        }
        if !self.before.is_empty() {
            notes.read_before(&mem::take(&mut self.before));
        }
        Some(())
    }

    fn comment(&mut self, text: &str) {
        if !self.reads() || is_blank(text) {
            return;
        }
        if !self.line.begun && !self.outer.is_empty() {
            return self.say(text);
        }
        let clock = self.clock_in(text);
        match clock.and_then(|clock| text.split_once(clock)) {
            // Of most moves nothing else is said.
            Some((before, after))
                if is_blank(before)
                    && is_blank(after)
                    && self.said.study.notes(self.line.at).is_empty() => {}
            Some((before, after)) => self.notes().read_around_clock(before, after),
            None => self.notes().read(text),
        }
    }

    /// What a comment says of the clock, where the game has it, too.
    fn clock_in<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let NodeId::Main(ply) = self.line.at else {
            return None;
        };
        let left = self.game.plies().get(ply.checked_sub(1)?)?.left()?;
        let noted = clock_noted(text).filter(|_| !self.clocked)?;
        self.clocked = clock_left(noted) == Some(left);
        self.clocked.then_some(noted)
    }
}

/// Whether a glyph says in the end what a result says.
fn is_result(glyph: Glyph) -> bool {
    matches!(glyph.0, 10 | 16..=19)
}

/// The rest of a line, as it is written.
#[derive(Debug)]
struct Rest {
    text: String,
    /// Whether anything has come after that move.
    goes_on: bool,
    /// How many variations are open in it.
    depth: usize,
}

impl Rest {
    /// Begins with the move that was not made in this position.
    fn new(position: &Chess, written: &str) -> Self {
        let dots = position.turn().fold_wb(".", "...");
        Self {
            text: format!("{}{dots} {written}", position.fullmoves()),
            goes_on: false,
            depth: 0,
        }
    }

    /// Takes what comes next. Returns whether it belongs to the line: its end does not.
    fn take(&mut self, part: &Part) -> bool {
        match part.token {
            Token::Open => {
                self.depth += 1;
                self.add("(");
            }
            Token::Close if self.depth == 0 => return false,
            Token::Close => {
                self.depth -= 1;
                self.text.push(')');
            }
            Token::Word => self.add(part.text),
            Token::Comment { .. } => self.add(&format!("{{{}}}", part.text.trim())),
            Token::Glyph(Some(number)) => self.add(&format!("${number}")),
            Token::Result(end) => self.add(end.written()),
            Token::Glyph(None) | Token::Escape | Token::Tag => {}
        }
        true
    }

    fn add(&mut self, word: &str) {
        self.goes_on = true;
        if !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

impl Reader<'_> {
    /// Begins to take the rest of a line as text, where it goes on with a move that was not made.
    fn begin_rest(&mut self, text: &str) {
        let main = self.outer.is_empty();
        if self.line.lost && is_null_move(text) && !(main && self.over) {
            self.rest = Some(Rest::new(self.position(), text));
        }
    }

    /// Keeps what was taken as a comment.
    fn keep_rest(&mut self) {
        let Some(rest) = self.rest.take() else { return };
        let of_game = self.outer.is_empty() && !self.goes_on;
        // That move alone is told of in a remark.
        if !of_game || rest.goes_on {
            // What is drawn in it belongs to no position of the game, and is text, too.
            self.say(&rest.text.replace("[%", "[ %"));
        }
    }
}
