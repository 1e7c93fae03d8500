//! What is read out to those who ask for it: both clocks, the whole position, and a part of it.

use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{
    Allowance, Bitboard, Board, Bonus, ByColor, Captured, CastlingSide, Chess, Color, Command,
    Game, Inquiry, Ply, Position, Refusal, Role, TimeControl, material_balance, openings,
};
use rank_and_file_core::record::log::Header;

use super::names::{of_player, told_name};
use super::{
    Message, castling_right, ended, enumerate, gettext_f, ngettext, ngettext_f, opening, outcome,
    refusal, role, sentence, sentences, turn,
};

/// The pieces in the order in which they are read.
const READ: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// A span of time: `4 minutes 12 seconds`. Rounded up, as the clock's face is.
pub fn span(milliseconds: u64) -> String {
    let seconds = usize::try_from(milliseconds.div_ceil(1000)).unwrap_or(usize::MAX);
    let parts = [
        (seconds / 3600, hours as fn(usize) -> String),
        (seconds / 60 % 60, minutes),
        (seconds % 60, self::seconds),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| name(count))
        .collect();
    if said.is_empty() {
        return gettext("no time");
    }
    // Translators: what stands between “4 minutes” and “12 seconds”: a space, or nothing
    said.join(&pgettext("between units of time", " "))
}

/// The time that a player has, in few letters: `5 minutes + 3 s`.
pub fn allowance(allowance: &Allowance) -> String {
    let first = allowance.period(0);
    let time = span(first.time);
    match first.bonus {
        Bonus::None => time,
        Bonus::Fischer(ms) | Bonus::Bronstein(ms) | Bonus::SimpleDelay(ms) => gettext_f(
            // Translators: the time of a player, and seconds for each move: “5 minutes + 3 s”
            "{time} + {seconds} s",
            &[("time", &time), ("seconds", &(ms / 1000).to_string())],
        ),
    }
}

/// The time of the first and of the second player, in few letters; of each where it is not the same.
pub fn allowances(control: &TimeControl, names: [&str; 2]) -> String {
    let times = [Color::White, Color::Black].map(|side| allowance(control.side(side)));
    if times[0] == times[1] {
        return ended(&times[0]);
    }
    let unnamed = [gettext("First Player"), gettext("Second Player")];
    let said = [0, 1].map(|place| {
        let name = Some(told_name(names[place])).filter(|name| !name.is_empty());
        let name = name.as_deref().unwrap_or(&unnamed[place]);
        gettext_f(
            "{name}: {time}.",
            &[("name", name), ("time", &times[place])],
        )
    });
    sentences(&said)
}

fn hours(count: usize) -> String {
    ngettext("{count} hour", "{count} hours", count)
}

fn minutes(count: usize) -> String {
    ngettext("{count} minute", "{count} minutes", count)
}

fn seconds(count: usize) -> String {
    ngettext("{count} second", "{count} seconds", count)
}

/// What both clocks show, given what both sides have left in milliseconds; `None` for a game without
/// clocks.
pub fn both_clocks(left: Option<ByColor<u64>>, players: &Header) -> String {
    let Some(left) = left else {
        return gettext("This game is played without clocks.");
    };
    let said = Color::ALL.map(|side| {
        of_player(
            players,
            side,
            [
                // Translators: what the clock shows, such as “White: 4 minutes 12 seconds.”
                gettext("White: {time}."),
                // Translators: what the clock shows, such as “Black: 4 minutes 12 seconds.”
                gettext("Black: {time}."),
                // Translators: what the clock shows, such as “Ann: 4 minutes 12 seconds.”
                gettext("{name}: {time}."),
            ],
            &[("time", &span(*left.get(side)))],
        )
    });
    sentences(&said)
}

/// That little time is left to a player.
pub fn short_of_time(players: &Header, side: Color, milliseconds: u64) -> String {
    of_player(
        players,
        side,
        [
            gettext("White has {time} left."),
            gettext("Black has {time} left."),
            gettext("{name} has {time} left."),
        ],
        &[("time", &span(milliseconds))],
    )
}

/// The pieces of a kind and where they stand: `rooks on a1, h1`.
fn all_of(kind: Role, squares: &[String]) -> String {
    let joined = enumerate(squares);
    let (count, values) = (squares.len(), [("squares", joined.as_str())]);
    match kind {
        Role::King => gettext_f("king on {squares}", &values),
        Role::Queen => ngettext_f("queen on {squares}", "queens on {squares}", count, &values),
        Role::Rook => ngettext_f("rook on {squares}", "rooks on {squares}", count, &values),
        Role::Bishop => ngettext_f(
            "bishop on {squares}",
            "bishops on {squares}",
            count,
            &values,
        ),
        Role::Knight => ngettext_f(
            "knight on {squares}",
            "knights on {squares}",
            count,
            &values,
        ),
        Role::Pawn => ngettext_f("pawn on {squares}", "pawns on {squares}", count, &values),
    }
}

