//! Hostile texts of any size, for the tests of memory and time.

/// A kind of text: its name, and what it is like in so many bytes, more or less.
pub type Kind = (&'static str, fn(usize) -> Vec<u8>);

/// `unit` over and over.
pub fn many(unit: &str, size: usize) -> Vec<u8> {
    unit.repeat(size / unit.len() + 1).into_bytes()
}

/// `before`, then `unit` over and over, then `after`.
pub fn between(before: &str, unit: &str, after: &str, size: usize) -> Vec<u8> {
    [before.as_bytes(), &many(unit, size), after.as_bytes()].concat()
}

/// `unit` over and over, with a number in the place of each `@`.
pub fn counted(before: &str, unit: &str, after: &str, size: usize) -> Vec<u8> {
    let mut text = before.to_owned();
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        text += &unit.replace('@', &number.to_string());
    }
    (text + after).into_bytes()
}

/// Bytes of every kind, the same ones each time.
pub fn garbage(size: usize) -> Vec<u8> {
    let mut chance = fastrand::Rng::with_seed(64);
    std::iter::repeat_with(|| chance.u8(..))
        .take(size)
        .collect()
}

/// The four moves that two kings make round and round.
const ROUND: [(&str, &str); 4] = [
    ("Kb1", "k7/8/8/8/8/8/8/1K6 b"),
    ("Kb8", "1k6/8/8/8/8/8/8/1K6 w"),
    ("Ka1", "1k6/8/8/8/8/8/8/K7 b"),
    ("Ka8", "k7/8/8/8/8/8/8/K7 w"),
];

/// A game of bare kings that nothing ends, in the shortest positions there are. After each ply
/// comes `more`.
fn kings(more: &str, size: usize) -> Vec<u8> {
    let mut log =
        "# {\"rank-and-file\":1,\"draws\":\"unjudged\"}\nk7/8/8/8/8/8/8/K7 w - - 0 1\n".to_owned();
    for (ply, (_, position)) in (1..).zip(ROUND.iter().cycle()) {
        if log.len() >= size {
            break;
        }
        log += &format!("{position} - - {ply} {}\n{more}", ply / 2 + 1);
    }
    log.into_bytes()
}

/// Two lines, after which a game can go on.
const OPENED: &str = "# {\"rank-and-file\":1,\"time_control\":\"300+5\"}\n\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
/// The same without clocks.
const UNTIMED: &str = "# {\"rank-and-file\":1}\n\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";

