//! How a player that is a program behaves: its pace, its openings, when it gives up, what it answers.

use std::sync::Arc;
use std::time::Duration;

use rank_and_file_core::chess::openings;
use rank_and_file_core::chess::{
    Action, Color, DrawRule, Game, MonotonicTime, Move, Offer, Position, Reason, TimeControl,
    read_fen, start_position,
};
use rank_and_file_core::engine::{
    Computer, Found, Level, Limits, Line, PlayPolicy, Score, Searcher, Stop, Style, Table,
};

/// A knight each way, over and over: the game makes no progress.
const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
const BARE_KING: &str = "7k/8/5n2/6q1/8/8/6P1/6K1 w - - 0 1";

fn level(number: u8) -> Computer {
    Computer::Level(Level::new(number).unwrap())
}

fn engine() -> Computer {
    "/opt/deep/blue".parse().unwrap()
}

fn policy(computer: Computer) -> PlayPolicy {
    PlayPolicy::new(computer, 7)
}

fn from(fen: &str, rule: DrawRule) -> Game {
    Game::new(read_fen(fen).unwrap(), rule)
}

fn played(rule: DrawRule, moves: &[&str]) -> Game {
    let mut game = Game::new(start_position(), rule);
    write(&mut game, moves);
    game
}

fn write(game: &mut Game, moves: &[&str]) {
    for san in moves {
        game.act(Action::Write((*san).to_owned())).unwrap();
    }
}

fn timed(control: &str) -> Game {
    Game::default().with_clocks(TimeControl::from_minutes(control).unwrap())
}

fn found(score: Score, mv: Move) -> Found {
    Found {
        lines: vec![Line {
            score,
            moves: vec![mv],
        }],
        ..Found::default()
    }
}

/// An answer with this move and this score.
fn found_move(game: &Game, san: &str, value: i32) -> Found {
    found(Score::Centipawns(value), game.read_move(san).unwrap())
}

/// An answer with this score and any legal move.
fn judged(game: &Game, score: Score) -> Found {
    found(score, game.position().legal_moves()[0])
}

fn cp(value: i32) -> Score {
    Score::Centipawns(value)
}

/// Goes on until it has judged its position so often.
fn go_on(
    policy: &mut PlayPolicy,
    game: &mut Game,
    own: Color,
    judgments: &[Score],
) -> Option<Action> {
    let mut last = None;
    for score in judgments {
        while game.turn() != own {
            let any = game.legal_plies()[0].uci();
            game.act(Action::Write(any)).unwrap();
        }
        let action = policy.decide(game, &judged(game, *score)).unwrap();
        if matches!(action, Action::Move { .. }) {
            game.act(action.clone()).unwrap();
        }
        last = Some(action);
    }
    last
}

#[test]
fn without_clocks_a_level_looks_as_people_do_and_an_engine_for_a_while() {
    let game = Game::default();
    let limits = policy(level(6)).limits(&game, MonotonicTime(0));
    assert_eq!((limits.depth, limits.hard_time), (None, None));
    let limits = policy(engine()).limits(&game, MonotonicTime(0));
    assert_eq!(limits.hard_time, Some(Duration::from_secs(2)));
    assert_eq!(limits.depth, None);
}

#[test]
fn more_time_is_more_thought_and_never_too_much() {
    let time = |control: &str| {
        policy(engine())
            .limits(&timed(control), MonotonicTime(0))
            .hard_time
            .unwrap()
    };
    assert!(time("1") < time("3"));
    assert!(time("3") < time("3+2"));
    assert!(
        time("600") <= Duration::from_secs(10),
        "no opponent wants to wait that long"
    );
    // The fewer moves are left to be made in a period, the more time is there for each.
    assert!(time("5/1:60") > time("60/1:60"));
    // And the last of them does not take all of it.
    assert!(time("1/1:60") <= Duration::from_secs(30));
    // A delay is used, however little time is left.
    let delayed = |control: &str| {
        let mut game = timed(control);
        write(&mut game, &["e4", "e5"]);
        policy(engine())
            .limits(&game, MonotonicTime(0))
            .hard_time
            .unwrap()
    };
    assert!(delayed("0.02d3") > Duration::from_secs(1));
    assert!(delayed("0.02d3") < Duration::from_secs(3));
}

