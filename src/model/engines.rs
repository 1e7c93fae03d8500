//! The engines that can be asked about positions: the built-in searcher, and those of this machine. Which of them is
//! chosen, which were added, what each is able to, and what went wrong with it. And a tutor, which asks the searcher.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::available_parallelism;
use std::time::Duration;
use std::{fs, io};

use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{Color, start_position};
use rank_and_file_core::engine::Stop;
use rank_and_file_core::engine::uci::{
    Deadlines, Program, engine_name, find_engine, known_engines,
};
use rank_and_file_core::engine::{
    Computer, Engine, EngineOptions, EngineReport, Fault, Level, Limits, Question, UciOption,
};
use rank_and_file_core::record::log::Header;
use rank_and_file_core::training::tutor::Tutor;

use super::{Settings, callback, preferences, remembered};
use crate::config;
use crate::subclass::{signals, subclass};

/// MiB that the built-in searcher has to play with.
const TO_PLAY: usize = 16;
/// An engine that is tried has so long to find a move.
const TO_TRY: Duration = Duration::from_millis(100);

thread_local! {
    static SHARED: Engines = Engines::default();
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Engines {
        pub settings: Settings,
        /// What each is able to, as far as it has been started.
        pub abilities: RefCell<BTreeMap<String, Abilities>>,
        /// What each calls itself, with its version.
        pub titles: RefCell<BTreeMap<String, String>>,
        /// What went wrong last with each, until it has answered again.
        pub troubles: RefCell<BTreeMap<String, Fault>>,
    }

    impl ObjectImpl for Engines {
        signals!["changed"];

        fn constructed(&self) {
            self.parent_constructed();
            let engines = &*self.obj();
            let changed = || callback(engines, super::Engines::tell);
            self.settings
                .connect_changed(&preferences::ENGINE, changed());
            self.settings
                .connect_changed(&remembered::ENGINES, changed());
        }
    }
}

subclass! {
    /// The engines of this machine. What is known of them is shared by all windows. Signal `changed`: there
    /// are others now, another one is chosen, or more is known of one.
    pub struct Engines(imp::Engines): glib::Object { default: new }
}

impl Engines {
    /// Those that all windows share.
    pub fn shared() -> Self {
        SHARED.with(Self::clone)
    }

    fn tell(&self) {
        self.emit_by_name::<()>("changed", &[]);
    }

    /// The names of the known ones that are here, and the files of those that were added.
    pub fn all(&self) -> Vec<String> {
        let mut all = known_engines();
        all.extend(self.added());
        all
    }

    /// The files of those that were added.
    pub fn added(&self) -> Vec<String> {
        self.imp().settings.get(remembered::ENGINES)
    }

    /// The engine that a file is: a known one by its name. `None` where nothing could be called so.
    pub fn engine_at(&self, file: &Path) -> Option<String> {
        let known = known_engines().into_iter();
        let mut known = known.filter(|engine| find_engine(engine).as_deref() == Some(file));
        known.next().or_else(|| {
            let engine = file.to_str()?;
            engine.parse::<Computer>().ok()?;
            Some(engine.to_owned())
        })
    }

    /// Adds the file of an engine, where it is not known anyway.
    pub fn add(&self, engine: &str) {
        if !self.all().iter().any(|other| other == engine) {
            let mut added = self.added();
            added.push(engine.to_owned());
            self.imp().settings.set(remembered::ENGINES, &added);
        }
    }

    /// Forgets an engine that was added. If it was chosen, the built-in searcher is from now on.
    pub fn remove(&self, engine: &str) {
        let mut added = self.added();
        added.retain(|other| other != engine);
        if self.wanted().as_deref() == Some(engine) {
            self.choose(None);
        }
        self.imp().settings.set(remembered::ENGINES, &added);
    }

    /// Chooses an engine; `None` for the built-in searcher.
    pub fn choose(&self, engine: Option<&str>) {
        let engine = engine.unwrap_or_default().to_owned();
        self.imp().settings.set(preferences::ENGINE, &engine);
    }

    /// The one that is chosen, be it still here or not; `None` for the built-in searcher.
    pub fn wanted(&self) -> Option<String> {
        let engine = self.imp().settings.get(preferences::ENGINE);
        (!engine.is_empty()).then_some(engine)
    }

    /// The one that is chosen and here; `None` for the built-in searcher, which also takes the place of one
    /// that is gone.
    pub fn chosen(&self) -> Option<String> {
        self.wanted().filter(|engine| find_engine(engine).is_some())
    }

