//! What makes the program known to screen readers before it shows a window.
//!
//! GTK enters the program in the registry of AT-SPI when its first window is shown (`org.a11y.atspi.Socket.Embed`), and
//! answers questions about the window only once the registry has replied. A screen reader that hears of the window
//! before asks in vain, and stays silent; GTK 4.18 may even crash when it is asked for the program's parent then.

use std::cell::Cell;
use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;

const REGISTRY: &str = "org.a11y.atspi.Registry";
/// How long an answer is waited for, in milliseconds.
const PATIENCE: i32 = 1_000;

/// Has GTK enter the program in the registry, and waits until it is there, if a program listens. Called when the first
/// window is ready: the screen reader asks its first questions now, and waits for the answers. The window must not be
/// shown yet, since its own accessible object is not there while the main loop runs. Not to be called in a future: the
/// main loop could not run another one then.
pub(super) fn register() {
    let windows = gtk::Window::list_toplevels();
    // With a window GTK has entered the program itself.
    if windows.iter().any(gtk::Widget::is_mapped) {
        return;
    }
    if let Err(error) = accessibility_bus().and_then(|bus| enter(&bus)) {
        tracing::debug!(%error, "not known to screen readers");
    }
}

/// Returns once the program is in the registry; at once where no program listens.
fn enter(bus: &gio::DBusConnection) -> Result<(), glib::Error> {
    let daemon = (
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
    );
    let name = (REGISTRY,).to_variant();
    let (runs,): (bool,) = call(bus, daemon, "NameHasOwner", Some(&name))?;
    if !runs || listeners(bus)?.is_empty() {
        return Ok(());
    }
    realize_accessible();
    // GTK asks the registry from its main loop: to enter the program, and then, which programs listen. GTK 4.8 does not wait
    // for the second answer; when it is waited for there, Orca believes the wrong sign with which it tells "showing".
    let questions = if gtk::minor_version() < 10 { 1 } else { 2 };
    for _ in 0..questions {
        run_what_waits();
        // The registry answers in turn: what it replies to GTK is sent before its reply to the first call, and read before
        // that to the second.
        listeners(bus)?;
        listeners(bus)?;
    }
    run_what_waits();
    Ok(())
}

/// Has GTK make an accessible object, the first of which starts the registration. The tab of a realized notebook is the
/// one widget that gets its own before it is shown. The window is never shown, and stays to the end: when it is destroyed,
/// GTK 4.8 tells that the program itself is gone.
fn realize_accessible() {
    let (window, notebook) = (gtk::Window::new(), gtk::Notebook::new());
    window.set_child(Some(&notebook));
    notebook.realize();
    notebook.append_page(&gtk::Label::new(None), None::<&gtk::Widget>);
}

/// Runs the sources of the main loop that are ready now.
fn run_what_waits() {
    let idle = Rc::new(Cell::new(false));
    let reached = idle.clone();
    glib::idle_add_local_once(move || reached.set(true));
    while !idle.get() {
        glib::MainContext::default().iteration(true);
    }
}

/// The programs that listen for events, and the event of each.
fn listeners(bus: &gio::DBusConnection) -> Result<Vec<(String, String)>, glib::Error> {
    let object = (REGISTRY, "/org/a11y/atspi/registry", REGISTRY);
    call(bus, object, "GetRegisteredEvents", None).map(|(listeners,)| listeners)
}

fn accessibility_bus() -> Result<gio::DBusConnection, glib::Error> {
    let session = gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE)?;
    let object = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus");
    let (address,): (String,) = call(&session, object, "GetAddress", None)?;
    gio::DBusConnection::for_address_sync(
        &address,
        gio::DBusConnectionFlags::AUTHENTICATION_CLIENT
            | gio::DBusConnectionFlags::MESSAGE_BUS_CONNECTION,
        None,
        gio::Cancellable::NONE,
    )
}

/// Calls a method of an object, given as the name of its owner, its path and its interface.
fn call<Reply: FromVariant>(
    bus: &gio::DBusConnection,
    (owner, path, interface): (&str, &str, &str),
    method: &str,
    parameters: Option<&glib::Variant>,
) -> Result<Reply, glib::Error> {
    let reply = bus.call_sync(
        Some(owner),
        path,
        interface,
        method,
        parameters,
        Some(&Reply::static_variant_type()),
        gio::DBusCallFlags::NO_AUTO_START,
        PATIENCE,
        gio::Cancellable::NONE,
    )?;
    reply
        .get()
        .ok_or_else(|| glib::Error::new(gio::IOErrorEnum::InvalidData, method))
}