/// The pieces of a side on some squares: `White: king on e1; rook on a1, h1; pawn on a2, b2.`
fn pieces(board: &Board, side: Color, among: Bitboard) -> String {
    let groups: Vec<String> = READ
        .into_iter()
        .filter_map(|kind| {
            let squares: Vec<String> = (board.by_piece(kind.of(side)) & among)
                .into_iter()
                .map(|square| square.to_string())
                .collect();
            (!squares.is_empty()).then(|| all_of(kind, &squares))
        })
        .collect();
    // Translators: what stands between the groups of a list, whose items have commas between them
    let pieces = groups.join(&pgettext("list", "; "));
    let pieces = match pieces.is_empty() {
        // Translators: no pieces, in the place of “king on e1; pawns on a2, b2”
        true => pgettext("pieces", "none"),
        false => pieces,
    };
    let pieces = [("pieces", pieces.as_str())];
    match side {
        // Translators: such as “White: king on e1; pawns on a2, b2.”
        Color::White => gettext_f("White: {pieces}.", &pieces),
        // Translators: such as “Black: king on e8; pawns on a7, b7.”
        Color::Black => gettext_f("Black: {pieces}.", &pieces),
    }
}

/// The position after a ply: the pieces of both sides, who is to move or how the game ended, and
/// the last move.
pub fn position(game: &Game, ply: usize, players: &Header) -> Message {
    let shown = game.position_at(ply);
    let mut told = of_both_sides(shown.board(), Bitboard::FULL);
    told.push(next(game, ply, players));
    Message::naming_moves(|named| {
        let last = last_move(game, ply, named);
        sentences(&told.iter().cloned().chain(last).collect::<Vec<_>>())
    })
}

fn of_both_sides(board: &Board, among: Bitboard) -> Vec<String> {
    Color::ALL.map(|side| pieces(board, side, among)).to_vec()
}

/// Who is to move after a ply, or how the game ended.
fn next(game: &Game, ply: usize, players: &Header) -> String {
    let end = game.outcome().filter(|_| ply >= game.plies().len());
    match end {
        Some(end) => outcome(end, players),
        None => sentence(&turn(players, game.position_at(ply).turn())),
    }
}

/// The move that led to the position after a ply, and what comes next.
pub fn last_and_next(game: &Game, ply: usize, players: &Header) -> Message {
    let next = next(game, ply, players);
    answer(Inquiry::LastMove, game, ply, players).and_then(&next)
}

/// The move that led to the position after a ply; `None` for the first position.
fn last_move(game: &Game, ply: usize, named: fn(&Ply) -> String) -> Option<String> {
    let last = game.plies().get(ply.checked_sub(1)?)?;
    Some(gettext_f("Last move: {move}.", &[("move", &named(last))]))
}

/// The answer to what is asked about the position after a ply.
pub fn answer(inquiry: Inquiry, game: &Game, ply: usize, players: &Header) -> Message {
    let shown = game.position_at(ply);
    let board = shown.board();
    if let Some(among) = inquiry.pieces(board) {
        let mut said = of_both_sides(board, among);
        if inquiry == Inquiry::Material {
            let captured = game.captured_at(ply);
            said.extend(
                Color::ALL
                    .into_iter()
                    .filter_map(|side| lost(&captured, side)),
            );
            said.push(ahead(material_balance(board)));
        }
        return sentences(&said).into();
    }
    if let Some(plies) = inquiry.moves(shown) {
        return match plies.is_empty() {
            true => no_moves(inquiry, shown).into(),
            false => Message::naming_moves(|named| moves(&plies, named)),
        };
    }
    let told = match inquiry {
        Inquiry::Clocks => both_clocks(game.clocks_left(), players),
        Inquiry::Castling => castling(game, ply),
        Inquiry::Opening => {
            let known = openings::of((0..=ply).map(|ply| game.position_at(ply)));
            let name = known.map(|known| sentence(&opening(known)));
            name.unwrap_or_else(|| gettext("This opening has no name."))
        }
        _ => {
            return Message::naming_moves(|named| {
                let last = last_move(game, ply, named);
                last.unwrap_or_else(|| gettext("No move has been played yet."))
            });
        }
    };
    told.into()
}

/// Moves, as they are read out.
fn moves(plies: &[Ply], named: fn(&Ply) -> String) -> String {
    let names: Vec<String> = plies.iter().map(named).collect();
    sentence(&enumerate(&names))
}

/// That there are no moves of those that were asked about in a position.
pub fn no_moves(inquiry: Inquiry, position: &Chess) -> String {
    let board = position.board();
    match inquiry {
        Inquiry::Captures => gettext("No capture is possible."),
        Inquiry::Moves(Some(square)) => match board.color_at(square) {
            None => refusal(&Refusal::NoPiece { square, role: None }, board),
            Some(color) if color != position.turn() => {
                refusal(&Refusal::OpponentsPiece { square }, board)
            }
            Some(_) => gettext("This piece has no legal move."),
        },
        _ => gettext("No legal move."),
    }
}

