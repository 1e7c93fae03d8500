//! The pictures of 2048 of which references are kept.

use cairo::{
    Context, FontOptions, FontSlant, FontWeight, Format, HintMetrics, HintStyle, ImageSurface,
};
use rank_and_file::drawing::{ColorScheme, Shades, paint_ground, paint_tile};
use rank_and_file_core::tiles::Layout;
use rank_and_file_core::twenty48::{Cell, Grid, Size};

use crate::likeness::{Corner, Pixels};

/// So many numbers stand on a picture; the rest of its cells is empty.
const NUMBERS: usize = 20;

/// One picture: a board with the lowest numbers in order.
#[derive(Clone)]
pub struct TilePicture {
    pub name: String,
    pub look: ColorScheme,
    pub shades: Shades,
    pub layout: Layout,
}

/// What can be wrong with a picture, planted to see that it is found.
#[derive(Clone, Copy, Default)]
pub struct TileFault {
    /// The tile that is in this place from the upper left is not there.
    pub gone: Option<usize>,
    /// The number on it is not there.
    pub blank: Option<usize>,
    /// Numbers are written in this font.
    pub font: Option<&'static str>,
}

/// Every picture that is kept.
pub fn tile_pictures() -> Vec<TilePicture> {
    let all = [
        ("light", false, false, 64, 7),
        ("dark", true, false, 64, 7),
        ("contrast-light", false, true, 64, 7),
        ("contrast-dark", true, true, 64, 7),
        ("light", false, false, 24, 3),
        ("light", false, false, 125, 14),
    ];
    let picture = |(name, dark, high_contrast, cell, gap)| {
        let look = ColorScheme {
            dark,
            high_contrast,
        };
        TilePicture {
            name: format!("tiles-{name}-{cell}"),
            look,
            shades: look.shades(),
            layout: Layout {
                size: Size::new(5).unwrap(),
                cell,
                gap,
            },
        }
    };
    all.map(picture).into()
}

impl TilePicture {
    fn cells(&self) -> impl Iterator<Item = (u64, Cell)> {
        let cells = Grid::new(self.layout.size).cells();
        (1..=NUMBERS).map(|power| 1_u64 << power).zip(cells)
    }

    /// The middle of each tile, in which its number is.
    pub fn letters(&self) -> Vec<Corner> {
        let side = f64::from(self.layout.cell);
        let corner = |(number, cell): (u64, Cell)| {
            let (x, y) = self.layout.corner(cell);
            // As much as fonts may take, and little else.
            let count = f64::from(number.ilog10() + 1);
            let across = side * (0.22 * count).min(0.41);
            let along = side * (0.63 / count).min(0.21);
            let (x, y) = (x + side / 2.0, y + side / 2.0);
            let edges = [x - across, y - along, x + across, y + along];
            edges.map(|edge| edge.round() as usize)
        };
        self.cells().map(corner).collect()
    }

    pub fn paint(&self, fault: &TileFault) -> Pixels {
        let side = self.layout.side() as i32;
        let mut surface = ImageSurface::create(Format::Rgb24, side, side).unwrap();
        let cr = Context::new(&surface).unwrap();
        // As a window does.
        let window = if self.look.dark { 0.14 } else { 0.98 };
        cr.set_source_rgb(window, window, window);
        cr.paint().unwrap();
        paint_ground(&cr, &self.layout, &self.shades).unwrap();
        for (place, (number, cell)) in self.cells().enumerate() {
            if fault.gone == Some(place) {
                continue;
            }
            let (x, y) = self.layout.corner(cell);
            cr.save().unwrap();
            cr.translate(x, y);
            paint_tile(&cr, number, self.layout.cell, &self.shades).unwrap();
            cr.restore().unwrap();
            if fault.blank == Some(place) || fault.font.is_some() {
                self.write(&cr, fault.font, number, self.letters()[place]);
            }
        }
        drop(cr);
        Pixels::of(&mut surface)
    }

    /// Writes the number of a tile once more, in another font or not at all, about as large.
    fn write(&self, cr: &Context, font: Option<&str>, number: u64, corner: Corner) {
        let tint = self.shades.tint(number);
        let [left, top, right, bottom] = corner.map(|edge| edge as f64);
        cr.set_source_rgb(tint.fill.red, tint.fill.green, tint.fill.blue);
        cr.rectangle(left, top, right - left, bottom - top);
        cr.fill().unwrap();
        let Some(font) = font else { return };
        let (text, side) = (number.to_string(), f64::from(self.layout.cell));
        let mut options = FontOptions::new().unwrap();
        options.set_hint_style(HintStyle::None);
        options.set_hint_metrics(HintMetrics::Off);
        cr.set_font_options(&options);
        cr.select_font_face(font, FontSlant::Normal, FontWeight::Bold);
        cr.set_font_size(256.0);
        let ink = cr.text_extents(&text).unwrap();
        let height = [0.37, 0.37, 0.3, 0.25][text.len().min(4) - 1];
        let part = (side * 0.8 / ink.width()).min(side * height / ink.height());
        cr.set_font_size(256.0 * part);
        cr.move_to(
            f64::midpoint(left, right) - (ink.x_bearing() + ink.width() / 2.0) * part,
            f64::midpoint(top, bottom) - (ink.y_bearing() + ink.height() / 2.0) * part,
        );
        cr.set_source_rgb(tint.text.red, tint.text.green, tint.text.blue);
        cr.text_path(&text);
        cr.fill().unwrap();
    }
}
