//! The page on which a new game is set up: its players, their colors, and its terms.

mod level_row;
mod time_control_group;

pub use level_row::LevelRow;
pub use time_control_group::{
    FirstPosition, FirstPositionGroup, HouseRulesGroup, TimeControlGroup,
};

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;
use rank_and_file_core::chess::{ByColor, Chess, Chess960, Color, fen_of};
use rank_and_file_core::engine::Computer;
use rank_and_file_core::record::log::{Header, now, tidy_name};
use strum::VariantArray;

use super::keys::{choose_by_arrows, open_rows_by_enter};
use super::parts::{ButtonRow, Fitting, NameSuggestions, Thumbnail, tell_chosen};
use super::route::{Request, ask};
use super::widget::follow_surface;
use crate::model::{
    Engines, FirstColor, SavedGames, Settings, SignalCallback, callback, callback_with,
    preferences, remembered, signal_group, weak,
};
use crate::subclass::{subclass, template};
use crate::words;

/// In windows that are narrower, the header bar has no room for the title and the button that starts the game.
const NARROW: i32 = 500;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/player-names.ui")]
        pub struct PlayerNamesPage {
            foot: gtk::Box,
            start_below: gtk::Button,
            scroller: gtk::ScrolledWindow,
            start_position: gtk::Box,
            start_board: Thumbnail,
            start_text: gtk::Label,
            opponents: gtk::Box,
            person: gtk::ToggleButton,
            computer: gtk::ToggleButton,
            first: adw::EntryRow,
            second: adw::EntryRow,
            level: LevelRow,
            swap: gtk::Button,
            colors: adw::PreferencesGroup,
            color_choices: gtk::Box,
            white: gtk::ToggleButton,
            black: gtk::ToggleButton,
            random: gtk::ToggleButton,
            alternate: gtk::Revealer,
            last_time: gtk::Label,
            swap_colors: gtk::Button,
            time: TimeControlGroup,
            first_position: FirstPositionGroup,
            rules: HouseRulesGroup,
            preview: gtk::Label,
            start: gtk::Button,
        } and {
            /// The position that was asked for, where it is not the usual one.
            pub asked: RefCell<Option<String>>,
            pub settings: OnceCell<Settings>,
            pub games: OnceCell<SavedGames>,
            pub suggestions: OnceCell<[NameSuggestions; 2]>,
        }
    }

    impl ObjectImpl for PlayerNamesPage {
        fn dispose(&self) {
            for suggestions in self.suggestions.get().into_iter().flatten() {
                suggestions.unparent();
            }
        }
    }
}

subclass! {
    /// The page that asks for names and colors.
    pub struct PlayerNamesPage(imp::PlayerNamesPage): adw::Bin {
        template: [
            ButtonRow, Fitting, LevelRow, Thumbnail, TimeControlGroup, FirstPositionGroup, HouseRulesGroup,
        ],
    }
}

impl PlayerNamesPage {
    /// A page with the names and terms that were chosen last.
    pub fn new(settings: &Settings, games: &SavedGames) -> Self {
        let page: Self = glib::Object::new();
        let imp = page.imp();
        imp.games.set(games.clone()).ok();
        imp.settings.set(settings.clone()).ok();
        imp.first.set_text(&settings.get(remembered::FIRST_PLAYER));
        imp.second
            .set_text(&settings.get(remembered::SECOND_PLAYER));
        let color = settings.get(remembered::FIRST_COLOR);
        page.toggle(color).set_active(true);
        let control = settings.get(remembered::TIME_CONTROL).parse().ok();
        imp.time.set_value(control.as_ref());
        imp.time.follow_turning(settings);
        imp.rules.set_draws(settings.get(preferences::DRAWS));
        settings.connect_changed(
            &preferences::DRAWS,
            callback_with(&page, |page, settings: &Settings| {
                page.imp().rules.set_draws(settings.get(preferences::DRAWS))
            }),
        );
        let offer_tips = |page: &Self, settings: &Settings| {
            let tips = settings.get(remembered::COMPUTER_TIPS);
            page.imp().rules.set_tips_alone(tips);
        };
        offer_tips(&page, settings);
        settings.connect_changed(&remembered::COMPUTER_TIPS, callback_with(&page, offer_tips));
        for entry in [&imp.first, &imp.second] {
            entry.connect_changed(callback(&page, Self::refresh));
        }
        for &color in FirstColor::VARIANTS {
            page.toggle(color)
                .connect_toggled(callback(&page, Self::refresh));
        }
        imp.swap.connect_clicked(callback(&page, Self::swap));
        for start in [&imp.start, &imp.start_below] {
            start.connect_clicked(callback(&page, Self::begin));
        }
        let follow_start = weak!(page, |page| page.follow_start());
        imp.rules.connect_odds_changed(follow_start.clone());
        imp.first_position.connect_changed(follow_start);
        page.connect_map(Self::place_start_soon);
        let acts: [SignalCallback<Self>; 1] = [("notify::width", Self::place_start_soon)];
        follow_surface(&page, signal_group::<gdk::Surface, Self>(&page, &acts));
        page.set_up_opponent(settings);
        page.suggest_names(games);
        page.follow_games(games);
        page.refresh();
        open_rows_by_enter(&page);
        page
    }

