//! The page for practice: a choice of players and puzzles, and then one position after the other.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;
use rank_and_file_core::chess::{self, Color, Command};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::sounds::{Sounds, of_event};
use rank_and_file_core::training::practice::{Attempts, Difficulty, PuzzleSet, Source};
use rank_and_file_core::training::tutor::Motif;
use strum::VariantArray;

use super::keys::{PRACTICE_KEYS, hear_keys, is_lost, listen};
use super::parts::{
    ButtonRow, NameSuggestions, Voice, set_style_class, show_alone_named, show_said, tell_chosen,
};
use super::table::{Board, CommandOutcome, MoveEntry, PlayerBar, Table};
use crate::model::{
    self, Practice, PracticeWith, SavedGames, Settings, Sitting, Trainer, after, callback, on,
    preferences, remember_players, remembered, seated, weak,
};
use crate::subclass::{ClassOf, InstallActions, subclass, template};
use crate::words::{self, Message, TypingPlace};

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../resources/ui/practice.ui")]
        pub struct PracticePage {
            stack: gtk::Stack,
            heading: adw::WindowTitle,
            trouble: gtk::Revealer,
            trouble_text: gtk::Label,
            one: gtk::ToggleButton,
            two: gtk::ToggleButton,
            first: adw::EntryRow,
            second: adw::EntryRow,
            names_note: gtk::Label,
            own: adw::PreferencesGroup,
            own_state: gtk::Label,
            own_start: gtk::Button,
            motif: adw::ComboRow,
            difficulty: adw::ComboRow,
            continues: gtk::Switch,
            progress: gtk::Label,
            puzzles_start: gtk::Button,
            race_start: gtk::Button,
            summary: gtk::Box,
            result: gtk::Label,
            details: gtk::Label,
            again: gtk::Button,
            clock: gtk::Label,
            top_bar: PlayerBar,
            board: Board,
            bottom_bar: PlayerBar,
            told: gtk::Label,
            status: gtk::Label,
            entry: MoveEntry,
            standing: gtk::Label,
            source: gtk::Label,
            solution: gtk::Button,
            next: gtk::Button,
        } and {
            pub practice: OnceCell<Practice>,
            pub settings: OnceCell<Settings>,
            pub games: OnceCell<SavedGames>,
            pub suggestions: OnceCell<[NameSuggestions; 2]>,
            pub trainer: Trainer,
            /// The players, what they practice with, and their results.
            pub sitting: RefCell<Sitting>,
            pub voice: OnceCell<Voice>,
            /// What was said last.
            pub said: RefCell<String>,
            /// The number of the position that is shown: what was begun for an earlier one is left out by it.
            pub number: Cell<u32>,
            /// A number that changes when a race is begun or left: the clock of an earlier race stops by it.
            pub race: Cell<u32>,
            pub sounds: Sounds,
            pub signals: model::Following,
        }
    }

    impl ObjectImpl for PracticePage {
        fn dispose(&self) {
            for suggestions in self.suggestions.get().into_iter().flatten() {
                suggestions.unparent();
            }
        }
    }
}

subclass! {
    /// The page for practice.
    pub struct PracticePage(imp::PracticePage): adw::Bin {
        template: [Board, ButtonRow, MoveEntry, PlayerBar, Table],
        class_init: install_actions,
    }
}

fn install_actions(class: &mut ClassOf<PracticePage>) {
    class.action("practice.back", PracticePage::go_back);
    class.action("practice.hint", |page| page.imp().trainer.hint());
    class.action("practice.solution", PracticePage::give_up);
    class.action("practice.next", PracticePage::go_on);
    class.action("practice.again", PracticePage::try_again);
    class.action("practice.read-position", |page| {
        page.read_line(words::position)
    });
    class.action("practice.read-last-move", |page| {
        page.read_line(words::last_and_next)
    });
    class.action("practice.save-again", PracticePage::save_again);
    class.action("practice.read-again", PracticePage::read_again);
}

