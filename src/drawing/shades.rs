//! The colours of 2048: its board, its empty cells, and each of its numbers.

use super::Rgba;

/// What the desktop asks of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Look {
    /// Light on dark.
    pub dark: bool,
    /// As clear as can be.
    pub high_contrast: bool,
}

impl Look {
    /// The colours of this look.
    #[must_use]
    pub const fn shades(self) -> Shades {
        match (self.high_contrast, self.dark) {
            (false, false) => Shades::LIGHT,
            (false, true) => Shades::DARK,
            (true, false) => Shades::CONTRAST,
            (true, true) => Shades::CONTRAST_DARK,
        }
    }
}

/// Every colour that 2048 is painted with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shades {
    /// What lies between the cells.
    pub board: Rgba,
    /// The empty cells.
    pub cell: Rgba,
    /// Around every tile and every cell, where the contrast is high.
    pub outline: Option<Rgba>,
    /// The ring around the cell that has the keyboard, from outside: two tones, one of which is
    /// seen whatever the cell bears.
    pub focus: [Rgba; 2],
    shine: Option<Rgba>,
    fills: &'static Fills,
}

/// How the tile of a number looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tint {
    /// The tile, opaque.
    pub fill: Rgba,
    /// The number on it, and its frames; opaque.
    pub text: Rgba,
    /// So many frames inside of the tile tell it from a smaller number with the same fill.
    pub frames: u8,
    /// A line inside the edge of the tile that the game is about.
    pub shine: Option<Rgba>,
}

impl Shades {
    /// How the tile of a number looks, which is a power of two.
    #[must_use]
    pub fn tint(&self, number: u64) -> Tint {
        let step = number.max(2).ilog2() as usize - 1;
        let (fill, text) = self.fills[step % FILLS];
        Tint {
            fill: Rgba::opaque(fill),
            text: Rgba::opaque(text),
            frames: (step / FILLS) as u8,
            shine: self.shine.filter(|_| number == GOAL),
        }
    }

    const LIGHT: Self = Self {
        board: Rgba::opaque(0x00b3_bfc8),
        cell: Rgba::opaque(0x00c8_d1d8),
        outline: None,
        focus: [Rgba::opaque(BLACK).with_alpha(0.9), Rgba::opaque(WHITE)],
        shine: Some(Rgba::opaque(0x00ff_f0b0)),
        fills: &ON_LIGHT,
    };

    const DARK: Self = Self {
        board: Rgba::opaque(0x0033_393e),
        cell: Rgba::opaque(0x0043_4b51),
        shine: Some(Rgba::opaque(0x00f8_e08a)),
        fills: &ON_DARK,
        ..Self::LIGHT
    };

    const CONTRAST: Self = Self {
        board: Rgba::opaque(WHITE),
        cell: Rgba::opaque(0x00c3_cad0),
        outline: Some(Rgba::opaque(BLACK)),
        focus: [Rgba::opaque(WHITE), Rgba::opaque(BLACK)],
        // The outline is there.
        shine: None,
        fills: &IN_CONTRAST,
    };

    const CONTRAST_DARK: Self = Self {
        board: Rgba::opaque(BLACK),
        cell: Rgba::opaque(0x0030_363b),
        outline: Some(Rgba::opaque(WHITE)),
        focus: [Rgba::opaque(BLACK), Rgba::opaque(WHITE)],
        ..Self::CONTRAST
    };
}

/// The number that wins.
const GOAL: u64 = 2048;

/// So many numbers have a fill each; then the fills come again.
const FILLS: usize = 17;

/// The fill and the text of each number, beginning with 2.
type Fills = [(u32, u32); FILLS];

const INK: u32 = 0x0022_1e1a;
const PAPER: u32 = 0x00ff_fdf9;
const GOLD: u32 = 0x00f9_d65c;
const BLACK: u32 = 0x0000_0000;
const WHITE: u32 = 0x00ff_ffff;

/// For light desktops: warm paper first, then from mint over blue and violet to orange, and gold
/// for 2048; what lies beyond is as deep as jewels.
const ON_LIGHT: Fills = [
    (0x00fc_faf6, INK),
    (0x00f5_e1b8, INK),
    (0x00a1_e4c0, INK),
    (0x0053_c7bc, INK),
    (0x003f_a5d9, INK),
    (0x004b_64c6, PAPER),
    (0x0072_40c0, PAPER),
    (0x00b8_2a9b, PAPER),
    (0x00db_3040, PAPER),
    (0x00f2_8b3a, INK),
    (0x00f6_cb2c, INK),
    (0x0008_633d, PAPER),
    (0x0001_4e6c, PAPER),
    (0x002f_2978, PAPER),
    (0x0067_184c, PAPER),
    (0x0070_3f0e, PAPER),
    (0x0023_1f19, GOLD),
];

/// For dark desktops: the same hues with less light, so that the board does not glare.
const ON_DARK: Fills = [
    (0x00c5_c2bb, INK),
    (0x00c9_af7f, INK),
    (0x0078_ba97, INK),
    (0x0033_a49b, INK),
    (0x003a_94c8, INK),
    (0x0043_5ab8, PAPER),
    (0x006a_3bb3, PAPER),
    (0x00a4_2b8a, PAPER),
    (0x00c3_2e3a, PAPER),
    (0x00d9_7b30, INK),
    (0x00e4_b826, INK),
    (0x0008_5c38, PAPER),
    (0x0001_4a66, PAPER),
    (0x0030_2b7a, PAPER),
    (0x0066_1b4b, PAPER),
    (0x006f_441d, PAPER),
    (0x001d_1a16, GOLD),
];

/// For high contrast: the same hues, light enough for black or dark enough for white.
const IN_CONTRAST: Fills = [
    (0x00ff_ffff, BLACK),
    (0x00f5_e3b8, BLACK),
    (0x0094_eebf, BLACK),
    (0x0021_d1ca, BLACK),
    (0x0053_b2e9, BLACK),
    (0x002a_44bc, WHITE),
    (0x0063_02bb, WHITE),
    (0x0099_007a, WHITE),
    (0x00ae_061c, WHITE),
    (0x00ff_9044, BLACK),
    (0x00ff_d82b, BLACK),
    (0x0002_572f, WHITE),
    (0x0001_435f, WHITE),
    (0x0016_1471, WHITE),
    (0x005f_013c, WHITE),
    (0x0059_3301, WHITE),
    (0x000d_0d0d, GOLD),
];
