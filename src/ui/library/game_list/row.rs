//! One saved game in a list, as a row or as a card: last position, names, result or turn, moves,
//! when, opening. It paints itself, and looks its game up when it is about to be seen.

use std::cell::{Cell, OnceCell, RefCell};
use std::f64::consts::TAU;
use std::ops::Range;

use gettextrs::gettext;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, graphene, pango};
use rank_and_file_core::chess::Color;
use rank_and_file_core::library::{Place, marked, terms};

use crate::model::{ListPlace, SavedGame, callback, callback_with, on, weak};
use crate::subclass::{signals, subclass};
use crate::ui::keys::arrows_along;
use crate::ui::parts::{
    BoardPicture, Opacity, Pictures, arranged, device_pixels, on_device, texture, unparent_children,
};
use crate::ui::route::GameAction;
use crate::words;

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::SavedGameRow)]
    pub struct SavedGameRow {
        pub open: gtk::Button,
        pub more: gtk::Button,
        /// Shown while games are being chosen.
        pub check: OnceCell<gtk::CheckButton>,
        /// Whether the position is above the words, not beside them.
        #[property(get, set, construct_only)]
        pub card: Cell<bool>,
        /// Where in the list it is.
        #[property(get, set = Self::set_place, nullable)]
        pub place: RefCell<Option<ListPlace>>,
        pub renewed: RefCell<Option<glib::SignalHandlerId>>,
        /// Whether the buttons say which game stands here now.
        pub named: Cell<bool>,
        /// Whether this game is among the chosen ones.
        #[property(get, set = Self::set_chosen)]
        pub chosen: Cell<bool>,
        /// What is searched for, which is marked.
        pub search: RefCell<String>,
        /// Whether games are being chosen, and not opened.
        pub selecting: Cell<bool>,
        pub written: RefCell<Option<Written>>,
        pub picture: BoardPicture,
    }

    #[glib::derived_properties]
    impl ObjectImpl for SavedGameRow {
        signals!["wanted" => SavedGame, GameAction; "picked"; "menu" => f64, f64];

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().set_up();
        }

        fn dispose(&self) {
            self.set_place(None);
            unparent_children(&*self.obj());
        }
    }

    impl WidgetImpl for SavedGameRow {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        /// All rows of one width are equally high; the text on them does not matter.
        fn measure(&self, orientation: gtk::Orientation, for_size: i32) -> (i32, i32, i32, i32) {
            let letters = Letters::of(&self.obj());
            if orientation == gtk::Orientation::Horizontal {
                let (least, natural) = match self.card.get() {
                    true => (CARD_WIDTH, CARD_WIDTH),
                    false => {
                        let beside = 2 * PADDING + IN_ROW + GAP + self.beside();
                        (
                            beside + LEAST * letters.width,
                            beside + WIDE * letters.width,
                        )
                    }
                };
                return (least, natural, -1, -1);
            }
            let width = if for_size < 0 { CARD_WIDTH } else { for_size };
            let lines = letters.height(letters.lines(self.text_width(width), self.card.get()));
            let high = match self.card.get() {
                true => 2 * PADDING + ON_CARD + GAP + lines + self.foot(letters, width),
                false => 2 * PADDING + lines.max(IN_ROW),
            };
            (high, high, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _: i32) {
            let letters = Letters::of(&self.obj());
            let place = |child: &gtk::Widget, x: i32, y: i32, width: i32, height: i32| {
                let mirrored = self.obj().direction() == gtk::TextDirection::Rtl;
                let left = if mirrored {
                    self.obj().width() - x - width
                } else {
                    x
                };
                child.size_allocate(&gtk::Allocation::new(left, y, width, height), -1);
            };
            let aside = self.aside();
            let (wide, high) = (
                size(&aside, gtk::Orientation::Horizontal),
                size(&aside, gtk::Orientation::Vertical),
            );
            for orientation in [gtk::Orientation::Horizontal, gtk::Orientation::Vertical] {
                size(self.open.upcast_ref(), orientation);
            }
            if self.card.get() {
                let foot = self.foot(letters, width);
                // The button beside the foot lies over it.
                place(self.open.upcast_ref(), 0, 0, width, height);
                let y = height - foot + (foot - FOOT_PADDING - high) / 2;
                place(&aside, width - FOOT_PADDING - wide, y, wide, high);
            } else if self.selecting.get() {
                place(&aside, ROW_GAP, (height - high) / 2, wide, high);
                place(
                    self.open.upcast_ref(),
                    wide + 2 * ROW_GAP,
                    0,
                    width - wide - 2 * ROW_GAP,
                    height,
                );
            } else {
                place(self.open.upcast_ref(), 0, 0, width - wide - ROW_GAP, height);
                place(&aside, width - wide, (height - high) / 2, wide, high);
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let row = self.obj();
            let Some(game) = row.game() else { return };
            row.tell(&game);
            self.parent_snapshot(snapshot);
            let card = self.card.get();
            let (begin, side) = (row.beginning(), if card { ON_CARD } else { IN_ROW });
            let x = match (card, row.direction()) {
                (true, _) => (row.width() - side) / 2,
                (false, gtk::TextDirection::Rtl) => row.width() - begin - PADDING - side,
                (false, _) => begin + PADDING,
            };
            let y = if card {
                PADDING
            } else {
                (row.height() - side) / 2
            };
            let [x, y, side] = [x, y, side].map(|length| length as f32);
            let room = graphene::Rect::new(x, y, side, side);
            self.picture
                .paint(&*row, snapshot, &game.summary().fen, &room);
            row.write(snapshot, &game);
            if !self.selecting.get() {
                row.paint_dots(snapshot);
            }
        }

        fn focus(&self, direction: gtk::DirectionType) -> bool {
            match direction {
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward => {
                    !self.open.has_focus() && !self.more.has_focus() && self.grab_focus()
                }
                _ => self.parent_focus(direction),
            }
        }

        fn grab_focus(&self) -> bool {
            // It is told by its name that it has the keyboard.
            self.obj().tell_game();
            self.open.grab_focus()
        }

        fn direction_changed(&self, before: gtk::TextDirection) {
            self.parent_direction_changed(before);
            self.written.take();
        }
    }

    impl SavedGameRow {
        fn set_place(&self, place: Option<ListPlace>) {
            let renewed = place.as_ref().map(|place| {
                let row = self.obj();
                on(place, "changed", weak!(row, |row, _| row.renew()))
            });
            let renewed = self.renewed.replace(renewed);
            if let Some((place, renewed)) = self.place.replace(place).zip(renewed) {
                place.disconnect(renewed);
            }
            self.obj().renew();
        }

        fn set_chosen(&self, chosen: bool) {
            self.chosen.set(chosen);
            if let Some(check) = self.check.get() {
                check.set_active(chosen);
            }
        }

        /// What stands beside what is pressed to open the game.
        pub fn aside(&self) -> gtk::Widget {
            let check = self.check.get().filter(|_| self.selecting.get());
            check.map_or(self.more.clone().upcast(), |check| check.clone().upcast())
        }

        /// How much room that takes in a row.
        pub fn beside(&self) -> i32 {
            let gaps = if self.selecting.get() {
                2 * ROW_GAP
            } else {
                ROW_GAP
            };
            size(&self.aside(), gtk::Orientation::Horizontal) + gaps
        }

        /// The width of what is written, but for the foot of a card.
        pub fn text_width(&self, width: i32) -> i32 {
            let besides = if self.card.get() {
                0
            } else {
                IN_ROW + GAP + self.beside()
            };
            width - 2 * PADDING - besides
        }

        /// The width of what is written at the foot of a card.
        pub fn foot_width(&self, width: i32) -> i32 {
            width - PADDING - FOOT_PADDING - size(&self.aside(), gtk::Orientation::Horizontal)
        }

        /// The height of the foot of a card.
        pub fn foot(&self, letters: Letters, width: i32) -> i32 {
            let lines = letters.lines_of(LENGTH_AND_DAY, self.foot_width(width));
            let aside = size(&self.aside(), gtk::Orientation::Vertical);
            FOOT_PADDING + aside.max(FOOT).max(lines * letters.caption)
        }
    }
}

/// The natural size of a widget.
fn size(widget: &gtk::Widget, orientation: gtk::Orientation) -> i32 {
    widget.measure(orientation, -1).1
}

subclass! {
    /// One saved game; Tab enters and leaves it as a whole. Signals: `wanted`, with the [`SavedGame`] and a [`GameAction`]; `picked` when it is
    /// chosen or no longer chosen; `menu` with the place in the row at which more is asked for.
    pub struct SavedGameRow(imp::SavedGameRow): gtk::Widget {}
}

/// The side of the position, in logical pixels.
const IN_ROW: i32 = 80;
const ON_CARD: i32 = 184;
/// No card is narrower, in logical pixels.
const CARD_WIDTH: i32 = 232;
/// Around what is pressed to open the game, between position and words, beside that in a row, and around the foot of a
/// card, which is no lower than a button.
const PADDING: i32 = 8;
const GAP: i32 = 12;
const ROW_GAP: i32 = 6;
const FOOT_PADDING: i32 = 6;
const FOOT: i32 = 34;
/// The height of the dots for more, all of them.
const DOTS: f32 = 16.0;
/// Between what is written.
const BETWEEN: i32 = 3;
/// So many letters are shown at least in a line; with so many, a line is enough for both names.
const LEAST: i32 = 10;
const WIDE: i32 = 40;
/// So many letters have most results with their reason, and what is said of length and day.
const RESULT: i32 = 20;
const LENGTH_AND_DAY: i32 = 24;
/// Beside these, letters of a caption.
const CAPTION: f64 = 0.82;

/// How large letters are, in logical pixels.
#[derive(Debug, Clone, Copy)]
pub struct Letters {
    /// The width of a letter.
    width: i32,
    /// The heights of a line of names, of plain text, and of a caption.
    heading: i32,
    body: i32,
    caption: i32,
}

thread_local! {
    /// The dots in the color of letters, and of a size.
    static PAINTED_DOTS: Pictures<([u32; 4], u32)> = Pictures::at_most(8);
    /// The letters of a font: nearly always, all rows have the same.
    static LETTERS: RefCell<Option<(pango::FontDescription, Letters)>> = const { RefCell::new(None) };
}

impl Letters {
    fn of(row: &SavedGameRow) -> Self {
        let context = row.pango_context();
        let font = context.font_description();
        let known = LETTERS.with_borrow(|known| {
            let known = known
                .as_ref()
                .filter(|(known, _)| Some(known) == font.as_ref());
            known.map(|(_, letters)| *letters)
        });
        known.unwrap_or_else(|| {
            let high = |kind| kind_of(&context, "Áy", kind, &[]).pixel_size().1;
            let metrics = context.metrics(font.as_ref(), None);
            let letters = Self {
                width: metrics.approximate_char_width() / pango::SCALE,
                heading: high(Kind::Heading),
                body: high(Kind::Body),
                caption: high(Kind::Caption),
            };
            if let Some(font) = font {
                LETTERS.replace(Some((font, letters)));
            }
            letters
        })
    }

    /// How many lines so many letters take.
    fn lines_of(self, letters: i32, width: i32) -> i32 {
        let fitting = (width / self.width.max(1)).max(1);
        (letters + fitting - 1) / fitting
    }

    /// For how many lines there is room in such a width: two names may take two of them, a result as many as it needs, and
    /// what else is said two in a narrow row.
    fn lines(self, width: i32, card: bool) -> i32 {
        let further = if !card && self.width * WIDE > width {
            2
        } else {
            1
        };
        2 + self.lines_of(RESULT, width) + further
    }

    /// How high so many lines are.
    fn height(self, lines: i32) -> i32 {
        2 * self.heading + self.body + (lines - 3) * self.caption + 2 * BETWEEN
    }
}

/// What is written, by how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading,
    Body,
    Caption,
}

