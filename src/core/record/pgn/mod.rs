//! Games as PGN, out and in: what is written for other programs, and what they have written.
//!
//! A PGN file of any size goes through in a stream, and is scanned once: the [`Splitter`] cuts it into
//! games, whose tags, words and comments are values, and [`read_game`] makes of these the log of a game,
//! and its study.
//! Sections are those of the "Portable Game Notation Specification and Implementation Guide" of 1994.

mod annotations;
mod description;
mod headings;
pub mod scanner;
mod source;
mod tags;
mod writer;

use std::borrow::Cow;

use jiff::Timestamp;

use crate::chess::{
    Action, Board, Chess, Color, DrawRule, Event, FenError, Game, Move, Outcome, PieceLetters,
    Position, Reason, Refusal, fen_of,
};
use crate::record::log::{Header, Loaded, Remark, add_undated_lines, quoted};
use crate::record::study::{MOST_PLIES, Study, is_blank};
use annotations::{Annotations, annotations};
use description::{Description, end_of, moment};
use scanner::{Token, ends_with_square, glyphs_in, is_en_passant, is_no_move, without_number};
use tags::{both_lost, is_null_move};

pub use annotations::{Disagreement, read_study};
pub(crate) use description::{FIELDS, start_of};
pub use headings::{Heading, HeadingReader, HeadingTag, Headings};
pub use source::{LONGEST_GAME, NotTextError, Pasted, ScannedGame, Split, Splitter, count_games};
pub use tags::{GameTermination, Tag, clock_comment, clock_left, clock_noted, decoded};
pub(crate) use writer::FINAL;
pub use writer::{write, write_with};

/// A game of a PGN file as a log.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The text of the log.
    pub log: String,
    /// The same game, as the log gives it back.
    pub loaded: Loaded,
    /// When the game began, or the day on which it was played; `None` where it is not known.
    pub moment: Option<Timestamp>,
    /// What the text says besides the game: side lines, comments, glyphs and drawings.
    pub study: Study,
    /// Whether the board ended it, though the text gives no result.
    pub ended_on_board: bool,
    /// How many variations were left out, as they cannot be played.
    pub variations: u64,
    /// How many go on as text in a comment, from a move on that was not made.
    pub as_text: u64,
    /// Where the record contradicts itself or the board, or could not be taken over as it stands.
    pub notes: Vec<Note>,
}

/// Makes the log of a game, forgiving what programs and people write besides the import format of
/// the PGN standard (section 3.2.1). Taken over are the tags (section 8.1), among them `FEN`
/// (section 9.7.2) and `TimeControl` (section 9.6.1), the moves of the game itself (section 8.2.3),
/// what the clocks showed, and the result (section 8.2.6); besides, as a study, variations
/// (section 8.2.5), glyphs and other comments. What was recorded is believed where the board says
/// otherwise.
///
/// # Errors
/// What is wrong with the text, and in which line of the file.
pub fn read_game(scanned: &ScannedGame) -> Result<Imported, Fault> {
    read_plies(scanned, usize::MAX).map_err(|(fault, _)| fault)
}

/// The same, but of a game in which a move after the first cannot be played, the moves before it are taken over, and
/// what is wrong is told with them.
///
/// # Errors
/// What else is wrong with the text, and in which line of the file.
pub fn read_beginning(scanned: &ScannedGame) -> Result<(Imported, Option<Fault>), Fault> {
    match read_plies(scanned, usize::MAX) {
        Ok(whole) => Ok((whole, None)),
        Err((fault, Some(plies))) if plies > 0 => {
            let begun = read_plies(scanned, plies).map_err(|(fault, _)| fault)?;
            Ok((begun, Some(fault)))
        }
        Err((fault, _)) => Err(fault),
    }
}

