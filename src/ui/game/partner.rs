//! The computers that play on a page: they think while the players have the board before them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use glib::object::IsA;
use gtk::prelude::*;

use crate::model::{self, Partner};

/// The computers of a game.
#[derive(Default)]
pub struct Partnership {
    partner: RefCell<Option<Rc<Partner>>>,
    /// What is wrong with an engine; empty where nothing is.
    trouble: RefCell<String>,
    /// Follows what lies before the board, until it is gone.
    in_the_way: OnceCell<glib::SignalGroup>,
}

impl Partnership {
    /// Lets the computers of a game play while they are `attended`. They tell what is wrong with their engines.
    pub fn seat(
        &self,
        game: &model::Game,
        attended: impl Fn() -> bool + 'static,
        tell: impl Fn(&str) + 'static,
    ) {
        self.partner
            .replace(Partner::of(game, attended, tell).map(Rc::new));
    }

    /// Ends with the game.
    pub fn dismiss(&self) {
        self.partner.take();
        self.trouble.take();
    }

    /// Keeps what is wrong with an engine, for as long as it is.
    pub fn set_trouble(&self, what: &str) {
        self.trouble.replace(what.to_owned());
    }

    /// What is wrong with an engine; empty where nothing is.
    pub fn trouble(&self) -> String {
        self.trouble.borrow().clone()
    }

    /// Whether the players have the page before them. Where something else is in the way, `then` is called when that
    /// is gone.
    pub fn is_attended<P: IsA<gtk::Widget>>(&self, page: &P, then: fn(&P)) -> bool {
        if !page.is_mapped() {
            return false;
        }
        let other = in_the_way(page);
        let group = self.in_the_way.get_or_init(|| {
            let acts: [model::SignalCallback<P>; 2] =
                [("unmap", then), ("notify::is-active", then)];
            model::signal_group::<gtk::Widget, P>(page, &acts)
        });
        group.set_target(other.as_ref());
        other.is_none()
    }

    /// Lets the computer look whether it can go on.
    pub fn look(&self) {
        let partner = self.partner.borrow().clone();
        if let Some(partner) = partner {
            partner.look();
        }
    }
}

/// What the players read instead of the board: an open menu, a question, or another window of the same
/// kind where that has the keyboard.
fn in_the_way(page: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    let window = page.root().and_downcast::<gtk::Window>()?;
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
