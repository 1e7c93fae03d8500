//! The scoresheet of a game to which side lines, comments and glyphs were added.

use std::time::Instant;

use adw::prelude::*;
use rank_and_file::model::{Game, Origin, Settings};
use rank_and_file::ui::{GamePage, MoveList};
use rank_and_file_core::record::study::{Glyph, NodeId, StudyAction};

use crate::desk::stage::{Message, Stage, assert_said, below, bounds, shown};
use crate::desk::{Games, until, with_display};
use crate::pgn_text::only;

const GAME: &str = "{A beginning.} 1. e4 $1 e5 (1... c5 $2 {Sicilian} 2. Nf3 (2. c3 d5 {Sharp.} 3. exd5) 2... d6) \
                    2. Nf3 $14 Nc6 3. Bb5 1-0";

fn studied(text: &str) -> Game {
    let (imported, loaded) = only(text);
    Game::shown(
        loaded,
        imported.study,
        None,
        Origin::File("game.pgn".into()),
    )
}

fn list_of(game: &Game) -> MoveList {
    let list: MoveList = glib::Object::new();
    list.set_game(Some(game));
    list
}

/// The rows that can be seen, from the upper edge: what stands in each.
fn rows(list: &MoveList) -> Vec<String> {
    let mut rows = shown(list, "RfScoreLine");
    rows.extend(shown(list, "RfSideLine"));
    rows.sort_by(|one, other| bounds(one, list).y().total_cmp(&bounds(other, list).y()));
    let text = |row: &gtk::Widget| {
        let labels = shown(row, "GtkLabel").into_iter();
        let texts = labels.map(|label| label.property::<String>("label"));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        texts.join(" ").replace('\u{a0}', " ")
    };
    rows.iter().map(text).collect()
}

fn button(list: &MoveList, text: &str) -> gtk::Button {
    let buttons = shown(list, "RfMoveButton").into_iter();
    let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
    let called = |button: &gtk::Button| {
        let label = button.label().unwrap_or_default();
        label.replace('\u{a0}', " ") == text
    };
    buttons.find(called).unwrap_or_else(|| panic!("no {text}"))
}

fn marked(list: &MoveList) -> Vec<String> {
    let buttons = shown(list, "RfMoveButton").into_iter();
    let marked = buttons.filter(|button| button.has_css_class("viewed"));
    marked.map(|button| button.property("label")).collect()
}

#[test]
fn side_lines_and_comments_stand_between_the_moves() {
    with_display(|| {
        let game = studied(GAME);
        let list = list_of(&game);
        let _stage = Stage::show(&list, 300, 500);
        let expected = [
            "A beginning.",
            "1. e4! e5",
            "1… c5? Sicilian 2. Nf3",
            "2. c3 d5 Sharp. 3. exd5",
            "2… d6",
            "2. Nf3 += Nc6",
            "3. Bb5",
        ];
        until("seven rows", || rows(&list) == expected);
        // Who hears a move hears what is thought of it, and that it was not played.
        for (text, name) in [
            ("e4!", "1. Pawn to e4, good move"),
            ("e5", "1… Pawn to e5"),
            ("1… c5?", "1… Pawn to c5, variation, mistake"),
            ("3. exd5", "3. Pawn captures pawn on d5, variation, depth 2"),
            ("Nf3 +=", "2. Knight to f3, White is slightly better"),
        ] {
            assert_said(&button(&list, text), Message::Name, name);
        }
        // Comments can be selected and copied.
        let comment = below(&list, "GtkLabel").into_iter();
        let mut comments = comment.filter(|label| label.has_css_class("comment"));
        assert!(comments.all(|label| label.property("selectable")));
        list.set_figurines(true);
        until("figures", || rows(&list)[5].starts_with("2. ♘f3 += ♘c6"));
        assert_said(
            &button(&list, "2. ♘f3"),
            Message::Name,
            "2. Knight to f3, variation",
        );
    });
}

