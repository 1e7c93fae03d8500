//! Filters over a list of games: the names that they have in menus, and those that are on, each a button
//! that takes it away.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::Speed;
use rank_and_file_core::library::{
    Brought, Query, ResultFilter, Sort, Sought, SpeedFilter, written_terms,
};

use super::SavedGamesPage;
use crate::model::callback;
use crate::ui::parts::unparent_children;
use crate::words;

/// Orders, by the names that their actions have in menus.
pub(super) const SORTS: [(&str, Sort); 8] = [
    ("unsorted", Sort::Unsorted),
    ("newest", Sort::Newest),
    ("oldest", Sort::Oldest),
    ("white", Sort::White),
    ("black", Sort::Black),
    ("opening", Sort::Opening),
    ("longest", Sort::Longest),
    ("shortest", Sort::Shortest),
];
/// The same of results.
pub(super) const RESULTS: [(&str, Option<ResultFilter>); 4] = [
    ("any", None),
    ("white-wins", Some(ResultFilter::WhiteWins)),
    ("black-wins", Some(ResultFilter::BlackWins)),
    ("draw", Some(ResultFilter::Draw)),
];
/// The same of the time that the players had.
pub(super) const SPEEDS: [(&str, Option<SpeedFilter>); 5] = [
    ("any", None),
    ("untimed", Some(SpeedFilter::Untimed)),
    ("blitz", Some(SpeedFilter::Timed(Speed::Blitz))),
    ("rapid", Some(SpeedFilter::Timed(Speed::Rapid))),
    ("standard", Some(SpeedFilter::Timed(Speed::Standard))),
];

/// The name of a value.
pub(super) fn name<T: PartialEq + Copy>(names: &[(&str, T)], value: T) -> String {
    let found = names.iter().find(|(_, other)| *other == value);
    found.map_or_else(String::new, |(name, _)| (*name).to_owned())
}

/// The value that has a name.
pub(super) fn value<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    let found = names.iter().find(|(other, _)| *other == name);
    found.map(|(_, value)| *value)
}

/// A menu of the terms with which one can search, as they are typed.
pub(super) fn terms() -> gio::Menu {
    let menu = gio::Menu::new();
    for (_, keyword) in words::keywords() {
        let term = format!("{keyword}:");
        let item = gio::MenuItem::new(Some(&term), None);
        item.set_action_and_target_value(Some("saved.term"), Some(&term.to_variant()));
        menu.append_item(&item);
    }
    menu
}

/// What takes a filter away from a query.
type Off = Box<dyn Fn(&mut Query)>;

/// The filters that are on, each in words and with what takes it away; but for a position that is `typed`, which stands
/// in the search entry.
fn active_filters(query: &Query, typed: bool) -> Vec<(String, Off)> {
    let mut on: Vec<(String, Off)> = Vec::new();
    for player in &query.players {
        let (label, player) = (words::shown_name(player).into_owned(), player.clone());
        let off = move |query: &mut Query| query.players.retain(|other| *other != player);
        on.push((label, Box::new(off)));
    }
    let terms = written_terms(&query.text, &words::keywords()).into_iter();
    for term in terms.filter(|written| !written.term.without) {
        let label = words::written_term(&term);
        let off = move |query: &mut Query| query.text = term.taken_from(&query.text);
        on.push((label, Box::new(off)));
    }
    if let Some(result) = query.result {
        let label = match result {
            ResultFilter::WhiteWins => gettext("White Wins"),
            ResultFilter::BlackWins => gettext("Black Wins"),
            ResultFilter::Draw => gettext("Draw"),
        };
        on.push((label, Box::new(|query| query.result = None)));
    }
    if let Some(speed) = query.speed {
        let label = words::speed(match speed {
            SpeedFilter::Untimed => None,
            SpeedFilter::Timed(speed) => Some(speed),
        });
        on.push((label, Box::new(|query| query.speed = None)));
    }
    if let Some(position) = query.position.as_ref().filter(|_| !typed) {
        let after = position.after.as_deref();
        // Pieces and FEN are known by what was typed, a position by the moves that led there.
        let are_pieces = |text: &str| matches!(Sought::read(text), Some(Sought::Material(_)));
        let label = match after.filter(|text| text.contains('/') || are_pieces(text)) {
            Some(text) => text.to_owned(),
            None => words::position_after(after),
        };
        on.push((label, Box::new(|query| query.position = None)));
    }
    if let Some(brought) = &query.brought {
        let label = match brought {
            Brought::Imported(_) => gettext("Imported Games"),
            // Translators: a filter: games that were played on differently on two computers
            Brought::Parted(_) => gettext("Games From Two Computers"),
        };
        on.push((label, Box::new(|query| query.brought = None)));
    }
    on
}

impl SavedGamesPage {
    /// One button for each filter that is on, which takes it away.
    pub(super) fn show_filters(&self, query: &Query) {
        let filters = &self.imp().filters;
        unparent_children(&**filters);
        for (label, off) in active_filters(query, self.imp().position_typed.get()) {
            self.add_filter(&label, off);
        }
        filters.set_visible(filters.first_child().is_some());
    }

    fn add_filter(&self, label: &str, off: impl Fn(&mut Query) + 'static) {
        let content = gtk::Box::builder().spacing(6).build();
        let text = gtk::Label::builder()
            .label(label)
            .ellipsize(gtk::pango::EllipsizeMode::End)
            .max_width_chars(30)
            .build();
        content.append(&text);
        content.append(&gtk::Image::from_icon_name("window-close-symbolic"));
        let button = gtk::Button::builder()
            .child(&content)
            .css_classes(["filter"])
            .halign(gtk::Align::Start)
            .build();
        // Translators: {what} is a filter such as “Ann” or “White Wins”
        let name = words::gettext_f("Remove filter {what}", &[("what", label)]);
        button.set_tooltip_text(Some(&name));
        button.update_property(&[gtk::accessible::Property::Label(&name)]);
        button.connect_clicked(callback(self, move |page| {
            page.change_query(&off);
            page.show_text();
            page.list().child_focus(gtk::DirectionType::TabForward);
        }));
        button.set_parent(&*self.imp().filters);
    }

    /// Has the search entry show the words that are looked for, unless a position stands there.
    fn show_text(&self) {
        let imp = self.imp();
        let text = imp.query.borrow().text.clone();
        if !imp.position_typed.get() && imp.search.text() != text {
            imp.search.set_text(&text);
        }
    }
}
