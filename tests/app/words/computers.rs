//! What is said of players that are programs: their names, how well they play, and what they think of a position.

use std::collections::BTreeSet;
use std::time::Duration;

use rank_and_file::words;
use rank_and_file_core::chess::{Color, Position, Square, start_position};
use rank_and_file_core::engine::human::{Finders, Motive, Reason, Share};
use rank_and_file_core::engine::{Found, Level, Score};
use rank_and_file_core::record::log::Header;

fn against(computer: &str) -> Header {
    let header = Header {
        white: "Ann".to_owned(),
        ..Header::bare()
    };
    header.with_computer(Color::Black, computer.parse().unwrap())
}

#[test]
fn a_computer_is_named_as_a_player_is() {
    let game = against("3");
    assert_eq!(game.player(Color::Black), "Computer, level 3");
    assert_eq!(words::player(&game, Color::Black), "Rosa (level 3)");
    assert_eq!(words::pairing(&game), "Ann – Rosa (level 3)");
    assert_eq!(words::turn(&game, Color::Black), "Rosa (level 3) to move");
    assert_eq!(
        words::file_name(&game, "", "pgn"),
        "Ann – Rosa (level 3).pgn"
    );
    assert_eq!(words::player(&against("1500"), Color::Black), "Yuki (1500)");
    assert_eq!(
        words::player(&against("stockfish"), Color::Black),
        "Stockfish"
    );
    // What no player is called.
    assert_eq!(
        words::shown_name("Computer, level 03"),
        "Computer, level 03"
    );
}

#[test]
fn a_surname_that_is_written_first_comes_last_in_a_sentence() {
    let both = |name| words::colors("Ann", name);
    assert_eq!(
        both("Ben"),
        "Ann plays White and moves first, Ben plays Black."
    );
    assert_eq!(
        both("Carlsen, Magnus"),
        "Ann plays White and moves first, Magnus Carlsen plays Black."
    );
    assert_eq!(
        both("Computer, level 3"),
        "Ann plays White and moves first, Rosa (level 3) plays Black."
    );
    assert_eq!(
        words::seats(&against("10")),
        "Ann plays White, Oscar (level 10) plays Black."
    );
    assert_eq!(
        words::colors("Carlsen, Magnus", ""),
        "Magnus Carlsen plays White and moves first."
    );
    let comma = |name: &str| words::colors(name, "Anand,V");
    assert_eq!(
        comma("Davis, Jr."),
        "Davis, Jr. plays White and moves first, V Anand plays Black."
    );
}

#[test]
fn each_level_is_another_person() {
    let levels = || (1..=10).filter_map(Level::new);
    for words in [words::strength, words::opponent] {
        let all: BTreeSet<String> = levels().map(words).collect();
        assert_eq!(all.len(), 10);
        assert!(
            all.iter().all(|words| words.chars().count() <= 36),
            "{all:?}"
        );
    }
    let styles: BTreeSet<String> = levels().map(|level| words::style(level.style())).collect();
    assert_eq!(styles.len(), 5);
    let third = Level::new(3).unwrap();
    assert_eq!(words::opponent_at_board(third), "Rosa · Beginner");
    assert_eq!(words::rated_strength(third), "Beginner · about 1070");
    assert_eq!(
        words::computer_said(third),
        "Rosa (level 3), Beginner, rating about 1070. Likes closed games with d4 and solid defenses."
    );
    let fish = |elo| words::engine_with_strength("Stockfish 15.1", elo);
    assert_eq!(fish(Some(1800)), "Stockfish 15.1 · about 1800");
    assert_eq!(fish(None), "Stockfish 15.1 · full strength");
}

