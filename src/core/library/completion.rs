//! A game that is saved already, and of which an imported file says more: what becomes of its log and of its study.
//!
//! A log is only added to. Moves and the end are appended where these are all that is new. Clocks and tags have their
//! place before the end; for them a log is written anew, but only if it has nothing but what an import would write of
//! its game, so that nothing of it is lost. Any other log, such as that of a game that was played here, stays as it is.
//! Studies are put together, but for annotations that came with an import before: what a player has deleted of them
//! since stays deleted.

use std::io;

use super::alike::{Candidate, has_clocks, lacking, said, says_something};
use super::study_file::{LARGEST, StudyFile};
use crate::chess::{Action, Game};
use crate::files::bytes_at;
use crate::record::log::{
    Fnv1a, Header, Loaded, LogEntry, Tags, add_undated_lines, annotations_in, annotations_line,
    known_fields, read, read_bytes,
};
use crate::record::pgn::{FINAL, ScannedGame, read_game, read_study, write};
use crate::record::study::Study;

/// What a game gets that it did not have, and what it keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Additions {
    /// Moves, or its result.
    pub moves: bool,
    /// What the clocks showed.
    pub clocks: bool,
    /// Tags, or the day.
    pub tags: bool,
    /// Comments, side lines, glyphs or drawings.
    pub annotations: bool,
    /// Evaluations of positions that the file evaluates otherwise.
    pub own_evaluations: bool,
}

/// What comes of a game of which a file may say more.
pub(super) enum Completion {
    /// All of that is there.
    Nothing,
    /// All of that is there, but for other evaluations of positions that are evaluated there.
    OwnEvaluations,
    /// Its study is left as it is: it cannot be read, or would have too much.
    OwnStudy,
    /// It is to be completed.
    More(Box<Completed>),
}

/// A game as it will be.
pub(super) struct Completed {
    pub loaded: Loaded,
    /// What is to lie beside the log, where that is to change.
    pub study: Option<String>,
    /// Numbers for the log and the study as they were read.
    pub seen: Seen,
    pub additions: Additions,
}

/// Numbers for what lay there; of a study `None` where there was none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub log: u64,
    pub study: Option<u64>,
}

impl Seen {
    /// The numbers for these bytes.
    pub(super) fn of(log: &[u8], study: Option<&[u8]>) -> Self {
        Self {
            log: Fnv1a::of(log),
            study: study.map(Fnv1a::of),
        }
    }
}

/// What is to become of the game at `entry`, which is the one of a file. `study`: what that says besides.
///
/// # Errors
/// Where the log, or what lies beside it, cannot be read.
pub(super) fn complete(entry: &LogEntry, new: Candidate, study: &Study) -> io::Result<Completion> {
    let there = read(&entry.path)?;
    let beside = bytes_at(&entry.study(), LARGEST + 1)?;
    if there.fault.is_some() {
        return Ok(Completion::Nothing);
    }
    let seen = Seen::of(there.bytes(), beside.as_deref());
    let (mut loaded, mut additions) = with_moves(&there, new);
    let own = match &beside {
        None => Ok(Study::default()),
        Some(text) => read_study(text, &there.game),
    };
    let Ok(own) = own else {
        return Ok(Completion::OwnStudy);
    };
    let united = || {
        let own = own.of_longer(there.game.plies().len(), &loaded.game)?;
        let brought = match new.study.map(said) {
            Some(number) if annotations_in(there.bytes()).all(|known| known != number) => Some((
                study.of_longer(new.game.plies().len(), &loaded.game)?,
                number,
            )),
            _ => None,
        };
        let all = match &brought {
            Some((brought, _)) => own.completed(brought, &loaded.game)?,
            None => (own.clone(), false),
        };
        Ok((own, all, brought.map(|(_, number)| number)))
    };
    let united: Result<_, crate::record::study::StudyRefusal> = united();
    let Ok((own, (all, other_evaluations), number)) = united else {
        return Ok(Completion::OwnStudy);
    };
    let [before, after] = [&own, &all].map(|study| StudyFile::text(&loaded, study));
    additions.annotations = said(before.as_bytes()) != said(after.as_bytes());
    if additions == Additions::default() {
        return Ok(match other_evaluations {
            true => Completion::OwnEvaluations,
            false => Completion::Nothing,
        });
    }
    additions.own_evaluations = other_evaluations;
    if after.len() as u64 > LARGEST {
        return Ok(Completion::OwnStudy);
    }
    if let Some(number) = number.filter(|_| additions.annotations) {
        loaded = read_bytes(loaded.with_lines(&annotations_line(number)));
    }
    let study = (additions.annotations || beside.is_some()).then_some(after);
    Ok(Completion::More(Box::new(Completed {
        loaded,
        study,
        seen,
        additions,
    })))
}

