//! Why a move is the best: an explanation with its findings, what an attempt was worth, what a blunder loses, and
//! the arrows that show it.

use std::cmp::Reverse;
use std::sync::Arc;

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use super::endgame::{draw, drawing, endgame_knowledge};
use super::motif::{self, discovered_check, double_check};
use super::winning_line::{LEAST_GAIN, LONGEST, LineMove, MotifMatch, WinningLine};
use super::{Finding, Gain, Motif, PiecesWon, TutorQuestion};
use crate::chess::{Ply, Refusal};
use crate::engine::{
    Evaluation, Found, Limits, Line, Score, Searcher, Stop, Table, material_score, position_after,
    positions,
};
use crate::training::analysis::{Judgment, SECOND_LOOK};

/// The best line from a position, and what it proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// What the position is worth for the side to move.
    pub score: Score,
    /// The best moves of both sides; the first one never missing.
    pub line: Vec<Move>,
    /// What they prove.
    pub findings: Vec<Finding>,
}

impl Explanation {
    /// Whether it is about the move with which a line begins.
    pub fn is_about(&self, line: &[Move]) -> bool {
        self.line.first() == line.first()
    }
}

/// What explains positions.
pub struct Tutor {
    pub(super) searcher: Searcher,
    /// Searches for what is won on the board, and for nothing else.
    material: Searcher,
    /// Judges by the network, of which nothing can be told: a second opinion on what a line wins.
    network: Searcher,
    /// What was asked last, the last question first: moves that are tried are compared with the same best one.
    explained: Vec<(TutorQuestion, Explanation)>,
}

/// MiB for what it has seen.
const MEMORY: usize = 16;
const MATERIAL_MEMORY: usize = 4;
/// So many explanations are kept.
const EXPLAINED: usize = 8;
/// The material search gets the nodes of the question divided by this.
const MATERIAL_PART: u64 = 2;
/// After the gain the other side may win back the gain divided by this, and a pawn at most.
const SAVED: i32 = 3;
/// Later searches and quick checks get the nodes of the question divided by this.
const FURTHER: u64 = 8;
/// Results of searches to this depth or less do not count where there are deeper ones: they miss the answer to a
/// defense such as a threat of mate.
const SHALLOW: usize = 2;
/// Where the search got deeper than this, it is enough that the last so many depths see the gain.
const DEEPEST: usize = 6;
/// For a line longer than any search, the last so many depths must see the whole gain.
const AGREEING: usize = 3;
/// At most this many candidate lines, in their order, are verified by a quick search.
const GLANCES: usize = 3;
/// So much less than promised, in hundredths of a pawn, is near enough for the network.
const NEARLY: i32 = 20;
/// So many points of winning chances less than at first a line may come to have.
const DOUBT: f64 = 15.0;

/// What a move wins on the board against every answer.
pub(super) struct Won {
    /// How much, in hundredths of a pawn, by what is seen to each depth, from one half-move on.
    by_depth: Vec<i32>,
    /// How it goes on where the other side loses as little as it can.
    answer: Vec<Move>,
}

impl Won {
    /// Whether what a line of this length wins is won by its end, and all but a small part of it is kept after that, as
    /// far as the search has looked. It is won as well where the deepest looks all see it: what fewer half-moves miss are
    /// defenses that only put it off. Where a line is longer than any look, the deepest of these must see all of it.
    pub(super) fn is_sure(&self, gain: i32, length: usize) -> bool {
        let depths = self.by_depth.len();
        let sees = |from: usize, least: i32| {
            let deepest = self.by_depth.get(from..).unwrap_or_default();
            deepest.iter().all(|won| *won >= least)
        };
        let end = length.saturating_sub(2);
        if self.is_too_shallow_for(length) {
            return depths > DEEPEST && sees(depths - AGREEING, gain);
        }
        let least = gain - LEAST_GAIN.min(gain / SAVED);
        sees(end.max(SHALLOW.min(depths - 1)), least)
            || depths > DEEPEST && sees(end.max(depths - DEEPEST), least)
    }

