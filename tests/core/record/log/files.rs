//! Reading logs: each fault with its line, and what is forgiven. The folder and its
//! lists have their tests in `folder.rs`.

use std::fs;

use rank_and_file_core::chess::{Color, DrawRule, FenError, Offer, Outcome, Reason};
use rank_and_file_core::engine::{Computer, Level};
use rank_and_file_core::record::log::{
    Appender, FaultKind, Header, Loaded, Notice, read, read_bytes,
};

use crate::saved;
use crate::saved::{Written, fens, header, header_line, now};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const E4_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

fn load(text: &str) -> Loaded {
    read_bytes(text.as_bytes().to_vec())
}

/// Reads a game of one move, then the line, then another good move, which must not be believed.
fn fault_of(line: &str) -> FaultKind {
    let loaded = load(&format!(
        "{}{START}\n{E4}\n{line}\n{E4_E5}\n",
        header_line()
    ));
    let fault = loaded
        .fault
        .unwrap_or_else(|| panic!("{line:?} is believed"));
    assert_eq!(fault.line, 4, "{line:?}");
    assert!(fault.to_string().starts_with("line 4: "));
    assert_eq!(loaded.notices, vec![], "{line:?}");
    assert_eq!(
        loaded.game.plies().len(),
        1,
        "{line:?}: up to the last good line"
    );
    assert_eq!(loaded.header, header());
    fault.kind
}

#[test]
fn counters_go_on_from_the_largest() {
    let lines = [
        "4k3/8/8/8/8/8/8/4K3 b - - 9999 9999",
        "3k4/8/8/8/8/8/8/4K3 w - - 10000 10000",
        "3k4/8/8/8/8/8/8/3K4 b - - 10001 10000",
    ];
    let header = r#"# {"rank-and-file":1,"white":"Ann","black":"Ben","started":null,"time_control":null,"draws":"unjudged"}"#;
    let loaded = read_bytes(format!("{header}\n{}\n", lines.join("\n")).into_bytes());
    assert_eq!(loaded.fault, None);
    assert_eq!(loaded.game.plies().len(), 2);
    let loaded = read_bytes(format!("{}\n", lines[1]).into_bytes());
    let kind = loaded.fault.map(|fault| fault.kind);
    assert_eq!(kind, Some(FaultKind::NotFen(FenError::CounterTooLarge)));
}

#[test]
fn positions_that_cannot_be_believed() {
    let not_six = FaultKind::NotSixFields;
    assert_eq!(fault_of("hello"), not_six);
    assert_eq!(
        fault_of("this text has six words together"),
        FaultKind::NotFen(FenError::Board)
    );
    assert_eq!(fault_of("4k3/8/8/8/8/8/8/4K3 w - - 0"), not_six);
    assert_eq!(fault_of(&format!("{E4_E5} 7")), not_six);
    for (line, error) in [
        ("8/8/8/8/8/8/8/8 w - - 0 2", FenError::NoKing(Color::White)),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 2", FenError::PawnOnEdge),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 2", FenError::Turn),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 2", FenError::Counter),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 2", FenError::CastlingRights),
        (
            "4k3/8/8/8/8/8/8/4K2r b - - 0 2",
            FenError::OpponentInCheck(Color::White),
        ),
    ] {
        assert_eq!(fault_of(line), FaultKind::NotFen(error), "{line}");
    }
}

#[test]
fn positions_to_which_no_legal_move_leads() {
    for line in [
        // The same again; a pawn of three steps; two moves at once; White's move instead.
        E4,
        "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 2",
        // A right lost by nothing, and one of the counters wrong.
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w Kkq - 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
    ] {
        assert_eq!(fault_of(line), FaultKind::NotLegal, "{line}");
    }
}