/// Reads so many plies of a game at the most. Where one cannot be played, the error says behind how many.
fn read_plies(scanned: &ScannedGame, most: usize) -> Result<Imported, (Fault, Option<usize>)> {
    let fault_at = |(line, kind), plies| {
        let game = scanned.number;
        (Fault { game, line, kind }, plies)
    };
    let fault = |wrong| fault_at(wrong, None);
    let mut sheet = Sheet::read(scanned).map_err(fault)?;
    let counted = sheet.end_where_counted();
    let goes_on = counted.is_some() || most < sheet.moves.len();
    sheet.moves.truncate(most);
    sheet.check_variant(scanned.line).map_err(fault)?;
    let fen_line = sheet.description.line_of("FEN").unwrap_or(scanned.line);
    let start = sheet.description.start();
    let (start, surplus) = start.map_err(|error| fault((fen_line, FaultKind::Start(error))))?;
    let (played, letters) = match sheet.play_as_recorded(&start, None) {
        Ok(played) => (played, None),
        Err(stopped) => {
            let played = sheet.play_in_other_letters(&start);
            let played = played.ok_or_else(|| {
                let wrong = (stopped.line, stopped.kind);
                fault_at(wrong, stopped.plies)
            })?;
            (played.0, Some(played.1))
        }
    };
    let (mut header, game) = (played.header, played.game);
    let mut remarks = sheet.remarks(scanned.line, &game);
    if let Some(fen) = sheet.description.get("FEN").filter(|_| surplus) {
        remarks.push((fen_line, Remark::CastlingRights { fen: quoted(fen) }));
    }
    remarks.extend(played.remarks);
    remarks.extend(letters.as_ref().map(|letters: &PieceLetters| {
        let letters = letters.to_string();
        (sheet.moves[0].line, Remark::PieceLetters { letters })
    }));
    remarks.extend(counted);
    remarks.extend(scanned.cut.map(|line| (line, Remark::CommentsCut)));
    remarks.sort_by_key(|(line, _)| *line);
    let notes = remarks.into_iter().map(|(line, remark)| Note {
        game: scanned.number,
        line,
        remark,
    });
    let notes: Vec<Note> = notes.collect();
    header.remarks = notes.iter().map(|note| note.remark.clone()).collect();
    let said = match sheet.annotated {
        true => annotations(scanned, &game, goes_on, letters),
        false => Annotations::default(),
    };
    Ok(Imported {
        ended_on_board: sheet.kept(None) == GameTermination::Open && game.outcome().is_some(),
        log: header.line() + &played.lines,
        moment: moment(&header),
        loaded: Loaded::elsewhere(header, game),
        study: said.study,
        variations: said.left_out,
        as_text: said.as_text,
        notes,
    })
}

/// A game that was played from its moves.
struct Played {
    header: Header,
    game: Game,
    /// The lines of the log after the first.
    lines: String,
    /// Notes on the game: that the movetext ends with a result by which both have lost, and an end on the board that
    /// the record does not give.
    remarks: Vec<(u64, Remark)>,
}

impl Played {
    fn moves(&self) -> Vec<Move> {
        self.game.plies().iter().map(|ply| ply.mv).collect()
    }
}

/// A move as it is written.
struct Written<'a> {
    text: Cow<'a, str>,
    line: u64,
    /// What the mover had left then, in milliseconds.
    clock: Option<u64>,
}

/// A word among the moves that is none.
struct Word<'a> {
    text: &'a str,
    line: u64,
    /// How many moves stand before it.
    at: usize,
}

/// What stands in the text of a game.
#[derive(Default)]
struct Sheet<'a> {
    description: Description,
    moves: Vec<Written<'a>>,
    words: Vec<Word<'a>>,
    end: Option<(GameTermination, u64)>,
    /// A sign after the last move that is a result where no other stands there.
    sign: Option<(GameTermination, u64)>,
    /// What the movetext says of the end, as the tag `Termination` would.
    said: &'static str,
    /// Where it says that both have lost.
    both_lost: Option<(u64, Remark)>,
    /// The null move with which the reading ended.
    null: Option<(u64, Remark)>,
    /// What begins and does not end.
    unclosed: Option<(u64, Remark)>,
    /// The first move after the result.
    late: Option<(u64, Remark)>,
    /// Whether anything besides the game may stand there.
    annotated: bool,
}

/// Why the moves cannot be played to the end.
struct Stopped {
    line: u64,
    kind: FaultKind,
    /// Behind how many plies there is a move that cannot be played, where that is why.
    plies: Option<usize>,
    /// Whether the record is to be believed: the Laws ended the game before, and not by mate or
    /// stalemate, or the board gives another result.
    goes_on: bool,
    /// What is to be said of that.
    belied: Option<Box<(u64, Remark)>>,
}