impl PracticePage {
    /// A page for the players of these games, with what was practiced before.
    pub fn new(settings: &Settings, games: &SavedGames, practice: &Practice) -> Self {
        let page: Self = glib::Object::new();
        page.imp().practice.set(practice.clone()).ok();
        page.imp().games.set(games.clone()).ok();
        page.imp().settings.set(settings.clone()).ok();
        page.set_up_choices(settings, games);
        page.set_up_board(settings);
        listen(&page, gtk::ShortcutScope::Local, PRACTICE_KEYS);
        practice.follow_names(games);
        on(practice, "changed", callback(&page, Self::refresh_choices));
        practice.connect_trouble_notify(weak!(page, |page, practice| page
            .show_trouble(&practice.trouble())));
        practice.connect_pending_notify(weak!(page, |page, practice| page.show_pending(practice)));
        page.show_pending(practice);
        page.show_trouble(&practice.trouble());
        page
    }

    /// Shows the choices, with the file read anew.
    pub fn open(&self) {
        let imp = self.imp();
        imp.sitting.take();
        if let Some(settings) = imp.settings.get() {
            imp.first.set_text(&settings.get(remembered::FIRST_PLAYER));
            imp.second
                .set_text(&settings.get(remembered::SECOND_PLAYER));
        }
        self.choose();
        if let Some(practice) = imp.practice.get().cloned() {
            glib::spawn_future_local(async move { practice.load().await });
        }
    }

    /// What is known, with players by the names that they have now.
    fn attempts(&self) -> Rc<Attempts> {
        let practice = self.imp().practice.get();
        practice.map(Practice::attempts).unwrap_or_default()
    }

    /// Ends what was going on.
    fn end(&self) {
        let imp = self.imp();
        imp.trainer.close();
        imp.number.set(imp.number.get().wrapping_add(1));
        imp.race.set(imp.race.get().wrapping_add(1));
        // What is said of a position need not be heard to its end once that is left.
        imp.voice.get().into_iter().for_each(Voice::fall_silent);
    }

    /// Shows the choices, and ends what was going on.
    fn choose(&self) {
        let imp = self.imp();
        self.end();
        self.refresh_choices();
        self.sum_up();
        show_alone_named(&imp.stack, "choices");
        if is_lost(self) {
            imp.stack.child_focus(gtk::DirectionType::TabForward);
        }
    }

    fn go_back(&self) {
        let choosing = self.imp().stack.visible_child_name();
        if choosing.is_some_and(|name| name == "choices") {
            // Where the page is in no window, there is nothing to go back to.
            self.activate_action("win.back", None).ok();
        } else {
            self.choose();
        }
    }

    /// Goes on to the next position, or back to the choices where there is none.
    fn go_on(&self) {
        let imp = self.imp();
        let attempts = self.attempts();
        let next = imp.sitting.borrow_mut().next(&attempts);
        let Some((task, from)) = next else {
            return self.choose();
        };
        let sitting = imp.sitting.borrow();
        let (header, once) = match sitting.table(&attempts) {
            Some((turns, [own, other])) => {
                let seated = seated(task.mover(), &own, &other);
                (seated, self.races() || turns.passed().is_none())
            }
            None => (sitting.header(task.mover()), self.races()),
        };
        drop(sitting);
        imp.number.set(imp.number.get().wrapping_add(1));
        show_alone_named(&imp.stack, "exercise");
        imp.source.set_label(&from);
        imp.standing.set_visible(false);
        imp.board.set_flipped(task.mover().is_black());
        imp.top_bar.set_black(task.mover().is_white());
        imp.bottom_bar.set_black(task.mover().is_black());
        imp.trainer.open(task, header, once);
        if let Some(square) = imp.trainer.first_square() {
            imp.board.focus_square(square);
        }
    }