/// A game of two computers that use all the time they get for a move, twenty milliseconds more, and the pauses of
/// people.
fn play_out(computer: fn() -> Computer, control: &str) -> Game {
    let mut game = timed(control);
    let mut players = [1, 2].map(|seed| PlayPolicy::new(computer(), seed));
    let mut searcher = Searcher::new(Arc::new(Table::new(1)));
    let shallow = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let mut now = 0;
    while game.outcome().is_none() {
        let policy = &mut players[game.turn().fold_wb(0, 1)];
        let limits = policy.limits(&game, MonotonicTime(now));
        let positions: Vec<_> = (0..=game.plies().len())
            .map(|ply| game.position_at(ply).clone())
            .collect();
        let found = searcher.search(&positions, 1, shallow, Stop::default(), |_| {});
        // No new depth is begun after this, and one takes as long as all before it.
        let thought = limits.soft_time.map_or(limits.hard_time, |enough| {
            limits.hard_time.map(|time| time.min(enough * 2))
        });
        let pause = policy.pause(&game, &found, MonotonicTime(now));
        now += thought.unwrap_or_default().max(pause).as_millis() as u64 + 20;
        let action = policy.decide(&game, &found).unwrap();
        game.act_at(action, MonotonicTime(now)).unwrap();
    }
    game
}

#[test]
fn no_computer_loses_on_time() {
    for control in ["1", "0.1", "3+2", "1d1", "1b2", "10/0.5"] {
        for computer in [|| level(2), || level(9), engine] {
            let game = play_out(computer, control);
            let reason = game.outcome().unwrap().reason;
            let on_time = [Reason::Time, Reason::TimeNoMatingMaterial].contains(&reason);
            assert!(!on_time, "{control}: {:?}", game.clocks_left());
            assert!(game.plies().len() > 20, "{control}");
        }
    }
}

#[test]
fn it_hesitates_as_people_do() {
    let own = policy(level(5));
    let pause = |game: &Game, san: &str| {
        let found = found_move(game, san, 0);
        own.pause(game, &found, MonotonicTime(0)).as_millis()
    };
    // The king must go to the only square.
    let forced = from("7k/8/5K2/8/8/8/8/7R b - - 0 1", DrawRule::Automatic);
    assert_eq!(forced.legal_plies().len(), 1);
    let only = forced.legal_plies()[0].san.to_string();
    let opening = Game::default();
    let wide = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP2QPPP/R1B2RK1 w - - 0 11";
    let middle = from(wide, DrawRule::Automatic);
    let mut middle_later = middle.clone();
    write(
        &mut middle_later,
        &["a3", "a6", "b3", "b6", "Bg5", "Bb7", "Rad1", "Nxd4"],
    );
    let (forced, opening) = (pause(&forced, &only), pause(&opening, "e4"));
    let taken_back = pause(&middle_later, "Nxd4");
    let other = pause(&middle_later, "Qe3");
    assert!(forced < other && opening < other && taken_back < other);
    assert!((200..=3_000).contains(&forced) && other <= 3_000);
    // With little time left, there is no pause.
    let mut hasty = timed("0.05");
    write(&mut hasty, &["e4", "e5"]);
    let found = found_move(&hasty, "Nf3", 0);
    assert!(own.pause(&hasty, &found, MonotonicTime(0)) < Duration::from_millis(100));
    // A shock takes its time.
    let mut shocked = policy(level(5));
    let mut game = middle_later.clone();
    shocked
        .decide(&game, &found_move(&game, "Nxd4", 300))
        .unwrap();
    write(&mut game, &["Nxd4", "Bc5"]);
    let calm = shocked.pause(&game, &found_move(&game, "Nf3", 300), MonotonicTime(0));
    assert!(shocked.pause(&game, &found_move(&game, "Nf3", -300), MonotonicTime(0)) > calm);
}

