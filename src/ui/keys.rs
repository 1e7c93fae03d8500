//! The keys of the app: the one table that windows, menus and help take them from, and where the focus goes.

use adw::prelude::*;
use glib::object::ObjectType;
use gtk::gdk;

use super::widget::children;
use crate::model::weak;

/// Has a widget listen to keys for actions: where the focus is in it, or, by another scope, anywhere. Returns the
/// controller.
pub(super) fn listen<'a>(
    widget: &impl IsA<gtk::Widget>,
    scope: gtk::ShortcutScope,
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> gtk::ShortcutController {
    let named = |(action, key)| (key, gtk::NamedAction::new(action).upcast());
    add_shortcuts(widget, scope, keys.into_iter().map(named))
}

/// Has a widget do something at each of some keys.
fn add_shortcuts<'a>(
    widget: &impl IsA<gtk::Widget>,
    scope: gtk::ShortcutScope,
    keys: impl Iterator<Item = (&'a str, gtk::ShortcutAction)>,
) -> gtk::ShortcutController {
    let shortcuts = gtk::ShortcutController::new();
    shortcuts.set_scope(scope);
    for (key, act) in keys {
        let trigger = gtk::ShortcutTrigger::parse_string(key);
        shortcuts.add_shortcut(gtk::Shortcut::new(trigger, Some(act)));
    }
    widget.add_controller(shortcuts.clone());
    shortcuts
}

/// Does an action, if it can be done now. Returns whether it was.
pub(super) fn do_action(widget: &impl IsA<gtk::Widget>, action: &str) -> bool {
    let no_flags = gtk::ShortcutActionFlags::empty();
    gtk::NamedAction::new(action).activate(no_flags, widget, None)
}