    /// What went wrong last with an engine; `None` where it is well as far as is known.
    pub fn trouble(&self, engine: &str) -> Option<Fault> {
        if find_engine(engine).is_none() {
            return Some(Fault::CannotStart);
        }
        self.imp().troubles.borrow().get(engine).copied()
    }

    /// What an engine is able to, or the built-in searcher; `None` where it was not started yet.
    pub fn abilities(&self, engine: Option<&str>) -> Option<Abilities> {
        match engine {
            Some(engine) => self.imp().abilities.borrow().get(engine).copied(),
            None => Some(Abilities::built_in()),
        }
    }

    /// What an engine calls itself, with its version, where it was started; else its usual name.
    pub fn title(&self, engine: &str) -> String {
        let title = self.imp().titles.borrow().get(engine).cloned();
        let title = title.filter(|title| !title.is_empty());
        title.unwrap_or_else(|| engine_name(engine))
    }

    /// How well an engine shall play, as an Elo number; `None` for as well as it can.
    pub fn strength(&self) -> Option<i32> {
        let strength = self.imp().settings.get(preferences::ENGINE_STRENGTH);
        (strength > 0).then_some(strength)
    }

    /// The header of a game that begins now, with the strength of an engine that plays no better than it shall as the
    /// rating of that player.
    pub fn rated(&self, mut header: Header) -> Header {
        for (side, tag) in [(Color::White, "WhiteElo"), (Color::Black, "BlackElo")] {
            let Some(Computer::Engine(engine)) = header.computers.get(side) else {
                continue;
            };
            // Whether it can be limited is known once it was started.
            let range = self.abilities(Some(engine)).and_then(|able| able.strength);
            if let Some((strength, (least, most))) = self.strength().zip(range) {
                let rating = strength.clamp(least, most).to_string();
                header.tags.add(tag, &rating);
            }
        }
        header
    }

    /// Starts an engine and has it find a move. What it is able to is known afterwards. Its process ends
    /// when this does, and when it is no longer waited for.
    ///
    /// # Errors
    /// What it did wrong, at the first time.
    pub async fn try_out(&self, engine: &str) -> Result<(), Fault> {
        let tried = self
            .program(engine, false)
            .map_err(|_| Fault::CannotStart)?;
        tried.ask(Question {
            start: start_position(),
            moves: Vec::new(),
            lines: 1,
            limits: Limits {
                hard_time: Some(TO_TRY),
                ..Limits::default()
            },
        });
        while let Ok(report) = tried.reports().recv().await {
            self.note(engine, &report);
            match report {
                EngineReport::Answer(..) => return Ok(()),
                EngineReport::Failed(fault) | EngineReport::GivenUp(fault) => return Err(fault),
                EngineReport::Started(..) | EngineReport::Found(..) => {}
            }
        }
        Err(Fault::Exited)
    }

    /// An engine to play against, which overlooks other things with each `seed`. What an engine is blamed for is
    /// remembered.
    ///
    /// # Errors
    /// Where there can be no thread, or no such engine is here.
    pub fn partner(
        &self,
        computer: &Computer,
        seed: u64,
        heard: impl FnMut(EngineReport) + 'static,
    ) -> io::Result<Engine> {
        match computer {
            Computer::Level(level) => {
                let options = EngineOptions {
                    level: Some((*level, seed)),
                    memory: TO_PLAY,
                    threads: 1,
                    patient: false,
                };
                Ok(listen(Engine::built_in(options)?, heard))
            }
            // A log may name any program; only those are started that are known or were added here.
            Computer::Engine(engine) if !self.all().contains(engine) => {
                Err(io::ErrorKind::NotFound.into())
            }
            Computer::Engine(engine) => self.engine(engine, true, heard),
        }
    }

    /// What to analyze with: the engine that is chosen, or the built-in searcher.
    ///
    /// # Errors
    /// Where there can be no thread, or the engine is not here.
    pub fn analyst(&self, heard: impl FnMut(EngineReport) + 'static) -> io::Result<Engine> {
        match self.chosen() {
            Some(engine) => self.engine(&engine, false, heard),
            // One core is left to everything else.
            None => self.built_in(spare_cores(), true, heard),
        }
    }

