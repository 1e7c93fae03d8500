//! Actions of a part of a page: the functions that they call, their states, and whether they are enabled.

use glib::prelude::*;
use gtk::gio;
use gtk::gio::prelude::*;

use crate::model::weak;

/// Adds an action that calls a function of its owner.
pub(super) fn add<T: IsA<glib::Object>>(
    group: &gio::SimpleActionGroup,
    owner: &T,
    name: &str,
    act: impl Fn(&T) + 'static,
) {
    let action = gio::SimpleAction::new(name, None);
    action.connect_activate(weak!(owner, |owner, _, _| act(&owner)));
    group.add_action(&action);
}

/// Adds an action that turns a property on and off. Unlike a `GPropertyAction` it can be disabled.
pub(super) fn add_toggle(
    group: &gio::SimpleActionGroup,
    owner: &impl IsA<glib::Object>,
    name: &str,
    property: &'static str,
) {
    let action = gio::SimpleAction::new_stateful(name, None, &false.to_variant());
    action.connect_activate(weak!(owner, |owner, _, _| owner
        .set_property(property, !owner.property::<bool>(property))));
    owner
        .bind_property(property, &action, "state")
        .transform_to(|_, on: bool| Some(on.to_variant()))
        .sync_create()
        .build();
    group.add_action(&action);
}

/// Adds an action that sets a property of text to its target. Unlike a `GPropertyAction` it can be disabled.
pub(super) fn add_choice(
    group: &gio::SimpleActionGroup,
    owner: &impl IsA<glib::Object>,
    name: &str,
    property: &'static str,
) {
    let text = glib::VariantTy::STRING;
    let action = gio::SimpleAction::new_stateful(name, Some(text), &"".to_variant());
    action.connect_activate(weak!(owner, |owner, _, target: Option<&glib::Variant>| {
        if let Some(target) = target.and_then(glib::Variant::str) {
            owner.set_property(property, target);
        }
    }));
    owner
        .bind_property(property, &action, "state")
        .transform_to(|_, chosen: String| Some(chosen.to_variant()))
        .sync_create()
        .build();
    group.add_action(&action);
}

/// Says which of a group's actions can be done.
pub(super) fn enable(group: &gio::SimpleActionGroup, name: &str, possible: bool) {
    let action = group.lookup_action(name);
    if let Some(action) = action.and_downcast::<gio::SimpleAction>() {
        action.set_enabled(possible);
    }
}
