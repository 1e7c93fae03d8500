//! What is said, pointed out and kept at a turning point: the question, hints, what comes of a move that is
//! tried, and the proof of the better one.

use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Drawing, Pen};
use rank_and_file_core::chess::{Chess, Move, Ply, Position};
use rank_and_file_core::record::study::{self, Change, Glyph, StudyAction};
use rank_and_file_core::training::analysis::Verdict;
use rank_and_file_core::training::practice::Missed;
use rank_and_file_core::training::trainer::{self, Hint};
use rank_and_file_core::training::tutor::{
    Arrow, Attempt, Finding, Motif, Question, Worth, as_needed,
};

use super::{Ending, Review};
use crate::model::trainer::Reply;
use crate::model::{Game, Pointed, Practice};
use crate::words;

/// A move as it is written in a position, with its number.
fn name_of(here: &Chess, mv: Move) -> String {
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
fn findings_at(proven: &[Finding], number: usize) -> impl Iterator<Item = &Finding> {
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

/// A line with what it proves, after this is said of its first move.
fn solution(first: &[String], start: &Chess, line: &[Move], proven: &[Finding]) -> Vec<Pointed> {
    let mut along = along(start, line, proven);
    if let Some(pointed) = along.first_mut() {
        pointed.said = words::sentences(&[first, &[said_at(proven, 0, start)]].concat());
    }
    along
}

/// A move that was tried, of which this is said, and what follows it; `answers`: the answer is told with it.
fn answered(said: String, after: &Chess, attempt: &Attempt, answers: bool) -> Vec<Pointed> {
    let line = as_needed(&attempt.answer, &attempt.findings);
    let mut first = only(said);
    if let Some(reply) = line.first().filter(|_| answers) {
        let reply = Ply::play(after, *reply);
        let answer = words::the_answer(reply.mover, &words::numbered(after, &reply));
        let proven = said_at(&attempt.findings, 0, after);
        first.said = words::sentences(&[first.said, answer, proven]);
        first.drawings.push(drawn(reply.squares(), bad()));
    }
    let rest = along(after, &line, &attempt.findings);
    [first].into_iter().chain(rest).collect()
}

fn only(said: String) -> Pointed {
    Pointed {
        said,
        ..Pointed::default()
    }
}

impl Review {
    /// Says and points out what has come about at the turning point.
    pub(super) fn hear(&self, reply: Reply) {
        let (Some(ply), Some(game)) = (self.at(), self.game()) else {
            return;
        };
        let Some(((asked, played), better)) = self.before(ply).zip(self.better(ply)) else {
            return;
        };
        let here = asked.position();
        let line = as_needed(&better.line, &better.findings);
        let solution = |first: &[String]| solution(first, here, &line, &better.findings);
        let ahead = match reply {
            Reply::Asked => Vec::new(),
            Reply::Weighing(tried) => vec![only(words::weighing(&words::numbered(here, tried)))],
            Reply::Tried(tried, None, _) => {
                vec![only(words::not_weighed(&words::numbered(here, tried)))]
            }
            Reply::Tried(tried, Some(worth), attempt) => {
                self.note_ending(match self.is_found() {
                    true => Ending::AtOnce,
                    false => Ending::Open,
                });
                let name = words::numbered(here, tried);
                let was_played = tried.mv == played.mv;
                let beats_played = |attempt| self.is_better_than_played(ply, attempt);
                let said = match worth {
                    _ if was_played => words::tried_played(&name),
                    Worth::Best => words::tried_best(&name),
                    Worth::AsGood => words::tried_as_good(&name),
                    Worth::Close => words::tried_close(&name),
                    Worth::Worse if attempt.is_some_and(beats_played) => {
                        words::tried_better(&name, &words::numbered(here, &played))
                    }
                    Worth::Worse => words::tried_worse(&name),
                };
                let answers = was_played || !self.is_found();
                match attempt {
                    Some(attempt) => answered(said, &tried.position, attempt, answers),
                    None => solution(&[said]),
                }
            }
            Reply::Shown => {
                let best = words::the_move(&name_of(here, line[0]));
                match better.findings.is_empty() {
                    false => solution(&[best]),
                    // What it avoids is the reason.
                    true => {
                        let played = words::tried_played(&words::numbered(here, &played));
                        solution(&[best, played, self.gave_away(ply)])
                    }
                }
            }
        };
        let question = self.question(game, here, &played);
        game.point_out([question].into_iter().chain(ahead).collect());
    }

    /// What is asked at the turning point, with the hint that was given last.
    fn question(&self, game: &Game, here: &Chess, played: &Ply) -> Pointed {
        let name = words::numbered(here, played);
        let mut said = vec![words::find_better(game.header(), played.mover, &name)];
        let mut drawings = vec![drawn(played.squares(), bad())];
        let given = self.imp().trainer.with(trainer::Trainer::given).flatten();
        if let Some(hint) = given {
            drawings.extend(hint.points_at(here).map(|way| drawn(way, good())));
            said.push(match hint {
                Hint::Move(mv) => words::the_move(&name_of(here, mv)),
                hint => words::practice_hint(&hint, here),
            });
        }
        Pointed {
            said: words::sentences(&said),
            drawings,
        }
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
        let stood = game.node();
        let said = match game.annotate(StudyAction::Keep(self.findings())) {
            Ok(event) => words::findings_kept(event.change != Change::Nothing),
            Err(why) => words::study_refusal(why, game.viewed_position().board()),
        };
        game.go_to(stood);
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
    fn gave_away(&self, ply: usize) -> String {
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
