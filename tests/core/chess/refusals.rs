//! Refused moves, as a table: a position, the moves played first, the move as a person types it,
//! and the code and the squares of the refusal. The table is `data/refusals.tsv`.

use std::collections::BTreeMap;

use rank_and_file_core::chess::{
    Action, Color, DrawRule, Game, Refusal, Role, Square, fen_of, read_fen,
};

const TABLE: &str = include_str!("../../data/refusals.tsv");

/// Every code of a refused move, and whether it names squares.
const CODES: [(&str, bool); 23] = [
    ("unreadable", false),
    ("ambiguous", true),
    ("game-over", false),
    ("no-piece", true),
    ("opponents-piece", true),
    ("own-piece", true),
    ("same-square", true),
    ("piece-move", true),
    ("blocked", true),
    ("pawn-blocked", true),
    ("pawn-diagonal-empty", true),
    ("pawn-double-step", true),
    ("en-passant-gone", true),
    ("pinned", true),
    ("still-in-check", true),
    ("king-into-check", true),
    ("castle-king-moved", true),
    ("castle-rook-moved", true),
    ("castle-blocked", true),
    ("castle-in-check", true),
    ("castle-through-check", true),
    ("castle-into-check", true),
    ("promotion-piece-needed", true),
];

struct Row {
    line: usize,
    start: &'static str,
    before: &'static str,
    typed: &'static str,
    code: &'static str,
    squares: &'static str,
    note: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    TABLE
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(index, line)| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [start, before, typed, code, squares, note] = cells[..] else {
                panic!("line {}: six columns", index + 1);
            };
            Row {
                line: index + 1,
                start,
                before,
                typed,
                code,
                squares,
                note,
            }
        })
}

fn write(game: &mut Game, typed: &str) -> Result<(), Refusal> {
    game.act(Action::Write(typed.to_owned())).map(|_| ())
}

impl Row {
    fn game(&self) -> Game {
        let position = read_fen(self.start).unwrap_or_else(|e| panic!("line {}: {e}", self.line));
        let mut game = Game::new(position, DrawRule::Claimed);
        for typed in self.before.split_whitespace() {
            let played = write(&mut game, typed);
            assert_eq!(played, Ok(()), "line {}: {typed}", self.line);
        }
        game
    }
}

fn told(refusal: &Refusal) -> (String, String) {
    let squares: Vec<String> = refusal.squares().iter().map(Square::to_string).collect();
    (refusal.code().to_owned(), squares.join(" "))
}

