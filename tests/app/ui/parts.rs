//! Small parts of windows: the voice, pictures as textures, bars of results.

use adw::prelude::*;
use gtk::pango;
use rank_and_file::ui::{Opacity, ResultsBar, call_gtk, show_said, show_toast, texture, toast};
use rank_and_file::words::Message;
use rank_and_file_core::library::Results;

use crate::desk::stage::Stage;
use crate::desk::{until, with_display};

/// In a bar of results, in logical pixels: between two parts, and of the smallest part that is there at all.
const GAP: f32 = 2.0;
const LEAST: f32 = 4.0;

#[test]
fn a_function_of_gtk_is_called_by_its_name_and_a_missing_one_is_missed() {
    with_display(|| {
        let label = gtk::Label::default();
        // It takes what the announcement takes, and shows it; what more it is given it ignores.
        assert!(call_gtk("gtk_label_set_label", &label, "Knight to f3."));
        assert_eq!(label.label(), "Knight to f3.");
        assert!(!call_gtk("gtk_no_such_function", &label, "Knight to g1."));
        assert_eq!(label.label(), "Knight to f3.");
    });
}

#[test]
fn a_move_stands_in_one_line_with_its_number() {
    with_display(|| {
        let label = gtk::Label::default();
        let text = "Black answers 9… b5. After 10. Bb3 there is 10… ♞xe4.";
        show_said(&label, &Message::from(text.to_owned()));
        let layout = label.layout();
        layout.set_wrap(pango::WrapMode::WordChar);
        let (widest, _) = layout.pixel_size();
        let mut broken = 0;
        for width in 80..widest {
            layout.set_width(width * pango::SCALE);
            let lines = layout.lines_readonly().into_iter();
            let lines = lines.map(|line| {
                let (start, length) = (line.start_index() as usize, line.length() as usize);
                text[start..start + length].trim_end()
            });
            let lines: Vec<&str> = lines.collect();
            broken += lines.len() - 1;
            for number in ["9…", "10.", "10…"] {
                assert!(
                    !lines.iter().any(|line| line.ends_with(number)),
                    "{lines:?}"
                );
            }
        }
        assert!(broken > 100, "{broken}");
    });
}

#[test]
fn colors_and_opacity_arrive() {
    with_display(|| {
        let paint = |opacity, alpha: f64| {
            let texture = texture(opacity, 3, |cr| {
                cr.set_source_rgba(1.0, 0.5, 0.25, alpha);
                Ok(cr.paint()?)
            });
            let texture = texture.expect("a texture");
            let mut bytes = vec![0; 3 * 3 * 4];
            texture.download(&mut bytes, 12);
            let pixel = u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            pixel.to_be_bytes()
        };
        let close = |one: [u8; 4], other: [u8; 4]| {
            one.into_iter()
                .zip(other)
                .all(|(one, other)| one.abs_diff(other) <= 1)
        };
        let opaque = paint(Opacity::Opaque, 1.0);
        assert!(close(opaque, [255, 255, 128, 64]), "{opaque:?}");
        let half = paint(Opacity::SeeThrough, 0.5);
        assert!(close(half, [128, 128, 64, 32]), "{half:?}");
        assert_eq!(paint(Opacity::SeeThrough, 0.0), [0, 0, 0, 0]);
    });
}

#[test]
fn the_bar_is_full_and_nothing_in_it_is_too_small_to_be_seen() {
    for (wins, draws, losses) in [
        (1, 0, 0),
        (300, 0, 1),
        (1, 1, 1),
        (0, 5, 100_000),
        (2, 1, 0),
    ] {
        let results = Results {
            wins,
            draws,
            losses,
        };
        let parts = ResultsBar::parts(results, 200.0);
        let there: Vec<f32> = parts.into_iter().filter(|part| *part > 0.0).collect();
        let gaps = GAP * (there.len() as f32 - 1.0);
        assert!(
            (there.iter().sum::<f32>() + gaps - 200.0).abs() < 0.01,
            "{parts:?}"
        );
        assert!(there.iter().all(|part| *part >= LEAST), "{parts:?}");
        assert_eq!(
            parts.map(|part| part > 0.0),
            [wins, draws, losses].map(|count| count > 0)
        );
    }
    let half = ResultsBar::parts(
        Results {
            wins: 2,
            draws: 0,
            losses: 2,
        },
        202.0,
    );
    assert_eq!((half[0], half[2]), (100.0, 100.0));
}

#[test]
fn a_message_has_as_many_lines_as_a_narrow_window_asks_for() {
    with_display(|| {
        let said =
            "Two copies of a game were combined. 1 game was continued in two ways. Both are saved.";
        for (width, button, lines) in [
            (360, Some("Show"), 3..=6),
            (360, None, 2..=4),
            (1100, None, 1..=1),
        ] {
            let page = gtk::Box::default();
            let overlay = adw::ToastOverlay::new();
            overlay.set_child(Some(&page));
            let _stage = Stage::show(&overlay, width, 300);
            let toast = toast(said, 0);
            toast.set_button_label(button);
            show_toast(&page, &toast);
            let title = toast.custom_title().and_downcast::<gtk::Label>().unwrap();
            until("it is shown", || title.is_mapped() && title.width() > 0);
            assert_eq!(title.label().replace('\n', " "), said);
            let layout = title.layout();
            assert!(
                lines.contains(&layout.line_count()),
                "{width} {}",
                layout.line_count()
            );
            assert!(!layout.is_ellipsized() && title.height() >= layout.pixel_size().1);
        }
    });
}
