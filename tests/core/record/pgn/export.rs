//! Games as PGN: tags in order, lines shorter than eighty columns, and every move to be read again.

use rank_and_file_core::chess::{
    Action, Color, DrawRule, Game, Outcome, fen_of, read_fen, start_position,
};
use rank_and_file_core::engine::Computer;
use rank_and_file_core::record::log::{Header, Loaded, lines_for, now, read_bytes};
use rank_and_file_core::record::pgn;

use crate::pgn_text::only;

const HEADER: &str = r#"# {"rank-and-file":1,"white":"Ann \"Queen\" O\\Neil","black":"Ben","started":"2026-11-20T12:05:00Z","time_control":"300+5","draws":"automatic"}"#;

fn played(header: &str, start: &str, moves: &str, end: &str) -> String {
    let mut game = Game::new(read_fen(start).unwrap(), DrawRule::Automatic);
    let mut text = format!("{header}\n{start}\n");
    for (index, written) in moves.split_whitespace().enumerate() {
        game.act(Action::Write(written.to_owned())).unwrap();
        let left = 300_000 - 1_500 * index as u64;
        text += &format!(
            "{}\n# {{\"clock\":{{\"white_ms\":{left},\"black_ms\":{left}}}}}\n",
            fen_of(game.position())
        );
    }
    text + end
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_game_with_clocks_is_written_in_export_format() {
    let end = "# {\"result\":\"0-1\",\"reason\":\"checkmate\",\"ended\":null}\n";
    let loaded = read_bytes(played(HEADER, START, "f3 e5 g4 Qh4#", end).into_bytes());
    let day = loaded.header.date();
    assert_eq!(
        pgn::write(&loaded),
        r#"[Event "?"]
[Site "?"]
[Date "DAY"]
[Round "-"]
[White "Ann \"Queen\" O\\Neil"]
[Black "Ben"]
[Result "0-1"]
[Termination "normal"]
[TimeControl "300+5"]
[UTCDate "2026.11.20"]
[UTCTime "12:05:00"]

1. f3 {[%clk 0:05:00]} 1... e5 {[%clk 0:04:58.5]} 2. g4 {[%clk 0:04:57]} 2...
Qh4# {[%clk 0:04:55.5]} 0-1

"#
        .replace("DAY", &day)
    );
}

#[test]
fn a_game_from_a_position_has_it_in_its_tags() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 10";
    let text = pgn::write(&read_bytes(
        format!("{fen}\n4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 11\n").into_bytes(),
    ));
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"White\"]\n\
         [Black \"Black\"]\n[Result \"*\"]\n[FEN \"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 10\"]\n\
         [SetUp \"1\"]\n[Termination \"unterminated\"]\n[TimeControl \"-\"]\n\n10... d5 *\n\n"
    );
}

/// Only of a game that was played here it is known that it had no clock.
#[test]
fn a_time_control_that_was_not_recorded_is_not_made_up() {
    for (tags, wanted) in [
        ("[Event \"a\"]", None),
        ("[Event \"a\"]\n[TimeControl \"-\"]", Some("-")),
        ("[Event \"a\"]\n[TimeControl \"?\"]", Some("?")),
        ("[Event \"?\"]\n[Site \"?\"]\n[Round \"-\"]", Some("?")),
        ("[Round \"-\"]\n[TimeControl \"-\"]", Some("-")),
    ] {
        let text = format!("{tags}\n\n1. e4 e5 *\n");
        for _ in 0..2 {
            let (_, loaded) = only(&text);
            let written = pgn::write(&loaded);
            let control = written
                .lines()
                .find(|line| line.starts_with("[TimeControl"));
            let wanted = wanted.map(|value| format!("[TimeControl \"{value}\"]"));
            assert_eq!(control, wanted.as_deref(), "{text}");
        }
    }
}

#[test]
fn what_pgn_cannot_say_of_times_is_unknown() {
    for (control, wanted) in [
        ("null", "-"),
        ("\"300,180\"", "?"),
        ("\"300d5\"", "?"),
        ("\"40/5400+30:1800+30\"", "40/5400+30:1800+30"),
    ] {
        let header = format!(
            "# {{\"rank-and-file\":1,\"white\":\"A\",\"black\":\"B\",\"started\":null,\"time_control\":{control}}}"
        );
        let text = pgn::write(&read_bytes(format!("{header}\n{START}\n").into_bytes()));
        assert!(
            text.contains(&format!("[TimeControl \"{wanted}\"]\n")),
            "{text}"
        );
    }
}

