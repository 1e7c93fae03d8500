//! Themes and sets of pieces, chosen by eye: each is a button that shows how it would look.

use std::io::ErrorKind;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::gio;
use gtk::pango::EllipsizeMode;
use rank_and_file_core::chess::board::Theme;
use strum::VariantArray;

use super::PreferencesWindow;
use crate::config;
use crate::drawing::{Painter, Palette, PieceError, PieceSet, PieceSets, SetSource, SvgError};
use crate::model::{Key, callback, preferences, watch};
use crate::ui::parts::{Preview, remove_children, tell_chosen};
use crate::words;

/// A set of pieces: its name, and what paints with it or why nothing does.
pub(super) type Set = (String, Result<Rc<Painter>, String>);

/// What shows the themes and the sets that can be chosen, and the rows of those that cannot.
#[derive(Default)]
pub(super) struct Looks {
    themes: Vec<(Theme, Preview)>,
    sets: Vec<(Rc<Painter>, Preview)>,
    broken: Vec<adw::ActionRow>,
}

/// A set of pieces as it is read, in any thread.
type Found = (String, Result<SetSource, PieceError>);

impl PreferencesWindow {
    pub(super) fn set_up_looks(&self) {
        let imp = self.imp();
        for &theme in Theme::VARIANTS {
            let preview = Preview::of_theme();
            let name = theme_name(theme);
            let button = choice(&preview, &name, &preferences::THEME, &theme.to_string());
            append(&imp.themes, &button);
            imp.looks.borrow_mut().themes.push((theme, preview));
        }
        // Those of the program are there at once.
        let mut built_in = PieceSets::default().names();
        built_in.retain(|name| PieceSets::is_built_in(name));
        self.take_sets(read_sets(&PieceSets::default(), built_in));
        self.find_sets();
        // Sets are put into their folder while another window is at the front.
        self.connect_is_active_notify(|window| {
            if window.is_active() {
                window.find_sets();
            }
        });
        imp.settings
            .connect_changed(&preferences::THEME, callback(self, Self::paint_looks));
        imp.settings
            .connect_changed(&preferences::PIECES, callback(self, Self::find_sets));
        let style = adw::StyleManager::default();
        for property in ["notify::dark", "notify::high-contrast"] {
            watch(self, &style, property, Self::paint_looks);
        }
    }

    /// Looks which sets there are, without waiting for what is in them; shows them if they are not
    /// the ones that are shown. Asked while it is looking, it looks once more afterwards.
    fn find_sets(&self) {
        let imp = self.imp();
        imp.look_again.set(true);
        if imp.looking.replace(true) {
            return;
        }
        let window = self.clone();
        glib::spawn_future_local(async move {
            let imp = window.imp();
            while imp.look_again.replace(false) {
                let chosen = imp.settings.appearance().pieces;
                match gio::spawn_blocking(move || every_set(chosen)).await {
                    Ok(found) => window.take_sets(found),
                    Err(_) => tracing::error!("the sets of pieces could not be looked for"),
                }
            }
            imp.looking.set(false);
        });
    }

    fn take_sets(&self, found: Vec<Found>) {
        let imp = self.imp();
        let found: Vec<Set> = found.into_iter().map(painted).collect();
        let same = {
            let said = |set: &Set| (set.0.clone(), set.1.as_ref().err().cloned());
            let known = imp.found.borrow();
            known.iter().map(said).eq(found.iter().map(said))
        };
        if !same {
            imp.found.replace(found.into());
            self.show_sets();
        }
        self.paint_looks();
    }

    fn show_sets(&self) {
        let imp = self.imp();
        remove_children(&*imp.sets, gtk::FlowBox::remove);
        let broken = std::mem::take(&mut imp.looks.borrow_mut().broken);
        for row in broken {
            imp.further.remove(&row);
        }
        imp.looks.borrow_mut().sets.clear();
        let found = imp.found.borrow().clone();
        for (name, set) in found.iter() {
            match set {
                Ok(painter) => {
                    let preview = Preview::of_pieces();
                    let button = choice(&preview, &set_name(name), &preferences::PIECES, name);
                    append(&imp.sets, &button);
                    let shown = (painter.clone(), preview);
                    imp.looks.borrow_mut().sets.push(shown);
                }
                Err(why) => {
                    let row = adw::ActionRow::builder()
                        .title(glib::markup_escape_text(name))
                        .subtitle(glib::markup_escape_text(why))
                        .build();
                    row.add_prefix(&gtk::Image::from_icon_name("dialog-warning-symbolic"));
                    imp.further.add(&row);
                    imp.looks.borrow_mut().broken.push(row);
                }
            }
        }
    }

    /// Themes are shown with the chosen pieces, pieces in the chosen theme.
    fn paint_looks(&self) {
        let imp = self.imp();
        let appearance = imp.settings.appearance();
        let style = adw::StyleManager::default();
        let found = imp.found.borrow().clone();
        let painter_of = |name: &str| {
            let set = found.iter().find(|(other, _)| other == name);
            set.and_then(|(_, set)| set.as_ref().ok())
        };
        let pieces = painter_of(&appearance.pieces).or_else(|| painter_of(PieceSets::CLUB));
        let looks = imp.looks.borrow();
        for (theme, preview) in &looks.themes {
            preview.show(pieces, Palette::of(*theme, style.is_dark()));
        }
        for (painter, preview) in &looks.sets {
            preview.show(
                Some(painter),
                Palette::of(appearance.theme, style.is_dark()),
            );
        }
        let note = style
            .is_high_contrast()
            .then(|| gettext("High contrast is on in system settings and overrides this theme"));
        imp.theme_group.set_description(note.as_deref());
    }
}

