//! The terms of a game: time control, house rules and first position, each a group of rows.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use rank_and_file_core::chess::{Allowance, Bonus, Chess960, DrawRule, Odds, Period, TimeControl};
use rank_and_file_core::record::log::{Correspondence, tidy_name};
use strum::VariantArray;

use crate::model::{Settings, Turning, callback, callback_with, preferences, weak};
use crate::subclass::{subclass, template};
use crate::ui::widget::descendants;
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/time-control.ui")]
        pub struct TimeControlGroup {
            preset: adw::ComboRow,
            minutes_row: adw::ActionRow,
            minutes: gtk::SpinButton,
            kind: adw::ComboRow,
            seconds_row: adw::ActionRow,
            seconds: gtk::SpinButton,
            second_period: adw::ExpanderRow,
            moves: gtk::SpinButton,
            more: gtk::SpinButton,
            odds: adw::ExpanderRow,
            other_minutes_row: adw::ActionRow,
            other_minutes: gtk::SpinButton,
            correspondence: adw::ExpanderRow,
            days: adw::ComboRow,
            face_to_face_row: adw::ActionRow,
            face_to_face: gtk::Switch,
        }
    }

    impl ObjectImpl for TimeControlGroup {
        fn constructed(&self) {
            self.parent_constructed();
            let group = self.obj();
            let presets = PRESETS.iter().filter_map(|preset| known(preset));
            let names: gtk::StringList = std::iter::once(pgettext("time control", "None"))
                .chain(presets.map(|preset| words::allowance(&preset)))
                .chain(std::iter::once(gettext("Custom")))
                .collect();
            self.preset.set_model(Some(&names));
            show_whole(&self.preset);
            for minutes in [&self.minutes, &self.other_minutes, &self.more] {
                show_shortly(minutes);
            }
            // Translators: a move in a correspondence game may take as many days as one likes
            let days: gtk::StringList = std::iter::once(gettext("No Limit"))
                .chain(DAYS.iter().map(|days| words::days(*days)))
                .collect();
            self.days.set_model(Some(&days));
            self.days.set_selected(USUAL_DAYS);
            self.correspondence
                .connect_enable_expansion_notify(callback(&*group, Self::Type::refresh));
            self.preset
                .connect_selected_notify(callback(&*group, Self::Type::refresh));
            group.refresh();
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/house-rules.ui")]
        pub struct HouseRulesGroup {
            draws: adw::ComboRow,
            hints: adw::ComboRow,
            warnings: adw::ComboRow,
            tips: adw::ComboRow,
            guard: adw::ComboRow,
            odds: adw::ComboRow,
            giver: adw::ComboRow,
        } and {
            /// What the players are called.
            pub players: RefCell<[String; 2]>,
            /// Whether the second of them is the computer.
            pub computer: Cell<bool>,
            /// What was chosen for the other kind of opponent.
            pub aside: Cell<[u32; 4]>,
        }
    }

    impl ObjectImpl for HouseRulesGroup {
        fn constructed(&self) {
            self.parent_constructed();
            let odds: gtk::StringList = std::iter::once(pgettext("odds", "None"))
                .chain(Odds::VARIANTS.iter().map(|odds| words::odds(*odds)))
                .collect();
            self.odds.set_model(Some(&odds));
            self.odds
                .bind_property("selected", &*self.giver, "visible")
                .transform_to(|_, chosen: u32| Some(chosen > 0))
                .sync_create()
                .build();
            let group = self.obj();
            self.aside.set(ALONE);
            group.set_players("", "", false);
            for (row, chosen) in group.helps().into_iter().zip(TOGETHER) {
                row.set_selected(chosen);
            }
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/first-position.ui")]
        pub struct FirstPositionGroup {
            kind: adw::ComboRow,
            number_row: adw::ActionRow,
            number: gtk::SpinButton,
        }
    }

    impl ObjectImpl for FirstPositionGroup {
        fn constructed(&self) {
            self.parent_constructed();
            self.kind
                .bind_property("selected", &*self.number_row, "visible")
                .transform_to(|_, chosen: u32| Some(chosen == NUMBERED))
                .sync_create()
                .build();
            self.number
                .bind_property("value", &*self.number_row, "subtitle")
                .transform_to(|_, number: f64| {
                    let rank = words::back_rank(numbered(number)?);
                    Some(format!("<span size=\"x-large\">{rank}</span>"))
                })
                .sync_create()
                .build();
        }
    }
}

/// The usual time controls, in minutes and seconds for each move.
const PRESETS: [&str; 10] = [
    "1+0", "2+1", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+20", "90+30",
];

/// How many days a move may take in a correspondence game, where they are limited.
const DAYS: [u32; 7] = [1, 2, 3, 5, 7, 10, 14];
/// The place of three days among the choices.
const USUAL_DAYS: u32 = 3;

subclass! {
    /// Rows in which the players choose their time.
    pub struct TimeControlGroup(imp::TimeControlGroup): adw::PreferencesGroup { template: [] }
}

impl TimeControlGroup {
    fn chosen(&self) -> usize {
        self.imp().preset.selected() as usize
    }

    fn is_custom(&self) -> bool {
        self.chosen() > PRESETS.len()
    }

    /// Shows what there is to choose.
    fn refresh(&self) {
        let imp = self.imp();
        let apart = imp.correspondence.enables_expansion();
        let clocks = gettext("Minutes, and seconds added for each move");
        self.set_description((self.chosen() > 0 && !apart).then_some(&*clocks));
        imp.preset.set_visible(!apart);
        let custom = self.is_custom() && !apart;
        imp.minutes_row.set_visible(custom);
        imp.kind.set_visible(custom);
        imp.seconds_row.set_visible(custom);
        imp.second_period.set_visible(custom);
        imp.odds.set_visible(self.chosen() > 0 && !apart);
        // The computer sits neither face to face nor at another computer.
        let people = imp.correspondence.get_visible();
        imp.face_to_face_row.set_visible(!apart && people);
    }

    /// Has the switch for two who sit face to face choose what the preferences have for it.
    pub fn follow_turning(&self, settings: &Settings) {
        let switch = &*self.imp().face_to_face;
        let show = |switch: &gtk::Switch, settings: &Settings| {
            switch.set_active(settings.get(preferences::TURNING) == Turning::FaceToFace);
        };
        show(switch, settings);
        settings.connect_changed(&preferences::TURNING, callback_with(switch, show));
        let settings = settings.clone();
        switch.connect_active_notify(move |switch| {
            let before = settings.get(preferences::TURNING) == Turning::FaceToFace;
            if switch.is_active() != before {
                let turning = match switch.is_active() {
                    true => Turning::FaceToFace,
                    false => Turning::Never,
                };
                settings.set(preferences::TURNING, &turning);
            }
        });
    }

    /// Calls the second player by the name, where there is one, that is not that of the first, and tells whether it is
    /// the computer: that sits at the same table.
    pub fn set_players(&self, first: &str, second: &str, computer: bool) {
        if computer {
            self.set_correspondence(false);
        }
        let imp = self.imp();
        imp.correspondence.set_visible(!computer);
        let [first, second] = [first, second].map(tidy_name);
        let name = Some(&*second).filter(|name| !name.is_empty() && *name != first);
        let (title, minutes) = match (computer, name) {
            (true, _) => (
                gettext("Different Time for the Computer"),
                gettext("Minutes for the Computer"),
            ),
            (false, Some(name)) => (words::other_time(name), words::other_minutes(name)),
            (false, None) => (
                gettext("Different Time for Second Player"),
                gettext("Minutes for Second Player"),
            ),
        };
        imp.odds.set_title(&title);
        imp.other_minutes_row.set_title(&minutes);
        imp.other_minutes
            .update_property(&[gtk::accessible::Property::Label(&minutes)]);
        self.refresh();
    }

    /// Chooses whether the second player sits at another computer.
    pub fn set_correspondence(&self, apart: bool) {
        self.imp().correspondence.set_enable_expansion(apart);
    }

    /// On what terms the players sit at two computers, if they do.
    pub fn correspondence(&self) -> Option<Correspondence> {
        let imp = self.imp();
        let apart = imp.correspondence.enables_expansion();
        let chosen = (imp.days.selected() as usize).checked_sub(1);
        apart.then(|| Correspondence {
            days: chosen.and_then(|place| DAYS.get(place)).copied(),
        })
    }

    /// The time of the first and of the second player; `None` for a game without clocks. The
    /// first player's stands first, whichever pieces they take.
    pub fn value(&self) -> Option<TimeControl> {
        let imp = self.imp();
        let first = match self.chosen() {
            _ if imp.correspondence.enables_expansion() => return None,
            0 => return None,
            _ if self.is_custom() => self.custom(&imp.minutes),
            preset => known(PRESETS.get(preset - 1)?)?,
        };
        if !imp.odds.enables_expansion() {
            return Some(TimeControl::equal(first));
        }
        let second = if self.is_custom() {
            self.custom(&imp.other_minutes)
        } else {
            Allowance::new(
                milliseconds(imp.other_minutes.value(), 60_000),
                first.period(0).bonus,
            )
        };
        Some(TimeControl::unequal(first, second))
    }

    fn custom(&self, minutes: &gtk::SpinButton) -> Allowance {
        let imp = self.imp();
        let seconds = milliseconds(imp.seconds.value(), 1000);
        let bonus = match (seconds, imp.kind.selected()) {
            (0, _) => Bonus::None,
            (_, 1) => Bonus::Bronstein(seconds),
            (_, 2) => Bonus::SimpleDelay(seconds),
            (_, _) => Bonus::Fischer(seconds),
        };
        let allowance = Allowance::new(milliseconds(minutes.value(), 60_000), bonus);
        if imp.second_period.enables_expansion() {
            let moves = u32::try_from(imp.moves.value_as_int()).unwrap_or(1);
            allowance.then_after(moves, milliseconds(imp.more.value(), 60_000))
        } else {
            allowance
        }
    }

    /// Shows a time control that was chosen before.
    pub fn set_value(&self, control: Option<&TimeControl>) {
        use rank_and_file_core::chess::Color::{Black, White};
        let imp = self.imp();
        let Some(control) = control else {
            imp.preset.set_selected(0);
            return;
        };
        let (first, second) = (control.side(White), control.side(Black));
        let preset = PRESETS
            .iter()
            .position(|preset| known(preset).as_ref() == Some(first));
        let index = preset.map_or(PRESETS.len() + 1, |index| index + 1);
        imp.preset
            .set_selected(u32::try_from(index).unwrap_or_default());
        let minutes = |allowance: &Allowance| allowance.period(0).time as f64 / 60_000.0;
        imp.minutes.set_value(minutes(first));
        imp.other_minutes.set_value(minutes(second));
        imp.odds.set_enable_expansion(first != second);
        let (kind, seconds) = match first.period(0).bonus {
            Bonus::None => (0, 0),
            Bonus::Fischer(ms) => (0, ms),
            Bonus::Bronstein(ms) => (1, ms),
            Bonus::SimpleDelay(ms) => (2, ms),
        };
        imp.kind.set_selected(kind);
        imp.seconds.set_value(seconds as f64 / 1000.0);
        if let [
            Period {
                moves: Some(moves), ..
            },
            more,
            ..,
        ] = first.periods()
        {
            imp.second_period.set_enable_expansion(true);
            imp.moves.set_value(f64::from(*moves));
            imp.more.set_value(more.time as f64 / 60_000.0);
        }
    }
}

/// A list in which every choice is read whole: the usual ones cut long words short, and are not so high.
fn show_whole(row: &adw::ComboRow) {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(weak!(row, |row, _, item: &glib::Object| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
            return;
        };
        let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        let text = gtk::Label::new(None);
        let mark = gtk::Image::from_icon_name("object-select-symbolic");
        let own = item.property_expression("item");
        own.chain_property::<gtk::StringObject>("string")
            .bind(&text, "label", gtk::Widget::NONE);
        let chosen = row.property_expression("selected-item");
        let same =
            glib::closure!(|_: Option<glib::Object>,
                            own: Option<glib::Object>,
                            chosen: Option<glib::Object>| {
                own == chosen
            });
        gtk::ClosureExpression::new::<bool>([own.upcast(), chosen.upcast()], same).bind(
            &mark,
            "visible",
            gtk::Widget::NONE,
        );
        line.append(&text);
        line.append(&mark);
        item.set_child(Some(&line));
    }));
    row.set_list_factory(Some(&factory));
    for scroller in descendants::<gtk::ScrolledWindow>(row) {
        scroller.set_max_content_height(MAX_LIST_HEIGHT);
    }
}

