//! The curve of a game: from places on it to plies, by the pointer and by keys, and what is said of them.

use gtk::prelude::*;
use rank_and_file::ui::CourseCurve;
use rank_and_file_core::chess::Action;

use crate::desk::stage::{Message, Stage, assert_said};
use crate::desk::{Games, until, until_at_last, until_freed, with_display};
use crate::model::game_analysis::{over, part, seen};

#[test]
fn the_curve_says_what_is_known_of_the_ply_that_is_shown() {
    with_display(|| {
        let games = Games::new();
        let game = over(&games, "f3 e5 g4 Qh4#");
        let course = seen(&game);
        course.set_seen(false);
        let curve: CourseCurve = glib::Object::new();
        curve.set_course(Some(&course));
        let stage = Stage::show(&curve, 300, 80);
        assert!(course.seen(), "it is shown");
        until_at_last("all is known", || part(&course) >= 1.0);
        let said = |ply, expected: &str| {
            game.viewer().set_ply(ply);
            assert_said(&curve, Message::Description, expected);
        };
        assert_said(&curve, Message::Name, "Course of the Game");
        said(4, "2… Queen to h4, checkmate: White’s chances 0%");
        said(3, "2. Pawn to g4: White’s chances 0%, blunder");
        // What is added to the game is not on the curve: there it stands where that leaves it.
        let text = "e4".to_owned();
        game.viewer().set_ply(0);
        game.play(Action::Write(text)).unwrap();
        assert_eq!(game.viewer().ply(), 0);
        let weak = curve.downgrade();
        drop((stage, curve));
        until_freed("the curve", &weak);
        assert!(!course.seen(), "it is not on the screen any more");
    });
}

#[test]
fn clicks_drags_and_keys_go_to_plies() {
    const NAME: &str = "clicks_drags_and_keys_go_to_plies";
    with_display(|| {
        let games = Games::new();
        let game = over(&games, "e4 e5 Nf3 Nc6 Bb5 a6");
        let course = seen(&game);
        let curve: CourseCurve = glib::Object::new();
        curve.set_course(Some(&course));
        let mut stage = Stage::show(&curve, 300, 80);
        let area = curve.area();
        assert_eq!((area.plies, area.width), (6, 300.0));
        for ply in 0..=6 {
            assert_eq!(area.ply(area.x(ply)), ply);
        }
        assert_eq!((area.ply(-50.0), area.ply(1000.0)), (0, 6));
        if !stage.has_pointer(NAME) {
            return;
        }
        let at = |ply: u32| until(&format!("ply {ply}"), || game.viewer().ply() == ply);
        stage.click((area.x(2), 20.0));
        at(2);
        stage.drag((area.x(1), 20.0), (area.x(5), 60.0));
        at(5);
        // The click has given it the keyboard.
        for (key, ply) in [
            ("Left", 4),
            ("Home", 0),
            ("Left", 0),
            ("Right", 1),
            ("End", 6),
        ] {
            stage.keys(key);
            at(ply);
        }
        // From right to left, time goes as it does on the board.
        curve.set_direction(gtk::TextDirection::Rtl);
        stage.click((area.x(1), 20.0));
        at(1);
        stage.keys("Right");
        at(2);
    });
}
