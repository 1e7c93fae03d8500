//! A disk that is full at every byte of an export and of a game played in the terminal.

use std::fs;

use rank_and_file::drawing::{DiagramFormat, diagram};
use rank_and_file_core::chess::{Position, start_position};
use rank_and_file_core::files::write_atomically;
use rank_and_file_core::record::log::{read, read_bytes};
use rank_and_file_core::record::pgn;

use crate::full::{alone, limit};
use crate::saved::{Written, names};
use crate::terminal::Home;

#[test]
fn an_export_is_whole_or_as_it_was() {
    alone("text::disk_full::an_export_is_whole_or_as_it_was", || {
        let played = read_bytes(Written::play("e4 e5 Nf3 Nc6").text().into_bytes());
        let picture = |format| diagram(start_position().board(), false, format).unwrap();
        let exports = [
            pgn::write(&played).into_bytes(),
            picture(DiagramFormat::Png),
            picture(DiagramFormat::Svg),
            picture(DiagramFormat::Pdf),
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export");
        for export in exports {
            // Every byte of a text, and many of a picture.
            let step = export.len().div_ceil(2000);
            for was_there in [false, true] {
                fs::remove_file(&path).ok();
                if was_there {
                    fs::write(&path, "what was there").unwrap();
                }
                for full in (0..export.len()).step_by(step) {
                    limit(Some(full));
                    assert!(write_atomically(&path, &export).is_err(), "full at {full}");
                    limit(None);
                    let expected: &[&str] = if was_there { &["export"] } else { &[] };
                    assert_eq!(names(folder.path()), expected, "full at {full}");
                }
                if was_there {
                    assert_eq!(fs::read(&path).unwrap(), b"what was there");
                }
            }
            limit(Some(export.len()));
            write_atomically(&path, &export).unwrap();
            limit(None);
            assert_eq!(fs::read(&path).unwrap(), export);
        }
    });
}

/// A game in the terminal: every move that is answered is in the file, or it is said that it is
/// not; when there is space again the game goes on from what is in the file.
#[test]
fn a_game_in_the_terminal_keeps_what_it_has_saved() {
    alone(
        "text::disk_full::a_game_in_the_terminal_keeps_what_it_has_saved",
        || {
            let typed = "e4\ne5\nresign\n";
            let play = |home: &Home| {
                let clocks = [
                    "--text", "--json", "--white", "Ann", "--black", "Ben", "--time", "5+3",
                ];
                home.run_apart(&clocks, typed.as_bytes())
            };
            let home = Home::new();
            assert!(play(&home).status.success());
            let (log, _) = home.log();
            let whole = fs::read(&log).unwrap();
            let mut games = Vec::new();
            // Each byte about the end of a line; within a line any third one stands for its neighbors.
            let about_an_end = |at: usize| whole[at.saturating_sub(3)..at + 3].contains(&b'\n');
            let places = 0..whole.len() - 5;
            for full in places.filter(|at| at % 3 == 0 || about_an_end(*at)) {
                let home = Home::new();
                limit(Some(full));
                let output = play(&home);
                limit(None);
                let told = String::from_utf8(output.stdout).unwrap();
                let cried = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(1), "full at {full}: {cried}");
                assert!(
                    told.lines().last().unwrap().contains("\"saved\":false"),
                    "{told}"
                );
                assert_eq!(told.lines().count(), 3, "full at {full}: {told}");
                assert!(
                    cried.contains("The file is too large."),
                    "full at {full}: {cried}"
                );
                if full == 0 {
                    assert!(home.logs().is_empty(), "nothing was ever written");
                    continue;
                }
                let (log, id) = home.log();
                assert_eq!(fs::metadata(&log).unwrap().len(), full as u64);
                let loaded = read(&log).unwrap();
                games.push((loaded.fault.is_some(), loaded.game.plies().len()));
                // Some of them are gone on with.
                if full % 20 == 0 && loaded.fault.is_none() && loaded.game.outcome().is_none() {
                    let resume = ["--text", "--json", "--resume", &id];
                    assert!(home.run_apart(&resume, b"resign\n").status.success());
                    let again = read(&log).unwrap();
                    assert_eq!(again.fault, None, "full at {full}");
                    assert_eq!(again.game.plies().len(), loaded.game.plies().len());
                    assert!(again.game.outcome().is_some(), "full at {full}");
                }
            }
            // With more space there is never less of the game.
            assert!(games.is_sorted_by_key(|(fault, plies)| (!fault, *plies)));
            assert_eq!(games.last(), Some(&(false, 2)));
        },
    );
}