impl<'a> Sheet<'a> {
    fn read(scanned: &'a ScannedGame) -> Result<Self, (u64, FaultKind)> {
        if scanned.is_too_large() {
            return Err((scanned.line, FaultKind::TooLarge));
        }
        let mut sheet = Self {
            description: Description::of(scanned),
            ..Self::default()
        };
        // How deep in variations we are, and where the first one began.
        let (mut depth, mut opened) = (0_u64, scanned.line);
        let mut unclosed = None;
        for part in scanned.parts() {
            match part.token {
                // It ends a comment that should have been closed before.
                Token::Tag => unclosed = None,
                Token::Comment { open: true } => unclosed = Some(part),
                Token::Comment { open: false } if depth == 0 => sheet.read_comment(part.text),
                Token::Open => {
                    sheet.annotated = true;
                    opened = if depth == 0 { part.line } else { opened };
                    depth += 1;
                }
                Token::Close => depth = depth.saturating_sub(1),
                Token::Word if depth == 0 => sheet.read_word(part.text, part.line),
                Token::Result(end) if depth == 0 => {
                    sheet.end.get_or_insert((end, part.line));
                }
                Token::Glyph(_) => sheet.annotated = true,
                Token::Comment { .. } | Token::Word | Token::Result(_) | Token::Escape => {}
            }
            if sheet.moves.len() + sheet.words.len() > MOST_PLIES {
                return Err((part.line, FaultKind::TooManyMoves));
            }
        }
        sheet.unclosed = match unclosed {
            Some(comment) => {
                if depth == 0 {
                    sheet.read_comment(comment.text);
                }
                Some((comment.line, Remark::OpenComment))
            }
            None => (depth > 0).then_some((opened, Remark::OpenVariation)),
        };
        sheet.end_in_words();
        Ok(sheet)
    }

    fn read_comment(&mut self, text: &str) {
        let over = self.null.is_some() || self.late.is_some();
        let last = self.moves.last_mut().filter(|_| !over);
        let mut rest = text;
        if let Some(last) = last.filter(|last| last.clock.is_none()) {
            let noted = clock_noted(text);
            last.clock = noted.and_then(clock_left);
            if last.clock.is_some() && noted == Some(text.trim_ascii()) {
                rest = "";
            }
        }
        self.annotated |= !is_blank(rest);
    }

    fn read_word(&mut self, word: &'a str, line: u64) {
        self.annotated |= glyphs_in(word).next().is_some();
        if let Some(sign) = GameTermination::sign(word) {
            self.sign = Some((sign, line));
            return;
        }
        let Some(text) = without_number(word) else {
            self.read_mark(word);
            return;
        };
        let said = |remark: fn(String) -> Remark| Some((line, remark(quoted(text))));
        self.sign = None;
        let plain = ends_with_square(text);
        if self.null.is_some() || self.late.is_some() {
        } else if self.end.is_some() && (plain || !is_no_move(text)) {
            self.late = said(|text| Remark::MovesAfterResult { text });
        } else if !plain && is_null_move(text) {
            self.null = said(|text| Remark::NullMove { text });
            // What follows is kept as text.
            self.annotated = true;
        } else if !plain && both_lost(text) && !text.starts_with("0-") {
            self.both_lost = said(|text| Remark::UnknownResult { text });
        } else if !plain && is_no_move(text) {
            self.annotated = true;
            let at = self.moves.len();
            self.words.push(Word { text, line, at });
        } else {
            self.moves.push(Written {
                text: Cow::Borrowed(text),
                line,
                clock: None,
            });
        }
    }

    /// Takes `e.p.` behind a move that may give the square of the pawn that is taken.
    fn read_mark(&mut self, word: &str) {
        let last = self.moves.last_mut().filter(|_| is_en_passant(word));
        if let Some(last) = last.filter(|last| last.text.ends_with(['4', '5'])) {
            last.text.to_mut().push_str(word);
        }
    }

    fn check_variant(&self, line: u64) -> Result<(), (u64, FaultKind)> {
        match self.description.other_rules() {
            Some(name) => {
                let name = name.chars().take(LONGEST_QUOTE).collect();
                Err((line, FaultKind::Variant(name)))
            }
            None => Ok(()),
        }
    }

    /// Whether the clocks can be those of the game: every move has its reading, and no flag is
    /// down. Others are noted, and run against neither player.
    fn is_timed(&self) -> bool {
        let running = |written: &Written| written.clock.is_some_and(|left| left > 0);
        !self.moves.is_empty()
            && self.moves.iter().all(running)
            && self.description.time_control().is_some()
    }

    /// Plays the moves; the record is believed where the Laws ended the game before, or otherwise.
    fn play_as_recorded(
        &self,
        start: &Chess,
        letters: Option<&PieceLetters>,
    ) -> Result<Played, Stopped> {
        match self.play(start, DrawRule::Claimed, letters) {
            Err(stopped) if stopped.goes_on => {
                let mut played = self.play(start, DrawRule::Unjudged, letters)?;
                played.remarks.extend(stopped.belied.map(|belied| *belied));
                Ok(played)
            }
            played => played,
        }
    }