/// The log with the moves, clocks and tags that it did not have.
fn with_moves(there: &Loaded, new: Candidate) -> (Loaded, Additions) {
    let plies = [there.game.plies().len(), new.game.plies().len()];
    let ends = there.game.outcome().is_none() && new.game.outcome().is_some();
    let moves = plies[1] > plies[0] || plies[1] == plies[0] && ends;
    // Nothing of the end is lost with the other record of the moves.
    let whole =
        plies[1] == plies[0] && there.game.outcome().is_some() == new.game.outcome().is_some();
    let timed = has_clocks(&there.game);
    let clocks = !timed && has_clocks(new.game) && (moves || whole);
    let header = merged(&there.header, new.header, moves);
    let says_more = |header: &Header| {
        let [before, after] = [&there.header, header].map(|own| lacking(own, new.header).len());
        after < before || after == before && header.date != there.header.date
    };
    let tags = says_more(&header);
    let wanted = Additions {
        moves,
        clocks,
        tags,
        ..Additions::default()
    };
    let is_final = |(name, _): (&str, &str)| FINAL.contains(&name);
    // What is said of the end of a game that goes on would be wrong.
    let appended =
        moves && there.game.outcome().is_none() && !there.header.tags.iter().any(is_final);
    if clocks || tags || moves && !appended {
        // With the moves of the file, those clocks would go that it does not have.
        let keeps_clocks = !timed || !moves || has_clocks(new.game);
        let game = if moves || clocks {
            new.game
        } else {
            &there.game
        };
        let anew = keeps_clocks.then(|| written_anew(there, header, game));
        if let Some(loaded) = anew.flatten() {
            let tags = says_more(&loaded.header);
            let additions = Additions { tags, ..wanted };
            return (loaded, additions);
        }
    }
    let longer = appended.then(|| with_lines(there, new.game)).flatten();
    match longer {
        Some(loaded) => {
            let additions = Additions {
                moves,
                ..Additions::default()
            };
            (loaded, additions)
        }
        None => (there.clone(), Additions::default()),
    }
}

/// The header of a log with what another one says besides. `ends`: that one knows the end.
fn merged(there: &Header, new: &Header, ends: bool) -> Header {
    let mut header = there.clone();
    let lacking = lacking(there, new);
    let is_final = |name: &str| FINAL.contains(&name);
    let kept = there.tags.iter().filter(|(name, value)| {
        !(ends && is_final(name))
            && (says_something(value) || lacking.iter().all(|(lacks, _)| lacks != name))
    });
    let last = new.tags.iter().filter(|(name, _)| ends && is_final(name));
    header.tags = Tags::default();
    for (name, value) in kept.chain(lacking.iter().copied()).chain(last) {
        header.tags.add(name, value);
    }
    let known = |date: &Option<String>| date.as_deref().map_or(0, known_fields);
    if known(&new.date) > known(&there.date) && there.started.is_none() {
        header.date.clone_from(&new.date);
    }
    header
}

/// The log as an import would write it of this header and game; `None` where the one that is there has more than an
/// import would write.
fn written_anew(there: &Loaded, header: Header, game: &Game) -> Option<Loaded> {
    let imported = |header: Header, game: &Game| {
        let text = write(&Loaded::elsewhere(header, game.clone()));
        read_game(&ScannedGame::of(text.as_bytes())).ok()
    };
    let said_anew = |line: &&str| !line.starts_with("# {\"annotations\":");
    let own = std::str::from_utf8(there.bytes()).ok()?;
    let same = imported(there.header.clone(), &there.game)?;
    let with_own_words = Header {
        tags: there.header.tags.clone(),
        remarks: there.header.remarks.clone(),
        date: there.header.date.clone(),
        ..same.loaded.header
    };
    let lines = own.lines().skip(1).filter(said_anew);
    if with_own_words != there.header || !lines.eq(same.log.lines().skip(1)) {
        return None;
    }
    let remarks = header.remarks.clone();
    let anew = imported(header, game)?;
    let moves = |game: &Game| game.plies().iter().map(|ply| ply.mv).collect::<Vec<_>>();
    let winner = |game: &Game| game.outcome().map(|end| end.winner);
    let read = &anew.loaded.game;
    if moves(read) != moves(game) || winner(read) != winner(game) {
        return None;
    }
    let header = Header {
        remarks,
        ..anew.loaded.header
    };
    let mut log = header.line();
    log.extend(anew.log.split_inclusive('\n').skip(1));
    log.extend(annotations_in(there.bytes()).map(annotations_line));
    believed(log.into_bytes())
}

/// The log with the moves and the end behind it that it did not have.
fn with_lines(there: &Loaded, longer: &Game) -> Option<Loaded> {
    let (mut game, mut lines) = (there.game.clone(), String::new());
    for ply in longer.plies().iter().skip(there.game.plies().len()) {
        let event = game.act_by(game.ply(ply.mv)).ok()?;
        if let Some(left) = ply.left() {
            game.take_clock(left).ok()?;
        }
        add_undated_lines(&mut lines, &event, &game);
    }
    if let (None, Some(outcome)) = (game.outcome(), longer.outcome()) {
        let event = game.act(Action::Conclude(outcome)).ok()?;
        add_undated_lines(&mut lines, &event, &game);
    }
    let loaded = believed(there.with_lines(&lines))?;
    (loaded.game.plies().len() == longer.plies().len()).then_some(loaded)
}

/// A log, if it can be believed to its end.
fn believed(log: Vec<u8>) -> Option<Loaded> {
    Some(read_bytes(log)).filter(|loaded| loaded.fault.is_none())
}