    /// Writes down whether the position was found.
    fn note(&self, found: bool) {
        let imp = self.imp();
        let tried = imp.sitting.borrow_mut().tried(&self.attempts(), found);
        if let Some((practice, tried)) = imp.practice.get().zip(tried) {
            practice.tried(tried);
        }
    }

    /// Begins a sitting; in a race, the clock starts.
    fn begin(&self, sitting: Sitting) {
        let imp = self.imp();
        imp.race.set(imp.race.get().wrapping_add(1));
        imp.sitting.replace(sitting);
        self.show_clock();
        self.go_on();
        if self.races() {
            self.tick_later(imp.race.get());
        }
    }

    fn tick_later(&self, race: u32) {
        after(self, Duration::from_secs(1), move |page: &Self| {
            let imp = page.imp();
            if imp.race.get() != race {
                return;
            }
            let over = imp.sitting.borrow_mut().tick();
            page.show_clock();
            if over {
                if let Some(practice) = imp.practice.get() {
                    practice.raced(imp.sitting.borrow().races());
                }
                page.choose();
            } else {
                page.tick_later(race);
            }
        });
    }

    /// Shows how much of a race is left. It is said when a minute is, and when it is nearly over.
    fn show_clock(&self) {
        let imp = self.imp();
        let of_both = |sitting: &Sitting| (sitting.left(), sitting.count());
        let (left, (found, _)) = of_both(&imp.sitting.borrow());
        imp.clock.set_visible(left.is_some());
        let said = left.map(|left| words::practice_clock(left, found));
        imp.clock.set_label(&said.unwrap_or_default());
        if matches!(left, Some(60 | 10)) {
            self.read_out(&imp.clock.label());
        }
    }

    /// Shows the results of a sitting, above the choices.
    fn sum_up(&self) {
        let imp = self.imp();
        let sitting = imp.sitting.borrow();
        let summary = sitting.summary(&self.attempts());
        imp.summary.set_visible(summary.is_some());
        imp.again.set_visible(!sitting.missed().is_empty());
        drop(sitting);
        if let Some((heading, said)) = summary {
            imp.result.set_label(&heading);
            imp.details.set_label(&said);
            imp.details.set_visible(!said.is_empty());
            self.say(&words::sentences(&[words::sentence(&heading), said]));
        }
    }

    fn try_again(&self) {
        let again = self.imp().sitting.borrow().again(&self.attempts());
        self.begin(again);
    }

