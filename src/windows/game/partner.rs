//! The computer at the table: it plays while the page is what the players look at, and what is wrong with its
//! engine is said there.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use gtk::prelude::*;
use gtk::subclass::prelude::*;

use super::GamePage;
use crate::model::{self, Partner};

/// What the page needs to know of the computers that play on it.
#[derive(Default)]
pub struct Partnership {
    partner: RefCell<Option<Rc<Partner>>>,
    /// What is wrong with an engine; empty where nothing is.
    trouble: RefCell<String>,
    /// Follows what lies before the board, until it is gone.
    in_the_way: OnceCell<glib::SignalGroup>,
}

impl GamePage {
    /// Lets the computers of a game play.
    pub(super) fn seat_computers(&self, game: &model::Game) {
        let page = self.downgrade();
        let attended = move || page.upgrade().is_some_and(|page| page.is_attended());
        let page = self.downgrade();
        let tell = move |what: &str| {
            if let Some(page) = page.upgrade() {
                page.tell_trouble(what);
            }
        };
        let partner = Partner::of(game, attended, tell).map(Rc::new);
        self.imp().partner.partner.replace(partner);
    }

    pub(super) fn dismiss_computers(&self) {
        self.imp().partner.partner.take();
        self.imp().partner.trouble.take();
    }

    /// Says what is wrong with an engine, for as long as it is.
    fn tell_trouble(&self, what: &str) {
        self.imp().partner.trouble.replace(what.to_owned());
        self.refresh();
        self.voice().say(what);
    }

    /// What is wrong with an engine; empty where nothing is.
    pub(super) fn engine_trouble(&self) -> String {
        self.imp().partner.trouble.borrow().clone()
    }

    /// Whether the players have the board before them. Where something else is in the way, the computer is
    /// called back when that is gone.
    fn is_attended(&self) -> bool {
        if !self.is_mapped() {
            return false;
        }
        let other = self.in_the_way();
        let group = self.imp().partner.in_the_way.get_or_init(|| {
            let acts: [model::Act<Self>; 2] = [
                ("unmap", Self::look_again),
                ("notify::is-active", Self::look_again),
            ];
            model::following::<gtk::Widget, Self>(self, &acts)
        });
        group.set_target(other.as_ref());
        other.is_none()
    }

    /// Lets the computer look whether it can go on, as soon as what was in the way is really gone.
    pub(super) fn look_again(&self) {
        let page = self.downgrade();
        glib::idle_add_local_once(move || {
            let page = page.upgrade();
            let partner = page.and_then(|page| page.imp().partner.partner.borrow().clone());
            if let Some(partner) = partner {
                partner.look();
            }
        });
    }

    /// What the players read instead of the board: an open menu, a question, or another window of the same
    /// kind where that has the keyboard.
    fn in_the_way(&self) -> Option<gtk::Widget> {
        let window = self.root().and_downcast::<gtk::Window>()?;
        let focus = GtkWindowExt::focus(&window);
        let menu = focus.and_then(|focus| focus.ancestor(gtk::Popover::static_type()));
        if let Some(menu) = menu.filter(WidgetExt::is_mapped) {
            return Some(menu);
        }
        gtk::Window::list_toplevels().into_iter().find(|other| {
            let other = other.downcast_ref::<gtk::Window>();
            other.is_some_and(|other| {
                let reads = other.is_modal() || other.is_active();
                other.transient_for().as_ref() == Some(&window) && other.is_mapped() && reads
            })
        })
    }
}
