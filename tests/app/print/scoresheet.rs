//! A game on paper: how many pages it takes, what stands on them in letters that can be searched
//! and copied, and a file that is written whole or not at all.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use cairo::{Context, Format, ImageSurface};
use pangocairo::pango::Layout;
use rank_and_file::print::{Entry, Pages, Paper, Row, Scoresheet, pdf};
use rank_and_file_core::chess::{
    Action, DrawRule, Game, Outcome, Reason, TimeControl, read_fen, start_position,
};
use rank_and_file_core::record::log::{Header, Loaded, read_bytes};

use crate::skipped::say_skipped;
use crate::terminal::{Home, id_of};

fn names(white: &str, black: &str) -> Header {
    Header {
        white: white.to_owned(),
        black: black.to_owned(),
        started: Some("2026-11-20T12:05:00Z".parse().unwrap()),
        ..Header::bare()
    }
}

fn played(mut game: Game, moves: &str) -> Game {
    for written in moves.split_whitespace() {
        game.act(Action::Write(written.to_owned())).unwrap();
    }
    game
}

/// A game of so many full moves in which kings walk, and now and then a pawn goes a step, so that
/// no rule ends it.
fn long(moves: usize) -> Game {
    let start = read_fen("7k/pppp4/8/8/8/8/PPPP4/7K w - - 0 1").unwrap();
    let mut game = Game::new(start, DrawRule::Claimed);
    let steps = [
        "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4", "a5", "b5", "c5", "d5",
    ];
    let walk = ["g1", "f1", "f2", "g2", "h2", "h1"];
    let other = ["g8", "f8", "e8", "f7", "g7", "h7", "h8"];
    let mut walked = 0;
    for index in 0..moves {
        let white = match steps.get(index / 29).filter(|_| index % 29 == 0) {
            Some(step) => (*step).to_owned(),
            None => {
                walked += 1;
                format!("K{}", walk[(walked - 1) % 6])
            }
        };
        let black = format!("K{}", other[index % 7]);
        for written in [white, black] {
            game.act(Action::Write(written)).unwrap();
        }
    }
    game
}

fn laid_out(header: &Header, game: &Game, paper: Paper) -> Pages {
    let (width, height) = paper.points();
    Scoresheet::new(header, game)
        .lay_out(width, height)
        .unwrap()
}

fn all_texts(pages: &Pages) -> Vec<String> {
    (0..pages.count())
        .flat_map(|page| pages.texts(page))
        .collect()
}

#[test]
fn a_game_without_moves_is_a_page_with_the_position() {
    for paper in [Paper::A4, Paper::Letter] {
        let pages = laid_out(&names("Ann", "Ben"), &Game::default(), paper);
        assert_eq!(pages.count(), 1);
        let texts = pages.texts(0);
        for wanted in [
            "Ann",
            "Ben",
            "Unfinished · Ann to move",
            "The starting position",
            "a",
            "8",
        ] {
            assert!(
                texts.iter().any(|text| text == wanted),
                "{wanted}: {texts:?}"
            );
        }
        assert!(
            !texts.iter().any(|text| text.contains(" / ")),
            "one page has no number"
        );
        assert!(pages.texts(1).is_empty());
    }
}

#[test]
fn names_result_reason_and_every_move_stand_on_the_page() {
    let header = Header {
        time_control: Some(TimeControl::from_minutes("5+3").unwrap()),
        ..names("Анна", "李小龍")
    };
    let game = played(header.new_game(start_position()), "f3 e5 g4 Qh4#");
    let texts = laid_out(&header, &game, Paper::A4).texts(0);
    for wanted in [
        "Анна",
        "李小龍",
        "0",
        "1",
        "李小龍 wins · Checkmate",
        "White",
        "Black",
        "1",
        "f3",
        "e5",
        "2",
        "g4",
        "Qh4#",
        "5:03",
        "The end, after 2… Qh4#",
    ] {
        assert!(
            texts.iter().any(|text| text == wanted),
            "{wanted}: {texts:?}"
        );
    }
    let details = texts.iter().find(|text| text.contains("5+3")).unwrap();
    assert!(details.contains("20 November 2026"), "{details}");
}

