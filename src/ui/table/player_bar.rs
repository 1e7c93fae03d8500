//! A player's side of the table: name and face, captured pieces, material, whether it is their turn, and an offer that
//! they have to answer.

use std::cell::{Cell, RefCell};

use gtk::graphene;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use rank_and_file_core::chess::{self, Color, Piece, Position, Role};
use rank_and_file_core::engine::Computer;
use rank_and_file_core::library::Results;
use rank_and_file_core::record::log::Header;

use crate::model::{self, CorrespondenceGame};
use crate::subclass::{subclass, template};
use crate::ui::parts::{
    ButtonRow, Textures, device_pixels, follow_scale, on_device, portrait, set_style_class,
    show_said,
};
use crate::words::{self, Message};

mod imp {
    use super::*;

    template! {
        #[derive(Default, glib::Properties, gtk::CompositeTemplate)]
        #[properties(wrapper_type = super::PlayerBar)]
        #[template(file = "../../../resources/ui/player-bar.ui")]
        pub struct PlayerBar {
            face: gtk::Image,
            name: gtk::Label,
            tray: super::CapturedTray,
            thinking_room: gtk::Box,
            thinking: gtk::Spinner,
            point: gtk::Label,
            material: gtk::Label,
            clock: gtk::Label,
            alarm: gtk::Image,
            between: gtk::Box,
            offer: super::OfferBar,
        } and {
            pub signals: model::Following,
            /// The game that is played.
            #[property(get, set = Self::set_game, nullable)]
            pub game: RefCell<Option<model::Game>>,
            /// The points of this player, where more than one game is counted; empty elsewhere.
            #[property(get, set = Self::set_tally)]
            pub tally: RefCell<String>,
            /// Whether this is the side of Black.
            #[property(get, set = Self::set_black)]
            pub black: Cell<bool>,
            /// Whether figures of the pieces stand for their letters.
            #[property(get, set = Self::set_figurines)]
            pub figurines: Cell<bool>,
            /// What is heard of the clock.
            pub clock_said: RefCell<String>,
        }
    }

    #[glib::derived_properties]
    impl ObjectImpl for PlayerBar {
        fn constructed(&self) {
            self.parent_constructed();
            // Numbers go from left to right in every language.
            self.material.set_direction(gtk::TextDirection::Ltr);
            self.clock.set_direction(gtk::TextDirection::Ltr);
        }
    }

    impl PlayerBar {
        fn set_game(&self, game: Option<model::Game>) {
            let bar = self.obj();
            let acts = [
                ("changed", super::PlayerBar::refresh as fn(&_)),
                ("ticked", super::PlayerBar::show_clock),
                ("notify::thinking", super::PlayerBar::show_thinking),
            ];
            self.signals.follow(&*bar, game.as_ref(), &acts);
            self.game.replace(game);
            bar.refresh();
        }

        fn set_tally(&self, tally: String) {
            if self.tally.replace(tally.clone()) != tally {
                self.obj().refresh();
            }
        }

        fn set_black(&self, black: bool) {
            if self.black.replace(black) != black {
                self.obj().refresh();
            }
        }

        fn set_figurines(&self, figurines: bool) {
            if self.figurines.replace(figurines) != figurines {
                self.obj().refresh();
            }
        }
    }

    #[derive(Default)]
    pub struct CapturedTray {
        pub pieces: RefCell<Vec<Piece>>,
    }

