//! What stands beside the board keeps its place while a game is played, ends and is reviewed, whatever is said of it.

use gtk::prelude::*;
use jiff::Timestamp;
use rank_and_file::model::{Game, Settings};
use rank_and_file::ui::{GamePage, StartPage};
use rank_and_file_core::chess::{Action, Chess, Color, DrawRule};
use rank_and_file_core::record::log::Header;

use crate::desk::stage::{Stage, StyleSheet, below, bounds, shown};
use crate::desk::{Games, START, play, until, with_display};

const LONG: &str = "Better: 5. Qb5+. 5. d4 was played in the game. Ben answers 5… dxe5. That captures the queen on e5, and \
    recapturing is not enough. The queen on d8 attacks the pawn on d4. 5. d4 does not stop what was threatened already.";

/// A page of a window in which a game has begun.
fn opened(games: &Games) -> (GamePage, Stage, Game) {
    played(games, (900, 700), "e4 e5 Nf3 Nc6")
}

/// The same of a window of this size, and a game with these moves.
fn played(games: &Games, (width, height): (i32, i32), moves: &str) -> (GamePage, Stage, Game) {
    let saved = games.saved();
    let page = GamePage::new(&Settings::new(), &saved);
    let stage = Stage::show(&page, width, height);
    let game = games.begin(START);
    page.open(&game);
    play(&game, moves);
    (page, stage, game)
}

/// Has Black resign.
fn end(game: &Game) {
    game.act(Action::Resign(Color::Black)).unwrap();
    until("the game can be studied", || game.can_be_studied());
}

fn review(page: &GamePage) {
    page.activate_action("game.review", None).unwrap();
    until("the review begins", || {
        !shown(page, "RfReviewPanel").is_empty()
    });
}

fn status(page: &GamePage) -> gtk::Label {
    let labels = below(page, "GtkLabel").into_iter();
    let mut labels = labels.filter(|label| label.has_css_class("status"));
    labels.next().unwrap().downcast().unwrap()
}

#[test]
fn the_buttons_of_a_review_stay_where_they_are_however_much_is_said() {
    with_display(|| {
        let games = Games::new();
        let (page, stage, game) = opened(&games);
        end(&game);
        review(&page);
        let card = shown(&page, "RfReviewPanel").remove(0);
        let status = status(&page);
        status.set_label("Better: 5. Qb5+.");
        stage.paint();
        let (place, height) = (bounds(&card, &page).y(), status.height());
        status.set_label(LONG);
        until("it takes more room", || status.height() > height);
        stage.paint();
        assert_eq!(bounds(&card, &page).y(), place);
    });
}

#[test]
fn a_hint_of_a_review_has_its_room_beforehand() {
    with_display(|| {
        let _style = StyleSheet::new();
        let games = Games::new();
        let (page, stage, game) = opened(&games);
        end(&game);
        review(&page);
        let status = status(&page);
        game.viewer().set_ply(2);
        until("the end is not said any more", || {
            !status.has_css_class("verdict")
        });
        let height = |said: &str| {
            status.set_label(said);
            stage.paint();
            status.height()
        };
        let asked = "Ann, find something better than 4. Nxe5.";
        let hint = "There is something to win: open a line for a piece behind another one.";
        let before = height(asked);
        assert_eq!(height(&format!("{asked} {hint}")), before);
    });
}

#[test]
fn the_end_of_a_game_takes_as_much_room_as_a_move() {
    with_display(|| {
        let _style = StyleSheet::new();
        let games = Games::new();
        let (page, stage, game) = opened(&games);
        let status = status(&page);
        until("the moves are there", || {
            !shown(&page, "RfMoveList").is_empty()
        });
        let moves = shown(&page, "RfMoveList").remove(0);
        stage.paint();
        let place = bounds(&moves, &page).y();
        end(&game);
        until("the end is said", || status.has_css_class("verdict"));
        stage.paint();
        assert!((bounds(&moves, &page).y() - place).abs() < 1.0);
    });
}