#[test]
fn a_drawn_game_gives_each_a_half() {
    let mut game = played(Game::default(), "e4 e5");
    let agreed = Outcome {
        winner: None,
        reason: Reason::Agreement,
    };
    game.act(Action::Conclude(agreed)).unwrap();
    let texts = laid_out(&names("A", "B"), &game, Paper::A4).texts(0);
    assert_eq!(
        texts.iter().filter(|text| *text == "½").count(),
        2,
        "{texts:?}"
    );
    assert!(texts.contains(&"Draw by agreement".to_owned()));
}

#[test]
fn a_game_of_three_hundred_moves_takes_a_few_pages_with_their_numbers() {
    let game = long(300);
    assert_eq!(game.plies().len(), 600);
    for (paper, wanted) in [(Paper::A4, 4), (Paper::Letter, 5)] {
        let pages = laid_out(&names("Ann", "Ben"), &game, paper);
        assert_eq!(pages.count(), wanted, "{paper:?}");
        for page in 0..wanted {
            let number = format!("{} / {wanted}", page + 1);
            assert!(pages.texts(page).contains(&number), "{number}");
        }
        let texts = all_texts(&pages);
        for number in 1..=300 {
            assert!(
                texts.contains(&number.to_string()),
                "move {number} is missing"
            );
        }
        let kings = texts.iter().filter(|text| text.starts_with('K')).count();
        let pawns = game
            .plies()
            .iter()
            .filter(|ply| !ply.san.to_string().starts_with('K'))
            .count();
        assert_eq!(kings + pawns, 600);
        assert!(texts.iter().any(|text| text.starts_with("After 280…")));
        assert!(texts.iter().any(|text| text.starts_with("After 300…")));
        assert!(texts.contains(&"The starting position".to_owned()));
    }
}

/// A page of so many points as a picture.
pub fn picture(pages: &Pages, page: usize, (width, height): (f64, f64)) -> ImageSurface {
    let surface =
        ImageSurface::create(Format::ARgb32, width.ceil() as i32, height.ceil() as i32).unwrap();
    pages.draw(page, &Context::new(&surface).unwrap()).unwrap();
    surface
}

/// The part of a page that has ink on it: left, top, right and bottom as parts of the page.
pub fn inked(pages: &Pages, page: usize, (width, height): (f64, f64)) -> Option<[f64; 4]> {
    let mut surface = picture(pages, page, (width, height));
    let (stride, wide) = (surface.stride() as usize, surface.width() as usize);
    let data = surface.data().unwrap();
    let mut edges: Option<[usize; 4]> = None;
    for (y, line) in data.chunks(stride).enumerate() {
        for x in (0..wide).filter(|x| line[x * 4 + 3] > 40) {
            let [left, top, right, bottom] = edges.unwrap_or([x, y, x, y]);
            edges = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
    }
    edges.map(|[left, top, right, bottom]| {
        [
            left as f64 / width,
            top as f64 / height,
            right as f64 / width,
            bottom as f64 / height,
        ]
    })
}

#[test]
fn nothing_is_printed_into_the_margins_of_paper_of_any_size() {
    let long_name = "Maximiliana-Konstantina ".repeat(8);
    let header = Header {
        time_control: Some(TimeControl::from_minutes("90+30").unwrap()),
        ..names(&long_name, "Unbroken".repeat(25).as_str())
    };
    let game = played(
        header.new_game(start_position()),
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6",
    );
    let sheet = Scoresheet::new(&header, &game);
    for paper in [
        Paper::A4.points(),
        Paper::Letter.points(),
        (842.0, 595.0),
        (420.0, 595.0),
        (298.0, 420.0),
        (1191.0, 842.0),
        (150.0, 200.0),
    ] {
        let pages = sheet.lay_out(paper.0, paper.1).unwrap();
        for page in 0..pages.count() {
            let [left, top, right, bottom] = inked(&pages, page, paper).unwrap();
            let fits = left > 0.03 && top > 0.03 && right < 0.97 && bottom < 0.97;
            assert!(
                fits,
                "{paper:?}, page {page}: {left} {top} {right} {bottom}"
            );
        }
    }
}

#[test]
fn a_damaged_size_of_paper_is_no_disaster() {
    let sheet = Scoresheet::new(&Header::bare(), &Game::default());
    for (width, height) in [
        (0.0, 0.0),
        (-5.0, 9.0),
        (f64::NAN, f64::INFINITY),
        (1.0, 9000.0),
    ] {
        assert!(sheet.lay_out(width, height).unwrap().count() >= 1);
    }
}

/// The words of a PDF, where there is a tool to read them; a form feed ends each page.
fn words_of(path: &Path) -> Option<String> {
    let read = Command::new("pdftotext")
        .arg("-layout")
        .arg(path)
        .arg("-")
        .output();
    let read = read.ok().filter(|read| read.status.success())?;
    String::from_utf8(read.stdout).ok()
}

#[test]
fn the_text_in_a_pdf_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdf");
    let sheet = Scoresheet::new(&names("Анна", "Nul\u{0}l"), &long(120));
    let bytes = pdf(&sheet, Paper::A4).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
    fs::write(&path, bytes).unwrap();
    let Some(words) = words_of(&path) else {
        say_skipped("a part: there is no pdftotext here");
        return;
    };
    assert_eq!(words.matches('\u{c}').count(), 2, "{words}");
    for wanted in [
        "Анна",
        "Nul l",
        "Unfinished",
        "1 / 2",
        "2 / 2",
        "Kg8",
        "After 100…",
        "120",
    ] {
        // How wide a gap must be to be a space is up to the reader.
        let close = |text: &str| text.replace(' ', "");
        assert!(close(&words).contains(&close(wanted)), "{wanted}: {words}");
    }
}

