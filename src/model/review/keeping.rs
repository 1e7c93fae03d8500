//! Which turning points a review has, how a move is judged there, what has come of them, with which it goes on when it was left,
//! and what is kept of it: comments and variations in the study of the game, and what was missed, to be practiced.

use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{Ply, Position};
use rank_and_file_core::record::study::{self, Change, Glyph, StudyAction};
use rank_and_file_core::training::analysis::{self, Judgment};
use rank_and_file_core::training::practice::Missed;
use rank_and_file_core::training::tutor::{Motif, MoveQuality, WeighedMove, as_needed};
use rank_and_file_core::training::{self, Stage};

use super::super::viewer::{name_of, said_at};
use super::Review;
use crate::model::Game;
use crate::words;

/// At most this many turning points are offered in a review, besides the one at which the reader stands.
const MOST: usize = 5;

impl Review {
    /// The plies of the mistakes that cost the most, as far as they are known, in the order of the game. Of a mistake of
    /// the computer and one in answer to it, only the answer counts: the same is to be found.
    pub fn points(&self) -> Vec<usize> {
        let among = |most: usize| {
            let points = self.known(|known| {
                let mut points = known.turning_points(most);
                points.retain(|ply| known.judgment(*ply) >= Some(Judgment::Mistake));
                Some(points)
            });
            let mut points = points.unwrap_or_default();
            points.dedup_by(|later, earlier| {
                let same = self.asked_at(*later) == self.asked_at(*earlier);
                if same {
                    *earlier = *later;
                }
                same
            });
            points
        };
        let mut counts = (0..=analysis::LIKELY).rev().map(among);
        let points = counts.find(|points| points.len() <= MOST);
        let mut points = points.unwrap_or_default();
        // The point at which the reader stands does not go away.
        if let Some(at) = self.at().filter(|at| !points.contains(at)) {
            points.retain(|ply| self.asked_at(*ply) != self.asked_at(at));
            points.push(at);
            points.sort_unstable();
        }
        points
    }

    /// Has the viewer tell the better move with each mistake that is no turning point, where none is to be found.
    pub(super) fn remark_mistakes(&self) {
        let points = self.points();
        let plies = 1..=self.game().ply() as usize;
        let mistakes = plies.filter(|ply| {
            let judgment = self.known(|known| known.judgment(*ply));
            judgment >= Some(Judgment::Mistake) && !points.contains(ply)
        });
        let better = |ply: usize| {
            let (best, here) = (self.judged(ply - 1)?, self.question_at(ply - 1));
            let name = name_of(here.position(), *best.line.first()?);
            Some((ply, words::the_move(&name)))
        };
        let remarks = mistakes.filter_map(better).collect();
        self.game().viewer().remark(remarks);
    }

    /// What people have missed at the turning points; the better move alone, where it proves no motif. Those without a name
    /// practice without one.
    pub fn missed(&self) -> Vec<Missed> {
        let (header, id) = (self.game().header(), self.game().id());
        let points = self.points().into_iter();
        let missed = points.filter_map(|ply| {
            let better = self.better(ply)?;
            let motifs = better.findings.iter().filter_map(|finding| finding.motif);
            let motifs: Vec<Motif> = motifs.collect();
            let line = match motifs.is_empty() {
                true => better.line.iter().take(1).copied().collect(),
                false => as_needed(&better.line, &better.findings),
            };
            let here = self.question_at(ply - 1);
            let mover = self.played_at(ply - 1)?.mover;
            let player = header.given(mover).unwrap_or_default();
            let missed = || Missed::new(player, &here, &line, &motifs, (&id, ply - 1));
            (!header.is_computer(mover)).then(missed)
        });
        missed.collect()
    }

    /// Whether all that was found is in the study of the game; `None` before all is known, and where nothing was found or it
    /// cannot be added.
    pub fn is_kept(&self) -> Option<bool> {
        let findings = self.is_complete().then(|| self.findings());
        let kept = StudyAction::Keep(findings.filter(|findings| !findings.is_empty())?);
        let game = self.game();
        let kept = game.with_study(|study, rules| study.clone().act(rules, kept));
        Some(kept.ok()?.change == Change::Nothing)
    }

    /// Whether there is something that can be kept: all is known, and something was found that is not there.
    pub fn can_keep(&self) -> bool {
        self.is_kept() == Some(false)
    }

