//! The lines that the computer has found: shown, walked on the board, and added; and the bar beside it.

use std::cell::RefCell;

use gtk::prelude::*;
use rank_and_file::model::{Game, PositionAnalysis, Settings};
use rank_and_file::ui::{AnalysisPanel, EvaluationBar};
use rank_and_file_core::record::study::NodeId;

use crate::desk::stage::{Message, Stage, assert_said, below, said_instead, shown};
use crate::desk::{Games, until_at_last, until_freed, with_display};
use crate::model::position_analysis::over;

use super::beside_the_board::texts_of;

struct Shown {
    panel: AnalysisPanel,
    bar: EvaluationBar,
    analysis: PositionAnalysis,
    stage: Stage,
}

fn show(game: &Game) -> Shown {
    let panel: AnalysisPanel = glib::Object::new();
    let bar: EvaluationBar = glib::Object::new();
    let analysis = PositionAnalysis::new(&Settings::new());
    analysis.set_lines(3);
    panel.set_analysis(&analysis);
    bar.set_analysis(&analysis);
    let added = game.downgrade();
    panel.connect_add(move |action| {
        added.upgrade().unwrap().annotate(action).unwrap();
    });
    let both = gtk::Box::new(gtk::Orientation::Horizontal, 6);
    panel.set_hexpand(true);
    both.append(&bar);
    both.append(&panel);
    let stage = Stage::show(&both, 360, 300);
    panel.set_game(Some(game));
    analysis.set_game(Some(game));
    analysis.set_seen(true);
    Shown {
        panel,
        bar,
        analysis,
        stage,
    }
}

/// The lines: the score, and the moves.
fn rows(panel: &AnalysisPanel) -> Vec<Vec<String>> {
    let rows = shown(panel, "RfAnalyzedLine");
    rows.iter().map(texts_of).collect()
}

fn press(panel: &AnalysisPanel, type_name: &str, place: usize) {
    let button = shown(panel, type_name).remove(place);
    button.downcast::<gtk::Button>().unwrap().emit_clicked();
}

#[test]
fn lines_are_shown_walked_and_added() {
    with_display(|| {
        let games = Games::new();
        // Black has given a queen away.
        let game = over(&games, "e4 d5 exd5 Qxd5 Nc3 Qe5+ Be2 a6 Nf3 Qxe2+");
        let shown = show(&game);
        let panel = &shown.panel;
        assert_eq!(rows(panel).len(), 3, "there is room for them before");
        until_at_last("the lines", || {
            let rows = rows(panel);
            rows.len() == 3 && rows.iter().all(|row| row[1].starts_with("6.\u{a0}"))
        });
        until_at_last("White is much better", || {
            rows(panel)[0][0].starts_with('+')
        });
        let first = rows(panel)[0].clone();
        assert!(
            texts_of(panel)
                .iter()
                .any(|text| text.starts_with("Depth "))
        );
        // What is pressed is walked, and stays as it is meanwhile.
        press(panel, "RfAnalyzedLine", 0);
        assert_eq!(game.viewer().ahead(), Some(1));
        press(panel, "RfAnalyzedLine", 0);
        assert_eq!(game.viewer().ahead(), Some(2));
        let walked = rows(panel)[0].clone();
        press(panel, "RfAnalyzedLine", 1);
        assert_eq!(
            game.viewer().ahead(),
            Some(1),
            "another line is walked from its beginning"
        );
        press(panel, "RfAnalyzedLine", 0);
        press(panel, "RfAnalyzedLine", 0);
        assert_eq!(rows(panel)[0], walked);
        // And is added as far as it was walked, in one step.
        press(panel, "GtkButton", 0);
        assert!(matches!(game.viewer().node(), NodeId::Side(_)), "{first:?}");
        let added = game
            .viewer()
            .with_shown_line(|line, plies| (line.plies().len(), plies));
        assert_eq!(added, (12, 12));
        assert_eq!(game.viewer().ahead(), None);
        let weak = game.downgrade();
        shown.analysis.set_game(None::<Game>);
        panel.set_game(None::<Game>);
        drop(game);
        until_freed("the game", &weak);
        drop(shown.stage);
    });
}

#[test]
fn the_bar_tells_who_stands_better() {
    with_display(|| {
        let games = Games::new();
        let game = over(&games, "f3 e5 g4 Qh4#");
        let shown = show(&game);
        assert_said(&shown.bar, Message::Name, "Checkmate");
        assert!(rows(&shown.panel).is_empty());
        let notice = "Checkmate".to_owned();
        assert!(texts_of(&shown.panel).contains(&notice));
        game.viewer().go_to(NodeId::Main(3));
        until_at_last("the mate is seen", || {
            rows(&shown.panel)
                .first()
                .is_some_and(|row| row[0] == "#−1")
        });
        assert_said(&shown.bar, Message::Name, "Black mates in 1 move");
        let row = &below(&shown.panel, "RfAnalyzedLine")[0];
        assert_said(
            row,
            Message::Name,
            "Black mates in 1 move: 2… Queen to h4, checkmate",
        );
        shown.analysis.set_seen(false);
    });
}

/// A screen reader would read each name that a line gets while it is found.
#[test]
fn a_line_keeps_its_name_while_the_keyboard_is_on_it() {
    with_display(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
        let shown_at = show(&game);
        let panel = &shown_at.panel;
        let begins = |number: &str| {
            let rows = rows(panel);
            rows.first().is_some_and(|row| row[1].starts_with(number))
        };
        until_at_last("the lines", || begins("5.\u{a0}"));
        let row = &below(panel, "RfAnalyzedLine")[0];
        let name = || said_instead(row, Message::Name, "").unwrap_or_default();
        assert!(row.grab_focus());
        game.viewer().go_to(NodeId::Main(6));
        until_at_last("another position is told of", || name().contains(": 4. "));
        let first = || {
            let moves = rows(panel)[0][1].clone();
            moves.split(' ').next().map(str::to_owned)
        };
        let (told, depths) = (RefCell::new((name(), first())), RefCell::new(Vec::new()));
        until_at_last("it looks further ahead", || {
            let how = texts_of(panel).first().cloned();
            if depths.borrow().last() != Some(&how) {
                depths.borrow_mut().push(how);
            }
            let (before, begins) = told.replace((name(), first()));
            assert!(
                name() == before || begins != first(),
                "{before}: {}",
                name()
            );
            depths.borrow().len() > 4
        });
        shown_at.analysis.set_seen(false);
    });
}