/// The height of a list of choices at most, in pixels.
const MAX_LIST_HEIGHT: i32 = 500;

/// What is written in minutes and seconds, for either player.
fn known(preset: &str) -> Option<Allowance> {
    let control = TimeControl::from_minutes(preset).ok()?;
    Some(
        control
            .side(rank_and_file_core::chess::Color::White)
            .clone(),
    )
}

/// Shows whole numbers without a fraction.
fn show_shortly(number: &gtk::SpinButton) {
    number.connect_output(|number| {
        if number.value().fract() != 0.0 {
            return glib::Propagation::Proceed;
        }
        number.set_text(&number.value().to_string());
        glib::Propagation::Stop
    });
}

fn milliseconds(value: f64, unit: u64) -> u64 {
    (value.max(0.0) * unit as f64).round() as u64
}

/// What two players agree on unless they choose otherwise: legal moves for both, and no other help.
const TOGETHER: [u32; 4] = [0, 3, 3, 3];
/// What a player has against the computer: legal moves and hints.
const ALONE: [u32; 4] = [0, 1, 0, 1];

subclass! {
    /// Rows in which the players agree on draws and handicaps.
    pub struct HouseRulesGroup(imp::HouseRulesGroup): adw::PreferencesGroup { template: [] }
}

impl HouseRulesGroup {
    /// Whether draws end the game or are claimed.
    pub fn draws(&self) -> DrawRule {
        match self.imp().draws.selected() {
            1 => DrawRule::Claimed,
            _ => DrawRule::Automatic,
        }
    }