#[test]
fn it_begins_with_moves_that_have_a_name_and_with_others_in_each_game() {
    let game = Game::default();
    let found = found_move(&game, "a4", 10);
    let first = |seed| {
        // Who likes everything.
        let action = PlayPolicy::new(level(10), seed)
            .decide(&game, &found)
            .unwrap();
        let mut game = game.clone();
        game.act(action).unwrap();
        game.plies()[0].san.to_string()
    };
    let firsts: Vec<String> = (0..200).map(first).collect();
    assert_eq!(firsts, (0..200).map(first).collect::<Vec<_>>());
    let times = |san: &str| firsts.iter().filter(|first| *first == san).count();
    let usual = times("e4") + times("d4") + times("c4") + times("Nf3");
    assert!((101..200).contains(&usual), "{usual} of 200");
    assert!(times("e4") > 20 && times("d4") > 20, "{firsts:?}");
    // As long as a line goes on, every position has a name.
    let mut named = 0;
    for seed in 0..20 {
        let mut game = Game::default();
        let mut players = [0, 1].map(|side| PlayPolicy::new(level(1), seed * 2 + side));
        for ply in 0..8 {
            let found = judged(&game, cp(0));
            let action = players[ply % 2].decide(&game, &found).unwrap();
            game.act(action).unwrap();
            if openings::at(game.position()).is_none() {
                assert_eq!(game.plies()[ply].mv, found.best().unwrap());
                break;
            }
            named += 1;
        }
    }
    assert!(named > 80, "{named} of 160");
}

/// How often of a hundred times the first move of a level fits, or its answer to the moves so far.
fn often(style: Style, before: &[&str], fits: &[&str]) -> usize {
    let game = played(DrawRule::Automatic, before);
    let like = |number: &u8| Level::new(*number).unwrap().style() == style;
    let levels: Vec<u8> = (1..=10).filter(like).collect();
    let mut times = 0;
    for seed in 0..100 {
        let computer = level(levels[seed % levels.len()]);
        let found = judged(&game, cp(0));
        let action = PlayPolicy::new(computer, seed as u64).decide(&game, &found);
        let mut game = game.clone();
        game.act(action.unwrap()).unwrap();
        times += usize::from(fits.contains(&&*game.plies().last().unwrap().san.to_string()));
    }
    times
}

#[test]
fn the_first_moves_are_those_of_the_style() {
    let (open, closed) = (Style::Open, Style::Closed);
    let (gambits, flank, any) = (Style::Gambits, Style::Flank, Style::Any);
    // The style, what was played, the moves that fit the style, how often a player of that style plays one of them at
    // least, and how often a player of any style does at most.
    for (style, before, fits, least, most) in [
        (open, &[][..], &["e4"][..], 80, 40),
        (open, &["e4"], &["e5"], 85, 40),
        (closed, &[], &["d4"], 80, 25),
        (closed, &["e4"], &["e6", "c6"], 85, 30),
        (closed, &["d4"], &["d5", "e6"], 80, 40),
        (flank, &[], &["c4", "b3", "g3"], 80, 30),
        (flank, &["e4"], &["c5"], 85, 55),
        (gambits, &[], &["e4"], 80, 40),
        (gambits, &["e4", "e5"], &["f4"], 85, 45),
        (gambits, &["d4"], &["e5"], 80, 15),
    ] {
        let (own, others) = (often(style, before, fits), often(any, before, fits));
        assert!(own >= least, "{style:?} after {before:?}: {own} of 100");
        assert!(others <= most, "all after {before:?}: {others} of 100");
    }
}

#[test]
fn who_likes_gambits_offers_more_of_them() {
    let offered = |style: Style| {
        let own = (1..=10).find(|number| Level::new(*number).unwrap().style() == style);
        let offers = |seed: u64| {
            let mut game = Game::default();
            let mut players = [own.unwrap(), 10].map(|number| PlayPolicy::new(level(number), seed));
            for ply in 0..8 {
                let found = judged(&game, cp(0));
                let action = players[ply % 2].decide(&game, &found).unwrap();
                game.act(action).unwrap();
                let name = openings::at(game.position()).map_or("", |opening| opening.name);
                if name.to_lowercase().contains("gambit") {
                    return ply % 2 == 0;
                }
            }
            false
        };
        (0..100).filter(|seed| offers(*seed)).count()
    };
    let (gambits, closed) = (offered(Style::Gambits), offered(Style::Any));
    assert!(
        gambits >= 50 && gambits >= 2 * closed,
        "{gambits} and {closed} of 100"
    );
}

