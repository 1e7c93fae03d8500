//! The help: lessons with boards to try things on, beside their table of contents, and the keys.

mod exercise;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use self::exercise::Exercise;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};
use rank_and_file_core::training::lessons::{Chapter, Lesson};

use super::keys::{
    EDITOR_KEYS, GAME_KEYS, KEYS, OFFER_KEYS, PAGE_KEYS, TWENTY48_KEYS, hear_keys, key_row,
};
use super::parts::{Voice, children, remove_children};
use super::widget::label_for_screen_readers;
use crate::model::weak;
use crate::subclass::{ClassOf, InstallActions, subclass, template};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/help.ui")]
        pub struct HelpWindow {
            leaflet: adw::Leaflet,
            side: gtk::Box,
            main: gtk::Box,
            contents: super::HelpContents,
            title: adw::WindowTitle,
            scroller: gtk::ScrolledWindow,
            page: super::HelpPage,
        } and {
            pub voice: OnceCell<Voice>,
            /// Whether the lesson was read that was shown when the window was opened.
            pub read: Cell<bool>,
        }
    }

    impl ObjectImpl for HelpWindow {
        fn constructed(&self) {
            self.parent_constructed();
            let window = self.obj();
            self.contents
                .connect_chosen(weak!(window, |window, chapter, lesson, entered| window
                    .show_lesson(chapter, lesson, entered)));
            self.contents.choose(0);
            let phase = gtk::PropagationPhase::Bubble;
            hear_keys(&*self.contents, phase, &*self.page, |page, key, held| {
                let exercise = page.imp().exercise.get();
                exercise.is_some_and(|exercise| exercise.hear(key, held))
            });
            label_for_screen_readers(&*window, &gettext("Help"));
            window.connect_is_active_notify(|window| {
                if window.is_active() && !window.imp().read.get() {
                    window.read_lesson();
                }
            });
        }
    }

    #[derive(Default)]
    pub struct HelpContents {
        pub list: gtk::ListBox,
        pub lessons: RefCell<Vec<(Chapter, Lesson)>>,
        pub chosen: RefCell<Option<Chosen>>,
    }

    impl ObjectImpl for HelpContents {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for HelpContents {
        /// The lessons are walked with arrows; Tab enters and leaves the list as a whole.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let tab = matches!(
                direction,
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward
            );
            if !tab {
                return self.parent_focus(direction);
            }
            self.obj().focus_child().is_none() && self.obj().focus_chosen()
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/help-page.ui")]
        pub struct HelpPage {
            heading: gtk::Label,
            text: gtk::Box,
            article: gtk::Label,
            place: adw::Bin,
        } and {
            /// One board serves all lessons. It is made when the first of them that needs it is shown.
            pub exercise: OnceCell<Exercise>,
        }
    }

    impl ObjectImpl for HelpPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.heading
                .update_property(&[gtk::accessible::Property::Level(1)]);
        }
    }
}

