//! The rows of a list of saved games, and what is wanted through them.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, gio};
use strum::VariantArray;

use super::GameList;
use super::menu::{GameAction, menu};
use super::row::SavedGameRow;
use crate::model::{ListPlace, SavedGame};
use crate::widgets::list_item::leave_keys_to_row;

impl GameList {
    /// What can be done with one game, as actions that take its place in the list.
    pub(super) fn set_up_actions(&self) {
        let actions = gio::SimpleActionGroup::new();
        for what in GameAction::VARIANTS {
            let action = gio::SimpleAction::new(what.into(), Some(glib::VariantTy::UINT32));
            action.connect_activate(glib::clone!(
                #[weak(rename_to = widget)]
                self,
                move |_, position| {
                    let position = position.and_then(glib::Variant::get::<u32>);
                    if let Some(game) = position.and_then(|position| widget.game(position)) {
                        widget.emit_by_name::<()>("wanted", &[&game, what]);
                    }
                }
            ));
            actions.add_action(&action);
        }
        self.insert_action_group("games", Some(&actions));
    }

    pub(super) fn factory(&self, card: bool) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, item| {
                let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
                    return;
                };
                let row = SavedGameRow::new(card);
                item.property_expression("item")
                    .chain_property::<ListPlace>("game")
                    .bind(&row, "game", gtk::Widget::NONE);
                item.bind_property("selected", &row, "chosen").build();
                widget
                    .bind_property("selecting", &row, "selecting")
                    .sync_create()
                    .build();
                widget.connect_row(&row, item);
                leave_keys_to_row(item);
                item.set_child(Some(&row));
            }
        ));
        factory
    }

    /// More is asked for by the second button of the mouse, by a long touch, and by the keys that
    /// open menus; one key puts a game into the trash.
    pub(super) fn set_up_menu(&self) {
        let click = gtk::GestureClick::builder()
            .button(gdk::BUTTON_SECONDARY)
            .build();
        click.connect_pressed(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |gesture, _, x, y| {
                gesture.set_state(gtk::EventSequenceState::Claimed);
                widget.ask_for_menu(widget.pick(x, y, gtk::PickFlags::DEFAULT), (x, y));
            }
        ));
        self.add_controller(click);
        let press = gtk::GestureLongPress::builder().touch_only(true).build();
        press.connect_pressed(glib::clone!(
            #[weak(rename_to = widget)]
            self,
            move |_, x, y| {
                widget.ask_for_menu(widget.pick(x, y, gtk::PickFlags::DEFAULT), (x, y));
            }
        ));
        self.add_controller(press);
        let keys = gtk::ShortcutController::new();
        for key in ["Menu", "<Shift>F10"] {
            let action = gtk::CallbackAction::new(|widget, _| {
                let focus = widget.root().and_then(|root| root.focus());
                if let Some((list, focus)) = widget.downcast_ref::<Self>().zip(focus) {
                    let (x, y) = (f64::from(focus.width()), f64::from(focus.height()));
                    let middle = focus.translate_coordinates(list, x / 2.0, y / 2.0);
                    list.ask_for_menu(Some(focus), middle.unwrap_or_default());
                }
                glib::Propagation::Stop
            });
            let trigger = gtk::ShortcutTrigger::parse_string(key);
            keys.add_shortcut(gtk::Shortcut::new(trigger, Some(action)));
        }
        for key in ["Delete", "KP_Delete"] {
            let action = gtk::CallbackAction::new(|widget, _| {
                let focus = widget.root().and_then(|root| root.focus());
                let list = widget.downcast_ref::<Self>();
                match list.and_then(|list| list.row_around(focus)) {
                    Some(row) => {
                        row.want(GameAction::Trash);
                        glib::Propagation::Stop
                    }
                    None => glib::Propagation::Proceed,
                }
            });
            let trigger = gtk::ShortcutTrigger::parse_string(key);
            keys.add_shortcut(gtk::Shortcut::new(trigger, Some(action)));
        }
        self.add_controller(keys);
    }

    /// The row that a widget is in, with whose game something can be done.
    fn row_around(&self, inside: Option<gtk::Widget>) -> Option<SavedGameRow> {
        let inside = inside.filter(|_| !self.selecting())?;
        let row = inside.ancestor(SavedGameRow::static_type());
        row.or_else(|| inside.first_child()).and_downcast()
    }

    /// Shows the menu of the row that a widget is in.
    fn ask_for_menu(&self, inside: Option<gtk::Widget>, (x, y): (f64, f64)) {
        if let Some(row) = self.row_around(inside) {
            if let Some((x, y)) = self.translate_coordinates(&row, x, y) {
                row.emit_by_name::<()>("menu", &[&x, &y]);
            }
        }
    }

    fn connect_row(&self, row: &SavedGameRow, item: &gtk::ListItem) {
        row.connect_closure(
            "wanted",
            false,
            glib::closure_local!(
                #[weak(rename_to = widget)]
                self,
                move |_: SavedGameRow, game: SavedGame, what: GameAction| {
                    widget.emit_by_name::<()>("wanted", &[&game, &what]);
                }
            ),
        );
        row.connect_closure(
            "picked",
            false,
            glib::closure_local!(
                #[weak(rename_to = widget)]
                self,
                #[weak]
                item,
                move |_: SavedGameRow| {
                    let chosen = widget.imp().chosen.borrow().clone();
                    if let Some(chosen) = chosen {
                        if item.is_selected() {
                            chosen.unselect_item(item.position());
                        } else {
                            chosen.select_item(item.position(), false);
                        }
                    }
                }
            ),
        );
        row.connect_closure(
            "menu",
            false,
            glib::closure_local!(
                #[weak(rename_to = widget)]
                self,
                #[weak]
                item,
                move |row: SavedGameRow, x: f64, y: f64| {
                    if let Some(game) = row.game() {
                        widget.show_menu(&row, &game, item.position(), (x, y));
                    }
                }
            ),
        );
    }

    /// One menu serves every row: it is made when it is first wanted and moves from row to row.
    fn show_menu(&self, row: &SavedGameRow, game: &SavedGame, position: u32, at: (f64, f64)) {
        let popover = self.imp().menu.get_or_init(|| {
            let menu = gtk::PopoverMenu::from_model(gio::MenuModel::NONE);
            menu.set_has_arrow(false);
            menu.set_position(gtk::PositionType::Bottom);
            menu.set_parent(self);
            menu
        });
        popover.set_menu_model(Some(&menu(game, position)));
        let Some((x, y)) = row.translate_coordinates(self, at.0, at.1) else {
            return;
        };
        let corner = gdk::Rectangle::new(x.round() as i32, y.round() as i32, 1, 1);
        popover.set_pointing_to(Some(&corner));
        popover.popup();
    }
}
