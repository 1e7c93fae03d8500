//! Says to assistive technology what has happened, wherever the focus is.
//!
//! GTK has had announcements since 4.14, and the program runs with 4.8. So the function is looked
//! up by its name, through an interface description that names it as the handler of a signal; GTK
//! refuses to read that where there is no such function. There, what is said becomes the accessible
//! name of the window: when the name of the active window changes, Orca reads it out. It has its own name back when
//! another window has the keyboard.
//!
//! Orca looks at the name of the window while it handles a move of the focus, too, and then finds nothing new in a
//! change that it hears of afterwards. So what is said waits there until the focus has stood still for a while.
//!
//! It is the window that announces. GTK makes a widget known to assistive technology when a program
//! asks for it, and drops the announcements of those that were not asked for; a window is always
//! known.

use std::cell::{Cell, RefCell};
use std::env;
use std::ffi::OsStr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use adw::prelude::*;
use gtk::gio;
use gtk::subclass::prelude::*;

use crate::subclass::{signals, subclass};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Herald;

    impl ObjectImpl for Herald {
        signals!["announced" => String, i32];
    }
}

/// The function of GTK that is given the widget, the words and how urgent they are.
const ANNOUNCE: &str = "gtk_accessible_announce";

/// `GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM`: said when what is being said is finished.
const MEDIUM: i32 = 1;

subclass! {
    /// What emits the signal that a function of GTK handles.
    pub struct Herald(imp::Herald): glib::Object {}
}

/// Calls a function of GTK with the widget, the words and how urgent they are. Says whether GTK has
/// such a function.
pub fn call_gtk(function: &str, widget: &impl IsA<gtk::Widget>, words: &str) -> bool {
    Herald::static_type();
    let builder = gtk::Builder::new();
    builder.expose_object("widget", widget.upcast_ref::<gtk::Widget>());
    let description = format!(
        "<interface><object class='RfHerald' id='herald'>\
         <signal name='announced' handler='{function}' object='widget' swapped='yes'/>\
         </object></interface>"
    );
    if builder.add_from_string(&description).is_err() {
        return false;
    }
    let Some(herald) = builder.object::<Herald>("herald") else {
        return false;
    };
    herald.emit_by_name::<()>("announced", &[&words, &MEDIUM]);
    true
}

/// The program of Speech Dispatcher that reads a text aloud.
const READER: &str = "spd-say";

thread_local! {
    /// Whether what is said is read aloud, for those without a screen reader.
    static ALOUD: Cell<bool> = const { Cell::new(false) };
}

/// Whether there is something that can read aloud.
pub fn can_speak_aloud() -> bool {
    glib::find_program_in_path(READER).is_some()
}

/// Has everything that is said read aloud from now on, or no longer.
pub fn speak_aloud(wanted: bool) {
    ALOUD.set(wanted);
}

/// Reads this aloud after what is being read, in the language of the program.
fn read_aloud(what: &str) {
    let names = glib::language_names();
    let language = names
        .first()
        .and_then(|name| name.split(['_', '.', '@']).next());
    let language = language.filter(|name| *name != "C").unwrap_or("en");
    let arguments = [
        READER,
        "--priority",
        "message",
        "--language",
        language,
        "--",
        what,
    ];
    let arguments = arguments.map(OsStr::new);
    let silent = gio::SubprocessFlags::STDOUT_SILENCE | gio::SubprocessFlags::STDERR_SILENCE;
    if let Err(error) = gio::Subprocess::newv(&arguments, silent) {
        tracing::warn!("{READER}: {error}");
    }
}

/// So long after a move of the focus Orca may not yet be done with it; 300 ms are enough for Orca 43.
const AFTER_FOCUS: Duration = Duration::from_millis(400);
/// What is said may come just before the focus moves.
const BEFORE_FOCUS: Duration = Duration::from_millis(40);

/// What is heard of a widget by those who use a screen reader. All voices of a window wait for one another.
#[derive(Debug)]
pub struct Voice(glib::WeakRef<gtk::Widget>);

impl Voice {
    /// The voice of a widget.
    pub fn of(widget: &impl IsA<gtk::Widget>) -> Self {
        Self(widget.upcast_ref::<gtk::Widget>().downgrade())
    }

    /// Says something, even if it is what was said last.
    pub fn say(&self, what: &str) {
        self.speak(what, false);
    }

    /// Says something that need not be said any more once there is something else to say.
    pub fn say_for_now(&self, what: &str) {
        self.speak(what, true);
    }

