//! Adding to a game that is over, or to a position that is set up: what is added where the reader stands in its
//! tree, which is saved beside its log.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::{Editor, Input, Tool};
use rank_and_file_core::chess::{
    self, Action, Bitboard, Chess, Draft, DrawRule, Edit, Event, FenError, Position, Square,
};
use rank_and_file_core::library::StudyFile;
use rank_and_file_core::record::log::{Folder, Header, LogEntry};
use rank_and_file_core::record::pgn;
use rank_and_file_core::record::study::{
    Change, NodeId, Study, StudyAction, StudyEvent, StudyRefusal,
};

use super::Game;
use super::helping::RefusedAction;
use super::saving::Saved;
use crate::subclass::{signals, subclass};
use crate::words::{self, Message};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Editing {
        pub editor: RefCell<Editor>,
        /// What came of what was done last, for those who do not see it.
        pub heard: RefCell<String>,
    }

    impl ObjectImpl for Editing {
        signals!["changed"; "told"];
    }
}

/// The study of a game, and how it is kept.
#[derive(Default)]
pub struct Studying {
    pub(super) study: Rc<RefCell<Study>>,
    /// Where the study is to be kept, until that begins.
    file: RefCell<Option<StudyFile>>,
    /// Whether it is the study that is written by now, and no longer the log.
    written: Cell<bool>,
    /// The moves and notes of a game that is not among the saved ones, before anything was added to it.
    before: RefCell<Option<String>>,
    /// Whether all that was added to it since is in a file that was asked for.
    exported: Cell<bool>,
    /// Whether it is no game, but a position that was set up to be looked at.
    set_up: Cell<bool>,
    /// Whether this game from a file is among the saved ones, too.
    saved_too: Cell<bool>,
}

impl Game {
    /// A position that was set up, to be looked at as a game is that is over. It is not among the
    /// saved ones.
    pub fn set_up(start: Chess) -> Self {
        let rules = chess::Game::new(start, DrawRule::Unjudged);
        let game = Self::without_log(Header::bare(), rules);
        game.imp().studying.set_up.set(true);
        let game = game.frozen(words::set_up());
        game.set_status(game.live_status());
        game
    }

    /// Whether it is a position that was set up to be looked at.
    pub fn is_set_up(&self) -> bool {
        self.imp().studying.set_up.get()
    }

    /// Whether it is not among the saved games, and what is added to it is in memory alone.
    pub fn is_outside_library(&self) -> bool {
        self.from_file() || self.is_set_up()
    }

    /// Says that this game from a file is among the saved ones, too.
    pub fn mark_saved_too(&self) {
        if self.from_file() {
            self.imp().studying.saved_too.set(true);
            self.set_trouble(words::among_saved());
        }
    }

    /// Whether it is known that this game from a file is among the saved ones, too.
    pub fn is_saved_too(&self) -> bool {
        self.imp().studying.saved_too.get()
    }

    /// Takes note that all of it is in a file that was asked for.
    pub fn mark_exported(&self) {
        self.imp().studying.exported.set(true);
    }

    /// The same game with what was added to it.
    pub fn studied(self, study: Study) -> Self {
        self.imp().studying.study.replace(study);
        self
    }

    /// The same game, to which something can be added when it is over: that is kept in this file.
    pub fn keeping(self, file: StudyFile) -> Self {
        self.imp().studying.file.replace(Some(file));
        self
    }

    /// All of it as PGN.
    pub fn pgn(&self) -> String {
        pgn::write_with(&self.loaded(), &self.imp().studying.study.borrow())
    }

    /// Whether side lines and notes can be added: the game is over, and it is not played any more, here
    /// or elsewhere. One that was broken off can be continued instead. What is added to a game that is
    /// not among the saved ones stays in memory until it is one of them.
    pub fn can_be_studied(&self) -> bool {
        let studying = &self.imp().studying;
        if self.is_outside_library() {
            return self.is_set_up() || self.outcome().is_some();
        }
        let kept = studying.written.get()
            || (studying.file.borrow().is_some() && self.saving().is_saved());
        kept && !self.read_only() && self.outcome().is_some()
    }

    /// Whether there is something in it to be analyzed: it is over, and was played. A game that is played gets no help,
    /// and one that was broken off may be continued.
    pub fn can_be_analyzed(&self) -> bool {
        self.can_be_studied() && self.outcome().is_some() && self.ply() > 0
    }

    /// Looks at the study, together with the game that it belongs to.
    pub fn with_study<T>(&self, look: impl FnOnce(&Study, &chess::Game) -> T) -> T {
        self.with_game(|rules| look(&self.imp().studying.study.borrow(), rules))
    }

