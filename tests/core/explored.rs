//! A folder of random games, and two answers to what was played from a position: that of the explorer, and that of a
//! replay of every game. Both must say the same.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use rank_and_file_core::chess::{Action, Chess, Color, DrawRule, Game, fen_of, read_fen};
use rank_and_file_core::library::{
    Aliases, Catalogue, Explored, Explorer, GameFilter, Library, Sought, Vocabulary,
};
use rank_and_file_core::record::log::{Folder, Header, LogEntry, lines_for, read};
use tempfile::TempDir;

use crate::random::{STARTS, act_of, chosen};

pub const PLAYERS: [&str; 6] = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Annie"];

/// Games, white wins, draws, black wins.
pub type Figures = [u32; 4];
/// The figures of all games and of every move.
pub type Said = (Figures, BTreeMap<String, Figures>);

pub struct Home {
    dir: TempDir,
    pub aliases: Aliases,
}

/// Everything is found by what is written.
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        player: str::to_owned,
        date: str::to_owned,
        outcome: |_| String::new(),
        time_control: |_| String::new(),
        keywords: Vec::new,
    }
}

impl Home {
    pub fn new() -> Self {
        let dir = TempDir::new().unwrap();
        fs::create_dir(dir.path().join("games")).unwrap();
        Self {
            dir,
            aliases: Aliases::default(),
        }
    }

    /// Games that were played after positions had been asked for; their first positions are common and their last ones
    /// rare, as in games of people.
    pub fn with_games(numbers: std::ops::Range<u64>) -> Self {
        let home = Self::new();
        home.explorer();
        numbers.for_each(|number| home.play(number, usize::MAX));
        home
    }

    pub fn folder(&self) -> Folder {
        Folder::new(self.dir.path().join("games"))
    }

    pub fn index(&self) -> PathBuf {
        self.dir.path().join("cache/games.index")
    }

    /// The file with the positions.
    pub fn positions(&self) -> PathBuf {
        self.dir.path().join("cache/games.index.positions")
    }

    /// Where earlier versions had some of them.
    pub fn outdated(&self) -> PathBuf {
        self.dir.path().join("cache/games.index.recent")
    }

    pub fn entry(&self, number: u64) -> LogEntry {
        self.folder().entry(format!("g{number:05}"))
    }

    /// Plays a random game, of so many events at most; more of them make the same game go on.
    pub fn play(&self, number: u64, most: usize) {
        fs::write(self.entry(number).path, text(number, most)).unwrap();
    }

    pub fn library(&self) -> (Library, Catalogue) {
        let mut catalogue = Catalogue::new(self.folder(), vocabulary());
        catalogue.rename(self.aliases.clone());
        let mut library = Library::open(self.folder(), &self.index(), |game| catalogue.put(game));
        let scanned = library.scan(&AtomicBool::new(false), |batch| {
            catalogue.update(batch.read, &batch.gone);
        });
        scanned.unwrap();
        (library, catalogue)
    }

    /// What a new process knows, and how many logs it had to read for the positions alone.
    pub fn explorer(&self) -> (Explorer, usize) {
        let (mut library, catalogue) = self.library();
        let mut missing = 0;
        let positions = library.positions(&AtomicBool::new(false), |_, all| missing = all);
        (Explorer::new(&catalogue, positions.unwrap()), missing)
    }

    /// Compares the answers to questions about positions that were reached, and some that were not.
    pub fn compare(&self) {
        let (explorer, missing) = self.explorer();
        assert_eq!(missing, 0, "what was read was noted");
        self.compare_with(&explorer);
    }

    pub fn compare_with(&self, explorer: &Explorer) {
        self.compare_answers(
            |position, filter| explorer.explore(position, filter).unwrap(),
            |position| {
                let found = explorer.find(&Sought::Position(Box::new(position.clone())));
                let found = found.unwrap().into_iter();
                found.map(|game| (game.id.to_string(), game.ply)).collect()
            },
        );
    }