#[test]
fn records_that_cannot_be_believed() {
    for line in [
        "# a remark",
        "# [1]",
        "# 7",
        "# {\"takeback\":1} {}",
        "# {\"takeback\":\"1\"}",
        "# {\"takeback\":-1}",
        "# {\"draw_offer\":\"green\"}",
        "# {\"draw_declined\":null}",
        "# {\"result\":\"*\",\"reason\":\"agreement\"}",
        "# {\"result\":\"1-0\",\"reason\":\"agreement\"}",
        "# {\"result\":\"1-0\",\"reason\":\"magic\"}",
        "# {\"result\":\"1-0\"}",
        "# {\"rank-and-file\":\"one\"}",
    ] {
        let kind = fault_of(line);
        assert!(matches!(kind, FaultKind::BadRecord(_)), "{line}: {kind:?}");
    }
    let second = fault_of(header_line().trim_end());
    assert_eq!(second, FaultKind::BadRecord("a second header".to_owned()));
    assert_eq!(fault_of("# {\"rank-and-file\":2}"), FaultKind::Newer(2));
    for plies in [0, 2, 1_000_000] {
        let record = format!("# {{\"takeback\":{plies}}}");
        assert_eq!(fault_of(&record), FaultKind::TakebackTooFar, "{plies}");
    }
    for (result, reason) in [
        ("0-1", "checkmate"),
        ("1/2-1/2", "threefold"),
        ("1/2-1/2", "stalemate"),
    ] {
        let record = format!("# {{\"result\":\"{result}\",\"reason\":\"{reason}\"}}");
        assert_eq!(fault_of(&record), FaultKind::UnprovenEnd, "{reason}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    for line in [
        &b"\xff\xfe"[..],
        b"# {\"note\":\"\xff\"}",
        b"rnbqk\x80 w - - 0 1",
    ] {
        let mut bytes = format!("{}{START}\n", header_line()).into_bytes();
        bytes.extend_from_slice(line);
        bytes.extend_from_slice(format!("\n{E4}\n").as_bytes());
        let loaded = read_bytes(bytes);
        let fault = loaded.fault.unwrap();
        assert_eq!((fault.line, fault.kind), (3, FaultKind::NotText));
        assert_eq!(loaded.game.plies().len(), 0);
    }
}

/// A time that is none hides no move.
#[test]
fn a_game_may_have_begun_at_no_time() {
    for started in [
        "\"yesterday\"",
        "5",
        "[]",
        "null",
        "\"2026-13-45T99:00:00Z\"",
    ] {
        let header = header_line();
        let from = header.find("\"started\":").unwrap();
        let to = from + header[from..].find(',').unwrap();
        let header = format!("{}\"started\":{started}{}", &header[..from], &header[to..]);
        let loaded = load(&format!("{header}{START}\n{E4}\n"));
        assert_eq!(loaded.fault, None, "{started}");
        assert_eq!(
            (loaded.game.plies().len(), loaded.header.started),
            (1, None)
        );
        assert_eq!(loaded.header.white, "Ann");
    }
}

#[test]
fn nothing_follows_the_end() {
    let end = "# {\"result\":\"1-0\",\"reason\":\"resignation\"}";
    for after in [
        E4_E5,
        end,
        "# {\"takeback\":1}",
        "# {\"draw_offer\":\"white\"}",
    ] {
        let loaded = load(&format!("{}{START}\n{E4}\n{end}\n{after}\n", header_line()));
        let fault = loaded.fault.unwrap();
        assert_eq!(
            (fault.line, fault.kind),
            (5, FaultKind::AfterEnd),
            "{after}"
        );
        assert_eq!(
            loaded.game.outcome(),
            Some(Outcome::win(Color::White, Reason::Resignation))
        );
        assert_eq!(loaded.end.unwrap().ended, None);
    }
    let mated = Written::play("f3 e5 g4 Qh4#").text();
    let loaded = load(&format!("{mated}{E4}\n"));
    assert_eq!(loaded.fault.unwrap().kind, FaultKind::AfterEnd);
    let end = loaded.end.unwrap();
    assert_eq!(end.outcome, Outcome::win(Color::Black, Reason::Checkmate));
    assert_eq!(end.ended, Some(now()));
}

#[test]
fn logs_without_any_position() {
    for (text, line) in [
        ("", 1),
        ("\n\n", 3),
        (header_line().as_str(), 2),
        ("# {\"x\":1}\n", 2),
    ] {
        let fault = load(text).fault.unwrap();
        assert_eq!(
            (fault.line, fault.kind),
            (line, FaultKind::Empty),
            "{text:?}"
        );
    }
    let early = load("# {\"takeback\":1}\n").fault.unwrap();
    assert_eq!(early.line, 1);
    assert!(matches!(early.kind, FaultKind::BadRecord(_)));
}

#[test]
fn what_is_cut_short_before_the_first_position_is_no_game() {
    let whole = format!("{}{START}\n", header_line());
    for cut in 0..whole.len() - 1 - " 0 1".len() {
        let begun = load(&whole[..cut]).has_begun();
        assert!(!begun, "cut after {cut} bytes");
    }
    assert!(load(&whole).has_begun());
    // After a power cut a file may have its length, and none of its bytes.
    for length in [1, 4, 5000] {
        let loaded = load(&"\0".repeat(length));
        assert_eq!(loaded.fault.as_ref().unwrap().kind, FaultKind::Empty);
        assert!(!loaded.has_begun(), "{length} zeros");
    }
    // What cannot have come about so may have been a game.
    for text in [
        "no game",
        START.get(..20).unwrap(),
        "# {\"rank-and-file\":1}\n\0\0\0",
    ] {
        let loaded = load(text);
        assert!(loaded.fault.is_some() && loaded.has_begun(), "{text:?}");
    }
}

#[test]
fn a_bare_list_of_positions_is_a_game() {
    for text in [
        format!("{START}\n{E4}\n{E4_E5}\n"),
        format!("{START}\n{E4}\n{E4_E5}"),
        format!("\u{feff}{START}\r\n{E4}\r\n\r\n{E4_E5}\r\n"),
        format!("  {START}\n\n\n{E4}  \n\t{E4_E5}\n\n"),
        // Another program's habit: the en passant square after every double step.
        format!(
            "{START}\n{}\n{}\n",
            E4.replace(" - ", " e3 "),
            E4_E5.replace(" - ", " e6 ")
        ),
    ] {
        let loaded = load(&text);
        assert_eq!((loaded.fault, loaded.notices), (None, vec![]), "{text:?}");
        assert_eq!(loaded.header, Header::bare());
        assert_eq!(
            (
                loaded.header.player(Color::White),
                loaded.header.player(Color::Black)
            ),
            ("White", "Black")
        );
        assert_eq!(fens(&loaded.game), [E4, E4_E5]);
        assert_eq!(loaded.game.plies()[1].san.to_string(), "e5");
    }
}

#[test]
fn what_is_not_known_is_kept_and_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fenlog");
    let header = header_line().replace("}", ",\"event\":\"Café\",\"round\":[1,2]}");
    let text = format!(
        "{header}{START}\n#{{\"clock\":{{\"white_ms\":1}}}}\n{E4}\n# {{\"paused\":\"2026-11-20T19:05:00Z\"}}\n# {{}}\n{E4_E5}\n"
    );
    fs::write(&path, &text).unwrap();
    let (loaded, mut appender) = Appender::open(&path).unwrap();
    assert_eq!(loaded.header, saved::header());
    assert_eq!(loaded.game.plies().len(), 2);
    appender.append("# {\"draw_offer\":\"white\"}\n").unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(kept, text + "# {\"draw_offer\":\"white\"}\n");
    let offer = read(&path).unwrap().game.offer();
    assert_eq!(offer, Some(Offer::Draw { by: Color::White }));
}

