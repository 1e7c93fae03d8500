//! The page on which a position is set up.

mod exporting;
mod fields;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::rules::{CastlingSide, Chess, Color, Draft, Edit, FenError, Square};

use super::focus::{after_menu, is_lost};
use super::keys::{EDITOR_KEYS, listen};
use super::request::{Request, ask};
use super::route::Route;
use crate::model;
use crate::widgets::{
    Board, ButtonRow, PiecePalette, Table, Voice, set_style_class, show_said, text_of,
};
use crate::words;

/// The four rights to castle.
const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/editor.ui")]
    pub struct EditorPage {
        #[template_child]
        pub menu: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub board: TemplateChild<Board>,
        #[template_child]
        pub status: TemplateChild<gtk::Label>,
        #[template_child]
        pub palette: TemplateChild<PiecePalette>,
        #[template_child]
        pub white_to_move: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub black_to_move: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub white_king_side: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub white_queen_side: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub black_king_side: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub black_queen_side: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub en_passant: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub fullmoves: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub halfmoves: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub fen: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub fault: TemplateChild<gtk::Label>,
        pub editing: model::Editing,
        /// The squares among which that is chosen which a pawn has just passed.
        pub passable: RefCell<Option<Vec<Square>>>,
        /// Whether the fields are being filled in, which is no edit.
        pub filling: Cell<bool>,
        pub voice: OnceCell<Voice>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for EditorPage {
        const NAME: &'static str = "RfEditorPage";
        type Type = super::EditorPage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            Board::ensure_type();
            ButtonRow::ensure_type();
            PiecePalette::ensure_type();
            Table::ensure_type();
            class.bind_template();
            class.install_action("editor.undo", None, |page, _, _| page.editing().undo());
            class.install_action("editor.redo", None, |page, _, _| page.editing().redo());
            class.install_action("editor.turn-board", None, |page, _, _| {
                let board = &page.imp().board;
                board.set_turned(!board.turned());
            });
            class.install_action("editor.start-position", None, |page, _, _| {
                page.lay(Draft::default());
            });
            class.install_action("editor.empty-board", None, |page, _, _| {
                page.lay(Draft::empty());
            });
            class.install_action("editor.swap-sides", None, |page, _, _| {
                page.editing().act(Edit::SwapSides);
            });
            class.install_action("editor.play", None, |page, _, _| page.play());
            class.install_action("editor.review", None, |page, _, _| page.review());
            exporting::install_actions(class);
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for EditorPage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.board.set_editing(Some(&self.editing));
            self.palette.set_editing(&self.editing);
            page.set_up_keys();
            page.set_up_fields();
            self.editing.connect_closure(
                "changed",
                false,
                glib::closure_local!(
                    #[weak]
                    page,
                    move |_: model::Editing| page.refresh()
                ),
            );
            self.editing.connect_closure(
                "told",
                false,
                glib::closure_local!(
                    #[weak]
                    page,
                    move |editing: model::Editing| page.voice().say(&editing.heard())
                ),
            );
            page.connect_unmap(|page| page.voice().fall_silent());
            after_menu(&self.menu, &*page, super::EditorPage::keep_focus);
            page.refresh();
        }
    }

    impl WidgetImpl for EditorPage {}
    impl BinImpl for EditorPage {}
}

glib::wrapper! {
    /// The page on which a position is set up.
    pub struct EditorPage(ObjectSubclass<imp::EditorPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for EditorPage {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl EditorPage {
    /// What is being set up.
    pub fn editing(&self) -> &model::Editing {
        &self.imp().editing
    }

    /// Goes on with what was set up here, or with another position, which can be undone.
    pub fn open(&self, position: Option<&Chess>) {
        if let Some(position) = position {
            self.lay(Draft::from(position));
        }
        self.imp().board.refocus();
    }

    /// Takes a position in FEN, which somebody has typed, pasted or dropped here.
    pub fn take(&self, text: &str) {
        let read = self.editing().read(text);
        self.complain(read.unwrap_or_else(Some));
    }

    fn lay(&self, draft: Draft) {
        self.editing().act(Edit::Lay(Box::new(draft)));
    }

    /// Lets the keys of the page's actions be heard where the focus is on the page.
    fn set_up_keys(&self) {
        listen(self, gtk::ShortcutScope::Local, EDITOR_KEYS);
    }

    fn voice(&self) -> &Voice {
        let imp = self.imp();
        imp.voice.get_or_init(|| Voice::of(&*imp.status))
    }

    fn keep_focus(&self) {
        if is_lost(self) {
            self.imp().board.refocus();
        }
    }

    /// The position, if a game can be played from it.
    fn start(&self) -> Option<Chess> {
        self.editing().with(|editor| {
            let draft = editor.draft();
            draft.position().ok().filter(|_| draft.end().is_none())
        })
    }

    fn play(&self) {
        if let Some(start) = self.start() {
            ask(self, Request::Go(Route::Names(Some(Box::new(start)))));
        }
    }

    fn review(&self) {
        if let Some(start) = self.start() {
            ask(self, Request::Review(Box::new(start)));
        }
    }

    fn refresh(&self) {
        let imp = self.imp();
        show_said(&imp.status, &imp.editing.said());
        let flawed = imp.editing.with(|editor| !editor.flaws().is_empty());
        set_style_class(&*imp.status, "error", flawed);
        self.fill_in();
        self.complain(None);
        let (undo, redo) = imp.editing.with(|editor| editor.can_undo_and_redo());
        for (action, possible) in [
            ("editor.undo", undo),
            ("editor.redo", redo),
            ("editor.play", self.start().is_some()),
            ("editor.review", self.start().is_some()),
        ] {
            self.action_set_enabled(action, possible);
        }
        // A button that can be pressed no more lets go of the keyboard.
        self.keep_focus();
    }

    /// Says what is wrong with the text of a position, or nothing.
    fn complain(&self, error: Option<FenError>) {
        let imp = self.imp();
        let why = error.map(words::fen_error).unwrap_or_default();
        imp.fault.set_label(&why);
        imp.fault.set_visible(!why.is_empty());
        set_style_class(&*imp.fen, "error", !why.is_empty());
        if let Some(text) = text_of(&imp.fen) {
            text.update_property(&[gtk::accessible::Property::Description(&why)]);
        }
        if !why.is_empty() {
            self.voice().say(&why);
        }
    }
}

/// How the page is called.
pub(super) fn title() -> String {
    gettext("Set Up Position")
}
