//! The rows in which players agree on help.

use adw::prelude::*;
use rank_and_file::ui::HouseRulesGroup;

use crate::desk::stage::{Stage, below};
use crate::desk::with_display;

fn row(group: &HouseRulesGroup, title: &str) -> adw::ComboRow {
    let rows = below(group, "AdwComboRow").into_iter();
    let rows = rows.filter_map(|row| row.downcast::<adw::ComboRow>().ok());
    let mut rows = rows.filter(|row| row.title() == title);
    rows.next().unwrap_or_else(|| panic!("no row {title}"))
}

#[test]
fn each_kind_of_help_is_agreed_on_by_itself() {
    with_display(|| {
        let group: HouseRulesGroup = glib::Object::new();
        let _stage = Stage::show(&group, 360, 600);
        let agreed = || [group.hints(), group.warnings(), group.tips(), group.guard()];
        let (all, nobody) = ((true, true), (false, false));
        assert_eq!(agreed(), [all, nobody, nobody, nobody]);
        row(&group, "Threat Warnings").set_selected(1);
        row(&group, "Hints").set_selected(2);
        row(&group, "Blunder Check").set_selected(0);
        assert_eq!(agreed(), [all, (true, false), (false, true), all]);
    });
}

#[test]
fn every_choice_of_players_is_another_one() {
    with_display(|| {
        let group: HouseRulesGroup = glib::Object::new();
        let _stage = Stage::show(&group, 360, 600);
        let row = row(&group, "Threat Warnings");
        let choices = 0..row.model().unwrap().n_items();
        let meant = choices.map(|choice| {
            row.set_selected(choice);
            group.warnings()
        });
        assert_eq!(
            meant.collect::<Vec<_>>(),
            [(true, true), (true, false), (false, true), (false, false)]
        );
    });
}
