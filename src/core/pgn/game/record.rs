//! What a record says of the end, where it says it twice or otherwise than the board.

use super::{Sheet, Stopped, Word};
use crate::log::{Remark, quoted};
use crate::pgn::FaultKind;
use crate::pgn::results::Claimed;
use crate::rules::{Color, Game, Outcome};

impl Sheet<'_> {
    /// Ends the game where its tag `PlyCount` says. What follows is no part of it; it is so that a
    /// study is written that goes on after the end of its game.
    pub(super) fn end_where_counted(&mut self) -> bool {
        let counted = self.description.get("PlyCount");
        let counted = counted.and_then(|count| count.parse().ok());
        let before = |count: &usize| (1..self.moves.len()).contains(count);
        let Some(count) = counted.filter(before) else {
            return false;
        };
        self.moves.truncate(count);
        self.annotated = true;
        true
    }

    /// Takes a result in words, such as `White resigns`, from behind the last move.
    pub(super) fn end_in_words(&mut self) {
        let after = |word: &&Word| word.at == self.moves.len();
        let texts = self.words.iter().rev().take_while(after).take(2);
        let plain = |text: &str| text.trim_end_matches(['.', ',']).to_lowercase();
        let mut said: Vec<String> = texts.map(|word| plain(&word.text)).collect();
        said.reverse();
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        let won = |winner| Claimed::Over(Some(winner));
        let (end, words) = match said.as_slice() {
            ["white", "resigns" | "resigned"] | ["black", "wins" | "won"] => (won(Color::Black), 2),
            ["black", "resigns" | "resigned"] | ["white", "wins" | "won"] => (won(Color::White), 2),
            ["draw", "agreed"] => (Claimed::Over(None), 2),
            [.., "draw" | "drawn"] => (Claimed::Over(None), 1),
            _ => return,
        };
        let rest = self.words.len() - words;
        if let Some(line) = self.words.drain(rest..).map(|word| word.line).next() {
            self.sign = Some((end, line));
        }
    }

    pub(super) fn tagged_end(&self) -> Option<Claimed> {
        Claimed::of_tag(self.description.get("Result")?)
    }

    /// The results that the record gives, the tag's first. A sign counts where there is no other.
    pub(super) fn ends(&self) -> [Option<Claimed>; 2] {
        let text = self.end.map(|(end, _)| end);
        let tag = self.tagged_end();
        let sign = self.sign.map(|(sign, _)| sign);
        let plain = tag.filter(|tag| *tag != Claimed::Open);
        [tag, text.or(sign.filter(|_| plain.is_none()))]
    }

    /// The result that is kept: that after the moves, but for one that is open where the tag's is
    /// not, or that the board belies where it bears out the tag's.
    pub(super) fn kept(&self, board: Option<Outcome>) -> Claimed {
        let [tag, text] = self.ends();
        let proven = |end: &Claimed| board.is_some_and(|end_| *end == Claimed::Over(end_.winner));
        let over = |end: &Claimed| *end != Claimed::Open;
        let text_first = [text, tag].into_iter().flatten();
        let best = text_first.clone().find(proven);
        let best = best.or_else(|| text_first.clone().find(over));
        best.unwrap_or(Claimed::Open)
    }

    /// What is to be said of the record by itself, each with its line.
    pub(super) fn remarks(&self, first_line: u64, game: &Game) -> Vec<(u64, Remark)> {
        let mut remarks = Vec::new();
        let unclear = self.description.unclear_date();
        remarks.extend(unclear.map(|remark| (self.date_line.max(first_line), remark)));
        let tag = self.description.get("Result").filter(|tag| *tag != "?");
        let line = self.result_line.max(first_line);
        if let [Some(tag), Some(text)] = self.ends() {
            let differ = Remark::ResultsDiffer {
                tag: tag.written().to_owned(),
                text: text.written().to_owned(),
                kept: game.outcome().map_or("*", Outcome::result).to_owned(),
            };
            remarks.extend((tag != text).then_some((line, differ)));
        } else if let (Some(tag), None) = (tag, self.tagged_end()) {
            let text = quoted(tag);
            remarks.push((line, Remark::UnknownResult { text }));
        }
        let word = |word: &Word| {
            (
                word.line,
                Remark::NoMoves {
                    text: quoted(&word.text),
                },
            )
        };
        remarks.extend(self.words.first().map(word));
        let later = [&self.both_lost, &self.null, &self.late, &self.unclosed];
        remarks.extend(later.into_iter().flatten().cloned());
        remarks
    }

    /// That the board gives another result than the record.
    pub(super) fn belied(&self, line: u64, kept: Claimed, board: Outcome) -> Stopped {
        let line = self.end.map_or(line, |(_, line)| line);
        let remark = Remark::ResultNotOnBoard {
            recorded: kept.written().to_owned(),
            board: board.result().to_owned(),
        };
        Stopped {
            line,
            kind: FaultKind::TooManyMoves,
            goes_on: true,
            belied: Some(Box::new((line, remark))),
        }
    }
}