    /// Whether a line of this length is longer than any look.
    fn is_too_shallow_for(&self, length: usize) -> bool {
        length.saturating_sub(2) >= self.by_depth.len()
    }
}

type Detector = fn(&WinningLine, usize) -> Option<MotifMatch>;

/// What is looked for in each of the winner's moves.
const DETECTORS: [(Motif, Detector); 9] = [
    (Motif::DoubleCheck, double_check),
    (Motif::DiscoveredCheck, discovered_check),
    (Motif::HangingPiece, motif::hanging),
    (Motif::Underdefended, motif::underdefended),
    (Motif::Promotion, motif::promotion),
    (Motif::UnderPromotion, motif::under_promotion),
    (Motif::EnPassant, motif::en_passant),
    (Motif::Windmill, motif::windmill),
    (Motif::Sacrifice, motif::sacrifice),
];

impl Default for Tutor {
    fn default() -> Self {
        let searcher = |memory| Searcher::new(Arc::new(Table::new(memory)));
        let (mut all, material) = (searcher(MEMORY), searcher(MATERIAL_MEMORY));
        let network = searcher(MATERIAL_MEMORY);
        // What it proves, it proves by what can be told.
        all.set_evaluation(Evaluation::Terms);
        Self {
            searcher: all,
            material,
            network,
            explained: Vec::new(),
        }
    }
}

impl Tutor {
    /// Says what is best in a position and why. The same question has the same answer, no matter what was asked before.
    /// `None` where nothing can be played, or it was stopped.
    pub fn explain(&mut self, question: &TutorQuestion, stop: &Stop) -> Option<Explanation> {
        let mut explained = self.explained.iter();
        if let Some((_, known)) = explained.find(|(asked, _)| asked == question) {
            return Some(known.clone());
        }
        self.searcher.forget();
        let (score, line) = self.best(question, stop)?;
        let (score, line) = saved(question.position(), score, line);
        let explanation = self.prove(question, line, score, stop);
        if !stop.is_stopped() {
            self.explained.truncate(EXPLAINED - 1);
            let explained = (question.clone(), explanation.clone());
            self.explained.insert(0, explained);
        }
        Some(explanation)
    }

    /// Says what a line proves that is worth so much for the side that begins it. Where the other side loses less by
    /// another answer, the line goes on with that.
    fn prove(
        &mut self,
        question: &TutorQuestion,
        mut line: Vec<Move>,
        score: Score,
        stop: &Stop,
    ) -> Explanation {
        let winning = self.proven_line(question, &line, score, stop);
        let mut findings = question.proven(winning.as_ref(), &line, score);
        if winning.is_none() && question.wants_causes {
            findings.extend(self.promotion(question, &line, stop));
        }
        if let Some(winning) = winning {
            let causes = match question.wants_causes {
                true => self.causes(&winning, question.nodes, stop),
                false => Vec::new(),
            };
            if !causes.is_empty() {
                findings.retain(|finding| finding.motif.is_some());
                findings.extend(causes);
            }
            if !line.starts_with(&winning.moves()) {
                line = winning.moves();
            }
        }
        Explanation {
            score,
            line,
            findings,
        }
    }

    /// The same; where such a line proves nothing, as it may end too early, the tutor looks for one that does and begins
    /// with the same move.
    pub fn prove_further(
        &mut self,
        question: &TutorQuestion,
        line: Vec<Move>,
        score: Score,
        stop: &Stop,
    ) -> Explanation {
        let proven = self.prove(question, line, score, stop);
        if !proven.findings.is_empty() {
            return proven;
        }
        let own = self.explain(question, stop);
        match own.filter(|own| own.is_about(&proven.line)) {
            Some(own) => Explanation { score, ..own },
            None => proven,
        }
    }