    /// Adds what was found to the study of the game, in one step, as far as it is not there.
    pub fn keep(&self) {
        if !self.can_keep() {
            return;
        }
        let game = self.game();
        let said = match game.annotate_elsewhere(StudyAction::Keep(self.findings())) {
            Ok(_) => words::findings_kept(),
            Err(why) => words::study_refusal(why, game.viewer().position().board()),
        };
        game.say(said);
        self.tell();
    }

    /// How each move is judged that has lost chances, and what is said at the turning points.
    fn findings(&self) -> Vec<study::ReviewedMove> {
        let points = self.points();
        let judged = |known: &analysis::GameAnalysis| {
            let judgments = (1..=known.plies()).map(|ply| Some((ply, known.judgment(ply)?)));
            Some(judgments.flatten().collect::<Vec<_>>())
        };
        let judgments = self.known(judged).unwrap_or_default().into_iter();
        let findings = judgments.map(|(ply, judgment)| {
            let mut finding = study::ReviewedMove {
                ply,
                glyph: Some(glyph(judgment)),
                comment: String::new(),
                line: Vec::new(),
                about_line: Vec::new(),
            };
            let better = self.better(ply).filter(|_| points.contains(&ply));
            if let Some(better) = better {
                let asked = self.question_at(ply - 1);
                finding.line = as_needed(&better.line, &better.findings);
                let said = |number| said_at(&better.findings, number, asked.position());
                finding.about_line = (0..finding.line.len()).map(said).collect();
                finding.comment = self.gave_away(ply, false);
            }
            finding
        });
        findings.collect()
    }
}

/// How a move is judged, in large letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveJudgment {
    /// How good it is.
    pub glyph: Glyph,
    /// Whose move it is, and which.
    pub heading: String,
    /// What it has lost.
    pub chances: String,
    /// The same for those who hear it.
    pub(super) heard: String,
}

impl Review {
    /// How the move is judged that was tried last or, where none was, the one that was played.
    pub fn judgment(&self) -> Option<MoveJudgment> {
        let (ply, game) = (self.at()?, self.game());
        let stage = self.imp().trainer.with(training::Trainer::stage)?;
        let played = self.played_at(ply - 1)?;
        // The move that was played is judged as it was before, also where it is tried again.
        let is_other = |tried: &Ply| self.asked_at(ply) == ply || tried.mv != played.mv;
        let tried = self.imp().trainer.tried();
        let nearly = nearly(tried.as_ref().and_then(|(_, attempt)| attempt.as_ref()));
        let (played, before, after, worth) = match (stage, tried) {
            (Stage::Weighing, _) => return None,
            (Stage::Shown, _) => {
                let asked = self.question_at(self.asked_at(ply));
                let wanted = self.wanted(ply)?;
                let best = Ply::play(asked.position(), *wanted.line.first()?);
                let win = wanted.score.win();
                return Some(MoveJudgment {
                    glyph: Glyph(1),
                    heading: words::solution(&words::numbered(&best)),
                    chances: words::chances(Glyph(1), win, win),
                    // It is told as what is shown.
                    heard: String::new(),
                });
            }
            (Stage::Weighed(worth), Some((tried, attempt))) if is_other(&tried) => {
                let before = self.wanted(ply)?.score.win();
                // The tutor has a scale of its own: what the move loses there, it loses here. With what was played the game has
                // gone on, and its course knows what that lost.
                let loss = self
                    .lost_by(ply, &tried)
                    .unwrap_or_else(|| attempt.as_ref().map_or(0.0, WeighedMove::loss));
                (tried, before, (before - loss).max(0.0), Some(worth))
            }
            _ => {
                let chances = |known: &analysis::GameAnalysis| {
                    let [before, after] = [ply - 1, ply].map(|at| known.at(at));
                    let turn = before?.turn;
                    Some((before?.win(turn), after?.win(turn)))
                };
                let (before, after) = self.known(chances)?;
                let after = if self.allows_mate(ply) { 0.0 } else { after };
                (played, before, after, None)
            }
        };
        let judgment = Judgment::of(before - after);
        let found = matches!(worth, Some(MoveQuality::Best | MoveQuality::AsGood));
        let glyph = match judgment {
            None if found => Glyph(1),
            _ if worth == Some(MoveQuality::Close) => Glyph(5),
            Some(judgment) => glyph(judgment),
            None => Glyph(6),
        };
        let name = words::numbered(&played);
        // A tried move that is only nearly as good is not praised.
        let sign = glyph.sign().filter(|_| worth.is_none() || !nearly);
        let sign = sign.unwrap_or_default();
        let chances = words::chances(glyph, before, after);
        let heading = |name: &str| match worth {
            Some(_) => words::tried_move(name),
            None => words::judged_move(game.header(), played.mover, name),
        };
        Some(MoveJudgment {
            glyph,
            heading: heading(&format!("{name}{sign}")),
            heard: words::sentences(&[words::sentence(&heading(&name)), chances.clone()]),
            chances,
        })
    }

