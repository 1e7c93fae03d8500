//! A move in words, how it is said to those who hear it, and the phrases that sentences about moves are made of.

use std::cell::Cell;

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{
    Board, Chess, File, Game, Move, PieceLetters, Ply, Position, Role, San, Square, figurines_in,
    read_san, start_position,
};
use strum::{Display as Named, EnumString, VariantArray};

use super::{enumerate, filled, gettext_f, ngettext, sentence, sentences};

/// How moves are said to those who hear them; what is seen has its own forms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Named, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum SpokenMoves {
    /// `Knight captures pawn on e5`.
    #[default]
    Words,
    /// The same with the files in the alphabet of radio: `Knight captures pawn on echo 5`.
    Nato,
    /// The same with the files as they are announced to blind players: `Knight captures pawn on Eva 5`.
    Anna,
    /// As it is written, sign by sign: `N x e 5`.
    Notation,
    /// From where to where: `f3 e5`.
    Coordinates,
}

thread_local! {
    /// Windows live in one thread, and so do those who hear them.
    static SPOKEN: Cell<SpokenMoves> = const { Cell::new(SpokenMoves::Words) };
}

/// Has moves said so from now on, in this thread.
pub fn say_moves(how: SpokenMoves) {
    SPOKEN.set(how);
}

/// What was played, and then another sentence.
pub fn played_then(ply: &Ply, next: &str) -> Message {
    Message::naming_moves(|named| sentences(&[sentence(&named(ply)), next.to_owned()]))
}

/// The letters by which the pieces are called in moves that are typed.
pub fn piece_letters() -> PieceLetters {
    // Translators: the letters of king, queen, rook, bishop and knight in moves, as the game is
    // written down in your language, with blanks between them: “K D T L S” in German
    let letters = pgettext("piece letters: king queen rook bishop knight", "K Q R B N");
    letters.parse().unwrap_or_default()
}

/// What is typed as a move, as [`Game::read_move`] reads it. A move may be typed in the words in which it is said, or in
/// some of them: `Knight captures pawn on e5`, `knight takes e5`, `castle kingside`.
pub fn typed_move(game: &Game, typed: &str) -> String {
    written_move(game, typed).unwrap_or_else(|| game.in_english(typed, &piece_letters()))
}

/// Moves as they can be typed in words.
pub fn typed_examples() -> String {
    let on = |phrase: String, square: &str| filled(phrase, &[("square", square)]);
    enumerate(&[
        on(goes(Role::Knight), "f3"),
        on(captures_something(Role::Pawn), "d5"),
        castles(true),
    ])
}

/// A move that is typed in words, as it is written; `None` where it does not begin with a word in which moves are said.
fn written_move(game: &Game, typed: &str) -> Option<String> {
    // Translators: more words for “captures” in moves that people type, in small letters with blanks between them
    let captures = words_of(&pgettext("typed in a move", "takes x"));
    let mut words = words_of(typed);
    let count = words.len();
    words.retain(|word| !captures.contains(word));
    let captures = words.len() < count;
    let (first, more) = words.split_first()?;
    // Most moves are typed as they are written, with a square in their first word.
    if first.contains(|sign: char| sign.is_ascii_digit()) {
        return with_piece(first, more);
    }
    let is_meant = |ply: &&Ply| {
        let ways = [SpokenMoves::Words, SpokenMoves::Nato, SpokenMoves::Anna];
        let fits = |how| is_said_by(&words_of(&said_so(ply, how)), &words);
        (!more.is_empty() || ply.castling().is_some()) && ways.into_iter().any(fits)
    };
    let plies = game.legal_plies();
    let meant: Vec<&Ply> = plies.iter().filter(is_meant).take(2).collect();
    if let [ply] = meant[..] {
        return Some(ply.san.to_string());
    }
    let castle = |king_side: &bool| is_said_by(&words_of(&castles(*king_side)), &words);
    let side = [true, false].into_iter().find(castle);
    if let Some(king_side) = side.filter(|_| meant.is_empty()) {
        return Some(if king_side { "O-O" } else { "O-O-O" }.to_owned());
    }
    // Why it cannot be played is known of a move with the letter of its piece.
    let moves = |role: &Role| words_of(&goes(*role)).first() == Some(first);
    let Some(role) = Role::ALL.into_iter().find(moves) else {
        return captured_from_file(first, more);
    };
    let going = words_of(&goes(role));
    let capturing = words_of(&captures_something(role));
    let says_so = |word: &String| capturing.contains(word) && !going.contains(word);
    let captures = captures || more.iter().any(says_so);
    let squares = more
        .iter()
        .filter(|word| !going.contains(word) && !capturing.contains(word));
    let letter = match captures && role == Role::Pawn {
        true => "Px".to_owned(),
        false => role.upper_char().to_string(),
    };
    Some(squares.fold(letter, |san, word| san + word))
}