    /// Shows the position from which the game starts, where that is not the usual one.
    pub fn set_start(&self, fen: Option<&str>) {
        self.imp().asked.replace(fen.map(str::to_owned));
        self.imp().first_position.allow(fen.is_none());
        self.follow_start();
    }

    /// Makes ready for typing: Enter starts the game.
    pub fn open(&self, window: &impl IsA<gtk::Window>) {
        self.have_enter_start(window);
        self.find_engine();
        self.refresh();
        // However far it was scrolled the last time.
        self.imp().scroller.vadjustment().set_value(0.0);
        self.imp().first.grab_focus();
    }

    /// What the keyboard stands at when the page opens.
    pub fn said(&self) -> String {
        words::sentence(&self.imp().first.title())
    }

    /// Puts the button that starts the game in its place, once the page has its new width.
    fn place_start_soon(&self) {
        glib::idle_add_local_once(weak!(self, |page| page.place_start()));
    }

    /// Has the button that starts the game below everything where the window is narrow, so that the title has room, and
    /// beside the title otherwise.
    fn place_start(&self) {
        let imp = self.imp();
        // The page itself may have the width yet that it had when it was left.
        let narrow = self.root().is_some_and(|window| window.width() < NARROW);
        if !self.is_mapped() || imp.foot.get_visible() == narrow {
            return;
        }
        let (before, start) = match narrow {
            true => (&imp.start, &imp.start_below),
            false => (&imp.start_below, &imp.start),
        };
        let held = before.has_focus();
        imp.foot.set_visible(narrow);
        start.set_visible(true);
        if let Some(window) = self.root().and_downcast::<gtk::Window>() {
            self.have_enter_start(&window);
        }
        if held {
            start.grab_focus();
        }
        before.set_visible(false);
    }

    /// Enter presses the button that starts the game.
    fn have_enter_start(&self, window: &impl IsA<gtk::Window>) {
        let imp = self.imp();
        window.set_default_widget(Some(match imp.foot.get_visible() {
            true => &*imp.start_below,
            false => &*imp.start,
        }));
    }

    fn toggle(&self, color: FirstColor) -> &gtk::ToggleButton {
        let imp = self.imp();
        match color {
            FirstColor::White => &imp.white,
            FirstColor::Black => &imp.black,
            FirstColor::Random => &imp.random,
        }
    }

    fn first_color(&self) -> FirstColor {
        let mut colors = FirstColor::VARIANTS.iter().copied();
        colors
            .find(|color| self.toggle(*color).is_active())
            .unwrap_or_default()
    }

    fn swap(&self) {
        let imp = self.imp();
        let (first, second) = (imp.first.text(), imp.second.text());
        imp.first.set_text(&second);
        imp.second.set_text(&first);
    }

    /// Says who will have which pieces.
    fn refresh(&self) {
        let imp = self.imp();
        let [first, second] = self.names();
        let text = who_begins(&first, &second, self.first_color());
        let text = match words::called_alike(&first, &second) {
            Some(warning) => format!("{text}\n{warning}"),
            None => text,
        };
        imp.preview.set_label(&text);
        let color = words::whose_color(&first, imp.computer.is_active());
        imp.colors.set_title(&glib::markup_escape_text(&color));
        let named = gtk::accessible::Property::Label(&color);
        imp.color_choices.update_property(&[named]);
        let second = words::shown_name(&second);
        let computer = imp.computer.is_active();
        imp.rules.set_players(&first, &second, computer);
        imp.time.set_players(&first, &second, computer);
        self.offer_to_alternate();
    }