/// To break a long word where there is no blank takes ten times as long as to break it anywhere.
#[test]
fn what_has_no_blank_is_broken_anywhere_and_shown_in_parts() {
    with_display(|| {
        let address = format!("https://example.org/{}", "a".repeat(300));
        let game = studied(&format!(
            "1. e4 {{{}}} e5 {{See {address}.}} 2. Nf3 {{Calm: Nxd4 next.}} *",
            "x".repeat(100_000)
        ));
        let list = list_of(&game);
        let _stage = Stage::show(&list, 300, 500);
        let comments = || {
            let labels = below(&list, "GtkLabel").into_iter();
            let labels = labels.filter_map(|label| label.downcast::<gtk::Label>().ok());
            labels
                .filter(|label| label.has_css_class("comment"))
                .collect::<Vec<_>>()
        };
        until("the rows", || !comments().is_empty());
        game.viewer().go_to(NodeId::Main(3));
        until("the last comment", || {
            comments()
                .iter()
                .any(|label| label.text() == "Calm: Nxd4 next.")
        });
        let last = comments();
        let last = last.iter().find(|label| label.text().starts_with("Calm"));
        let heard = "Calm: Knight captures on d4 next.";
        assert_said(last.unwrap(), Message::Name, heard);
        for label in comments() {
            let text = label.text();
            assert!(text.len() <= 400, "{}", text.len());
            let wanted = match text.split_whitespace().any(|word| word.len() > 120) {
                true => gtk::pango::WrapMode::Char,
                false => gtk::pango::WrapMode::WordChar,
            };
            assert_eq!(label.wrap_mode(), wanted, "{text}");
        }
    });
}

/// The offer to call back what was deleted goes as soon as something else would be undone.
#[test]
fn what_was_deleted_is_offered_until_something_else_is_done() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let overlay = adw::ToastOverlay::new();
        overlay.set_child(Some(&page));
        let _stage = Stage::show(&overlay, 900, 700);
        let game = studied(GAME);
        page.open(&game);
        let offered = || !shown(&overlay, "AdwToastWidget").is_empty();
        let line = game.with_study(|study, rules| study.next_line(rules, NodeId::Main(2)));
        for other in [
            StudyAction::Undo,
            StudyAction::SetComment(NodeId::Main(1), "Best.".into()),
        ] {
            game.viewer().go_to(line.unwrap());
            page.activate_action("game.delete-line", None).unwrap();
            until("it is offered", offered);
            game.annotate(other).unwrap();
            until("it is offered no longer", || !offered());
        }
    });
}

#[test]
fn a_broken_row_says_where_it_goes_on() {
    with_display(|| {
        let game = studied("1. e4 {Best.} e5 2. Nf3 *");
        let list = list_of(&game);
        let _stage = Stage::show(&list, 300, 500);
        let expected = ["1. e4 …", "Best.", "1. … e5", "2. Nf3"];
        until("four rows", || rows(&list) == expected);
        // There is nothing to be chosen at the dots.
        let dots = button(&list, "…");
        assert!(!dots.is_sensitive() && !dots.is_focusable());
    });
}

#[test]
fn each_move_leads_to_its_position_and_is_marked() {
    with_display(|| {
        let game = studied(GAME);
        let list = list_of(&game);
        let stage = Stage::show(&list, 300, 500);
        until("the last move", || marked(&list) == ["Bb5"]);
        let row = shown(&list, "RfSideLine");
        button(&list, "3. exd5").emit_clicked();
        assert!(matches!(game.viewer().node(), NodeId::Side(_)));
        assert!(
            game.viewer()
                .fen()
                .starts_with("rnbqkbnr/pp2pppp/8/2pP4/8/2P5/PP1P1PPP/RNBQKBNR b")
        );
        assert_eq!(marked(&list), ["3.\u{a0}exd5"]);
        button(&list, "e4!").emit_clicked();
        assert_eq!(game.viewer().node(), NodeId::Main(1));
        assert_eq!(marked(&list), ["e4!"]);
        game.viewer().go_to(NodeId::Main(0));
        assert_eq!(marked(&list), [] as [&str; 0]);
        // Walking makes no row anew.
        stage.paint();
        assert_eq!(shown(&list, "RfSideLine"), row);
    });
}

