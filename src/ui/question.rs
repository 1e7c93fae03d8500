//! Asking a question in a dialog and waiting for the answer, saying what passes in a toast, and having the desktop tell
//! what has come in a correspondence game.

use std::cell::Cell;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use rank_and_file_core::chess::Color;
use rank_and_file_core::record::log::{Header, OwnSeat};

use super::widget::name_buttons;
use super::{actions, keys};
use crate::words::{self, Message};

/// No message has more lines: it passes, and lies over the page meanwhile.
const MOST_LINES: i32 = 6;
/// What a toast takes beside its title in a window, in pixels: margins, and a button that closes it.
const BESIDE_TITLE: i32 = 108;
/// What a button in it takes beside its own label.
const BESIDE_LABEL: i32 = 46;

/// The action of the application that opens a game by its id.
pub(super) const OPEN_GAME: &str = "open-game";

/// Shows the question and gives the id of the chosen response.
pub(super) async fn ask(question: &adw::MessageDialog) -> String {
    let (sender, receiver) = async_channel::bounded(1);
    question.connect_response(None, move |_, response| {
        sender.try_send(response.to_owned()).ok();
    });
    name_buttons(question);
    if let Some(first) = GtkWindowExt::focus(question) {
        focus_audibly(question, first);
    }
    question.present();
    receiver.recv().await.unwrap_or_default()
}

/// Gives the keyboard to a widget of a question once that has it: a screen reader is not told of what was chosen before
/// there was a window.
fn focus_audibly(question: &adw::MessageDialog, first: gtk::Widget) {
    let given = Cell::new(false);
    question.connect_is_active_notify(move |question| {
        if question.is_active() && !given.replace(true) {
            GtkWindowExt::set_focus(question, None::<&gtk::Widget>);
            first.grab_focus();
        }
    });
}

/// What is lost with a game that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Losing {
    LastMoves,
    LastChanges,
    OpenedFile,
    Game,
    Practice,
}

/// Asks whether the game of a window, or the window, shall be left although something is lost with it.
pub(super) async fn may_leave(window: &impl IsA<gtk::Window>, losing: Losing) -> bool {
    let body = match losing {
        Losing::LastMoves => gettext("The last moves could not be saved and will be lost."),
        Losing::OpenedFile => {
            gettext("It is not among your saved games, and what you added will be lost.")
        }
        Losing::LastChanges => gettext("The last changes could not be saved and will be lost."),
        Losing::Game => gettext("The game is not saved."),
        Losing::Practice => gettext("Your puzzle results could not be saved and will be lost."),
    };
    let heading = match losing {
        Losing::Practice => gettext("Close the Window?"),
        _ => gettext("Leave the Game?"),
    };
    let question = adw::MessageDialog::new(Some(window), Some(&heading), Some(&body));
    question.add_responses(&[("stay", &gettext("_Stay")), ("leave", &gettext("_Leave"))]);
    question.set_response_appearance("leave", adw::ResponseAppearance::Destructive);
    question.set_default_response(Some("stay"));
    question.set_close_response("stay");
    ask(&question).await == "leave"
}

/// Asks whether to import games.
pub(super) async fn may_import(window: &impl IsA<gtk::Window>, heading: &str) -> bool {
    let question = adw::MessageDialog::new(Some(window), Some(heading), None);
    question.add_responses(&[
        ("cancel", &gettext("_Cancel")),
        ("import", &gettext("_Import")),
    ]);
    question.set_response_appearance("import", adw::ResponseAppearance::Suggested);
    question.set_default_response(Some("import"));
    question.set_close_response("cancel");
    ask(&question).await == "import"
}

/// Asks who sits at this computer in a game; `None` where that is to be asked later.
pub(super) async fn ask_for_seat(
    window: &impl IsA<gtk::Window>,
    header: &Header,
) -> Option<OwnSeat> {
    let question = adw::MessageDialog::new(
        Some(window),
        Some(&gettext("Which Player Are You?")),
        Some(&gettext(
            "In this correspondence game, each player moves at their own computer.",
        )),
    );
    let name = |side| words::i_am(header, side).replace('_', "__");
    question.add_response("white", &name(Color::White));
    question.add_response("black", &name(Color::Black));
    question.add_response("none", &gettext("_Watch Only"));
    question.set_close_response("later");
    match ask(&question).await.as_str() {
        "white" => Some(OwnSeat::Player(Color::White)),
        "black" => Some(OwnSeat::Player(Color::Black)),
        "none" => Some(OwnSeat::Onlooker),
        _ => None,
    }
}

/// A message in plain words, shown for so many seconds.
pub fn toast(sentence: &str, seconds: u32) -> adw::Toast {
    let title = gtk::Label::builder()
        .label(sentence)
        .ellipsize(gtk::pango::EllipsizeMode::End)
        .xalign(0.0)
        .css_classes(["heading"])
        .build();
    let toast = adw::Toast::builder().timeout(seconds);
    toast.custom_title(&title).build()
}