subclass! {
    /// The window of the help.
    pub struct HelpWindow(imp::HelpWindow): adw::Window {
        template: [HelpContents, HelpPage],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<HelpWindow>) {
    let none = gdk::ModifierType::empty();
    class.add_binding_action(gdk::Key::Escape, none, "window.close");
    let control = gdk::ModifierType::CONTROL_MASK;
    class.add_binding_action(gdk::Key::w, control, "window.close");
    class.add_binding_action(gdk::Key::m, control, "help.read-lesson");
    class.action("help.read-lesson", HelpWindow::read_lesson);
    class.text_action("win.hear", |window, said| window.voice().say(said));
    class.action("help.contents", HelpWindow::show_contents);
    class.action("help.previous", |window| window.turn(-1));
    class.action("help.next", |window| window.turn(1));
    class.action("help.done", HelpWindow::go_on);
}

impl HelpWindow {
    /// Shows the help of a window: the one that is open already, so that the place is not lost, or
    /// a new one.
    pub fn show_for(parent: &impl IsA<gtk::Window>) {
        Self::of(parent).present_anew();
    }

    /// Shows the first of the lessons in which the rules are learned.
    pub fn show_lessons_for(parent: &impl IsA<gtk::Window>) {
        Self::of(parent).present_chapter(Chapter::Rules);
    }

    /// Shows what the keys do.
    pub fn show_keys_for(parent: &impl IsA<gtk::Window>) {
        Self::of(parent).present_chapter(Chapter::Keys);
    }

    /// The help of a window, which is made where there is none yet.
    fn of(parent: &impl IsA<gtk::Window>) -> Self {
        let parent = parent.upcast_ref::<gtk::Window>();
        let open = gtk::Window::list_toplevels()
            .into_iter()
            .filter_map(|window| window.downcast::<Self>().ok())
            .find(|help| help.transient_for().as_ref() == Some(parent));
        open.unwrap_or_else(|| {
            glib::Object::builder()
                .property("transient-for", parent)
                .build()
        })
    }

    fn present_chapter(&self, chapter: Chapter) {
        let place = Lesson::all().position(|(other, _)| other == chapter);
        let first = place.and_then(|place| i32::try_from(place).ok());
        self.imp().contents.choose(first.unwrap_or_default());
        self.present_anew();
    }

    fn present_anew(&self) {
        self.imp().read.set(false);
        self.present();
    }

    fn voice(&self) -> &Voice {
        self.imp().voice.get_or_init(|| Voice::of(self))
    }

    /// Says all of the lesson that is shown, once the window has the keyboard.
    fn read_lesson(&self) {
        let imp = self.imp();
        imp.read.set(self.is_active());
        if self.is_active() {
            self.voice().say_instead(&imp.page.said());
        }
    }

    /// Shows a lesson; where there is room for one thing only, it is the lesson if the reader has
    /// `entered` it and not only passed by.
    fn show_lesson(&self, chapter: Chapter, lesson: Lesson, entered: bool) {
        let imp = self.imp();
        imp.title.set_title(&words::chapter(chapter));
        imp.page.show(lesson);
        imp.scroller.vadjustment().set_value(0.0);
        self.action_set_enabled("help.previous", imp.contents.chosen() > 0);
        self.action_set_enabled("help.next", imp.contents.chosen() + 1 < imp.contents.len());
        if entered {
            imp.leaflet.set_visible_child(&*imp.main);
            if imp.leaflet.is_folded() {
                imp.page.child_focus(gtk::DirectionType::TabForward);
            }
        }
        self.read_lesson();
    }

    fn show_contents(&self) {
        let imp = self.imp();
        imp.leaflet.set_visible_child(&*imp.side);
        imp.contents.focus_chosen();
    }

    /// Goes on from a lesson whose exercise is done; from the last of them, back to the game.
    fn go_on(&self) {
        let imp = self.imp();
        let done = imp.contents.lesson();
        if done.is_none_or(Lesson::is_last_exercise) {
            self.close();
            return;
        }
        self.turn(1);
        // The button that had the keyboard is gone.
        if !imp.page.take_up() {
            imp.contents.focus_chosen();
        }
        self.read_lesson();
    }

    fn turn(&self, by: i32) {
        let contents = &self.imp().contents;
        contents.choose(contents.chosen() + by);
    }
}

type Chosen = Rc<dyn Fn(Chapter, Lesson, bool)>;

subclass! {
    /// The list of all lessons.
    pub struct HelpContents(imp::HelpContents): adw::Bin, overriding WidgetImpl {}
}

impl HelpContents {
    fn set_up(&self) {
        let imp = self.imp();
        let list = &imp.list;
        list.set_selection_mode(gtk::SelectionMode::Browse);
        list.add_css_class("navigation-sidebar");
        let name = gettext("Contents");
        list.update_property(&[gtk::accessible::Property::Label(&name)]);
        let lessons: Vec<_> = Lesson::all().collect();
        for (_, lesson) in &lessons {
            list.append(&row(*lesson));
        }
        let chapters: Vec<Chapter> = lessons.iter().map(|(chapter, _)| *chapter).collect();
        list.set_header_func(move |row, _| {
            let at = usize::try_from(row.index()).unwrap_or_default();
            let begins = at == 0 || chapters.get(at) != chapters.get(at - 1);
            if !begins {
                row.set_header(gtk::Widget::NONE);
            } else if let Some(chapter) = chapters.get(at).filter(|_| row.header().is_none()) {
                row.set_header(Some(&heading(*chapter)));
            }
        });
        imp.lessons.replace(lessons);
        list.connect_row_selected(weak!(self, |contents, _, row| {
            if let Some(row) = row {
                contents.scroll_to(row);
            }
            contents.tell(row, false);
        }));
        list.connect_row_activated(weak!(self, |contents, _, row| contents.tell(Some(row), true)));
        // A lesson with which the window opens can be scrolled to once the rows have their places.
        self.connect_map(|contents| {
            contents.add_tick_callback(|contents, _| {
                let row = contents.imp().list.selected_row();
                match row.as_ref().map(WidgetExt::height) {
                    Some(0) => return glib::ControlFlow::Continue,
                    _ => row.iter().for_each(|row| contents.scroll_to(row)),
                }
                glib::ControlFlow::Break
            });
        });
        self.set_child(Some(list));
    }

    /// Calls back with the lesson that is chosen, its chapter, and whether it is entered and not only passed by.
    pub fn connect_chosen(&self, chosen: impl Fn(Chapter, Lesson, bool) + 'static) {
        self.imp().chosen.replace(Some(Rc::new(chosen)));
    }

    /// The lesson that is chosen.
    pub fn lesson(&self) -> Option<Lesson> {
        let row = self.imp().list.selected_row();
        self.lesson_of(row.as_ref()).map(|(_, lesson)| lesson)
    }

    fn lesson_of(&self, row: Option<&gtk::ListBoxRow>) -> Option<(Chapter, Lesson)> {
        let index = usize::try_from(row?.index()).ok()?;
        self.imp().lessons.borrow().get(index).copied()
    }

    fn tell(&self, row: Option<&gtk::ListBoxRow>, entered: bool) {
        let lesson = self.lesson_of(row);
        let chosen = self.imp().chosen.borrow().clone();
        if let (Some((chapter, lesson)), Some(chosen)) = (lesson, chosen) {
            chosen(chapter, lesson, entered);
        }
    }

    /// How many lessons there are.
    pub fn len(&self) -> i32 {
        i32::try_from(self.imp().lessons.borrow().len()).unwrap_or(i32::MAX)
    }

    /// The place of the lesson that is chosen, from 0.
    pub fn chosen(&self) -> i32 {
        self.imp().list.selected_row().map_or(0, |row| row.index())
    }

    /// Chooses the lesson at a place.
    pub fn choose(&self, place: i32) {
        let list = &self.imp().list;
        list.select_row(list.row_at_index(place).as_ref());
    }

    /// Brings a lesson into view, the first of a chapter with the heading.
    fn scroll_to(&self, row: &gtk::ListBoxRow) {
        let scroller = self.ancestor(gtk::ScrolledWindow::static_type());
        let Some(scroller) = scroller.and_downcast::<gtk::ScrolledWindow>() else {
            return;
        };
        let top = row.header().unwrap_or_else(|| row.clone().upcast());
        // Around the list itself is room of its own.
        let edge = |widget: &gtk::Widget, y: i32| {
            let place = widget.translate_coordinates(self, 0.0, f64::from(y));
            place.map_or(0.0, |(_, y)| y)
        };
        let bottom = edge(row.upcast_ref(), row.height());
        scroller.vadjustment().clamp_page(edge(&top, 0), bottom);
    }

    /// Gives the keyboard to the lesson that is chosen.
    pub fn focus_chosen(&self) -> bool {
        let row = self.imp().list.selected_row();
        row.is_some_and(|row| row.grab_focus())
    }
}

fn row(lesson: Lesson) -> gtk::ListBoxRow {
    let title = words::lesson_title(lesson);
    let label = gtk::Label::builder()
        .label(&title)
        .xalign(0.0)
        .wrap(true)
        .wrap_mode(gtk::pango::WrapMode::WordChar)
        .margin_top(6)
        .margin_bottom(6)
        .build();
    let row = gtk::ListBoxRow::builder().child(&label).build();
    row.update_property(&[gtk::accessible::Property::Label(&title)]);
    row
}

fn heading(chapter: Chapter) -> gtk::Label {
    gtk::Label::builder()
        .accessible_role(gtk::AccessibleRole::Heading)
        .label(words::chapter(chapter))
        .css_classes(["heading", "chapter"])
        .xalign(0.0)
        .wrap(true)
        .build()
}

subclass! {
    /// The page that shows a lesson.
    pub struct HelpPage(imp::HelpPage): gtk::Box { template: [] }
}

impl HelpPage {
    /// Gives the keyboard to the board of the lesson, if it has one.
    pub fn take_up(&self) -> bool {
        let exercise = self.imp().exercise.get();
        exercise.is_some_and(|exercise| exercise.is_mapped() && exercise.take_up())
    }

    /// The lesson for those who hear it: its title, its text, and what is to be done.
    pub fn said(&self) -> String {
        let imp = self.imp();
        let paragraphs = children(&*imp.text);
        let paragraphs = paragraphs.filter_map(|paragraph| paragraph.downcast::<gtk::Label>().ok());
        let exercise = imp.exercise.get().filter(|exercise| exercise.is_mapped());
        let said = [words::ended(&imp.heading.label())].into_iter();
        let said = said.chain(paragraphs.map(|paragraph| paragraph.label().into()));
        words::sentences(&said.chain(exercise.map(Exercise::task)).collect::<Vec<_>>())
    }

    /// Shows a lesson from its beginning.
    pub fn show(&self, lesson: Lesson) {
        let imp = self.imp();
        imp.heading.set_label(&words::lesson_title(lesson));
        remove_children(&*imp.text, BoxExt::remove);
        for paragraph in words::lesson_text(lesson) {
            imp.text.append(&label(&paragraph));
        }
        let article = words::lesson_article(lesson).unwrap_or_default();
        imp.article.set_visible(!article.is_empty());
        imp.article.set_label(&article);
        if lesson.exercise().is_some() {
            let shown = imp.exercise.get_or_init(Exercise::default);
            shown.open(lesson);
            imp.place.set_child(Some(shown));
        } else if lesson == Lesson::Keys {
            imp.place.set_child(Some(&table()));
        } else {
            imp.place.set_child(gtk::Widget::NONE);
        }
    }
}

fn label(text: &str) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .xalign(0.0)
        .wrap(true)
        .wrap_mode(gtk::pango::WrapMode::WordChar)
        .build()
}