    /// Whether the move that was tried is the one of the game, and has lost chances there.
    pub(super) fn has_lost_in_game(&self) -> bool {
        let lost = self.at().zip(self.imp().trainer.tried());
        let lost = lost.and_then(|(ply, (tried, _))| self.lost_by(ply, &tried));
        lost.is_some_and(|lost| Judgment::of(lost).is_some())
    }

    /// What a move lost with which the game went on after a mistake of the computer; `None` for any other move.
    fn lost_by(&self, ply: usize, tried: &Ply) -> Option<f64> {
        let same = self
            .played_at(ply)
            .is_some_and(|went_on| went_on.mv == tried.mv);
        let lost = self.known(|known| known.loss(ply + 1));
        lost.filter(|_| same && self.asked_at(ply) == ply)
    }

    /// Why the move of a player is judged so in whose place something is to be found; `None` where there is none.
    pub fn why(&self) -> Option<String> {
        let ply = self.at().filter(|ply| self.asked_at(*ply) < *ply)?;
        let heard = self.judgment()?.heard;
        Some(words::sentences(&[heard, self.gave_away(ply, true)]))
    }
}

/// Whether a move is as good as the best one, but for a little.
pub(super) fn nearly(attempt: Option<&WeighedMove>) -> bool {
    attempt.is_some_and(WeighedMove::is_nearly_best)
}

/// How a better move came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It was the first to be tried, without hints.
    AtOnce,
    /// It was found.
    Found,
    /// It was played after a hint that told it.
    Told,
    /// It was shown.
    Shown,
    /// It is not found yet: the player took a hint, tried another move, or went on.
    Open {
        /// Whether a hint told it.
        told: bool,
    },
}

impl Review {
    /// Whether it is of this game, all of which is looked through, and was left before it was over.
    pub fn can_go_on(&self, game: &Game) -> bool {
        self.game() == game && !self.is_growing() && !self.has_gone_through_all()
    }

    /// Goes on where it was left.
    pub fn resume(&self) {
        self.follow();
        self.stand(self.imp().at.get());
        self.grow();
    }

    /// Leaves the review: moves are played along the tree of the game again.
    pub fn end(&self) {
        let imp = self.imp();
        imp.signals.take();
        imp.prover.stop();
        imp.proving.set(false);
        imp.trainer.close();
    }

    /// Whether every turning point has been gone through.
    pub fn is_over(&self) -> bool {
        self.at().is_none() && !self.is_growing() && self.has_gone_through_all()
    }

    fn has_gone_through_all(&self) -> bool {
        let endings = self.imp().endings.borrow();
        let points = self.points();
        !points.is_empty() && points.iter().all(|ply| endings.contains_key(ply))
    }

    /// Takes note of what has come of the turning point; what came first counts.
    pub(super) fn note_ending(&self, ending: Ending) {
        if let Some(ply) = self.at() {
            let mut endings = self.imp().endings.borrow_mut();
            let known = endings.entry(ply).or_insert(ending);
            *known = match (*known, ending) {
                (Ending::Open { told: true }, Ending::AtOnce) => Ending::Told,
                (Ending::Open { told: false }, Ending::AtOnce) => Ending::Found,
                (known @ Ending::Open { told: true }, Ending::Open { .. }) => known,
                (Ending::Open { .. }, _) => ending,
                (known, _) => known,
            };
        }
    }

    /// How many better moves were found, in words, once something has come of a turning point.
    pub(super) fn endings(&self) -> Option<String> {
        let endings = self.imp().endings.borrow();
        let count = |wanted| endings.values().filter(|ending| **ending == wanted).count();
        let (at_once, told) = (count(Ending::AtOnce), count(Ending::Told));
        let found = at_once + count(Ending::Found) + told;
        let said = || words::better_moves_found(found, endings.len(), at_once, told);
        (!endings.is_empty()).then(said)
    }
}

/// The glyph for a move that is judged so.
pub(super) fn glyph(judgment: Judgment) -> Glyph {
    match judgment {
        Judgment::Inaccuracy => Glyph(6),
        Judgment::Mistake => Glyph(2),
        Judgment::Blunder => Glyph(4),
    }
}