#[test]
fn the_buttons_below_the_moves_stay_where_they_are_from_the_first_move_to_the_review() {
    with_display(|| {
        let games = Games::new();
        let (page, stage, game) = opened(&games);
        let ways = || {
            stage.paint();
            let kinds = ["GtkButton", "GtkToggleButton", "GtkMenuButton"];
            let all = kinds.iter().flat_map(|kind| shown(&page, kind));
            let named = all.filter_map(|button| Some((button.tooltip_text()?, button)));
            let named = named.filter(|(name, _)| {
                let names = [
                    "Starting Position",
                    "Current Position",
                    "Openings in Your Games",
                    "Analysis",
                    "Annotate the Move",
                ];
                names.contains(&name.as_str())
            });
            let placed = named.map(|(name, button)| (name, bounds(&button, &page).x()));
            placed.collect::<Vec<_>>()
        };
        until("all are there while the game is played", || {
            ways().len() == 5
        });
        let places = ways();
        end(&game);
        assert_eq!(ways(), places, "at the end");
        review(&page);
        assert_eq!(ways(), places, "in a review");
    });
}

#[test]
fn the_arrows_home_and_end_lead_through_a_game_that_is_over() {
    const NAME: &str = "the_arrows_home_and_end_lead_through_a_game_that_is_over";
    with_display(|| {
        let games = Games::new();
        let (_page, mut stage, game) = opened(&games);
        if !stage.has_pointer(NAME) {
            return;
        }
        end(&game);
        for (key, ply) in [
            ("Home", 0),
            ("Right", 1),
            ("Right", 2),
            ("Left", 1),
            ("End", 4),
        ] {
            stage.keys(key);
            until(key, || game.viewer().ply() == ply);
        }
    });
}

#[test]
fn the_arrows_lead_on_from_a_move_that_was_clicked() {
    const NAME: &str = "the_arrows_lead_on_from_a_move_that_was_clicked";
    with_display(|| {
        let games = Games::new();
        let (page, mut stage, game) = opened(&games);
        if !stage.has_pointer(NAME) {
            return;
        }
        end(&game);
        for (place, ply) in [(1, 2), (0, 1), (2, 3)] {
            let list = shown(&page, "RfMoveList").remove(0);
            stage.click(stage.middle(&shown(&list, "RfMoveButton")[place]));
            until("it is shown", || game.viewer().ply() == ply);
            stage.keys("Right");
            until("the next one is shown", || game.viewer().ply() == ply + 1);
            stage.keys("Left");
            until("it is shown again", || game.viewer().ply() == ply);
        }
    });
}

#[test]
fn what_is_offered_at_the_end_stays_beside_the_analysis_where_there_is_room() {
    with_display(|| {
        for (size, stays) in [
            ((1100, 760), true),
            ((700, 440), false),
            ((360, 720), false),
        ] {
            let games = Games::new();
            let (page, stage, game) = played(&games, size, "e4 e5 Nf3 Nc6");
            end(&game);
            let offered = || {
                let labels = shown(&page, "GtkLabel").into_iter();
                let mut labels = labels.map(|label| label.property::<String>("label"));
                labels.any(|label| label == "New Game")
            };
            until("a new game is offered", || {
                stage.paint();
                offered()
            });
            page.activate_action("game.analysis", None).unwrap();
            game.viewer().set_ply(2);
            until("the analysis is shown", || {
                stage.paint();
                !shown(&page, "RfAnalysisPanel").is_empty() && offered() == stays
            });
            page.activate_action("game.analysis", None).unwrap();
            page.close();
        }
    });
}

#[test]
fn the_proof_of_the_end_is_offered_at_the_end_alone() {
    with_display(|| {
        let games = Games::new();
        let (page, _stage, game) = opened(&games);
        end(&game);
        let why = || {
            let labels = shown(&page, "GtkLabel").into_iter();
            let mut labels = labels.filter(|label| label.property::<String>("label") == "Why?");
            labels.next().is_some()
        };
        assert!(!why(), "a resignation needs no proof");
        let mate = games.begin(START);
        page.open(&mate);
        play(&mate, "f3 e5 g4 Qh4#");
        until("the mate is explained", why);
        mate.viewer().set_ply(2);
        until("an earlier position is shown", || !why());
        mate.viewer().set_ply(4);
        until("the end is shown again", why);
    });
}