#[test]
fn what_is_added_is_shown_and_the_other_rows_stay() {
    with_display(|| {
        let game = studied("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0");
        let list = list_of(&game);
        let _stage = Stage::show(&list, 300, 500);
        let plain = ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6"];
        until("three rows", || rows(&list) == plain);
        let glyph = StudyAction::ToggleGlyph(NodeId::Main(4), Glyph(6));
        game.annotate(glyph.clone()).unwrap();
        until("a sign", || rows(&list)[1] == "2. Nf3 Nc6?!");
        let write = |at, text: &str| StudyAction::Write {
            at,
            text: text.to_owned(),
        };
        let first = shown(&list, "RfScoreLine")[0].clone();
        game.annotate(write(NodeId::Main(4), "Bc4")).unwrap();
        let expected = ["1. e4 e5", "2. Nf3 Nc6?!", "3. Bb5 …", "3. Bc4", "3. … a6"];
        until("a side line", || rows(&list) == expected);
        assert_eq!(marked(&list), ["3.\u{a0}Bc4"]);
        assert!(shown(&list, "RfScoreLine").contains(&first));
        let bc4 = game.viewer().node();
        let words = "It is older than it looks.";
        game.annotate(StudyAction::SetComment(bc4, words.to_owned()))
            .unwrap();
        until("a comment", || rows(&list)[3] == format!("3. Bc4 {words}"));
        game.annotate(StudyAction::Delete(bc4)).unwrap();
        until("no side line", || rows(&list).len() == 3);
        // Where nothing is left to say, it is the scoresheet that it was.
        game.annotate(glyph).unwrap();
        until("nothing", || rows(&list) == plain);
        assert!(marked(&list) == ["Nc6"] && shown(&list, "RfSideLine").is_empty());
    });
}

#[test]
fn running_text_is_wrapped_within_its_width() {
    with_display(|| {
        let words = "so many words that no line is wide enough for all of them ".repeat(2);
        let deep = "(1... a6 {why} 2. a3 (2. b3 {why} b6 (2... c6 {why} 3. c3 (3. d3 {why} d6 (3... g6 {why} 4. g3 \
                    (4. h3 {why} h6 (4... f6 {why} 5. f3)))))))";
        let text = format!(
            "1. e4 (1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6 4. g3 d5 5. cxd5 Nxd5 {{{words}}}) e5 {deep} *"
        );
        let game = studied(&text);
        let list = list_of(&game);
        for width in [200, 300, 700] {
            let stage = Stage::show(&list, width, 900);
            until("the rows", || shown(&list, "RfSideLine").len() == 8);
            for row in shown(&list, "RfSideLine") {
                assert!(row.width() <= width);
                let mut moves = shown(&row, "RfMoveButton");
                moves.extend(
                    shown(&row, "GtkLabel")
                        .into_iter()
                        .filter(|label| label.has_css_class("comment")),
                );
                let places: Vec<_> = moves.iter().map(|part| bounds(part, &row)).collect();
                for (index, place) in places.iter().enumerate() {
                    assert!(
                        place.x() + place.width() <= row.width() as f32 + 0.5,
                        "{width}"
                    );
                    assert!(place.y() + place.height() <= row.height() as f32 + 0.5);
                    let apart = |other: &gtk::graphene::Rect| {
                        let inside = place.intersection(other);
                        inside.is_none_or(|inside| inside.width() < 1.0 || inside.height() < 1.0)
                    };
                    assert!(
                        places[index + 1..].iter().all(apart),
                        "nothing lies on anything"
                    );
                }
            }
            drop(stage);
        }
    });
}

#[test]
fn the_largest_study_has_rows_only_where_they_are_seen() {
    with_display(|| {
        let lines = "(1. d4 d5 2. c4 e6 3. Nc3 c5) ".repeat(10_000);
        let comment = "A word is a word. ".repeat(6000);
        let game = studied(&format!("1. e4 {{{comment}}} {lines} e5 *"));
        let begin = Instant::now();
        let list = list_of(&game);
        let stage = Stage::show(&list, 300, 500);
        until("rows", || !rows(&list).is_empty());
        println!("shown after {:?}", begin.elapsed());
        let realized = || below(&list, "RfSideLine").len() + below(&list, "RfScoreLine").len();
        let few = || realized() < 300 && below(&list, "RfMoveButton").len() < 2500;
        assert!(few(), "{} rows", realized());
        // From one end to the other, and a change in the middle of it.
        let begin = Instant::now();
        game.viewer().go_to(NodeId::Main(2));
        until("the last row", || marked(&list) == ["e5"]);
        assert!(few(), "{} rows", realized());
        println!("at the end after {:?}", begin.elapsed());
        let begin = Instant::now();
        for number in [1, 2, 3] {
            game.annotate(StudyAction::ToggleGlyph(NodeId::Main(2), Glyph(number)))
                .unwrap();
        }
        println!("three changes took {:?}", begin.elapsed());
        let begin = Instant::now();
        for ply in [1, 2, 1, 2] {
            game.viewer().go_to(NodeId::Main(ply));
        }
        println!("four steps took {:?}", begin.elapsed());
        stage.paint();
        assert!(few(), "{} rows", realized());
    });
}

