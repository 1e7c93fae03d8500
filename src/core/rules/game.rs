//! One game: its start, its plies, its state. It changes only through `act` (see `acting.rs`).

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{
    ByColor, CastlingSide, Chess, Color, Move, MoveList, Position, Role, Square, attacks,
};

use super::act::Offer;
use super::clock::{Clock, Moment, Reading};
use super::draws::{self, DrawRule, can_move};
use super::judge::{castles_by_rook, castling_target};
use super::{
    Captured, Outcome, Reason, Refusal, TimeControl, fen_of, judge, notation, start_position,
};

/// One half-move and the position after it.
#[derive(Debug, Clone)]
pub struct Ply {
    /// Who moved.
    pub mover: Color,
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation, with `+` or `#`.
    pub san: SanPlus,
    /// The position after the move.
    pub position: Chess,
    /// The clocks after the move, where the game is played with clocks.
    pub reading: Option<Reading>,
    /// What the mover had left after the move, in milliseconds, as somebody noted it of a game
    /// that was played with other clocks. It runs against nobody.
    pub noted: Option<u64>,
}

impl Ply {
    /// The ply that a legal move is in the position `before` it, without clocks.
    #[must_use]
    pub fn play(before: &Chess, mv: Move) -> Self {
        let mut position = before.clone();
        let san = san_of(before, mv);
        position.play_unchecked(mv);
        // Whether it is mate is asked only of those that are in check.
        let suffix = position.is_check().then(|| match can_move(&position) {
            true => Suffix::Check,
            false => Suffix::Checkmate,
        });
        let san = SanPlus { san, suffix };
        Self {
            mover: before.turn(),
            mv,
            san,
            position,
            reading: None,
            noted: None,
        }
    }

    /// The plies of a line of legal moves that begins in a position, one after the other.
    pub fn line<'a>(start: &Chess, moves: &'a [Move]) -> impl Iterator<Item = Self> + use<'a> {
        let mut here = start.clone();
        moves.iter().map(move |mv| {
            let ply = Self::play(&here, *mv);
            here = ply.position.clone();
            ply
        })
    }

    /// What the mover had left after the move, in milliseconds: by the clocks of the game, or as
    /// it was noted.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        let reading = self.reading.as_ref();
        reading
            .map(|reading| *reading.left.get(self.mover))
            .or(self.noted)
    }

    /// The position after the ply as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        fen_of(&self.position)
    }

    /// The move in coordinates, such as `e2e4` or `e7e8q`; castling as the king's move, in Chess960 as
    /// that of the king onto its rook (`UCI_Chess960` of the protocol).
    #[must_use]
    pub fn uci(&self) -> String {
        self.mv.to_uci(self.position.castles().mode()).to_string()
    }

    /// Where the moved piece came from and where it stands now (the king, when castling).
    #[must_use]
    pub fn squares(&self) -> (Square, Square) {
        let to = castling_target(self.mv).unwrap_or_else(|| self.mv.to());
        (self.mv.from().unwrap_or(to), to)
    }

    /// The side to which this ply castles.
    #[must_use]
    pub fn castling(&self) -> Option<CastlingSide> {
        self.mv.castling_side()
    }

    /// The kind of piece that this ply takes, and where it stood (beside the target, en passant).
    #[must_use]
    pub fn captured(&self) -> Option<(Role, Square)> {
        let role = self.mv.capture()?;
        let square = match self.mv {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => self.mv.to(),
        };
        Some((role, square))
    }
}

/// The move in standard algebraic notation. What else could come to the square is asked only where
/// there is such a piece.
fn san_of(before: &Chess, mv: Move) -> San {
    let (role, occupied) = (mv.role(), before.board().occupied());
    let near = attacks::attacks(mv.to(), role.of(before.turn()), occupied);
    match (near & before.our(role)).more_than_one() {
        true => San::from_move(before, mv),
        false => San::disambiguate(mv, &MoveList::new()),
    }
}

/// A square to which a piece may legally go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The square to go to. For castling it is where the king lands, or where the rook stands, if
    /// the king could go to the other square by itself.
    pub square: Square,
    /// Whether something is taken there, en passant included.
    pub captures: bool,
    /// Whether a piece must be chosen for a pawn.
    pub promotes: bool,
    /// Where the rook stands, if going there means castling.
    pub castling_rook: Option<Square>,
}

