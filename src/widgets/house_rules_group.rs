//! What the players agree on besides the Laws: draws, hints, warnings, tips, guard, odds.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use rank_and_file_core::rules::{DrawRule, Odds};
use strum::VariantArray;

use crate::words;

/// The place of nobody among the players to choose from: both, the first, the second, nobody.
const NOBODY: u32 = 3;

/// Whether the first and the second player are meant by what is chosen.
fn players(chosen: u32) -> (bool, bool) {
    (chosen <= 1, chosen == 0 || chosen == 2)
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/house-rules.ui")]
    pub struct HouseRulesGroup {
        #[template_child]
        pub draws: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub hints: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub warnings: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub tips: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub guard: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub odds: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub giver: TemplateChild<adw::ComboRow>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for HouseRulesGroup {
        const NAME: &'static str = "RfHouseRulesGroup";
        type Type = super::HouseRulesGroup;
        type ParentType = adw::PreferencesGroup;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for HouseRulesGroup {
        fn constructed(&self) {
            self.parent_constructed();
            let list = |names: &[String]| {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                gtk::StringList::new(&names)
            };
            self.draws.set_model(Some(&list(&[
                gettext("Automatic"),
                gettext("Must Be Claimed"),
            ])));
            let players = list(&[
                gettext("Both Players"),
                gettext("First Player"),
                gettext("Second Player"),
                // Translators: a choice of players, beside “Both Players”
                pgettext("players", "Nobody"),
            ]);
            self.hints.set_model(Some(&players));
            for help in [&self.warnings, &self.tips, &self.guard] {
                help.set_model(Some(&players));
                help.set_selected(NOBODY);
            }
            let odds: Vec<String> = std::iter::once(pgettext("odds", "None"))
                .chain(Odds::VARIANTS.iter().map(|odds| words::odds(*odds)))
                .collect();
            self.odds.set_model(Some(&list(&odds)));
            self.giver.set_model(Some(&list(&[
                gettext("First Player"),
                gettext("Second Player"),
            ])));
            self.odds
                .bind_property("selected", &*self.giver, "visible")
                .transform_to(|_, chosen: u32| Some(chosen > 0))
                .sync_create()
                .build();
        }
    }

    impl WidgetImpl for HouseRulesGroup {}
    impl PreferencesGroupImpl for HouseRulesGroup {}
}

glib::wrapper! {
    /// Rows in which the players agree on draws and handicaps.
    pub struct HouseRulesGroup(ObjectSubclass<imp::HouseRulesGroup>)
        @extends adw::PreferencesGroup, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
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

    /// Whether the first and the second player are shown where pieces may go.
    pub fn hints(&self) -> (bool, bool) {
        players(self.imp().hints.selected())
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

    /// Calls back when other odds are chosen, or somebody else gives them.
    pub fn connect_odds_changed(&self, changed: impl Fn() + Clone + 'static) {
        for row in [&self.imp().odds, &self.imp().giver] {
            let changed = changed.clone();
            row.connect_selected_notify(move |_| changed());
        }
    }

    /// Whether the first and the second player are warned.
    pub fn warnings(&self) -> (bool, bool) {
        players(self.imp().warnings.selected())
    }

    /// Whether the first and the second player may ask for tips.
    pub fn tips(&self) -> (bool, bool) {
        players(self.imp().tips.selected())
    }

    /// Whether the first and the second player are guarded against moves that simply lose something.
    pub fn guard(&self) -> (bool, bool) {
        players(self.imp().guard.selected())
    }
}