/// The capture of a pawn that is typed with its file and the square, such as `d takes c6`.
fn captured_from_file(file: &str, more: &[String]) -> Option<String> {
    let (square, kind) = more.split_first()?;
    let is_one = file
        .parse::<char>()
        .ok()
        .and_then(File::from_char)
        .is_some();
    (is_one && square.parse::<Square>().is_ok()).then(|| {
        let move_text = format!("{file}x{square}");
        with_piece(&move_text, kind).unwrap_or(move_text)
    })
}

/// A move as it is written, with the piece that its pawn becomes; `None` where other words name none.
fn with_piece(move_text: &str, named: &[String]) -> Option<String> {
    let [name] = named else { return None };
    let letter = promotion_named(name)?.upper_char();
    Some(format!("{move_text}={letter}"))
}

/// The piece that a pawn can become which a text names, as it does when that is asked for.
pub fn promotion_named(text: &str) -> Option<Role> {
    let text = text.trim().to_lowercase();
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let is_named = |role: &Role| {
        words_of(&promotes(*role)).last() == Some(&text)
            || words_of(&goes(*role)).first() == Some(&text)
    };
    roles.into_iter().find(is_named)
}

/// Whether a word may be the beginning of the name of a piece, with which a move in words begins.
pub fn may_name_piece(word: &str) -> bool {
    let word = word.to_lowercase();
    let begins = |role: Role| goes(role).to_lowercase().starts_with(&word);
    Role::ALL.into_iter().any(begins)
}

/// Whether all of some words come in these, in their order, and the first is the first.
fn is_said_by(said: &[String], words: &[String]) -> bool {
    let mut rest = said.iter();
    // Some say “castle kingside”.
    let is = |said: &String, word: &String| {
        said == word || word.chars().count() > 3 && said.starts_with(word.as_str())
    };
    said.first()
        .zip(words.first())
        .is_some_and(|(said, word)| is(said, word))
        && words.iter().all(|word| rest.any(|said| is(said, word)))
}