    /// Looks at the game that the hand plays in: the one that is played, or where side lines can be
    /// added, the one that has come to the node that is shown.
    pub fn with_playable_game<T>(&self, look: impl FnOnce(&chess::Game) -> T) -> T {
        if self.can_be_studied() {
            let viewer = self.viewer();
            viewer.with_game_to_node(viewer.node(), look)
        } else {
            self.with_game(look)
        }
    }

    /// Plays a move with the hand: in the game, or where that is over along its tree, in which it begins
    /// a side line where it is not there.
    ///
    /// # Errors
    /// The reason why not, which is also said by the status and the signal `refused`.
    pub fn play(&self, action: Action) -> Result<(), StudyRefusal> {
        if !self.can_be_studied() {
            let played = self.act_guarded(action);
            if self.from_file() {
                // It is not over.
                self.set_status(gettext("Import this game to continue it."));
            }
            return played.map_err(StudyRefusal::from);
        }
        let (at, tried) = (self.viewer().node(), action.squares());
        if let Some(tried_out) = self.viewer().try_out(&action) {
            return tried_out.map_err(|why| self.refuse_here(why.into(), tried));
        }
        let action = match action {
            Action::Move {
                from,
                to,
                promotion,
            } => StudyAction::Move {
                at,
                from,
                to,
                promotion,
            },
            Action::Write(text) => StudyAction::Write { at, text },
            // Nothing else is done with the hand.
            other => return self.act(other).map_err(StudyRefusal::from),
        };
        match self.annotate(action) {
            Ok(_) => {
                let ended = self.with_playable_game(chess::Game::outcome);
                self.tell_happened(Event::Moved {
                    declined: None,
                    ended,
                });
                Ok(())
            }
            Err(why) => Err(self.refuse_here(why, tried)),
        }
    }

    /// Adds the line along which the reader looks ahead to the study, as far as it is shown, so that it can be played on
    /// there. Returns whether there is one.
    pub fn add_line_ahead(&self) -> bool {
        let (at, moves) = (self.viewer().node(), self.viewer().moves_ahead());
        !moves.is_empty() && self.annotate(StudyAction::AddLine { at, moves }).is_ok()
    }

    /// Says why something cannot be done at the node that is shown.
    pub(super) fn refuse_here(
        &self,
        why: StudyRefusal,
        tried: Option<(Square, Square)>,
    ) -> StudyRefusal {
        let refused = match why {
            StudyRefusal::Move(why) => Some(RefusedAction { why, tried }),
            _ => None,
        };
        let said = |rules: &chess::Game| words::study_refusal(why, rules.position().board());
        self.refuse(refused, self.with_playable_game(said));
        why
    }

    /// Adds to the study what a reader wants, and shows the node at which that leaves the reader.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn annotate(&self, action: StudyAction) -> Result<StudyEvent, StudyRefusal> {
        let event = self.annotate_elsewhere(action)?;
        // What is done in many places leaves the reader in the game where it was.
        let stays =
            event.change == Change::Several && matches!(self.viewer().node(), NodeId::Main(_));
        if !stays {
            self.viewer().go_to(event.stands);
        }
        Ok(event)
    }

    /// The same without going to where something has changed.
    pub(super) fn annotate_elsewhere(
        &self,
        action: StudyAction,
    ) -> Result<StudyEvent, StudyRefusal> {
        let Studying {
            study,
            before,
            exported,
            ..
        } = &self.imp().studying;
        let was = (self.is_outside_library() && before.borrow().is_none()).then(|| self.movetext());
        let event = self.with_game(|rules| study.borrow_mut().act(rules, action))?;
        if event.change != Change::Nothing {
            if was.is_some() {
                before.replace(was);
            }
            exported.set(false);
            // What is not in its file is said to be so before it can be seen.
            self.save_study();
            self.emit_by_name::<()>("studied", &[]);
        }
        Ok(event)
    }

    /// Whether something was added that is in memory alone, as the game is not among the saved ones.
    pub(super) fn is_added_to(&self) -> bool {
        let studying = &self.imp().studying;
        let added = studying.before.borrow().is_some() && !studying.exported.get();
        added && self.is_outside_library()
    }

    /// Takes over what was added to the same game while it was not among the saved ones. Returns whether
    /// that is saved now: not where it has other notes here, or cannot be added to.
    pub fn take_over(&self, opened: &Self) -> bool {
        let studying = &self.imp().studying;
        let Some(before) = opened.imp().studying.before.borrow().clone() else {
            return true;
        };
        let here = self.movetext();
        let same =
            studying.study.borrow().is_empty() || here == before || here == opened.movetext();
        if !same || !self.can_be_studied() {
            return false;
        }
        let study = opened.with_study(|study, _| study.clone());
        studying.study.replace(study);
        self.viewer().leave_lines();
        self.save_study();
        self.emit_by_name::<()>("studied", &[]);
        self.viewer().go_to(opened.viewer().node());
        true
    }

    /// The moves with all that was added to them, as PGN has them.
    fn movetext(&self) -> String {
        let text = self.pgn();
        let moves = text.split_once("\n\n");
        moves.map_or_else(String::new, |(_, moves)| moves.to_owned())
    }

    /// Whether the study is what is written, and no longer the log.
    pub(super) fn writes_study(&self) -> bool {
        self.imp().studying.written.get()
    }

    /// Hands all that was added to its file. The first time, the log is let go, as the game is over.
    pub(super) fn save_study(&self) {
        let studying = &self.imp().studying;
        if self.can_be_studied() {
            if let Some(file) = studying.file.take() {
                studying.written.set(true);
                self.keep(&self.id(), file);
            }
        }
        if self.writes_study() {
            let text = StudyFile::text(&self.loaded(), &studying.study.borrow());
            self.save_shown(text);
        }
    }

    /// The log goes on in another file, and the study with it.
    pub(super) fn keep_study_beside(&self, log: &Path) {
        let entry = Folder::id_of(log).map(|id| LogEntry {
            id,
            path: log.to_owned(),
        });
        self.imp().studying.file.replace(entry.map(StudyFile::new));
    }

    /// Forgets what was added after moves that were taken back.
    pub(super) fn cut_study(&self, plies: usize) {
        self.imp().studying.study.borrow_mut().cut(plies);
    }
}

