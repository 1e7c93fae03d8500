//! A position that is being set up, as its page sees it.

use std::cell::RefCell;
use std::sync::OnceLock;

use glib::subclass::Signal;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::board::{Edited, Editor, Input, Tool};
use rank_and_file_core::rules::{Draft, Edit, FenError};

use crate::words::{self, Said};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Editing {
        pub editor: RefCell<Editor>,
        /// What came of what was done last, for those who do not see it.
        pub heard: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Editing {
        const NAME: &'static str = "RfEditing";
        type Type = super::Editing;
    }

    impl ObjectImpl for Editing {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("changed").build(),
                    Signal::builder("told").build(),
                ]
            })
        }
    }
}

glib::wrapper! {
    /// A position that is being set up, and the hand over it.
    ///
    /// Signals: `changed` (something looks different), `told` (there is something to be heard).
    pub struct Editing(ObjectSubclass<imp::Editing>);
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
    #[must_use]
    pub fn said(&self) -> Said {
        self.with(|editor| words::standing_of(editor.draft(), editor.flaws()))
    }

    /// What came of what was done last, for those who do not see it.
    #[must_use]
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

    fn change(&self, change: impl FnOnce(&mut Editor) -> Option<Edited>) {
        let (before, held) = (self.said(), self.with(Editor::selected));
        let edited = change(&mut self.imp().editor.borrow_mut());
        let heard = self.with(|editor| match edited {
            Some(edited) => words::edited(&edited, editor.draft()),
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
        let said = said.take(1 + usize::from(stands));
        let said: Vec<String> = said.filter(|said| !said.is_empty()).collect();
        self.imp().heard.replace(words::sentences(&said));
        self.emit_by_name::<()>("changed", &[]);
        if !said.is_empty() {
            self.emit_by_name::<()>("told", &[]);
        }
    }
}