/// A text with its marks, by their places in bytes.
fn kind_of(
    context: &pango::Context,
    text: &str,
    kind: Kind,
    marks: &[Range<usize>],
) -> pango::Layout {
    let attributes = pango::AttrList::new();
    match kind {
        Kind::Heading => attributes.insert(pango::AttrInt::new_weight(pango::Weight::Bold)),
        Kind::Body => {}
        Kind::Caption => attributes.insert(pango::AttrFloat::new_scale(CAPTION)),
    }
    // They are seen in any colors, also where all of it is bold.
    for mark in marks {
        let bold: pango::Attribute = pango::AttrInt::new_weight(pango::Weight::Bold).into();
        let line = pango::AttrInt::new_underline(pango::Underline::Single).into();
        for mut attribute in [bold, line] {
            attribute.set_start_index(u32::try_from(mark.start).unwrap_or(u32::MAX));
            attribute.set_end_index(u32::try_from(mark.end).unwrap_or(u32::MAX));
            attributes.insert(attribute);
        }
    }
    let layout = pango::Layout::new(context);
    layout.set_single_paragraph_mode(true);
    layout.set_attributes(Some(&attributes));
    layout.set_text(text);
    layout
}

/// What is written on a row of some size.
pub struct Written {
    size: (i32, i32),
    context: u32,
    parts: Vec<WrittenPart>,
}