    /// The built-in searcher to analyze a game with, whichever engine is chosen. In a single thread it says the same
    /// of the game each time.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn game_analyst(
        &self,
        hurried: bool,
        heard: impl FnMut(EngineReport) + 'static,
    ) -> io::Result<Engine> {
        self.built_in(1, !hurried, heard)
    }

    fn built_in(
        &self,
        threads: usize,
        patient: bool,
        heard: impl FnMut(EngineReport) + 'static,
    ) -> io::Result<Engine> {
        let options = EngineOptions {
            level: None,
            memory: self.memory(),
            threads,
            patient,
        };
        Ok(listen(Engine::built_in(options)?, heard))
    }

    /// MiB for what is analyzed; never so much that the machine has none left.
    fn memory(&self) -> usize {
        let memory = self.imp().settings.get(preferences::ENGINE_MEMORY);
        let memory = memory.min(half_of_the_memory());
        usize::try_from(memory).unwrap_or(1).max(1)
    }

    fn program(&self, engine: &str, plays: bool) -> io::Result<Engine> {
        let path = find_engine(engine).ok_or(io::ErrorKind::NotFound)?;
        let threads = if plays { 1 } else { spare_cores() };
        let mut settings = vec![
            ("Threads".to_owned(), threads.to_string()),
            ("Hash".to_owned(), self.memory().to_string()),
        ];
        if let Some(strength) = self.strength().filter(|_| plays) {
            settings.push(("UCI_LimitStrength".to_owned(), true.to_string()));
            settings.push(("UCI_Elo".to_owned(), strength.to_string()));
        }
        Engine::program(Program {
            path,
            supervisor: config::supervisor(),
            patient: !plays,
            settings,
            deadlines: Deadlines::default(),
        })
    }

    fn engine(
        &self,
        engine: &str,
        plays: bool,
        mut heard: impl FnMut(EngineReport) + 'static,
    ) -> io::Result<Engine> {
        let program = self.program(engine, plays)?;
        let (engines, engine) = (self.downgrade(), engine.to_owned());
        let heard = move |report| {
            if let Some(engines) = engines.upgrade() {
                engines.note(&engine, &report);
            }
            heard(report);
        };
        Ok(listen(program, heard))
    }

    /// Notes what a report tells of an engine.
    fn note(&self, engine: &str, report: &EngineReport) {
        let imp = self.imp();
        let name = engine.to_owned();
        let changed = match report {
            EngineReport::Started(title, options) => {
                let abilities = Abilities::of(options);
                imp.titles.borrow_mut().insert(name.clone(), title.clone());
                imp.abilities.borrow_mut().insert(name, abilities) != Some(abilities)
            }
            EngineReport::Failed(fault) | EngineReport::GivenUp(fault) => {
                imp.troubles.borrow_mut().insert(name, *fault) != Some(*fault)
            }
            EngineReport::Answer(..) => imp.troubles.borrow_mut().remove(engine).is_some(),
            EngineReport::Found(..) => false,
        };
        if changed {
            self.tell();
        }
    }
}

/// Tells on the main thread what an engine reports, until it is let go.
fn listen(engine: Engine, mut heard: impl FnMut(EngineReport) + 'static) -> Engine {
    let reports = engine.reports().clone();
    glib::spawn_future_local(async move {
        while let Ok(report) = reports.recv().await {
            heard(report);
        }
    });
    engine
}

/// All cores but one, which is left to everything else.
fn spare_cores() -> usize {
    available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

// The computers that can be played against: the built-in searcher at its levels, and one engine beyond them.

impl Engines {
    /// The engine to play against beyond the levels: the one that is chosen, else the first that is here.
    pub fn opponent(&self) -> Option<String> {
        let mut engines = self.chosen().into_iter().chain(self.all());
        engines.find(|engine| find_engine(engine).is_some())
    }

    /// The computer at a place of the slider, as the settings remember it: at a level, or beyond them.
    pub fn at(&self, place: i32) -> Computer {
        let level = u8::try_from(place).ok().and_then(Level::new);
        let engine = || self.opponent().map(Computer::Engine);
        let level = level.map(Computer::Level).or_else(engine);
        level.unwrap_or(Computer::Level(Level::LAST))
    }

    /// The program that has this name, if it is that of a level or of an engine that is here.
    pub fn called(&self, name: &str) -> Option<Computer> {
        let engine = || {
            let mut engines = self.all().into_iter().map(Computer::Engine);
            engines.find(|engine| engine.name() == name)
        };
        let level = Level::named(name).map(Computer::Level);
        level.or_else(engine)
    }
}

/// The greatest amount of memory that can be chosen on any machine, in MiB.
const MOST_MEMORY: i32 = 1 << 16;

/// What can be chosen for an engine, where it can be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Abilities {
    /// How badly and how well it plays when it is told to, as Elo numbers.
    pub strength: Option<(i32, i32)>,
    /// The least and the greatest amount of memory, in MiB.
    pub memory: Option<(i32, i32)>,
}