    fn play(
        &self,
        start: &Chess,
        rule: DrawRule,
        letters: Option<&PieceLetters>,
    ) -> Result<Played, Stopped> {
        let timed = self.is_timed();
        let header = self.description.header(rule, timed);
        let mut game = header.new_game(start.clone());
        game.reserve(self.moves.len());
        let mut lines = fen_of(start) + "\n";
        let mut remarks = Vec::new();
        if self.moves.is_empty() {
            self.check_without_moves(&game)?;
        }
        for (index, written) in self.moves.iter().enumerate() {
            let last = index + 1 == self.moves.len();
            // What these letters cannot write is no move.
            let text = match letters {
                Some(letters) => letters.all_in_english(&written.text).unwrap_or_default(),
                None => written.text.as_ref().to_owned(),
            };
            let mut event = match game.act(Action::Write(text)) {
                Ok(event) => event,
                // Castling is written so, too.
                Err(_) if last && both_lost(&written.text) => {
                    let text = quoted(&written.text);
                    remarks.push((written.line, Remark::UnknownResult { text }));
                    break;
                }
                Err(refusal) => return Err(self.stop(index, refusal, &game)),
            };
            if let Some(board) = game.outcome().filter(|_| last) {
                let kept = self.kept(Some(board));
                if kept != GameTermination::Open && kept != GameTermination::Over(board.winner) {
                    if rule != DrawRule::Unjudged {
                        return Err(self.belied(written.line, kept, board));
                    }
                    // The last word is that of the record.
                    event = Event::Moved {
                        declined: None,
                        ended: None,
                    };
                }
            }
            if let Some(left) = written.clock {
                // This is never refused after a move.
                game.take_clock(left)
                    .map_err(|refusal| self.stop(index, refusal, &game))?;
            }
            add_undated_lines(&mut lines, &event, &game);
        }
        let kept = self.kept(game.outcome());
        if let GameTermination::Over(winner) = kept {
            let over = game.outcome();
            if over.is_none_or(|board| board.winner != winner) {
                let words = self.description.get("Termination").unwrap_or(self.said);
                let outcome = end_of(winner, words, &game);
                // Of a first position that is over nothing more can be said.
                if let Ok(event) = game.act(Action::Conclude(outcome)) {
                    add_undated_lines(&mut lines, &event, &game);
                }
            }
        }
        Ok(Played {
            header,
            game,
            lines,
            remarks,
        })
    }

    /// Checks that a game without moves is not one that cannot be read.
    fn check_without_moves(&self, game: &Game) -> Result<(), Stopped> {
        let (line, kind) = match (self.words.first(), &self.unclosed) {
            (Some(_), _) => return Err(self.stop(0, Refusal::Unreadable, game)),
            (None, Some((line, Remark::OpenComment))) => (*line, FaultKind::OpenComment),
            (None, Some((line, _))) => (*line, FaultKind::OpenVariation),
            (None, None) => return Ok(()),
        };
        Err(Stopped {
            line,
            kind,
            plies: None,
            goes_on: false,
            belied: None,
        })
    }

    /// Why the move of this index is not played after all. Where a word stands before it that is none,
    /// that is why.
    fn stop(&self, index: usize, refusal: Refusal, game: &Game) -> Stopped {
        let reason = game.outcome().map(|outcome| outcome.reason);
        let word = self.words.first().filter(|word| word.at <= index);
        let written = self
            .moves
            .get(index)
            .map(|written| (&*written.text, written.line));
        let (text, line) = word
            .map(|word| (word.text, word.line))
            .or(written)
            .unwrap_or_default();
        let (refusal, plies) = match word {
            Some(word) => (Refusal::Unreadable, word.at),
            None => (refusal, game.plies().len()),
        };
        let position = game.position_at(plies);
        let dots = position.turn().fold_wb(".", "...");
        let text: String = text.chars().take(LONGEST_QUOTE).collect();
        Stopped {
            line,
            kind: FaultKind::Move {
                written: format!("{}{dots} {text}", position.fullmoves()),
                refusal,
                board: Box::new(position.board().clone()),
            },
            plies: Some(plies),
            goes_on: !matches!(reason, None | Some(Reason::Checkmate | Reason::Stalemate)),
            belied: None,
        }
    }
}