struct WrittenPart {
    layout: pango::Layout,
    x: i32,
    y: i32,
    is_faint: bool,
}

impl SavedGameRow {
    /// A row, or a card.
    pub fn new(card: bool) -> Self {
        let row = glib::Object::builder().property("card", card);
        if card {
            // What is a row in one view is no mere cell in the other.
            row.property("accessible-role", gtk::AccessibleRole::ListItem)
                .build()
        } else {
            row.build()
        }
    }

    fn set_up(&self) {
        let imp = self.imp();
        imp.open.add_css_class("flat");
        imp.open.add_css_class("saved-game");
        imp.open.connect_clicked(callback(self, |row| {
            if row.imp().selecting.get() {
                row.emit_by_name::<()>("picked", &[]);
            } else {
                row.want(GameAction::Open);
            }
        }));
        imp.open.set_parent(self);
        let name = gettext("More");
        imp.more.set_tooltip_text(Some(&name));
        imp.more.add_css_class("flat");
        imp.more.add_css_class("circular");
        imp.more
            .update_property(&[gtk::accessible::Property::Label(&name)]);
        imp.more
            .connect_clicked(callback_with(self, |row, button: &gtk::Button| {
                let (x, y) = (f64::from(button.width()) / 2.0, f64::from(button.height()));
                if let Some((x, y)) = button.translate_coordinates(row, x, y) {
                    row.emit_by_name::<()>("menu", &[&x, &y]);
                }
            }));
        imp.more.set_parent(self);
        self.add_css_class("body");
        if self.card() {
            self.add_css_class("card");
        }
        // What is cut short can be read in full under the pointer.
        self.set_has_tooltip(true);
        self.connect_query_tooltip(|row, _, _, _, tooltip| {
            let game = row.game().filter(|_| row.names_are_cut());
            tooltip.set_text(
                game.as_ref()
                    .map(|game| words::pairing(game.summary()))
                    .as_deref(),
            );
            game.is_some()
        });
    }

