//! What comes in correspondence games, up to the words of the notification: while the program runs, while it did not
//! run, and with conditional moves that are played.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rank_and_file::model::{
    Arrival, Arrivals, CorrespondenceGame, Game as Table, Notes, Opened, Seats,
};
use rank_and_file::words;
use rank_and_file_core::chess::{Action, Color, DrawRule, Game, fen_of, start_position};
use rank_and_file_core::library::heal;
use rank_and_file_core::play::ConditionalAnswer;
use rank_and_file_core::record::log::{
    Appender, ConditionalLine, ConditionalMoves, Correspondence, Header, News, OwnSeat, read,
};

use crate::desk::{Games, until, with_main_loop};
use crate::saved::now;

/// A computer with games, at which Ann sits, who has White.
struct Computer {
    games: Games,
    seats: Rc<Seats>,
}

impl Computer {
    fn new(ids: &[&str]) -> Self {
        let games = Games::new();
        fs::create_dir_all(games.folder().path()).unwrap();
        let seats = Rc::new(Seats::at(games.root().join("seats.jsonl")));
        let white = |id: &&str| ((*id).to_owned(), Some(OwnSeat::Player(Color::White)));
        seats.put(ids.iter().map(white).collect());
        Self { games, seats }
    }

    /// A program for syncing brings a game that stands so.
    fn bring(&self, id: &str, moves: &str) {
        let header = Header {
            correspondence: Some(Correspondence::default()),
            ..Header::new("Ann", "Ben", now(), DrawRule::Automatic)
        };
        let positions: Vec<String> = played(moves).positions().iter().map(fen_of).collect();
        let coming = self.games.root().join("coming");
        fs::write(
            &coming,
            format!("{}{}\n", header.line(), positions.join("\n")),
        )
        .unwrap();
        fs::rename(coming, self.path(id)).unwrap();
    }

    fn path(&self, id: &str) -> PathBuf {
        self.games.folder().entry(id.to_owned()).path
    }

    fn standings(&self) -> PathBuf {
        self.games.root().join("arrivals.jsonl")
    }

    /// Waits until it is kept that the games have so many plies.
    fn has_seen(&self, wanted: &[(&str, usize)]) {
        until("it is kept how the games stand", || {
            let text = fs::read_to_string(self.standings()).unwrap_or_default();
            wanted.iter().all(|(id, plies)| {
                let begins = format!("{{\"game\":\"{id}\",\"note\":{{\"plies\":{plies},");
                text.lines().any(|line| line.starts_with(&begins))
            })
        });
    }

    /// The program is started: what it has told so far.
    fn start(&self) -> Program {
        let conditional = Rc::new(Notes::at(self.games.root().join("conditional-moves.jsonl")));
        let arrivals = Arrivals::new(self.seats.clone(), conditional.clone(), self.standings());
        let program = Program {
            arrivals: Rc::new(arrivals),
            conditional,
            told: Rc::default(),
        };
        program.look(self);
        program
    }
}

struct Program {
    arrivals: Rc<Arrivals>,
    conditional: Rc<Notes<ConditionalMoves>>,
    told: Rc<RefCell<Vec<Arrival>>>,
}

impl Program {
    fn look(&self, computer: &Computer) {
        let told = self.told.clone();
        self.arrivals
            .look(&computer.games.folder(), move |arrival| {
                told.borrow_mut().push(arrival);
            });
    }

    /// What has been told, in the words of notifications.
    fn told(&self) -> Vec<(String, String)> {
        let told = self.told.borrow();
        let said = told
            .iter()
            .map(|arrival| words::arrival(arrival.news, &arrival.loaded, arrival.answer));
        said.collect()
    }

    fn plan(&self, id: &str, moves: &str, line: &str) {
        let game = played(moves);
        let after = played(&format!("{moves} {line}"));
        let tried = after.plies()[game.plies().len()..].iter();
        let tried: Vec<_> = tried.map(|ply| ply.mv).collect();
        let mut planned = ConditionalMoves::default();
        planned.add(&game, ConditionalLine::new(&game, &tried).unwrap());
        self.conditional.put(vec![(id.to_owned(), Some(planned))]);
    }
}

