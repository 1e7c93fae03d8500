//! PGN as bytes: its encodings, files that never end, how much of a game is kept, and what is no text.

use std::io::{self, Read};
use std::iter;

use rank_and_file_core::record::log::{Loaded, Remark, read_bytes};
use rank_and_file_core::record::pgn::{self, FaultKind, NotTextError, Note, Splitter};

use crate::pgn_text::{end, fingerprint_of, moves, only, raw_games, taken_over};

#[test]
fn letters_of_one_byte() {
    let windows =
        only_bytes(b"[White \"\x8aahovic\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\x96O *");
    assert_eq!(windows.header.white, "Šahovic");
    assert!(moves(&windows.game).ends_with("O-O"));
    let wide: Vec<u8> = "\u{feff}[White \"Šahovic\"]\n\n1. d4 *"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(only_bytes(&wide).header.white, "Šahovic");
    let latin = b"[White \"M\xfcller\"]\n[Black \"Garc\xeda\"]\n\n1. e4 {\xab} \xbd-\xbd\n\n[White \"M\xc3\xbcller\"]\n\n1. d4 *";
    let games = taken_over(latin);
    let names: Vec<&str> = games
        .iter()
        .map(|game| game.as_ref().unwrap().1.header.white.as_str())
        .collect();
    assert_eq!(names, ["Müller", "Müller"]);
    let first = &games[0].as_ref().unwrap().1;
    assert_eq!(
        (
            first.header.black.as_str(),
            end(first.game.outcome()).as_str()
        ),
        ("García", "1/2-1/2 other")
    );
}

fn only_bytes(text: &[u8]) -> Loaded {
    let mut games = taken_over(text);
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap().1
}

/// Text that comes again and again, up to a number of bytes.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    left: u64,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        for place in &mut buffer[..count] {
            *place = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        self.left -= count as u64;
        Ok(count)
    }
}

#[test]
fn a_game_that_never_ends_is_passed_over() {
    for text in [
        &b"x"[..],
        b"(",
        b"e4 ",
        b"[Event \"",
        b"[",
        b"\xef",
        b"\"",
        b"\\",
        b"% ",
        b"\n",
        b"\r",
        b"\0",
        b"1. e4 {a {b} ",
    ] {
        let begin = &b"[Event \"a\"]\n\n1. e4 {x} "[..];
        let end = &b"\n\n[Event \"b\"]\n\n1. d4 *\n"[..];
        let middle = Endless {
            text,
            at: 0,
            left: 3 << 20,
        };
        let games = raw_games(begin.chain(middle).chain(end));
        let told = String::from_utf8_lossy(text);
        assert_eq!(games.len(), 2, "{told:?}");
        assert_eq!(
            (games[0].line, games[0].is_too_large()),
            (1, true),
            "{told:?}"
        );
        let mut alone = raw_games(end).remove(0);
        assert_eq!(alone.length, end.len() - 2);
        (alone.number, alone.line) = (2, games[1].line);
        assert_eq!(games[1], alone, "{told:?}");
        assert_eq!(
            pgn::read_game(&games[0]).unwrap_err().kind,
            FaultKind::TooLarge
        );
        assert!(pgn::read_game(&games[1]).is_ok());
    }
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5001);
    let fault = taken_over(shuffle.as_bytes()).remove(0).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooManyMoves);
    let (_, long) = only(&"Nf3 Nf6 Ng1 Ng8 ".repeat(1000));
    assert_eq!(long.game.plies().len(), 4000);
}

/// A game is whole however much is said of it, in lines of any length, and what the clocks showed
/// is kept. Lines are counted as they stand in the file.
#[test]
fn a_game_with_megabytes_of_comments_is_taken_over() {
    const MUCH: usize = 3 << 20;
    let many = |unit: &str| unit.repeat(MUCH / unit.len());
    let line = format!("{{{}}}", many("good "));
    let lines = format!("{{\n{}}}", many("(e5) \\ ; 1-0 {\n"));
    let rest = many("; e5 } [Event \"x\"] and so on\n");
    let single = many("{so it went} {[%eval 0.1,20]} ");
    let within = format!("(1. d4 {}) ", many("{well played} "));
    for comment in [&line, &lines, &rest, &single, &within] {
        let shown = &comment[..30];
        let text = format!(
            "[Event \"a\"]\n\n1. e4 {{[%clk 0:01:00]}}\n{comment}\ne5 {{[%clk 0:00:59] {} \
             2. Nf3 {{{} [%clk 0:00:58] {}}} 1-0\n\n1. d4 e6 2. d5 e5 *\n\n1. e4 e4 *\n",
            "much }",
            many("x "),
            many("y "),
        );
        let raws = raw_games(text.as_bytes());
        let kept: Vec<usize> = raws.iter().map(|raw| raw.length).collect();
        assert_eq!(kept.len(), 3, "{shown}");
        assert!(kept[0] <= 1 << 20, "{shown}: {kept:?}");
        let games = taken_over(text.as_bytes());
        let (imported, first) = games[0]
            .as_ref()
            .unwrap_or_else(|fault| panic!("{shown}: {fault}"));
        let is_told = |note: &Note| note.remark == Remark::CommentsCut && note.line >= 4;
        assert_eq!(
            imported.notes.iter().filter(|note| is_told(note)).count(),
            1,
            "{shown}"
        );
        assert_eq!(moves(&first.game), "e4 e5 Nf3", "{shown}");
        let clocks: Vec<_> = first.game.plies().iter().map(|ply| ply.left()).collect();
        let wanted = [60_000, 59_000, 58_000].map(Some);
        assert_eq!(clocks, wanted, "{shown}");
        assert_eq!(end(first.game.outcome()), "1-0 other");
        assert_eq!(moves(&games[1].as_ref().unwrap().1.game), "d4 e6 d5 e5");
        let fault = games[2].as_ref().unwrap_err();
        assert_eq!(fault.line, text.lines().count() as u64, "{shown}");
    }
    // What is left open may hide moves, as ever.
    let open = format!("1. e4\n{{{}", many("x"));
    let (imported, _) = only(&open);
    let note = &imported.notes[0];
    assert_eq!((note.line, &note.remark), (2, &Remark::OpenComment));
}

