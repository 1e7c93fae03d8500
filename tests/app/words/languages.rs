//! Runs a test in every language that the program speaks.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};

use rank_and_file::{config, words};

/// In the environment of such a test: the folder with the words of the languages.
const WORDS: &str = "RANK_AND_FILE_TEST_WORDS";

/// Whether this is a test that runs in a language; then that is spoken from now on.
pub fn is_in_a_language() -> bool {
    let Some(folder) = std::env::var_os(WORDS) else {
        return false;
    };
    words::init();
    gettextrs::bindtextdomain(config::GETTEXT_DOMAIN, folder).unwrap();
    assert_ne!(gettextrs::gettext("The game is over."), "The game is over.");
    true
}

/// Runs a test, by its whole name, once more in every language, each in a process of its own, maybe with something
/// more in its environment.
pub fn in_every_language(test: &str, with: Option<(&str, &Path)>) {
    let languages = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/po/LINGUAS")).unwrap();
    let languages = languages.lines().filter(|line| !line.starts_with('#'));
    let languages: Vec<&str> = languages.flat_map(str::split_whitespace).collect();
    assert!(languages.len() > 10);
    let folder = tempfile::tempdir().unwrap();
    make_locale(folder.path());
    for two in languages.chunks(2) {
        let children: Vec<Child> = two
            .iter()
            .map(|language| run(test, language, folder.path(), with))
            .collect();
        for (language, mut child) in two.iter().zip(children) {
            assert!(child.wait().unwrap().success(), "in {language}");
        }
    }
}

/// Newer glibc heeds LANGUAGE only in a locale that has another name than C, so one is made.
fn make_locale(folder: &Path) {
    let made = Command::new("localedef")
        .args(["-i", "C", "-f", "UTF-8"])
        .arg(folder.join("en_US.UTF-8"))
        .status();
    assert!(made.unwrap().success());
}

fn run(test: &str, language: &str, folder: &Path, with: Option<(&str, &Path)>) -> Child {
    let catalog = folder.join("words").join(language).join("LC_MESSAGES");
    fs::create_dir_all(&catalog).unwrap();
    let made = Command::new("msgfmt")
        .arg("-o")
        .arg(catalog.join(config::GETTEXT_DOMAIN).with_extension("mo"))
        .arg(format!("{}/po/{language}.po", env!("CARGO_MANIFEST_DIR")))
        .status();
    assert!(made.unwrap().success());
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .envs(with)
        .env(WORDS, folder.join("words"))
        .env("LANGUAGE", language)
        .env("LC_ALL", "en_US.UTF-8")
        .env("LOCPATH", folder)
        .spawn()
        .unwrap()
}