    fn speak(&self, what: &str, for_now: bool) {
        let Some((mouth, speech)) = self.speech().filter(|_| !what.is_empty()) else {
            return;
        };
        // GTK crashes when its accessibility for tests, up to 4.18 at least, is to announce something.
        let for_tests = env::var_os("GTK_A11Y").is_some_and(|kind| kind == "test");
        let what = words::ended(what);
        if ALOUD.get() {
            read_aloud(&what);
        }
        let window = speech.window.upgrade().filter(|_| !for_tests);
        if window.is_some_and(|window| call_gtk(ANNOUNCE, &window, &what)) {
            return;
        }
        let mut waiting = speech.waiting.borrow_mut();
        if waiting.is_empty() {
            speech.speak_in(BEFORE_FOCUS);
        }
        waiting.retain(|words| words.mouth != mouth || !words.for_now);
        waiting.push(Words {
            mouth,
            what,
            for_now,
        });
    }

    /// Says this in the place of what it still has to say.
    pub fn say_instead(&self, what: &str) {
        self.hold_back();
        self.say(what);
    }

    /// Has nothing left to say, and gives the window its own name back.
    pub fn fall_silent(&self) {
        self.hold_back();
        if let Some((_, speech)) = self.speech() {
            speech.give_name_back();
        }
    }

    fn hold_back(&self) {
        if let Some((mouth, speech)) = self.speech() {
            let mut waiting = speech.waiting.borrow_mut();
            waiting.retain(|words| words.mouth != mouth);
        }
    }

    /// Who speaks, and what is spoken in the same window.
    fn speech(&self) -> Option<(usize, Rc<Speech>)> {
        let mouth = self.0.upgrade()?;
        let window = mouth.root().and_downcast::<gtk::Window>()?;
        Some((mouth.as_ptr().addr(), Speech::of(&window)))
    }
}

/// What waits to be said.
#[derive(Debug)]
struct Words {
    /// By whom.
    mouth: usize,
    what: String,
    for_now: bool,
}

/// What is spoken in a window, by renaming it.
#[derive(Debug)]
struct Speech {
    window: glib::WeakRef<gtk::Window>,
    /// Whether the window has a name from here, which it never has where GTK announces.
    renamed: Cell<bool>,
    /// What is still to be said, in the order in which it came.
    waiting: RefCell<Vec<Words>>,
    /// When the focus has moved last.
    moved: Cell<Instant>,
}

thread_local! {
    static SPEECHES: RefCell<Vec<Rc<Speech>>> = RefCell::default();
}

impl Speech {
    fn of(window: &gtk::Window) -> Rc<Self> {
        SPEECHES.with_borrow_mut(|speeches| {
            speeches.retain(|speech| speech.window.upgrade().is_some());
            let known = speeches
                .iter()
                .find(|speech| speech.window.upgrade().as_ref() == Some(window));
            if let Some(known) = known {
                return known.clone();
            }
            let speech = Rc::new(Self {
                window: window.downgrade(),
                renamed: Cell::default(),
                waiting: RefCell::default(),
                moved: Cell::new(Instant::now()),
            });
            let heeding = Rc::downgrade(&speech);
            window.connect_focus_widget_notify(move |_| {
                if let Some(speech) = heeding.upgrade() {
                    speech.moved.set(Instant::now());
                }
            });
            let heeding = Rc::downgrade(&speech);
            window.connect_is_active_notify(move |window| {
                if let Some(speech) = heeding.upgrade().filter(|_| !window.is_active()) {
                    speech.give_name_back();
                }
            });
            speeches.push(speech.clone());
            speech
        })
    }

    /// Says what is waiting after a time, or as soon as the focus has stood still for long enough.
    fn speak_in(self: &Rc<Self>, pause: Duration) {
        let speech = Rc::downgrade(self);
        glib::timeout_add_local_once(pause, move || {
            let Some(speech) = speech.upgrade() else {
                return;
            };
            match AFTER_FOCUS.checked_sub(speech.moved.get().elapsed()) {
                Some(rest) if !rest.is_zero() => speech.speak_in(rest),
                _ => speech.speak(),
            }
        });
    }

    fn give_name_back(&self) {
        if let Some(window) = self.window.upgrade().filter(|_| self.renamed.take()) {
            let title = window.title().unwrap_or_default();
            window.update_property(&[gtk::accessible::Property::Label(&title)]);
        }
    }

    fn speak(&self) {
        let waiting = self.waiting.take().into_iter();
        let what = words::sentences(&waiting.map(|words| words.what).collect::<Vec<_>>());
        let Some(window) = self.window.upgrade().filter(|_| !what.is_empty()) else {
            return;
        };
        // A message may begin with the name of a square; with a space before it, a script that looks for
        // the square does not find the window.
        let name = format!(" {what}");
        // What is the same is no change. And Orca may be slower than the pause, and know the new name already when
        // it hears of it. It does not read out that the window has no name, and takes the name that comes next for new.
        for label in ["", &name] {
            window.update_property(&[gtk::accessible::Property::Label(label)]);
        }
        self.renamed.set(true);
    }
}