    /// Compares what is answered: what was played from a position, and which games reached it, by their ids and
    /// plies.
    pub fn compare_answers(
        &self,
        explore: impl Fn(&Chess, &GameFilter) -> Explored,
        find: impl Fn(&Chess) -> BTreeMap<String, usize>,
    ) {
        let naive = Naive::of(self);
        let mut chance = fastrand::Rng::with_seed(7);
        let mut positions: Vec<(&String, &Vec<Visit>)> = naive.reached.iter().collect();
        positions.sort_by_key(|(fen, visits)| (usize::MAX - visits.len(), *fen));
        assert!(positions[0].1.len() > 1, "games have positions in common");
        let count = positions.len();
        for (place, (fen, visits)) in positions.into_iter().enumerate() {
            // Those that many have reached, and some of the others.
            if place > 60 && chance.usize(..count) > 150 {
                continue;
            }
            let position = read_fen(fen).unwrap();
            for filter in filters(&mut chance) {
                let wanted = naive.explore(visits, &filter, &self.aliases);
                let explored = explore(&position, &filter);
                assert_eq!(figures(explored), wanted, "{fen} {filter:?}");
            }
            let wanted = visits.iter().map(|visit| {
                let game = &naive.games[visit.game];
                (game.entry.id.clone(), visit.ply)
            });
            assert_eq!(find(&position), wanted.collect(), "{fen}");
        }
        for fen in NOWHERE {
            let position = read_fen(fen).unwrap();
            let said = figures(explore(&position, &GameFilter::default()));
            assert_eq!(said, ([0; 4], BTreeMap::new()), "{fen}");
            assert!(find(&position).is_empty());
        }
    }
}

/// Positions that no game reaches: the first differs from the usual start only in a right to castle, the second only in
/// the side to move, and in the third a side has seven queens.
const NOWHERE: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
];

/// What the explorer says.
pub fn said(explorer: &Explorer, position: &Chess, filter: &GameFilter) -> Said {
    figures(explorer.explore(position, filter).unwrap())
}

fn figures(explored: Explored) -> Said {
    let order: Vec<u32> = explored
        .moves
        .iter()
        .map(|(_, share)| share.games)
        .collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "the most played first");
    let figures = |share: rank_and_file_core::library::ResultCounts| {
        [share.games, share.white, share.draws, share.black]
    };
    let moves = explored.moves.into_iter();
    let moves = moves.map(|(ply, share)| (ply.san.to_string(), figures(share)));
    (figures(explored.all), moves.collect())
}

fn filters(chance: &mut fastrand::Rng) -> [GameFilter; 4] {
    let player = Some(PLAYERS[chance.usize(..PLAYERS.len())].to_owned());
    let day = |month| Date::new(2020, month, 15).ok();
    [
        GameFilter::default(),
        GameFilter {
            player: player.clone(),
            ..GameFilter::default()
        },
        GameFilter {
            player,
            color: Some(Color::ALL[chance.usize(..2)]),
            since: day(2),
            ..GameFilter::default()
        },
        GameFilter {
            since: day(chance.i8(1..6)),
            until: day(chance.i8(6..12)),
            ..GameFilter::default()
        },
    ]
}

struct Visit {
    game: usize,
    ply: usize,
    /// The move that followed.
    san: Option<String>,
}

struct Replayed {
    entry: LogEntry,
    header: Header,
    game: Game,
}

/// A reader that replays every game and compares positions by what stands in their FENs.
struct Naive {
    games: Vec<Replayed>,
    reached: HashMap<String, Vec<Visit>>,
}

impl Naive {
    fn of(home: &Home) -> Self {
        let (mut games, mut reached) = (Vec::new(), HashMap::<String, Vec<Visit>>::new());
        for entry in home.folder().entries().unwrap() {
            let loaded = read(&entry.path).unwrap();
            let game = games.len();
            for ply in 0..=loaded.game.plies().len() {
                let fen = fen_of(loaded.game.position_at(ply));
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                let visits = reached.entry(fields.join(" ")).or_default();
                if visits.last().is_none_or(|visit| visit.game != game) {
                    let next = loaded.game.plies().get(ply);
                    let san = next.map(|ply| ply.san.to_string());
                    visits.push(Visit { game, ply, san });
                }
            }
            games.push(Replayed {
                entry,
                header: loaded.header,
                game: loaded.game,
            });
        }
        Self { games, reached }
    }

