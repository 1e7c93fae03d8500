//! The page on which a position is set up: its board, the palette of what can be put there, its fields, and the position
//! out of the window.

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gdk;
use rank_and_file_core::chess::board::Tool;
use rank_and_file_core::chess::{CastlingSide, Chess, Color, Draft, Edit, FenError, Role, Square};

use super::files::save_picture;
use super::keys::{EDITOR_KEYS, after_menu, is_lost, listen};
use super::parts::{
    ButtonRow, Fitting, Textures, Voice, set_style_class, show_said, tell_chosen, tell_focus,
    text_of,
};
use super::question;
use super::route::{Request, Route, ask};
use super::table::{Board, Figure, PieceInHand, Table};
use crate::model::{self, callback_with, on, watch, weak};
use crate::subclass::{ClassOf, InstallActions, subclass, template};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../resources/ui/editor.ui")]
        pub struct EditorPage {
            menu: gtk::MenuButton,
            board: Board,
            status: gtk::Label,
            palette: super::PiecePalette,
            white_to_move: gtk::ToggleButton,
            black_to_move: gtk::ToggleButton,
            white_king_side: gtk::CheckButton,
            white_queen_side: gtk::CheckButton,
            black_king_side: gtk::CheckButton,
            black_queen_side: gtk::CheckButton,
            en_passant: adw::ComboRow,
            fullmoves: gtk::SpinButton,
            halfmoves: gtk::SpinButton,
            fen: adw::EntryRow,
            fault: gtk::Label,
        } and {
            pub editing: model::Editing,
            /// The squares among which that is chosen which a pawn has just passed.
            pub passable: RefCell<Option<Vec<Square>>>,
            /// Whether the fields are being filled in, which is no edit.
            pub filling: Cell<bool>,
            pub voice: OnceCell<Voice>,
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
            tell_chosen([&*self.white_to_move, &*self.black_to_move]);
            let editing = &self.editing;
            on(editing, "changed", weak!(page, |page, _| page.refresh()));
            on(
                editing,
                "told",
                weak!(page, |page, editing| page.voice().say(&editing.heard())),
            );
            page.connect_unmap(|page| page.voice().fall_silent());
            after_menu(&self.menu, &*page, super::EditorPage::keep_focus);
            page.refresh();
        }
    }

    #[derive(Default)]
    pub struct PiecePalette {
        pub buttons: OnceCell<Vec<(Tool, gtk::ToggleButton)>>,
        pub editing: OnceCell<model::Editing>,
    }

    impl ObjectImpl for PiecePalette {
        fn constructed(&self) {
            self.parent_constructed();
            let palette = self.obj();
            palette.set_column_homogeneous(true);
            palette.set_up_buttons();
            palette.set_up_dragging();
            Textures::shared().follow(&*palette, |widget| {
                if let Some(palette) = widget.downcast_ref::<super::PiecePalette>() {
                    for (_, button) in palette.buttons() {
                        button.child().inspect(WidgetExt::queue_draw);
                    }
                }
            });
        }
    }

    impl WidgetImpl for PiecePalette {
        /// The buttons are walked with arrows; Tab enters at what is chosen, and leaves all of them.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let palette = self.obj();
            match direction {
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward => {
                    palette.focus_child().is_none() && palette.focus_chosen()
                }
                _ => self.parent_focus(direction),
            }
        }
    }
}

/// The four rights to castle.
const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

subclass! {
    /// The page on which a position is set up.
    pub struct EditorPage(imp::EditorPage): adw::Bin {
        template: [Board, ButtonRow, Fitting, PiecePalette, Table],
        class_init: install_actions,
        default: new,
    }
}

fn install_actions(class: &mut ClassOf<EditorPage>) {
    class.action("editor.undo", |page| page.editing().undo());
    class.action("editor.redo", |page| page.editing().redo());
    class.action("editor.turn-board", |page| {
        let board = &page.imp().board;
        board.set_flipped(!board.flipped());
    });
    class.action("editor.start-position", |page| page.lay(Draft::default()));
    class.action("editor.empty-board", |page| page.lay(Draft::empty()));
    class.action("editor.swap-sides", |page| {
        page.editing().act(Edit::SwapSides)
    });
    class.action("editor.play", EditorPage::play);
    class.action("editor.review", EditorPage::review);
    class.action("editor.copy-position", EditorPage::copy_position);
    class.async_action("editor.save-picture", EditorPage::save_picture);
}

impl EditorPage {
    /// What is being set up.
    pub fn editing(&self) -> &model::Editing {
        &self.imp().editing
    }

    /// Goes on with what was set up here, or with another position. That can be undone where there was something to
    /// be undone before.
    pub fn open(&self, position: Option<&Chess>) {
        if let Some(position) = position {
            self.editing().bring(position);
        }
        self.imp().board.refocus();
    }