fn played(moves: &str) -> Game {
    let mut game = Game::new(start_position(), DrawRule::Automatic);
    for typed in moves.split_whitespace() {
        game.act(Action::Write(typed.to_owned())).unwrap();
    }
    game
}

fn said(title: &str, body: &str) -> (String, String) {
    (title.to_owned(), body.to_owned())
}

#[test]
fn what_comes_is_told_while_the_program_runs() {
    with_main_loop(|| {
        let computer = Computer::new(&["a", "b"]);
        computer.bring("a", "e4");
        computer.bring("b", "d4 d5 c4");
        let program = computer.start();
        computer.has_seen(&[("a", 1), ("b", 3)]);
        assert_eq!(program.told(), [], "what is there at first is no news");
        computer.bring("a", "e4 e5");
        program.look(&computer);
        until("the move is told", || !program.told().is_empty());
        computer.has_seen(&[("a", 2)]);
        let wanted = said("Ben played 1… e5", "Ann to move.");
        assert_eq!(program.told(), [wanted]);
        assert_eq!(program.told.borrow()[0].id, "a");
        assert_eq!(program.told.borrow()[0].news, News::Moved);
        // What one does oneself is no news.
        computer.bring("a", "e4 e5 Nf3");
        program.look(&computer);
        computer.has_seen(&[("a", 3)]);
        assert_eq!(program.told().len(), 1);
    });
}

#[test]
fn what_came_while_the_program_was_closed_is_told_once() {
    with_main_loop(|| {
        let computer = Computer::new(&["a", "b", "c"]);
        for (id, moves) in [("a", "e4"), ("b", "d4"), ("c", "c4")] {
            computer.bring(id, moves);
        }
        let program = computer.start();
        computer.has_seen(&[("a", 1), ("b", 1), ("c", 1)]);
        drop(program);
        // Ben moves in one game, and twice in another one, where Ann has moved on a third computer.
        computer.bring("a", "e4 e5");
        computer.bring("c", "c4 e5 g3 d5");
        let program = computer.start();
        until("both are told", || program.told().len() == 2);
        computer.has_seen(&[("a", 2), ("c", 4)]);
        let wanted = [
            said("Ben played 1… e5", "Ann to move."),
            said("Ben played 2… d5", "Ann to move."),
        ];
        assert_eq!(program.told(), wanted);
        drop(program);
        // It is not told again.
        computer.bring("b", "d4 d5");
        let program = computer.start();
        until("only what is new is told", || !program.told().is_empty());
        computer.has_seen(&[("b", 2)]);
        assert_eq!(program.told(), [said("Ben played 1… d5", "Ann to move.")]);
    });
}

#[test]
fn a_conditional_move_is_played_as_the_move_comes() {
    with_main_loop(|| {
        let computer = Computer::new(&["a", "b"]);
        computer.bring("a", "e4");
        computer.bring("b", "d4");
        let program = computer.start();
        computer.has_seen(&[("a", 1), ("b", 1)]);
        program.plan("a", "e4", "e5 Nf3 Nc6 Bb5");
        program.plan("b", "d4", "d5 c4");
        computer.bring("a", "e4 e5");
        computer.bring("b", "d4 Nf6");
        program.look(&computer);
        until("both are told", || program.told().len() == 2);
        let wanted = [
            said(
                "Ben played 1… e5",
                "Your conditional move 2. Nf3 was played. Ben to move.",
            ),
            said(
                "Ben played 1… Nf6",
                "None of your conditional moves answers this move. They were removed. Ann to move.",
            ),
        ];
        assert_eq!(program.told(), wanted);
        assert_eq!(program.conditional.get("b"), None);
        assert!(program.conditional.get("a").is_some());
        computer.has_seen(&[("a", 3), ("b", 2)]);
        let loaded = read(&computer.path("a")).unwrap();
        assert_eq!((loaded.game.plies().len(), loaded.fault), (3, None));
        assert_eq!(read(&computer.path("b")).unwrap().game.plies().len(), 2);
        // The rest of the line waits, also for what comes while the program is closed.
        until("the lines are in their file", || {
            let path = computer.games.root().join("conditional-moves.jsonl");
            fs::read_to_string(path).is_ok_and(|text| text.contains("f1b5"))
        });
        drop(program);
        computer.bring("a", "e4 e5 Nf3 Nc6");
        let program = computer.start();
        until("it is told", || !program.told().is_empty());
        let wanted = said(
            "Ben played 2… Nc6",
            "Your conditional move 3. Bb5 was played. Ben to move.",
        );
        assert_eq!(program.told(), [wanted]);
        assert_eq!(read(&computer.path("a")).unwrap().game.plies().len(), 5);
    });
}