    /// Marks what is searched for.
    pub(super) fn set_search(&self, search: &str) {
        if *self.imp().search.borrow() != search {
            self.imp().search.replace(search.to_owned());
            self.imp().written.take();
            self.queue_draw();
        }
    }

    /// Has a press choose the game, and not open it.
    pub(super) fn set_selecting(&self, selecting: bool) {
        let imp = self.imp();
        if imp.selecting.replace(selecting) == selecting {
            return;
        }
        imp.more.set_visible(!selecting);
        let check = imp.check.get_or_init(|| {
            let check = gtk::CheckButton::new();
            // The row is what is chosen; the mark alone shall not be out of step with it.
            check.set_can_target(false);
            check.set_focusable(false);
            check.set_parent(self);
            check
        });
        check.set_active(self.chosen());
        check.set_visible(selecting);
        imp.named.set(false);
        imp.written.take();
        self.queue_resize();
    }

    /// Paints the position anew, as boards look different now.
    pub(super) fn forget_picture(&self) {
        self.imp().picture.forget();
        self.queue_draw();
    }

    /// The game that stands here.
    pub fn game(&self) -> Option<SavedGame> {
        self.place()?.game()
    }

    /// Whether the place in the list is this one.
    pub(super) fn is_at(&self, position: u32) -> bool {
        self.place()
            .is_some_and(|place| place.position() == position)
    }

    pub(super) fn want(&self, action: GameAction) {
        if let Some(game) = self.game() {
            self.emit_by_name::<()>("wanted", &[&game, &action]);
        }
    }

    /// Leads the keyboard from the game to what else can be done with it, or back. Returns whether it was there.
    pub(super) fn move_focus(&self, key: gdk::Key) -> bool {
        let imp = self.imp();
        let (on, back) = arrows_along(self);
        key == on && imp.open.has_focus() && imp.more.grab_focus()
            || key == back && imp.more.has_focus() && imp.open.grab_focus()
    }