    fn explore(&self, visits: &[Visit], filter: &GameFilter, aliases: &Aliases) -> Said {
        let mut said = Said::default();
        for visit in visits {
            let Replayed { header, game, .. } = &self.games[visit.game];
            let day = header.date().replace('.', "-").parse::<Date>().ok();
            let is = |color| {
                let shown = aliases.shown(header.player(color));
                filter.color.is_none_or(|wanted| wanted == color)
                    && filter
                        .player
                        .as_ref()
                        .is_none_or(|name| aliases.shown(name) == shown)
            };
            let counts = (is(Color::White) || is(Color::Black))
                && filter.since.is_none_or(|since| day >= Some(since))
                && filter
                    .until
                    .is_none_or(|until| day.is_some_and(|day| day <= until));
            if !counts {
                continue;
            }
            let ended = match game.outcome().map(|outcome| outcome.winner) {
                None => None,
                Some(Some(Color::White)) => Some(1),
                Some(None) => Some(2),
                Some(Some(Color::Black)) => Some(3),
            };
            for place in [Some(0), ended].into_iter().flatten() {
                said.0[place] += 1;
                if let Some(san) = &visit.san {
                    said.1.entry(san.clone()).or_default()[place] += 1;
                }
            }
        }
        said
    }
}

/// The log of a random game: most begin with common moves, in any order; in some, pieces go to and fro; and now and
/// then a move is taken back.
pub fn text(number: u64, most: usize) -> String {
    let mut chance = fastrand::Rng::with_seed(number);
    let name = |chance: &mut fastrand::Rng| PLAYERS[chance.usize(..PLAYERS.len())];
    let (white, black) = (name(&mut chance), name(&mut chance));
    let began: Timestamp = "2020-01-01T10:00:00Z".parse().unwrap();
    let began = began + (24 * chance.i64(0..365)).hours();
    let mut header = Header::new(white, black, began, DrawRule::Claimed);
    if number % 17 == 3 {
        header.started = None;
    }
    let start = if number % 4 == 3 {
        STARTS[chance.usize(..STARTS.len())]
    } else {
        STARTS[0]
    };
    let mut game = header.new_game(read_fen(start).unwrap());
    let mut log = format!("{}{}\n", header.line(), fen_of(game.start()));
    let mut act = |game: &mut Game, action| {
        if let Ok(event) = game.act(action) {
            log += &lines_for(&event, game, began);
        }
    };
    let length = chance.usize(2..120);
    for event in 0..length.min(most) {
        if game.outcome().is_some() {
            break;
        }
        if event > 3 && chance.usize(..15) == 0 {
            act(&mut game, Action::TakeBack(chance.usize(1..3)));
            continue;
        }
        let known: Vec<&str> = match event {
            0..8 => vec![
                "e4", "d4", "Nf3", "Nc3", "e5", "d5", "Nf6", "Nc6", "c4", "c5",
            ],
            8..12 => vec!["Ng1", "Ng8", "Nf3", "Nf6"],
            _ => Vec::new(),
        };
        let legal = |san: &&&str| game.read_move(san).is_ok();
        let known: Vec<&&str> = known.iter().filter(legal).collect();
        let action = match known.len() {
            0 => act_of(chosen(&game, chance.u16(..))),
            count => Action::Write((*known[chance.usize(..count)]).to_owned()),
        };
        act(&mut game, action);
    }
    if most > length && game.outcome().is_none() {
        match chance.usize(..5) {
            0 => act(&mut game, Action::Resign(Color::White)),
            1 => act(&mut game, Action::Resign(Color::Black)),
            2 if game.plies().len() > 1 => {
                act(&mut game, Action::OfferDraw);
                act(&mut game, Action::Accept);
            }
            _ => {}
        }
    }
    log
}
