//! Compiles what the program carries with it: resources, the settings schema, translations.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    resources(&out);
    schema(&out);
    translations(&out);
}

/// What the program shows and plays, bundled. The crate for this would have GLib's bindings compiled
/// a second time.
fn resources(out: &Path) {
    let list = "resources/resources.gresource.xml";
    let done = Command::new("glib-compile-resources")
        .args(["--sourcedir=resources", "--sourcedir=data/icons", list])
        .arg("--target")
        .arg(out.join("rank-and-file.gresource"))
        .status();
    assert!(
        done.is_ok_and(|status| status.success()),
        "glib-compile-resources failed on {list}"
    );
    println!("cargo:rerun-if-changed=resources");
    println!("cargo:rerun-if-changed=data/icons");
}

/// The compiled schema, so that a plain cargo build finds its settings.
fn schema(out: &Path) {
    let source = "data/io.github.rankandfile.RankAndFile.gschema.xml";
    println!("cargo:rerun-if-changed={source}");
    let target = out.join("schemas");
    std::fs::create_dir_all(&target).expect("the output folder can be written");
    let done = Command::new("glib-compile-schemas")
        .arg("--strict")
        .arg("--targetdir")
        .arg(&target)
        .arg("data")
        .status();
    assert!(
        done.is_ok_and(|status| status.success()),
        "glib-compile-schemas failed on {source}"
    );
}

/// The compiled translations, for the same reason. Without gettext's tools there are none.
fn translations(out: &Path) {
    println!("cargo:rerun-if-changed=po");
    let Ok(languages) = std::fs::read_to_string("po/LINGUAS") else {
        return;
    };
    for language in languages
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
    {
        if language.is_empty() {
            continue;
        }
        let folder = out.join("locale").join(language).join("LC_MESSAGES");
        std::fs::create_dir_all(&folder).expect("the output folder can be written");
        let done = Command::new("msgfmt")
            .arg("-o")
            .arg(folder.join("rank-and-file.mo"))
            .arg(format!("po/{language}.po"))
            .status();
        if !done.is_ok_and(|status| status.success()) {
            println!("cargo:warning=no translation for {language}: msgfmt failed");
        }
    }
}