pub const LOGS: [Kind; 30] = [
    ("empty lines", |size| many("\n", size)),
    ("records of nothing", |size| many("#\n", size)),
    ("records of nothing in a game", |size| {
        between(OPENED, "#\n", "", size)
    }),
    ("empty records", |size| between(OPENED, "#{}\n", "", size)),
    ("a list without end", |size| {
        between("# {\"x\":[0", ",0", "", size)
    }),
    ("a list of zeros", |size| {
        between("# {\"x\":[0", ",0", "]}\n", size)
    }),
    ("a list as the clocks", |size| {
        between(OPENED, "# {\"clock\":[0,0,0]}\n", "", size)
    }),
    ("a list as a name", |size| {
        between("# {\"rank-and-file\":1,\"white\":[0", ",0", "]}\n", size)
    }),
    ("deep brackets", |size| {
        many("#[", 2).into_iter().chain(many("[", size)).collect()
    }),
    ("a deep value", |size| {
        [
            between("# {\"x\":", "[", "", size / 2),
            between("", "]", "}\n", size / 2),
        ]
        .concat()
    }),
    ("a deep object", |size| between("# ", "{\"x\":", "", size)),
    ("a huge name", |size| {
        between(
            "# {\"rank-and-file\":1,\"white\":\"",
            "\\u00e9",
            "\"}\n",
            size,
        )
    }),
    ("a name of many words", |size| {
        between("# {\"rank-and-file\":1,\"white\":\"", "a ", "\"}\n", size)
    }),
    ("a record that is a text", |size| {
        between("# \"", "\\n", "\"\n", size)
    }),
    ("a million keys", |size| {
        counted("# {\"x\":1", ",\"a@\":1", "}\n", size)
    }),
    ("a million tags", |size| {
        counted(
            "# {\"rank-and-file\":1,\"tags\":{\"x\":\"\"",
            ",\"a@\":\"\"",
            "}}\n",
            size,
        )
    }),
    ("the same name again", |size| {
        between("# {\"rank-and-file\":1", ",\"white\":\"Ann\"", "}\n", size)
    }),
    ("a million periods", |size| {
        between(
            "# {\"rank-and-file\":1,\"time_control\":\"",
            "1/1:",
            "1\"}\n",
            size,
        )
    }),
    ("clocks set again and again", |size| {
        between(
            OPENED,
            "# {\"clock\":{\"white_ms\":1,\"black_ms\":2}}\n",
            "",
            size,
        )
    }),
    ("moves taken back", |size| {
        between(UNTIMED, &format!("{E4}# {{\"takeback\":1}}\n"), "", size)
    }),
    ("timed moves taken back", |size| {
        let clock = "# {\"clock\":{\"white_ms\":9,\"black_ms\":9}}\n";
        between(
            OPENED,
            &format!("{E4}{clock}# {{\"takeback\":1}}\n{clock}"),
            "",
            size,
        )
    }),
    ("draws offered and declined", |size| {
        between(
            UNTIMED,
            "# {\"draw_offer\":\"white\"}\n# {\"draw_declined\":\"black\"}\n",
            "",
            size,
        )
    }),
    ("positions that are cut short", |size| {
        between(UNTIMED, "r\n", "", size)
    }),
    ("positions that are said to be cut short", |size| {
        between(UNTIMED, "x\n# {\"torn\":true}\n", "", size)
    }),
    ("kings without end", |size| kings("", size)),
    ("kings without end that claim a draw", |size| {
        [
            kings("", size),
            b"# {\"result\":\"1/2-1/2\",\"reason\":\"threefold\"}\n".to_vec(),
        ]
        .concat()
    }),
    ("kings without end with clocks", |size| {
        kings("# {\"clock\":{\"white_ms\":1}}\n", size)
    }),
    ("garbage", garbage),
    ("zeros", |size| vec![0; size]),
    ("one long line", |size| many("rnbqkbnr/", size)),
];

/// The moves of the kings as PGN writes them, in games that are as long as games can be.
fn kings_in_pgn(size: usize) -> Vec<u8> {
    let moves: Vec<&str> = ROUND.iter().map(|(written, _)| *written).collect();
    let setup = "[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    // The seventy-five moves end it, unless the game goes on.
    let game = between(setup, &(moves.join(" ") + " "), "*\n\n", size.min(45_000));
    game.repeat(size / game.len() + 1)
}