    fn begin(&self) {
        let imp = self.imp();
        if let Some(settings) = imp.settings.get() {
            let (first, second) = (imp.first.text(), imp.second.text());
            let (control, draws) = (imp.time.value(), imp.rules.draws());
            settings.set(remembered::FIRST_PLAYER, &first.to_string());
            settings.set(remembered::SECOND_PLAYER, &second.to_string());
            self.remember_opponent(settings);
            // Odds decide the colors of this game only, so these are not remembered.
            if imp.rules.odds().is_none() {
                settings.set(remembered::FIRST_COLOR, &self.first_color());
            }
            // A correspondence game has no clocks; those of the last game stay remembered.
            if imp.time.correspondence().is_none() {
                let control = control.as_ref().map(ToString::to_string);
                settings.set(remembered::TIME_CONTROL, &control.unwrap_or_default());
            }
            settings.set(preferences::DRAWS, &draws);
        }
        let own = drawn(self.first_color());
        let (header, start) = self.with_start(self.header(own));
        let (header, start) = (Box::new(header), start.map(Box::new));
        let request = match header.correspondence {
            Some(_) => Request::BeginApart(header, start, own),
            None => Request::Begin(header, start, None),
        };
        // The next game is proposed as one at this table again.
        imp.time.set_correspondence(false);
        ask(self, request);
    }

    /// Who plays a game that begins now, and how, when the first player takes this color.
    fn header(&self, first: Color) -> Header {
        let imp = self.imp();
        let header = Header {
            time_control: imp.time.value(),
            correspondence: imp.time.correspondence(),
            hints: sides(imp.rules.hints()),
            warnings: sides(imp.rules.warnings()),
            tips: sides(imp.rules.tips()),
            guard: sides(imp.rules.guard()),
            ..Header::new(
                &imp.first.text(),
                &imp.second.text(),
                now(),
                imp.rules.draws(),
            )
        };
        with_first(with_second(header, self.computer()), first)
    }
}

/// Who plays unless it is said otherwise, as the last time: the names, and the color of the first. Against
/// the computer that one has White, as no hand makes a move for the computer.
pub(super) fn last_players(settings: &Settings) -> ([String; 2], FirstColor) {
    let first = settings.get(remembered::FIRST_PLAYER);
    match last_computer(settings) {
        Some(computer) => ([first, computer.name()], FirstColor::White),
        None => (
            [first, settings.get(remembered::SECOND_PLAYER)],
            settings.get(remembered::FIRST_COLOR),
        ),
    }
}

/// Who plays a game that begins now with a move, unless it is said otherwise, and how: as the last time.
pub(super) fn last_terms(settings: &Settings) -> Header {
    let ([first, second], color) = last_players(settings);
    let header = remembered_header(settings, &first, &second);
    seated(with_second(header, last_computer(settings)), color)
}

/// A game of two that begins now, with the time and the draws of the last time.
fn remembered_header(settings: &Settings, first: &str, second: &str) -> Header {
    Header {
        time_control: settings.get(remembered::TIME_CONTROL).parse().ok(),
        ..Header::new(first, second, now(), settings.get(preferences::DRAWS))
    }
}

/// A game against the computer that begins now, as the last time: the level, the color and the time.
pub(super) fn computer_terms(settings: &Settings) -> Header {
    let first = settings.get(remembered::FIRST_PLAYER);
    let header = remembered_header(settings, &first, "");
    let header = with_second(header, Some(computer_at_hand(settings)));
    seated(header, settings.get(remembered::FIRST_COLOR))
}

/// The computer that was chosen the last time, whether or not it was played.
pub(super) fn computer_at_hand(settings: &Settings) -> Computer {
    Engines::shared().at(settings.get(remembered::COMPUTER_LEVEL))
}

/// A header that gives the first player White, when that one has taken this color.
fn seated(header: Header, color: FirstColor) -> Header {
    with_first(header, drawn(color))
}

/// A header that gives the first player, who has White, this color.
fn with_first(header: Header, color: Color) -> Header {
    match color {
        Color::White => header,
        Color::Black => header.swapped(),
    }
}

/// The color that the first player has, by lot where that was chosen.
fn drawn(color: FirstColor) -> Color {
    match color {
        FirstColor::White => Color::White,
        FirstColor::Black => Color::Black,
        FirstColor::Random => Color::from_white(glib::random_int_range(0, 2) == 0),
    }
}

/// Says which player has which color, when the first takes this one.
pub(super) fn who_begins(first: &str, second: &str, color: FirstColor) -> String {
    match color {
        FirstColor::White => words::colors(first, second),
        FirstColor::Black => words::colors(second, first),
        FirstColor::Random => gettext("Colors are chosen at random."),
    }
}

/// What goes for the first and the second player, when the first has White.
fn sides((white, black): (bool, bool)) -> ByColor<bool> {
    ByColor { black, white }
}

/// How many names are suggested at once.
const SUGGESTED: usize = 6;