    /// The line up to where no answer can prevent what it wins; or, if the line claims more than that, the line by
    /// which the other side loses least.
    fn proven_line(
        &mut self,
        question: &TutorQuestion,
        line: &[Move],
        score: Score,
        stop: &Stop,
    ) -> Option<WinningLine> {
        let glance = (question.nodes / FURTHER).max(1);
        let mut winning_lines = WinningLine::all(question, line, score);
        if winning_lines.first()?.gain.is_none() {
            return winning_lines.into_iter().next();
        }
        let first = LineMove::new(question.position(), *line.first()?);
        let won = self.material_won(&first, question.nodes, stop);
        let least = [&[first.mv], &won.answer[..]].concat();
        winning_lines.extend(WinningLine::all(question, &least, score));
        let gain = |winning: &WinningLine| winning.gain.unwrap_or_default();
        let proves = |winning: &WinningLine| {
            won.is_sure(gain(winning), winning.steps.len()) && !winning.only_wins_back()
        };
        winning_lines.retain(proves);
        let same = line
            .iter()
            .zip(&least)
            .take_while(|(mv, other)| mv == other);
        // Where the two lines part at a move of the winner, the other one may win more.
        if same.count() % 2 == 0 {
            winning_lines.sort_by_key(|winning| Reverse(gain(winning)));
        }
        // What is longer than any look is less certain: it comes first only where it wins clearly more than all others.
        let is_long = |winning: &WinningLine| won.is_too_shallow_for(winning.steps.len());
        let shorter = winning_lines.iter().filter(|winning| !is_long(winning));
        let most = shorter.map(gain).max().unwrap_or_default();
        winning_lines.sort_by_key(|winning| is_long(winning) && gain(winning) <= most + LEAST_GAIN);
        if let Some(accepted) = self.accepted(&first, line, score, glance, stop) {
            let most = winning_lines.first().map_or(0, gain);
            let mut accepted = WinningLine::all(question, &accepted, score).into_iter();
            let accepted = accepted.find(proves);
            let accepted = accepted.filter(|accepted| gain(accepted) + LEAST_GAIN >= most);
            winning_lines.splice(0..0, accepted);
        }
        let mut winning_lines = winning_lines.into_iter().take(GLANCES);
        winning_lines.find(|winning| self.bears_out(winning, glance, stop))
    }

    /// The line in which the piece that has moved first is captured; `None` where that is a pawn, where this line captures
    /// it anyway, where it cannot be captured, and where to capture it loses clearly more.
    fn accepted(
        &mut self,
        first: &LineMove,
        line: &[Move],
        score: Score,
        nodes: u64,
        stop: &Stop,
    ) -> Option<Vec<Move>> {
        let takes = |mv: &Move| mv.is_capture() && mv.to() == first.to();
        if first.role() == Role::Pawn || line.get(1).is_none_or(takes) {
            return None;
        }
        let captures = first.after.capture_moves().into_iter().filter(takes);
        let captures: Vec<LineMove> = captures.map(|mv| LineMove::new(&first.after, mv)).collect();
        let each = nodes / u64::try_from(captures.len()).ok()?.max(1);
        let lines = captures.into_iter().filter_map(|reply| {
            let best = self.search(std::slice::from_ref(&reply.after), each, stop)?;
            let line = [&[first.mv, reply.mv], &best.moves[..]].concat();
            Some((best.score, line))
        });
        let (least, line) = lines.min_by_key(|(score, _)| score.value())?;
        (least.win() - score.win() <= DOUBT).then_some(line)
    }

    /// What a move wins on the board against every answer, in a question with so many nodes.
    pub(super) fn material_won(&mut self, first: &LineMove, nodes: u64, stop: &Stop) -> Won {
        let before = material_score(first.before.board(), Color::White);
        self.material
            .set_evaluation(Evaluation::Material { before });
        let limits = Limits {
            nodes: Some(nodes / MATERIAL_PART),
            depth: Some(LONGEST as u32),
            ..Limits::default()
        };
        let game = std::slice::from_ref(&first.after);
        let mut by_depth = Vec::new();
        let tell = |found: &Found| {
            by_depth.extend(found.lines.first().map(|line| -line.score.value()));
        };
        let found = self.material.search(game, 1, limits, stop.clone(), tell);
        let best = found.lines.into_iter().next();
        Won {
            by_depth,
            answer: best.map_or_else(Vec::new, |best| best.moves),
        }
    }