/// The words of a phrase in small letters.
fn words_of(phrase: &str) -> Vec<String> {
    let between = |sign: char| sign.is_whitespace() || ",，،".contains(sign);
    let words = phrase.split(between).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// A move said in one of the ways, for those who choose among them.
pub fn spoken_example(how: SpokenMoves) -> String {
    let start = start_position();
    let knights = start.legal_moves().into_iter();
    let moved = knights.filter(|mv| mv.to() == Square::F3 && mv.role() == Role::Knight);
    let before = SPOKEN.replace(how);
    let said = moved
        .map(|mv| spoken_move(&Ply::play(&start, mv)))
        .collect();
    SPOKEN.set(before);
    said
}

/// A ply in words: `Knight captures pawn on e5, check`. So it is seen; what is heard is [`spoken_move`].
pub fn move_words(ply: &Ply) -> String {
    with_check(ply, in_words(ply, |square| square.to_string()))
}

/// A ply as it is said to those who hear it, in the way that they have chosen.
pub fn spoken_move(ply: &Ply) -> String {
    said_so(ply, SPOKEN.get())
}

/// The same in a way.
fn said_so(ply: &Ply, how: SpokenMoves) -> String {
    let said = said_before_end(ply, how);
    match ply.position.is_checkmate() {
        true => with_mate(&said),
        false => said,
    }
}

/// A move with its number, for those who hear it: `12… Knight to f6`.
pub fn ply_said(ply: &Ply) -> String {
    format!("{} {}", move_number(ply), spoken_move(ply))
}

/// The number and the move of a ply, as a scoresheet has them: `12… Nf6`. None for ply 0.
pub fn move_name(game: &Game, ply: usize) -> Option<String> {
    Some(numbered(game.plies().get(ply.checked_sub(1)?)?))
}

/// The same for those who hear it: `12… Knight to f6`.
pub fn move_said(game: &Game, ply: usize) -> Option<String> {
    Some(ply_said(game.plies().get(ply.checked_sub(1)?)?))
}

/// A move with its number, as a scoresheet has it: `12… Nf6`.
pub fn numbered(ply: &Ply) -> String {
    format!("{} {}", move_number(ply), ply.san)
}

/// Moves that follow each other, as a scoresheet has them: `14… Nc6 15. Bb5`.
pub(super) fn numbered_line(plies: impl IntoIterator<Item = Ply>) -> String {
    let written = plies.into_iter().enumerate().map(|(index, ply)| {
        match index == 0 || ply.mover.is_white() {
            true => numbered(&ply),
            false => ply.san.to_string(),
        }
    });
    written.collect::<Vec<_>>().join(" ")
}

/// The moves of a line without numbers: `Nc6 Bb5`.
pub fn sans(start: &Chess, line: &[Move]) -> String {
    let sans = Ply::line(start, line).map(|ply| ply.san.to_string());
    sans.collect::<Vec<_>>().join(" ")
}

/// The number of a move: `12.` for White's, `12…` for Black's.
pub fn move_number(ply: &Ply) -> String {
    format!("{}{}", ply.number(), ply.mover.fold_wb(".", "…"))
}

/// The same as [`spoken_move`] where it is said afterwards how the game has ended.
pub(super) fn spoken_before_end(ply: &Ply) -> String {
    said_before_end(ply, SPOKEN.get())
}

fn said_before_end(ply: &Ply, how: SpokenMoves) -> String {
    let said = match how {
        SpokenMoves::Words | SpokenMoves::Nato | SpokenMoves::Anna => {
            in_words(ply, |square| signs_apart(&square.to_string(), how))
        }
        SpokenMoves::Notation => signs_apart(&ply.san.san.to_string(), how),
        SpokenMoves::Coordinates => from_and_to(ply),
    };
    with_check(ply, said)
}

fn with_check(ply: &Ply, said: String) -> String {
    match ply.position.is_check() && !ply.position.is_checkmate() {
        true => checks(&said),
        false => said,
    }
}

fn checks(said: &str) -> String {
    // Translators: {move} is such as “Knight to f3”
    gettext_f("{move}, check", &[("move", said)])
}

fn with_mate(said: &str) -> String {
    // Translators: {move} is such as “Knight to f3”
    gettext_f("{move}, checkmate", &[("move", said)])
}

/// A ply by the squares that it leads from and to.
fn from_and_to(ply: &Ply) -> String {
    let squares = ply.uci();
    let said = match squares.split_at_checked(2).zip(squares.get(2..4)) {
        Some(((from, _), to)) => format!("{from} {to}"),
        None => squares,
    };
    with_promotion(said, ply.mv.promotion())
}

/// What is written without blanks, such as `Nxe5` or `e5`, sign by sign and with the names of the files.
fn signs_apart(written: &str, how: SpokenMoves) -> String {
    let files = match how {
        SpokenMoves::Words | SpokenMoves::Coordinates => return written.to_owned(),
        SpokenMoves::Notation => String::new(),
        // Translators: the alphabet of radio, a to h, as it is said in your language, with blanks between the words
        SpokenMoves::Nato => pgettext("files", "alfa bravo charlie delta echo foxtrot golf hotel"),
        // Translators: the files a to h as FIDE has them announced to blind players, as names that are read aloud in
        // your language, with blanks between them
        SpokenMoves::Anna => pgettext("files", "Anna Bella Cesar David Eva Felix Gustav Hector"),
    };
    if written.starts_with('O') {
        return written.to_owned();
    }
    let files: Vec<&str> = files.split_whitespace().collect();
    let name = |sign: char| {
        let number = u32::from(sign).wrapping_sub(u32::from('a'));
        let file = usize::try_from(number)
            .ok()
            .and_then(|number| files.get(number));
        file.map_or_else(|| sign.to_string(), ToString::to_string)
    };
    written.chars().map(name).collect::<Vec<_>>().join(" ")
}

/// What a word of a text is, as far as that tells what the next one is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Move,
    MoveNumber,
    Other,
}