pub const PGNS: [Kind; 44] = [
    ("open comments", |size| many("{", size)),
    ("open variations", |size| many("(", size)),
    ("deep variations", |size| {
        [
            between("1. e4 ", "(", "", size / 2),
            between("", ")", " *\n", size / 2),
        ]
        .concat()
    }),
    ("variations with a move in each other", |size| {
        [
            between("1. e4 ", "(d4", "", 3 * size / 4),
            between("", ")", " *\n", size / 4),
        ]
        .concat()
    }),
    ("side lines", |size| between("1. e4 ", "(d4)", " *\n", size)),
    ("side lines with a glyph", |size| {
        between("1. e4 ", "(d4!)", " *\n", size)
    }),
    ("side lines with a comment", |size| {
        between("1. e4 ", "(d4{a})", " *\n", size)
    }),
    ("side lines with a comment before", |size| {
        between("1. e4 ", "({a}d4)", " *\n", size)
    }),
    ("side lines of knights", |size| {
        between("1. e4 ", "(Nf3 Nf6 Ng1 Ng8)", " *\n", size)
    }),
    ("a side line of knights", |size| {
        between("1. e4 (", "Nf3!Nf6!Ng1!Ng8!", ") *\n", size)
    }),
    ("comments at one place", |size| {
        between("1. e4 ", "{a}", " *\n", size)
    }),
    ("commands", |size| between("1. e4 {", "[%a]", "} *\n", size)),
    ("drawings", |size| {
        between("1. e4 {[%csl Ga1", ",Ga1", "]} *\n", size)
    }),
    ("glyphs", |size| between("1. e4 ", "$1", " *\n", size)),
    ("signs of glyphs", |size| many("$", size)),
    ("numbers", |size| many("1.", size)),
    ("numbers apart", |size| many("1. ", size)),
    ("words", |size| many("x ", size)),
    ("one word", |size| many("x", size)),
    ("one word of signs", |size| many("½", size)),
    ("one number", |size| many("1", size)),
    ("brackets", |size| many("[", size)),
    ("empty tags on a line", |size| many("[]", size)),
    ("nameless tags on a line", |size| many("[a]", size)),
    ("tags on a line", |size| many("[a \"\"]", size)),
    ("tags on a line with spaces behind", |size| {
        [many("[a \"\"]", size / 2), many(" ", size / 2)].concat()
    }),
    ("long names of tags", |size| {
        many(&format!("[{}\n", "a".repeat(990)), size)
    }),
    ("long gaps in tags", |size| {
        many(&format!("[a{}\n", " ".repeat(990)), size)
    }),
    ("long tags in an open comment", |size| {
        between(
            "1. e4 {\nx\n",
            &format!("[{} \"{}\n", "a".repeat(480), "[".repeat(500)),
            "",
            size,
        )
    }),
    ("different tags", |size| {
        counted("", "[a@ \"\"]\n", "\n1. e4 *\n", size)
    }),
    ("tags apart, after one with a long name", |size| {
        let name = between("[", "a", " \"\"]\n", size / 2);
        [name, counted("", "\n[b@ \"\"]\n", "\n1. e4 *\n", size / 2)].concat()
    }),
    ("a huge name", |size| {
        between("[White \"", "Ö", "\"]\n\n1. e4 *\n", size)
    }),
    ("a name of many words", |size| {
        between("[White \"", "a ", "\"]\n\n1. e4 *\n", size)
    }),
    ("a tag of quotes", |size| {
        between("[White \"", "\"a", "\"]\n\n1. e4 *\n", size)
    }),
    ("a tag of quotes with spaces behind", |size| {
        [
            between("[White \"", "\"a", "", size / 2),
            between("", " ", "\n\n1. e4 *\n", size / 2),
        ]
        .concat()
    }),
    ("a million periods", |size| {
        between(
            "[TimeControl \"",
            "1/1:",
            "1\"]\n\n1. e4 {[%clk 0:01:00]} *\n",
            size,
        )
    }),
    ("comments", |size| between("1. e4 ", "{}", " *\n", size)),
    ("comments to the end of the line", |size| {
        between("1. e4 ", ";\n", " *\n", size)
    }),
    ("lines that are not meant for us", |size| {
        between("1. e4\n", "%\n", " *\n", size)
    }),
    ("games that cannot be", |size| {
        many("x *\n", size.min(1 << 17))
    }),
    ("the same game", |size| many("e4 *\n", size.min(1 << 16))),
    ("kings without end", kings_in_pgn),
    ("garbage", garbage),
    ("zeros", |size| vec![0; size]),
];

pub const ATTEMPTS: [Kind; 8] = [
    ("a list of zeros", |size| {
        between("{\"x\":[0", ",0", "]}\n", size)
    }),
    ("a list as a line", |size| {
        between(
            "{\"missed\":{\"player\":\"\",\"fen\":\"\",\"line\":[0",
            ",0",
            "]}}\n",
            size,
        )
    }),
    ("a list beside a try", |size| {
        between(
            "{\"tried\":{\"player\":\"\",\"found\":true,\"x\":[0",
            ",0",
            "]}}\n",
            size,
        )
    }),
    ("empty lines", |size| many("\n", size)),
    ("the shortest tries", |size| {
        many(
            "{\"tried\":{\"player\":\"\",\"fen\":\"\",\"found\":true},\"time\":\"2026-01-01T00Z\"}\n",
            size,
        )
    }),
    ("the shortest misses", |size| {
        many(
            "{\"missed\":{\"player\":\"\",\"fen\":\"\",\"line\":\"\"},\"time\":\"2026-01-01T00Z\"}\n",
            size,
        )
    }),
    ("different positions", |size| {
        counted(
            "",
            "{\"missed\":{\"player\":\"a\",\"fen\":\"@\",\"line\":\"\"},\"time\":\"2026-01-01T00Z\"}\n",
            "",
            size,
        )
    }),
    ("one long line of moves", |size| {
        between(
            "{\"missed\":{\"player\":\"\",\"fen\":\"\",\"line\":\"e2e4",
            " e2e4",
            "\"},\"time\":\"2026-01-01T00Z\"}\n",
            size,
        )
    }),
];