#[test]
fn every_row_is_refused_for_its_reason() {
    let mut wrong = Vec::new();
    for row in rows() {
        let mut game = row.game();
        let (fen, plies) = (fen_of(game.position()), game.plies().len());
        let found = match write(&mut game, row.typed) {
            Ok(()) => ("played".to_owned(), String::new()),
            Err(refusal) => told(&refusal),
        };
        if (found.0.as_str(), found.1.as_str()) != (row.code, row.squares) {
            wrong.push(format!(
                "line {} ({}): {} in {fen}\n  wanted {} {}\n  found  {} {}",
                row.line, row.note, row.typed, row.code, row.squares, found.0, found.1
            ));
        }
        assert_eq!(fen_of(game.position()), fen, "line {}", row.line);
        assert_eq!(game.plies().len(), plies, "line {}", row.line);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_every_code_for_both_colors() {
    let mut seen: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for row in rows() {
        let named = CODES.iter().find(|(code, _)| *code == row.code);
        let (_, squares) = named.unwrap_or_else(|| panic!("line {}: {}", row.line, row.code));
        assert_eq!(!row.squares.is_empty(), *squares, "line {}", row.line);
        *seen
            .entry((row.code, row.game().turn().is_white()))
            .or_default() += 1;
    }
    for (code, _) in CODES {
        for white in [true, false] {
            assert!(seen.contains_key(&(code, white)), "{code}, white: {white}");
        }
    }
    assert!(rows().count() >= 80);
}

/// The lines that are drawn on the board, each from an attacker to what it attacks.
#[test]
fn the_rays_show_who_attacks_what() {
    let rays = |fen: &str, typed: &str| {
        let mut game = Game::new(read_fen(fen).unwrap(), DrawRule::Claimed);
        let refusal = write(&mut game, typed).unwrap_err();
        refusal
            .rays()
            .iter()
            .map(|(from, to)| format!("{from}{to}"))
            .collect::<Vec<_>>()
    };
    let pinned = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1";
    assert_eq!(rays(pinned, "Bd3"), ["e8e1"]);
    let double = "4r2k/8/8/8/8/5n2/6P1/R3K3 w - - 0 1";
    assert_eq!(rays(double, "Ra8"), ["f3e1", "e8e1"]);
    let beside = "3r3k/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(rays(beside, "Kd2"), ["d8d2"]);
    let through = "5r2/1k6/8/8/8/8/7n/R3K2R w KQ - 0 1";
    assert_eq!(rays(through, "O-O"), ["h2f1", "f8f1"]);
    let into = "6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(rays(into, "O-O"), ["g8g1"]);
    let checked = "4r3/1k6/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(rays(checked, "O-O"), ["e8e1"]);
    assert_eq!(rays(checked, "e1e4"), Vec::<String>::new());
}

/// What the sentences are made of, beyond the squares.
#[test]
fn the_particulars_of_a_refusal() {
    let refusal = |fen: &str, typed: &str| {
        let mut game = Game::new(read_fen(fen).unwrap(), DrawRule::Claimed);
        write(&mut game, typed).unwrap_err()
    };
    let pinned = refusal("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5");
    let Refusal::Pinned {
        piece,
        king,
        attackers,
    } = pinned
    else {
        panic!("{pinned:?}")
    };
    assert_eq!((piece, king), (Square::C3, Square::E1));
    assert_eq!(attackers.into_iter().collect::<Vec<_>>(), [Square::B4]);

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let blocked = Refusal::Blocked {
        role: Role::Queen,
        blocker: Square::E2,
    };
    assert_eq!(refusal(start, "Qh5"), blocked);
    let no_knight = Refusal::NoPiece {
        square: Square::C3,
        role: Some(Role::Knight),
    };
    assert_eq!(refusal(start, "Nac3"), no_knight);
    let nothing = Refusal::NoPiece {
        square: Square::E4,
        role: None,
    };
    assert_eq!(refusal(start, "e4e5"), nothing);
}

/// A takeback gives the rights back; the same moves by another way lose them again.
#[test]
fn a_takeback_gives_the_rights_back() {
    let mut game = Game::default();
    for typed in ["e4", "a6", "e5", "d5", "h3", "h6"] {
        write(&mut game, typed).unwrap();
    }
    let gone = write(&mut game, "exd6").unwrap_err();
    assert_eq!(told(&gone), ("en-passant-gone".into(), "d5".into()));
    game.act(Action::TakeBack(2)).unwrap();
    write(&mut game, "exd6").unwrap();
    assert!(game.plies().last().unwrap().mv.is_en_passant());

    let castles = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut game = Game::new(read_fen(castles).unwrap(), DrawRule::Claimed);
    for typed in ["Ke2", "Ke7", "Ke1", "Ke8"] {
        write(&mut game, typed).unwrap();
    }
    let moved = write(&mut game, "O-O").unwrap_err();
    assert_eq!(told(&moved), ("castle-king-moved".into(), "e1".into()));
    game.act(Action::TakeBack(4)).unwrap();
    write(&mut game, "Rg1").unwrap();
    write(&mut game, "Ke7").unwrap();
    write(&mut game, "Rh1").unwrap();
    write(&mut game, "Ke8").unwrap();
    let moved = write(&mut game, "O-O").unwrap_err();
    assert_eq!(told(&moved), ("castle-rook-moved".into(), "h1".into()));
    write(&mut game, "O-O-O").unwrap();
    assert!(game.plies().last().unwrap().castling().is_some());
}

/// Once a game is over, every action is refused with the same code.
#[test]
fn nothing_is_judged_after_the_end() {
    let mut game = Game::default();
    game.act(Action::Resign(Color::White)).unwrap();
    let refused = game.judge(Square::E2, Square::E4, None).unwrap_err();
    assert_eq!(refused, Refusal::GameOver);
    assert_eq!(write(&mut game, "e4"), Err(Refusal::GameOver));
    assert!(game.targets(Square::E2).is_empty());
}
