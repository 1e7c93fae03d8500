//! What the players agree on besides the Laws: draws, hints, warnings.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use rank_and_file_core::rules::DrawRule;

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
            let (both, first) = (gettext("To Both"), gettext("To the First Player"));
            let (second, nobody) = (gettext("To the Second Player"), gettext("To Nobody"));
            let list = |names: &[&String]| {
                let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
                gtk::StringList::new(&names)
            };
            self.draws.set_model(Some(&list(&[
                &gettext("End the Game"),
                &gettext("Are Claimed"),
            ])));
            self.hints
                .set_model(Some(&list(&[&both, &first, &second, &nobody])));
            let (first, second) = (gettext("The First Player"), gettext("The Second Player"));
            self.warnings.set_model(Some(&list(&[
                &pgettext("who is warned", "Nobody"),
                &first,
                &second,
                &pgettext("who is warned", "Both"),
            ])));
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
        let chosen = self.imp().hints.selected();
        (chosen <= 1, chosen == 0 || chosen == 2)
    }

    /// Whether the first and the second player are warned.
    pub fn warnings(&self) -> (bool, bool) {
        let chosen = self.imp().warnings.selected();
        (chosen == 1 || chosen == 3, chosen >= 2)
    }
}
