//! How well the computer plays: a slider over ten levels, and an engine beyond them where there is one.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use rank_and_file_core::engine::{Computer, Level};

use crate::model::calling;
use crate::subclass::{subclass, template};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/level-row.ui")]
        pub struct LevelRow {
            name: gtk::Label,
            strength: gtk::Label,
            scale: gtk::Scale,
        } and {
            /// The engine beyond the levels.
            pub engine: RefCell<Option<String>>,
        }
    }

    impl ObjectImpl for LevelRow {
        fn constructed(&self) {
            self.parent_constructed();
            let row = self.obj();
            self.scale
                .connect_value_changed(calling(&*row, super::LevelRow::tell));
            row.set_engine(None);
        }
    }
}

subclass! {
    /// The row in which the computer's level is chosen.
    pub struct LevelRow(imp::LevelRow): adw::PreferencesRow { template: [] }
}

impl LevelRow {
    /// The place on the slider: 1 to 10 for levels, 11 for the engine.
    pub fn place(&self) -> i32 {
        self.imp().scale.value() as i32
    }

    /// Chooses a place on the slider, the last one where there are not so many.
    pub fn set_place(&self, place: i32) {
        self.imp().scale.set_value(place.into());
    }

    /// Who plays.
    pub fn computer(&self) -> Computer {
        let level = u8::try_from(self.place()).ok().and_then(Level::new);
        let engine = self.imp().engine.borrow().clone();
        match (level, engine) {
            (None, Some(engine)) => Computer::Engine(engine),
            (level, _) => Computer::Level(level.unwrap_or(Level::LAST)),
        }
    }

    /// Chooses who plays.
    pub fn set_computer(&self, computer: Computer) {
        match computer {
            Computer::Level(level) => self.set_place(level.number().into()),
            Computer::Engine(engine) => {
                self.set_engine(Some(engine));
                self.set_place(i32::MAX);
            }
        }
    }

    /// Has an engine beyond the levels, or none.
    pub fn set_engine(&self, engine: Option<String>) {
        let imp = self.imp();
        let last = i32::from(Level::LAST.number()) + i32::from(engine.is_some());
        imp.engine.replace(engine);
        imp.scale.set_range(1.0, last.into());
        imp.scale.clear_marks();
        for place in 1..=last {
            imp.scale
                .add_mark(place.into(), gtk::PositionType::Bottom, None);
        }
        self.tell();
    }

    /// Calls back when another opponent is chosen.
    pub fn connect_changed(&self, changed: impl Fn(&gtk::Scale) + 'static) {
        self.imp().scale.connect_value_changed(changed);
    }

    fn tell(&self) {
        let imp = self.imp();
        let computer = self.computer();
        let name = computer.name();
        let name = words::shown_name(&name);
        imp.name.set_label(&name);
        imp.strength.set_label(&words::strength(&computer));
        self.update_property(&[gtk::accessible::Property::Label(&name)]);
        // What a value means is told by GTK 4.10 and later alone. Of the slider Orca 43 reads what describes it when
        // it is moved, and no number.
        let said = words::strength_said(&computer);
        imp.scale.update_property(&[
            gtk::accessible::Property::ValueText(&said),
            gtk::accessible::Property::Description(&said),
        ]);
    }
}
