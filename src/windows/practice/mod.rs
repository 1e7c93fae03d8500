//! The page to practice on: who practices and what, and then one position after the other.

mod choosing;
mod showing;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::log::Header;
use rank_and_file_core::practice::{Exercise, Level, Notebook, Source, Try, Turns, puzzle};
use rank_and_file_core::rules::Color;
use rank_and_file_core::sounds::Sounds;
use rank_and_file_core::tutor::Motif;

use super::focus::is_lost;
use super::keys::{PRACTICE_KEYS, listen};
use crate::model::{Practice, Practicing, SavedGames, Settings};
use crate::widgets::{
    Board, ButtonRow, NameSuggestions, PlayerBar, Table, Voice, show_alone_named,
};
use crate::words;

/// What somebody practices with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// What was missed in games and is due.
    Own,
    /// The puzzles of a motif and a level.
    Shelf(Option<Motif>, Option<Level>),
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../../resources/ui/practice.ui")]
    pub struct PracticePage {
        #[template_child]
        pub stack: TemplateChild<gtk::Stack>,
        #[template_child]
        pub heading: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub trouble: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub trouble_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub two: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub first: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub second: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub names_note: TemplateChild<gtk::Label>,
        #[template_child]
        pub own: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub own_state: TemplateChild<gtk::Label>,
        #[template_child]
        pub own_start: TemplateChild<gtk::Button>,
        #[template_child]
        pub motif: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub level: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub progress: TemplateChild<gtk::Label>,
        #[template_child]
        pub shelf_start: TemplateChild<gtk::Button>,
        #[template_child]
        pub top_bar: TemplateChild<PlayerBar>,
        #[template_child]
        pub board: TemplateChild<Board>,
        #[template_child]
        pub bottom_bar: TemplateChild<PlayerBar>,
        #[template_child]
        pub told: TemplateChild<gtk::Label>,
        #[template_child]
        pub status: TemplateChild<gtk::Label>,
        #[template_child]
        pub source: TemplateChild<gtk::Label>,
        #[template_child]
        pub hint: TemplateChild<gtk::Button>,
        #[template_child]
        pub solution: TemplateChild<gtk::Button>,
        #[template_child]
        pub next: TemplateChild<gtk::Button>,
        pub practice: OnceCell<Practice>,
        pub settings: OnceCell<Settings>,
        pub games: OnceCell<SavedGames>,
        pub suggestions: OnceCell<[NameSuggestions; 2]>,
        pub practicing: Practicing,
        /// Who practices: one or two.
        pub players: RefCell<Vec<String>>,
        pub(super) what: Cell<Option<What>>,
        /// Where the position on the board comes from.
        pub from: RefCell<Option<Source>>,
        pub voice: OnceCell<Voice>,
        /// What was said last.
        pub said: RefCell<String>,
        pub sounds: Sounds,
        pub following: OnceCell<glib::SignalGroup>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PracticePage {
        const NAME: &'static str = "RfPracticePage";
        type Type = super::PracticePage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            Board::ensure_type();
            ButtonRow::ensure_type();
            PlayerBar::ensure_type();
            Table::ensure_type();
            class.bind_template();
            class.install_action("practice.back", None, |page, _, _| page.go_back());
            class.install_action("practice.hint", None, |page, _, _| {
                page.imp().practicing.hint();
            });
            class.install_action("practice.solution", None, |page, _, _| page.give_up());
            class.install_action("practice.next", None, |page, _, _| page.go_on());
            class.install_action("practice.read-position", None, |page, _, _| {
                page.read_position();
            });
            class.install_action("practice.save-again", None, |page, _, _| page.save_again());
            class.install_action("practice.read-again", None, |page, _, _| page.read_again());
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for PracticePage {
        fn dispose(&self) {
            for suggestions in self.suggestions.get().into_iter().flatten() {
                suggestions.unparent();
            }
        }
    }

    impl WidgetImpl for PracticePage {}
    impl BinImpl for PracticePage {}
}

glib::wrapper! {
    /// The page to practice on.
    pub struct PracticePage(ObjectSubclass<imp::PracticePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl PracticePage {
    /// A page for the players of these games, who have this notebook.
    pub fn new(settings: &Settings, games: &SavedGames, practice: &Practice) -> Self {
        let page: Self = glib::Object::new();
        page.imp().practice.set(practice.clone()).ok();
        page.imp().games.set(games.clone()).ok();
        page.imp().settings.set(settings.clone()).ok();
        page.set_up_choices(settings);
        page.set_up_board(settings);
        listen(&page, gtk::ShortcutScope::Local, PRACTICE_KEYS);
        let refresh = glib::clone!(
            #[weak]
            page,
            move || page.refresh_choices()
        );
        practice.connect_closure("changed", false, {
            let refresh = refresh.clone();
            glib::closure_local!(move |_: Practice| refresh())
        });
        practice.connect_trouble_notify(glib::clone!(
            #[weak]
            page,
            move |practice| page.show_trouble(&practice.trouble())
        ));
        practice.connect_pending_notify(glib::clone!(
            #[weak]
            page,
            move |practice| page.show_pending(practice)
        ));
        page.show_pending(practice);
        page.show_trouble(&practice.trouble());
        games.connect_changed(refresh);
        page
    }

    /// Shows who practices and what, level with the file.
    pub fn open(&self) {
        self.choose();
        if let Some(practice) = self.imp().practice.get().cloned() {
            glib::spawn_future_local(async move { practice.load().await });
        }
    }

    /// What is known, with players by the names that they have now.
    fn notebook(&self) -> Notebook {
        let imp = self.imp();
        let called = |name: &str| match imp.games.get() {
            Some(games) => games.shown_as(name),
            None => name.to_owned(),
        };
        let notebook = |practice: &Practice| practice.notebook(called);
        imp.practice.get().map(notebook).unwrap_or_default()
    }

    /// Shows who practices and what.
    fn choose(&self) {
        let imp = self.imp();
        imp.practicing.close();
        // What was said of a position is over with it.
        self.fall_silent();
        self.refresh_choices();
        show_alone_named(&imp.stack, "choices");
        if is_lost(self) {
            imp.stack.child_focus(gtk::DirectionType::TabForward);
        }
    }

    fn go_back(&self) {
        let choosing = self.imp().stack.visible_child_name();
        if choosing.is_some_and(|name| name == "choices") {
            // A page without a window leads nowhere.
            self.activate_action("win.back", None).ok();
        } else {
            self.choose();
        }
    }

    /// Begins to practice with something.
    fn begin(&self, players: Vec<String>, what: What) {
        let imp = self.imp();
        imp.players.replace(players);
        imp.what.set(Some(what));
        self.go_on();
    }

    /// Goes on to the next position, or back to the choices where there is none.
    fn go_on(&self) {
        let imp = self.imp();
        let Some((exercise, source)) = self.next() else {
            self.choose();
            return;
        };
        let (header, once) = match self.table() {
            Some((turns, [own, other])) => {
                let seated = seated(exercise.mover(), &own, &other);
                (seated, turns.passed().is_none())
            }
            None => (Header::bare(), false),
        };
        imp.from.replace(Some(exercise.source.clone()));
        show_alone_named(&imp.stack, "exercise");
        imp.source.set_label(&source);
        imp.board.set_turned(exercise.mover().is_black());
        imp.top_bar.set_black(exercise.mover().is_white());
        imp.bottom_bar.set_black(exercise.mover().is_black());
        imp.practicing.open(exercise, header, once);
        imp.board.refocus();
    }

    /// The next position, and where it comes from.
    fn next(&self) -> Option<(Exercise, String)> {
        let imp = self.imp();
        let notebook = self.notebook();
        let players = imp.players.borrow();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        match imp.what.get()? {
            What::Own => {
                let due = notebook.due(players.first()?, Practice::today());
                let mut due = due.into_iter();
                let (exercise, missed) =
                    due.find_map(|missed| Some((missed.exercise()?, missed)))?;
                Some((exercise, words::practice_own(missed)))
            }
            What::Shelf(motif, level) => {
                let table = self.table();
                let passed = table.and_then(|(turns, _)| puzzle(turns.passed()?));
                let next = passed.or_else(|| notebook.next_puzzle(&players, motif, level))?;
                Some((next.exercise()?, words::practice_source(next)))
            }
        }
    }

    /// How two stand who practice at one table, and their names, that of whose turn it is first; `None` where one is
    /// alone.
    fn table(&self) -> Option<(Turns, [String; 2])> {
        let players = self.imp().players.borrow().clone();
        let [first, second] = players.as_slice() else {
            return None;
        };
        let turns = self.notebook().turns([first, second], Practice::today());
        let (own, other) = match turns.who() {
            0 => (first, second),
            _ => (second, first),
        };
        let names = [own.clone(), other.clone()];
        Some((turns, names))
    }

    /// Writes down whether the position was found.
    fn note(&self, found: bool) {
        let imp = self.imp();
        let Some(source) = imp.from.borrow().clone() else {
            return;
        };
        let tried = match (self.table(), imp.players.borrow().first()) {
            (Some((_, [own, other])), _) => Try::new(&own, &source, found, Some(&other)),
            (None, Some(player)) => Try::new(player, &source, found, None),
            (None, None) => return,
        };
        if let Some(practice) = imp.practice.get() {
            practice.tried(tried);
        }
    }

    /// Gives up, or leaves it to the other one at the table.
    fn give_up(&self) {
        let practicing = &self.imp().practicing;
        if practicing.once() {
            practicing.pass();
        } else {
            practicing.give_up();
        }
    }

    /// Says whether what was found is still on its way to the file.
    fn show_pending(&self, practice: &Practice) {
        let saving = practice.pending().then(words::saving);
        self.imp().heading.set_subtitle(&saving.unwrap_or_default());
    }

    fn save_again(&self) {
        if let Some(practice) = self.imp().practice.get() {
            practice.save_again();
        }
    }

    fn show_trouble(&self, trouble: &str) {
        let imp = self.imp();
        imp.trouble_text.set_label(trouble);
        imp.trouble.set_visible(!trouble.is_empty());
        imp.trouble.set_reveal_child(!trouble.is_empty());
        if !trouble.is_empty() {
            self.say(trouble);
        }
    }

    fn fall_silent(&self) {
        if let Some(voice) = self.imp().voice.get() {
            voice.fall_silent();
        }
    }

    fn read_position(&self) {
        if let Some(game) = self.imp().practicing.game() {
            let said = game.with_line(|line, plies| words::position(line, plies, game.header()));
            self.say(&said);
        }
    }

    /// The last message once more.
    fn read_again(&self) {
        let said = self.imp().said.borrow().clone();
        self.say(&said);
    }

    /// Says something to those who hear the page.
    fn say(&self, what: &str) {
        let imp = self.imp();
        imp.said.replace(what.to_owned());
        imp.voice.get_or_init(|| Voice::of(&*imp.told)).say(what);
    }
}

/// Two players, of whom the first is to move.
fn seated(mover: Color, own: &str, other: &str) -> Header {
    let (white, black) = mover.fold_wb((own, other), (other, own));
    Header {
        white: white.to_owned(),
        black: black.to_owned(),
        ..Header::bare()
    }
}
