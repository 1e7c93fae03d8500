//! Correspondence games: at which computer it is whose turn, what the log says, and two folders that are copied to and
//! fro.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use rank_and_file_core::chess::{
    Action, Color, DrawRule, Game, Outcome, Reason, Refusal, fen_of, start_position,
};
use rank_and_file_core::library::heal;
use rank_and_file_core::play::PlayedGame;
use rank_and_file_core::record::log::{
    Appender, Correspondence, Folder, Header, LogEntry, News, NoteFile, OwnSeat, Standing, read,
    read_bytes,
};
use tempfile::TempDir;

use super::write;
use crate::saved::{header, now};

const ID: &str = "20261120T190500Z-0000000a";

fn sent(days: Option<u32>) -> Header {
    Header {
        correspondence: Some(Correspondence { days }),
        ..header()
    }
}

fn seated(seat: Option<OwnSeat>) -> PlayedGame {
    let game = sent(None).new_game(start_position());
    let mut played = PlayedGame::new(sent(None), game);
    if let Some(seat) = seat {
        played.sit_here(seat);
    }
    played
}

fn first_lines(header: &Header) -> String {
    format!("{}{}\n", header.line(), fen_of(&start_position()))
}

#[test]
fn the_terms_stand_in_the_first_record() {
    for days in [None, Some(1), Some(14), Some(365)] {
        let loaded = read_bytes(first_lines(&sent(days)).into_bytes());
        assert_eq!(loaded.header, sent(days));
        assert_eq!(loaded.fault, None);
    }
    assert!(!header().line().contains("correspondence"));
    assert!(
        sent(Some(3))
            .line()
            .contains(r#""correspondence":{"days":3}"#)
    );
    // Days that make no sense are none; what is no object says nothing.
    for (written, read) in [
        (r#"{"days":0}"#, Some(Correspondence::default())),
        (r#"{"days":366}"#, Some(Correspondence::default())),
        (r#"{"days":null,"more":1}"#, Some(Correspondence::default())),
        (r#"{"days":-3}"#, None),
        (r#""3 days""#, None),
        ("null", None),
    ] {
        let line = sent(None).line().replace("{}", written);
        let loaded = read_bytes(format!("{line}{}\n", fen_of(&start_position())).into_bytes());
        assert_eq!(loaded.header.correspondence, read, "{line}");
        assert_eq!(loaded.fault, None);
    }
}

#[test]
fn a_rematch_is_one_by_correspondence_too() {
    let next = sent(Some(3)).rematch(&start_position());
    assert_eq!(next.correspondence, Some(Correspondence { days: Some(3) }));
    assert_eq!(next.white, "Ben");
}

#[test]
fn a_player_acts_on_the_own_turn_alone() {
    let mut ann = seated(Some(OwnSeat::Player(Color::White)));
    let mut ben = seated(Some(OwnSeat::Player(Color::Black)));
    let elsewhere = Err(Refusal::PlayedElsewhere);
    assert_eq!(ben.act(write("e4")), elsewhere);
    assert_eq!(ben.act(Action::Claim(None)), elsewhere);
    assert!(ann.act(write("e4")).is_ok());
    for action in [
        write("e5"),
        Action::OfferDraw,
        Action::Claim(None),
        Action::Resign(Color::Black),
    ] {
        assert_eq!(ann.act(action), elsewhere);
    }
    assert_eq!(
        ann.act(Action::ProposeTakeback(1)),
        Err(Refusal::MovesStand)
    );
    // The player who waits for the opponent may resign, too.
    let event = ann.act(Action::Resign(Color::White)).unwrap();
    assert_eq!(event.ended().unwrap().winner, Some(Color::Black));
}

#[test]
fn a_draw_that_is_offered_with_a_move_is_answered_elsewhere() {
    let mut ann = seated(Some(OwnSeat::Player(Color::White)));
    let mut text = first_lines(&sent(None));
    let mut ben = seated(Some(OwnSeat::Player(Color::Black)));
    let mut pass = |from: &mut PlayedGame, to: &mut PlayedGame, action: Action| {
        let own = from.own_seat().unwrap();
        let other = to.own_seat().unwrap();
        let event = from.act(action).unwrap();
        text += &from.lines(&event);
        let before = Standing::of(to.game());
        *to = PlayedGame::of(read_bytes(text.clone().into_bytes()));
        to.sit_here(other);
        assert_eq!(
            before.news(to.game(), own.side().unwrap()),
            None,
            "own acts are no news"
        );
        before.news(to.game(), other.side().unwrap())
    };
    assert_eq!(pass(&mut ann, &mut ben, write("e4")), Some(News::Moved));
    assert_eq!(pass(&mut ben, &mut ann, write("e5")), Some(News::Moved));
    let offered = pass(&mut ann, &mut ben, Action::OfferDraw);
    assert_eq!(offered, Some(News::OffersDraw));
    assert_eq!(pass(&mut ann, &mut ben, write("Nf3")), Some(News::Moved));
    assert_eq!(ann.act(Action::Accept), Err(Refusal::PlayedElsewhere));
    let ended = pass(&mut ben, &mut ann, Action::Accept);
    assert_eq!(ended, Some(News::Ended));
    assert_eq!(ann.game().outcome().unwrap().reason, Reason::Agreement);
    // A game that is over is no news any more.
    assert_eq!(
        Standing::of(ann.game()).news(ann.game(), Color::White),
        None
    );
}

#[test]
fn no_move_is_played_before_it_is_known_who_sits_here() {
    for seat in [None, Some(OwnSeat::Onlooker)] {
        let mut played = seated(seat);
        assert_eq!(played.act(write("e4")), Err(Refusal::LookingOn));
        let resigns = Action::Resign(Color::White);
        assert_eq!(played.act(resigns), Err(Refusal::LookingOn));
    }
    // At one table, it does not matter who that is.
    let mut together = PlayedGame::new(header(), header().new_game(start_position()));
    together.sit_here(OwnSeat::Onlooker);
    assert_eq!(together.own_seat(), None);
    assert!(together.act(write("e4")).is_ok());
}

#[test]
fn a_player_has_so_many_days_from_the_last_move_on() {
    let text = |moved: &str| {
        let mut played = PlayedGame::new(sent(Some(3)), sent(None).new_game(start_position()));
        played.sit_here(OwnSeat::Player(Color::White));
        let event = played.act(write("e4")).unwrap();
        let lines = played.lines(&event);
        let own = lines.lines().last().unwrap();
        assert!(own.starts_with(r#"# {"moved":""#), "{lines}");
        let lines = lines.replace(own, &format!("# {{\"moved\":{moved}}}"));
        first_lines(&sent(Some(3))) + &lines
    };
    let deadline = |text: String| {
        let loaded = read_bytes(text.into_bytes());
        assert_eq!(loaded.fault, None);
        let deadline = PlayedGame::of(loaded).deadline();
        deadline.map(|time| time.to_string())
    };
    let begun = deadline(first_lines(&sent(Some(3))));
    assert_eq!(begun.unwrap(), "2026-11-23T19:05:00Z");
    let moved = deadline(text(r#""2026-11-21T08:00:00Z""#));
    assert_eq!(moved.unwrap(), "2026-11-24T08:00:00Z");
    // A time that is none is not known, and spoils nothing.
    assert_eq!(deadline(text("5")), None);
    assert_eq!(deadline(text(r#""soon""#)), None);
    assert_eq!(deadline(first_lines(&sent(None))), None);
    // No time is so late that it cannot be reckoned with.
    assert_eq!(deadline(text(r#""9999-12-30T22:00:00Z""#)), None);
}

/// The game of a log in which Black has had the turn since a day long ago.
fn long_overdue(start: &str) -> PlayedGame {
    let text = format!(
        "{}{start}\n# {{\"moved\":\"2001-01-01T00:00:00Z\"}}\n",
        sent(Some(3)).line()
    );
    let loaded = read_bytes(text.into_bytes());
    assert_eq!(loaded.fault, None);
    PlayedGame::of(loaded)
}

const BLACK_MOVES: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn a_game_is_claimed_on_time_once_the_move_is_overdue() {
    let mut ann = long_overdue(BLACK_MOVES);
    assert!(ann.is_overdue());
    // Who may do so is not known yet; then an onlooker, and the player who is late.
    for seat in [
        None,
        Some(OwnSeat::Onlooker),
        Some(OwnSeat::Player(Color::Black)),
    ] {
        if let Some(seat) = seat {
            ann.sit_here(seat);
        }
        assert_eq!(ann.time_claim(), None);
        let won = Outcome::win(Color::White, Reason::Time);
        assert!(ann.act(Action::Conclude(won)).is_err());
    }
    // The player who is late may still move.
    let mut ben = ann.clone();
    assert!(ben.act(write("e5")).is_ok());
    ben.sit_here(OwnSeat::Player(Color::White));
    assert_eq!(ben.time_claim(), None);

    ann.sit_here(OwnSeat::Player(Color::White));
    let won = Outcome::win(Color::White, Reason::Time);
    assert_eq!(ann.time_claim(), Some(won));
    let others = [
        Outcome::win(Color::Black, Reason::Time),
        Outcome::win(Color::White, Reason::Other),
    ];
    for other in others {
        let refused = ann.act(Action::Conclude(other));
        assert_eq!(refused, Err(Refusal::PlayedElsewhere));
    }
    let before = Standing::of(ann.game());
    let event = ann.act(Action::Conclude(won)).unwrap();
    assert_eq!(event.ended(), Some(won));
    assert_eq!(ann.time_claim(), None);
    let lines = ann.lines(&event);
    assert!(
        lines.starts_with(r##"# {"result":"1-0","reason":"time","ended":"##),
        "{lines}"
    );
    // It is news to the player who was late alone.
    assert_eq!(before.news(ann.game(), Color::Black), Some(News::Ended));
    assert_eq!(before.news(ann.game(), Color::White), None);
}

#[test]
fn a_claim_on_time_needs_a_deadline_that_has_passed() {
    let game = sent(None).new_game(start_position());
    let begun = |days, started: Timestamp| {
        let header = Header {
            started: Some(started),
            ..sent(days)
        };
        let mut played = PlayedGame::new(header, game.clone());
        played.sit_here(OwnSeat::Player(Color::Black));
        played
    };
    let long_ago: Timestamp = "2001-01-01T00:00:00Z".parse().unwrap();
    assert!(begun(Some(3), long_ago).time_claim().is_some());
    assert_eq!(begun(None, long_ago).time_claim(), None);
    assert_eq!(begun(Some(3), Timestamp::now()).time_claim(), None);
}

#[test]
fn who_cannot_mate_claims_a_draw_on_time() {
    let mut ann = long_overdue("7k/7p/8/8/8/8/8/K7 b - - 0 1");
    ann.sit_here(OwnSeat::Player(Color::White));
    let drawn = Outcome::draw(Reason::TimeNoMatingMaterial);
    assert_eq!(ann.time_claim(), Some(drawn));
    let before = Standing::of(ann.game());
    let event = ann.act(Action::Conclude(drawn)).unwrap();
    let lines = ann.lines(&event);
    assert!(lines.contains(r#""reason":"time-no-mating-material""#));
    assert_eq!(before.news(ann.game(), Color::White), None);
    assert_eq!(before.news(ann.game(), Color::Black), Some(News::Ended));
}

#[test]
fn what_has_come_since_long_ago_is_news_only_where_the_opponent_did_it() {
    let played = |moves: &str| {
        let mut game = sent(None).new_game(start_position());
        for typed in moves.split_whitespace() {
            game.act(write(typed)).unwrap();
        }
        game
    };
    let before = Standing::of(&played("e4"));
    let news = |game: &Game| Color::ALL.map(|own| before.news(game, own));
    assert_eq!(news(&played("e4 e5")), [Some(News::Moved), None]);
    assert_eq!(news(&played("e4 e5 Nf3")), [None, Some(News::Moved)]);
    // A move of one's own, and then the end or an offer by the opponent.
    let mut resigned = played("e4 e5 Nf3");
    resigned.act(Action::Resign(Color::Black)).unwrap();
    assert_eq!(news(&resigned), [Some(News::Ended), None]);
    let mut offered = played("e4 e5 Nf3");
    offered.act(Action::OfferDraw).unwrap();
    assert_eq!(news(&offered), [Some(News::OffersDraw), Some(News::Moved)]);
    // The opponent has moved, and one has resigned upon that.
    let mut given_up = played("e4 e5 Nf3");
    given_up.act(Action::Resign(Color::White)).unwrap();
    assert_eq!(news(&given_up), [None, Some(News::Moved)]);
    // A mate is a move.
    let before = Standing::of(&played("f3 e5"));
    let mate = played("f3 e5 g4 Qh4#");
    assert_eq!(before.news(&mate, Color::White), Some(News::Moved));
    assert_eq!(before.news(&mate, Color::Black), None);
}

#[test]
fn a_claimed_draw_is_no_news_to_the_one_who_claims() {
    let header = Header {
        draws: DrawRule::Claimed,
        ..sent(None)
    };
    let mut game = header.new_game(start_position());
    for typed in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
        game.act(write(typed)).unwrap();
    }
    let before = Standing::of(&game);
    game.act(Action::Claim(None)).unwrap();
    assert_eq!(game.outcome().unwrap().reason, Reason::Threefold);
    assert_eq!(before.news(&game, Color::White), None);
    assert_eq!(before.news(&game, Color::Black), Some(News::Ended));
}

#[test]
fn who_sits_here_is_kept_apart() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("seats.jsonl");
    let file: NoteFile<OwnSeat> = NoteFile::new(path.clone());
    assert!(file.read().unwrap().is_empty());
    let take = |game: &str, seat| {
        let taken = file.update(|seats| {
            seats.insert(game.to_owned(), seat);
        });
        taken.unwrap();
    };
    take("a", OwnSeat::Player(Color::White));
    take("b", OwnSeat::Onlooker);
    take("a", OwnSeat::Player(Color::Black));
    let told = fs::read_to_string(&path).unwrap();
    assert!(told.contains("{\"game\":\"b\",\"note\":\"none\"}\n"));
    // As earlier versions wrote it.
    let earlier = "{\"game\":\"c\",\"plays\":\"red\"}\n{\"game\":\"d\",\"plays\":\"white\"}\n";
    fs::write(&path, format!("{told}{earlier}nonsense \u{1}\n")).unwrap();
    let seats: Vec<_> = file.read().unwrap().into_iter().collect();
    let expected = [
        ("a".to_owned(), OwnSeat::Player(Color::Black)),
        ("b".to_owned(), OwnSeat::Onlooker),
        ("d".to_owned(), OwnSeat::Player(Color::White)),
    ];
    assert_eq!(seats, expected);
}

// --- Two folders -------------------------------------------------------------------

/// A desktop with its folder of games.
struct Desktop {
    home: TempDir,
    seat: OwnSeat,
}

impl Desktop {
    fn of(side: Color) -> Self {
        Self {
            home: TempDir::new().unwrap(),
            seat: OwnSeat::Player(side),
        }
    }

    fn entry(&self) -> LogEntry {
        Folder::new(self.home.path().to_owned()).entry(ID.to_owned())
    }

    /// Opens the game, acts and lets go of it.
    fn act(&self, action: Action) -> Result<(), Refusal> {
        let (loaded, mut appender) = Appender::open(&self.entry().path).unwrap();
        let mut played = PlayedGame::of(loaded);
        played.sit_here(self.seat);
        let event = played.act(action)?;
        appender.append(&played.lines(&event)).unwrap();
        Ok(())
    }

    /// What a program for syncing does, which puts a new file in the place of the old one.
    fn sync_to(&self, other: &Self) {
        let coming = other.home.path().join(".syncthing.tmp");
        fs::copy(self.entry().path, &coming).unwrap();
        fs::rename(coming, other.entry().path).unwrap();
    }

    /// What a program for syncing does where both have changed.
    fn part_from(&self, other: &Self) {
        for (own, foreign) in [(self, other), (other, self)] {
            let name = format!("{ID}.sync-conflict-20261121-080000-ABCDEFG.fenlog");
            fs::copy(foreign.entry().path, own.home.path().join(name)).unwrap();
        }
    }

    fn logs(&self) -> Vec<(String, Vec<u8>)> {
        let folder = Folder::new(self.home.path().to_owned());
        let entries = folder.entries().unwrap();
        let bytes = |path: &Path| fs::read(path).unwrap();
        let logs = entries
            .into_iter()
            .map(|entry| (entry.id, bytes(&entry.path)));
        logs.collect()
    }

    fn heal(&self) {
        let healing = heal(&Folder::new(self.home.path().to_owned())).unwrap();
        assert!(healing.left.is_empty());
    }
}

fn two_desktops() -> [Desktop; 2] {
    let desktops = [Color::White, Color::Black].map(Desktop::of);
    fs::write(desktops[0].entry().path, first_lines(&sent(Some(3)))).unwrap();
    desktops[0].sync_to(&desktops[1]);
    desktops
}

#[test]
fn two_folders_play_a_game_to_mate() {
    let [ann, ben] = two_desktops();
    let moves = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
    for (number, typed) in moves.into_iter().enumerate() {
        let (mover, other) = if number % 2 == 0 {
            (&ann, &ben)
        } else {
            (&ben, &ann)
        };
        let before = read(&other.entry().path).unwrap();
        assert_eq!(other.act(write(typed)), Err(Refusal::PlayedElsewhere));
        mover.act(write(typed)).unwrap();
        mover.sync_to(other);
        let after = read(&other.entry().path).unwrap();
        assert!(after.moved >= before.moved);
        let news = Standing::of(&before.game);
        let own = other.seat.side().unwrap();
        assert_eq!(news.news(&after.game, own), Some(News::Moved));
    }
    let [first, second] = [&ann, &ben].map(|desktop| read(&desktop.entry().path).unwrap());
    assert_eq!(first.bytes(), second.bytes());
    assert_eq!(first.fault, None);
    let outcome = first.end.unwrap().outcome;
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Color::White), Reason::Checkmate)
    );
    assert!(first.header.started == Some(now()));
}

#[test]
fn what_both_wrote_in_turn_is_one_game_again() {
    let [ann, ben] = two_desktops();
    ann.act(write("e4")).unwrap();
    ann.sync_to(&ben);
    ben.act(write("e5")).unwrap();
    // Ann has the log without the answer; a program for syncing takes that for a conflict.
    ann.part_from(&ben);
    for desktop in [&ann, &ben] {
        desktop.heal();
    }
    assert_eq!(ann.logs().len(), 1);
    assert_eq!(ann.logs(), ben.logs());
    assert_eq!(read(&ann.entry().path).unwrap().game.plies().len(), 2);
    ann.act(write("Nf3")).unwrap();
}

#[test]
fn a_move_and_a_resignation_at_once_are_both_kept() {
    let [ann, ben] = two_desktops();
    ann.act(write("e4")).unwrap();
    ann.sync_to(&ben);
    ben.act(write("e5")).unwrap();
    ann.act(Action::Resign(Color::White)).unwrap();
    ann.part_from(&ben);
    for desktop in [&ann, &ben] {
        desktop.heal();
    }
    assert_eq!(ann.logs().len(), 2);
    assert_eq!(ann.logs(), ben.logs());
}