/// The moves and squares that are written in a text as they are said. What a move captures is not written; by its squares
/// no move is known without its position, so that it stays as it is written there.
fn heard_in(text: String) -> String {
    let how = SPOKEN.get();
    let as_written = how != SpokenMoves::Notation && tells_how_to_write(&text);
    if how == SpokenMoves::Coordinates || as_written {
        return text;
    }
    let mut said = String::with_capacity(text.len());
    let (mut last, mut checks) = (Word::Other, false);
    let mut words = text.split_inclusive(char::is_whitespace).peekable();
    while let Some(word) = words.next() {
        // A square before a move is a move of a pawn, too.
        let leads = words.peek().is_some_and(|next| is_piece_move(next));
        if last == Word::Other && leads && word.trim_end().ends_with(is_written) {
            last = Word::MoveNumber;
        }
        let (spoken, kind) = heard(word, last, how);
        // Moves that follow each other in a line are told apart, and a check from what is said of it.
        let apart = last == Word::Move && (checks || kind != Word::Other);
        said = match apart && !word.starts_with('(') {
            true => enumerate(&[said.trim_end().to_owned(), spoken]),
            false => said + &spoken,
        };
        let ends = kind == Word::Move && !word.trim_end().ends_with(is_written);
        last = if ends { Word::Other } else { kind };
        checks = word.trim_end().ends_with(['+', '#']);
    }
    said
}

/// Whether a word is a move that is not written like a square.
fn is_piece_move(word: &str) -> bool {
    let written = word.trim_end_matches(|sign: char| !is_written(sign));
    let bare = written.trim_end_matches(['+', '#']);
    bare.parse::<Square>().is_err() && read_san(written).is_some()
}

/// Whether a sign may be the last one of a written move.
fn is_written(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '+' | '#')
}

/// Whether a text tells how moves are written, by examples of which one is such as `g1f3`.
fn tells_how_to_write(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    words.any(|word| {
        let squares = word.split_at_checked(2);
        squares.is_some_and(|(from, to)| [from, to].iter().all(|at| at.parse::<Square>().is_ok()))
    })
}

/// A word with what is before and after it as it is said after the `last` one, and what it is.
fn heard(word: &str, last: Word, how: SpokenMoves) -> (String, Word) {
    let from = word.find(char::is_alphanumeric).unwrap_or(0);
    let to = word.rfind(is_written).map_or(from, |last| last + 1);
    let (before, rest) = word.split_at(from);
    let unchanged = |kind| (word.to_owned(), kind);
    // The last sign may be longer than a byte; then it is no move.
    let Some((written, after)) = rest.split_at_checked(to.saturating_sub(from)) else {
        return unchanged(Word::Other);
    };
    if matches!(after.trim_end(), "." | "…") && written.bytes().all(|sign| sign.is_ascii_digit())
    {
        return unchanged(Word::MoveNumber);
    }
    let Some(san) = read_san(written) else {
        return unchanged(Word::Other);
    };
    let bare = written.trim_end_matches(['+', '#']);
    let is_square = bare.parse::<Square>().is_ok();
    let moves = !is_square || last != Word::Other;
    let said = if moves && how != SpokenMoves::Notation {
        written_in_words(&san, |square| signs_apart(&square.to_string(), how))
    } else {
        signs_apart(bare, how)
    };
    let said = match &written[bare.len()..] {
        "+" => checks(&said),
        "#" => with_mate(&said),
        _ => said,
    };
    let kind = if moves { Word::Move } else { Word::Other };
    (format!("{before}{said}{after}"), kind)
}