pub const RENAMINGS: [Kind; 11] = [
    ("a list of zeros", |size| {
        between("{\"x\":[0", ",0", "]}\n", size)
    }),
    ("a list as a name", |size| {
        between("{\"rename\":{\"from\":[0", ",0", "]}}\n", size)
    }),
    ("empty lines", |size| many("\n", size)),
    ("different names", |size| {
        counted(
            "",
            "{\"rename\":{\"from\":\"@\",\"to\":\"@a\"}}\n",
            "",
            size,
        )
    }),
    ("one after the other", |size| {
        counted(
            "",
            "{\"rename\":{\"from\":\"@\",\"to\":\"@1\"}}\n",
            "",
            size,
        )
    }),
    ("one long chain", |size| {
        let line = |at| {
            format!(
                "{{\"rename\":{{\"from\":\"{at}\",\"to\":\"{}\"}}}}\n",
                at + 1
            )
        };
        let lines = (0..size / line(0).len()).map(line);
        lines.collect::<String>().into_bytes()
    }),
    ("all to one long name", |size| {
        let names = counted(
            "",
            "{\"rename\":{\"from\":\"@\",\"to\":\"x\"}}\n",
            "",
            size / 2,
        );
        let long = between(
            "{\"rename\":{\"from\":\"x\",\"to\":\"",
            "y",
            "\"}}\n",
            size / 2,
        );
        [names, long].concat()
    }),
    ("back and forth", |size| {
        many(
            "{\"rename\":{\"from\":\"a\",\"to\":\"b\"}}\n{\"rename\":{\"from\":\"b\",\"to\":\"a\"}}\n",
            size,
        )
    }),
    ("nothing but undone", |size| many("{\"undo\":1}\n", size)),
    ("garbage", garbage),
    ("zeros", |size| vec![0; size]),
];

pub const FENS: [Kind; 8] = [
    ("digits", |size| many("8", size)),
    ("slashes", |size| many("8/", size)),
    ("kings", |size| many("k", size)),
    ("spaces", |size| many(" ", size)),
    ("castling", |size| {
        between("4k3/8/8/8/8/8/8/4K3 w ", "KQkq", " - 0 1", size)
    }),
    ("a counter", |size| {
        between("4k3/8/8/8/8/8/8/4K3 w - - ", "9", " 1", size)
    }),
    ("fields", |size| {
        between("4k3/8/8/8/8/8/8/4K3 w - - 0 1", " 1", "", size)
    }),
    ("promoted signs", |size| many("Q~", size)),
];

pub const GAMES_OF_2048: [Kind; 7] = [
    ("deep lists", |size| many("[", size)),
    ("rows of nothing", |size| {
        between("{\"version\":1,\"grid\":[[]", ",[]", "]}", size)
    }),
    ("a long row", |size| {
        between("{\"version\":1,\"grid\":[[0", ",0", "]]}", size)
    }),
    ("moves of nothing", |size| {
        between("{\"version\":1,\"history\":[{}", ",{}", "]}", size)
    }),
    ("moves without an end", |size| {
        let step = "{\"grid\":[],\"score\":0,\"moves\":0,\"keeps_going\":false,\"drawn\":0,\"direction\":\"\"}";
        let first = format!("{{\"version\":1,\"history\":[{step}");
        between(&first, &format!(",{step}"), "]}", size)
    }),
    ("best scores", |size| {
        counted("{\"version\":1,\"best\":{\"0\":0", ",\"@\":0", "}}", size)
    }),
    ("unknown keys", |size| {
        counted("{\"version\":1", ",\"k@\":[{}]", "}", size)
    }),
];
