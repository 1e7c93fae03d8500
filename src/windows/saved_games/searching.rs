//! How the page's lists are searched, narrowed and ordered.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use rank_and_file_core::library::{Query, ResultFilter, Shelf, Sort, SpeedFilter};
use rank_and_file_core::rules::Speed;

use super::{SavedGamesPage, imp};
use crate::windows::search;
use crate::words;

/// The names that actions have in menus, with what they stand for.
const SORTS: [(&str, Sort); 7] = [
    ("newest", Sort::Newest),
    ("oldest", Sort::Oldest),
    ("white", Sort::White),
    ("black", Sort::Black),
    ("opening", Sort::Opening),
    ("longest", Sort::Longest),
    ("shortest", Sort::Shortest),
];
const RESULTS: [(&str, Option<ResultFilter>); 4] = [
    ("any", None),
    ("white-wins", Some(ResultFilter::WhiteWins)),
    ("black-wins", Some(ResultFilter::BlackWins)),
    ("draw", Some(ResultFilter::Draw)),
];
const SPEEDS: [(&str, Option<SpeedFilter>); 5] = [
    ("any", None),
    ("untimed", Some(SpeedFilter::Untimed)),
    ("blitz", Some(SpeedFilter::Timed(Speed::Blitz))),
    ("rapid", Some(SpeedFilter::Timed(Speed::Rapid))),
    ("standard", Some(SpeedFilter::Timed(Speed::Standard))),
];

fn name<T: PartialEq + Copy>(names: &[(&str, T)], value: T) -> String {
    let found = names.iter().find(|(_, other)| *other == value);
    found.map_or_else(String::new, |(name, _)| (*name).to_owned())
}

fn value<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    let found = names.iter().find(|(other, _)| *other == name);
    found.map(|(_, value)| *value)
}

impl imp::SavedGamesPage {
    pub(super) fn sort(&self) -> String {
        name(&SORTS, self.query.borrow().sort)
    }

    pub(super) fn set_sort(&self, sort: String) {
        if let Some(sort) = value(&SORTS, &sort) {
            self.obj().change_query(|query| query.sort = sort);
        }
    }

    pub(super) fn result(&self) -> String {
        name(&RESULTS, self.query.borrow().result)
    }

    pub(super) fn set_result(&self, result: String) {
        if let Some(result) = value(&RESULTS, &result) {
            self.obj().change_query(|query| query.result = result);
        }
    }

    pub(super) fn speed(&self) -> String {
        name(&SPEEDS, self.query.borrow().speed)
    }

    pub(super) fn set_speed(&self, speed: String) {
        if let Some(speed) = value(&SPEEDS, &speed) {
            self.obj().change_query(|query| query.speed = speed);
        }
    }
}

impl SavedGamesPage {
    pub(super) fn set_up_search(&self) {
        let imp = self.imp();
        search::set_up(self, &imp.search, Self::leave_search);
        // Every letter counts at once: the answer takes a few milliseconds. Replacing a text is two
        // changes, which are one by the time this looks.
        imp.search.connect_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |entry| {
                let entry = entry.clone();
                glib::idle_add_local_full(glib::Priority::DEFAULT, move || {
                    let text = entry.text().to_string();
                    page.change_query(|query| query.text = text);
                    glib::ControlFlow::Break
                });
            }
        ));
    }

    fn leave_search(&self) {
        self.list().child_focus(gtk::DirectionType::TabForward);
    }

    /// Shows the games of this player alone.
    pub(super) fn show_player(&self, name: &str) {
        self.change_query(|query| query.players = vec![name.to_owned()]);
    }

    pub(super) fn change_query(&self, change: impl FnOnce(&mut Query)) {
        let imp = self.imp();
        let query = {
            let mut query = imp.query.borrow_mut();
            let before = query.clone();
            change(&mut query);
            if *query == before {
                return;
            }
            query.clone()
        };
        for (list, shelf) in [
            (&*imp.unfinished, Shelf::Unfinished),
            (&*imp.finished, Shelf::Finished),
        ] {
            if let Some(results) = list.results() {
                results.set_query(Query {
                    shelf,
                    ..query.clone()
                });
                list.begin_anew();
            }
        }
        self.show_filters(&query);
        self.show_count();
        self.notify_sort();
        self.notify_result();
        self.notify_speed();
    }

    /// One button for each filter that is on, which takes it away.
    fn show_filters(&self, query: &Query) {
        let filters = &self.imp().filters;
        while let Some(old) = filters.first_child() {
            filters.remove(&old);
        }
        for player in &query.players {
            let player = player.clone();
            let label = words::shown_name(&player).into_owned();
            self.add_filter(&label, move |query| {
                query.players.retain(|other| *other != player)
            });
        }
        if let Some(result) = query.result {
            let label = match result {
                ResultFilter::WhiteWins => gettext("White Wins"),
                ResultFilter::BlackWins => gettext("Black Wins"),
                ResultFilter::Draw => gettext("Draw"),
            };
            self.add_filter(&label, |query| query.result = None);
        }
        if let Some(speed) = query.speed {
            let label = words::speed(match speed {
                SpeedFilter::Untimed => None,
                SpeedFilter::Timed(speed) => Some(speed),
            });
            self.add_filter(&label, |query| query.speed = None);
        }
        if let Some(position) = &query.position {
            let label = words::position_after(position.after.as_deref());
            self.add_filter(&label, |query| query.position = None);
        }
        filters.set_visible(filters.first_child().is_some());
    }

    /// How many games are listed. Where there are none at all there is nothing to search, either.
    pub(super) fn show_count(&self) {
        let imp = self.imp();
        let Some(results) = self.list().results() else {
            return;
        };
        let query = results.query();
        let all = results.out_of();
        let listed = words::listed(results.count(), all, query.narrows());
        imp.count.set_label(&listed);
        imp.tools.set_visible(all > 0 || query.narrows());
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
            .build();
        // Translators: {what} is a filter such as “Ann” or “White Wins”
        let name = words::gettext_f("Remove filter {what}", &[("what", label)]);
        button.set_tooltip_text(Some(&name));
        button.update_property(&[gtk::accessible::Property::Label(&name)]);
        button.connect_clicked(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| {
                page.change_query(&off);
                page.list().child_focus(gtk::DirectionType::TabForward);
            }
        ));
        self.imp().filters.append(&button);
    }
}