/// What a written move does, in words, with its square in those of the caller.
fn written_in_words(san: &San, name: impl Fn(Square) -> String) -> String {
    let (done, promotion) = match san {
        San::Castle(side) => return castles(side.is_king_side()),
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } => {
            let phrase = match capture {
                true => captures_something(*role),
                false => goes(*role),
            };
            let done = filled(phrase, &[("square", &name(*to))]);
            let begins = match (file, rank) {
                // Of what a pawn captures the file is always written.
                _ if *role == Role::Pawn => None,
                (Some(file), Some(rank)) => Some(name(Square::from_coords(*file, *rank))),
                (Some(file), None) => Some(file.to_string()),
                (None, rank) => rank.map(|rank| rank.to_string()),
            };
            let done = match begins {
                Some(begins) => from_where(&done, &begins),
                None => done,
            };
            (done, *promotion)
        }
        San::Put { .. } | San::Null => return san.to_string(),
    };
    with_promotion(done, promotion)
}

/// What a move does, with what its pawn becomes.
fn with_promotion(done: String, promotion: Option<Role>) -> String {
    match promotion {
        Some(kind) => filled(promotes(kind), &[("move", &done)]),
        None => done,
    }
}

/// What a ply does, in words, with its square in those of the caller; and from where, if another piece of its kind could do so.
fn in_words(ply: &Ply, name: impl Fn(Square) -> String) -> String {
    let (from, to) = ply.squares();
    let square = name(to);
    let done = match (ply.castling(), ply.captured()) {
        (Some(side), _) => castles(side.is_king_side()),
        (None, Some((_, at))) if at != to => gettext_f(
            "Pawn captures en passant on {square}",
            &[("square", &square)],
        ),
        (None, Some((kind, _))) => {
            let values = [("captured", &*captured(kind)), ("square", &*square)];
            filled(captures(ply.mv.role()), &values)
        }
        (None, None) => filled(goes(ply.mv.role()), &[("square", &square)]),
    };
    let done = match is_ambiguous(ply) {
        true => from_where(&done, &name(from)),
        false => done,
    };
    with_promotion(done, ply.mv.promotion())
}

/// Whether its piece and where that goes leave open which of two pieces has moved.
fn is_ambiguous(ply: &Ply) -> bool {
    match ply.san.san {
        // Of what a pawn captures the file is always written.
        San::Normal {
            role: Role::Pawn, ..
        } => {
            let (board, (_, to)) = (ply.position.board(), ply.squares());
            let rivals = board.attacks_to(to, ply.mover, board.occupied()) & board.pawns();
            ply.mv.is_capture() && rivals.any()
        }
        San::Normal { file, rank, .. } => file.is_some() || rank.is_some(),
        San::Castle(_) | San::Put { .. } | San::Null => false,
    }
}

/// A move and where it begins: a square, or the file or the rank.
fn from_where(done: &str, begin: &str) -> String {
    gettext_f(
        // Translators: a move and where the piece stands, such as “Knight captures pawn on e5, from f3”
        "{move}, from {square}",
        &[("move", done), ("square", begin)],
    )
}

fn castles(king_side: bool) -> String {
    match king_side {
        true => gettext("Castles kingside"),
        false => gettext("Castles queenside"),
    }
}

fn goes(role: Role) -> String {
    match role {
        Role::Pawn => gettext("Pawn to {square}"),
        Role::Knight => gettext("Knight to {square}"),
        Role::Bishop => gettext("Bishop to {square}"),
        Role::Rook => gettext("Rook to {square}"),
        Role::Queen => gettext("Queen to {square}"),
        Role::King => gettext("King to {square}"),
    }
}

