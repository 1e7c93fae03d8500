//! A position is set up: on its board, with the palette, in the fields; and odds above the names.

use adw::prelude::*;
use rank_and_file::model::{Editing, Settings};
use rank_and_file::ui::{Board, EditorPage, PiecePalette, PlayerNamesPage};
use rank_and_file_core::chess::{Draft, Edit, read_fen};

use crate::desk::stage::{Message, Stage, assert_said, below, shown, square_of};
use crate::desk::{Games, START, settle, square, with_display};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7";

fn lay(editing: &Editing, fen: &str) {
    let (draft, _) = Draft::read(fen).unwrap();
    editing.act(Edit::Lay(Box::new(draft)));
}

fn fen(editing: &Editing) -> String {
    editing.with(|editor| editor.draft().fen())
}

/// A board and a palette beside it, as on the page.
struct Desk {
    editing: Editing,
    board: Board,
    palette: PiecePalette,
    stage: Stage,
}

impl Desk {
    fn lay(fen: &str) -> Self {
        let editing = Editing::default();
        lay(&editing, fen);
        let (board, palette) = (Board::default(), PiecePalette::default());
        board.set_editing(Some(&editing));
        palette.set_editing(&editing);
        board.set_hexpand(true);
        palette.set_valign(gtk::Align::Start);
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        row.append(&board);
        row.append(&palette);
        let stage = Stage::show(&row, 800, 480);
        Self {
            editing,
            board,
            palette,
            stage,
        }
    }

    fn tool(&self, name: &str) -> gtk::ToggleButton {
        let buttons = below(&self.palette, "GtkToggleButton").into_iter();
        let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::ToggleButton>().ok());
        let named = buttons.find(|button| button.tooltip_text().as_deref() == Some(name));
        named.expect(name)
    }

    fn activate(&self, name: &str) {
        square_of(&self.board, square(name)).emit_clicked();
    }

    fn point(&self, name: &str) -> (f64, f64) {
        self.stage.middle(&square_of(&self.board, square(name)))
    }

    fn chosen(&self) -> Vec<String> {
        let buttons = below(&self.palette, "GtkToggleButton").into_iter();
        let buttons = buttons.filter_map(|button| button.downcast::<gtk::ToggleButton>().ok());
        let chosen = buttons.filter(ToggleButtonExt::is_active);
        chosen
            .map(|button| button.tooltip_text().unwrap().to_string())
            .collect()
    }
}

#[test]
fn pieces_are_put_taken_up_and_taken_away_by_activating() {
    with_display(|| {
        let desk = Desk::lay(KINGS);
        assert_eq!(desk.chosen(), ["Move Pieces"]);
        desk.tool("black queen").emit_clicked();
        assert_eq!(desk.chosen(), ["black queen"]);
        desk.activate("d4");
        assert_eq!(fen(&desk.editing), "4k3/8/8/8/3q4/8/8/4K3 w - - 0 1");
        let d4 = square_of(&desk.board, square("d4"));
        assert_said(&d4, Message::Name, "d4, black queen");
        assert_eq!(desk.editing.heard(), "d4, black queen. White to move.");
        desk.activate("d5");
        assert_eq!(desk.editing.heard(), "d5, black queen.");
        desk.activate("d5");
        desk.activate("d4");
        assert_eq!(fen(&desk.editing), KINGS);
        assert_said(&d4, Message::Name, "d4, empty");
        desk.tool("Remove Pieces").emit_clicked();
        desk.activate("e8");
        assert_eq!(desk.editing.heard(), "e8, empty. Black has no king.");
        desk.editing.undo();
        assert_eq!(desk.editing.heard(), "e8, black king. Dead position. Draw.");
        // Escape gives the hand back, which the palette shows.
        assert!(desk.board.let_go());
        assert_eq!(desk.chosen(), ["Move Pieces"]);
        assert!(!desk.board.let_go());
        desk.activate("e1");
        let e1 = square_of(&desk.board, square("e1"));
        assert_said(&e1, Message::Description, "selected");
        assert_eq!(desk.editing.heard(), "e1, white king, selected.");
        desk.activate("a3");
        assert_eq!(fen(&desk.editing), "4k3/8/8/8/8/K7/8/8 w - - 0 1");
    });
}