#[test]
fn the_cut_does_not_depend_on_how_the_file_comes_in() {
    struct Slowly<'a>(&'a [u8]);
    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let text =
        "\u{feff}[Event \"a\"]\r\n\r\n1. e4 {\r\n[Event \"x\"]\r\n1. d4 1-0 [Event \"b\"]\n* e4";
    assert_eq!(
        raw_games(Slowly(text.as_bytes())),
        raw_games(text.as_bytes())
    );
    assert!(raw_games(text.as_bytes()).len() > 1);
}

#[test]
fn the_fingerprint_is_the_same_for_ever() {
    let (first, _) = only("[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 *");
    assert_eq!(fingerprint_of(&first), FOR_EVER);
    for (text, same) in [
        (
            "[Event \"x\"]\n[White \" Ann \"]\n[Black \"Ben\"]\n[Date \"2026-11-20\"]\n[Round \"?\"]\n\ne2e4 e7-e5 *",
            true,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 1-0",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[Site \"Rome\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[Round \"2\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[GameId \"7\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n[UTCTime \"12:00:00\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 {[%clk 0:01:00]} e5 *",
            true,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.21\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ben\"]\n[Black \"Ann\"]\n[Date \"2026.11.20\"]\n\n1. e4 e5 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 e6 *",
            false,
        ),
        (
            "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2026.11.20\"]\n\n1. e4 *",
            false,
        ),
    ] {
        assert_eq!(fingerprint_of(&only(text).0) == FOR_EVER, same, "{text}");
    }
    let played = "# {\"rank-and-file\":1,\"white\":\"Ann\",\"black\":\"Ben\",\"started\":\"2026-11-20T23:30:00Z\"}\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let here = read_bytes(played.as_bytes().to_vec());
    let number = rank_and_file_core::record::log::fingerprint(&here.header, &here.game);
    assert_eq!(fingerprint_of(&only(&pgn::write(&here)).0), number);
}

/// Of Ann against Ben on 20 November 2026, 1. e4 e5. A change would make every known game new.
const FOR_EVER: u64 = 17_020_431_120_135_548_069;

#[test]
fn wide_letters_become_narrow_ones() {
    let text = "[White \"Müller – ♘\"]\n\n1. e4 *\n".repeat(3000);
    let little: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let big: Vec<u8> = little
        .chunks(2)
        .flat_map(|pair| [pair[1], pair[0]])
        .collect();
    for bytes in [&little, &big, &text.clone().into_bytes()] {
        let mut splitter = Splitter::new(bytes.as_slice());
        let read: Vec<_> = iter::from_fn(|| splitter.next_game().unwrap()).collect();
        assert!(read == raw_games(text.as_bytes()));
        assert_eq!(read.len(), 3000);
        let last = pgn::read_game(&read[2999]).unwrap();
        assert_eq!(
            (&*last.loaded.header.white, &*moves(&last.loaded.game)),
            ("Müller – ♘", "e4")
        );
        assert_eq!(splitter.bytes(), bytes.len() as u64);
    }
}

#[test]
fn what_is_no_text_is_named() {
    for (bytes, foreign) in [
        (&b"\x1f\x8b\x08rest"[..], Some(NotTextError::Packed)),
        (b"\xff\xd8\xff\xe0", Some(NotTextError::Picture)),
        (b"%PDF-1.7", Some(NotTextError::Pdf)),
        (b"% PDF", None),
        (b"", None),
        (b"1", None),
    ] {
        let read = Splitter::new(bytes).step();
        let told = read
            .err()
            .and_then(|error| error.downcast::<NotTextError>().ok());
        assert_eq!(told, foreign, "{bytes:?}");
    }
}
