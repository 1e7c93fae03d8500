//! The colours of a board. May import `std` only.

/// A colour: red, green, blue, opacity, each from 0 to 1.
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

const fn rgba(hex: u32, alpha: f64) -> Rgba {
    Rgba {
        red: ((hex >> 16) & 0xff) as f64 / 255.0,
        green: ((hex >> 8) & 0xff) as f64 / 255.0,
        blue: (hex & 0xff) as f64 / 255.0,
        alpha,
    }
}

/// Every colour that a board is painted with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// The light squares, opaque.
    pub light: Rgba,
    /// The dark squares, opaque.
    pub dark: Rgba,
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
    /// Coordinates on light squares.
    pub text_on_light: Rgba,
    /// Coordinates on dark squares.
    pub text_on_dark: Rgba,
    /// Whether marks get a firm outline of their own, for eyes that need it.
    pub outlined: bool,
}

impl Palette {
    /// Calm and flat, for light and dark desktops.
    pub const PLAIN: Self = Self {
        light: rgba(0x00e8_e4db, 1.0),
        dark: rgba(0x0089_9ba8, 1.0),
        last_move: rgba(0x00e5_b94a, 0.50),
        selected: rgba(0x003d_8fd6, 0.62),
        target: rgba(0x001f_3b57, 0.42),
        check: rgba(0x00d8_2c2c, 0.95),
        refusal: rgba(0x00c0_1c28, 0.92),
        text_on_light: rgba(0x0055_6a79, 1.0),
        text_on_dark: rgba(0x00f7_f4ee, 1.0),
        outlined: false,
    };

    /// For paper: white squares, and dark ones that leave the pieces clear and the toner alone.
    pub const PAPER: Self = Self {
        light: rgba(0x00ff_ffff, 1.0),
        dark: rgba(0x00bd_c7cf, 1.0),
        text_on_light: rgba(0x0055_6a79, 1.0),
        text_on_dark: rgba(0x0033_4450, 1.0),
        ..Self::PLAIN
    };

    /// For high contrast: black on white, marks with outlines.
    pub const HIGH_CONTRAST: Self = Self {
        light: rgba(0x00ff_ffff, 1.0),
        dark: rgba(0x006f_7a83, 1.0),
        last_move: rgba(0x00ff_d000, 0.75),
        selected: rgba(0x0000_66ff, 0.80),
        target: rgba(0x0000_0000, 0.85),
        check: rgba(0x00e0_0000, 1.0),
        refusal: rgba(0x00b0_0000, 1.0),
        text_on_light: rgba(0x0000_0000, 1.0),
        text_on_dark: rgba(0x00ff_ffff, 1.0),
        outlined: true,
    };
}