#[test]
fn pieces_are_dragged_from_the_palette_between_squares_and_off_the_board() {
    with_display(|| {
        let mut desk = Desk::lay(KINGS);
        if !desk.stage.has_pointer("pieces_are_dragged") {
            return;
        }
        desk.stage.drag(desk.point("e1"), desk.point("c2"));
        assert_eq!(fen(&desk.editing), "4k3/8/8/8/8/8/2K5/8 w - - 0 1");
        let beside = desk.stage.middle(&desk.palette);
        desk.stage
            .drag(desk.point("c2"), (beside.0, beside.1 + 200.0));
        assert_eq!(fen(&desk.editing), "4k3/8/8/8/8/8/8/8 w - - 0 1");
        let rook = desk.stage.middle(&desk.tool("white rook"));
        let a1 = desk.point("a1");
        desk.stage.move_to(rook);
        desk.stage.button_down();
        // A drag has to be told by more than one step.
        for part in 1..=10 {
            let along = |from: f64, to: f64| from + (to - from) * f64::from(part) / 10.0;
            desk.stage
                .move_to((along(rook.0, a1.0), along(rook.1, a1.1)));
        }
        desk.stage.button_up();
        crate::desk::until("the rook is on a1", || {
            fen(&desk.editing) == "4k3/8/8/8/8/8/8/R7 w - - 0 1"
        });
        desk.stage.click(desk.point("a1"));
        assert_eq!(desk.chosen(), ["Move Pieces"], "a drag chooses nothing");
    });
}

#[test]
fn letters_put_pieces_and_delete_takes_them_away() {
    with_display(|| {
        let mut desk = Desk::lay("8/8/8/8/8/8/8/8 w - - 0 1");
        if !desk.stage.has_pointer("letters_put_pieces") {
            return;
        }
        desk.board.focus_square(square("e1"));
        desk.stage.keys("shift+k Up n Up shift+n Up p x");
        assert_eq!(fen(&desk.editing), "8/8/8/8/4p3/4N3/4n3/4K3 w - - 0 1");
        desk.stage.keys("Down Delete Down BackSpace");
        assert_eq!(fen(&desk.editing), "8/8/8/8/4p3/8/8/4K3 w - - 0 1");
        // Tab comes to what is chosen in the palette, where the arrows walk, and leaves it again.
        desk.stage.keys("Tab Right Right space shift+Tab");
        assert_eq!(desk.chosen(), ["white queen"]);
        desk.stage.keys("Return");
        assert_eq!(fen(&desk.editing), "8/8/8/8/4p3/8/4Q3/4K3 w - - 0 1");
    });
}

struct Page {
    page: EditorPage,
    _stage: Stage,
}

impl Page {
    fn open() -> Self {
        let page = EditorPage::default();
        let stage = Stage::show(&page, 900, 700);
        page.open(None);
        Self {
            page,
            _stage: stage,
        }
    }

    fn label(&self, class: &str) -> String {
        let labels = shown(&self.page, "GtkLabel").into_iter();
        let mut labels = labels.filter(|label| label.has_css_class(class));
        let label = labels.next().and_downcast::<gtk::Label>();
        label.map(|label| label.label().into()).unwrap_or_default()
    }

    fn checks(&self) -> Vec<(bool, bool)> {
        let checks = below(&self.page, "GtkCheckButton").into_iter();
        let checks = checks.filter_map(|check| check.downcast::<gtk::CheckButton>().ok());
        checks
            .map(|check| (check.is_sensitive(), check.is_active()))
            .collect()
    }

    fn combo(&self) -> adw::ComboRow {
        let mut combos = below(&self.page, "AdwComboRow").into_iter();
        combos.next().and_downcast().unwrap()
    }

    fn entry(&self) -> adw::EntryRow {
        let mut entries = below(&self.page, "AdwEntryRow").into_iter();
        entries.next().and_downcast().unwrap()
    }

    fn action(&self, name: &str) -> bool {
        self.page.activate_action(name, None).is_ok()
    }
}