#[test]
fn scores_are_written_for_the_eye_and_said_for_the_ear() {
    for (score, figures, size, said) in [
        (Score::Centipawns(0), "0.0", "0.0", "equal position"),
        (Score::from_cp(-4), "0.0", "0.0", "equal position"),
        (
            Score::from_cp(12),
            "+0.1",
            "0.1",
            "equal position, plus 0.1",
        ),
        (
            Score::from_cp(70),
            "+0.7",
            "0.7",
            "White is slightly better, plus 0.7",
        ),
        (
            Score::from_cp(-70),
            "−0.7",
            "0.7",
            "Black is slightly better, minus 0.7",
        ),
        (
            Score::from_cp(131),
            "+1.3",
            "1.3",
            "White is slightly better, plus 1.3",
        ),
        (
            Score::from_cp(-196),
            "−2.0",
            "2.0",
            "Black is better, minus 2.0",
        ),
        (
            Score::from_cp(1_049),
            "+10.5",
            "10",
            "White is winning, plus 10.5",
        ),
        (
            Score::from_cp(-560),
            "−5.6",
            "5.6",
            "Black is winning, minus 5.6",
        ),
        (Score::Mate(1), "#1", "#1", "White mates in 1 move"),
        (Score::Mate(-3), "#−3", "#3", "Black mates in 3 moves"),
    ] {
        assert_eq!(words::score_figures(score), figures);
        assert_eq!(words::score_size(score), size);
        assert_eq!(words::evaluation(score), said);
    }
}

#[test]
fn depth_and_speed_are_told() {
    let found = |nodes, milliseconds| Found {
        depth: 18,
        nodes,
        elapsed: Duration::from_millis(milliseconds),
        ..Found::default()
    };
    for (found, done, said) in [
        (
            found(2_200_000, 2_000),
            false,
            "Depth 18 · 1.1\u{a0}M nodes/s",
        ),
        (found(90_000, 1_000), false, "Depth 18 · 90\u{a0}k nodes/s"),
        (found(90, 1_000), false, "Depth 18 · 90 nodes/s"),
        (found(90, 0), false, "Depth 18"),
        (found(2_200_000, 2_000), true, "Depth 18"),
    ] {
        assert_eq!(words::how_deep(&found, done), said);
    }
}

#[test]
fn it_is_the_better_move_that_so_many_players_find() {
    let finders = Finders {
        rating: 950,
        share: 0.28,
        stronger: 0.361,
    };
    assert_eq!(
        words::found_by(&finders),
        "28% of players rated 950 find the best move, and 36% of those rated 1350."
    );
}

#[test]
fn the_reasons_for_a_move_are_one_sentence() {
    let here = start_position();
    let played = here.legal_moves()[0];
    let told = |reasons: &[Reason]| {
        let motive = Motive {
            rating: 1500,
            share: 0.2,
            others: Vec::new(),
            reasons: reasons.to_vec(),
            is_forced: false,
            looks_good: true,
        };
        words::motive(&motive, &here, played)
    };
    let [checks, castles, takes] = [
        Reason::Checks,
        Reason::Castles,
        Reason::Recaptures(Square::E4),
    ];
    for (reasons, said) in [
        (&[][..], "No single reason for it stands out."),
        (&[checks], "People play it because it gives check."),
        (
            &[checks, castles],
            "People play it because it gives check and it castles.",
        ),
        (
            &[takes, checks, castles],
            "People play it because it recaptures on e4, it gives check and it castles.",
        ),
    ] {
        let told = told(reasons);
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn other_popular_moves_are_heard_in_words_pawns_too() {
    let here = start_position();
    let share = |to: &Square| {
        let mut moves = here.legal_moves().into_iter();
        let mv = moves.find(|mv| mv.to() == *to).unwrap();
        let score = Score::from_cp(0);
        Share {
            mv,
            share: 0.3,
            score,
        }
    };
    let others: Vec<Share> = [Square::C4, Square::D4].iter().map(share).collect();
    let motive = Motive {
        rating: 1500,
        share: 0.3,
        others,
        reasons: Vec::new(),
        is_forced: false,
        looks_good: true,
    };
    let played = share(&Square::E4).mv;
    let told = words::Message::from(words::motive(&motive, &here, played));
    let heard = told.spoken();
    assert!(
        heard.contains("1. Pawn to c4 (30%), 1. Pawn to d4 (30%)."),
        "{heard}"
    );
}