#[test]
fn the_way_back_covers_no_player_and_moves_nothing() {
    with_display(|| {
        let _style = StyleSheet::new();
        for (width, height) in [(1100, 760), (640, 480), (360, 720)] {
            for full_screen in [false, true] {
                let games = Games::new();
                let moves = "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Bh3 Bxh3";
                let (page, stage, game) = played(&games, (width, height), moves);
                page.set_full_screen(full_screen);
                until("the title bar is as it stays", || {
                    shown(&page, "AdwHeaderBar").is_empty() == full_screen
                });
                let parts = || {
                    stage.paint();
                    let kinds = ["RfBoard", "RfPlayerBar", "RfMoveList"];
                    let parts = kinds.iter().flat_map(|kind| shown(&page, kind));
                    parts.map(|part| bounds(&part, &page)).collect::<Vec<_>>()
                };
                let way_back = || {
                    let mut buttons = shown(&page, "GtkButton").into_iter();
                    buttons.find(|button| button.has_css_class("return"))
                };
                let before = parts();
                assert!(way_back().is_none());
                game.viewer().set_ply(8);
                until("there is a way back", || way_back().is_some());
                let size = format!("{width} x {height}, full screen: {full_screen}");
                assert_eq!(parts(), before, "{size}");
                let button = bounds(&way_back().unwrap(), &page);
                for part in before {
                    assert!(part.intersection(&button).is_none(), "{size}: {button:?}");
                }
                let place = (button.x(), button.y());
                assert!(place.0 >= 0.0 && place.1 >= 0.0, "{size}: {button:?}");
                assert!(button.y() + button.height() <= height as f32, "{size}");
                game.viewer().set_ply(9);
                until("that is the game itself", || way_back().is_none());
                page.close();
            }
        }
    });
}

/// The window may show another page when a game is read anew.
#[test]
fn a_game_that_is_not_seen_leaves_the_keyboard_where_it_is() {
    with_display(|| {
        let games = Games::new();
        let page = GamePage::new(&Settings::new(), &games.saved());
        let (entry, pages) = (gtk::Entry::new(), gtk::Stack::new());
        pages.add_child(&entry);
        pages.add_child(&page);
        let stage = Stage::show(&pages, 900, 700);
        entry.grab_focus();
        page.open(&games.begin(START));
        let focus = GtkWindowExt::focus(&stage.window).unwrap();
        assert!(focus.is_ancestor(&entry), "{}", focus.type_());
        stage.window.destroy();
    });
}

#[test]
fn a_draw_that_can_be_claimed_is_offered_in_full_screen_too() {
    with_display(|| {
        let games = Games::new();
        let (page, stage, _) = played(&games, (1100, 760), "e4");
        let header = Header::new("Ann", "Ben", Timestamp::now(), DrawRule::Claimed);
        let game = Game::begin(&games.folder(), header, Chess::default());
        page.open(&game);
        play(&game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        stage.paint();
        let claims = || {
            let mut buttons = shown(&page, "GtkButton").into_iter();
            buttons.any(|button| button.tooltip_text().as_deref() == Some("Claim a Draw"))
        };
        page.set_full_screen(true);
        until("the panel is folded", || {
            shown(&page, "RfMoveList").is_empty()
        });
        assert!(!claims());
        play(&game, "Ng8");
        until("it is offered", claims);
        page.close();
    });
}

#[test]
fn the_first_move_takes_no_room_from_the_board() {
    with_display(|| {
        let _style = StyleSheet::new();
        for size in [(360, 640), (436, 720), (640, 480), (1100, 760)] {
            let games = Games::new();
            let (page, stage, game) = played(&games, size, "");
            let board = || {
                stage.paint();
                bounds(&shown(&page, "RfBoard")[0], &page)
            };
            let before = board();
            play(&game, "e4");
            until("the move is listed", || {
                !shown(&page, "RfMoveList").is_empty()
            });
            assert_eq!(board(), before, "{size:?}");
            page.close();
        }
    });
}

#[test]
fn the_board_of_the_start_page_stands_where_that_of_the_game_will() {
    with_display(|| {
        let _style = StyleSheet::new();
        for size in [(900, 700), (1100, 760), (1400, 900)] {
            let games = Games::new();
            let (page, stage, _) = played(&games, size, "");
            stage.paint();
            let then = bounds(&shown(&page, "RfBoard")[0], &page);
            page.close();
            drop(stage);
            let start = StartPage::new(&Settings::new());
            let stage = Stage::show(&start, size.0, size.1);
            start.show_games(&games.saved());
            let boards = || shown(&start, "RfBoard").into_iter();
            until("the board is there", || {
                boards().any(|board| board.width() > 0)
            });
            stage.paint();
            let now = bounds(&boards().next().unwrap(), &start);
            // What stands below the board is not as high everywhere: a square may be a pixel larger or smaller.
            let moved = [
                now.width() - then.width(),
                now.x() - then.x(),
                now.y() - then.y(),
            ];
            assert!(
                moved.iter().all(|by| by.abs() <= 8.0),
                "{size:?}: {moved:?}"
            );
        }
    });
}