impl Abilities {
    /// What the built-in searcher is able to.
    fn built_in() -> Self {
        Self {
            strength: None,
            memory: Some((1, half_of_the_memory())),
        }
    }

    /// What an engine with these options is able to.
    fn of(options: &[(String, UciOption)]) -> Self {
        let has = |name: &str| options.iter().any(|(option, _)| option == name);
        let range = |name: &str, least: i32, most: i32| {
            let setting = options.iter().find(|(option, _)| option == name);
            let &(_, UciOption::Number(_, low, high)) = setting? else {
                return None;
            };
            let within = |value: i64| i32::try_from(value.clamp(least.into(), most.into())).ok();
            let (low, high) = (within(low)?, within(high)?);
            (low < high).then_some((low, high))
        };
        let strength = range("UCI_Elo", 1, 5000).filter(|_| has("UCI_LimitStrength"));
        Self {
            strength,
            memory: range("Hash", 1, half_of_the_memory()),
        }
    }
}

/// How far a key moves the strength of an engine.
const STEP: i32 = 50;

/// A slider over the strengths of an engine, from the least to the greatest, and beyond that to all that it can.
#[derive(Debug, Clone, Copy)]
pub struct Strengths {
    least: i32,
    most: i32,
}

impl Strengths {
    /// Those of an engine with these abilities, if it has any.
    pub fn of(abilities: Option<Abilities>) -> Option<Self> {
        let (least, most) = abilities?.strength?;
        Some(Self { least, most })
    }

    /// Gives the slider its range, and the place of a strength; `None` for all that it can. Returns the strength that
    /// the engine has of that.
    pub fn show(self, strength: Option<i32>, range: &gtk::Adjustment) -> Option<i32> {
        let full = self.most + STEP;
        let strength = strength.map(|strength| strength.clamp(self.least, self.most));
        let place = strength.unwrap_or(full);
        let step = f64::from(STEP);
        let (least, full) = (self.least.into(), full.into());
        range.configure(place.into(), least, full, step, 4.0 * step, 0.0);
        strength
    }

    /// The strength at a place, as settings have it: 0 for all that it can.
    pub fn at(self, place: f64) -> i32 {
        if place > f64::from(self.most + STEP / 2) {
            return 0;
        }
        let step = f64::from(STEP);
        let rounded = (place / step).round() * step;
        rounded.clamp(self.least.into(), self.most.into()) as i32
    }
}

/// Half of what the machine has, in MiB.
fn half_of_the_memory() -> i32 {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes = told.lines().find_map(|line| {
        let rest = line.strip_prefix("MemTotal:")?;
        rest.trim().strip_suffix("kB")?.trim().parse::<i64>().ok()
    });
    let half = kilobytes.and_then(|kilobytes| i32::try_from(kilobytes / 2 / 1024).ok());
    half.unwrap_or(MOST_MEMORY).clamp(1, MOST_MEMORY)
}

/// A tutor that thinks in another thread, about one thing at a time, until it is dropped.
#[derive(Clone, Default)]
pub struct Tutoring(Rc<Asked>);

#[derive(Default)]
struct Asked {
    /// Called when something is first asked.
    tutor: Arc<LazyLock<Mutex<Tutor>>>,
    stop: RefCell<Stop>,
}

impl Tutoring {
    /// Asks something, in place of what was asked before. `None` where something else was asked since, or it was given up.
    /// The answer keeps no tutor.
    pub fn ask<T, A>(&self, ask: A) -> impl Future<Output = Option<T>> + use<T, A>
    where
        T: Send + 'static,
        A: FnOnce(&mut Tutor, &Stop) -> Option<T> + Send + 'static,
    {
        self.stop();
        let stop = Stop::default();
        self.0.stop.replace(stop.clone());
        let (tutor, heeded) = (self.0.tutor.clone(), stop.clone());
        let answer = gio::spawn_blocking(move || {
            // What a tutor knows stays right when it panics.
            let mut tutor = tutor.lock().unwrap_or_else(|broken| broken.into_inner());
            ask(&mut tutor, &heeded)
        });
        async move {
            let answer = answer.await.ok()?;
            answer.filter(|_| !stop.is_stopped())
        }
    }

    /// Gives up what was asked.
    pub fn stop(&self) {
        self.0.stop.borrow().stop();
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.borrow().stop();
    }
}
