//! Which games count: a menu of players, colours and times.

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use jiff::ToSpan;
use jiff::civil::Date;
use rank_and_file_core::library::GameFilter;
use rank_and_file_core::rules::Color;

use super::{OwnOpenings, imp};
use crate::words;

/// The names that choices have in actions, with what they stand for.
const COLORS: [(&str, Option<Color>); 3] = [
    ("any", None),
    ("white", Some(Color::White)),
    ("black", Some(Color::Black)),
];
/// The same for times, with the months to look back.
const TIMES: [(&str, Option<i32>); 4] = [
    ("all", None),
    ("year", Some(12)),
    ("half-year", Some(6)),
    ("quarter", Some(3)),
];

fn time(name: &str) -> String {
    match name {
        "year" => gettext("Last 12 Months"),
        "half-year" => gettext("Last 6 Months"),
        "quarter" => gettext("Last 3 Months"),
        _ => gettext("All Time"),
    }
}

/// The same on the menu.
fn time_on_menu(name: &str) -> String {
    match name {
        "year" => gettext("Last 1_2 Months"),
        "half-year" => gettext("Last _6 Months"),
        "quarter" => gettext("Last _3 Months"),
        _ => gettext("All _Time"),
    }
}

fn today() -> Option<Date> {
    let now = glib::DateTime::now_local().ok()?;
    let number = |number: i32| i8::try_from(number).ok();
    let year = i16::try_from(now.year()).ok()?;
    Date::new(year, number(now.month())?, number(now.day_of_month())?).ok()
}

impl imp::OwnOpenings {
    pub(super) fn set_player(&self, player: String) {
        if player.is_empty() {
            self.color.replace(COLORS[0].0.to_owned());
        }
        if self.player.replace(player.clone()) != player {
            self.obj().filter_anew();
            self.obj().notify_player();
        }
    }

    pub(super) fn set_color(&self, color: String) {
        let known = COLORS.iter().any(|(name, _)| *name == color);
        if known && self.color.replace(color.clone()) != color {
            self.obj().filter_anew();
        }
    }

    pub(super) fn set_time(&self, time: String) {
        let known = TIMES.iter().any(|(name, _)| *name == time);
        if known && self.time.replace(time.clone()) != time {
            self.obj().filter_anew();
        }
    }
}

impl OwnOpenings {
    /// Shows every game there is.
    pub(super) fn set_up_filter(&self) {
        let imp = self.imp();
        imp.color.replace(COLORS[0].0.to_owned());
        imp.time.replace(TIMES[0].0.to_owned());
        self.fill_menu();
    }

    /// The games that count.
    pub fn filter(&self) -> GameFilter {
        let imp = self.imp();
        let color = imp.color.borrow();
        let color = COLORS.iter().find(|(name, _)| *name == *color);
        let time = imp.time.borrow();
        let time = TIMES.iter().find(|(name, _)| *name == *time);
        let since = time.and_then(|(_, months)| {
            let day = today()?.checked_sub((*months)?.months());
            day.ok()
        });
        GameFilter {
            player: Some(self.player()).filter(|player| !player.is_empty()),
            color: color.and_then(|(_, color)| *color),
            since,
            until: None,
        }
    }

    fn filter_anew(&self) {
        self.fill_menu();
        self.notify_color();
        self.notify_time();
        self.look();
    }

    /// Offers the two players of the game, and whoever was chosen.
    pub(super) fn fill_menu(&self) {
        let imp = self.imp();
        let filter = self.filter();
        let chosen = filter.player.clone();
        let mut names: Vec<String> = imp.players.borrow().to_vec();
        names.extend(chosen.clone().filter(|name| !names.contains(name)));
        let everybody = (gettext("_Everybody"), String::new());
        // A name is no mnemonic.
        let players = names.into_iter();
        let players = players.map(|name| (words::shown_name(&name).replace('_', "__"), name));
        let section = |action: &str, items: Vec<(String, String)>| {
            let section = gio::Menu::new();
            for (label, target) in items {
                let item = gio::MenuItem::new(Some(&label), None);
                item.set_action_and_target_value(Some(action), Some(&target.to_variant()));
                section.append_item(&item);
            }
            section
        };
        let whose = section(
            "openings.player",
            std::iter::once(everybody).chain(players).collect(),
        );
        whose.append(
            Some(&gettext("_Another Player…")),
            Some("openings.another-player"),
        );
        let colors = COLORS.map(|(name, color)| {
            let label = match color {
                None => gettext("Eit_her Color"),
                Some(Color::White) => gettext("With _White"),
                Some(Color::Black) => gettext("With _Black"),
            };
            (label, name.to_owned())
        });
        let times = TIMES.map(|(name, _)| (time_on_menu(name), name.to_owned()));
        let menu = gio::Menu::new();
        menu.append_section(None, &whose);
        menu.append_section(None, &section("openings.color", colors.to_vec()));
        menu.append_section(None, &section("openings.time", times.to_vec()));
        imp.menu.set_menu_model(Some(&menu));
        self.action_set_enabled("openings.color", chosen.is_some());
        let whose = words::whose_games(chosen.as_deref(), filter.color);
        let summary = format!("{whose} · {}", time(&imp.time.borrow()));
        imp.chosen.set_label(&summary);
        let name = words::gettext_f("Games: {filter}", &[("filter", &summary)]);
        imp.menu
            .update_property(&[gtk::accessible::Property::Label(&name)]);
    }
}