    /// Whether it looks at a glance as if what a line wins was still worth it where the line ends; to the network, after its
    /// first move, too.
    fn bears_out(&mut self, winning: &WinningLine, nodes: u64, stop: &Stop) -> bool {
        let Some((end, promised)) = winning.promised() else {
            return true;
        };
        self.network.forget();
        let enough = |searcher: &mut Searcher, step: &LineMove, least: i32| {
            let worth = worth_for(searcher, winning.winner, &step.after, nodes, stop);
            worth.is_none_or(|worth| worth >= least)
        };
        enough(&mut self.searcher, end, promised)
            && enough(&mut self.network, &winning.steps[0], promised - NEARLY)
            && enough(&mut self.network, end, promised - NEARLY)
    }

    /// The best line from the last of these positions on, after a look at so many.
    pub(super) fn search(&mut self, game: &[Chess], nodes: u64, stop: &Stop) -> Option<Line> {
        let lines = self.lines(game, 1, nodes, stop);
        lines.into_iter().next()
    }

    /// So many of the best lines from the last of these positions on, after a look at so many.
    pub(super) fn lines(
        &mut self,
        game: &[Chess],
        count: usize,
        nodes: u64,
        stop: &Stop,
    ) -> Vec<Line> {
        best_lines(&mut self.searcher, game, count, nodes, stop)
    }

    /// The best line, followed until it mates or is long enough.
    fn best(&mut self, question: &TutorQuestion, stop: &Stop) -> Option<(Score, Vec<Move>)> {
        let (mut score, mut line) = (None, Vec::new());
        let mut game = question.positions.clone();
        let mut nodes = question.nodes;
        loop {
            let best = self.search(&game, nodes, stop);
            let Some(best) = best.filter(|_| !stop.is_stopped()) else {
                break;
            };
            // Where the end of the line turns out clearly worse than the first score said, it is not followed further.
            let win = match line.len() % 2 {
                0 => best.score.win(),
                _ => 100.0 - best.score.win(),
            };
            let first = *score.get_or_insert(best.score);
            if first.win() - win > DOUBT {
                break;
            }
            let followed = positions(game.last()?, &best.moves);
            game.extend(followed.into_iter().skip(1));
            line.extend(best.moves);
            let over = game.last().is_none_or(|end| end.legal_moves().is_empty());
            if over || line.len() >= LONGEST {
                break;
            }
            nodes = (question.nodes / FURTHER).max(1);
        }
        Some((score?, line)).filter(|(_, line)| !line.is_empty())
    }
}

/// So many of the best lines from the last of these positions on, after a look at so many.
fn best_lines(
    searcher: &mut Searcher,
    game: &[Chess],
    count: usize,
    nodes: u64,
    stop: &Stop,
) -> Vec<Line> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let found = searcher.search(game, count, limits, stop.clone(), |_| {});
    found.lines
}

/// What a position is worth for a side, in hundredths of a pawn; `None` where nothing can be played.
fn worth_for(
    searcher: &mut Searcher,
    side: Color,
    position: &Chess,
    nodes: u64,
    stop: &Stop,
) -> Option<i32> {
    let lines = best_lines(searcher, std::slice::from_ref(position), 1, nodes, stop);
    let worth = lines.first()?.score.in_material();
    Some(if position.turn() == side {
        worth
    } else {
        -worth
    })
}

/// Something that is threatened.
#[derive(Debug, Clone)]
pub struct Threat {
    /// The position in which the opponent would be to move.
    pub passed: Chess,
    /// What would be played there. It proves something.
    pub explained: Explanation,
}