#[test]
fn a_torn_line_in_the_middle_costs_that_line_only() {
    let text = Written::play("e4 e5 Nf3").text();
    let next = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3";
    for torn in [
        "r1bqkbnr/pppp1ppp/2n5",
        "r",
        "#",
        "# {\"draw_off",
        "# {\"note\":\"\u{e9}",
    ] {
        let mut bytes = format!("{text}{torn}").into_bytes();
        if torn.ends_with('\u{e9}') {
            bytes.pop();
        }
        let good = next.replace(" b KQkq - 2 3", " w KQkq - 2 3");
        bytes.extend_from_slice(format!("\n{good}\n").as_bytes());
        let loaded = read_bytes(bytes);
        assert_eq!(loaded.fault, None, "{torn}");
        assert_eq!(loaded.notices, [Notice::Torn { line: 6 }], "{torn}");
        assert_eq!(loaded.game.plies().len(), 4, "{torn}");
    }
    let foreign = load(&format!("{text}r1bqkbnr/ppQp\n{next}\n"));
    assert_eq!(foreign.fault.unwrap().line, 6, "no move begins so");
}

#[test]
fn a_log_names_the_player_that_is_a_program() {
    let level = Computer::Level(Level::new(3).unwrap());
    let header = Header::new("Ann", "", now(), DrawRule::Automatic);
    let header = header.with_computer(Color::Black, level.clone());
    assert_eq!(header.black, "Computer, level 3");
    let read = load(&format!("{}{START}\n", header.line())).header;
    assert_eq!(read.computers.black, Some(level.clone()));
    assert_eq!(read.computers.white, None);
    let swapped = read.swapped();
    assert_eq!(swapped.computers.white, Some(level));
    assert_eq!(
        (swapped.white.as_str(), swapped.black.as_str()),
        ("Computer, level 3", "Ann"),
    );
    let rated = Header::new("Ann", "", now(), DrawRule::Automatic)
        .with_computer(Color::Black, "1500".parse().unwrap());
    let read = load(&format!("{}{START}\n", rated.line())).header;
    assert_eq!(read.black, "Computer, rating 1500");
    let Some(Computer::Level(between)) = read.computers.black else {
        panic!("no level: {:?}", read.computers.black);
    };
    assert_eq!((between.rating(), between.number()), (1500, 5));
    // A name that stands for no computer here is a person's.
    let later = r#"# {"rank-and-file":1,"white":"Ann","black":"Deep","black_computer":"12"}"#;
    let read = load(&format!("{later}\n{START}\n"));
    assert_eq!(read.header.computers.black, None);
    assert!(read.fault.is_none(), "{:?}", read.fault);
}

