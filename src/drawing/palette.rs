//! The colors of a board, and the shades that are made of them.

use rank_and_file_core::chess::board::Theme;

/// A color: red, green, blue, opacity, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rgba {
    /// Red.
    pub red: f64,
    /// Green.
    pub green: f64,
    /// Blue.
    pub blue: f64,
    /// Opacity.
    pub alpha: f64,
}

impl Rgba {
    /// The opaque color that the web writes as six hexadecimal digits, `0x00rr_ggbb`.
    pub const fn opaque(hex: u32) -> Self {
        Self {
            red: ((hex >> 16) & 0xff) as f64 / 255.0,
            green: ((hex >> 8) & 0xff) as f64 / 255.0,
            blue: (hex & 0xff) as f64 / 255.0,
            alpha: 1.0,
        }
    }

    /// What is seen of it on an opaque ground.
    pub fn over(self, ground: Self) -> Self {
        let mix = |over: f64, below: f64| over * self.alpha + below * (1.0 - self.alpha);
        Self {
            red: mix(self.red, ground.red),
            green: mix(self.green, ground.green),
            blue: mix(self.blue, ground.blue),
            alpha: 1.0,
        }
    }

    /// The same color with another opacity.
    pub const fn with_alpha(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }
}

const fn rgba(hex: u32, alpha: f64) -> Rgba {
    Rgba::opaque(hex).with_alpha(alpha)
}

/// Every color that a board is painted with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// The light squares, opaque.
    pub light: Rgba,
    /// The dark squares, opaque.
    pub dark: Rgba,
    /// The streaks of the grain, where there is any, on light squares and on dark ones.
    pub grain: Option<[Rgba; 2]>,
    /// Laid over the two squares of the last move.
    pub last_move: Rgba,
    /// Laid over the square of the selected piece.
    pub selected: Rgba,
    /// Dots and rings on the squares that can be reached.
    pub target: Rgba,
    /// The glow under a king in check.
    pub check: Rgba,
    /// Frames and rays that show why a move is refused.
    pub refusal: Rgba,
    /// The broken ring around a piece in danger, and what it lies on.
    pub attacked: [Rgba; 2],
    /// The filling of the white pieces, for what stands for that side.
    pub white: Rgba,
    /// The filling of the black pieces.
    pub black: Rgba,
    /// Below a piece that is lifted off the board.
    pub shadow: Rgba,
    /// The ring around the square that has the keyboard, from outside: dark and light, so that it is
    /// seen on a square with any mark.
    pub focus: [Rgba; 2],
    /// Arrows and circles, by their colors.
    pub drawings: [Rgba; 6],
    /// The thin edge of every mark, which stands out from each square where the color of the mark alone may not.
    pub edge: Rgba,
    /// Whether the board itself gets an outline, and marks a firm one, for eyes that need it.
    pub outlined: bool,
    /// Whether marks are drawn with thicker lines.
    pub thick: bool,
    /// How large the coordinates are, beside their usual size.
    pub letters: f64,
}

/// Pens that are told apart by hue and by lightness.
const DRAWINGS: [Rgba; 6] = [
    rgba(0x0026_7f4c, 0.80),
    rgba(0x00c9_4f1e, 0.80),
    rgba(0x001f_5fb8, 0.80),
    rgba(0x00d9_a400, 0.85),
    rgba(0x008c_2fa8, 0.80),
    rgba(0x0040_4040, 0.85),
];

impl Palette {
    /// How thick a line is drawn that is usually so thick.
    pub fn line(&self, width: f64) -> f64 {
        width * if self.thick { 1.6 } else { 1.0 }
    }

    /// Laid over the square where the piece in the hand may be put down.
    pub fn landing(&self) -> Rgba {
        self.selected.with_alpha(self.selected.alpha * 0.55)
    }

    /// The colors of a theme, on a light or on a dark desktop.
    pub fn of(theme: Theme, dark: bool) -> Self {
        match (theme, dark) {
            (Theme::Plain, false) => Self::PLAIN,
            (Theme::Plain, true) => Self::PLAIN_DARK,
            (Theme::Wood, false) => Self::WOOD,
            (Theme::Wood, true) => Self::WOOD_DARK,
            (Theme::Blue, false) => Self::BLUE,
            (Theme::Blue, true) => Self::BLUE_DARK,
            (Theme::HighContrast, _) => Self::HIGH_CONTRAST,
        }
    }