    /// Shows what was agreed before.
    pub fn set_draws(&self, draws: DrawRule) {
        self.imp()
            .draws
            .set_selected(u32::from(draws == DrawRule::Claimed));
    }

    /// The rows of each kind of help.
    fn helps(&self) -> [&adw::ComboRow; 4] {
        let imp = self.imp();
        [&imp.hints, &imp.warnings, &imp.tips, &imp.guard]
    }

    /// Calls the players by their names. Against the computer there is only one who can be helped.
    pub fn set_players(&self, first: &str, second: &str, computer: bool) {
        let imp = self.imp();
        let unnamed = [gettext("First Player"), gettext("Second Player")];
        let mut players = [first, second].map(tidy_name);
        if players[0] == players[1] {
            players = unnamed;
        } else {
            for (player, unnamed) in players.iter_mut().zip(unnamed) {
                if player.is_empty() {
                    *player = unnamed;
                }
            }
        }
        let same = imp.players.replace(players.clone()) == players;
        let before = imp.computer.replace(computer);
        if same && before == computer {
            return;
        }
        let [first, second] = players.each_ref().map(String::as_str);
        let choices = match computer {
            true => vec![gettext("On"), gettext("Off")],
            false => vec![
                gettext("Both Players"),
                first.to_owned(),
                second.to_owned(),
                // Translators: a choice of players, beside “Both Players”
                pgettext("players", "Nobody"),
            ],
        };
        let choices: gtk::StringList = choices.into_iter().collect();
        let mut chosen = self.helps().map(|row| row.selected());
        if before != computer {
            chosen = imp.aside.replace(chosen);
        }
        for (row, chosen) in self.helps().into_iter().zip(chosen) {
            row.set_model(Some(&choices));
            row.set_selected(chosen);
        }
        let giver = imp.giver.selected();
        imp.giver
            .set_model(Some(&gtk::StringList::new(&[first, second])));
        // The first of them, where none was chosen yet.
        if giver < 2 {
            imp.giver.set_selected(giver);
        }
    }