#[test]
fn a_piece_is_in_a_pdf_once_however_many_diagrams_there_are_and_as_shapes() {
    let bytes = pdf(
        &Scoresheet::new(&names("Ann", "Ben"), &long(300)),
        Paper::A4,
    );
    let text = String::from_utf8_lossy(&bytes.unwrap()).into_owned();
    // Two kings and the pawns of both sides, on sixteen diagrams.
    assert_eq!(text.matches("/Subtype /Form").count(), 4);
    assert_eq!(text.matches("/Subtype /Image").count(), 0);
}

#[test]
fn a_game_that_is_played_goes_out_like_one_from_its_file() {
    let game = played(Game::default(), "e4 e5");
    let live = Loaded::of(names("Ann", "Ben"), game);
    let text = format!(
        "{}{}\n{}",
        live.header.line(),
        rank_and_file_core::chess::fen_of(live.game.start()),
        live.game
            .plies()
            .iter()
            .map(|ply| ply.fen() + "\n")
            .collect::<String>()
    );
    let saved = read_bytes(text.into_bytes());
    assert_eq!(
        rank_and_file_core::record::pgn::write(&live),
        rank_and_file_core::record::pgn::write(&saved)
    );
    let sheet = |loaded: &Loaded| all_texts(&laid_out(&loaded.header, &loaded.game, Paper::A4));
    assert_eq!(sheet(&live), sheet(&saved));
}