/// Which pieces a side has lost, if any.
fn lost(captured: &Captured, side: Color) -> Option<String> {
    let lost = captured.side(side).iter().map(|kind| role(*kind));
    let lost: Vec<String> = lost.collect();
    let pieces = enumerate(&lost);
    let sentence = match side {
        // Translators: {pieces} is a list such as “rook, pawn, pawn”
        Color::White => gettext_f("Lost by White: {pieces}.", &[("pieces", &pieces)]),
        // Translators: {pieces} is a list such as “rook, pawn, pawn”
        Color::Black => gettext_f("Lost by Black: {pieces}.", &[("pieces", &pieces)]),
    };
    (!lost.is_empty()).then_some(sentence)
}

/// Who has more on the board, by so many pawns.
fn ahead(balance: i32) -> String {
    let pawns = [("pawns", &*balance.unsigned_abs().to_string())];
    match balance {
        0 => gettext("Material is even."),
        // Translators: {pawns} is a number: what the pieces are worth more, in pawns
        1.. => gettext_f("White is ahead by {pawns}.", &pawns),
        // Translators: {pawns} is a number: what the pieces are worth more, in pawns
        _ => gettext_f("Black is ahead by {pawns}.", &pawns),
    }
}

/// Which castling the position after a ply still allows, and what keeps the side to move from it just now.
fn castling(game: &Game, ply: usize) -> String {
    let position = game.position_at(ply);
    let castles = position.castles();
    let rights = Color::ALL.into_iter().flat_map(|color| {
        let sides = CastlingSide::ALL.into_iter();
        let allowed = sides.filter(move |side| castles.has(color, *side));
        allowed.map(move |side| sentence(&castling_right(color, side)))
    });
    let mut said: Vec<String> = rights.collect();
    if said.is_empty() {
        return gettext("Neither side may castle anymore.");
    }
    let sides = CastlingSide::ALL.into_iter();
    let sides =
        sides.filter(|side| castles.has(position.turn(), *side) && ply == game.plies().len());
    let hindered = sides.filter_map(|side| {
        let written = match side {
            CastlingSide::KingSide => "O-O",
            CastlingSide::QueenSide => "O-O-O",
        };
        let why = game.read_move(written).err();
        why.map(|why| refusal(&why, position.board()))
    });
    said.extend(hindered);
    // A check keeps from both.
    said.dedup();
    sentences(&said)
}

/// Where words can be typed in place of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypingPlace {
    /// At the board of a game that is played.
    Game,
    /// At that of a game that is over.
    FinishedGame,
    /// At a turning point of such a game, in a review.
    TurningPoint,
    /// In a terminal.
    Terminal,
    /// At a puzzle.
    Puzzle,
    /// In a lesson.
    Lesson,
}

impl TypingPlace {
    /// Whether the command that begins with a word does something here.
    fn knows(self, word: &str) -> bool {
        let plays = [
            "draw", "accept", "decline", "resign", "claim", "takeback", "pause", "continue",
        ];
        let studies = ["clock", "opening", "eval", "why", "review", "previous"];
        match self {
            // What studies a game waits until it is over.
            Self::Game => !["review", "eval", "best", "why"].contains(&word),
            // Nothing more happens to it.
            Self::FinishedGame => !plays.contains(&word) && word != "hint",
            // It would tell what is to be found.
            Self::TurningPoint => {
                word == "hint" || Self::FinishedGame.knows(word) && word != "eval"
            }
            // It shows the position that is reached, and leads to no other one.
            Self::Terminal => !["review", "next", "previous"].contains(&word),
            Self::Puzzle => !plays.contains(&word) && !studies.contains(&word),
            Self::Lesson => Self::Puzzle.knows(word) && !["hint", "quit"].contains(&word),
        }
    }
}

/// What can be typed besides moves. Words behind which a square, a file or a piece comes have an example of it.
pub fn commands(place: TypingPlace) -> String {
    let example = |word| match word {
        "p" => "p n",
        "s" => "s e",
        "moves" => "moves e2",
        "attacks" => "attacks e5",
        word => word,
    };
    let words = Command::WORDS.into_iter().filter(|word| place.knows(word));
    let examples: Vec<String> = words.map(|word| example(word).to_owned()).collect();
    gettext_f(
        "Type moves such as e4, Nf3, g1f3 or O-O, or: {commands}.",
        &[("commands", &enumerate(&examples))],
    )
}

/// That a word is known, but nothing can be done with it here, or not yet.
pub fn nothing_done_by(word: &str) -> String {
    gettext_f("“{word}” does nothing here now.", &[("word", word)])
}

/// That an arrow key leads no further.
pub fn edge_of_the_board() -> String {
    gettext("Edge of the board.")
}

/// Whose side of the board is the near one.
pub fn near_side(side: Color) -> String {
    match side {
        Color::White => gettext("White is at the bottom."),
        Color::Black => gettext("Black is at the bottom."),
    }
}

/// Whether the panel shows what the computer thinks.
pub fn analysis_shown(shown: bool) -> String {
    match shown {
        true => gettext("Analysis shown."),
        false => gettext("Analysis hidden."),
    }
}

/// Whether the panel shows what was played from a position.
pub fn openings_shown(shown: bool) -> String {
    match shown {
        true => gettext("Openings shown."),
        false => gettext("Openings hidden."),
    }
}