    impl ObjectImpl for CapturedTray {
        fn constructed(&self) {
            self.parent_constructed();
            Textures::shared().follow(&*self.obj(), WidgetExt::queue_resize);
            follow_scale(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for CapturedTray {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let size = size();
            if orientation == gtk::Orientation::Vertical {
                return (size as i32, size as i32, -1, -1);
            }
            let wide = one_by_one(&self.pieces.borrow())
                .last()
                .map_or(0.0, |last| last.at + size);
            (0, wide.ceil() as i32, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let widget = self.obj();
            let pieces = self.pieces.borrow();
            let width = widget.width() as f32;
            let number = |count: usize| widget.create_pango_layout(Some(&count.to_string()));
            let (mut shown, mut part) = (one_by_one(&pieces), 1.0);
            // Where there is no room for all, each kind is there once, with its number.
            if shown.last().is_some_and(|last| last.at + size() > width) {
                (shown, part) = kind_by_kind(&pieces, width, |count| number(count).pixel_size().0);
            }
            let size = size() * part;
            let pixels = device_pixels(&*widget, f64::from(size));
            let top = (widget.height() as f32 - size) / 2.0;
            let mirrored = widget.direction() == gtk::TextDirection::Rtl;
            for Shown { piece, at, count } in shown {
                let x = if mirrored { width - at - size } else { at };
                if let Some(texture) = Textures::shared().piece(piece, pixels, false) {
                    let corner = (f64::from(x), f64::from(top));
                    let bounds = on_device(&*widget, corner, pixels);
                    snapshot.append_texture(&texture, &bounds);
                }
                if count > 1 {
                    let number = number(count);
                    let (wide, high) = number.pixel_size();
                    let [wide, high] = [wide, high].map(|side| side as f32 * part);
                    let x = if mirrored {
                        x + size - size * OTHER / SIZE - wide
                    } else {
                        x + size * OTHER / SIZE
                    };
                    let y = (widget.height() as f32 - high) / 2.0;
                    snapshot.save();
                    snapshot.translate(&graphene::Point::new(x, y));
                    snapshot.scale(part, part);
                    snapshot.append_layout(&number, &widget.style_context().color());
                    snapshot.restore();
                }
            }
        }
    }

    template! {
        #[derive(Default, gtk::CompositeTemplate)]
        #[template(file = "../../../resources/ui/offer-bar.ui")]
        pub struct OfferBar {
            text: gtk::Label,
        }
    }

    impl ObjectImpl for OfferBar {}
}

subclass! {
    /// One player's side of the table.
    pub struct PlayerBar(imp::PlayerBar): gtk::Box {
        template: [OfferBar, CapturedTray],
        css_name: "playerbar",
        accessible_role: Group,
    }
}

impl PlayerBar {
    fn refresh(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let color = Color::from_black(self.black());
        let position = game.viewer().position();
        // A player who is asked something reads that instead of the captured pieces; the clock goes on.
        let asked = imp.offer.show(&game, color, self.figurines());
        imp.between.set_visible(!asked);
        imp.name.set_visible(!asked);
        self.show_player(game.header(), color, asked);
        let captured = game.viewer().captured();
        let taken = captured.side(color.other());
        imp.tray.show(color.other(), taken);
        // Beside the points of puzzles, those of the pieces would be mistaken for them.
        let weighs = !asked && self.tally().is_empty();
        imp.tray.set_visible(weighs && !taken.is_empty());
        let ahead = color.fold_wb(1, -1) * chess::material_balance(position.board());
        imp.material.set_visible(ahead > 0 && weighs);
        imp.material.set_label(&format!("+{ahead}"));
        let on_move = position.turn() == color && !game.is_closed();
        set_style_class(self, "on-move", on_move);
        set_style_class(self, "black", self.black());
        imp.thinking_room
            .set_visible(game.header().is_computer(color) && !game.is_closed());
        self.show_thinking();
        self.show_point(&game, color);
        self.update_property(&[gtk::accessible::Property::Label(&words::side(
            game.header(),
            color,
        ))]);
        self.show_clock();
    }

    /// Shows who sits here; of the computer, the person that it plays.
    fn show_player(&self, header: &Header, color: Color, asked: bool) {
        let imp = self.imp();
        let computer = header.computers.get(color).as_ref();
        imp.face.set_visible(computer.is_some() && !asked);
        imp.face.set_icon_name(computer.map(portrait).as_deref());
        let (name, more) = match computer {
            Some(Computer::Level(level)) => (
                words::opponent_at_board(*level),
                words::computer_said(*level),
            ),
            Some(Computer::Engine(_)) | None => {
                let name = words::rated_player(header, color);
                (name.clone(), name)
            }
        };
        imp.name.set_label(&name);
        imp.name.set_tooltip_text(Some(&more));
    }

    /// Shows whether the computer that plays this side thinks.
    fn show_thinking(&self) {
        let Some(game) = self.game() else { return };
        let turn = game.with_game(chess::Game::turn);
        let thinks = game.thinking() && turn == Color::from_black(self.black());
        self.imp().thinking.set_visible(thinks);
        self.imp().thinking.set_spinning(thinks);
    }

    /// Shows the point that the game has brought, once it is over.
    fn show_point(&self, game: &model::Game, color: Color) {
        let point = &self.imp().point;
        let tally = self.tally();
        if !tally.is_empty() {
            point.set_visible(true);
            point.set_label(&tally);
            let said = words::practice_points(&tally);
            point.update_property(&[gtk::accessible::Property::Label(&said)]);
            return;
        }
        let outcome = game.outcome();
        point.set_visible(outcome.is_some());
        if let Some(outcome) = outcome {
            let results = Results::of(outcome, color);
            point.set_label(&words::score(results.half_points()));
            let said = words::own_result(outcome, color);
            point.update_property(&[gtk::accessible::Property::Label(&said)]);
            set_style_class(&**point, "won", results.wins > 0);
        }
    }

    /// Shows what is left on the clock, if there is one.
    fn show_clock(&self) {
        let imp = self.imp();
        let Some(game) = self.game() else { return };
        let color = Color::from_black(self.black());
        let turn = game.with_game(chess::Game::turn);
        let left = game.clock_left(color);
        imp.alarm
            .set_visible(left.is_some_and(|left| left < chess::LOW_TIME));
        let correspondence = CorrespondenceGame::of(&game);
        let deadline = correspondence
            .deadline()
            .zip(correspondence.deadline_said());
        if let Some((deadline, said)) = deadline.filter(|_| turn == color) {
            let overdue = correspondence.is_overdue();
            imp.clock.set_visible(true);
            imp.clock.set_label(&words::deadline_day(deadline));
            imp.clock.set_tooltip_text(Some(&said));
            self.name_clock(said);
            for (class, on) in [("running", !overdue), ("low", overdue), ("fallen", overdue)] {
                set_style_class(&*imp.clock, class, on);
            }
            return;
        }
        imp.clock.set_tooltip_text(None);
        imp.clock.set_visible(left.is_some());
        let Some(left) = left else { return };
        let face = words::clock_face(left);
        imp.clock.set_label(&face);
        self.name_clock(words::clock_of(game.header(), color, &face));
        let running = game.clock_running() == Some(color);
        for (class, on) in [
            ("running", running),
            ("low", left < chess::LOW_TIME),
            ("fallen", left == 0),
        ] {
            set_style_class(&*imp.clock, class, on);
        }
    }

    /// Has this heard of the clock, unless it was heard already.
    fn name_clock(&self, said: String) {
        let label = gtk::accessible::Property::Label(&said);
        if *self.imp().clock_said.borrow() != said {
            self.imp().clock.update_property(&[label]);
            self.imp().clock_said.replace(said);
        }
    }
}

/// The side of a piece's picture, and the step from one to the next of the same and of another kind.
const SIZE: f32 = 22.0;
const SAME: f32 = 12.0;
const OTHER: f32 = 19.0;
/// Between one kind with its number and the next.
const APART: f32 = 3.0;

/// That side beside letters of the desktop's size.
fn size() -> f32 {
    SIZE * Textures::shared().letters() as f32
}

/// A piece in the tray, where it begins, and how many of its kind it stands for.
pub struct Shown {
    piece: Piece,
    at: f32,
    count: usize,
}

/// Every piece for itself.
fn one_by_one(pieces: &[Piece]) -> Vec<Shown> {
    let mut at = 0.0;
    let mut before: Option<Role> = None;
    let scale = size() / SIZE;
    let place = |piece: &Piece| {
        if let Some(before) = before.replace(piece.role) {
            at += scale * if before == piece.role { SAME } else { OTHER };
        }
        Shown {
            piece: *piece,
            at,
            count: 1,
        }
    };
    pieces.iter().map(place).collect()
}

/// Each kind once, with its number, which is so wide; and to which part of their size all are drawn to fit into the width.
fn kind_by_kind(
    pieces: &[Piece],
    width: f32,
    number_width: impl Fn(usize) -> i32,
) -> (Vec<Shown>, f32) {
    let (size, scale) = (size(), size() / SIZE);
    let (mut at, mut end) = (0.0, 1.0_f32);
    let kinds = pieces.chunk_by(|one, next| one == next);
    let mut shown: Vec<Shown> = kinds
        .map(|kind| {
            let (here, count) = (at, kind.len());
            at += OTHER * scale;
            end = here + size;
            if count > 1 {
                at += number_width(count) as f32;
                end = end.max(at);
                at += APART * scale;
            }
            Shown {
                piece: kind[0],
                at: here,
                count,
            }
        })
        .collect();
    let part = (width / end).clamp(0.1, 1.0);
    for kind in &mut shown {
        kind.at *= part;
    }
    (shown, part)
}

subclass! {
    /// The pieces that one side has captured.
    pub struct CapturedTray(imp::CapturedTray): gtk::Widget {
        css_name: "tray",
        accessible_role: Img,
    }
}

impl CapturedTray {
    /// Shows the pieces of `color` that were captured.
    pub fn show(&self, color: Color, captured: &[Role]) {
        // Dark pieces want a lighter ground on a dark desktop.
        set_style_class(self, "black", color.is_black());
        let pieces: Vec<Piece> = captured.iter().map(|role| role.of(color)).collect();
        if *self.imp().pieces.borrow() == pieces {
            return;
        }
        let said = words::captured(captured);
        self.update_property(&[gtk::accessible::Property::Label(&said)]);
        self.imp().pieces.replace(pieces);
        self.queue_resize();
    }
}

subclass! {
    /// An offer with its two answers, the actions `game.accept` and `game.decline`; hidden while
    /// nothing is offered.
    pub struct OfferBar(imp::OfferBar): gtk::Box {
        template: [ButtonRow],
        css_name: "offerbar",
        accessible_role: AlertDialog,
    }
}

impl OfferBar {
    /// Shows what the player of a side must answer, if there is anything, with figurines if they are wanted. Returns
    /// whether there is.
    pub fn show(&self, game: &model::Game, asked: Color, figurines: bool) -> bool {
        let offer = game.offer_to_answer().filter(|offer| offer.by() != asked);
        if let Some(offer) = offer {
            let last = game.with_game(|rules| rules.plies().last().map(|ply| ply.san.to_string()));
            let text = words::asked(offer, game.header(), &last.unwrap_or_default());
            let text = Message::from(text).in_figurines(figurines);
            self.imp().text.set_tooltip_text(Some(text.shown()));
            show_said(&self.imp().text, &text);
            let whole = words::offer(offer, game.header());
            self.update_property(&[gtk::accessible::Property::Label(&whole)]);
        }
        self.set_visible(offer.is_some());
        offer.is_some()
    }
}