#[test]
fn what_wins_something_is_played_and_engines_choose_for_themselves() {
    let moved = |computer: Computer, game: &Game, san: &str, value: i32| {
        (0..20).all(|seed| {
            let found = found_move(game, san, value);
            let action = PlayPolicy::new(computer.clone(), seed).decide(game, &found);
            let mut game = game.clone();
            game.act(action.unwrap()).unwrap();
            game.plies().last().unwrap().san.to_string() == san
        })
    };
    let start = Game::default();
    assert!(!moved(level(4), &start, "a4", 0));
    assert!(moved(engine(), &start, "a4", 0));
    assert!(moved(level(4), &start, "a4", 150));
    // Elsewhere there is no opening, and later none either.
    let elsewhere = from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", DrawRule::Automatic);
    assert!(moved(level(4), &elsewhere, "e3", 0));
    let late = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    assert!(moved(
        level(4),
        &played(DrawRule::Automatic, &late),
        "h3",
        0
    ));
}

#[test]
fn it_resigns_when_it_has_long_been_lost() {
    let lost = |computer: Computer, judgments: &[Score]| {
        let mut game = from("6rk/5qpp/8/8/8/8/5PPP/6K1 w - - 0 1", DrawRule::Automatic);
        let mut own = policy(computer);
        go_on(&mut own, &mut game, Color::White, judgments).unwrap()
    };
    let resigns = Action::Resign(Color::White);
    assert_eq!(lost(level(6), &[cp(-1_000); 4]), resigns);
    assert_eq!(lost(engine(), &[cp(-1_000); 4]), resigns);
    assert_ne!(lost(level(6), &[cp(-1_000); 3]), resigns, "too early");
    assert_ne!(lost(level(6), &[cp(-400); 6]), resigns, "there is hope");
    let hope = [cp(-1_000), cp(-1_000), cp(-200), cp(-1_000)];
    assert_ne!(lost(level(6), &hope), resigns);
    assert_ne!(
        lost(level(3), &[cp(-1_000); 6]),
        resigns,
        "one gets to mate it"
    );
    let far = [cp(-1_000), cp(-1_000), cp(-1_000), Score::Mate(-6)];
    assert_eq!(lost(level(6), &far), resigns);
    let near = [cp(-1_000), cp(-1_000), Score::Mate(-4), Score::Mate(-2)];
    assert_ne!(
        lost(level(6), &near),
        resigns,
        "the mate is left to who found it"
    );
}

#[test]
fn it_does_not_resign_to_an_opponent_who_cannot_win() {
    // A lone knight cannot mate a bare king.
    let mut game = from("7k/8/5n2/8/8/8/8/6K1 w - - 0 1", DrawRule::Unjudged);
    let mut own = policy(level(6));
    let last = go_on(&mut own, &mut game, Color::White, &[cp(-2_000); 5]);
    assert_ne!(last, Some(Action::Resign(Color::White)));
    // Nor to a player who has nearly lost on time.
    let control = TimeControl::from_minutes("5,0.1").unwrap();
    let start = read_fen("6rk/5qpp/8/8/8/8/5PPP/6K1 w - - 0 1").unwrap();
    let mut game = Game::new(start, DrawRule::Automatic).with_clocks(control);
    let last = go_on(&mut own, &mut game, Color::White, &[cp(-2_000); 5]);
    assert_ne!(last, Some(Action::Resign(Color::White)));
}

#[test]
fn what_was_taken_back_does_not_count() {
    let mut game = from("6rk/5qpp/8/8/8/8/5PPP/6K1 w - - 0 1", DrawRule::Automatic);
    let mut own = policy(level(6));
    go_on(&mut own, &mut game, Color::White, &[cp(-1_000); 3]);
    let taken_back = game.plies().len();
    game.act(Action::TakeBack(taken_back)).unwrap();
    let last = go_on(&mut own, &mut game, Color::White, &[cp(-1_000); 3]);
    assert_ne!(last, Some(Action::Resign(Color::White)));
    let last = go_on(&mut own, &mut game, Color::White, &[cp(-1_000)]);
    assert_eq!(last, Some(Action::Resign(Color::White)));
}

