//! Whom the computer plays, and how well: one of ten people, whose levels are on a slider, or an engine beyond them where
//! there is one, on a slider over its strengths.

use std::cell::{Cell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::engine::{Computer, Level};

use crate::model::{Engines, Settings, Strengths, callback, preferences, watch, weak};
use crate::subclass::{subclass, template};
use crate::ui::parts::{portrait, set_style_class, tell_chosen};
use crate::words;

mod imp {
    use super::*;

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/level-row.ui")]
        pub struct LevelRow {
            programs: gtk::Box,
            built_in: gtk::ToggleButton,
            built_in_name: gtk::Label,
            program: gtk::ToggleButton,
            program_name: gtk::Label,
            portrait: gtk::Image,
            name: gtk::Label,
            strength: gtk::Label,
            style: gtk::Label,
            opponents: gtk::Box,
            scale: gtk::Scale,
        } and {
            pub settings: Settings,
            /// The engine beyond the levels.
            pub engine: RefCell<Option<String>>,
            /// The level that was chosen last.
            pub level: Cell<Option<Level>>,
            /// Whether the slider is being set and chooses nothing.
            pub showing: Cell<bool>,
            /// Whether the slider has a mark for each level.
            pub marked: Cell<bool>,
            /// Whether the engine is being tried out.
            pub trying: Cell<bool>,
            /// The small portraits, the weakest level first.
            pub small: RefCell<Vec<gtk::Image>>,
        }
    }

    impl ObjectImpl for LevelRow {
        fn constructed(&self) {
            self.parent_constructed();
            let row = self.obj();
            let built_in = words::built_in_engine();
            self.built_in_name.set_label(&built_in);
            let named = gtk::accessible::Property::Label(&built_in);
            self.built_in.update_property(&[named]);
            tell_chosen([&*self.built_in, &*self.program]);
            row.line_up();
            self.scale
                .connect_value_changed(callback(&*row, super::LevelRow::choose));
            self.program
                .connect_toggled(callback(&*row, super::LevelRow::show));
            let row = &*row;
            row.connect_map(super::LevelRow::show);
            watch(row, &Engines::shared(), "changed", super::LevelRow::show);
            self.settings.connect_changed(
                &preferences::ENGINE_STRENGTH,
                callback(row, super::LevelRow::show),
            );
            row.set_engine(None);
        }
    }
}

subclass! {
    /// The row in which it is chosen whom the computer plays.
    pub struct LevelRow(imp::LevelRow): adw::PreferencesRow { template: [] }
}

/// The place beyond the levels, as settings remember it.
const BEYOND: i32 = 11;

impl LevelRow {
    /// The place as settings remember it: 1 to 10 for levels, 11 for the engine.
    pub fn place(&self) -> i32 {
        match self.computer() {
            Computer::Level(level) => level.number().into(),
            Computer::Engine(_) => BEYOND,
        }
    }

    /// Chooses the computer at a place; the last level where there is no engine.
    pub fn set_place(&self, place: i32) {
        let engine = self.imp().engine.borrow().clone();
        let level = u8::try_from(place).ok().and_then(Level::new);
        self.set_computer(match (level, engine) {
            (None, Some(engine)) => Computer::Engine(engine),
            (level, _) => Computer::Level(level.unwrap_or(Level::LAST)),
        });
    }

    /// The computer that is chosen.
    pub fn computer(&self) -> Computer {
        let imp = self.imp();
        let engine = imp.engine.borrow().clone();
        match engine.filter(|_| imp.program.is_active()) {
            Some(engine) => Computer::Engine(engine),
            None => Computer::Level(imp.level.get().unwrap_or(Level::FIRST)),
        }
    }

    /// Chooses a computer.
    pub fn set_computer(&self, computer: Computer) {
        let imp = self.imp();
        match computer {
            Computer::Level(level) => {
                imp.level.set(Some(level));
                imp.built_in.set_active(true);
            }
            Computer::Engine(engine) => {
                self.set_engine(Some(engine));
                imp.program.set_active(true);
            }
        }
        self.show();
    }

    /// Has an engine beyond the levels, or none.
    pub fn set_engine(&self, engine: Option<String>) {
        let imp = self.imp();
        imp.programs.set_visible(engine.is_some());
        if engine.is_none() {
            imp.built_in.set_active(true);
        }
        imp.engine.replace(engine);
        self.show();
    }

    /// Calls back when another opponent is chosen.
    pub fn connect_changed(&self, changed: impl Fn() + Clone + 'static) {
        let also = changed.clone();
        self.imp().program.connect_toggled(move |_| also());
        self.imp().scale.connect_value_changed(move |_| changed());
    }