fn files(folder: &Path) -> Vec<String> {
    let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name();
    let names = fs::read_dir(folder).unwrap().map(name);
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let home = Home::new();
    let mut game = home.open(&["--text", "--json", "--white", "Ann", "--black", "Ben"]);
    game.ask("f3");
    game.ask("e5");
    game.leave();
    let id = id_of(&home.logs()[0]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdf");
    let output = path.to_str().unwrap();
    let done = home.run(&["--scoresheet", &id, "--output", output, "--paper", "Letter"]);
    assert!(done.status.success(), "{done:?}");
    let whole = fs::read(&path).unwrap();
    assert!(whole.starts_with(b"%PDF-"));
    assert_eq!(files(folder.path()), ["game.pdf"]);

    let nowhere = folder.path().join("nowhere").join("game.pdf");
    let picture = folder.path().join("game.png");
    for (arguments, status, says) in [
        (
            vec!["--scoresheet", "2020", "--output", output],
            1,
            "no game with this ID",
        ),
        (
            vec!["--scoresheet", &id, "--output", picture.to_str().unwrap()],
            2,
            "must be a .pdf",
        ),
        (
            vec!["--scoresheet", &id, "--output", nowhere.to_str().unwrap()],
            1,
            "no such folder",
        ),
        (vec!["--scoresheet", &id], 2, "--output"),
        (
            vec![
                "--scoresheet",
                &id,
                "--output",
                output,
                "--paper",
                "foolscap",
            ],
            2,
            "A4, Letter",
        ),
        (
            vec!["--scoresheet", &id, "--output", output, "--diagram", "x"],
            2,
            "--diagram",
        ),
        (vec!["--paper", "A4"], 2, "--scoresheet"),
        (vec!["--output", output], 2, "--"),
    ] {
        let mut command = home.command(&arguments);
        let done = command
            .stderr(std::process::Stdio::piped())
            .output()
            .unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(status), "{arguments:?}: {told}");
        assert!(told.contains(says), "{arguments:?}: {told}");
        assert_eq!(fs::read(&path).unwrap(), whole, "{arguments:?}");
        assert_eq!(files(folder.path()), ["game.pdf"], "{arguments:?}");
    }

    // A disk that takes half a kilobyte and no more.
    let arguments = ["--scoresheet", &id, "--output", output];
    let program = home.command(&arguments);
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]);
    shell.arg(program.get_program()).args(program.get_args());
    shell.envs(
        program
            .get_envs()
            .filter_map(|(key, value)| Some((key, value?))),
    );
    let full = shell.output().unwrap();
    let told = String::from_utf8(full.stderr).unwrap();
    assert_eq!(full.status.code(), Some(1), "{told}");
    assert!(told.contains("too large"), "{told}");
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert_eq!(files(folder.path()), ["game.pdf"]);
}

#[test]
fn a_damaged_game_is_drawn_up_to_its_last_good_move() {
    let home = Home::new();
    let mut game = home.open(&["--text", "--json"]);
    game.ask("e4");
    game.leave();
    let (path, id) = home.log();
    let mut text = fs::read_to_string(&path).unwrap();
    text += "8/8/8/8/8/8/8/8 w - - 0 1\n# {}\n";
    fs::write(&path, text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("game.pdf");
    let mut command = home.command(&["--scoresheet", &id, "--output", output.to_str().unwrap()]);
    let done = command
        .stderr(std::process::Stdio::piped())
        .output()
        .unwrap();
    assert!(done.status.success());
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains(&id) && told.contains("is wrong"), "{told}");
    assert!(fs::read(&output).unwrap().starts_with(b"%PDF-"));
}

/// A game of so many full moves, fourteen at the most, in which only pawns move.
fn pawns(moves: usize) -> Game {
    let pushes =
        "a3 a6 a4 a5 b3 b6 c3 c6 d3 d6 e3 e6 f3 h6 g3 h5 h3 g6 h4 c5 f4 d5 c4 g5 b4 b5 d4 e5";
    let moves: Vec<&str> = pushes.split(' ').take(moves * 2).collect();
    played(Game::default(), &moves.join(" "))
}

#[test]
fn a_game_that_black_begins_has_its_first_line_half_empty() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 10";
    let game = Game::new(read_fen(fen).unwrap(), DrawRule::Automatic);
    let sheet = Scoresheet::new(&Header::bare(), &played(game, "d5 exd6 Kd7"));
    let lines: Vec<_> = sheet
        .rows
        .iter()
        .map(|row| {
            (
                row.number.as_str(),
                row.white.san.as_str(),
                row.black.as_ref().map(|e| e.san.as_str()),
            )
        })
        .collect();
    assert_eq!(
        lines,
        [("10", "…", Some("d5")), ("11", "exd6", Some("Kd7"))]
    );
    let captions: Vec<_> = sheet
        .pictures
        .iter()
        .map(|due| (due.after, due.picture.caption.as_str()))
        .collect();
    assert_eq!(
        captions,
        [
            (0, "The starting position, Black to move"),
            (2, "After 11… Kd7, White to move")
        ]
    );
}

