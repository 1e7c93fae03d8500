//! What is said, pointed out and kept at a turning point: the question, hints, what comes of a move that is
//! tried, and the proof of the better one.

use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Drawing, Pen};
use rank_and_file_core::chess::{Chess, Move, Ply, Position};
use rank_and_file_core::record::study::{self, Change, Glyph, StudyAction};
use rank_and_file_core::training::analysis::Verdict;
use rank_and_file_core::training::practice::Missed;
use rank_and_file_core::training::tutor::{Arrow, Attempt, Finding, Motif, Question, Worth};

use super::Review;
use crate::model::{Game, Pointed, Practice};
use crate::words;

/// So many half-moves are shown of a line that proves nothing.
const SHORT: usize = 5;

/// A move as it is written in a position, with its number.
pub(super) fn name_of(here: &Chess, mv: Move) -> String {
    words::numbered(here, &Ply::play(here, mv))
}

/// An arrow in the color of what is good, or of what is bad, or of what a finding is about.
fn drawn((from, to): Arrow, pen: Pen) -> Drawing {
    Drawing { from, to, pen }
}

fn good() -> Pen {
    Pen::of(false, false)
}

fn bad() -> Pen {
    Pen::of(true, false)
}

fn about() -> Pen {
    Pen::of(false, true)
}