/// What some keys do, and the keys, as GTK writes them.
type Line = (String, &'static str);

/// The lines of some actions with their keys.
fn lines(
    keys: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> impl Iterator<Item = Line> {
    let keys = keys.into_iter();
    keys.filter_map(|(action, key)| Some((words::key_action(action)?, key)))
}

/// The keys with actions that can be reached from everywhere.
fn everywhere() -> Vec<Line> {
    let actions = lines(KEYS.into_iter().chain(OFFER_KEYS).chain(PAGE_KEYS));
    let others = [
        (gettext("Paste a game or a position"), "<Control>v"),
        (gettext("Search saved games"), "<Control>f"),
        (gettext("Move a saved game to the trash"), "Delete"),
    ];
    actions.chain(others).collect()
}

/// The keys of a game that read something aloud, or all others.
fn in_a_game(reading: bool) -> Vec<Line> {
    let keys = GAME_KEYS.into_iter();
    lines(keys.filter(|(action, _)| action.starts_with("game.read-") == reading)).collect()
}

/// The keys of the board, which are no actions.
fn on_the_board() -> Vec<Line> {
    vec![
        (gettext("Move between squares"), "Left Right Up Down"),
        (gettext("Pick up or put down"), "Return space"),
        (gettext("Deselect"), "Escape"),
        (gettext("Type a move, such as Nf3"), "a...h 1...8"),
    ]
}

/// The keys while a position is set up.
fn in_the_editor() -> Vec<Line> {
    let board = [
        (
            gettext("Put a white piece on a square"),
            "<Shift>k <Shift>q <Shift>r <Shift>b <Shift>n <Shift>p",
        ),
        (gettext("Put a black piece on a square"), "k q r b n p"),
        (gettext("Empty a square"), "Delete"),
    ];
    board.into_iter().chain(lines(EDITOR_KEYS)).collect()
}

/// The keys of 2048.
fn in_2048() -> Vec<Line> {
    let slide = gettext("Slide the tiles");
    let sliding = ["Left Right Up Down", "a d w s", "h l k j"];
    let walk = "<Control>Left <Control>Right <Control>Up <Control>Down";
    sliding
        .into_iter()
        .map(|keys| (slide.clone(), keys))
        .chain([(gettext("Move between cells"), walk)])
        .chain(lines(TWENTY48_KEYS))
        .collect()
}

/// The parts of the table, each with its title: the board, a game, reading aloud, setting up a position, everywhere, 2048.
/// A line is what some keys do, and the keys, as GTK writes them.
pub fn key_sections() -> [(String, Vec<Line>); 6] {
    [
        (gettext("The board"), on_the_board()),
        (gettext("In a game"), in_a_game(false)),
        (gettext("Reading aloud"), in_a_game(true)),
        (gettext("Setting up a position"), in_the_editor()),
        (gettext("Everywhere"), everywhere()),
        ("2048".to_owned(), in_2048()),
    ]
}

/// The whole table.
pub fn table() -> gtk::Box {
    let table = gtk::Box::new(gtk::Orientation::Vertical, 18);
    for (title, lines) in key_sections() {
        let group = adw::PreferencesGroup::builder().title(title).build();
        for (title, keys) in &lines {
            group.add(&key_row(title, keys));
        }
        table.append(&group);
    }
    table
}