/// More of what stands in a file is not repeated in a message.
const LONGEST_QUOTE: usize = 40;

// What a record says of the end, where it says it twice or otherwise than the board.

impl Sheet<'_> {
    /// Ends the game where its tag `PlyCount` says, and tells so. The moves that follow become a side line: so a study
    /// is written that goes on after the end of its game, and a count that is wrong loses nothing.
    fn end_where_counted(&mut self) -> Option<(u64, Remark)> {
        let counted = self.description.get("PlyCount");
        let counted = counted.and_then(|count| count.parse().ok());
        let before = |count: &usize| (1..self.moves.len()).contains(count);
        let count = counted.filter(before)?;
        let first = self.moves.drain(count..).next()?;
        self.annotated = true;
        let text = quoted(&first.text);
        Some((first.line, Remark::EndedByCount { text }))
    }

    /// Takes a result in words, such as `White resigns`, from behind the last move, unless another one stands there.
    fn end_in_words(&mut self) {
        let after = |word: &&Word| word.at == self.moves.len();
        let texts = self.words.iter().rev().take_while(after).take(4);
        let plain = |text: &str| text.trim_end_matches(['.', ',']).to_lowercase();
        let mut said: Vec<String> = texts.map(|word| plain(word.text)).collect();
        said.reverse();
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        let won = |winner| GameTermination::Over(Some(winner));
        let (end, words, why) = match said.as_slice() {
            [.., "white", "resigns" | "resigned"] => (won(Color::Black), 2, "resignation"),
            [.., "black", "resigns" | "resigned"] => (won(Color::White), 2, "resignation"),
            [.., "white", "wins" | "won"] => (won(Color::White), 2, ""),
            [.., "black", "wins" | "won"] => (won(Color::Black), 2, ""),
            ["white", "loses" | "lost", "on", "time"] => (won(Color::Black), 4, "on time"),
            ["black", "loses" | "lost", "on", "time"] => (won(Color::White), 4, "on time"),
            ["white", "wins" | "won", "on", "time"] => (won(Color::White), 4, "on time"),
            ["black", "wins" | "won", "on", "time"] => (won(Color::Black), 4, "on time"),
            [.., "draw" | "drawn", "by", "agreement"] => {
                (GameTermination::Over(None), 3, "agreement")
            }
            [.., "draw", "agreed"] => (GameTermination::Over(None), 2, "agreement"),
            [.., "draw" | "drawn"] => (GameTermination::Over(None), 1, ""),
            _ => return,
        };
        if self.end.is_some_and(|(other, _)| other != end) {
            return;
        }
        self.said = why;
        let rest = self.words.len() - words;
        if let Some(line) = self.words.drain(rest..).map(|word| word.line).next() {
            self.sign = Some((end, line));
        }
    }

    fn tagged_end(&self) -> Option<GameTermination> {
        GameTermination::of_tag(self.description.get("Result")?)
    }

    /// The results that the record gives, the tag's first. A sign counts where there is no other.
    fn ends(&self) -> [Option<GameTermination>; 2] {
        let text = self.end.map(|(end, _)| end);
        let tag = self.tagged_end();
        let sign = self.sign.map(|(sign, _)| sign);
        let plain = tag.filter(|tag| *tag != GameTermination::Open);
        [tag, text.or(sign.filter(|_| plain.is_none()))]
    }

    /// The result that is kept: that after the moves, unless it is open and the tag's is not, or the board contradicts
    /// it and confirms the tag's.
    fn kept(&self, board: Option<Outcome>) -> GameTermination {
        let [tag, text] = self.ends();
        let proven = |end: &GameTermination| {
            board.is_some_and(|end_| *end == GameTermination::Over(end_.winner))
        };
        let over = |end: &GameTermination| *end != GameTermination::Open;
        let text_first = [text, tag].into_iter().flatten();
        let best = text_first.clone().find(proven);
        let best = best.or_else(|| text_first.clone().find(over));
        best.unwrap_or(GameTermination::Open)
    }

    /// What is to be said of the record by itself, each with its line.
    fn remarks(&self, first_line: u64, game: &Game) -> Vec<(u64, Remark)> {
        let mut remarks = Vec::new();
        let unclear = self.description.unclear_date();
        let line_of = |tag| self.description.line_of(tag).unwrap_or(first_line);
        remarks.extend(unclear.map(|remark| (line_of("Date"), remark)));
        let tag = self.description.get("Result").filter(|tag| *tag != "?");
        let line = line_of("Result");
        if let [Some(tag), Some(text)] = self.ends() {
            let differ = Remark::ResultsDiffer {
                tag: tag.written().to_owned(),
                text: text.written().to_owned(),
                kept: game.outcome().map_or("*", Outcome::result).to_owned(),
            };
            remarks.extend((tag != text).then_some((line, differ)));
        } else if let (Some(tag), None) = (tag, self.tagged_end()) {
            let text = quoted(tag);
            remarks.push((line, Remark::UnknownResult { text }));
        }
        let word = |word: &Word| {
            (
                word.line,
                Remark::NoMoves {
                    text: quoted(word.text),
                },
            )
        };
        remarks.extend(self.words.first().map(word));
        let later = [&self.both_lost, &self.null, &self.late, &self.unclosed];
        remarks.extend(later.into_iter().flatten().cloned());
        remarks
    }

    /// That the board gives another result than the record.
    fn belied(&self, line: u64, kept: GameTermination, board: Outcome) -> Stopped {
        let line = self.end.map_or(line, |(_, line)| line);
        let remark = Remark::ResultNotOnBoard {
            recorded: kept.written().to_owned(),
            board: board.result().to_owned(),
        };
        Stopped {
            line,
            kind: FaultKind::TooManyMoves,
            plies: None,
            goes_on: true,
            belied: Some(Box::new((line, remark))),
        }
    }
}