impl PlayerNamesPage {
    /// Fills in two players, of whom the first takes this color, unless colors are drawn by lot. The
    /// computer is the second one, whichever stands first.
    pub fn propose(&self, first: &str, second: &str, color: FirstColor) {
        let imp = self.imp();
        let engines = Engines::shared();
        let (person, other, color) = match engines.called(first) {
            Some(_) => (second, first, color.other()),
            None => (first, second, color),
        };
        imp.first.set_text(person);
        let computer = engines.called(other);
        self.choose_opponent(computer.is_some());
        match computer {
            Some(computer) => imp.level.set_computer(computer),
            None => imp.second.set_text(other),
        }
        if self.first_color() != FirstColor::Random {
            self.toggle(color).set_active(true);
        }
    }

    /// Suggests players of saved games, except the one who is entered already.
    fn suggest_names(&self, games: &SavedGames) {
        let imp = self.imp();
        let suggest = |own: &adw::EntryRow, other: &adw::EntryRow| {
            let (games, other) = (games.clone(), other.downgrade());
            NameSuggestions::new(self, own, move |typed| {
                let taken = other.upgrade().map(|other| other.text());
                let taken = taken.unwrap_or_default();
                let mut names = games.suggestions(typed, SUGGESTED + 1);
                names.retain(|name| *name != taken.trim());
                names.truncate(SUGGESTED);
                names
            })
        };
        let (first, second) = (&*imp.first, &*imp.second);
        imp.suggestions
            .set([suggest(first, second), suggest(second, first)])
            .ok();
        imp.swap_colors
            .connect_clicked(callback(self, Self::swap_colors));
        // What has folded up is not read out either.
        imp.alternate.connect_child_revealed_notify(|row| {
            if !row.reveals_child() {
                row.set_visible(false);
            }
        });
    }

    /// Looks again at who had White last when games come or go.
    fn follow_games(&self, games: &SavedGames) {
        games.connect_changed(callback(self, |page| {
            if page.is_mapped() {
                page.offer_to_alternate();
            }
        }));
    }

    /// Says who had White last, where the colors would be those of the last game. Nothing is
    /// changed unasked.
    fn offer_to_alternate(&self) {
        let imp = self.imp();
        let Some(games) = imp.games.get() else { return };
        let chosen = match self.first_color() {
            _ if imp.rules.odds().is_some() => None,
            FirstColor::White => Some(Color::White),
            FirstColor::Black => Some(Color::Black),
            FirstColor::Random => None,
        };
        let [first, second] = self.names().map(|name| tidy_name(&name));
        let rivalry = chosen.and_then(|_| games.rivalry(&first, &second));
        let same = rivalry.filter(|rivalry| Some(rivalry.last_color) == chosen);
        if let Some(rivalry) = &same {
            imp.last_time.set_label(&words::had_white(rivalry));
            imp.alternate.set_visible(true);
        }
        imp.alternate.set_reveal_child(same.is_some());
    }

    fn swap_colors(&self) {
        let other = self.first_color().other();
        self.toggle(other).set_active(true);
        // The button disappears, so the keyboard goes on to another one.
        self.toggle(other).grab_focus();
    }
}

// The second player: a person with a name, or the computer at a level.

impl PlayerNamesPage {
    /// Shows who it was the last time, and follows what is chosen.
    fn set_up_opponent(&self, settings: &Settings) {
        let imp = self.imp();
        self.find_engine();
        let opponents = [&*imp.person, &*imp.computer];
        tell_chosen(
            opponents
                .into_iter()
                .chain([&*imp.white, &*imp.black, &*imp.random]),
        );
        for choices in [&imp.opponents, &imp.color_choices] {
            choose_by_arrows(choices);
        }
        imp.level
            .set_place(settings.get(remembered::COMPUTER_LEVEL));
        imp.level
            .connect_changed(weak!(self, |page| page.refresh()));
        imp.computer
            .connect_toggled(callback_with(self, |page, computer: &gtk::ToggleButton| {
                page.show_opponent(computer.is_active());
                page.refresh();
            }));
        settings.connect_changed(
            &preferences::ENGINE,
            callback(self, |page| {
                page.find_engine();
                page.refresh();
            }),
        );
        let plays = settings.get(remembered::COMPUTER_PLAYS);
        self.choose_opponent(plays);
        self.show_opponent(plays);
    }

    /// Looks for the engine beyond the levels, which may have come or gone.
    fn find_engine(&self) {
        self.imp().level.set_engine(Engines::shared().opponent());
    }

