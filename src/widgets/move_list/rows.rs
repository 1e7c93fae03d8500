//! The rows of the scoresheet as the list makes them, what is marked in them, and the menu of a move.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, gio};

use super::super::list_item::leave_keys_to_row;
use super::{MoveButton, MoveList, ScoreLine, SideLine, annotating_menu, glyph_menu};
use crate::model::{ScoreRow, StudyRow};

impl MoveList {
    pub(super) fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
                    leave_keys_to_row(item);
                    widget.imp().realized.borrow_mut().push(item.downgrade());
                }
            }
        ));
        factory.connect_bind(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
                    widget.fill(item);
                    widget.mark_in(item);
                }
            }
        ));
        factory.connect_unbind(|_, item| {
            let line = item.downcast_ref::<gtk::ListItem>();
            let line = line.and_then(gtk::ListItem::child);
            if let Some(line) = line.and_downcast::<ScoreLine>() {
                line.set_row(None::<ScoreRow>);
            }
        });
        factory.connect_teardown(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                let item = item.downcast_ref::<gtk::ListItem>();
                let mut realized = widget.imp().realized.borrow_mut();
                realized.retain(|other| other.upgrade().is_some_and(|other| Some(&other) != item));
            }
        ));
        factory
    }

    /// Has an item show its row: a line of two moves, or running text.
    fn fill(&self, item: &gtk::ListItem) {
        let row = item.item();
        if let Some(row) = row.and_downcast_ref::<ScoreRow>() {
            let line = item.child().and_downcast::<ScoreLine>();
            let line = line.unwrap_or_else(|| self.put(item));
            line.set_row(Some(row));
        } else if let Some(row) = row.and_downcast_ref::<StudyRow>() {
            let line = item.child().and_downcast::<SideLine>();
            let line = line.unwrap_or_else(|| self.put(item));
            line.set_row(Some(row));
        }
    }

    fn put<T: IsA<gtk::Widget> + Default>(&self, item: &gtk::ListItem) -> T {
        let line = T::default();
        self.bind_property("figurines", &line, "figurines")
            .sync_create()
            .build();
        item.set_child(Some(&line));
        line
    }

    /// Marks the move after which the board is shown, wherever it is seen.
    pub(super) fn mark(&self) {
        let items = self.imp().realized.borrow().clone();
        for item in items.iter().filter_map(glib::WeakRef::upgrade) {
            self.mark_in(&item);
        }
    }

    fn mark_in(&self, item: &gtk::ListItem) {
        let Some(game) = self.game() else { return };
        let (line, viewed) = (item.child(), game.place());
        if let Some(line) = line.and_downcast_ref::<ScoreLine>() {
            line.mark(viewed);
        } else if let Some(line) = line.and_downcast_ref::<SideLine>() {
            line.mark(viewed);
        }
    }

    /// The button of the move after which the board is shown, where there is one.
    pub(super) fn marked(&self) -> Option<gtk::Widget> {
        self.marked_in().map(|(_, button)| button)
    }

    /// The same with the number of its row.
    fn marked_in(&self) -> Option<(u32, gtk::Widget)> {
        let place = self.game()?.place();
        let items = self.imp().realized.borrow().clone();
        let items = items.iter().filter_map(glib::WeakRef::upgrade);
        let mut buttons = items.filter_map(|item| {
            let mut buttons = buttons(&item.child()?).into_iter();
            let marked = buttons.find(|button| button.place() == Some(place))?;
            Some((item.position(), marked.upcast::<gtk::Widget>()))
        });
        buttons.find(|(_, button)| button.is_mapped())
    }

    /// That button, and what is said of the move right behind it. A row of that which is not seen is
    /// given by its number.
    pub(super) fn marked_parts(&self) -> (Vec<gtk::Widget>, Option<u32>) {
        let Some((row, button)) = self.marked_in() else {
            return (Vec::new(), None);
        };
        let mut after = std::iter::successors(button.next_sibling(), WidgetExt::next_sibling);
        let next = after.find(WidgetExt::is_visible);
        let two = button.ancestor(ScoreLine::static_type()).is_some();
        let last = next.is_none() || two;
        let beside = next.filter(|next| next.is::<gtk::Label>());
        let mut parts: Vec<gtk::Widget> = [Some(button), beside].into_iter().flatten().collect();
        let items = self.imp().realized.borrow().clone();
        let mut items = items.iter().filter_map(glib::WeakRef::upgrade);
        let below = items.find(|item| last && item.position() == row + 1);
        let below = below.and_then(|item| item.child());
        match below.and_downcast::<SideLine>() {
            Some(line) if line.is_comment() && line.is_mapped() => {
                parts.push(line.upcast());
                (parts, None)
            }
            Some(line) if line.is_comment() => (parts, Some(row + 1)),
            _ => (parts, None),
        }
    }

    /// More is asked for by the second button of the mouse, by a long touch, and by the keys that
    /// open menus.
    pub(super) fn set_up_menu(&self) {
        let click = gtk::GestureClick::builder()
            .button(gdk::BUTTON_SECONDARY)
            .propagation_phase(gtk::PropagationPhase::Capture)
            .build();
        click.connect_pressed(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |gesture, _, x, y| {
                if widget.ask_for_menu(widget.pick(x, y, gtk::PickFlags::DEFAULT)) {
                    gesture.set_state(gtk::EventSequenceState::Claimed);
                }
            }
        ));
        self.add_controller(click);
        let press = gtk::GestureLongPress::builder().touch_only(true).build();
        press.connect_pressed(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, x, y| {
                widget.ask_for_menu(widget.pick(x, y, gtk::PickFlags::DEFAULT));
            }
        ));
        self.add_controller(press);
        let keys = gtk::ShortcutController::new();
        for key in ["Menu", "<Shift>F10"] {
            let action = gtk::CallbackAction::new(|widget, _| {
                let focus = widget.root().and_then(|root| root.focus());
                let list = widget.downcast_ref::<Self>();
                match list.is_some_and(|list| list.ask_for_menu(focus)) {
                    true => glib::Propagation::Stop,
                    false => glib::Propagation::Proceed,
                }
            });
            let trigger = gtk::ShortcutTrigger::parse_string(key);
            keys.add_shortcut(gtk::Shortcut::new(trigger, Some(action)));
        }
        self.add_controller(keys);
    }

    /// Shows the menu of the move on which something is, after its position. Says whether there is one.
    fn ask_for_menu(&self, at: Option<gtk::Widget>) -> bool {
        let button = at.and_then(|at| {
            let button = at.clone().downcast::<MoveButton>().ok();
            button.or_else(|| at.ancestor(MoveButton::static_type()).and_downcast())
        });
        let Some((button, game)) = button.zip(self.game()) else {
            return false;
        };
        let Some(place) = button.place().filter(|_| game.is_reviewable()) else {
            return false;
        };
        game.go_to(place);
        self.show_menu(&annotating_menu(), button.upcast_ref());
        true
    }

    /// Shows all glyphs for the move after which the board is shown.
    pub fn show_glyphs(&self) {
        let button = self.marked();
        self.show_menu(&glyph_menu(), button.as_ref().unwrap_or(self.upcast_ref()));
    }

    /// Gives the keyboard to the move after which the board is shown. Says whether it is seen.
    pub fn focus_marked(&self) -> bool {
        self.marked().is_some_and(|button| button.grab_focus())
    }

    /// One menu serves every move: it is made when it is first wanted, and moves along.
    fn show_menu(&self, menu: &gio::Menu, at: &gtk::Widget) {
        let popover = self.imp().menu.get_or_init(|| {
            let popover = gtk::PopoverMenu::from_model(gio::MenuModel::NONE);
            popover.set_position(gtk::PositionType::Bottom);
            popover.set_parent(self);
            popover
        });
        popover.set_menu_model(Some(menu));
        let Some(bounds) = at.compute_bounds(self) else {
            return;
        };
        let [x, y, width, height] = [bounds.x(), bounds.y(), bounds.width(), bounds.height()]
            .map(|length| length.round() as i32);
        let place = gdk::Rectangle::new(x, y, width, height.min(self.height()));
        popover.set_pointing_to(Some(&place));
        popover.popup();
    }
}

/// The moves in a row.
fn buttons(line: &gtk::Widget) -> Vec<MoveButton> {
    if let Some(line) = line.downcast_ref::<ScoreLine>() {
        let line = line.imp();
        return vec![line.white.clone(), line.black.clone()];
    }
    let line = line.downcast_ref::<SideLine>();
    line.map_or_else(Vec::new, |line| line.imp().buttons.borrow().clone())
}