#[test]
fn the_fields_show_what_belongs_to_the_position_and_change_it() {
    with_display(|| {
        let page = Page::open();
        let editing = page.page.editing().clone();
        assert_eq!(page.checks(), [(true, true); 4]);
        assert!(!page.combo().is_sensitive());
        editing.act(Edit::Put(square("h1"), None));
        assert_eq!(page.checks()[0], (false, false));
        let checks = below(&page.page, "GtkCheckButton");
        let black_queen_side = checks[3].downcast_ref::<gtk::CheckButton>().unwrap();
        black_queen_side.set_active(false);
        assert!(fen(&editing).ends_with(" w Qk - 0 1"), "{}", fen(&editing));
        // The square that was passed is chosen among those that are possible.
        lay(&editing, PASSED);
        assert!(page.combo().is_sensitive());
        assert_eq!(page.combo().selected(), 1);
        page.combo().set_selected(0);
        assert!(fen(&editing).ends_with(" w - - 0 7"), "{}", fen(&editing));
        page.combo().set_selected(1);
        assert_eq!(fen(&editing), PASSED);
        let spins = below(&page.page, "GtkSpinButton");
        let number = spins[0].downcast_ref::<gtk::SpinButton>().unwrap();
        assert_eq!(number.value_as_int(), 7);
        number.set_value(12.0);
        assert!(fen(&editing).ends_with(" w - d6 0 12"), "{}", fen(&editing));
        assert!(page.action("editor.undo") && page.action("editor.undo"));
        assert!(fen(&editing).ends_with(" w - - 0 7"), "{}", fen(&editing));
        assert!(page.action("editor.redo"));
        assert_eq!(fen(&editing), PASSED);
        assert!(page.action("editor.swap-sides"));
        assert_eq!(fen(&editing), "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7");
        assert!(page.action("editor.start-position"));
        assert_eq!(fen(&editing), START);
    });
}

#[test]
fn what_can_be_undone_begins_with_the_first_position_that_is_brought() {
    with_display(|| {
        let page = Page::open();
        let editing = page.page.editing().clone();
        let undone = || {
            page.action("editor.undo");
            fen(&editing)
        };
        page.page.open(Some(&read_fen(KINGS).unwrap()));
        assert!(!editing.with(|editor| editor.can_undo_and_redo().0));
        assert_eq!(undone(), KINGS);
        // Another position takes its place, and can be undone, as what was done before can.
        assert!(page.action("editor.swap-sides"));
        let swapped = fen(&editing);
        page.page.open(Some(&read_fen(PASSED).unwrap()));
        assert_eq!(fen(&editing), PASSED);
        assert_eq!(undone(), swapped);
        assert_eq!(undone(), KINGS);
        assert_eq!(undone(), KINGS);
        // What was undone here is not forgotten.
        page.page.open(Some(&read_fen(PASSED).unwrap()));
        assert_eq!(undone(), KINGS);
    });
}

#[test]
fn fen_is_shown_and_taken_with_its_fault_in_words() {
    with_display(|| {
        let page = Page::open();
        let editing = page.page.editing().clone();
        assert_eq!(page.entry().text(), START);
        page.entry().set_text("8/8/8/8/8/8/8/9 w - - 0 1");
        page.entry().emit_by_name::<()>("apply", &[]);
        assert_eq!(fen(&editing), START, "nothing has changed");
        assert_eq!(
            page.label("fault"),
            "The placement of the pieces cannot be read."
        );
        page.entry().set_text(&KINGS.replace('-', "KQ"));
        page.page.take(&KINGS.replacen('-', "KQ", 1));
        assert_eq!(fen(&editing), KINGS);
        assert_eq!(page.entry().text(), KINGS);
        assert_eq!(
            page.label("fault"),
            "The castling rights do not fit the kings and rooks."
        );
        page.page.take(PASSED);
        assert_eq!(page.label("fault"), "");
        assert_eq!(page.entry().text(), PASSED);
    });
}

#[test]
fn what_is_wrong_is_said_and_keeps_from_playing() {
    with_display(|| {
        let page = Page::open();
        let play = || {
            let buttons = below(&page.page, "GtkButton").into_iter();
            let mut buttons = buttons.filter_map(|button| button.downcast::<gtk::Button>().ok());
            let play = buttons.find(|button| button.label().as_deref() == Some("Play"));
            play.unwrap().is_sensitive()
        };
        assert_eq!(
            (page.label("status").as_str(), play()),
            ("White to move.", true)
        );
        for (fen, said, can) in [
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "White has no king. Black has no king.",
                false,
            ),
            (
                "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
                "Black is in check, but it is White’s move.",
                false,
            ),
            ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", "Black to move.", true),
            (
                "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
                "Checkmate. White wins.",
                false,
            ),
        ] {
            page.page.take(fen);
            settle();
            assert_eq!(
                (page.label("status").as_str(), play()),
                (said, can),
                "{fen}"
            );
        }
    });
}