impl Tutor {
    /// What the opponent of the player to move threatens. `None` where that is nothing that could be proven; where
    /// the player is in check, who cannot pass then; and where it was stopped.
    pub fn threat(&mut self, question: &TutorQuestion, stop: &Stop) -> Option<Threat> {
        let passed = motif::with_other_to_move(question.position())?;
        let asked = question.of_position(&passed);
        let explained = self.explain(&asked, stop)?;
        let threatens = !explained.findings.is_empty();
        threatens.then_some(Threat { passed, explained })
    }
}

/// What a position is worth in which one side wins.
const WINNING: Score = Score::Centipawns(280);

impl TutorQuestion {
    /// What a line from this position on proves of which it is known that it is worth so much for the side that begins it.
    pub fn findings(&self, line: &[Move], score: Score) -> Vec<Finding> {
        let winning = WinningLine::all(self, line, score).into_iter().next();
        // Only what it wins from here on counts, not what was lost before.
        let winning = winning.map(|winning| WinningLine {
            lost: PiecesWon::new(),
            ..winning
        });
        self.proven(winning.as_ref(), line, score)
    }

    /// What a line proves of which it is known that it wins, as that of a puzzle.
    pub fn solution_findings(&self, line: &[Move]) -> Vec<Finding> {
        let end = position_after(self.position(), line);
        let score = match i32::try_from(line.len().div_ceil(2)) {
            Ok(moves) if end.is_checkmate() => Score::Mate(moves),
            _ => WINNING,
        };
        self.findings(line, score)
    }

    /// What a line proves, and the endgame knowledge that holds after its first move; where there is neither, at least
    /// that it wins.
    fn proven(&self, winning: Option<&WinningLine>, line: &[Move], score: Score) -> Vec<Finding> {
        let mut findings = winning.map_or_else(Vec::new, told);
        let first = line.first().into_iter();
        findings.extend(first.flat_map(|mv| endgame_knowledge(self.position(), *mv, score)));
        if findings.is_empty() {
            findings.extend(winning.filter(|winning| winning.wins_anew()).map(won));
        }
        findings
    }
}

/// A side that is behind by so much, in hundredths of a pawn, looks for a draw.
const BEHIND: i32 = -100;

/// The best line, or one that keeps a draw for certain where the searcher sees none.
fn saved(start: &Chess, score: Score, line: Vec<Move>) -> (Score, Vec<Move>) {
    let holds = |score: Score| match score {
        Score::Centipawns(_) => score.in_material() > BEHIND,
        Score::Mate(moves) => moves > 0,
    };
    if holds(score) {
        return (score, line);
    }
    match draw(start, line.first().copied()) {
        Some(finding) if line.first() == finding.line.first() => (Score::default(), line),
        Some(finding) => (Score::default(), finding.line),
        None => (score, line),
    }
}

/// What a winning line proves.
fn told(winning: &WinningLine) -> Vec<Finding> {
    let end = winning.steps.len() - 1;
    let king = |step: &LineMove| step.board().king_of(step.after.turn());
    let looks = motif::mates(winning).into_iter().map(|motif| {
        let step = &winning.steps[end];
        let seen = MotifMatch::at(end, step.to(), king(step).into_iter().collect());
        finding(winning, motif, seen)
    });
    let mut findings: Vec<Finding> = looks.collect();
    for (motif, detect) in DETECTORS {
        let found = (0..=end).step_by(2).find_map(|number| {
            let seen = detect(winning, number)?;
            Some(finding(winning, Some(motif), seen))
        });
        findings.extend(found);
    }
    findings
}

/// That a line wins, from its first move on.
fn won(winning: &WinningLine) -> Finding {
    let seen = MotifMatch::at(0, winning.steps[0].to(), Vec::new());
    finding(winning, None, seen)
}

