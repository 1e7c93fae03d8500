//! The window about the program: what is new in it, who made it, and what a report of a bug wants to
//! know.

use adw::prelude::*;
use gettextrs::{gettext, pgettext};
use roxmltree::{Document, Node};

use crate::config;
use crate::crash;

/// What software centers know of the program, and its releases, the newest first.
pub const METAINFO: &str =
    include_str!("../../data/io.github.rankandfile.RankAndFile.metainfo.xml.in");

/// Shows the window about the program above another one.
pub(super) fn show(above: Option<&gtk::Window>) {
    let name = gettext("Rank & File");
    let about = adw::AboutWindow::builder()
        .application_name(&name)
        .application_icon(config::APP_ID)
        .version(config::VERSION)
        .developer_name(gettext("The Rank & File developers"))
        .comments(gettext("Chess with a friend or the computer"))
        .website(config::HOME_PAGE)
        .issue_url(format!("{}/issues", config::HOME_PAGE))
        .license_type(gtk::License::Gpl30)
        // Translators: your name, to be shown among the credits
        .translator_credits(pgettext("credits", "translator-credits"))
        .release_notes(release_notes(METAINFO).unwrap_or_default())
        .release_notes_version(config::VERSION)
        .debug_info(debug_info(above))
        .debug_info_filename("rank-and-file-debug-info.txt")
        .build();
    let openings = "lichess.org https://github.com/lichess-org/chess-openings";
    about.add_acknowledgement_section(Some(&gettext("Names of openings")), &[openings]);
    let puzzles = "lichess.org https://database.lichess.org/#puzzles";
    about.add_acknowledgement_section(Some(&gettext("Puzzles")), &[puzzles]);
    about.set_transient_for(above);
    about.present();
}

/// What the newest release brought, in the markup that the metainfo and the window share; `None` where the
/// metainfo is none, or says nothing of it.
pub fn release_notes(metainfo: &str) -> Option<String> {
    let document = Document::parse(metainfo).ok()?;
    let newest = document
        .descendants()
        .find(|node| node.has_tag_name("release"))?;
    let notes = newest
        .children()
        .find(|node| node.has_tag_name("description"))?;
    Some(
        notes
            .children()
            .filter(Node::is_element)
            .map(markup)
            .collect(),
    )
}

fn markup(node: Node<'_, '_>) -> String {
    let within = if node.first_element_child().is_some() {
        node.children()
            .filter(Node::is_element)
            .map(markup)
            .collect()
    } else {
        let words: Vec<&str> = node.text().unwrap_or_default().split_whitespace().collect();
        glib::markup_escape_text(&words.join(" ")).to_string()
    };
    let tag = node.tag_name().name();
    format!("<{tag}>{within}</{tag}>")
}

/// What a report of a bug wants to know: what runs where, and what the last crash left. In English,
/// as its reader may not have the language of its writer.
fn debug_info(window: Option<&gtk::Window>) -> String {
    let renderer = window.and_then(|window| window.renderer());
    let renderer = renderer.map_or("none", |renderer| renderer.type_().name());
    let display = gtk::gdk::Display::default();
    let display = display.map_or("none", |display| display.type_().name());
    let desktop = std::env::var("XDG_CURRENT_DESKTOP").unwrap_or_default();
    let gtk = [
        gtk::major_version(),
        gtk::minor_version(),
        gtk::micro_version(),
    ];
    let adwaita = [
        adw::major_version(),
        adw::minor_version(),
        adw::micro_version(),
    ];
    let [gtk, adwaita] = [gtk, adwaita].map(|parts| parts.map(|part| part.to_string()).join("."));
    let mut info = format!(
        "Rank & File {}{}\nGTK {gtk}, libadwaita {adwaita}\nRenderer: {renderer}\nDisplay: {display}\nDesktop: {desktop}\nSystem: {}\nLanguages: {}\nGames: {}\n",
        config::VERSION,
        if config::is_sandboxed() {
            " (Flatpak)"
        } else {
            ""
        },
        glib::os_info("PRETTY_NAME").unwrap_or_default(),
        glib::language_names().join(", "),
        config::without_home(&config::games_folder()),
    );
    info.push_str(&match crash::last_report() {
        Some(report) => format!("\nThe last crash:\n{report}"),
        None => "\nNo crash has been recorded.\n".to_owned(),
    });
    info
}