subclass! {
    /// A position that is being set up, and the hand over it.
    ///
    /// Signals: `changed` (something looks different), `told` (there is something to be heard).
    pub struct Editing(imp::Editing): glib::Object {}
}

impl Default for Editing {
    /// The position from which a game usually starts.
    fn default() -> Self {
        glib::Object::new()
    }
}

impl Editing {
    /// Asks what is being done; the answer keeps nothing of it.
    pub fn with<Answer>(&self, ask: impl FnOnce(&Editor) -> Answer) -> Answer {
        ask(&self.imp().editor.borrow())
    }

    /// How the position stands, in words.
    pub fn said(&self) -> Message {
        self.with(|editor| words::standing_of(editor.draft(), editor.flaws()))
    }

    /// What came of what was done last, for those who do not see it.
    pub fn heard(&self) -> String {
        self.imp().heard.borrow().clone()
    }

    /// Takes what a person does with the board.
    pub fn take(&self, input: Input) {
        self.change(|editor| editor.take(input));
    }

    /// Gives the hand something else.
    pub fn choose(&self, tool: Tool) {
        self.change(|editor| {
            editor.choose(tool);
            None
        });
    }

    /// Does something to the position.
    pub fn act(&self, edit: Edit) {
        self.change(|editor| editor.act(edit));
    }

    /// Brings another position here. What can be undone begins with the first that is brought.
    pub fn bring(&self, position: &Chess) {
        self.change(|editor| editor.bring(Draft::from(position)));
    }

    /// Takes a position in FEN; and what had to be left out of it.
    ///
    /// # Errors
    /// Says which field cannot be read; nothing has changed then.
    pub fn read(&self, text: &str) -> Result<Option<FenError>, FenError> {
        let (draft, left_out) = Draft::read(text)?;
        self.act(Edit::Lay(Box::new(draft)));
        Ok(left_out)
    }

    /// Takes the last edit back.
    pub fn undo(&self) {
        self.change(Editor::undo);
    }

    /// Does again what was taken back last.
    pub fn redo(&self) {
        self.change(Editor::redo);
    }

    fn change(&self, change: impl FnOnce(&mut Editor) -> Option<Bitboard>) {
        let (before, held) = (self.said(), self.with(Editor::selected));
        let edited = change(&mut self.imp().editor.borrow_mut());
        let heard = self.with(|editor| match edited {
            Some(edited) => words::edited(edited, editor.draft()),
            None => {
                let selected = editor.selected().filter(|now| Some(*now) != held);
                let said = selected.map(|square| words::taken_up(square, editor.draft()));
                said.unwrap_or_default()
            }
        });
        // How it stands is said where that has changed, or nothing else is said of an edit.
        let standing = self.said();
        let stands = edited.is_some() && (standing != before || heard.is_empty());
        let said = [heard, standing.spoken().to_owned()].into_iter();
        let said: Vec<String> = said.take(1 + usize::from(stands)).collect();
        let said = words::sentences(&said);
        self.imp().heard.replace(said.clone());
        self.emit_by_name::<()>("changed", &[]);
        if !said.is_empty() {
            self.emit_by_name::<()>("told", &[]);
        }
    }
}