    /// Chooses the computer, or a person.
    pub fn choose_opponent(&self, computer: bool) {
        let imp = self.imp();
        let chosen = if computer { &imp.computer } else { &imp.person };
        chosen.set_active(true);
    }

    fn show_opponent(&self, computer: bool) {
        let imp = self.imp();
        imp.second.set_visible(!computer);
        imp.level.set_visible(computer);
        imp.first.set_title(&match computer {
            true => gettext("Your Name"),
            false => gettext("First Player"),
        });
        // Its name belongs to the computer.
        imp.swap.set_sensitive(!computer);
    }

    /// The program that is the second player, where no person is.
    pub(super) fn computer(&self) -> Option<Computer> {
        let imp = self.imp();
        imp.computer.is_active().then(|| imp.level.computer())
    }

    /// What the two are called, the second one as logs have it.
    pub(super) fn names(&self) -> [String; 2] {
        let imp = self.imp();
        let second = self.computer().map(|computer| computer.name());
        [
            imp.first.text().into(),
            second.unwrap_or_else(|| imp.second.text().into()),
        ]
    }

    /// Remembers who it is.
    fn remember_opponent(&self, settings: &Settings) {
        let imp = self.imp();
        let plays = imp.computer.is_active();
        settings.set(remembered::COMPUTER_PLAYS, &plays);
        if plays {
            settings.set(remembered::COMPUTER_TIPS, &imp.rules.tips().0);
            settings.set(remembered::COMPUTER_LEVEL, &imp.level.place());
        }
    }
}

/// The program that was the second player the last time, where no person was.
fn last_computer(settings: &Settings) -> Option<Computer> {
    let plays = settings.get(remembered::COMPUTER_PLAYS);
    plays.then(|| computer_at_hand(settings))
}

/// The header of a game whose first player has White, with the program that has Black. Against a program a player may
/// always ask for hints: whether they are offered can be changed while it is played.
fn with_second(header: Header, computer: Option<Computer>) -> Header {
    let Some(computer) = computer else {
        return header;
    };
    let mut header = header.with_computer(Color::Black, computer);
    header.tips.white = true;
    header
}

// Where the game starts, shown above the names: a position that was asked for, one of Chess960, or odds,
// which say who has which color, too.

impl PlayerNamesPage {
    /// Shows what the game starts from, and with odds who plays which color.
    fn follow_start(&self) {
        let imp = self.imp();
        let chosen = imp.first_position.chosen();
        let asked = imp.asked.borrow().clone();
        // Odds belong to the usual position.
        let usual = chosen == FirstPosition::Usual && asked.is_none();
        imp.rules.allow_odds(usual);
        let odds = imp.rules.odds();
        imp.first_position.set_sensitive(odds.is_none());
        if let Some((odds, first_gives)) = odds {
            let first_has_white = (odds.giver() == Color::White) == first_gives;
            let color = match first_has_white {
                true => FirstColor::White,
                false => FirstColor::Black,
            };
            self.toggle(color).set_active(true);
        }
        imp.colors.set_sensitive(odds.is_none());
        let (start, text) = match (odds, chosen) {
            (Some((odds, _)), _) => (Some(fen_of(&odds.start())), words::odds_start(odds)),
            (None, FirstPosition::Usual) => (asked, gettext("The game starts from this position.")),
            (None, FirstPosition::Drawn) => (
                None,
                gettext(
                    "Chess960: the starting position is chosen at random when the game starts.",
                ),
            ),
            (None, FirstPosition::Numbered(number)) => {
                (Some(fen_of(&number.start())), words::chess960(Some(number)))
            }
        };
        imp.start_text.set_label(&text);
        imp.start_board.set_visible(start.is_some());
        imp.start_position
            .set_visible(start.is_some() || chosen == FirstPosition::Drawn);
        imp.start_board.set_fen(start.unwrap_or_default());
        self.offer_to_alternate();
    }

    /// The game with its first position, where that is chosen here. What is drawn by lot is drawn now.
    fn with_start(&self, header: Header) -> (Header, Option<Chess>) {
        let imp = self.imp();
        let number = match imp.first_position.chosen() {
            FirstPosition::Usual => {
                let odds = imp.rules.odds();
                return (header, odds.map(|(odds, _)| odds.start()));
            }
            FirstPosition::Numbered(number) => Some(number),
            FirstPosition::Drawn => {
                let lot = glib::random_int_range(0, i32::from(Chess960::COUNT));
                u16::try_from(lot).ok().and_then(Chess960::new)
            }
        };
        let start = number.unwrap_or(Chess960::STANDARD).start();
        (header.with_chess960(), Some(start))
    }
}