    /// Takes a position in FEN, which was typed, pasted or dropped here.
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

impl EditorPage {
    fn copy_position(&self) {
        let fen = self.editing().with(|editor| editor.draft().fen());
        self.clipboard().set_text(&fen);
        question::say(self, &gettext("Position copied as FEN"));
    }

    async fn save_picture(&self) {
        let board = self.editing().with(|editor| editor.draft().board().clone());
        // Translators: the name of a file with the picture of a position, without its ending
        let name = format!("{}.png", pgettext("file name", "position"));
        save_picture(self, &name, board, self.imp().board.flipped()).await;
    }
}

// What belongs to a position besides its pieces: who is to move, the rights, the counters, the whole of
// it as FEN.

impl EditorPage {
    fn rights(&self) -> [&gtk::CheckButton; 4] {
        let imp = self.imp();
        [
            &imp.white_king_side,
            &imp.white_queen_side,
            &imp.black_king_side,
            &imp.black_queen_side,
        ]
    }

    /// What is done in the fields is done to the position.
    fn set_up_fields(&self) {
        let imp = self.imp();
        for (button, color) in [
            (&imp.white_to_move, Color::White),
            (&imp.black_to_move, Color::Black),
        ] {
            let turn = move |page: &Self, button: &gtk::ToggleButton| {
                if button.is_active() {
                    page.edit(Edit::Turn(color));
                }
            };
            button.connect_toggled(callback_with(self, turn));
        }
        for (button, (color, side)) in self.rights().into_iter().zip(RIGHTS) {
            let name = words::castling_right(color, side);
            button.update_property(&[gtk::accessible::Property::Label(&name)]);
            let allow = move |page: &Self, button: &gtk::CheckButton| {
                page.edit(Edit::Castling(color, side, button.is_active()))
            };
            button.connect_toggled(callback_with(self, allow));
        }
        let pass = |page: &Self, row: &adw::ComboRow| {
            let squares = page.possible_squares();
            let index = (row.selected() as usize).checked_sub(1);
            let passed = index.and_then(|index| squares.get(index).copied());
            page.edit(Edit::EnPassant(passed));
        };
        imp.en_passant
            .connect_selected_notify(callback_with(self, pass));
        let count = |page: &Self, spin: &gtk::SpinButton| page.edit(Edit::Halfmoves(whole(spin)));
        imp.halfmoves
            .connect_value_changed(callback_with(self, count));
        let count = |page: &Self, spin: &gtk::SpinButton| page.edit(Edit::Fullmoves(whole(spin)));
        imp.fullmoves
            .connect_value_changed(callback_with(self, count));
        tell_focus(&imp.fen);
        imp.fen
            .connect_apply(callback_with(self, |page, row: &adw::EntryRow| {
                page.take(&row.text())
            }));
    }

    /// Edits the position, unless a field was only filled in.
    fn edit(&self, edit: Edit) {
        if !self.imp().filling.get() {
            self.editing().act(edit);
        }
    }

    fn possible_squares(&self) -> Vec<Square> {
        self.editing()
            .with(|editor| editor.draft().possible_en_passant())
    }

    /// Offers the squares that a pawn may just have passed.
    fn offer_squares(&self, squares: &[Square]) {
        let imp = self.imp();
        // Translators: beside squares: no pawn has passed any of them
        let none = pgettext("en passant", "None");
        let names: Vec<String> = std::iter::once(none)
            .chain(squares.iter().map(ToString::to_string))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        imp.en_passant
            .set_model(Some(&gtk::StringList::new(&names)));
        imp.passable.replace(Some(squares.to_vec()));
    }

    /// Shows what belongs to the position.
    fn fill_in(&self) {
        let imp = self.imp();
        let draft = self.editing().with(|editor| editor.draft().clone());
        imp.filling.set(true);
        let turn = match draft.turn() {
            Color::White => &imp.white_to_move,
            Color::Black => &imp.black_to_move,
        };
        turn.set_active(true);
        for (button, (color, side)) in self.rights().into_iter().zip(RIGHTS) {
            button.set_sensitive(draft.can_have_right(color, side));
            button.set_active(draft.has_right(color, side));
        }
        let squares = draft.possible_en_passant();
        // The choice that is being made is not taken away.
        if imp.passable.borrow().as_ref() != Some(&squares) {
            self.offer_squares(&squares);
        }
        let passed = squares
            .iter()
            .position(|square| Some(*square) == draft.en_passant());
        let index = passed.map_or(0, |index| index + 1);
        let index = u32::try_from(index).unwrap_or_default();
        if imp.en_passant.selected() != index {
            imp.en_passant.set_selected(index);
        }
        imp.en_passant.set_sensitive(!squares.is_empty());
        imp.fullmoves.set_value(f64::from(draft.fullmoves()));
        imp.halfmoves.set_value(f64::from(draft.halfmoves()));
        let fen = draft.fen();
        if imp.fen.text() != fen {
            // What is only shown has not been typed: there is nothing to be applied.
            imp.fen.set_show_apply_button(false);
            imp.fen.set_text(&fen);
            imp.fen.set_show_apply_button(true);
        }
        imp.filling.set(false);
    }
}

fn whole(spin: &gtk::SpinButton) -> u32 {
    u32::try_from(spin.value_as_int()).unwrap_or_default()
}

/// The pieces as they lie in a row.
const ROW: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];
/// The length of a piece's side, in logical pixels.
const SIDE: i32 = 36;