fn captures(role: Role) -> String {
    match role {
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Pawn => gettext("Pawn captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Knight => gettext("Knight captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Bishop => gettext("Bishop captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Rook => gettext("Rook captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::Queen => gettext("Queen captures {captured} on {square}"),
        // Translators: {captured} is a piece in the form that it has here, such as “queen”
        Role::King => gettext("King captures {captured} on {square}"),
    }
}

/// The same where it is not known what is captured.
fn captures_something(role: Role) -> String {
    match role {
        Role::Pawn => gettext("Pawn captures on {square}"),
        Role::Knight => gettext("Knight captures on {square}"),
        Role::Bishop => gettext("Bishop captures on {square}"),
        Role::Rook => gettext("Rook captures on {square}"),
        Role::Queen => gettext("Queen captures on {square}"),
        Role::King => gettext("King captures on {square}"),
    }
}

fn captured(role: Role) -> String {
    match role {
        // Translators: in the form that it has in “Knight captures pawn on e5”
        Role::Pawn => pgettext("captured piece", "pawn"),
        // Translators: in the form that it has in “Pawn captures knight on e5”
        Role::Knight => pgettext("captured piece", "knight"),
        // Translators: in the form that it has in “Pawn captures bishop on e5”
        Role::Bishop => pgettext("captured piece", "bishop"),
        // Translators: in the form that it has in “Pawn captures rook on e5”
        Role::Rook => pgettext("captured piece", "rook"),
        // Translators: in the form that it has in “Pawn captures queen on e5”
        Role::Queen => pgettext("captured piece", "queen"),
        // No king is ever captured.
        Role::King => String::new(),
    }
}

fn promotes(role: Role) -> String {
    match role {
        // Translators: {move} is such as “Pawn to e8”
        Role::Knight => gettext("{move}, promotes to knight"),
        // Translators: {move} is such as “Pawn to e8”
        Role::Bishop => gettext("{move}, promotes to bishop"),
        // Translators: {move} is such as “Pawn to e8”
        Role::Rook => gettext("{move}, promotes to rook"),
        // Translators: {move} is such as “Pawn to e8”
        Role::Queen => gettext("{move}, promotes to queen"),
        // Nothing becomes another pawn or king.
        Role::Pawn | Role::King => "{move}".to_owned(),
    }
}

/// What is asked when a pawn arrives at the last rank.
pub fn promotion_question() -> String {
    gettext("Promote to which piece?")
}

/// A piece that does something, at the beginning of a sentence: `The knight on f6`.
pub(super) fn doer(role: Role, square: Square) -> String {
    let phrase = match role {
        // Translators: a piece that does something; begins a sentence, such as “The pawn on e5 attacks the rook on d6.”
        Role::Pawn => pgettext("who does it", "The pawn on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The knight on f6 attacks the rook on d5.”
        Role::Knight => pgettext("who does it", "The knight on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The bishop on b5 attacks the rook on e8.”
        Role::Bishop => pgettext("who does it", "The bishop on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The rook on e1 attacks the queen on e7.”
        Role::Rook => pgettext("who does it", "The rook on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The queen on e4 attacks the rook on a8.”
        Role::Queen => pgettext("who does it", "The queen on {square}"),
        // Translators: a piece that does something; begins a sentence, such as “The king on e5 attacks the rook on d6.”
        Role::King => pgettext("who does it", "The king on {square}"),
    };
    filled(phrase, &[("square", &square.to_string())])
}

/// What a piece does something to, inside a sentence: `the rook on d5`; the square alone where nothing stands.
pub(super) fn object(board: &Board, square: Square) -> String {
    match board.role_at(square) {
        Some(role) => piece_as_object(role, square),
        None => square.to_string(),
    }
}

/// A piece to which something is done, inside a sentence: `the rook on d5`.
pub(super) fn piece_as_object(role: Role, square: Square) -> String {
    let phrase = match role {
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the pawn on d5”
        Role::Pawn => pgettext("to whom it is done", "the pawn on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the knight on d5”
        Role::Knight => pgettext("to whom it is done", "the knight on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the bishop on d5”
        Role::Bishop => pgettext("to whom it is done", "the bishop on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the rook on d5”
        Role::Rook => pgettext("to whom it is done", "the rook on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the queen on d5”
        Role::Queen => pgettext("to whom it is done", "the queen on {square}"),
        // Translators: to whom something is done (in the accusative, where there is one), as in “… attacks the king on e8”
        Role::King => pgettext("to whom it is done", "the king on {square}"),
    };
    filled(phrase, &[("square", &square.to_string())])
}

/// So many pieces of a kind, which are won or given: `a rook`.
fn some(role: Role, count: usize) -> String {
    match role {
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a pawn.”
        Role::Pawn => ngettext("a pawn", "{count} pawns", count),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a knight.”
        Role::Knight => ngettext("a knight", "{count} knights", count),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a bishop.”
        Role::Bishop => ngettext("a bishop", "{count} bishops", count),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a rook.”
        Role::Rook => ngettext("a rook", "{count} rooks", count),
        // Translators: what is won, or what it costs (in the accusative, where there is one), as in “This wins a queen.”
        Role::Queen => ngettext("a queen", "{count} queens", count),
        Role::King => String::new(),
    }
}

/// What is won and what is given for it: kinds of pieces and how many of each.
pub(super) fn wins(won: &[(Role, usize)], given: &[(Role, usize)]) -> String {
    let named = |pieces: &[(Role, usize)]| {
        let pieces = pieces.iter().map(|(role, count)| some(*role, *count));
        together(pieces.collect())
    };
    let (pieces, price) = (named(won), named(given));
    match (won, given) {
        ([], _) => String::new(),
        // Translators: {pieces} is such as “a rook and 2 pawns”
        (_, []) => gettext_f("This wins {pieces}.", &[("pieces", &pieces)]),
        _ => gettext_f(
            // Translators: {pieces} and {price} are such as “a rook and 2 pawns”
            "This wins {pieces} for {price}.",
            &[("pieces", &pieces), ("price", &price)],
        ),
    }
}

/// Things one after the other, the last one after “and”.
pub(super) fn together(mut named: Vec<String>) -> String {
    let last = named.pop().unwrap_or_default();
    if named.is_empty() {
        return last;
    }
    let pieces = enumerate(&named);
    gettext_f(
        // Translators: the end of a list of pieces, such as “the king on g8, the queen on e7 and the rook on d5”
        "{pieces} and {last}",
        &[("pieces", &pieces), ("last", &last)],
    )
}

/// What a pawn becomes: `A pawn becomes a queen on e8.`
pub(super) fn becomes(role: Role, square: Square) -> String {
    let sentence = match role {
        Role::Queen => gettext("The pawn promotes to a queen on {square}."),
        Role::Rook => gettext("The pawn promotes to a rook on {square}."),
        Role::Bishop => gettext("The pawn promotes to a bishop on {square}."),
        Role::Knight => gettext("The pawn promotes to a knight on {square}."),
        Role::Pawn | Role::King => return String::new(),
    };
    filled(sentence, &[("square", &square.to_string())])
}

/// What is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    shown: String,
    spoken: String,
}

impl Message {
    /// A message that is another one for those who hear it. Squares and moves that are written in it are said as
    /// [`say_moves`] wants it.
    pub fn new(shown: String, spoken: String) -> Self {
        let spoken = heard_in(spoken);
        Self { shown, spoken }
    }

    /// A message with moves in it, given how each of them is named: in words for the eye, and as they are said.
    pub(super) fn naming_moves(said: impl Fn(fn(&Ply) -> String) -> String) -> Self {
        Self::new(said(move_words), said(spoken_move))
    }

    /// The words for the eye.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The words for the ear.
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The same, and then another sentence for both.
    pub fn and_then(&self, sentence: &str) -> Self {
        self.map(|said| sentences(&[said.to_owned(), sentence.to_owned()]))
    }

    /// The same, and then more for the ear.
    pub fn and_spoken(mut self, more: &[String]) -> Self {
        let said = std::mem::take(&mut self.spoken);
        let more = more.iter().cloned().map(heard_in);
        let all: Vec<String> = [said].into_iter().chain(more).collect();
        self.spoken = sentences(&all);
        self
    }

    /// The same with figurines for the eye, if they are wanted.
    pub fn in_figurines(self, wanted: bool) -> Self {
        let shown = if wanted {
            figurines_in(&self.shown)
        } else {
            self.shown
        };
        Self { shown, ..self }
    }

    /// The same with other words around either.
    pub fn map(&self, around: impl Fn(&str) -> String) -> Self {
        Self::new(around(&self.shown), around(&self.spoken))
    }
}

impl From<String> for Message {
    /// The same words for both, but for how squares and moves are said.
    fn from(words: String) -> Self {
        Self::new(words.clone(), words)
    }
}

/// The second hint: the piece that moves.
pub fn what_moves(piece: &str) -> String {
    // Translators: {piece} is such as “knight on f3”
    gettext_f("Move this piece: {piece}.", &[("piece", piece)])
}