#[test]
fn odds_say_who_plays_what_and_from_where() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let page = PlayerNamesPage::new(&Settings::new(), &saved);
        let _stage = Stage::show(&page, 480, 900);
        let combo = |title: &str| {
            let combos = below(&page, "AdwComboRow").into_iter();
            let mut combos = combos.filter_map(|row| row.downcast::<adw::ComboRow>().ok());
            let named = combos.find(|row| row.title() == title);
            named.expect(title)
        };
        let colors = || {
            let buttons = below(&page, "GtkToggleButton").into_iter();
            let buttons = buttons.filter_map(|button| button.downcast::<gtk::ToggleButton>().ok());
            let chosen = buttons.filter(|button| {
                button.is_active() && button.label().is_some_and(|label| !label.is_empty())
            });
            let chosen = chosen.map(|button| (button.label().unwrap(), button.is_sensitive()));
            chosen.collect::<Vec<_>>()
        };
        let start = || {
            let board = below(&page, "RfThumbnail").remove(0);
            let card = board.parent().unwrap();
            card.is_visible().then(|| board.property::<String>("fen"))
        };
        page.set_start(None);
        assert_eq!((colors(), start()), (vec![("White".into(), true)], None));
        let queen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        let pawn = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (odds, giver, color, fen) in [
            (4, 0, "White", queen),
            (4, 1, "Black", queen),
            (1, 1, "White", pawn),
            (1, 0, "Black", pawn),
        ] {
            combo("Material Odds").set_selected(odds);
            combo("Odds Given By").set_selected(giver);
            assert_eq!(colors(), [(color.into(), false)], "{odds} {giver}");
            assert_eq!(start().as_deref(), Some(fen), "{odds} {giver}");
        }
        combo("Material Odds").set_selected(0);
        assert_eq!((colors(), start()), (vec![("Black".into(), true)], None));
        // Another start leaves no room for odds.
        combo("Material Odds").set_selected(2);
        page.set_start(Some(KINGS));
        assert_eq!(start().as_deref(), Some(KINGS));
        assert!(colors()[0].1);
        page.set_start(None);
        assert_eq!(start(), None);
    });
}

#[test]
fn a_first_position_of_chess960_is_drawn_or_named() {
    with_display(|| {
        let games = Games::new();
        let saved = games.saved();
        let page = PlayerNamesPage::new(&Settings::new(), &saved);
        let _stage = Stage::show(&page, 480, 900);
        let named = |title: &str| {
            let rows = below(&page, "AdwComboRow").into_iter();
            let rows = rows.chain(below(&page, "AdwActionRow"));
            let mut rows = rows.filter_map(|row| row.downcast::<adw::ActionRow>().ok());
            rows.find(|row| row.title() == title).expect(title)
        };
        let first = named("Starting Position")
            .downcast::<adw::ComboRow>()
            .unwrap();
        let number = named("Position Number");
        let value = below(&number, "GtkSpinButton").remove(0);
        let value = value.downcast::<gtk::SpinButton>().unwrap();
        let card = || {
            let board = below(&page, "RfThumbnail").remove(0);
            let card = board.parent().unwrap();
            let text = below(&card, "GtkLabel").remove(0);
            let text = text.downcast::<gtk::Label>().unwrap().label();
            let fen = board.is_visible().then(|| board.property::<String>("fen"));
            card.is_visible().then_some((text.to_string(), fen))
        };
        page.set_start(None);
        assert_eq!((card(), number.is_visible()), (None, false));
        first.set_selected(1);
        let drawn = "Chess960: the starting position is chosen at random when the game starts.";
        assert_eq!(card(), Some((drawn.to_owned(), None)));
        assert!(!number.is_visible() && !named("Material Odds").is_visible());
        first.set_selected(2);
        assert!(number.is_visible());
        for (chosen, rank, fen) in [
            (
                518.0,
                "♖♘♗♕♔♗♘♖",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            (
                0.0,
                "♗♗♕♘♘♖♔♖",
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
            ),
            (
                959.0,
                "♖♔♖♘♘♕♗♗",
                "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1",
            ),
        ] {
            value.set_value(chosen);
            let shown = number.subtitle().unwrap();
            assert!(shown.contains(rank), "{shown}");
            let text = format!("Chess960, position {chosen}");
            assert_eq!(card(), Some((text, Some(fen.to_owned()))));
        }
        // A position that was asked for leaves no choice.
        page.set_start(Some(KINGS));
        assert!(!first.is_visible());
        assert_eq!(card().unwrap().1.as_deref(), Some(KINGS));
        page.set_start(None);
        assert_eq!((card(), first.is_visible()), (None, true));
        // Odds belong to the usual one.
        named("Material Odds")
            .downcast::<adw::ComboRow>()
            .unwrap()
            .set_selected(1);
        assert!(!first.is_sensitive());
    });
}