/// How languages write king, queen, rook, bishop and knight.
const LANGUAGES: [&str; 11] = [
    // Danish, German, Norwegian and Swedish; Dutch; Finnish; French; Italian and Spanish.
    "K D T L S",
    "K D T L P",
    "K D T L R",
    "R D T F C",
    "R D T A C",
    // Portuguese, Polish, Czech, Hungarian, Romanian, Russian.
    "R D T B C",
    "K H W G S",
    "K D V S J",
    "K V B F H",
    "R D T N C",
    "Кр Ф Л С К",
];

impl Sheet<'_> {
    /// Plays the moves with the letters of the one language in which every move can be played, where not
    /// all are those of English. Returns these letters, too.
    fn play_in_other_letters(&self, start: &Chess) -> Option<(Played, PieceLetters)> {
        let piece = |text: &str| text.chars().next().filter(|first| first.is_uppercase());
        let foreign = |text: &str| piece(text).is_some_and(|first| !"KQRBNO".contains(first));
        if !self.moves.iter().any(|written| foreign(&written.text)) {
            return None;
        }
        let mut found: Option<(Played, PieceLetters)> = None;
        for letters in LANGUAGES.iter().filter_map(|letters| letters.parse().ok()) {
            match (self.play_as_recorded(start, Some(&letters)), &found) {
                (Ok(played), Some((other, _))) if played.moves() != other.moves() => return None,
                (Ok(played), None) => found = Some((played, letters)),
                _ => {}
            }
        }
        found
    }
}

/// What is wrong with the text of a game. The sections are those of the PGN standard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// It is longer than any game can be.
    #[error("the text is longer than any game can be")]
    TooLarge,
    /// It has more moves than are kept of a game.
    #[error("there are more than {MOST_PLIES} plies")]
    TooManyMoves,
    /// It is a game by other rules, named here.
    #[error("the variant is not standard chess: {0}")]
    Variant(String),
    /// No game can start from the position that it gives (section 9.7.2).
    #[error("the first position is impossible: {0}")]
    Start(FenError),
    /// A comment begins and does not end (section 5), so that moves may be missing.
    #[error("a comment is not closed")]
    OpenComment,
    /// A variation begins and does not end (section 8.2.5), so that moves may be missing.
    #[error("a variation is not closed")]
    OpenVariation,
    /// A move (section 8.2.3) cannot be played.
    #[error("{written} cannot be played: {}", .refusal.code())]
    Move {
        /// The move as it is written, after its number: `12... Nf3`.
        written: String,
        /// Why not.
        refusal: Refusal,
        /// The board on which it should have been played.
        board: Box<Board>,
    },
}

/// A game that is not taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct Fault {
    /// The game, counted from 1.
    pub game: u64,
    /// The line of the file, counted from 1: where it went wrong, or where the game begins.
    pub line: u64,
    /// The reason.
    pub kind: FaultKind,
}

/// What a person should know of a game that is taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The game, counted from 1.
    pub game: u64,
    /// The line of the file, counted from 1.
    pub line: u64,
    /// What it is.
    pub remark: Remark,
}
