//! What is new in the program, as the window about it tells.

use rank_and_file::config;
use rank_and_file::ui::{METAINFO, release_notes};

#[test]
fn the_release_notes_are_those_of_the_newest_release() {
    let metainfo = "<component><releases><release version=\"2\"><description>\n <p>New &amp;\n good:</p> \
                    <ul><li>One</li></ul></description></release>\
                    <release version=\"1\"><description><p>Old</p></description></release></releases></component>";
    let notes = release_notes(metainfo);
    assert_eq!(
        notes.as_deref(),
        Some("<p>New &amp; good:</p><ul><li>One</li></ul>")
    );
}

#[test]
fn this_release_has_notes() {
    let notes = release_notes(METAINFO).unwrap_or_default();
    assert!(notes.starts_with("<p>"), "{notes}");
    assert!(METAINFO.contains(&format!("<release version=\"{}\"", config::VERSION)));
}