#[test]
fn diagrams_stand_after_every_tenth_move_of_a_short_game_and_at_the_end() {
    let captions = |moves| {
        let sheet = Scoresheet::new(&Header::bare(), &pawns(moves));
        let shown = sheet.pictures.into_iter();
        shown
            .map(|due| (due.after, due.picture.caption))
            .collect::<Vec<_>>()
    };
    let tenth = (10, "After 10… c5".to_owned());
    let end = |after, words: &str| (after, format!("{words}, White to move"));
    assert_eq!(captions(0), [(0, "The starting position".to_owned())]);
    assert_eq!(captions(10), [end(10, "After 10… c5")]);
    assert_eq!(captions(13), [end(13, "After 13… b5")]);
    assert_eq!(captions(14), [tenth, end(14, "After 14… e5")]);
}

#[test]
fn a_long_game_shows_every_twentieth_move() {
    let sheet = Scoresheet::new(&Header::bare(), &long(70));
    let after: Vec<usize> = sheet.pictures.iter().map(|due| due.after).collect();
    assert_eq!(after, [0, 20, 40, 60, 70]);
    assert_eq!(
        (sheet.rows.len(), sheet.rows[69].number.as_str()),
        (70, "70")
    );
}

#[test]
fn clocks_stand_beside_the_moves() {
    let control = TimeControl::from_minutes("5+3").unwrap();
    let header = Header {
        time_control: Some(control),
        white: "A\u{0}\u{7}b".to_owned(),
        ..Header::bare()
    };
    let game = played(header.new_game(start_position()), "e4 e5");
    let sheet = Scoresheet::new(&header, &game);
    assert_eq!(sheet.details, "Time 5+3 · C20 · King's Pawn Game");
    assert_eq!(sheet.names.white, "A  b");
    assert_eq!(sheet.rows[0].white.clock, "5:03");
    // As they were recorded elsewhere, too.
    let mut game = played(Game::default(), "e4");
    game.act(Action::NoteClock(83_000)).unwrap();
    let sheet = Scoresheet::new(&Header::bare(), &game);
    assert_eq!(sheet.rows[0].white.clock, "1:23");
}

#[test]
fn what_was_recorded_of_a_tournament_stands_above_the_moves() {
    let mut header = Header {
        white: "Mikhail Tal".to_owned(),
        black: "Ben".to_owned(),
        date: Some("1960.03.26".to_owned()),
        ..Header::bare()
    };
    for (name, value) in [
        ("Event", "World Championship"),
        ("Round", "6"),
        ("WhiteElo", "2705"),
        ("BlackElo", "?"),
    ] {
        header.tags.add(name, value);
    }
    let game = played(header.new_game(start_position()), "e4 e5 Nf3 Nc6 Bb5");
    let sheet = Scoresheet::new(&header, &game);
    assert_eq!(
        sheet.details,
        "World Championship · Round 6 · 26 March 1960 · C60 · Ruy Lopez"
    );
    assert_eq!(sheet.names.white, "Mikhail Tal (2705)");
    assert_eq!(sheet.names.black, "Ben");
}

/// A sheet of so many lines, in which the same seven moves and five times come again and again.
fn sheet(lines: usize) -> Scoresheet {
    let entry = |index: usize| Entry {
        san: format!("R{}1", char::from(b'a' + (index % 7) as u8)),
        clock: format!("0:0{}", index % 5),
    };
    let row = |index: usize| Row {
        number: (index + 1).to_string(),
        white: entry(index),
        black: Some(entry(index + 1)),
    };
    let mut sheet = Scoresheet::new(&Header::bare(), &Game::default());
    sheet.rows = (0..lines).map(row).collect();
    sheet
}

/// How many lines of text were made for the pages, apart from those of a given width.
fn made(lines: usize) -> usize {
    let pages = sheet(lines).lay_out(595.0, 842.0).unwrap();
    let all = (0..pages.count()).flat_map(|page| pages.layouts(page));
    let made: HashSet<&Layout> = all.filter(|layout| layout.width() < 0).collect();
    made.len()
}

#[test]
fn what_is_written_again_is_not_made_again() {
    let (few, more) = (made(300), made(600));
    // Only the numbers of the moves and of the pages are new.
    assert!(few < 350, "{few}");
    assert!((300..320).contains(&(more - few)), "{few} and {more}");
}
