//! The rows in which players agree on help.

use adw::prelude::*;
use rank_and_file::widgets::HouseRulesGroup;

use crate::desk::stage::{Stage, below};
use crate::desk::with_display;

#[test]
fn each_kind_of_help_is_agreed_on_by_itself() {
    with_display(|| {
        let group: HouseRulesGroup = glib::Object::new();
        let _stage = Stage::show(&group, 360, 600);
        let row = |title: &str| {
            let rows = below(&group, "AdwComboRow").into_iter();
            let rows = rows.filter_map(|row| row.downcast::<adw::ComboRow>().ok());
            let mut rows = rows.filter(|row| row.title() == title);
            rows.next().unwrap_or_else(|| panic!("no row {title}"))
        };
        let agreed = || [group.hints(), group.warnings(), group.tips(), group.guard()];
        let (all, nobody) = ((true, true), (false, false));
        assert_eq!(agreed(), [all, nobody, nobody, nobody]);
        row("Warn of Threats").set_selected(1);
        row("Tips on Request").set_selected(2);
        row("Guard Against Blunders").set_selected(0);
        assert_eq!(agreed(), [all, (true, false), (false, true), all]);
    });
}