    /// Another game stands here, or none. Which one is looked up when it is seen.
    fn renew(&self) {
        let imp = self.imp();
        // A place that is about to go shows nothing.
        let taken = self.place().is_some_and(|place| place.is_taken());
        self.set_opacity(if taken { 1.0 } else { 0.0 });
        if imp.named.replace(false) {
            imp.open
                .update_property(&[gtk::accessible::Property::Label("")]);
        }
        imp.written.take();
        imp.picture.forget();
        self.queue_draw();
    }

    /// Tells assistive technology which game stands here, also where it is not seen. Returns whether that was news.
    pub(super) fn tell_game(&self) -> bool {
        let news = self.game().filter(|_| !self.imp().named.get());
        news.inspect(|game| self.tell(game)).is_some()
    }

    fn tell(&self, game: &SavedGame) {
        let imp = self.imp();
        if imp.named.replace(true) {
            return;
        }
        let summary = game.summary();
        let names = words::pairing(summary);
        let (state, details) = (
            words::standing(summary, game.own_side()),
            words::details(summary),
        );
        imp.open.update_property(&[
            gtk::accessible::Property::Label(&names),
            gtk::accessible::Property::Description(&words::sentences(&[
                words::ended(&state),
                details,
            ])),
        ]);
        if let Some(check) = imp.check.get() {
            // Translators: {game} is two names such as “Ann – Ben”
            let name = words::gettext_f("Select {game}", &[("game", &names)]);
            check.update_property(&[gtk::accessible::Property::Label(&name)]);
        }
    }

    /// How far from where reading begins what is pressed to open the game begins.
    fn beginning(&self) -> i32 {
        let imp = self.imp();
        match imp.selecting.get() && !self.card() {
            true => imp.beside(),
            false => 0,
        }
    }

    /// What is written on it, as long as it is seen.
    pub fn layouts(&self) -> Vec<pango::Layout> {
        let written = self.imp().written.borrow();
        let parts = written.iter().flat_map(|written| &written.parts);
        parts.map(|part| part.layout.clone()).collect()
    }

    /// Paints the dots on the button for more: that has no picture of its own, which would be one more widget.
    fn paint_dots(&self, snapshot: &gtk::Snapshot) {
        let Some(bounds) = self.imp().more.compute_bounds(self) else {
            return;
        };
        let (middle, color) = (bounds.center(), self.style_context().color());
        let corner = f64::from(DOTS) / 2.0;
        let corner = (
            f64::from(middle.x()) - corner,
            f64::from(middle.y()) - corner,
        );
        let pixels = device_pixels(self, f64::from(DOTS));
        let parts = [color.red(), color.green(), color.blue(), color.alpha()];
        let dots = PAINTED_DOTS.with(|painted| {
            painted.get((parts.map(f32::to_bits), pixels), || {
                let [red, green, blue, alpha] = parts.map(f64::from);
                texture(Opacity::SeeThrough, pixels, |cr| {
                    let dot = f64::from(pixels) / 8.0;
                    cr.set_source_rgba(red, green, blue, alpha);
                    for y in [dot, 4.0 * dot, 7.0 * dot] {
                        cr.arc(4.0 * dot, y, dot, 0.0, TAU);
                        cr.fill()?;
                    }
                    Ok(())
                })
            })
        });
        if let Some(dots) = dots {
            snapshot.append_texture(&dots, &on_device(self, corner, pixels));
        }
    }

    fn names_are_cut(&self) -> bool {
        self.layouts()
            .iter()
            .take(3)
            .any(pango::Layout::is_ellipsized)
    }

    fn write(&self, snapshot: &gtk::Snapshot, game: &SavedGame) {
        let size = (self.width(), self.height());
        let context = self.pango_context().serial();
        let mut written = self.imp().written.borrow_mut();
        let kept = written.take();
        let kept = kept.filter(|kept| kept.size == size && kept.context == context);
        let kept = written.insert(kept.unwrap_or_else(|| Written {
            size,
            context,
            parts: self.lay_out(game),
        }));
        let color = self.style_context().color();
        let faint = if adw::StyleManager::default().is_high_contrast() {
            0.9
        } else {
            0.55
        };
        for part in &kept.parts {
            let alpha = if part.is_faint { faint } else { 1.0 };
            snapshot.save();
            snapshot.translate(&graphene::Point::new(part.x as f32, part.y as f32));
            snapshot.append_layout(&part.layout, &color.with_alpha(color.alpha() * alpha));
            snapshot.restore();
        }
    }