/// The findings that are to be told after the half-move of this number: those about what comes about by it. How
/// soon one side mates is said at once.
pub(super) fn findings_at(proven: &[Finding], number: usize) -> impl Iterator<Item = &Finding> {
    proven.iter().filter(move |finding| {
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
fn along(start: &Chess, line: &[Move], proven: &[Finding]) -> Vec<Pointed> {
    let mut here = start.clone();
    let told = line.iter().enumerate().map(|(number, mv)| {
        let name = name_of(&here, *mv);
        here.play_unchecked(*mv);
        let findings = || findings_at(proven, number);
        let said = findings().map(|finding| words::finding(finding, start));
        let won = proven
            .first()
            .filter(|finding| finding.line.len() == number + 1);
        let won = won.map(|finding| words::won(finding, start));
        let all = [words::sentence(&name)].into_iter().chain(said).chain(won);
        let all: Vec<String> = all.collect();
        let arrows = findings().filter(|finding| finding.at == number);
        let arrows = arrows.flat_map(Finding::arrows);
        Pointed {
            said: words::sentences(&all),
            drawings: arrows.map(|arrow| drawn(arrow, about())).collect(),
        }
    });
    told.collect()
}

/// As much of a line as it takes to prove something.
pub(super) fn as_needed(line: &[Move], proven: &[Finding]) -> Vec<Move> {
    let needed = proven.iter().map(|finding| finding.line.len()).max();
    line.iter().take(needed.unwrap_or(SHORT)).copied().collect()
}

impl Review {
    /// What is asked at the turning point, with the hints that were given.
    pub(super) fn question(&self) -> Pointed {
        let (Some(ply), Some(game)) = (self.at(), self.game()) else {
            return Pointed::default();
        };
        let Some((asked, played)) = self.before(ply) else {
            return Pointed::default();
        };
        let here = asked.position();
        let name = game.with_rules(|rules| words::move_name(rules, ply));
        let name = name.unwrap_or_default();
        let mut said = vec![words::find_better(game.header(), played.mover, &name)];
        let mut drawings = vec![drawn(played.squares(), bad())];
        let hints = self.imp().hints.get();
        if let Some(better) = self.better(ply).filter(|_| hints > 0) {
            let best = better.line[0];
            let (from, to) = Ply::play(here, best).squares();
            match hints {
                1 => said.push(words::what_to_find(&better.findings, here)),
                2 => {
                    said.push(words::what_moves(&words::piece_on(here.board(), from)));
                    drawings.push(drawn((from, from), good()));
                }
                _ => {
                    said.push(words::the_move(&name_of(here, best)));
                    drawings.push(drawn((from, to), good()));
                }
            }
        }
        Pointed {
            said: words::sentences(&said),
            drawings,
        }
    }

    /// Tells what comes of a move that was tried; the answer to it can be walked.
    pub(super) fn tell_attempt(&self, ply: usize, tried: Move, attempt: &Attempt) {
        let (Some(game), Some(better)) = (self.game(), self.better(ply)) else {
            return;
        };
        let Some((asked, played)) = self.before(ply) else {
            return;
        };
        let (here, played) = (asked.position(), played.mv);
        let name = name_of(here, tried);
        let mut after = here.clone();
        after.play_unchecked(tried);
        let good_one = matches!(attempt.worth, Worth::Best | Worth::AsGood);
        let mut said = vec![match attempt.worth {
            _ if tried == played => words::tried_played(&name),
            Worth::Best => words::tried_best(&name),
            Worth::AsGood => words::tried_as_good(&name),
            Worth::Close => words::tried_close(&name),
            Worth::Worse if self.is_better_than_played(ply, attempt) => {
                words::tried_better(&name, &name_of(here, played))
            }
            Worth::Worse => words::tried_worse(&name),
        }];
        let mut drawings = Vec::new();
        if attempt.worth == Worth::Best {
            let proven = findings_at(&better.findings, 0);
            said.extend(proven.map(|finding| words::finding(finding, here)));
            let first = better.findings.iter().filter(|finding| finding.at == 0);
            let arrows = first.flat_map(Finding::arrows);
            drawings.extend(arrows.map(|arrow| drawn(arrow, about())));
        }
        let answer = as_needed(&attempt.answer, &attempt.findings);
        let reply = answer.first().filter(|_| !good_one || tried == played);
        if let Some(reply) = reply {
            let ply = Ply::play(&after, *reply);
            said.push(words::the_answer(ply.mover, &words::numbered(&after, &ply)));
            let proven = findings_at(&attempt.findings, 0);
            said.extend(proven.map(|finding| words::finding(finding, &after)));
            drawings.push(drawn(ply.squares(), bad()));
        }
        let first = Pointed {
            said: words::sentences(&said),
            drawings,
        };
        let line: Vec<Move> = [tried].into_iter().chain(answer.iter().copied()).collect();
        game.viewer().look_ahead(&line, 1);
        let rest = along(&after, &answer, &attempt.findings);
        let pointed = [self.question(), first].into_iter().chain(rest);
        self.point_out(pointed.collect());
    }

    /// Whether a move has lost clearly less than the one that was played.
    fn is_better_than_played(&self, ply: usize, attempt: &Attempt) -> bool {
        let course = self.imp().course.get();
        let left = course.and_then(|course| {
            course.with(|known| {
                let turn = known.at(ply - 1)?.turn;
                Some(known.at(ply)?.win(turn))
            })
        });
        left.flatten()
            .is_some_and(|left| attempt.score.win() >= left + 5.0)
    }

    /// Tells the proof of the better move as it is played, and gives its moves.
    pub(super) fn tell_proof(&self, ply: usize) -> Option<Vec<Move>> {
        let better = self.better(ply)?;
        let (asked, played) = self.before(ply)?;
        let here = asked.position();
        let line = as_needed(&better.line, &better.findings);
        let mut along = along(here, &line, &better.findings);
        if let Some(first) = along.first_mut() {
            let best = words::the_move(&name_of(here, line[0]));
            let proven = findings_at(&better.findings, 0);
            let proven = proven.map(|finding| words::finding(finding, here));
            let mut all: Vec<String> = [best].into_iter().chain(proven).collect();
            if better.findings.is_empty() {
                // What it avoids is the reason.
                all.push(words::tried_played(&name_of(here, played.mv)));
                all.push(self.gave_away(ply));
            }
            first.said = words::sentences(&all);
        }
        let pointed = [self.question()].into_iter().chain(along);
        self.point_out(pointed.collect());
        Some(line)
    }

    /// Where it stands, as a heading.
    pub fn heading(&self) -> String {
        let points = self.points();
        let number = self
            .at()
            .and_then(|at| points.iter().position(|ply| *ply == at));
        let all = Some(points.len()).filter(|_| !self.is_growing());
        number.map_or_else(words::the_review, |number| {
            words::turning_point(number + 1, all)
        })
    }

    /// What the game comes down to, how many turning points it has, as far as that is known, and what was found at
    /// those that were gone through.
    pub fn summary(&self) -> String {
        let (Some(game), Some(course)) = (self.game(), self.imp().course.get()) else {
            return String::new();
        };
        let summary = game.outcome().and_then(|outcome| {
            let summary = course.with(|known| known.summary(outcome)).flatten()?;
            Some(game.with_rules(|rules| words::game_summary(summary, rules, game.header())))
        });
        let points = words::turning_points(self.points().len(), self.is_growing());
        let said: Vec<String> = summary
            .into_iter()
            .chain([points])
            .chain(self.endings())
            .collect();
        words::sentences(&said)
    }
}

// What is kept of a review: comments and side lines in the study of the game, and what was missed, to be
// practiced.

impl Review {
    /// What people who gave their names have missed at the turning points that are known. Where no motif is
    /// proven by it, the better move alone is to be found.
    pub fn missed(&self) -> Vec<Missed> {
        let Some(game) = self.game() else {
            return Vec::new();
        };
        let (header, id) = (game.header(), game.id());
        let points = self.points().into_iter();
        let missed = points.filter_map(|ply| {
            let better = self.better(ply)?;
            let motifs = better.findings.iter().filter_map(|finding| finding.motif);
            let motifs: Vec<Motif> = motifs.collect();
            let line = match motifs.is_empty() {
                true => better.line.iter().take(1).copied().collect(),
                false => as_needed(&better.line, &better.findings),
            };
            let (here, played) = self.before(ply)?;
            let mover = played.mover;
            let player = header.given(mover).filter(|_| !header.is_computer(mover))?;
            Some(Missed::new(player, &here, &line, &motifs, (&id, ply - 1)))
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
    pub fn can_keep(&self) -> bool {
        !self.is_growing() && !self.findings().is_empty()
    }

    /// Adds what was found to the study of the game, in one step, as far as it is not there.
    pub fn keep(&self) {
        let Some(game) = self.game().filter(|_| self.can_keep()) else {
            return;
        };
        let stood = game.viewer().node();
        let said = match game.annotate(StudyAction::Keep(self.findings())) {
            Ok(event) => words::findings_kept(event.change != Change::Nothing),
            Err(why) => words::study_refusal(why, game.viewer().position().board()),
        };
        game.viewer().go_to(stood);
        game.say(said);
        self.tell();
    }

    /// How each move is judged that has lost chances, and what is said at the turning points.
    fn findings(&self) -> Vec<study::Finding> {
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
            let mut finding = study::Finding {
                ply,
                glyph: Some(glyph(verdict)),
                comment: String::new(),
                line: Vec::new(),
                about_line: Vec::new(),
            };
            let better = self.better(ply).filter(|_| points.contains(&ply));
            if let Some((better, (asked, _))) = better.zip(self.before(ply)) {
                finding.line = as_needed(&better.line, &better.findings);
                let said = |number| said_at(&better.findings, number, asked.position());
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
        let after = |game: &Game| game.with_rules(|rules| Question::at(rules, ply));
        let Some((judged, asked)) = judged.zip(self.game().map(after)) else {
            return String::new();
        };
        let after = asked.position();
        let proven = asked.findings(&judged.line, judged.score);
        let answer = judged.line.first();
        let answer = answer.map(|mv| words::the_answer(judged.turn, &name_of(after, *mv)));
        words::sentences(&[answer.unwrap_or_default(), said_at(&proven, 0, after)])
    }
}

/// What is said of a line after the half-move of this number; empty for nothing.
fn said_at(proven: &[Finding], number: usize, start: &Chess) -> String {
    let said = findings_at(proven, number).map(|finding| words::finding(finding, start));
    words::sentences(&said.collect::<Vec<_>>())
}

fn glyph(verdict: Verdict) -> Glyph {
    match verdict {
        Verdict::Inaccuracy => Glyph(6),
        Verdict::Mistake => Glyph(2),
        Verdict::Blunder => Glyph(4),
    }
}