#[test]
fn a_move_has_a_menu_where_something_can_be_added() {
    with_display(|| {
        let game = studied(GAME);
        let list = list_of(&game);
        let mut stage = Stage::show(&list, 300, 500);
        if !stage.has_pointer("a move has a menu") {
            return;
        }
        until("the rows", || rows(&list).len() == 7);
        let open = || {
            let menus = below(&list, "GtkPopoverMenu");
            menus.iter().any(WidgetExt::is_mapped)
        };
        assert!(!open());
        stage.click_with("3", stage.middle(&button(&list, "2. c3")));
        until("the menu", open);
        assert_eq!(marked(&list), ["2.\u{a0}c3"]);
        stage.keys("Escape");
        until("no menu", || !open());
        // The keys that open menus do so on the move that has the keyboard.
        button(&list, "2… d6").grab_focus();
        stage.keys("Menu");
        until("the menu", open);
        assert_eq!(marked(&list), ["2…\u{a0}d6"]);
        stage.keys("Escape");
        until("no menu", || !open());
        // A comment has the menu of a text, and a game that is played has none.
        let played = Games::new().begin(crate::desk::START);
        crate::desk::play(&played, "e4");
        list.set_game(Some(&played));
        until("one move", || rows(&list) == ["1. e4"]);
        stage.click_with("3", stage.middle(&button(&list, "e4")));
        stage.paint();
        assert!(!open());
    });
}

#[test]
fn the_marked_move_is_brought_into_sight_with_what_is_said_of_it() {
    with_display(|| {
        let lines = "(1. d4 d5 2. c4 e6 3. Nc3 c5 4. cxd5 exd5 5. Nf3 Nc6 6. g3 Nf6 {A comment.}) "
            .repeat(9);
        let comment = "A word about it. ".repeat(6);
        let game = studied(&format!(
            "{{{comment}}} 1. e4 {lines} e5 {{{comment}}} 2. Nf3 *"
        ));
        let list = list_of(&game);
        let _stage = Stage::show(&list, 300, 190);
        let view = &below(&list, "GtkListView")[0];
        let seen = |part: &gtk::Widget| {
            let place = bounds(part, view);
            let (top, bottom) = (place.y(), place.y() + place.height());
            part.is_mapped() && top >= -1.0 && bottom <= view.height() as f32 + 1.0
        };
        let nodes: Vec<NodeId> =
            game.with_study(|study, rules| study.outline(rules).map(|stop| stop.node).collect());
        let far = nodes.iter().step_by(7);
        for node in far.clone().chain(far.clone().rev()).copied() {
            game.viewer().go_to(node);
            until("the move is in sight", || {
                let buttons = shown(&list, "RfMoveButton").into_iter();
                let mut marked = buttons.filter(|button| button.has_css_class("viewed"));
                marked.next().is_some_and(|button| seen(&button))
            });
        }
        let comments = |text: &str| {
            let labels = shown(&list, "GtkLabel").into_iter();
            labels
                .filter(|label| label.property::<String>("label") == text.trim())
                .collect::<Vec<_>>()
        };
        game.viewer().go_to(NodeId::Main(2));
        until("what is said of it is in sight", || {
            comments(&comment).iter().any(seen)
        });
        game.viewer().go_to(NodeId::Main(0));
        until("the beginning is in sight", || {
            let first = comments(&comment);
            first
                .iter()
                .any(|label| seen(label) && bounds(label, view).y() < 20.0)
        });
    });
}

#[test]
fn a_comment_without_words_is_broken_anywhere_while_it_is_written() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let _stage = Stage::show(&page, 900, 700);
        let game = studied(GAME);
        page.open(&game);
        until("it can be studied", || game.can_be_studied());
        page.activate_action("game.comment", None).unwrap();
        let editor = || {
            let windows = gtk::Window::list_toplevels().into_iter();
            let mut editors = windows.flat_map(|window| shown(&window, "GtkTextView"));
            editors.next().and_downcast::<gtk::TextView>()
        };
        until("the editor is there", || editor().is_some());
        let editor = editor().unwrap();
        for (text, mode) in [
            ("Some words.".to_owned(), gtk::WrapMode::WordChar),
            ("letters".repeat(20_000), gtk::WrapMode::Char),
            ("letters ".repeat(10), gtk::WrapMode::WordChar),
        ] {
            editor.buffer().set_text(&text);
            assert_eq!(editor.wrap_mode(), mode, "{} letters", text.len());
        }
        let dialog = editor.root().and_downcast::<adw::MessageDialog>().unwrap();
        dialog.response("cancel");
        dialog.close();
    });
}
