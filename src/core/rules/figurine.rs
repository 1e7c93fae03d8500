//! Moves with figures of the pieces instead of their English letters.

/// A move in SAN with figures instead of letters: `♘f3`, `exd8=♕+`. It is only for eyes: neither
/// files nor [`super::Game::read_move`] know figures.
#[must_use]
pub fn figurines(san: &str) -> String {
    // Files are in lower case, castling is written with O: every other capital is a piece.
    let figure = |letter| match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        other => other,
    };
    san.chars().map(figure).collect()
}
