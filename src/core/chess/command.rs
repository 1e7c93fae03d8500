//! What is typed at a board besides moves: what happens to the game, and what is asked about it.

use shakmaty::{Bitboard, Board, Chess, Color, File, Position, Rank, Role, Square};

use super::{Ply, Refusal};

/// A word, or two, that is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// A question about the position.
    Ask(Inquiry),
    /// Offers a draw.
    Draw,
    /// Accepts what is offered.
    Accept,
    /// Declines it.
    Decline,
    /// Resigns for a side, or for the one to move.
    Resign(Option<Color>),
    /// Claims a draw, maybe with a move.
    Claim(Option<&'a str>),
    /// Proposes to take back so many moves.
    Takeback(Option<&'a str>),
    /// Stops the clocks.
    Pause,
    /// Lets them go on.
    Continue,
    /// Wants to know what to play.
    Hint,
    /// Wants to know who stands better.
    Evaluation,
    /// Wants to know the best move.
    Best,
    /// Wants to know why the computer has played a move.
    Why,
    /// Begins the review of a game that is over, or ends it.
    Review,
    /// Goes on: to the next move, or to what is to be found next.
    Next,
    /// Goes back.
    Previous,
    /// Wants to know what can be typed.
    Help,
    /// Wants to see the board.
    Board,
    /// Wants the position in FEN.
    Fen,
    /// Leaves.
    Quit,
}

/// What is asked about a position, or the game that led to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inquiry {
    /// What was played last.
    LastMove,
    /// How much time both players have.
    Clocks,
    /// Where all pieces of a kind stand.
    Pieces(Role),
    /// What stands on a file.
    File(File),
    /// What stands on a rank.
    Rank(Rank),
    /// The legal moves, all of them or those from a square.
    Moves(Option<Square>),
    /// The legal captures.
    Captures,
    /// What attacks a square, or guards it.
    Attacks(Square),
    /// What both sides have.
    Material,
    /// Which castling is still allowed.
    Castling,
    /// Which opening was played.
    Opening,
}

impl<'a> Command<'a> {
    /// Every word that a command begins with.
    pub const WORDS: [&'static str; 29] = [
        "draw", "accept", "decline", "resign", "claim", "takeback", "pause", "continue", "clock",
        "last", "p", "s", "moves", "captures", "attacks", "material", "castling", "opening",
        "hint", "eval", "best", "why", "review", "next", "previous", "board", "fen", "help",
        "quit",
    ];

    /// Reads what is typed; `None` where it is none of the words, so that it may be a move.
    ///
    /// ```
    /// use rank_and_file_core::chess::{Command, Inquiry, Role};
    ///
    /// assert_eq!(Command::read("p n"), Ok(Some(Command::Ask(Inquiry::Pieces(Role::Knight)))));
    /// assert_eq!(Command::read("Nf3"), Ok(None));
    /// assert!(Command::read("attacks").is_err(), "what attacks which square?");
    /// ```
    ///
    /// # Errors
    /// Where it begins with one of the words and goes on with what does not belong to it.
    pub fn read(text: &'a str) -> Result<Option<Self>, Refusal> {
        let mut parts = text.split_whitespace();
        let Some(word) = parts.next().filter(|word| Self::WORDS.contains(word)) else {
            return Ok(None);
        };
        let (argument, more) = (parts.next(), parts.next());
        let command = match argument {
            _ if more.is_some() => None,
            None => Self::of_word(word),
            Some(argument) => Self::of_words(word, argument),
        };
        command.map(Some).ok_or(Refusal::Unreadable)
    }

    /// Whether it asks for help with the choice of a move.
    pub fn is_assistance(self) -> bool {
        matches!(self, Self::Hint | Self::Evaluation | Self::Best | Self::Why)
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "draw" => Self::Draw,
            "accept" => Self::Accept,
            "decline" => Self::Decline,
            "resign" => Self::Resign(None),
            "claim" => Self::Claim(None),
            "takeback" => Self::Takeback(None),
            "pause" => Self::Pause,
            "continue" => Self::Continue,
            "hint" => Self::Hint,
            "eval" => Self::Evaluation,
            "best" => Self::Best,
            "why" => Self::Why,
            "review" => Self::Review,
            "next" => Self::Next,
            "previous" => Self::Previous,
            "board" => Self::Board,
            "fen" => Self::Fen,
            "help" => Self::Help,
            "quit" => Self::Quit,
            "clock" => Self::Ask(Inquiry::Clocks),
            "last" => Self::Ask(Inquiry::LastMove),
            "moves" => Self::Ask(Inquiry::Moves(None)),
            "captures" => Self::Ask(Inquiry::Captures),
            "material" => Self::Ask(Inquiry::Material),
            "castling" => Self::Ask(Inquiry::Castling),
            "opening" => Self::Ask(Inquiry::Opening),
            _ => return None,
        })
    }

    fn of_words(word: &str, argument: &'a str) -> Option<Self> {
        let square = || argument.parse().ok();
        Some(match word {
            "resign" => Self::Resign(Some(argument.parse().ok()?)),
            "claim" => Self::Claim(Some(argument)),
            "takeback" => Self::Takeback(Some(argument)),
            "p" => Self::Ask(Inquiry::Pieces(Role::from_char(only_letter(argument)?)?)),
            "s" => Self::Ask(Inquiry::of_line(only_letter(argument)?)?),
            "moves" => Self::Ask(Inquiry::Moves(Some(square()?))),
            "attacks" => Self::Ask(Inquiry::Attacks(square()?)),
            _ => return None,
        })
    }
}

fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl Inquiry {
    /// A file by its letter, or a rank by its number.
    fn of_line(name: char) -> Option<Self> {
        let file = File::from_char(name.to_ascii_lowercase()).map(Self::File);
        file.or_else(|| Rank::from_char(name).map(Self::Rank))
    }

    /// The pieces that an answer names, where it is about pieces.
    pub fn pieces(self, board: &Board) -> Option<Bitboard> {
        let attackers = |square, color| board.attacks_to(square, color, board.occupied());
        Some(match self {
            Self::Pieces(role) => board.by_role(role),
            Self::File(file) => board.occupied() & file,
            Self::Rank(rank) => board.occupied() & rank,
            Self::Attacks(square) => {
                let [white, black] = Color::ALL.map(|color| attackers(square, color));
                white | black
            }
            Self::Material => board.occupied() & !board.kings(),
            _ => return None,
        })
    }

    /// The moves that an answer names, where it is about moves.
    pub fn moves(self, position: &Chess) -> Option<Vec<Ply>> {
        let (from, captures) = match self {
            Self::Moves(from) => (from, false),
            Self::Captures => (None, true),
            _ => return None,
        };
        let legal = position.legal_moves().into_iter();
        let named = legal
            .filter(|mv| (from.is_none() || mv.from() == from) && (!captures || mv.is_capture()));
        Some(named.map(|mv| Ply::play(position, mv)).collect())
    }
}