/// Shows a message in the window that a page is in, in as many lines as it takes there. It is for the eye alone.
pub fn show(page: &impl IsA<gtk::Widget>, toast: &adw::Toast) {
    let overlay = page.ancestor(adw::ToastOverlay::static_type());
    if let Some(overlay) = overlay.and_downcast::<adw::ToastOverlay>() {
        if let Some(title) = toast.custom_title().and_downcast::<gtk::Label>() {
            let button = toast.button_label().map(|label| {
                let layout = title.create_pango_layout(Some(&label));
                layout.pixel_size().0 + BESIDE_LABEL
            });
            break_lines(&title, overlay.width() - BESIDE_TITLE - button.unwrap_or(0));
        }
        overlay.add_toast(toast.clone());
    }
}

/// Breaks a text where it is wider than this, in its words: a toast is no higher than the lines that these have. The last
/// line may be cut.
fn break_lines(label: &gtk::Label, width: i32) {
    let text = label.label();
    let layout = label.create_pango_layout(Some(&text));
    layout.set_wrap(gtk::pango::WrapMode::WordChar);
    layout.set_width(width.max(0) * gtk::pango::SCALE);
    let begins = (1..layout.line_count().min(MOST_LINES)).filter_map(|line| {
        let line = layout.line_readonly(line)?;
        usize::try_from(line.start_index()).ok()
    });
    let (mut lines, mut rest, mut at) = (Vec::new(), &*text, 0);
    for begin in begins {
        let Some((line, next)) = rest.split_at_checked(begin - at) else {
            return;
        };
        lines.push(line.trim_end());
        (rest, at) = (next, begin);
    }
    lines.push(rest);
    label.set_label(&lines.join("\n"));
    label.update_property(&[gtk::accessible::Property::Label(&text)]);
}

/// Shows a message, and has a screen reader say it.
pub(super) fn tell(page: &impl IsA<gtk::Widget>, toast: &adw::Toast) {
    let said = plain(toast);
    show(page, toast);
    hear(page, &said);
}

/// The words of a message.
pub(super) fn plain(toast: &adw::Toast) -> glib::GString {
    let title = toast.custom_title().and_downcast::<gtk::Label>();
    title.map(|title| title.label()).unwrap_or_default()
}

/// Has a screen reader say a sentence that is not shown, in a window that has the action `win.hear`.
pub(super) fn hear(page: &impl IsA<gtk::Widget>, sentence: &str) {
    let said = Message::from(sentence.to_owned());
    page.activate_action("win.hear", Some(&said.spoken().to_variant()))
        .ok();
}

/// Says that something was done, and soon gives the page free again.
pub(super) fn say(page: &impl IsA<gtk::Widget>, sentence: &str) {
    tell(page, &toast(sentence, 3));
}

/// Says why something was not done, for as long as reading it takes.
pub(super) fn complain(page: &impl IsA<gtk::Widget>, sentence: &str) {
    tell(page, &toast(sentence, 8));
}

/// Says something at once, before what still waits to be read.
pub(super) fn say_first(page: &impl IsA<gtk::Widget>, sentence: &str) {
    let toast = toast(sentence, 5);
    toast.set_priority(adw::ToastPriority::High);
    tell(page, &toast);
}

/// Says that something was done, and for so many seconds offers to undo it, by a button and by a key.
pub(super) fn offer_undo(
    page: &impl IsA<gtk::Widget>,
    sentence: &str,
    seconds: u32,
    undo: impl Fn() + 'static,
) -> adw::Toast {
    let toast = toast(sentence, seconds);
    toast.set_button_label(Some(&gettext("Undo")));
    toast.connect_button_clicked(move |_| undo());
    let group = gio::SimpleActionGroup::new();
    actions::add(&group, &toast, "undo", |toast| {
        toast.emit_by_name::<()>("button-clicked", &[]);
        toast.dismiss();
    });
    if let Some(window) = page.root() {
        window.insert_action_group(keys::OFFER, Some(&group));
    }
    toast.connect_dismissed(move |_| actions::enable(&group, "undo", false));
    tell(page, &toast);
    toast
}

/// The id of the notification that tells of a game.
fn notification_of(game: &str) -> String {
    format!("game-{game}")
}

/// Has the desktop tell of a game, in the place of what it has told of the same game before.
pub(super) fn notify_of(app: &impl IsA<gio::Application>, game: &str, title: &str, body: &str) {
    let notification = gio::Notification::new(title);
    notification.set_body(Some(body));
    notification.set_priority(gio::NotificationPriority::Normal);
    let target = game.to_variant();
    notification.set_default_action_and_target_value(&format!("app.{OPEN_GAME}"), Some(&target));
    app.send_notification(Some(&notification_of(game)), &notification);
}

/// Takes back what the desktop tells of a game.
pub(super) fn withdraw_notification_of(app: &impl IsA<gio::Application>, game: &str) {
    app.withdraw_notification(&notification_of(game));
}