    /// Whether the first and the second player are helped, as a row says.
    fn helped(&self, row: &adw::ComboRow) -> (bool, bool) {
        let chosen = row.selected();
        match self.imp().computer.get() {
            true => (chosen == 0, chosen == 0),
            false => (chosen <= 1, chosen == 0 || chosen == 2),
        }
    }

    /// Chooses whether one who plays the computer may ask for hints.
    pub fn set_tips_alone(&self, tips: bool) {
        let imp = self.imp();
        let chosen = u32::from(!tips);
        if imp.computer.get() {
            imp.tips.set_selected(chosen);
        } else {
            let [hints, warnings, _, guard] = imp.aside.get();
            imp.aside.set([hints, warnings, chosen, guard]);
        }
    }

    /// Whether the first and the second player are shown where pieces may go.
    pub fn hints(&self) -> (bool, bool) {
        self.helped(&self.imp().hints)
    }

    /// The odds that are given, and whether the first player gives them.
    pub fn odds(&self) -> Option<(Odds, bool)> {
        let imp = self.imp();
        let index = (imp.odds.selected() as usize).checked_sub(1)?;
        let odds = *Odds::VARIANTS.get(index)?;
        Some((odds, imp.giver.selected() == 0))
    }

    /// Whether odds can be given: they belong to the usual start.
    pub fn allow_odds(&self, allowed: bool) {
        let imp = self.imp();
        if !allowed {
            imp.odds.set_selected(0);
        }
        imp.odds.set_visible(allowed);
    }

