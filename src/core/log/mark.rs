//! A number for a series of texts and bytes.

/// FNV-1a with 64 bits: simple, and the same for ever, in every process and every version.
#[derive(Debug, Clone)]
pub struct Mark(u64);

impl Default for Mark {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Mark {
    /// Takes in one byte.
    pub fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    /// Takes in a text and its end, so that two texts are not the same as others that join
    /// equally.
    pub fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
        self.byte(0);
    }

    /// Takes in a whole number.
    pub fn whole(&mut self, number: i64) {
        number
            .to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }

    /// The number for what was taken in.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0
    }
}
