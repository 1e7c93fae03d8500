//! What the parts of a bar of results mean.

use gettextrs::pgettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::library::Results;

use super::results_bar::ResultsBar;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct ResultsLegend;

    #[glib::object_subclass]
    impl ObjectSubclass for ResultsLegend {
        const NAME: &'static str = "RfResultsLegend";
        type Type = super::ResultsLegend;
        type ParentType = gtk::Box;
    }

    impl ObjectImpl for ResultsLegend {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }
    }

    impl WidgetImpl for ResultsLegend {}
    impl BoxImpl for ResultsLegend {}
}

glib::wrapper! {
    /// Wins, draws and losses, each with a piece of the bar.
    pub struct ResultsLegend(ObjectSubclass<imp::ResultsLegend>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl ResultsLegend {
    fn set_up(&self) {
        self.set_spacing(15);
        for (wins, draws, losses, name) in [
            (1, 0, 0, pgettext("table", "Wins")),
            (0, 1, 0, pgettext("table", "Draws")),
            (0, 0, 1, pgettext("table", "Losses")),
        ] {
            // The word beside it says it all.
            let role = gtk::AccessibleRole::Presentation;
            let piece: ResultsBar = glib::Object::builder()
                .property("accessible-role", role)
                .build();
            piece.show(Results {
                wins,
                draws,
                losses,
            });
            piece.set_width_request(18);
            piece.set_valign(gtk::Align::Center);
            let label = gtk::Label::builder()
                .label(&name)
                .css_classes(["caption", "dim-label"])
                .build();
            let pair = gtk::Box::builder().spacing(6).build();
            pair.append(&piece);
            pair.append(&label);
            self.append(&pair);
        }
    }
}