#[test]
fn a_long_game_keeps_to_the_columns_and_is_read_again() {
    let shuffle = "Nf3 Nf6 Nc3 Nc6 e4 e5 Bb5 a6 Ba4 b5 Bb3 Be7 O-O O-O d3 d6 h3 h6 a3 Bb7 Be3 Qd7 Qd2 Rae8 Rae1 Nd4";
    let text = pgn::write(&read_bytes(played(HEADER, START, shuffle, "").into_bytes()));
    let (_, movetext) = text.split_once("\n\n").unwrap();
    assert!(
        movetext
            .lines()
            .all(|line| line.len() < 80 && line == line.trim_end()),
        "{movetext}"
    );
    let mut game = Game::default();
    let plain: Vec<&str> = movetext.split_whitespace().collect();
    for word in plain {
        let comment = word.starts_with('{') || word.ends_with('}');
        if !comment && !word.ends_with('.') && word != "*" {
            game.act(Action::Write(word.to_owned())).unwrap();
        }
    }
    assert_eq!(game.plies().len(), shuffle.split(' ').count());
    let wanted: Vec<String> = shuffle.split(' ').map(str::to_owned).collect();
    let sans: Vec<String> = game.plies().iter().map(|ply| ply.san.to_string()).collect();
    assert_eq!(sans, wanted);
}

/// What was said of the end of a game that was not over is no longer true when it is ended here,
/// whether it is written from its log or as it is played.
#[test]
fn an_end_that_is_played_here_replaces_what_the_file_said_of_it() {
    let tags = "[Termination \"Abandoned\"]\n[PlyCount \"2\"]\n[Annotator \"Cy\"]\n";
    let resigns = || Action::Resign(Color::White);
    let agreed = || vec![Action::OfferDraw, Action::Accept];
    let mates = || ["f3", "e5", "g4", "Qh4"].map(|san| Action::Write(san.to_owned()));
    for (movetext, actions, wanted) in [
        ("e4 e5 *", vec![resigns()], "normal"),
        ("e4 e5 *", agreed(), "normal"),
        ("*", mates().to_vec(), "normal"),
        ("*", vec![resigns()], "normal"),
        (
            "e4 e5 *",
            vec![Action::Write("Nf3".to_owned())],
            "Abandoned",
        ),
        ("e4 e5 *", vec![], "Abandoned"),
        // Ended elsewhere.
        ("e4 e5 1-0", vec![], "Abandoned"),
        ("f3 e5 g4 Qh4 0-1", vec![], "Abandoned"),
        ("f3 e5 g4 Qh4 1-0", vec![], "Abandoned"),
    ] {
        let (imported, loaded) = only(&format!("{tags}\n{movetext}\n"));
        let (mut log, mut game) = (imported.log, loaded.game);
        for action in &actions {
            let event = game.act(action.clone()).unwrap();
            log += &lines_for(&event, &game, now());
        }
        let saved = read_bytes(log.into_bytes());
        let mut live = Loaded::of(loaded.header, game);
        live.end = loaded.end;
        for loaded in [live, saved] {
            assert_eq!(loaded.fault, None);
            let text = pgn::write(&loaded);
            let termination = format!("[Termination \"{wanted}\"]");
            assert!(
                text.contains(&termination),
                "{movetext} {actions:?}: {text}"
            );
            let result = loaded.game.outcome().map_or("*", Outcome::result);
            assert!(text.trim_end().ends_with(result), "{text}");
            let ours = wanted == "normal";
            assert_eq!(ours, !text.contains("PlyCount") && result != "*", "{text}");
            assert!(text.contains("[Annotator \"Cy\"]"), "{text}");
        }
    }
    // A first position that is over was not ended by these players.
    let over = "[FEN \"8/8/8/8/8/6k1/6q1/6K1 w - - 0 1\"]";
    let (_, loaded) = only(&format!("{tags}{over}\n\n0-1\n"));
    assert!(pgn::write(&loaded).contains("[Termination \"Abandoned\"]"));
}

/// A computer is told by its kind; ours, by its name, plays on where the game is taken over.
#[test]
fn computers_are_said_to_be_programs() {
    let third: Computer = "3".parse().unwrap();
    let rated: Computer = "1500".parse().unwrap();
    let fish: Computer = "stockfish".parse().unwrap();
    for (black, computer, types, again) in [
        ("", Some(third.clone()), true, Some(third)),
        ("", Some(rated.clone()), true, Some(rated)),
        ("", Some(fish), true, None),
        ("Computer, level 3", None, false, None),
    ] {
        let header = Header::new("Ann", black, now(), DrawRule::Automatic);
        let header = match computer {
            Some(computer) => header.with_computer(Color::Black, computer),
            None => header,
        };
        let game = header.new_game(start_position());
        let text = pgn::write(&Loaded::of(header.clone(), game));
        for tag in ["[WhiteType \"human\"]", "[BlackType \"program\"]"] {
            assert_eq!(text.contains(tag), types, "{text}");
        }
        let (imported, loaded) = only(&text);
        assert_eq!(loaded.header.computers.black, again, "{text}");
        assert_eq!(loaded.header.computers.white, None);
        assert_eq!(imported.loaded.header.black, header.black);
        // What is known is not kept as a tag; what is not known, is.
        let kept = imported.loaded.header.tags.get("BlackType");
        assert_eq!(kept.is_some(), types && again.is_none());
        assert_eq!(pgn::write(&loaded), text);
    }
}
