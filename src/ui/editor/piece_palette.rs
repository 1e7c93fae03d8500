//! What can be put on a board that is being set up: the pieces of both sides, a hand that moves what
//! stands there, and one that takes it away.

use std::cell::{OnceCell, RefCell};

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::board::Tool;
use rank_and_file_core::chess::{Color, Role};

use crate::model::{self, callback_with};
use crate::subclass::subclass;
use crate::ui::parts::Textures;
use crate::ui::table::{Figure, PieceInHand};
use crate::words;

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

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct PiecePalette {
        pub buttons: OnceCell<Vec<(Tool, gtk::ToggleButton)>>,
        pub editing: RefCell<Option<model::Editing>>,
        pub signals: OnceCell<glib::SignalGroup>,
    }

    impl ObjectImpl for PiecePalette {
        fn constructed(&self) {
            self.parent_constructed();
            let palette = self.obj();
            palette.set_column_homogeneous(true);
            palette.set_up_buttons();
            palette.set_up_dragging();
            let signals = model::signal_group::<model::Editing, _>(
                &*palette,
                &[("changed", super::PiecePalette::refresh)],
            );
            self.signals.set(signals).ok();
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
        let imp = self.imp();
        if let Some(signals) = imp.signals.get() {
            signals.set_target(Some(editing));
        }
        imp.editing.replace(Some(editing.clone()));
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
        let editing = self.imp().editing.borrow().clone();
        if let Some(editing) = editing.filter(|editing| editing.with(|now| now.tool() != tool)) {
            editing.choose(tool);
        }
    }

    fn refresh(&self) {
        let editing = self.imp().editing.borrow().clone();
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