subclass! {
    /// A row of pieces for each side, one of which is chosen.
    pub struct PiecePalette(imp::PiecePalette): gtk::Grid, overriding WidgetImpl {
        css_name: "palette",
        accessible_role: Group,
        default: new,
    }
}

impl PiecePalette {
    /// Shows what the hand over this position has been given, and gives it something else.
    pub fn set_editing(&self, editing: &model::Editing) {
        self.imp().editing.set(editing.clone()).ok();
        watch(self, editing, "changed", Self::refresh);
        self.refresh();
    }

    fn buttons(&self) -> &[(Tool, gtk::ToggleButton)] {
        self.imp().buttons.get().map_or(&[], Vec::as_slice)
    }

    fn set_up_buttons(&self) {
        let mut buttons: Vec<(Tool, gtk::ToggleButton)> = Vec::new();
        for (row, color, first) in [
            (0, Color::White, Tool::Hand),
            (1, Color::Black, Tool::Eraser),
        ] {
            let pieces = ROW.map(|role| Tool::Piece(role.of(color)));
            for (column, tool) in (0..).zip([first].into_iter().chain(pieces)) {
                let button = button(tool);
                button.set_group(buttons.first().map(|(_, first)| first));
                button.connect_toggled(callback_with(
                    self,
                    move |palette, button: &gtk::ToggleButton| {
                        if button.is_active() {
                            palette.choose(tool);
                        }
                    },
                ));
                self.attach(&button, column, row, 1, 1);
                buttons.push((tool, button));
            }
        }
        self.imp().buttons.set(buttons).ok();
    }

    fn choose(&self, tool: Tool) {
        let editing = self.imp().editing.get();
        if let Some(editing) = editing.filter(|editing| editing.with(|now| now.tool() != tool)) {
            editing.choose(tool);
        }
    }

    fn refresh(&self) {
        let editing = self.imp().editing.get();
        let tool = editing.map(|editing| editing.with(|editor| editor.tool()));
        let chosen = self.buttons().iter().find(|(of, _)| Some(*of) == tool);
        if let Some((_, button)) = chosen {
            button.set_active(true);
        }
    }

    fn focus_chosen(&self) -> bool {
        let chosen = self.buttons().iter().find(|(_, button)| button.is_active());
        chosen.is_some_and(|(_, button)| button.grab_focus())
    }

    /// A piece can be dragged from here to the board.
    fn set_up_dragging(&self) {
        for (tool, button) in self.buttons() {
            let Tool::Piece(piece) = *tool else { continue };
            let source = gtk::DragSource::builder()
                .actions(gdk::DragAction::COPY)
                .propagation_phase(gtk::PropagationPhase::Capture)
                .content(&gdk::ContentProvider::for_value(
                    &PieceInHand(piece).to_value(),
                ))
                .build();
            source.connect_drag_begin(move |_, drag| {
                let figure = Figure::new(piece, false);
                figure.set_size_request(2 * SIDE, 2 * SIDE);
                let icon = gtk::DragIcon::for_drag(drag);
                if let Some(icon) = icon.downcast_ref::<gtk::DragIcon>() {
                    icon.set_child(Some(&figure));
                }
                drag.set_hotspot(SIDE, SIDE);
            });
            button.add_controller(source);
        }
    }
}

fn button(tool: Tool) -> gtk::ToggleButton {
    let name = words::tool(tool);
    let button = gtk::ToggleButton::builder()
        .tooltip_text(&name)
        .css_classes(["flat"])
        .build();
    button.update_property(&[gtk::accessible::Property::Label(&name)]);
    match tool {
        Tool::Hand => button.set_icon_name("pointer-symbolic"),
        Tool::Eraser => button.set_icon_name("edit-clear-symbolic"),
        Tool::Piece(piece) => {
            let figure = Figure::new(piece, false);
            figure.set_size_request(SIDE, SIDE);
            button.set_child(Some(&figure));
        }
    }
    button
}