    /// Gives up, or leaves the position to the other player.
    fn give_up(&self) {
        let trainer = &self.imp().trainer;
        match trainer.once() {
            true => trainer.pass(),
            false => trainer.give_up(),
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

    /// Reads out something about the position that is shown.
    fn read_line(&self, read: fn(&chess::Game, usize, &Header) -> Message) {
        if let Some(game) = self.imp().trainer.game() {
            let viewer = game.viewer();
            let said = viewer.with_shown_line(|line, plies| read(line, plies, game.header()));
            self.read_out(said.spoken());
        }
    }

    /// The last message once more.
    fn read_again(&self) {
        let said = self.imp().said.borrow().clone();
        self.say(&said);
    }

    /// Says something through the screen reader, which can be read again.
    fn say(&self, what: &str) {
        self.imp().said.replace(what.to_owned());
        self.read_out(what);
    }

    /// Says what was asked for, which is not read again.
    fn read_out(&self, what: &str) {
        let imp = self.imp();
        imp.voice.get_or_init(|| Voice::of(&*imp.told)).say(what);
    }
}

/// How many names are suggested at once.
const SUGGESTED: usize = 5;

impl PracticePage {
    fn set_up_choices(&self, settings: &Settings, games: &SavedGames) {
        let imp = self.imp();
        tell_chosen([&*imp.one, &*imp.two]);
        imp.two.set_active(settings.get(remembered::PRACTICE_TWO));
        self.fill_sets(settings);
        imp.continues
            .set_active(settings.get(remembered::PRACTICE_CONTINUES));
        self.suggest_names(games);
        for entry in [&imp.first, &imp.second] {
            entry.connect_changed(weak!(self, |page, _| page.refresh_choices()));
        }
        imp.two
            .connect_toggled(callback(self, Self::refresh_choices));
        for row in [&imp.motif, &imp.difficulty] {
            row.connect_selected_notify(weak!(self, |page, _| page.refresh_choices()));
        }
        imp.own_start
            .connect_clicked(weak!(self, |page, _| page.start(PracticeWith::Own, false)));
        for (button, race) in [(&imp.puzzles_start, false), (&imp.race_start, true)] {
            button.connect_clicked(weak!(self, |page, _| page
                .start(PracticeWith::Puzzles(page.set()), race)));
        }
        self.refresh_choices();
    }

    fn fill_sets(&self, settings: &Settings) {
        let imp = self.imp();
        let motif: Option<Motif> = settings.get(remembered::PRACTICE_MOTIF).parse().ok();
        let motifs = PuzzleSet::motifs();
        let names = motifs.iter().copied().map(words::motif_name);
        imp.motif
            .set_model(Some(&list(gettext("Any Theme"), names)));
        imp.motif.set_selected(place(&motifs, motif));
        let difficulty: Option<Difficulty> = settings.get(remembered::PRACTICE_LEVEL).parse().ok();
        let levels = Difficulty::VARIANTS.iter().copied();
        let names = levels.map(words::difficulty_name);
        imp.difficulty
            .set_model(Some(&list(gettext("Any Difficulty"), names)));
        imp.difficulty
            .set_selected(place(Difficulty::VARIANTS, difficulty));
    }

    fn suggest_names(&self, games: &SavedGames) {
        let imp = self.imp();
        let suggest = |entry: &adw::EntryRow| {
            let games = games.clone();
            NameSuggestions::new(self, entry, move |typed| {
                games.suggestions(typed, SUGGESTED)
            })
        };
        imp.suggestions
            .set([suggest(&imp.first), suggest(&imp.second)])
            .ok();
    }

    /// Has one player practice their mistakes, if there are any.
    pub fn practice_mistakes_of(&self, name: &str) {
        let imp = self.imp();
        imp.one.set_active(true);
        imp.first.set_text(name);
        if imp.own_start.get_visible() {
            self.start(PracticeWith::Own, false);
        }
    }

    /// The puzzles that are chosen.
    fn set(&self) -> PuzzleSet {
        let motif = chosen(&PuzzleSet::motifs(), &self.imp().motif);
        PuzzleSet::of(motif, chosen(Difficulty::VARIANTS, &self.imp().difficulty))
    }

    /// The names of the players: one, which may be empty, or two. `None` where two cannot be told apart.
    fn names(&self) -> Option<Vec<String>> {
        let imp = self.imp();
        let name = |entry: &adw::EntryRow| {
            let typed = rank_and_file_core::record::log::tidy_name(&entry.text());
            let games = imp.games.get();
            games.map_or(typed.clone(), |games| games.shown_as(&typed))
        };
        let (first, second) = (name(&imp.first), name(&imp.second));
        if !imp.two.is_active() {
            return Some(vec![first]);
        }
        let apart = !first.is_empty() && !second.is_empty() && first != second;
        apart.then(|| vec![first, second])
    }

    fn start(&self, what: PracticeWith, race: bool) {
        let imp = self.imp();
        let Some(players) = self.names() else { return };
        if let Some(settings) = imp.settings.get() {
            remember_players(settings, &players);
            settings.set(remembered::PRACTICE_TWO, &imp.two.is_active());
            settings.set(remembered::PRACTICE_CONTINUES, &imp.continues.is_active());
            if let PracticeWith::Puzzles(PuzzleSet { motif, difficulty }) = what {
                let motif = motif.map(|motif| motif.to_string());
                let difficulty = difficulty.map(|difficulty| difficulty.to_string());
                settings.set(remembered::PRACTICE_MOTIF, &motif.unwrap_or_default());
                settings.set(remembered::PRACTICE_LEVEL, &difficulty.unwrap_or_default());
            }
        }
        self.begin(Sitting::new(&self.attempts(), players, what, race));
    }

    /// Shows what there is to practice for these players.
    fn refresh_choices(&self) {
        let imp = self.imp();
        let two = imp.two.is_active();
        imp.first.set_title(&match two {
            true => gettext("First Player"),
            false => gettext("Name (Optional)"),
        });
        imp.second.set_visible(two);
        imp.own.set_visible(!two);
        let names = self.names();
        imp.names_note.set_visible(names.is_none());
        let (attempts, set) = (self.attempts(), self.set());
        let players = names.clone().unwrap_or_default();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let more = attempts.next_puzzle(&players, set).is_some();
        for start in [&imp.puzzles_start, &imp.race_start] {
            start.set_sensitive(names.is_some() && more);
        }
        let progress = match players.as_slice() {
            _ if set.puzzles().next().is_none() => {
                gettext("No puzzles of this kind. Choose another theme or difficulty.")
            }
            _ if !more => gettext("All solved. Choose another theme or difficulty."),
            [player] => {
                let (found, all) = attempts.progress(player, set);
                words::practice_progress(found, all)
            }
            _ => String::new(),
        };
        imp.progress.set_label(&progress);
        imp.progress.set_visible(!progress.is_empty());
        let player = players.first().copied().unwrap_or_default();
        if let Some(practice) = imp.practice.get().filter(|_| self.is_mapped() && !two) {
            practice.weigh(player);
        }
        let due = attempts.due(player, Practice::today()).len();
        let next = attempts.to_find(player).first().map(|(day, _)| *day);
        imp.own_start.set_visible(next.is_some());
        imp.own_state.set_label(&match next {
            Some(_) if due > 0 => words::positions_due(due),
            Some(day) => words::nothing_due(day),
            None if player.is_empty() && attempts.has_any() => {
                gettext("Enter the name that you play under to practice your mistakes.")
            }
            None => gettext("No mistakes yet. Review a finished game first."),
        });
    }
}

/// The items of a list, the first of which stands for all.
fn list(all: String, names: impl Iterator<Item = String>) -> gtk::StringList {
    [all].into_iter().chain(names).collect()
}

/// The place of something in such a list.
fn place<T: PartialEq>(all: &[T], chosen: Option<T>) -> u32 {
    let index = chosen.and_then(|chosen| all.iter().position(|item| *item == chosen));
    index.map_or(0, |index| u32::try_from(index + 1).unwrap_or_default())
}

/// What is chosen in such a list; `None` for all.
fn chosen<T: Copy>(all: &[T], row: &adw::ComboRow) -> Option<T> {
    let index = (row.selected() as usize).checked_sub(1)?;
    all.get(index).copied()
}

// The position on the board, what is said of it, and the points of two players.

impl PracticePage {
    fn set_up_board(&self, settings: &Settings) {
        let imp = self.imp();
        imp.board.follow_preferences(settings);
        imp.board
            .update_property(&[gtk::accessible::Property::Label(&gettext("Practice board"))]);
        let trainer = &imp.trainer;
        trainer.connect_game_notify(model::callback_with(
            self,
            |page: &Self, trainer: &Trainer| {
                page.lay(trainer.game());
            },
        ));
        trainer.connect_told_notify(callback(self, Self::tell));
        trainer.connect_closure(
            "decided",
            false,
            glib::closure_local!(
                #[weak(rename_to = page)]
                self,
                move |_: Trainer, found: bool| page.decided(found)
            ),
        );
        on(trainer, "solved", callback(self, Self::follow_solution));
        self.connect_unmap(Self::end);
        settings.bind(preferences::FIGURINES, &*imp.entry, "figurines");
        imp.entry.obey_by(TypingPlace::Puzzle, self, Self::obey);
        imp.entry
            .hear_keys(self, &imp.board, |page| page.imp().trainer.answers_words());
        // Enter on the board goes on where nothing is left to be found.
        let phase = gtk::PropagationPhase::Capture;
        hear_keys(&*imp.board, phase, self, |page, key, _| {
            let enter = matches!(key, gdk::Key::Return | gdk::Key::KP_Enter);
            let goes_on = enter && page.imp().trainer.is_over();
            if goes_on {
                page.go_on();
            }
            goes_on
        });
    }

    /// Does what a word asks for that is typed in place of a move.
    fn obey(&self, command: Command) -> CommandOutcome {
        match command {
            Command::Hint => self.imp().trainer.hint(),
            Command::Best if self.imp().trainer.is_over() => self.read_again(),
            Command::Best => self.give_up(),
            Command::Next if self.imp().trainer.decided() => self.go_on(),
            Command::Quit => self.go_back(),
            _ => return CommandOutcome::Unavailable,
        }
        CommandOutcome::Done
    }

    /// Puts a game on the board.
    fn lay(&self, game: Option<model::Game>) {
        let imp = self.imp();
        let acts = [
            ("notify::status", Self::follow_status as fn(&_)),
            ("happened", Self::hear),
        ];
        imp.signals.follow(self, game.as_ref(), &acts);
        imp.board.set_game(game.as_ref());
        imp.entry.end();
        imp.entry.set_game(game.as_ref());
        imp.top_bar.set_game(game.as_ref());
        imp.bottom_bar.set_game(game.as_ref());
        imp.board.point_out(imp.trainer.pointed());
        self.show_status();
    }

    /// Says what the game says, such as that a piece is taken up, or why a move is refused.
    fn follow_status(&self) {
        self.show_status();
        let imp = self.imp();
        let Some(game) = imp.trainer.game() else {
            return;
        };
        let (said, told) = (game.said(), game.message());
        if said != told && imp.trainer.answers_words() {
            self.read_out(said.spoken());
        } else if imp.trainer.is_heard() {
            self.say(said.spoken());
        }
    }

    fn show_status(&self) {
        let imp = self.imp();
        let game = imp.trainer.game();
        // Once all is found, there is only what is asked for.
        let shown = game.filter(|game| !imp.trainer.is_over() || game.said() != game.message());
        let said = shown.map(|game| game.said()).unwrap_or_default();
        let said = self.in_figurines(said);
        imp.status.set_label(said.shown());
        imp.status.set_visible(!said.shown().is_empty());
    }

    fn show_told(&self, told: Message) {
        show_said(&self.imp().told, &self.in_figurines(told));
    }

    fn in_figurines(&self, said: Message) -> Message {
        let settings = self.imp().settings.get();
        let wanted = settings.is_some_and(|settings| settings.get(preferences::FIGURINES));
        said.in_figurines(wanted)
    }

    fn hear(&self) {
        let imp = self.imp();
        let Some(game) = imp.trainer.game() else {
            return;
        };
        let sound = game
            .happened()
            .and_then(|event| game.with_game(|rules| of_event(&event, rules.plies().last())));
        let wanted = imp.settings.get().is_some_and(Settings::is_audible);
        if let Some(sound) = sound.filter(|_| wanted) {
            imp.sounds.play(sound);
        }
    }

    /// Shows what is told, and what can be done.
    fn tell(&self) {
        let imp = self.imp();
        let trainer = &imp.trainer;
        self.show_told(trainer.message());
        self.say(trainer.message().spoken());
        // A hint, or how the move was that was tried.
        imp.board.point_out(trainer.pointed());
        self.show_ways();
    }

    /// Writes down whether the position was found, and says which player is next.
    fn decided(&self, found: bool) {
        self.note(found);
        let imp = self.imp();
        let sitting = imp.sitting.borrow();
        if let Some((turns, [next, _])) = sitting.table(&self.attempts()) {
            let turn = words::practice_turn(&next, turns.passed().is_some());
            self.show_told(imp.trainer.message().and_then(&turn));
            let points = words::practice_score(sitting.players(), turns.points);
            self.say(&words::sentences(&[turn, points]));
        }
        drop(sitting);
        self.show_standing();
        self.show_clock();
        self.show_ways();
        if imp.trainer.turn_over() {
            self.continue_later();
        }
    }

    /// Goes on by itself where the solution is complete, at the first try or later, and that is wanted.
    fn follow_solution(&self) {
        let imp = self.imp();
        imp.sitting.borrow_mut().solved();
        let wanted = |settings: &Settings| settings.get(remembered::PRACTICE_CONTINUES);
        let wanted = self.races() || imp.settings.get().is_some_and(wanted);
        if imp.trainer.is_over() && wanted {
            self.continue_later();
        }
    }

    /// Whether the sitting is a race.
    fn races(&self) -> bool {
        self.imp().sitting.borrow().left().is_some()
    }

    /// Goes on to the next position when the last message could be read, unless the player has done so.
    fn continue_later(&self) {
        let (imp, told) = (self.imp(), self.imp().told.label());
        let (number, time) = (imp.number.get(), imp.sitting.borrow().pause(&told));
        after(self, time, move |page: &Self| {
            if page.imp().number.get() == number {
                page.go_on();
            }
        });
    }

    /// Shows the rating of a player who is alone, after a puzzle.
    fn show_standing(&self) {
        let imp = self.imp();
        let sitting = imp.sitting.borrow();
        let said = match sitting.alone().filter(|_| sitting.left().is_none()) {
            Some(player) => {
                let puzzle = matches!(sitting.from(), Some(Source::Puzzle(_)));
                let standing =
                    (puzzle && sitting.is_rated()).then(|| self.attempts().standing(player));
                let standing = standing.map(|standing| words::practice_standing(&standing));
                let count = words::practice_sitting(sitting.count());
                words::sentences(&[standing.unwrap_or_default(), count])
            }
            None => String::new(),
        };
        drop(sitting);
        imp.standing.set_label(&said);
        imp.standing.set_visible(!said.is_empty());
        // This is read out once. What can be read again remains what was told before.
        self.read_out(&said);
    }

    /// Shows which buttons lead on, and the points of two players.
    fn show_ways(&self) {
        let imp = self.imp();
        let trainer = &imp.trainer;
        let (over, decided) = (trainer.is_over(), trainer.decided());
        let (two, races) = (imp.sitting.borrow().is_of_two(), self.races());
        for (action, possible) in [
            ("practice.hint", !over && !races && (!two || decided)),
            ("practice.solution", !over),
            ("practice.next", over || decided),
        ] {
            self.action_set_enabled(action, possible);
        }
        let passes = trainer.once() && !decided;
        imp.solution.set_label(&if passes {
            gettext("_Pass")
        } else {
            gettext("Show _Solution")
        });
        set_style_class(&*imp.next, "suggested-action", over);
        self.show_points(two);
        self.show_status();
        if over && is_lost(self) {
            imp.next.grab_focus();
        }
    }

    fn show_points(&self, two: bool) {
        let imp = self.imp();
        for bar in [&imp.top_bar, &imp.bottom_bar] {
            bar.set_visible(two);
        }
        let sitting = imp.sitting.borrow();
        let table = sitting.table(&self.attempts());
        let Some((game, (turns, _))) = imp.trainer.game().zip(table) else {
            return;
        };
        for bar in [&imp.top_bar, &imp.bottom_bar] {
            let name = game.player(Color::from_black(bar.black()));
            let second = usize::from(!sitting.is_first(&name));
            bar.set_tally(turns.points[second].to_string());
        }
    }
}
