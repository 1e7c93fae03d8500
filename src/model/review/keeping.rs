//! What is kept of a review: comments and side lines in the study of the game, and what was missed, to be
//! practiced.

use gtk::subclass::prelude::*;
use rank_and_file_core::engine::Verdict;
use rank_and_file_core::practice::Missed;
use rank_and_file_core::rules::{Chess, Position};
use rank_and_file_core::study::{Change, Finding, Glyph, StudyAction};
use rank_and_file_core::tutor::{Claim, Motif, claims};

use super::super::Practice;
use super::Review;
use super::telling::{as_needed, claims_at, name_of};
use crate::words;

impl Review {
    /// What people who gave their names have missed at the turning points that are known. Where no motif is
    /// proven by it, the better move alone is to be found.
    #[must_use]
    pub fn missed(&self) -> Vec<Missed> {
        let Some(game) = self.game() else {
            return Vec::new();
        };
        let (header, id) = (game.header(), game.id());
        let points = self.points().into_iter();
        let missed = points.filter_map(|ply| {
            let better = self.better(ply)?;
            let motifs = better.claims.iter().filter_map(|claim| claim.motif);
            let motifs: Vec<Motif> = motifs.collect();
            let line = match motifs.is_empty() {
                true => better.line.iter().take(1).copied().collect(),
                false => as_needed(&better.line, &better.claims),
            };
            let mover = game.with_rules(|rules| rules.plies()[ply - 1].mover);
            let player = header.given(mover).filter(|_| !header.is_computer(mover))?;
            let (first, mut moves, _) = self.before(ply);
            let last = moves.pop();
            let before = moves.into_iter().fold(first, |mut at, mv| {
                at.play_unchecked(mv);
                at
            });
            Some(Missed::new(
                player,
                &before,
                last,
                &line,
                &motifs,
                (&id, ply - 1),
            ))
        });
        missed.collect()
    }

    /// Has what was missed come again in practice, once all of it is known.
    pub(super) fn note_missed(&self) {
        if !self.is_growing() && !self.imp().noted.replace(true) {
            Practice::shared().note_missed(self.missed());
        }
    }

    /// Whether there is something that can be kept: all is known, and something was found.
    #[must_use]
    pub fn can_keep(&self) -> bool {
        !self.is_growing() && !self.findings().is_empty()
    }

    /// Adds what was found to the study of the game, in one step, as far as it is not there.
    pub fn keep(&self) {
        let Some(game) = self.game().filter(|_| self.can_keep()) else {
            return;
        };
        let stood = game.place();
        let said = match game.annotate(StudyAction::Keep(self.findings())) {
            Ok(event) => words::findings_kept(event.change != Change::Nothing),
            Err(why) => words::study_refusal(why, game.viewed_position().board()),
        };
        game.go_to(stood);
        game.say(said);
        self.tell();
    }

    /// How each move is judged that has lost chances, and what is said at the turning points.
    fn findings(&self) -> Vec<Finding> {
        let Some(course) = self.imp().course.get() else {
            return Vec::new();
        };
        let points = self.points();
        let verdicts = course.with(|known| {
            let plies = 1..=known.plies();
            let verdicts = plies.filter_map(|ply| Some((ply, known.verdict(ply)?)));
            verdicts.collect::<Vec<_>>()
        });
        let verdicts = verdicts.unwrap_or_default().into_iter();
        let findings = verdicts.map(|(ply, verdict)| {
            let mut finding = Finding {
                ply,
                glyph: Some(glyph(verdict)),
                comment: String::new(),
                line: Vec::new(),
                about_line: Vec::new(),
            };
            if let Some(better) = self.better(ply).filter(|_| points.contains(&ply)) {
                let (_, _, here) = self.before(ply);
                finding.line = as_needed(&better.line, &better.claims);
                let said = |number| said_at(&better.claims, number, &here);
                finding.about_line = (0..finding.line.len()).map(said).collect();
                finding.comment = self.gave_away(ply);
            }
            finding
        });
        findings.collect()
    }

    /// What is best against a ply, by the course of the game, and what that proves.
    pub(super) fn gave_away(&self, ply: usize) -> String {
        let course = self.imp().course.get();
        let judged = course.and_then(|course| course.with(|known| known.at(ply).cloned())?);
        let Some((judged, game)) = judged.zip(self.game()) else {
            return String::new();
        };
        game.with_rules(|rules| {
            let last = (rules.position_at(ply - 1), rules.plies()[ply - 1].mv);
            let after = rules.position_at(ply);
            let proven = claims(Some(last), after, &judged.line, judged.score);
            let answer = judged.line.first();
            let answer = answer.map(|mv| words::the_answer(judged.turn, &name_of(after, *mv)));
            let said = Some(said_at(&proven, 0, after)).filter(|said| !said.is_empty());
            words::sentences(&answer.into_iter().chain(said).collect::<Vec<_>>())
        })
    }
}

/// What is said of a line after the half-move of this number; empty for nothing.
fn said_at(proven: &[Claim], number: usize, start: &Chess) -> String {
    let said = claims_at(proven, number).map(|claim| words::claim(claim, start));
    words::sentences(&said.collect::<Vec<_>>())
}

fn glyph(verdict: Verdict) -> Glyph {
    match verdict {
        Verdict::Inaccuracy => Glyph(6),
        Verdict::Mistake => Glyph(2),
        Verdict::Blunder => Glyph(4),
    }
}