/// Has a page listen to keys for actions wherever the focus is in the window. One key may have several actions, of which
/// the first is done that can be. Where none can, `answer` gets the first of them, and says whether it has told why.
pub(super) fn listen_and_answer<O: IsA<gtk::Widget>>(
    page: &O,
    keys: &[(&'static str, &str)],
    answer: fn(&O, &'static str) -> bool,
) {
    let mut acts = Vec::new();
    for (number, (first, key)) in keys.iter().enumerate() {
        let same = |(_, other): &&(&str, &str)| other == key;
        if keys.iter().take(number).any(|other| same(&other)) {
            continue;
        }
        let actions = keys.iter().filter(same);
        let actions: Vec<_> = actions.map(|(action, _)| *action).collect();
        let first = *first;
        let act =
            gtk::CallbackAction::new(weak!(page, glib::Propagation::Proceed, |page, _, _| {
                let done = actions.iter().any(|action| do_action(&page, action));
                (done || answer(&page, first)).into()
            }));
        acts.push((*key, act.upcast()));
    }
    add_shortcuts(page, gtk::ShortcutScope::Global, acts.into_iter());
}

/// Calls a function of an owner for every key that is pressed where the keyboard is in a widget: in the capture phase
/// ahead of what is in it, in the bubble phase after that. The function says whether it has used the key.
pub(super) fn hear_keys<O: ObjectType>(
    widget: &impl IsA<gtk::Widget>,
    phase: gtk::PropagationPhase,
    owner: &O,
    hear: impl Fn(&O, gdk::Key, gdk::ModifierType) -> bool + 'static,
) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(phase);
    keys.connect_key_pressed(weak!(
        owner,
        glib::Propagation::Proceed,
        |owner, _, key, _, held| hear(&owner, key, held).into()
    ));
    widget.add_controller(keys);
}

/// Has a widget do something for its owner at a key, or at each of several with `|` between them. The function says
/// whether it has used the key.
pub(super) fn act_at_key<O: ObjectType>(
    widget: &impl IsA<gtk::Widget>,
    scope: gtk::ShortcutScope,
    key: &str,
    owner: &O,
    act: impl Fn(&O) -> bool + 'static,
) {
    let act = gtk::CallbackAction::new(weak!(owner, glib::Propagation::Proceed, |owner, _, _| {
        act(&owner).into()
    }));
    let act = act.upcast();
    add_shortcuts(widget, scope, std::iter::once((key, act)));
}

/// Has a widget ask for a menu at the second button of the mouse, at a long touch, and at the keys that open menus. The
/// function gets what is pressed or has the keyboard, and where that is, and says whether the press is used.
pub(super) fn hear_menu_requests<W: IsA<gtk::Widget>>(
    widget: &W,
    phase: gtk::PropagationPhase,
    ask: fn(&W, Option<gtk::Widget>, (f64, f64)) -> bool,
) {
    let ask_at = move |widget: &W, x: f64, y: f64| {
        ask(widget, widget.pick(x, y, gtk::PickFlags::DEFAULT), (x, y))
    };
    let click = gtk::GestureClick::builder()
        .button(gdk::BUTTON_SECONDARY)
        .propagation_phase(phase)
        .build();
    click.connect_pressed(weak!(widget, |widget, gesture, _, x, y| {
        if ask_at(&widget, x, y) {
            gesture.set_state(gtk::EventSequenceState::Claimed);
        }
    }));
    widget.add_controller(click);
    let press = gtk::GestureLongPress::builder().touch_only(true).build();
    press.connect_pressed(weak!(widget, |widget, _, x, y| {
        ask_at(&widget, x, y);
    }));
    widget.add_controller(press);
    let local = gtk::ShortcutScope::Local;
    act_at_key(widget, local, "Menu|<Shift>F10", widget, move |widget| {
        let focus = widget.root().and_then(|root| root.focus());
        let middle = focus.as_ref().and_then(|focus| {
            let (x, y) = (f64::from(focus.width()), f64::from(focus.height()));
            focus.translate_coordinates(widget, x / 2.0, y / 2.0)
        });
        ask(widget, focus, middle.unwrap_or_default())
    });
}

/// The actions of the app and of its windows, with their keys.
pub const KEYS: [(&str, &str); 12] = [
    ("app.quit", "<Control>q"),
    ("app.new-window", "<Control><Shift>n"),
    ("win.new-game", "<Control>n"),
    ("win.saved-games", "<Control>o"),
    ("win.import", "<Control>i"),
    ("win.previous-listed", "<Alt>Page_Up"),
    ("win.next-listed", "<Alt>Page_Down"),
    ("app.preferences", "<Control>comma"),
    ("win.fullscreen", "F11"),
    ("win.help", "F1"),
    ("win.shortcuts", "<Control>question"),
    ("window.close", "<Control>w"),
];

/// The actions of the page with the board, with their keys.
pub const GAME_KEYS: [(&str, &str); 37] = [
    ("game.first", "<Alt>Home"),
    ("game.back", "<Alt>Left"),
    ("game.forward", "<Alt>Right"),
    ("game.last", "<Alt>End"),
    ("game.previous-line", "<Alt>Up"),
    ("game.next-line", "<Alt>Down"),
    // In a game that is played, this asks for a takeback; in one that is over, it undoes what was added.
    ("game.take-back", "<Control>z"),
    ("game.undo-edit", "<Control>z"),
    ("game.offer-draw", "<Control>d"),
    // In a game that is over, the computer is asked why it played its move by the same key.
    ("game.accept", "<Control>y"),
    ("game.decline", "<Control><Shift>y"),
    // In a game that is over, it is reviewed by the same key.
    ("game.resign", "<Control><Shift>r"),
    ("game.pause", "F8"),
    ("game.resume", "F8"),
    ("game.rematch", "F5"),
    ("game.redo-edit", "<Control><Shift>z"),
    ("game.tip", "<Control>h"),
    ("game.turn-board", "<Control>r"),
    ("game.panel", "F9"),
    ("game.openings", "<Control>b"),
    ("game.analysis", "<Control>l"),
    ("game.motifs", "<Control><Shift>t"),
    ("game.review", "<Control><Shift>r"),
    ("game.why", "<Control>y"),
    // Wherever text is selected, it is the text that Ctrl+C copies.
    ("game.copy-game", "<Control>c"),
    ("game.copy-position", "<Control><Shift>c"),
    ("game.print", "<Control>p"),
    ("game.read-clocks", "<Control>t"),
    ("game.read-position", "<Control><Shift>p"),
    ("game.read-evaluation", "<Control><Shift>l"),
    ("game.read-last-move", "<Control>j"),
    ("game.read-again", "<Control>m"),
    ("game.comment", "<Control>e"),
    ("game.comment-before", "<Control><Shift>e"),
    ("game.glyphs", "<Control>g"),
    ("game.promote", "<Control><Shift>Up"),
    ("game.delete-line", "<Control>Delete"),
];

/// The actions of the page to practice on, with the keys that they have on the other pages.
pub(super) const PRACTICE_KEYS: [(&str, &str); 5] = [
    ("practice.back", "<Alt>Left"),
    ("practice.hint", "<Control>h"),
    ("practice.read-position", "<Control><Shift>p"),
    ("practice.read-last-move", "<Control>j"),
    ("practice.read-again", "<Control>m"),
];

/// The group of actions that the last message of a window offers.
pub(super) const OFFER: &str = "offer";

/// These actions, with their keys, which are heard where the page does not take them for itself.
pub const OFFER_KEYS: [(&str, &str); 1] = [("offer.undo", "<Control>z")];

/// The actions of every page but the one with the board and the one to practice on, which has its own way back.
pub const PAGE_KEYS: [(&str, &str); 1] = [("win.back", "<Alt>Left")];

/// The actions of the page on which a position is set up, with their keys.
pub const EDITOR_KEYS: [(&str, &str); 4] = [
    ("editor.undo", "<Control>z"),
    ("editor.redo", "<Control><Shift>z"),
    ("editor.turn-board", "<Control>r"),
    ("editor.copy-position", "<Control><Shift>c"),
];

/// The actions of the window of 2048, with their keys.
pub const TWENTY48_KEYS: [(&str, &str); 4] = [
    ("tiles.undo", "<Control>z"),
    ("tiles.read-scores", "<Control>t"),
    ("tiles.read-board", "<Control><Shift>p"),
    ("tiles.read-again", "<Control>m"),
];

/// So many caps stand side by side: more would leave no room for the title beside them.
const CAPS_IN_LINE: i32 = 4;

/// A row with a title and the caps of its keys, as GTK writes them, with spaces in between.
pub(super) fn key_row(title: &str, keys: &str) -> adw::ActionRow {
    let row = adw::ActionRow::builder().title(title).build();
    let caps = gtk::Grid::builder()
        .column_spacing(9)
        .row_spacing(6)
        .valign(gtk::Align::Center)
        .build();
    // As keys lie on a keyboard, which no language turns round.
    caps.set_direction(gtk::TextDirection::Ltr);
    let mut said = Vec::new();
    for (number, key) in (0..).zip(keys.split_whitespace()) {
        let (column, line) = (number % CAPS_IN_LINE, number / CAPS_IN_LINE);
        caps.attach(&gtk::ShortcutLabel::new(key), column, line, 1, 1);
        said.push(match gtk::accelerator_parse(key) {
            Some((key, modifiers)) => gtk::accelerator_get_label(key, modifiers).into(),
            // One key of several, such as a...h.
            None => key.replace("...", "–"),
        });
    }
    let said = said.join(", ");
    row.add_suffix(&caps);
    // Newer libadwaita has the row described by its subtitle alone.
    row.reset_relation(gtk::AccessibleRelation::DescribedBy);
    row.update_property(&[gtk::accessible::Property::Description(&said)]);
    row
}

/// Does `then` when a menu has closed. A submenu takes the focus with it, and an item of the menu
/// may keep it, which cannot be seen any more.
pub(super) fn after_menu<W: IsA<gtk::Widget>>(menu: &gtk::MenuButton, widget: &W, then: fn(&W)) {
    let Some(popover) = menu.popover() else {
        return;
    };
    popover.connect_closed(weak!(widget, |widget, _| {
        glib::idle_add_local_once(weak!(widget, |widget| then(&widget)));
    }));
}

/// Whether no widget that can be seen and used has the keyboard in the window of `widget`.
pub(super) fn is_lost(widget: &impl IsA<gtk::Widget>) -> bool {
    let focus = widget.root().and_then(|root| root.focus());
    !focus.is_some_and(|focus| focus.is_mapped() && focus.is_sensitive())
}

/// Lets Enter open the rows inside `widget`, where the window has a button that it would press otherwise, and
/// tells those who do not see them which are open, and what the switches in them are called.
pub(super) fn open_rows_by_enter(widget: &impl IsA<gtk::Widget>) {
    for widget in children(widget) {
        if widget.is::<gtk::ListBoxRow>() {
            widget.set_receives_default(true);
        }
        if let Some(expander) = widget.downcast_ref::<adw::ExpanderRow>() {
            tell_open(expander);
            expander.connect_expanded_notify(tell_open);
            name_switch(expander);
            expander.connect_title_notify(name_switch);
        }
        open_rows_by_enter(&widget);
    }
}

/// The row that is pressed is one inside the other.
fn tell_open(expander: &adw::ExpanderRow) {
    let open = gtk::accessible::State::Expanded(Some(expander.is_expanded()));
    if let Some(header) = first::<gtk::ListBoxRow>(expander) {
        header.update_state(&[open]);
    }
}

/// The switch that lets a row be opened is called like the row.
fn name_switch(expander: &adw::ExpanderRow) {
    if !expander.shows_enable_switch() {
        return;
    }
    if let Some(switch) = first::<gtk::Switch>(expander) {
        switch.update_property(&[gtk::accessible::Property::Label(&expander.title())]);
    }
}

/// The first widget of a type inside another.
fn first<Inner: IsA<gtk::Widget>>(widget: &impl IsA<gtk::Widget>) -> Option<Inner> {
    children(widget).find_map(|child| match child.downcast() {
        Ok(inner) => Some(inner),
        Err(child) => first(&child),
    })
}

/// The action of the page with the board that a bare key does in a game that is over.
pub(super) fn way_by_key(key: gdk::Key) -> Option<&'static str> {
    match key {
        gdk::Key::Left => Some("game.back"),
        gdk::Key::Right => Some("game.forward"),
        gdk::Key::Home => Some("game.first"),
        gdk::Key::End => Some("game.last"),
        _ => None,
    }
}

/// The arrows that lead on and back among what stands side by side, in the direction in which a widget is read.
pub(super) fn arrows_along(widget: &impl IsA<gtk::Widget>) -> (gdk::Key, gdk::Key) {
    match widget.direction() {
        gtk::TextDirection::Rtl => (gdk::Key::Left, gdk::Key::Right),
        _ => (gdk::Key::Right, gdk::Key::Left),
    }
}

/// Makes buttons side by side of which one is always chosen one stop of Tab: the keyboard comes to the chosen one, and the
/// arrows to the left and to the right choose another. Those up and down lead on to other rows.
pub(super) fn choose_by_arrows(group: &gtk::Box) {
    fn buttons(group: &gtk::Box) -> Vec<gtk::ToggleButton> {
        let buttons = children(group);
        buttons.filter_map(|child| child.downcast().ok()).collect()
    }
    fn follow(button: &gtk::ToggleButton) {
        button.set_focusable(button.is_active());
        let group = button.parent();
        let held = group.is_some_and(|group| group.focus_child().is_some());
        if button.is_active() && held {
            button.grab_focus();
        }
    }
    for button in buttons(group) {
        follow(&button);
        button.connect_active_notify(follow);
    }
    hear_keys(
        group,
        gtk::PropagationPhase::Capture,
        group,
        |group, key, held| {
            let (on, back) = arrows_along(group);
            if (key != on && key != back) || !is_bare(held) {
                return false;
            }
            let mut buttons = buttons(group);
            if key == back {
                buttons.reverse();
            }
            let chosen = buttons.iter().position(gtk::ToggleButton::is_active);
            let next = buttons.iter().cycle().nth(chosen.map_or(0, |at| at + 1));
            next.inspect(|next| next.set_active(true)).is_some()
        },
    );
}

/// Whether a modifier is held that makes a key a command: Control, Alt or Super.
pub(super) fn is_command(modifiers: gdk::ModifierType) -> bool {
    modifiers.intersects(
        gdk::ModifierType::CONTROL_MASK
            | gdk::ModifierType::ALT_MASK
            | gdk::ModifierType::SUPER_MASK,
    )
}

/// Whether a key is pressed alone, without Shift, too.
pub(super) fn is_bare(modifiers: gdk::ModifierType) -> bool {
    !is_command(modifiers) && !modifiers.contains(gdk::ModifierType::SHIFT_MASK)
}

/// Has the entry searched from everywhere on its page while it is there. `leave` gives the keyboard
/// to what was found, or to all there is.
pub(super) fn search_from_everywhere<P: IsA<gtk::Widget>>(
    page: &P,
    entry: &gtk::SearchEntry,
    leave: fn(&P),
) {
    let captured = page.clone().upcast::<gtk::Widget>().downgrade();
    entry.connect_map(move |entry| {
        entry.set_key_capture_widget(captured.upgrade().as_ref());
    });
    entry.connect_unmap(|entry| entry.set_key_capture_widget(gtk::Widget::NONE));
    entry.connect_search_started(|entry| {
        // What has been typed is not to be typed over.
        if let Some(text) = entry.delegate().and_downcast::<gtk::Text>() {
            text.grab_focus_without_selecting();
        }
    });
    entry.connect_stop_search(weak!(page, |page, entry| {
        entry.set_text("");
        // What there is without a search comes first.
        glib::idle_add_local_once(weak!(page, |page| leave(&page)));
    }));
    // From what is typed the keyboard goes on to what is found, past all that narrows it.
    entry.connect_activate(weak!(page, |page, _| leave(&page)));
    hear_keys(
        entry,
        gtk::PropagationPhase::Bubble,
        page,
        move |page, key, held| {
            let leads_on = key == gdk::Key::Down && is_bare(held);
            if leads_on {
                leave(page);
            }
            leads_on
        },
    );
    let global = gtk::ShortcutScope::Global;
    act_at_key(page, global, "<Control>f", entry, |entry| {
        entry.is_mapped() && entry.grab_focus()
    });
}