pub(super) fn finding(winning: &WinningLine, motif: Option<Motif>, seen: MotifMatch) -> Finding {
    Finding {
        motif,
        at: seen.at,
        by: seen.by,
        on: seen.on,
        line: winning.moves(),
        lost: winning.lost.clone(),
        gain: winning.gain.map_or(Gain::Mate, Gain::Material),
    }
}

/// What a move is beside the best one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum MoveQuality {
    /// It is the best one.
    Best,
    /// It is as good: it loses no chances to speak of, and mates as soon where the best one mates.
    AsGood,
    /// It wins as well, but overlooks a mate, or a quicker one.
    Close,
    /// It loses chances.
    Worse,
}

/// So few points of winning chances less than by the best move are nothing to speak of.
const SAME: f64 = 2.0;

/// A move that was tried and weighed, and what can be said about it.
#[derive(Debug, Clone)]
pub struct WeighedMove {
    /// What it is beside the best one.
    pub quality: MoveQuality,
    /// What the position is worth after it, for the side that has tried it.
    pub score: Score,
    /// The same of the best move.
    pub best: Score,
    /// How it goes on from there if both play their best; empty where the game is over.
    pub answer: Vec<Move>,
    /// What the answer proves, for the side that gives it.
    pub findings: Vec<Finding>,
}

impl WeighedMove {
    /// How many points of winning chances it loses beside the best move.
    pub fn loss(&self) -> f64 {
        (self.best.win() - self.score.win()).max(0.0)
    }

    /// Whether it is as good as the best move, but for a little that can be spoken of.
    pub fn is_nearly_best(&self) -> bool {
        self.quality == MoveQuality::AsGood && self.loss() > SAME
    }
}

impl Tutor {
    /// What is known to be best in a position, with the score that this tutor gives it: one from elsewhere, as from the
    /// analysis of a game, cannot be compared with its own. A mate is the same to all. `None` where it was stopped.
    pub fn judge_anew(
        &mut self,
        question: &TutorQuestion,
        best: Explanation,
        stop: &Stop,
    ) -> Option<Explanation> {
        let first = best.line.first().map(|first| question.after(*first));
        let after = first.filter(|after| !after.position().is_game_over());
        match (best.score, after) {
            (Score::Centipawns(_), Some(after)) => {
                let score = before(self.explain(&after, stop)?.score);
                Some(Explanation { score, ..best })
            }
            _ => Some(best),
        }
    }

    /// Weighs a move that was tried, and is legal in the position. Where the best is known from elsewhere, another move is looked
    /// at once more and deeper before it is blamed or praised, as one of the game is. `None` where it was stopped.
    pub fn weigh_tried(
        &mut self,
        question: &TutorQuestion,
        tried: Move,
        best: Option<Explanation>,
        stop: &Stop,
    ) -> Option<WeighedMove> {
        let Some(best) = best else {
            let best = self.explain(question, stop)?;
            return self.weigh(question, tried, &best, stop);
        };
        let mut look = |question: &TutorQuestion| {
            let best = self.judge_anew(question, best.clone(), stop)?;
            self.weigh(question, tried, &best, stop)
        };
        let weighed = look(question)?;
        match weighed.quality {
            MoveQuality::Worse | MoveQuality::AsGood => {
                look(&question.clone().within(question.nodes * SECOND_LOOK))
            }
            MoveQuality::Best | MoveQuality::Close => Some(weighed),
        }
    }

    /// Weighs a move that is legal in a position of which the best is known, with a score of this tutor. `None` where it
    /// was stopped.
    pub fn weigh(
        &mut self,
        question: &TutorQuestion,
        tried: Move,
        best: &Explanation,
        stop: &Stop,
    ) -> Option<WeighedMove> {
        let after = question.after(tried);
        let end = after.position();
        let (score, answer, findings) = if end.is_game_over() {
            let score = match end.is_checkmate() {
                true => Score::Mate(0),
                false => Score::default(),
            };
            (score, Vec::new(), Vec::new())
        } else {
            let answer = self.explain(&after, stop)?;
            (answer.score, answer.line, answer.findings)
        };
        let mut score = before(score);
        if score.win() < Score::default().win() && drawing(question.position(), tried).is_some() {
            score = Score::default();
        }
        let quality = if best.is_about(&[tried]) {
            MoveQuality::Best
        } else {
            beside(best.score, score)
        };
        Some(WeighedMove {
            quality,
            score,
            best: best.score,
            answer,
            findings,
        })
    }
}

