//! The page that asks who plays, and with which pieces.

mod alternating;
mod opponent;
mod start;

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::log::{Header, now};
use rank_and_file_core::rules::ByColor;
use strum::VariantArray;

use self::opponent::{last_computer, with_second};
use super::focus::open_rows_by_enter;
use super::request::{Request, ask};
use crate::model::{FirstColor, SavedGames, Settings, preferences, remembered};
use crate::widgets::{
    ButtonRow, FirstPositionGroup, HouseRulesGroup, LevelRow, NameSuggestions, Thumbnail,
    TimeControlGroup,
};
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/player-names.ui")]
    pub struct PlayerNamesPage {
        #[template_child]
        pub start_position: TemplateChild<gtk::Box>,
        #[template_child]
        pub start_board: TemplateChild<Thumbnail>,
        #[template_child]
        pub start_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub person: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub computer: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub first: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub second: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub level: TemplateChild<LevelRow>,
        #[template_child]
        pub swap: TemplateChild<gtk::Button>,
        #[template_child]
        pub colors: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub white: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub black: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub random: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub alternate: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub last_time: TemplateChild<gtk::Label>,
        #[template_child]
        pub swap_colors: TemplateChild<gtk::Button>,
        #[template_child]
        pub time: TemplateChild<TimeControlGroup>,
        #[template_child]
        pub first_position: TemplateChild<FirstPositionGroup>,
        #[template_child]
        pub rules: TemplateChild<HouseRulesGroup>,
        #[template_child]
        pub preview: TemplateChild<gtk::Label>,
        #[template_child]
        pub start: TemplateChild<gtk::Button>,
        /// The position that was asked for, where it is not the usual one.
        pub asked: RefCell<Option<String>>,
        pub settings: OnceCell<Settings>,
        pub games: OnceCell<SavedGames>,
        pub suggestions: OnceCell<[NameSuggestions; 2]>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerNamesPage {
        const NAME: &'static str = "RfPlayerNamesPage";
        type Type = super::PlayerNamesPage;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            ButtonRow::ensure_type();
            LevelRow::ensure_type();
            Thumbnail::ensure_type();
            TimeControlGroup::ensure_type();
            FirstPositionGroup::ensure_type();
            HouseRulesGroup::ensure_type();
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for PlayerNamesPage {
        fn dispose(&self) {
            for suggestions in self.suggestions.get().into_iter().flatten() {
                suggestions.unparent();
            }
        }
    }

    impl WidgetImpl for PlayerNamesPage {}
    impl BinImpl for PlayerNamesPage {}
}

glib::wrapper! {
    /// The page that asks for names and colours.
    pub struct PlayerNamesPage(ObjectSubclass<imp::PlayerNamesPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
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
        let color = settings.get(remembered::FIRST_COLOUR);
        page.toggle(color).set_active(true);
        let control = settings.get(remembered::TIME_CONTROL).parse().ok();
        imp.time.set_value(control.as_ref());
        imp.rules.set_draws(settings.get(preferences::DRAWS));
        settings.connect_changed(
            &preferences::DRAWS,
            glib::clone!(
                #[weak]
                page,
                move |settings| page.imp().rules.set_draws(settings.get(preferences::DRAWS))
            ),
        );
        let refresh = glib::clone!(
            #[weak]
            page,
            move || page.refresh()
        );
        for entry in [&imp.first, &imp.second] {
            let refresh = refresh.clone();
            entry.connect_changed(move |_| refresh());
        }
        for &color in FirstColor::VARIANTS {
            let refresh = refresh.clone();
            page.toggle(color).connect_toggled(move |_| refresh());
        }
        imp.swap.connect_clicked(glib::clone!(
            #[weak]
            page,
            move |_| page.swap()
        ));
        imp.start.connect_clicked(glib::clone!(
            #[weak]
            page,
            move |_| page.begin()
        ));
        let follow_start = glib::clone!(
            #[weak]
            page,
            move || page.follow_start()
        );
        imp.rules.connect_odds_changed(follow_start.clone());
        imp.first_position.connect_changed(follow_start);
        page.set_up_opponent(settings);
        page.suggest_names();
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
        window.set_default_widget(Some(&*self.imp().start));
        self.find_engine();
        self.refresh();
        self.imp().first.grab_focus();
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
            // Odds bring the colors with them, for once.
            if imp.rules.odds().is_none() {
                settings.set(remembered::FIRST_COLOUR, &self.first_color());
            }
            let control = control.as_ref().map(ToString::to_string);
            settings.set(remembered::TIME_CONTROL, &control.unwrap_or_default());
            settings.set(preferences::DRAWS, &draws);
        }
        let (header, start) = self.with_start(self.header());
        ask(
            self,
            Request::Begin(Box::new(header), start.map(Box::new), None),
        );
    }

    /// Who plays a game that begins now, and how.
    fn header(&self) -> Header {
        let imp = self.imp();
        let header = Header {
            time_control: imp.time.value(),
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
        seated(with_second(header, self.computer()), self.first_color())
    }
}

/// Who plays where nobody says otherwise, as the last time: the names, and the colour of the first. Against
/// the computer that one has White, as no hand makes a move for the computer.
pub(super) fn last_players(settings: &Settings) -> ([String; 2], FirstColor) {
    let first = settings.get(remembered::FIRST_PLAYER);
    match last_computer(settings) {
        Some(computer) => ([first, computer.name()], FirstColor::White),
        None => (
            [first, settings.get(remembered::SECOND_PLAYER)],
            settings.get(remembered::FIRST_COLOUR),
        ),
    }
}

/// Who plays a game that begins now with a move, where nobody says otherwise, and how: as the last time.
pub(super) fn last_terms(settings: &Settings) -> Header {
    let ([first, second], color) = last_players(settings);
    let header = Header {
        time_control: settings.get(remembered::TIME_CONTROL).parse().ok(),
        ..Header::new(&first, &second, now(), settings.get(preferences::DRAWS))
    };
    seated(with_second(header, last_computer(settings)), color)
}

/// A header that gives the first player White, when that one has taken this colour.
fn seated(header: Header, color: FirstColor) -> Header {
    let first_has_white = match color {
        FirstColor::White => true,
        FirstColor::Black => false,
        FirstColor::Random => glib::random_int_range(0, 2) == 0,
    };
    match first_has_white {
        true => header,
        false => header.swapped(),
    }
}

/// Who has which pieces, of two players whose first takes a colour.
pub(super) fn who_begins(first: &str, second: &str, color: FirstColor) -> String {
    match color {
        FirstColor::White => words::colors(first, second),
        FirstColor::Black => words::colors(second, first),
        FirstColor::Random => gettext("Colors are drawn at random."),
    }
}

/// What goes for the first and the second player, when the first has White.
fn sides((white, black): (bool, bool)) -> ByColor<bool> {
    ByColor { black, white }
}