    /// Calm and flat, for light desktops.
    pub const PLAIN: Self = Self {
        light: rgba(0x00e8_e4db, 1.0),
        dark: rgba(0x0089_9ba8, 1.0),
        grain: None,
        last_move: rgba(0x00ff_d23f, 0.60),
        selected: rgba(0x003d_8fd6, 0.62),
        target: rgba(0x001f_3b57, 0.42),
        check: rgba(0x00d8_2c2c, 0.95),
        refusal: rgba(0x00c0_1c28, 0.92),
        attacked: [rgba(0x00a8_4300, 1.0), rgba(0x00ff_f3e0, 0.9)],
        white: rgba(0x00fd_fbf7, 1.0),
        black: rgba(0x002b_2622, 1.0),
        shadow: rgba(0x0000_0000, 0.35),
        focus: [rgba(0x0000_0000, 0.9), rgba(0x00ff_ffff, 1.0)],
        drawings: DRAWINGS,
        edge: rgba(0x000b_1622, 0.96),
        outlined: false,
        thick: false,
        letters: 1.0,
    };

    /// The same for dark desktops: less light, so that the board does not glare.
    pub const PLAIN_DARK: Self = Self {
        light: rgba(0x00cf_ccc5, 1.0),
        dark: rgba(0x0072_8592, 1.0),
        ..Self::PLAIN
    };

    /// Maple and walnut.
    pub const WOOD: Self = Self {
        light: rgba(0x00ed_d9b7, 1.0),
        dark: rgba(0x00b0_825a, 1.0),
        grain: Some([rgba(0x009a_6a34, 0.30), rgba(0x0040_2208, 0.30)]),
        last_move: rgba(0x00e6_d02f, 0.56),
        selected: rgba(0x005a_9a4f, 0.66),
        target: rgba(0x003a_2a14, 0.42),
        edge: rgba(0x001a_0f05, 0.96),
        ..Self::PLAIN
    };

    /// The same for dark desktops.
    pub const WOOD_DARK: Self = Self {
        light: rgba(0x00d8_c4a2, 1.0),
        dark: rgba(0x009b_704b, 1.0),
        ..Self::WOOD
    };

    /// The sky and the sea.
    pub const BLUE: Self = Self {
        light: rgba(0x00e3_eaf2, 1.0),
        dark: rgba(0x005f_87b5, 1.0),
        last_move: rgba(0x00ff_d23f, 0.62),
        selected: rgba(0x0036_a48a, 0.68),
        target: rgba(0x0011_2f52, 0.44),
        ..Self::PLAIN
    };

    /// The same for dark desktops.
    pub const BLUE_DARK: Self = Self {
        light: rgba(0x00c6_d1de, 1.0),
        dark: rgba(0x004c_719c, 1.0),
        ..Self::BLUE
    };

    /// For paper: white squares, and dark ones that leave the pieces clear and the toner alone.
    pub const PAPER: Self = Self {
        light: rgba(0x00ff_ffff, 1.0),
        dark: rgba(0x00bd_c7cf, 1.0),
        ..Self::PLAIN
    };

    /// For high contrast: black on white, marks with outlines.
    pub const HIGH_CONTRAST: Self = Self {
        light: rgba(0x00ff_ffff, 1.0),
        dark: rgba(0x0067_727b, 1.0),
        grain: None,
        last_move: rgba(0x00ff_d000, 0.75),
        selected: rgba(0x0000_66ff, 0.80),
        target: rgba(0x0000_0000, 0.85),
        check: rgba(0x00e0_0000, 1.0),
        refusal: rgba(0x00b0_0000, 1.0),
        attacked: [rgba(0x007a_2e00, 1.0), rgba(0x00ff_ffff, 1.0)],
        white: rgba(0x00ff_ffff, 1.0),
        black: rgba(0x0000_0000, 1.0),
        shadow: rgba(0x0000_0000, 0.60),
        focus: [rgba(0x0000_0000, 1.0), rgba(0x00ff_ffff, 1.0)],
        drawings: [
            rgba(0x0000_6b2d, 1.0),
            rgba(0x00a8_3a00, 1.0),
            rgba(0x0000_3f9e, 1.0),
            rgba(0x006b_4f00, 1.0),
            rgba(0x006a_0f8a, 1.0),
            rgba(0x0030_3030, 1.0),
        ],
        edge: rgba(0x0000_0000, 1.0),
        outlined: true,
        thick: false,
        letters: 1.0,
    };
}

/// What the desktop asks of colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ColorScheme {
    /// Light on dark.
    pub dark: bool,
    /// As clear as can be.
    pub high_contrast: bool,
}

impl ColorScheme {
    /// The colors of this look.
    pub const fn shades(self) -> Shades {
        match (self.high_contrast, self.dark) {
            (false, false) => Shades::LIGHT,
            (false, true) => Shades::DARK,
            (true, false) => Shades::CONTRAST,
            (true, true) => Shades::CONTRAST_DARK,
        }
    }
}

/// Every color that 2048 is painted with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shades {
    /// What lies between the cells.
    pub board: Rgba,
    /// The empty cells.
    pub cell: Rgba,
    /// Around every tile and every cell, where the contrast is high.
    pub outline: Option<Rgba>,
    /// The ring around the cell that has the keyboard, from outside: two tones, one of which is
    /// seen on a cell with any tile.
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