/// Every set that there is or should be: those of the program, the user's folders, and the one
/// that is chosen.
fn every_set(chosen: String) -> Vec<Found> {
    let sets = PieceSets::with_folder(config::pieces_folder());
    let mut names = sets.names();
    names.extend(sets.unfinished());
    if !names.contains(&chosen) {
        names.push(chosen);
    }
    read_sets(&sets, names)
}

fn read_sets(sets: &PieceSets, names: Vec<String>) -> Vec<Found> {
    let read = |name: String| {
        let source = sets.read(&name);
        (name, source)
    };
    names.into_iter().map(read).collect()
}

fn painted((name, source): Found) -> Set {
    let set = source.and_then(PieceSet::of).map(Painter::new).map(Rc::new);
    let set = set.map_err(|error| {
        tracing::warn!("the pieces “{name}”: {error}");
        why_not(&error)
    });
    (name, set)
}

/// Why a set cannot be used.
fn why_not(error: &PieceError) -> String {
    let (PieceError::NoSvg { piece }
    | PieceError::Refused { piece, .. }
    | PieceError::Unreadable { piece, .. }) = error
    else {
        return words::cannot_draw();
    };
    let side = if piece.is_uppercase() { 'w' } else { 'b' };
    let file = format!("{side}{}.svg", piece.to_ascii_uppercase());
    let values = [("file", file.as_str())];
    match error {
        PieceError::Refused { why, .. } => refusal(why, &file),
        PieceError::NoSvg { .. } => refusal(&SvgError::NoSvg, &file),
        PieceError::Unreadable { error, .. } if error.kind() == ErrorKind::NotFound => {
            words::gettext_f("Cannot be used: {file} is missing.", &values)
        }
        _ => words::gettext_f("Cannot be used: {file} cannot be read.", &values),
    }
}

/// Why a drawing is not let in.
fn refusal(why: &SvgError, file: &str) -> String {
    let values = [("file", file)];
    match why {
        SvgError::NoSvg => words::gettext_f("Cannot be used: {file} is not an SVG image.", &values),
        SvgError::TooLarge => {
            words::gettext_f("Cannot be used: {file} is larger than 256 KB.", &values)
        }
        SvgError::TooManyParts => {
            words::gettext_f("Cannot be used: {file} has too many parts.", &values)
        }
        SvgError::TooFar => words::gettext_f(
            "Cannot be used: {file} has dimensions that are too large.",
            &values,
        ),
        SvgError::Elsewhere => words::gettext_f(
            "Cannot be used: {file} refers to something outside the image.",
            &values,
        ),
        SvgError::Has(what) => words::gettext_f(
            // Translators: {what} is the name of an element or a property of SVG, such as “filter”
            "Cannot be used: {file} has “{what}”, and only shapes, gradients and clips are drawn.",
            &[("file", file), ("what", what)],
        ),
    }
}

fn theme_name(theme: Theme) -> String {
    match theme {
        Theme::Plain => pgettext("theme", "Plain"),
        Theme::Wood => pgettext("theme", "Wood"),
        Theme::Blue => pgettext("theme", "Blue"),
        Theme::HighContrast => pgettext("theme", "High Contrast"),
    }
}

/// The user's sets have the names of their folders.
fn set_name(name: &str) -> String {
    match name {
        // Translators: the usual set of chess pieces, as it is found in chess clubs
        PieceSets::CLUB => pgettext("pieces", "Club"),
        // Translators: a set of chess pieces with thick lines
        PieceSets::BOLD => pgettext("pieces", "Bold"),
        name => name.to_owned(),
    }
}

/// A button that chooses the value for a key of the settings, and is pressed while it is chosen.
fn choice<T>(preview: &Preview, name: &str, key: &Key<T>, value: &str) -> gtk::ToggleButton {
    let label = gtk::Label::builder()
        .label(name)
        .ellipsize(EllipsizeMode::End)
        .wrap(true)
        .lines(2)
        .justify(gtk::Justification::Center)
        .max_width_chars(12)
        .build();
    let content = gtk::Box::builder()
        .orientation(gtk::Orientation::Vertical)
        .spacing(6)
        .build();
    content.append(preview);
    content.append(&label);
    let button = gtk::ToggleButton::builder()
        .child(&content)
        .action_name(format!("preferences.{}", key.name))
        .action_target(&value.to_variant())
        .css_classes(["flat", "choice"])
        .accessible_role(gtk::AccessibleRole::Radio)
        .build();
    button.update_property(&[gtk::accessible::Property::Label(name)]);
    tell_chosen([&button]);
    button
}

/// It is the button that takes the focus, not the place where it lies.
fn append(choices: &gtk::FlowBox, button: &gtk::ToggleButton) {
    choices.append(button);
    if let Some(place) = button.parent() {
        place.set_focusable(false);
    }
}
