//! The scoresheet: every move in SAN, each a button that shows the position after it; and where a game
//! is studied, what is added to it, as books have it.

mod lines;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use self::lines::{Choose, MoveButton, ScoreLine, SideLine};
use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, gio};
use rank_and_file_core::record::study::{Glyph, NodeId, Study};

use crate::model::{self, ScoreRow, StudyRow, StudyRows, weak};
use crate::subclass::subclass;
use crate::ui::keys::{hear_keys, hear_menu_requests, is_bare};
use crate::ui::parts::{children, leave_keys_to_row, unparent_children};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::MoveList)]
    pub struct MoveList {
        pub list: gtk::ListView,
        pub result: gtk::Label,
        /// Whether the room for the result is left to the board.
        pub spares_result: Cell<bool>,
        pub playing: model::Following,
        pub viewing: model::Following,
        /// The rows of a game that is studied.
        pub study: RefCell<Option<StudyRows>>,
        /// Whether moves are tried in the game.
        pub trying: Cell<bool>,
        /// What the rows that there are show.
        pub realized: RefCell<Vec<glib::WeakRef<gtk::ListItem>>>,
        pub menu: OnceCell<gtk::PopoverMenu>,
        /// The game whose moves are shown.
        #[property(get, set = Self::set_game, nullable)]
        pub game: RefCell<Option<model::Game>>,
        /// Whether figures of the pieces stand for their letters.
        #[property(get, set)]
        pub figurines: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for MoveList {
        fn constructed(&self) {
            self.parent_constructed();
            let widget = self.obj();
            let list = &self.list;
            list.set_factory(Some(&widget.factory()));
            list.update_property(&[gtk::accessible::Property::Label(&gettext("Moves"))]);
            let scroller = gtk::ScrolledWindow::builder()
                .hscrollbar_policy(gtk::PolicyType::Never)
                .vexpand(true)
                .child(list)
                .build();
            let sheet = gtk::Box::new(gtk::Orientation::Vertical, 0);
            sheet.append(&scroller);
            self.result.add_css_class("result");
            self.result.add_css_class("numeric");
            self.result.set_visible(false);
            sheet.append(&self.result);
            sheet.set_parent(&*widget);
            let phase = gtk::PropagationPhase::Capture;
            hear_menu_requests(&*widget, phase, |list, at, _| list.ask_for_menu(at));
            widget.set_up_keys();
        }

        fn dispose(&self) {
            self.obj().set_game(None::<model::Game>);
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for MoveList {
        /// The moves are walked with arrows; Tab enters the list at the move that is shown, and leaves it as a whole.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let list = self.obj();
            match direction {
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward => {
                    !list.has_keyboard()
                        && (list.focus_marked()
                            || list
                                .stops()
                                .first()
                                .is_some_and(|(_, stop)| stop.grab_focus()))
                }
                _ => self.parent_focus(direction),
            }
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.parent_size_allocate(width, height, baseline);
            if let Some(menu) = self.menu.get() {
                menu.present();
            }
        }
    }

    impl MoveList {
        fn set_game(&self, game: Option<model::Game>) {
            let widget = self.obj();
            let acts = [
                ("changed", super::MoveList::show_state as fn(&_)),
                ("studied", super::MoveList::show_rows),
            ];
            self.playing.follow(&*widget, game.as_ref(), &acts);
            let viewer = game.as_ref().map(model::Game::viewer);
            let acts = [("notify::ply", super::MoveList::follow as fn(&_))];
            self.viewing.follow(&*widget, viewer, &acts);
            self.study.take();
            self.list.set_model(gtk::SelectionModel::NONE);
            self.game.replace(game);
            widget.show_rows();
            widget.show_state();
        }
    }
}

subclass! {
    /// The scoresheet of a game.
    pub struct MoveList(imp::MoveList): gtk::Widget {
        css_name: "movelist",
        layout_manager: BinLayout,
    }
}

impl MoveList {
    /// Shows the rows that the game has now: two moves in each where nothing is added to it, and while a player
    /// looks for a move that may have been added.
    fn show_rows(&self) {
        let imp = self.imp();
        let game = self.game();
        let studied = |game: &model::Game| {
            !imp.trying.get() && !game.with_study(|study, _| Study::is_empty(study))
        };
        let rows: Option<gio::ListModel> = match game.filter(studied) {
            Some(_) if imp.study.borrow().is_some() => {
                let study = imp.study.borrow().clone();
                if let Some(study) = study {
                    study.refresh();
                }
                return;
            }
            Some(game) => {
                let study = StudyRows::of(game.viewer());
                imp.study.replace(Some(study.clone()));
                self.add_css_class("studied");
                Some(study.upcast())
            }
            None => {
                imp.study.take();
                self.remove_css_class("studied");
                self.game().map(|game| game.scoresheet().clone().upcast())
            }
        };
        let shown = imp.list.model().and_downcast::<gtk::NoSelection>();
        if shown.and_then(|shown| shown.model()) != rows {
            let rows = rows.map(|rows| gtk::NoSelection::new(Some(rows)));
            imp.list.set_model(rows.as_ref());
            self.follow();
        }
    }

    /// Gives each move anew the name by which it is heard.
    pub(super) fn name_moves(&self) {
        self.imp().study.take();
        self.imp().list.set_model(gtk::SelectionModel::NONE);
        self.show_rows();
    }

    /// Shows the position at a node, whose move was chosen.
    fn show_node(&self, node: NodeId) {
        if let Some(game) = self.game() {
            game.viewer().go_to(node);
        }
    }

    /// Takes note of how the game stands, and of whether moves are tried in it.
    fn show_state(&self) {
        let trying = self
            .game()
            .is_some_and(|game| game.viewer().tried_at().is_some());
        if self.imp().trying.replace(trying) != trying {
            self.show_rows();
        }
        self.show_result();
    }

    /// Leaves the room for the result to the board, beside which the players have their points, or no longer so.
    pub fn spare_result(&self, spares: bool) {
        self.imp().spares_result.set(spares);
        self.show_result();
    }

    /// Closes the scoresheet with the result, once there is one.
    fn show_result(&self) {
        let result = &self.imp().result;
        let outcome = self.game().and_then(|game| game.outcome());
        result.set_visible(outcome.is_some() && !self.imp().spares_result.get());
        result.set_label(outcome.map_or("", words::result_figures));
    }

    /// The row in which the node is that is shown.
    fn viewed_row(&self, game: &model::Game) -> Option<u32> {
        if let Some(study) = &*self.imp().study.borrow() {
            return study.row_of(game.viewer().node()).or(Some(0));
        }
        let rows = game.scoresheet();
        let viewed = game.viewer().ply().max(1);
        let mut lines = rows.iter::<ScoreRow>().flatten();
        let line = lines.position(|row| row.black_ply() >= viewed);
        line.and_then(|line| u32::try_from(line).ok())
    }

    /// Marks the move after which the board is shown, and brings it into sight.
    fn follow(&self) {
        self.mark();
        let weak = self.downgrade();
        // The list knows its new line only after it has been laid out.
        glib::idle_add_local_once(move || {
            let Some(widget) = weak.upgrade() else { return };
            let Some(game) = widget.game() else { return };
            let studied = widget.imp().study.borrow().is_some();
            if studied {
                widget.reveal_soon(true);
            }
            let seen = studied && widget.marked().is_some();
            if let Some(row) = widget.viewed_row(&game).filter(|_| !seen) {
                widget.scroll_to(row);
            }
        });
    }

    fn scroll_to(&self, row: u32) {
        let (list, row) = (&self.imp().list, row.to_variant());
        list.activate_action("list.scroll-to-item", Some(&row)).ok();
    }

    /// Brings the marked move into sight, and what is said of it, when the rows have their places.
    fn reveal_soon(&self, again: bool) {
        let left = Cell::new(2);
        self.add_tick_callback(move |widget, _| {
            if left.get() > 0 {
                left.set(left.get() - 1);
                return glib::ControlFlow::Continue;
            }
            widget.reveal(again);
            glib::ControlFlow::Break
        });
    }

    /// Brings them into sight. A row that is not seen has no place yet: it is fetched, and then it is
    /// done once more.
    fn reveal(&self, again: bool) {
        let list = &self.imp().list;
        let (Some(game), Some(adjustment)) = (self.game(), list.vadjustment()) else {
            return;
        };
        if game.viewer().node() == NodeId::Main(0) {
            adjustment.set_value(adjustment.lower());
            return;
        }
        let (parts, below) = self.marked_parts();
        if let Some(row) = below.filter(|_| again) {
            self.scroll_to(row);
            self.reveal_soon(false);
            return;
        }
        let places: Vec<_> = parts
            .iter()
            .filter_map(|part| part.compute_bounds(list))
            .collect();
        let top = places.iter().map(|place| place.y()).reduce(f32::min);
        let bottom = places.iter().map(|place| place.y() + place.height());
        if let Some((top, bottom)) = top.zip(bottom.reduce(f32::max)) {
            let (top, beyond) = (f64::from(top), f64::from(bottom) - f64::from(list.height()));
            // Where there is no room for all of it, it is the beginning that is seen.
            let by = if top < 0.0 {
                top
            } else {
                beyond.clamp(0.0, top)
            };
            adjustment.set_value(adjustment.value() + by);
        }
    }
}

/// The menu for the move whose position is shown. Its actions are those of the page; it leaves out
/// what cannot be done.
pub fn annotating_menu() -> gio::Menu {
    let menu = gio::Menu::new();
    let comments = gio::Menu::new();
    item(&comments, &gettext("_Comment…"), "game.comment");
    item(
        &comments,
        &gettext("Comment _Before…"),
        "game.comment-before",
    );
    menu.append_section(None, &comments);
    let glyphs = gio::Menu::new();
    glyphs.append_submenu(Some(&gettext("Annotate the _Move")), &move_glyphs());
    glyphs.append_submenu(Some(&gettext("_Annotate the Position")), &position_glyphs());
    menu.append_section(None, &glyphs);
    let lines = gio::Menu::new();
    item(&lines, &gettext("_Promote Variation"), "game.promote");
    item(&lines, &gettext("_Delete From Here"), "game.delete-line");
    item(&lines, &gettext("Copy _Line"), "game.copy-line");
    menu.append_section(None, &lines);
    menu
}

/// The menu of all glyphs.
pub fn glyph_menu() -> gio::Menu {
    let menu = gio::Menu::new();
    menu.append_section(None, &move_glyphs());
    menu.append_section(None, &position_glyphs());
    menu
}

fn item(menu: &gio::Menu, label: &str, action: &str) {
    let item = gio::MenuItem::new(Some(label), Some(action));
    item.set_attribute_value("hidden-when", Some(&"action-disabled".to_variant()));
    menu.append_item(&item);
}

fn move_glyphs() -> gio::Menu {
    choices(&Glyph::OF_MOVES, "game.move-glyph")
}

fn position_glyphs() -> gio::Menu {
    choices(&Glyph::OF_POSITIONS, "game.position-glyph")
}

fn choices(glyphs: &[Glyph], action: &str) -> gio::Menu {
    let menu = gio::Menu::new();
    for glyph in glyphs {
        let item = gio::MenuItem::new(Some(&words::glyph_item(*glyph)), None);
        item.set_action_and_target_value(Some(action), Some(&glyph.0.to_string().to_variant()));
        menu.append_item(&item);
    }
    menu
}

// The rows of the scoresheet as the list makes them, what is marked in them, and the menu of a move.

impl MoveList {
    pub(in crate::ui) fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(weak!(self, |widget, _, item| {
            if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
                leave_keys_to_row(item);
                // Else a click gives it the keyboard.
                item.set_selectable(false);
                widget.imp().realized.borrow_mut().push(item.downgrade());
            }
        }));
        factory.connect_bind(weak!(self, |widget, _, item| {
            if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
                widget.fill(item);
                widget.mark_in(item);
            }
        }));
        factory.connect_unbind(|_, item| {
            let line = item.downcast_ref::<gtk::ListItem>();
            let line = line.and_then(gtk::ListItem::child);
            if let Some(line) = line.and_downcast::<ScoreLine>() {
                line.set_row(None::<ScoreRow>);
            }
        });
        factory.connect_teardown(weak!(self, |widget, _, item| {
            let item = item.downcast_ref::<gtk::ListItem>();
            let mut realized = widget.imp().realized.borrow_mut();
            realized.retain(|other| other.upgrade().is_some_and(|other| Some(&other) != item));
        }));
        factory
    }

    /// Has an item show its row: a line of two moves, or running text.
    fn fill(&self, item: &gtk::ListItem) {
        let row = item.item();
        if let Some(row) = row.and_downcast_ref::<ScoreRow>() {
            let line = item.child().and_downcast::<ScoreLine>();
            let line = line.unwrap_or_else(|| self.put(item, ScoreLine::new));
            line.set_row(Some(row));
        } else if let Some(row) = row.and_downcast_ref::<StudyRow>() {
            let line = item.child().and_downcast::<SideLine>();
            let line = line.unwrap_or_else(|| self.put(item, SideLine::new));
            line.set_row(Some(row));
        }
    }

    fn put<T: IsA<gtk::Widget>>(&self, item: &gtk::ListItem, new: fn(&Choose) -> T) -> T {
        let choose: Choose = Rc::new(weak!(self, |list, node: NodeId| list.show_node(node)));
        let line = new(&choose);
        self.bind_property("figurines", &line, "figurines")
            .sync_create()
            .build();
        item.set_child(Some(&line));
        line
    }

    /// Marks the move after which the board is shown, wherever it is seen.
    pub(in crate::ui) fn mark(&self) {
        let items = self.imp().realized.borrow().clone();
        for item in items.iter().filter_map(glib::WeakRef::upgrade) {
            self.mark_in(&item);
        }
    }

    fn mark_in(&self, item: &gtk::ListItem) {
        let Some(game) = self.game() else { return };
        let (line, viewed) = (item.child(), game.viewer().node());
        if let Some(line) = line.and_downcast_ref::<ScoreLine>() {
            line.mark(viewed);
        } else if let Some(line) = line.and_downcast_ref::<SideLine>() {
            line.mark(viewed);
        }
    }

    /// The button of the move after which the board is shown, where there is one.
    pub(in crate::ui) fn marked(&self) -> Option<gtk::Widget> {
        self.marked_in().map(|(_, button)| button)
    }

    /// The same with the number of its row.
    fn marked_in(&self) -> Option<(u32, gtk::Widget)> {
        let node = self.game()?.viewer().node();
        let items = self.imp().realized.borrow().clone();
        let items = items.iter().filter_map(glib::WeakRef::upgrade);
        let mut buttons = items.filter_map(|item| {
            let mut buttons = buttons(&item.child()?).into_iter();
            let marked = buttons.find(|button| button.node() == Some(node))?;
            Some((item.position(), marked.upcast::<gtk::Widget>()))
        });
        buttons.find(|(_, button)| button.is_mapped())
    }

    /// That button and the comments right behind its move: each as a widget or, where its row is not seen, by the number of
    /// the row.
    fn marked_parts(&self) -> (Vec<gtk::Widget>, Option<u32>) {
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

    /// Whether the keyboard is in the list. GTK goes on to say so of a row that is gone.
    pub fn has_keyboard(&self) -> bool {
        let focus = self.root().and_then(|root| root.focus());
        focus.is_some_and(|focus| focus.is_ancestor(self))
    }

    /// What the keyboard can stand on, in the order of reading, each with the number of its row.
    fn stops(&self) -> Vec<(u32, gtk::Widget)> {
        let items = self.imp().realized.borrow().clone();
        let items = items.iter().filter_map(glib::WeakRef::upgrade);
        let lines = items.filter_map(|item| Some((item.position(), item.child()?)));
        let mut lines: Vec<_> = lines.filter(|(_, line)| line.is_mapped()).collect();
        lines.sort_by_key(|(row, _)| *row);
        let stops = lines.into_iter().flat_map(|(row, line)| {
            let inside = match line.downcast_ref::<ScoreLine>() {
                Some(_) => buttons(&line).into_iter().map(Cast::upcast).collect(),
                None => children(&line).collect::<Vec<_>>(),
            };
            inside.into_iter().map(move |stop| (row, stop))
        });
        stops
            .filter(|(_, stop)| stop.is_visible() && stop.is_focusable())
            .collect()
    }

    /// Left and Right lead to the half-move before and after, Up and Down to the same place of another row.
    fn set_up_keys(&self) {
        // A list view takes arrows for itself.
        let phase = gtk::PropagationPhase::Capture;
        hear_keys(self, phase, self, |list, key, modifiers| {
            is_bare(modifiers) && list.walk(key)
        });
    }

    /// Goes where an arrow key leads. Says whether it is one, and the keyboard is on a move or a comment.
    fn walk(&self, key: gdk::Key) -> bool {
        let stops = self.stops();
        let focus = self.root().and_then(|root| root.focus());
        let at = stops
            .iter()
            .position(|(_, stop)| Some(stop) == focus.as_ref());
        let Some(at) = at else { return false };
        let row = stops[at].0;
        let begins = |row: u32| stops.iter().position(|(other, _)| *other == row);
        let ends = |row: u32| stops.iter().rposition(|(other, _)| *other == row);
        // The same place in another row, or its last one.
        let beside = |other: u32| Some((begins(other)? + at - begins(row)?).min(ends(other)?));
        let mirrored = self.direction() == gtk::TextDirection::Rtl;
        let next = match key {
            gdk::Key::Left | gdk::Key::Right if mirrored == (key == gdk::Key::Left) => Some(at + 1),
            gdk::Key::Left | gdk::Key::Right => at.checked_sub(1),
            gdk::Key::Up => begins(row)
                .and_then(|first| first.checked_sub(1))
                .and_then(|before| beside(stops[before].0)),
            gdk::Key::Down => ends(row)
                .and_then(|last| stops.get(last + 1))
                .and_then(|(below, _)| beside(*below)),
            _ => return false,
        };
        if let Some((_, stop)) = next.and_then(|next| stops.get(next)) {
            stop.grab_focus();
        }
        true
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
        let Some(node) = button.node().filter(|_| game.can_be_studied()) else {
            return false;
        };
        game.viewer().go_to(node);
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