/// A value that makes no sense is one that is not there.
#[test]
fn a_wrong_value_in_the_first_line_hides_no_move() {
    for (pairs, names) in [
        (r#""white":7,"black":"Ben""#, ["White", "Ben"]),
        (r#""white":"Ann","black":["Ben"]"#, ["Ann", "Black"]),
        (
            r#""white":"Ann","black":"Ben","draws":"never""#,
            ["Ann", "Ben"],
        ),
        (r#""white":"Ann","black":"Ben","draws":1"#, ["Ann", "Ben"]),
        (
            r#""white":"Ann","black":"Ben","hints":"all""#,
            ["Ann", "Ben"],
        ),
        (
            r#""white":"Ann","black":"Ben","hints":{},"tips":3"#,
            ["Ann", "Ben"],
        ),
        (
            r#""white":"Ann","black":"Ben","guard":"me","warnings":0"#,
            ["Ann", "Ben"],
        ),
    ] {
        let loaded = load(&format!(
            "# {{\"rank-and-file\":1,{pairs}}}\n{START}\n{E4}\n"
        ));
        assert_eq!(loaded.fault, None, "{pairs}");
        assert_eq!(loaded.game.plies().len(), 1, "{pairs}");
        let header = &loaded.header;
        assert_eq!([&*header.white, &*header.black], names, "{pairs}");
        let plain = load(&format!("# {{\"rank-and-file\":1}}\n{START}\n")).header;
        assert_eq!((header.draws, header.hints), (plain.draws, plain.hints));
        assert_eq!((header.tips, header.warnings), (plain.tips, plain.warnings));
        assert_eq!(header.guard, plain.guard);
    }
}
