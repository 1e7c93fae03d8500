//! A saved game in a terminal whose log has a fault: it is shown up to there, and nothing can be played.

use rank_and_file_core::chess::{Command, Refusal, fen_of};
use rank_and_file_core::record::log::Loaded;

use super::repl::{self, Answer, board};
use super::{NoAnswer, tell};
use crate::words;

struct ReadOnly {
    loaded: Loaded,
    /// Where and why belief ends.
    why: String,
    /// Whether that is still to be told among the answers.
    untold: bool,
}

/// Answers questions about the game on standard input and output until the input ends. Returns `false`, as the game
/// cannot go on.
///
/// # Errors
/// Where the output cannot be written.
pub(super) fn show(loaded: Loaded, json: bool) -> Result<bool, NoAnswer> {
    let why = loaded.fault.as_ref().map(words::fault).unwrap_or_default();
    for notice in words::notices(&loaded) {
        tell(&notice);
    }
    tell(&why);
    let mut session = ReadOnly {
        loaded,
        why,
        untold: json,
    };
    repl::run(&mut session, json)?;
    Ok(false)
}

impl ReadOnly {
    fn state(&self, words: String) -> Answer {
        Answer::state(&self.loaded.game, None, words)
    }

    fn refusal(&self) -> Answer {
        let refusal = Answer::refusal(&Refusal::GameOver, &self.loaded.game);
        Answer {
            words: self.why.clone(),
            ..refusal
        }
        .with_message()
    }
}

impl repl::Session for ReadOnly {
    fn greeting(&self) -> String {
        let (game, header) = (&self.loaded.game, &self.loaded.header);
        let mut lines = vec![words::seats(header)];
        lines.retain(|line| !line.is_empty());
        lines.push(board(game));
        lines.extend(game.outcome().map(|end| words::outcome(end, header)));
        lines.join("\n")
    }

    fn prompt(&self) -> String {
        String::new()
    }

    fn answer(&mut self, text: &str) -> Answer {
        let (game, header) = (&self.loaded.game, &self.loaded.header);
        match Command::read(text) {
            Err(refusal) => Answer::refusal(&refusal, game),
            Ok(Some(Command::Quit)) => Answer {
                last: true,
                ..self.state(self.why.clone())
            },
            Ok(Some(Command::Help)) => Answer::help(game),
            Ok(Some(Command::Fen)) => self.state(fen_of(game.position())),
            Ok(Some(Command::Board)) => Answer::board(game),
            Ok(Some(Command::Ask(inquiry))) => Answer::inquiry(inquiry, game, header),
            Ok(_) => self.refusal(),
        }
    }

    fn unasked(&mut self) -> Option<Answer> {
        let untold = std::mem::take(&mut self.untold);
        let code = Refusal::GameOver.code();
        untold.then(|| {
            let shown = self.state(self.why.clone()).with("ok", false);
            shown.with("refusal", code).with_message()
        })
    }
}