#[test]
fn a_conditional_move_waits_where_the_game_is_open() {
    with_main_loop(|| {
        let computer = Computer::new(&["a"]);
        computer.bring("a", "e4");
        let program = computer.start();
        computer.has_seen(&[("a", 1)]);
        program.plan("a", "e4", "e5 Nf3");
        computer.bring("a", "e4 e5");
        let (_, open) = Appender::open(&computer.path("a")).unwrap();
        program.look(&computer);
        until("the move is told", || !program.told().is_empty());
        assert_eq!(program.told.borrow()[0].answer, ConditionalAnswer::Waits);
        drop(open);
        assert_eq!(read(&computer.path("a")).unwrap().game.plies().len(), 2);
    });
}

#[test]
fn lines_of_a_game_that_is_over_are_forgotten() {
    with_main_loop(|| {
        let computer = Computer::new(&["a"]);
        computer.bring("a", "f3 e5");
        let program = computer.start();
        computer.has_seen(&[("a", 2)]);
        program.plan("a", "f3 e5 g3", "d5 Bg2");
        assert!(program.conditional.get("a").is_some());
        computer.bring("a", "f3 e5 g4 Qh4#");
        program.look(&computer);
        until("the mate is told", || !program.told().is_empty());
        assert_eq!(program.told()[0].0, "Ben played 2… Qh4#");
        assert_eq!(program.conditional.get("a"), None);
    });
}

/// A game in which the move of the opponent is overdue, but lies in the folder when time is claimed: `bring` puts what is
/// in the first file into it, which is to become the second one.
#[track_caller]
fn a_late_move_counts(bring: impl Fn(&Path, &Path) + Send + 'static) {
    with_main_loop(move || {
        let computer = Computer::new(&["a"]);
        computer.bring("a", "e4");
        let path = computer.path("a");
        let log = fs::read_to_string(&path).unwrap();
        let [unhurried, hurried] =
            ["{}", "{\"days\":3}"].map(|terms| format!("\"correspondence\":{terms}"));
        let log = log.replace(&unhurried, &hurried) + "# {\"moved\":\"2001-01-01T00:00:00Z\"}\n";
        fs::write(&path, &log).unwrap();
        let Opened::Ready(game) = Table::opened("a", Appender::open(&path)) else {
            panic!("it can be continued");
        };
        CorrespondenceGame::of(&game).sit_here(OwnSeat::Player(Color::White));
        assert!(CorrespondenceGame::of(&game).time_claim().is_some());
        let moved = fen_of(played("e4 e5").position());
        let there = format!("{log}{moved}\n");
        let coming = computer.games.root().join("coming");
        fs::write(&coming, &there).unwrap();
        bring(&coming, &path);
        let (claimed, done) = (game.clone(), Rc::new(Cell::new(false)));
        let told = done.clone();
        glib::spawn_future_local(async move {
            CorrespondenceGame::of(&claimed).claim_on_time().await;
            told.set(true);
        });
        until("the file is looked at", || done.get());
        assert_eq!(game.outcome(), None);
        drop(game);
        let folder = computer.games.folder();
        until("the game is left, and there is one log", || {
            heal(&folder).unwrap();
            folder.list().unwrap().files().count() == 1
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), there);
    });
}

/// As a program for syncing brings the late move while the player is asked whether to claim.
#[test]
fn a_late_move_that_lies_unread_counts_before_a_claim_on_time() {
    a_late_move_counts(|coming, path| fs::rename(coming, path).unwrap());
}

/// As it does where it takes both files for changed.
#[test]
fn a_late_move_in_a_copy_counts_before_a_claim_on_time() {
    a_late_move_counts(|coming, path| {
        let copy = "a.sync-conflict-20261124-101500-ABCDEFG.fenlog";
        fs::rename(coming, path.with_file_name(copy)).unwrap();
    });
}
