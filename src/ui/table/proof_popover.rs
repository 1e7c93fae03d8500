//! The proof of a verdict, opened from the result: what stands on the board, or in the scoresheet,
//! that makes it so.

use std::cell::RefCell;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::Proof;

use crate::model::{self, callback};
use crate::subclass::subclass;
use crate::ui::parts::{remove_children, show_said};
use crate::ui::question;
use crate::words::{self, Message};

/// No line is longer, in letters.
const LINE: i32 = 40;
/// The frame of the popover around its lines, in logical pixels.
const AROUND: i32 = 60;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ProofPopover {
        pub lines: gtk::Box,
        /// All of them, as they are heard.
        pub heard: RefCell<String>,
    }

    impl ObjectImpl for ProofPopover {
        fn constructed(&self) {
            self.parent_constructed();
            let lines = &self.lines;
            lines.set_orientation(gtk::Orientation::Vertical);
            lines.set_spacing(6);
            lines.set_margin_top(6);
            lines.set_margin_bottom(6);
            lines.set_margin_start(6);
            lines.set_margin_end(6);
            let scroller = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .propagate_natural_height(true)
                .propagate_natural_width(true)
                .max_content_height(320)
                .child(lines)
                .build();
            self.obj().set_child(Some(&scroller));
            // Where the keyboard comes to, nothing is read.
            self.obj().connect_show(|popover| {
                question::hear(popover, &popover.imp().heard.borrow());
            });
        }
    }
}

subclass! {
    /// The proof of a verdict, line by line.
    pub struct ProofPopover(imp::ProofPopover): gtk::Popover {}
}

impl ProofPopover {
    /// How many letters a line may have, for the popover to be no wider than its window.
    fn letters(&self) -> i32 {
        let window = self.parent().and_then(|parent| parent.root());
        let width = window.map_or(0, |window| window.width());
        let letter = self.pango_context().metrics(None, None);
        let letter = letter.approximate_char_width() / pango::SCALE;
        let fitting = (width - AROUND) / letter.max(1);
        if fitting > 0 { fitting.min(LINE) } else { LINE }
    }

    /// Shows the proof for a game, its moves with figures or with letters. Returns whether there
    /// is one.
    pub fn show_for(&self, game: &model::Game, figures: bool) -> bool {
        let lines = &self.imp().lines;
        remove_children(lines, BoxExt::remove);
        let Some(proof) = game.with_game(Proof::of) else {
            return false;
        };
        let said = game.with_game(|rules| words::proof(&proof, rules));
        let said: Vec<Message> = said.into_iter().map(Message::from).collect();
        let heard: Vec<String> = said.iter().map(|line| line.spoken().to_owned()).collect();
        self.imp().heard.replace(words::sentences(&heard));
        let letters = self.letters();
        for line in &said {
            let label = gtk::Label::builder()
                .xalign(0.0)
                .wrap(true)
                .max_width_chars(letters)
                .build();
            show_said(&label, line);
            lines.append(&label);
        }
        // Each place in the scoresheet can be looked at.
        for ply in words::places(&proof) {
            let name =
                |figures: bool| game.with_game(|rules| words::after_ply(rules, ply, figures));
            // Figures have long names; who hears them hears letters. Newer GTK names a button after
            // its own label in any case, so that the label is a child of its own.
            let label = gtk::Label::new(Some(&name(figures)));
            let button = gtk::Button::builder()
                .child(&label)
                .css_classes(["text-button"])
                .build();
            let said = Message::from(name(false));
            button.update_property(&[gtk::accessible::Property::Label(said.spoken())]);
            button.connect_clicked(callback(game, move |game| {
                game.viewer()
                    .set_ply(u32::try_from(ply).unwrap_or(u32::MAX))
            }));
            lines.append(&button);
        }
        true
    }
}