/// A game of chess from its first position to where it stands now.
///
/// ```
/// use rank_and_file_core::rules::{Action, Game, Reason};
///
/// let mut game = Game::default();
/// let refusal = game.act(Action::Write("Ng5".to_owned())).unwrap_err();
/// assert_eq!(refusal.code(), "piece-move");
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.act(Action::Write(san.to_owned())).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, Reason::Checkmate);
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) start: Chess,
    pub(super) plies: Vec<Ply>,
    pub(super) rule: DrawRule,
    pub(super) offer: Option<Offer>,
    /// Who was last refused a draw, and after how many plies.
    pub(super) declined: Option<(Color, usize)>,
    /// After how many plies a draw was last claimed that was none.
    pub(super) wrong_claim_at: Option<usize>,
    pub(super) outcome: Option<Outcome>,
    pub(super) clock: Option<Clock>,
    /// How often each player was helped. What is taken back has helped all the same.
    pub(super) helped: ByColor<u32>,
    /// The number of plies after which a record of the clocks was last taken over.
    pub(super) recorded_after: Option<usize>,
    /// The last moment that the game has been told of.
    pub(super) now: Moment,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(start_position(), DrawRule::default())
    }
}

impl Game {
    /// A game that begins at `start`. It may be over at once: a mate is a mate.
    #[must_use]
    pub fn new(start: Chess, rule: DrawRule) -> Self {
        let mut game = Self {
            start,
            plies: Vec::new(),
            rule,
            offer: None,
            declined: None,
            wrong_claim_at: None,
            outcome: None,
            clock: None,
            helped: ByColor::default(),
            recorded_after: None,
            now: Moment::default(),
        };
        game.outcome = draws::verdict(&game);
        game
    }

    /// The same game, played with clocks. To be called before the first ply.
    #[must_use]
    pub fn with_clocks(mut self, control: TimeControl) -> Self {
        self.clock = Some(Clock::new(control));
        self
    }

    /// Makes room for so many plies more, and no more than that: a long game whose room grows by
    /// and by takes three times the memory while it does.
    pub fn reserve(&mut self, plies: usize) {
        self.plies.reserve_exact(plies);
    }

    /// The clocks, where there are any.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// What both clocks show at the last moment that the game has been told of, in milliseconds.
    #[must_use]
    pub fn clocks_left(&self) -> Option<ByColor<u64>> {
        let clock = self.clock.as_ref()?;
        Some(ByColor::new_with(|color| clock.left(color, self.now)))
    }

    /// The legal move that is meant by what is written: `Nf3`, `g1f3`, `O-O`.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        notation::read(self, text)
    }

    /// The position before the first ply.
    #[must_use]
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Every ply so far; those taken back are gone.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position on the board now.
    #[must_use]
    pub fn position(&self) -> &Chess {
        self.position_at(self.plies.len())
    }

    /// The position after `ply` plies; 0 is the start, and what lies beyond the end is the end.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> &Chess {
        match ply.min(self.plies.len()).checked_sub(1) {
            Some(last) => &self.plies[last].position,
            None => &self.start,
        }
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Whether threefold repetition and fifty moves end the game or wait for a claim.
    #[must_use]
    pub fn draw_rule(&self) -> DrawRule {
        self.rule
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The offer that waits for an answer.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// How often each player was helped, moves that were taken back included.
    #[must_use]
    pub fn helped(&self) -> ByColor<u32> {
        self.helped
    }

    /// The draws that could be claimed now (Articles 9.2 and 9.3).
    #[must_use]
    pub fn claims(&self) -> Vec<Reason> {
        draws::claims(self)
    }

    /// What has been taken in the first `ply` plies.
    #[must_use]
    pub fn captured_at(&self, ply: usize) -> Captured {
        Captured::among(&self.plies[..ply.min(self.plies.len())])
    }

    /// Where the piece on `from` may legally go now; nowhere once the game is over.
    #[must_use]
    pub fn targets(&self, from: Square) -> Vec<Target> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut targets: Vec<Target> = Vec::new();
        for mv in self
            .position()
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.from() == Some(from))
        {
            let castled = castling_target(mv);
            let by_king = castled.filter(|castled| !castles_by_rook(from, *castled));
            let target = Target {
                square: by_king.unwrap_or(mv.to()),
                captures: mv.is_capture(),
                promotes: mv.is_promotion(),
                castling_rook: castled.map(|_| mv.to()),
            };
            // The four promotions to one square are one target.
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Every legal move of the position on the board, as the ply that it would be.
    #[must_use]
    pub fn legal_plies(&self) -> Vec<Ply> {
        let moves = self.position().legal_moves();
        moves.into_iter().map(|mv| self.ply(mv)).collect()
    }

    /// The ply that a legal move would be.
    pub(crate) fn ply(&self, mv: Move) -> Ply {
        Ply::play(self.position(), mv)
    }

    /// The legal move that is meant by going from `from` to `to`.
    ///
    /// # Errors
    /// The reason why it cannot be played now.
    pub fn judge(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        judge::judge(self, from, to, promotion)
    }
}
