//! The choice of the position from which a game starts: the usual one, or one of Chess960.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::pgettext;
use rank_and_file_core::rules::Chess960;

use crate::words;

/// What is chosen.
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

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "../../resources/ui/first-position.ui")]
    pub struct FirstPositionGroup {
        #[template_child]
        pub kind: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub number_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub number: TemplateChild<gtk::SpinButton>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for FirstPositionGroup {
        const NAME: &'static str = "RfFirstPositionGroup";
        type Type = super::FirstPositionGroup;
        type ParentType = adw::PreferencesGroup;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(instance: &glib::subclass::InitializingObject<Self>) {
            instance.init_template();
        }
    }

    impl ObjectImpl for FirstPositionGroup {
        fn constructed(&self) {
            self.parent_constructed();
            let kinds = [
                // Translators: the first position of a game; below it are two of Chess960
                pgettext("first position", "Usual"),
                pgettext("first position", "Chess960, Drawn by Lot"),
                pgettext("first position", "Chess960, by Number"),
            ];
            let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
            self.kind.set_model(Some(&gtk::StringList::new(&kinds)));
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

    impl WidgetImpl for FirstPositionGroup {}
    impl PreferencesGroupImpl for FirstPositionGroup {}
}

glib::wrapper! {
    /// Rows in which the players choose where their game starts.
    pub struct FirstPositionGroup(ObjectSubclass<imp::FirstPositionGroup>)
        @extends adw::PreferencesGroup, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl FirstPositionGroup {
    /// What is chosen.
    pub fn chosen(&self) -> FirstPosition {
        let imp = self.imp();
        match imp.kind.selected() {
            DRAWN => FirstPosition::Drawn,
            NUMBERED => {
                let number = numbered(imp.number.value());
                FirstPosition::Numbered(number.unwrap_or(Chess960::USUAL))
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
