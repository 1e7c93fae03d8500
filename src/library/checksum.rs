//! A sum over what the index says of a game, so that a flipped bit is noticed. May import `std`.

/// FNV-1a of 64 bits: short, quick, and the same in every version of the program.
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in one field; where it ends counts, too.
    pub(super) fn field(mut self, bytes: &[u8]) -> Self {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }

    pub(super) fn number(self, number: i64) -> Self {
        self.field(&number.to_le_bytes())
    }

    pub(super) fn end(self) -> i64 {
        i64::from_le_bytes(self.0.to_le_bytes())
    }
}