    /// Lays out what is written.
    fn lay_out(&self, game: &SavedGame) -> Vec<WrittenPart> {
        let summary = game.summary();
        let (imp, context, letters) = (self.imp(), self.pango_context(), Letters::of(self));
        let terms = terms(&imp.search.borrow(), &words::keywords());
        let write = |text: &str, kind, place| {
            // No line begins with the dot between two parts.
            let text = text.replace(" · ", "\u{a0}· ");
            kind_of(&context, &text, kind, &marked(&text, place, &terms))
        };
        let (width, card) = (imp.text_width(self.width()), self.card());
        let mut page = Page {
            parts: Vec::new(),
            all: self.width(),
            is_mirrored: self.direction() == gtk::TextDirection::Rtl,
        };
        let x = match card {
            true => PADDING,
            false => self.beginning() + PADDING + IN_ROW + GAP,
        };
        let mut lines = letters.lines(width, card);
        let names = [
            write(
                &words::player(summary, Color::White),
                Kind::Heading,
                Place::Player(Color::White),
            ),
            kind_of(&context, &words::between_names(), Kind::Heading, &[]),
            write(
                &words::player(summary, Color::Black),
                Kind::Heading,
                Place::Player(Color::Black),
            ),
        ];
        let widths = names.each_ref().map(|name| name.pixel_size().0);
        let places = arranged(widths, width, true);
        let mut y = 0;
        for (name, place) in names.into_iter().zip(places) {
            if place.line == 1 {
                y = letters.heading;
                lines -= 1;
            }
            if name.pixel_size().0 > place.width {
                name.set_width(place.width * pango::SCALE);
                name.set_ellipsize(pango::EllipsizeMode::End);
            }
            page.put(name, (x + place.start, y), false);
        }
        lines -= 1;
        y += letters.heading + BETWEEN;
        let state = write(
            &words::result_and_reason(summary, game.own_side()),
            Kind::Body,
            Place::Elsewhere,
        );
        // How it stands is whole, if not the opening; and so is when it was, which stands at the foot of a card.
        wrap(&state, width, if card { lines } else { lines - 1 });
        lines -= state.line_count();
        let high = state.pixel_size().1;
        page.put(state, (x, y), false);
        y += high + BETWEEN;
        let last = match card {
            true => words::opening_of(summary),
            false => words::short_details(summary),
        };
        if lines > 0 {
            let last = write(&last, Kind::Caption, Place::Opening);
            wrap(&last, width, lines);
            let high = last.pixel_size().1;
            page.put(last, (x, y), true);
            y += high;
        }
        // In the middle of a row, and below the position of a card.
        let down = match card {
            true => PADDING + ON_CARD + GAP,
            false => (self.height() - y) / 2,
        };
        page.parts.iter_mut().for_each(|part| part.y += down);
        if card {
            let width = imp.foot_width(self.width());
            let details = write(
                &words::length_and_day(summary),
                Kind::Caption,
                Place::Opening,
            );
            let foot = imp.foot(letters, self.width());
            wrap(&details, width, letters.lines_of(LENGTH_AND_DAY, width));
            let y = self.height() - foot + (foot - FOOT_PADDING - details.pixel_size().1) / 2;
            page.put(details, (PADDING, y), true);
        }
        page.parts
    }
}

/// Breaks a text into so many lines of a width, and cuts what is left.
fn wrap(layout: &pango::Layout, width: i32, lines: i32) {
    layout.set_width(width * pango::SCALE);
    layout.set_wrap(pango::WrapMode::WordChar);
    layout.set_ellipsize(pango::EllipsizeMode::End);
    layout.set_height(-lines.max(1));
}

/// What is written so far on a row of some width.
struct Page {
    parts: Vec<WrittenPart>,
    all: i32,
    is_mirrored: bool,
}

impl Page {
    /// Puts a text so far from where reading begins.
    fn put(&mut self, layout: pango::Layout, (x, y): (i32, i32), is_faint: bool) {
        if self.is_mirrored {
            layout.set_alignment(pango::Alignment::Right);
        }
        let (_, logical) = layout.pixel_extents();
        let x = match self.is_mirrored {
            true => self.all - x - logical.width(),
            false => x,
        };
        let x = x - logical.x();
        self.parts.push(WrittenPart {
            layout,
            x,
            y,
            is_faint,
        });
    }
}
