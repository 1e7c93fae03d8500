//! The computer as a player: it answers, waits, gives way, and survives everything that its engine does.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use jiff::Timestamp;
use rank_and_file::model::{Engines, Game, Partner};
use rank_and_file_core::chess::{Action, Color, DrawRule, Refusal, Square, start_position};
use rank_and_file_core::record::log::{Header, read};

use crate::desk::{Games, Haste, settle, until, until_first, with_main_loop};
use crate::program::write_program;

/// An engine that does this when it is to search.
const ENGINE: &str = "#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo 'id name Fake'; echo uciok ;;
    isready) echo readyok ;;
    go) GO ;;
    quit) exit ;;
  esac
done
";

/// A game with computers, and those who play it.
struct Table {
    games: Games,
    game: Game,
    partner: Option<Partner>,
    attended: Rc<Cell<bool>>,
    told: Rc<RefCell<Vec<String>>>,
}

impl Table {
    fn new(computers: &[(Color, &str)], control: Option<&str>) -> Self {
        let mut header = Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Automatic);
        for (side, computer) in computers {
            header = header.with_computer(*side, computer.parse().unwrap());
        }
        header.time_control = control.map(|control| control.parse().unwrap());
        let games = Games::new();
        let game = Game::begin(&games.folder(), header, start_position());
        let (attended, told) = (Rc::new(Cell::new(true)), Rc::default());
        let mut table = Self {
            games,
            game,
            partner: None,
            attended,
            told,
        };
        let (attended, told) = (table.attended.clone(), table.told.clone());
        table.partner = Partner::of(
            &table.game,
            move || attended.get(),
            move |what| told.borrow_mut().push(what.to_owned()),
        );
        table
    }

    /// A game against an added engine, that does this when it is to search.
    fn against_engine(go: &str, control: Option<&str>) -> (Self, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fake");
        write_program(&path, &ENGINE.replace("GO", go));
        // Only engines that were added are started.
        Engines::shared().add(path.to_str().unwrap());
        let table = Self::new(&[(Color::Black, path.to_str().unwrap())], control);
        (table, folder)
    }

    fn write(&self, san: &str) {
        self.game.act(Action::Write(san.to_owned())).expect(san);
    }

    fn attend(&self, attends: bool) {
        self.attended.set(attends);
        if let Some(partner) = &self.partner {
            partner.look();
        }
    }

    #[track_caller]
    fn reaches(&self, ply: u32) {
        until(&format!("ply {ply}"), || self.game.ply() == ply);
    }

    /// Whether the placement that is shown begins like this.
    #[track_caller]
    fn shows(&self, placement: &str) {
        let shown = self.game.viewer().fen();
        assert!(shown.starts_with(placement), "{shown}");
    }
}

/// Waits until another computer, which is asked now, has answered twice: by then, a computer that was asked before
/// would have answered.
pub fn another_answers() {
    let table = Table::new(&[(Color::Black, "1")], None);
    for (san, ply) in [("a3", 2), ("h3", 4)] {
        table.write(san);
        table.reaches(ply);
    }
}

#[test]
fn the_computer_answers_and_everything_is_saved() {
    with_main_loop(|| {
        let table = Table::new(&[(Color::Black, "1")], None);
        settle();
        assert!(!table.game.thinking() && table.game.withheld_move().is_none());
        for ply in [2, 4] {
            table.write(
                ["e4", "d4", "c4"]
                    .into_iter()
                    .find(|san| table.game.with_game(|rules| rules.read_move(san).is_ok()))
                    .unwrap(),
            );
            until_first("it thinks", || table.game.thinking());
            table.reaches(ply);
            assert!(!table.game.thinking());
        }
        until("it is saved", || !table.game.pending());
        let loaded = read(&table.games.path_of(&table.game)).unwrap();
        assert_eq!(loaded.game.plies().len(), 4);
        assert!(table.told.borrow().is_empty());
        // It thinks no more than it is asked.
        another_answers();
        assert_eq!(table.game.ply(), 4);
    });
}

#[test]
fn a_player_cannot_move_for_the_computer() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let table = Table::new(&[(Color::Black, "1")], None);
        table.attend(false);
        table.write("e4");
        // What is not shown yet counts already.
        assert!(table.game.withheld_move().is_some());
        table.reaches(1);
        let mv = Action::Move {
            from: Square::E7,
            to: Square::E5,
            promotion: None,
        };
        for action in [mv, Action::Write("e5".to_owned()), Action::OfferDraw] {
            assert_eq!(table.game.act(action), Err(Refusal::ComputersTurn));
            assert_eq!(table.game.status(), "It is the computer’s turn.");
            assert_eq!(table.game.tried(), None);
        }
        another_answers();
        // No page shows the board, so the computer waits.
        assert!(table.game.ply() == 1 && !table.game.thinking());
        table.attend(true);
        table.reaches(2);
    });
}

#[test]
fn what_is_found_while_the_player_is_away_is_played_afterwards() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let table = Table::new(&[(Color::White, "1")], None);
        assert!(table.game.thinking());
        table.attended.set(false);
        another_answers();
        assert_eq!(table.game.ply(), 0);
        table.attend(true);
        table.reaches(1);
    });
}

#[test]
fn a_computer_that_waits_moves_before_its_flag_falls() {
    with_main_loop(|| {
        let table = Table::new(&[(Color::Black, "1")], Some("22"));
        table.attended.set(false);
        table.write("e4");
        until_first("it thinks", || table.game.thinking());
        until_first("it waits", || !table.game.thinking());
        assert_eq!(table.game.ply(), 1);
        table.reaches(2);
        let left = table.game.clock_left(Color::Black);
        assert!(left.is_some_and(|left| left > 15_000), "{left:?}");
    });
}