    /// Calls back when other odds are chosen, or the other player gives them.
    pub fn connect_odds_changed(&self, changed: impl Fn() + Clone + 'static) {
        for row in [&self.imp().odds, &self.imp().giver] {
            let changed = changed.clone();
            row.connect_selected_notify(move |_| changed());
        }
    }

    /// Whether the first and the second player are warned.
    pub fn warnings(&self) -> (bool, bool) {
        self.helped(&self.imp().warnings)
    }

    /// Whether the first and the second player may ask for tips.
    pub fn tips(&self) -> (bool, bool) {
        self.helped(&self.imp().tips)
    }

    /// Whether the first and the second player are guarded against moves that simply lose something.
    pub fn guard(&self) -> (bool, bool) {
        self.helped(&self.imp().guard)
    }
}

/// The first position of a new game, as it is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPosition {
    /// That of the Laws.
    Usual,
    /// One of Chess960, drawn when the game begins.
    Drawn,
    /// This one.
    Numbered(Chess960),
}

/// The places of the choices.
const DRAWN: u32 = 1;
const NUMBERED: u32 = 2;

subclass! {
    /// Rows in which the players choose where their game starts.
    pub struct FirstPositionGroup(imp::FirstPositionGroup): adw::PreferencesGroup { template: [] }
}

impl FirstPositionGroup {
    /// What is chosen.
    pub fn chosen(&self) -> FirstPosition {
        let imp = self.imp();
        match imp.kind.selected() {
            DRAWN => FirstPosition::Drawn,
            NUMBERED => {
                let number = numbered(imp.number.value());
                FirstPosition::Numbered(number.unwrap_or(Chess960::STANDARD))
            }
            _ => FirstPosition::Usual,
        }
    }

    /// Whether there is a choice; where there is none, it is the usual one.
    pub fn allow(&self, allowed: bool) {
        if !allowed {
            self.imp().kind.set_selected(0);
        }
        self.set_visible(allowed);
    }

    /// Calls back when something else is chosen.
    pub fn connect_changed(&self, changed: impl Fn() + Clone + 'static) {
        let imp = self.imp();
        let also = changed.clone();
        imp.kind.connect_selected_notify(move |_| also());
        imp.number.connect_value_changed(move |_| changed());
    }
}

/// The position whose number stands in the row.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the row has whole numbers from 0 to 959"
)]
fn numbered(number: f64) -> Option<Chess960> {
    Chess960::new(number as u16)
}