#[test]
fn it_claims_a_draw_that_it_likes() {
    let claims = |moves: &[&str], san: &str, value: i32| {
        let game = played(DrawRule::Claimed, moves);
        let found = found_move(&game, san, value);
        let mut own = policy(engine());
        own.decide(&game, &found).unwrap()
    };
    let twice = [SHUFFLE, SHUFFLE].concat();
    // On the board.
    assert_eq!(claims(&twice, "e4", 0), Action::Claim(None));
    assert_eq!(claims(&twice, "e4", -400), Action::Claim(None));
    assert!(matches!(claims(&twice, "e4", 200), Action::Move { .. }));
    // With the move that it is about to make.
    let nearly = &twice[..7];
    let mut game = played(DrawRule::Claimed, nearly);
    let mv = game.read_move("Ng8").unwrap();
    let action = claims(nearly, "Ng8", 0);
    assert_eq!(action, Action::Claim(Some(mv)));
    assert!(matches!(claims(nearly, "e5", 0), Action::Move { .. }));
    let ended = game.act(action).unwrap().ended().unwrap();
    assert_eq!(ended.reason, Reason::Threefold);
    // Where draws come by themselves there is nothing to claim.
    let game = played(DrawRule::Automatic, nearly);
    let action = policy(engine()).decide(&game, &found_move(&game, "Ng8", 0));
    assert!(matches!(action, Some(Action::Move { .. })));
    // Fifty moves.
    let game = from("7k/8/8/8/3q4/8/3Q4/7K w - - 100 90", DrawRule::Claimed);
    let action = policy(level(5)).decide(&game, &judged(&game, cp(0)));
    assert_eq!(action, Some(Action::Claim(None)));
}

#[test]
fn it_takes_a_draw_where_it_thinks_so() {
    let draw = Offer::Draw { by: Color::Black };
    let answer = |fen: &str, judgments: &[Score]| {
        let mut game = from(fen, DrawRule::Automatic);
        let mut own = policy(level(5));
        go_on(&mut own, &mut game, Color::White, judgments);
        own.answer(&game, draw)
    };
    let early = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    assert_eq!(answer(early, &[]), Action::Decline, "it has no opinion yet");
    assert_eq!(
        answer(early, &[cp(0); 4]),
        Action::Decline,
        "there is much to play for"
    );
    assert_eq!(answer(early, &[cp(-200); 2]), Action::Accept);
    assert_eq!(answer(early, &[cp(-200), cp(300)]), Action::Decline);
    assert_eq!(answer(early, &[cp(300), Score::Mate(3)]), Action::Decline);
    // A long game, in which nothing has happened lately.
    let mut long = played(DrawRule::Unjudged, &[]);
    let mut own = policy(level(5));
    while long.plies().len() < 90 {
        let san = SHUFFLE[long.plies().len() % 4];
        if long.turn().is_white() {
            let found = found_move(&long, san, 10);
            own.decide(&long, &found).unwrap();
        }
        write(&mut long, &[san]);
    }
    assert_eq!(own.answer(&long, draw), Action::Accept);
    let found = found_move(&long, "e4", 200);
    own.decide(&long, &found).unwrap();
    write(&mut long, &["e4"]);
    assert_eq!(own.answer(&long, draw), Action::Decline);
    // Who cannot win any more is glad.
    let own = policy(level(5));
    let bare = from("7k/7p/8/8/8/8/8/6KN w - - 0 1", DrawRule::Automatic);
    assert_eq!(
        own.answer(&bare, Offer::Draw { by: Color::White }),
        Action::Decline
    );
    let bare = from(&BARE_KING.replace("6P1", "8"), DrawRule::Automatic);
    assert_eq!(own.answer(&bare, draw), Action::Accept);
}

#[test]
fn a_takeback_is_given_below_level_8() {
    let game = played(DrawRule::Automatic, &["e4", "e5"]);
    let offer = Offer::Takeback {
        by: Color::White,
        plies: 2,
    };
    for number in 1..=10 {
        let expected = if number < 8 {
            Action::Accept
        } else {
            Action::Decline
        };
        assert_eq!(policy(level(number)).answer(&game, offer), expected);
    }
    assert_eq!(policy(engine()).answer(&game, offer), Action::Decline);
}

#[test]
fn who_has_found_nothing_does_nothing() {
    let game = Game::default();
    assert_eq!(policy(level(5)).decide(&game, &Found::default()), None);
    let over = played(DrawRule::Automatic, &["f3", "e5", "g4", "Qh4#"]);
    let any = Game::default().position().legal_moves()[0];
    assert_eq!(policy(level(5)).decide(&over, &found(cp(0), any)), None);
}