#[test]
fn it_gives_moves_back() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let table = Table::new(&[(Color::Black, "2")], None);
        assert_eq!(table.game.takeback(), None);
        table.write("e4");
        table.reaches(2);
        assert_eq!(table.game.takeback(), Some(2));
        table.game.act(Action::ProposeTakeback(2)).unwrap();
        until_first("the offer is shown", || table.game.offer().is_some());
        assert_eq!(table.game.offer_to_answer(), None);
        let answered = table.game.act(Action::Accept);
        assert_eq!(answered, Err(Refusal::OfferPending));
        assert_eq!(
            table.game.status(),
            "An offer is still waiting for its answer."
        );
        table.reaches(0);
        assert!(
            table
                .game
                .status()
                .starts_with("The last move of each player was taken back.")
        );
        // While it thinks, there is only the own move to take back.
        table.attend(false);
        table.write("d4");
        table.reaches(1);
        assert_eq!(table.game.takeback(), Some(1));
        table.attend(true);
        table.game.act(Action::ProposeTakeback(1)).unwrap();
        table.reaches(0);
        another_answers();
        assert_eq!(table.game.ply(), 0);
    });
}

#[test]
fn it_says_what_it_thinks_of_a_draw() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let table = Table::new(&[(Color::Black, "3")], None);
        table.write("e4");
        table.reaches(2);
        table.game.act(Action::OfferDraw).unwrap();
        until_first("the offer is shown", || table.game.offer().is_some());
        assert_eq!(table.game.status(), "Ann offers a draw.");
        until("the answer", || {
            table.game.status().ends_with(" declines the draw.")
        });
        assert_eq!(table.game.offer(), None);
        assert_eq!(table.game.outcome(), None);
    });
}

#[test]
fn it_waits_for_the_clocks_and_goes_with_its_partner() {
    with_main_loop(|| {
        let mut table = Table::new(&[(Color::Black, "1")], Some("300+2"));
        table.write("e4");
        until_first("it thinks", || table.game.thinking());
        assert_eq!(table.game.clock_running(), Some(Color::Black));
        table.game.act(Action::Pause).unwrap();
        until_first("it rests", || !table.game.thinking());
        another_answers();
        assert_eq!(table.game.ply(), 1);
        table.game.act(Action::Resume).unwrap();
        let haste = Haste::times(10);
        table.reaches(2);
        drop(haste);
        table.write("a3");
        until_first("it thinks again", || table.game.thinking());
        table.partner.take();
        assert!(!table.game.thinking());
        another_answers();
        assert_eq!(table.game.ply(), 3);
        // A game that is over needs no computer.
        table.game.act(Action::Resign(Color::White)).unwrap();
        until("the end", || table.game.outcome().is_some());
        assert!(Partner::of(&table.game, || true, |_| {}).is_none());
    });
}

#[test]
fn two_computers_play_each_other() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let table = Table::new(&[(Color::White, "1"), (Color::Black, "2")], None);
        until("four plies", || table.game.ply() >= 4);
        assert_eq!(table.game.takeback(), None);
        let moved = table.game.act(Action::Write("a3".to_owned()));
        assert_eq!(moved, Err(Refusal::ComputersTurn));
    });
}

#[test]
fn an_engine_that_dies_is_replaced() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let (table, _folder) = Table::against_engine("exit 1", Some("300"));
        table.write("e4");
        table.reaches(2);
        assert_eq!(
            *table.told.borrow(),
            [
                "fake stopped unexpectedly. Restarting.",
                "fake stopped unexpectedly. The built-in engine takes over."
            ]
        );
        assert_eq!(table.game.outcome(), None);
        // It is not asked again.
        table.write("a3");
        table.reaches(4);
        assert_eq!(table.told.borrow().len(), 2);
    });
}

#[test]
fn an_engine_that_cannot_play_is_replaced() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let (table, _folder) = Table::against_engine("echo 'bestmove e2e4'", None);
        table.write("e4");
        table.reaches(2);
        let told = table.told.borrow().join(" ");
        assert!(
            told.contains("played an illegal move. The built-in"),
            "{told}"
        );
    });
}

#[test]
fn an_engine_that_is_gone_is_replaced() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let table = Table::new(&[(Color::White, "/no/such/engine")], None);
        table.reaches(1);
        assert_eq!(
            *table.told.borrow(),
            ["engine could not be found. The built-in engine takes over."]
        );
    });
}

#[test]
fn an_engine_plays() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let go = "echo 'info depth 1 score cp 5 pv e7e5'; echo 'bestmove e7e5'";
        let (table, _folder) = Table::against_engine(go, None);
        table.write("e4");
        table.reaches(2);
        table.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/");
        assert!(table.told.borrow().is_empty());
    });
}

#[test]
fn an_engine_that_fails_once_goes_on() {
    with_main_loop(|| {
        let _haste = Haste::times(10);
        let go =
            r#"if [ -e "$0.failed" ]; then echo 'bestmove e7e5'; else touch "$0.failed"; exit; fi"#;
        let (table, _folder) = Table::against_engine(go, None);
        table.write("e4");
        table.reaches(2);
        table.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/");
        assert_eq!(
            *table.told.borrow(),
            ["fake stopped unexpectedly. Restarting.", ""]
        );
    });
}