    /// Puts each level's portrait above its place on the slider.
    fn line_up(&self) {
        let imp = self.imp();
        for level in (1..=Level::LAST.number()).filter_map(Level::new) {
            let small = gtk::Image::builder()
                .icon_name(portrait(&Computer::Level(level)))
                .tooltip_text(words::opponent(level))
                .accessible_role(gtk::AccessibleRole::Presentation)
                .css_classes(["portrait"])
                .build();
            let click = gtk::GestureClick::new();
            click.connect_released(weak!(imp.scale, |scale, _, _, _, _| {
                scale.set_value(level.number().into());
                scale.grab_focus();
            }));
            small.add_controller(click);
            if level > Level::FIRST {
                let between = gtk::Box::builder().hexpand(true).build();
                imp.opponents.append(&between);
            }
            imp.opponents.append(&small);
            imp.small.borrow_mut().push(small);
        }
    }

    /// Takes what was chosen on the slider.
    fn choose(&self) {
        let imp = self.imp();
        if imp.showing.get() {
            return;
        }
        let value = imp.scale.value();
        match self.computer() {
            Computer::Level(_) => {
                imp.level.set(Level::new(value as u8));
            }
            Computer::Engine(engine) => {
                let abilities = Engines::shared().abilities(Some(&engine));
                if let Some(strengths) = Strengths::of(abilities) {
                    let strength = strengths.at(value);
                    imp.settings.set(preferences::ENGINE_STRENGTH, &strength);
                }
            }
        }
        self.show();
    }

    /// Shows who plays, and how well.
    fn show(&self) {
        let imp = self.imp();
        let engines = Engines::shared();
        if let Some(engine) = &*imp.engine.borrow() {
            let title = engines.title(engine);
            imp.program_name.set_label(&title);
            let named = gtk::accessible::Property::Label(&title);
            imp.program.update_property(&[named]);
        }
        let range = imp.scale.adjustment();
        imp.showing.set(true);
        let computer = self.computer();
        imp.portrait.set_icon_name(Some(&portrait(&computer)));
        let level = computer.level();
        for (place, small) in imp.small.borrow().iter().enumerate() {
            let chosen = level.is_some_and(|level| usize::from(level.number()) == place + 1);
            set_style_class(small, "chosen", chosen);
        }
        imp.opponents.set_visible(level.is_some());
        let (name, strength, style, said) = match computer {
            Computer::Level(level) => {
                let last = Level::LAST.number();
                if !imp.marked.replace(true) {
                    let below = gtk::PositionType::Bottom;
                    (1..=last).for_each(|place| imp.scale.add_mark(place.into(), below, None));
                }
                range.configure(level.number().into(), 1.0, last.into(), 1.0, 3.0, 0.0);
                imp.scale.set_visible(true);
                (
                    words::opponent_at_level(level),
                    words::rated_strength(level),
                    words::style(level.style()),
                    words::computer_said(level),
                )
            }
            Computer::Engine(engine) => {
                if imp.marked.replace(false) {
                    imp.scale.clear_marks();
                }
                let strengths = Strengths::of(engines.abilities(Some(&engine)));
                let strength = strengths.map(|all| all.show(engines.strength(), &range));
                imp.scale.set_visible(strengths.is_some());
                let title = engines.title(&engine);
                let name = words::engine_with_strength(&title, strength.flatten());
                self.try_out(engine);
                (name.clone(), String::new(), String::new(), name)
            }
        };
        imp.showing.set(false);
        imp.name.set_label(&name);
        for (label, text) in [(&imp.strength, &strength), (&imp.style, &style)] {
            label.set_visible(!text.is_empty());
            label.set_label(text);
        }
        self.update_property(&[gtk::accessible::Property::Label(&name)]);
        let label = match level {
            None => gettext("Playing Strength"),
            Some(_) => gettext("Level"),
        };
        // What a value means is told by GTK 4.10 and later alone. Of the slider Orca 43 reads what describes it when
        // it is moved, and no number.
        imp.scale.update_property(&[
            gtk::accessible::Property::Label(&label),
            gtk::accessible::Property::ValueText(&said),
            gtk::accessible::Property::Description(&said),
        ]);
    }

    /// Starts an engine of which it is not known yet what it is able to.
    fn try_out(&self, engine: String) {
        let imp = self.imp();
        let engines = Engines::shared();
        let known =
            engines.abilities(Some(&engine)).is_some() || engines.trouble(&engine).is_some();
        if known || !self.is_mapped() || imp.trying.replace(true) {
            return;
        }
        let row = self.downgrade();
        glib::spawn_future_local(async move {
            // What is wrong with it is told by the preferences, and when it shall play.
            engines.try_out(&engine).await.ok();
            if let Some(row) = row.upgrade() {
                row.imp().trying.set(false);
            }
        });
    }
}
