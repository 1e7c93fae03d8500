//! THIRD_PARTY.md names everything that is no source of the program, with its origin and its licence.

use std::fs;
use std::path::{Path, PathBuf};

/// Where data lie: each file in these folders is named, or the folder that it is in.
const FOLDERS: [&str; 5] = ["resources", "data", "po", "tests", "build-aux"];
/// No data: sources, scripts, and what Python makes of them.
const SOURCES: [&str; 4] = ["rs", "py", "pyc", "toml"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The cells of the rows that name paths; of a row of data they are four, of a row of ideas three.
fn rows() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("THIRD_PARTY.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| {
        let row = row.trim_matches('|').split('|');
        row.map(|cell| cell.trim().to_owned()).collect()
    });
    cells
        .filter(|cells: &Vec<String>| cells[1].contains('`'))
        .collect()
}

/// The paths in a cell, which stand between backticks.
fn paths(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The files below a folder that are no sources, by their paths from the root.
fn data(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        if path.is_dir() {
            found.extend(data(&path));
        } else if ending.is_some_and(|ending| !SOURCES.contains(&ending)) {
            found.push(name);
        }
    }
    found
}

#[test]
fn every_row_tells_an_origin_and_names_what_is_there() {
    let rows = rows();
    assert!(rows.len() > 30, "{} rows", rows.len());
    for cells in &rows {
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{cells:?}");
        assert!((3..=4).contains(&cells.len()), "{cells:?}");
        for path in paths(&cells[1]) {
            assert!(root().join(path).exists(), "{path} is not there");
        }
    }
}

#[test]
fn all_data_have_an_origin_and_a_licence() {
    let rows = rows();
    let of_data = rows.iter().filter(|cells| cells.len() == 4);
    let named: Vec<&str> = of_data.flat_map(|cells| paths(&cells[1])).collect();
    let is_named = |file: &String| {
        named.iter().any(|path| {
            let rest = file.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let files: Vec<String> = FOLDERS
        .iter()
        .flat_map(|folder| data(&root().join(folder)))
        .collect();
    assert!(files.len() > 200, "{} files", files.len());
    let missed: Vec<&String> = files.iter().filter(|file| !is_named(file)).collect();
    assert!(missed.is_empty(), "in no row: {missed:#?}");
    assert!(!named.contains(&"tests") && !named.contains(&"resources"));
}