/// What a score is for the other side, who has moved into it.
pub(super) fn before(score: Score) -> Score {
    match score {
        Score::Centipawns(worth) => Score::Centipawns(-worth),
        // The side that mates has needed a move more.
        Score::Mate(moves) if moves <= 0 => Score::Mate(1 - moves),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// What a move with a score is beside the best score.
fn beside(best: Score, score: Score) -> MoveQuality {
    if Judgment::of(best.win() - score.win()).is_some() {
        return MoveQuality::Worse;
    }
    let overlooked = match (best, score) {
        (Score::Mate(best), Score::Mate(moves)) => best > 0 && moves > best,
        (Score::Mate(best), Score::Centipawns(_)) => best > 0,
        (Score::Centipawns(_), _) => false,
    };
    if overlooked {
        MoveQuality::Close
    } else {
        MoveQuality::AsGood
    }
}

/// So much more than the best move does such a move lose, in hundredths of a pawn.
const MUCH: i32 = 200;

/// What a move loses.
#[derive(Debug, Clone)]
pub struct Loss {
    /// Why it is refused.
    pub refusal: Refusal,
    /// What the answer proves.
    pub finding: Finding,
}

impl Tutor {
    /// What a move simply loses that is legal in a position: its answer mates, saves a draw, or proves to win much more than
    /// the move has taken, and with the best move that would not be lost. `None` where it does not, or where it was stopped.
    pub fn loss(
        &mut self,
        question: &TutorQuestion,
        tried: Move,
        best: Option<Explanation>,
        stop: &Stop,
    ) -> Option<Loss> {
        let best = best.or_else(|| self.explain(question, stop))?;
        let weighed = self.weigh(question, tried, &best, stop)?;
        let answer = *weighed.answer.first()?;
        let finding = Finding::foremost(&weighed.findings)?.clone();
        let lost = match (best.score, weighed.score) {
            (Score::Centipawns(_), Score::Centipawns(_)) => {
                best.score.in_material() - weighed.score.in_material() >= MUCH
            }
            (Score::Mate(best), _) => best > 0,
            (Score::Centipawns(_), Score::Mate(_)) => true,
        };
        let net = finding
            .gain
            .material()
            .is_none_or(|gain| gain - motif::gained_at_once(tried) >= MUCH);
        let after = question.after(tried);
        let on = finding.on.iter().copied().filter(|_| finding.at == 0);
        let refusal = Refusal::Guarded {
            answer: Ply::play(after.position(), answer).squares(),
            on: on.collect::<Bitboard>(),
        };
        (lost && net).then_some(Loss { refusal, finding })
    }
}

/// So many half-moves are shown of a line that proves nothing.
const SHORT: usize = 5;

/// As much of a line as it takes to prove what is found of its first move. The proof may go on otherwise than the line, where the
/// other side loses less so.
pub fn as_needed(line: &[Move], findings: &[Finding]) -> Vec<Move> {
    let proofs = findings.iter().map(|finding| &finding.line);
    let longest = proofs.max_by_key(|proof| proof.len());
    longest.map_or_else(|| line.iter().take(SHORT).copied().collect(), Clone::clone)
}

/// From where to where an arrow goes.
pub type Arrow = (Square, Square);

impl Finding {
    /// From the piece that does it to each on which, as they stand after the half-move by which it comes about.
    pub fn arrows(&self) -> Vec<Arrow> {
        let on = self.on.iter().filter(|on| **on != self.by);
        on.map(|on| (self.by, *on)).collect()
    }
}
