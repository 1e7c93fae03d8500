//! What proves that bytes are still those that were written.

/// A checksum in the manner of FNV-1a, of eight bytes at once. Whatever changes within eight bytes
/// that are taken together changes it for certain, and other damage but for a chance of one in
/// billions. It proves nothing against somebody who means to deceive.
#[derive(Debug, Clone)]
pub struct Sum {
    sum: u64,
    /// Bytes that are too few to be taken.
    rest: [u8; 8],
    length: u64,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            sum: 0xcbf2_9ce4_8422_2325,
            rest: [0; 8],
            length: 0,
        }
    }
}

impl Sum {
    /// The checksum of some bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::default();
        sum.take(bytes);
        sum.number()
    }

    /// Goes on with these bytes.
    pub fn take(&mut self, mut bytes: &[u8]) {
        let waiting = (self.length % 8) as usize;
        self.length += bytes.len() as u64;
        if waiting > 0 {
            let more = bytes.len().min(8 - waiting);
            self.rest[waiting..waiting + more].copy_from_slice(&bytes[..more]);
            bytes = &bytes[more..];
            if waiting + more < 8 {
                return;
            }
            self.mix(u64::from_le_bytes(self.rest));
        }
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            let mut eight = [0; 8];
            eight.copy_from_slice(word);
            self.mix(u64::from_le_bytes(eight));
        }
        let left = words.remainder();
        self.rest[..left.len()].copy_from_slice(left);
    }

    /// Every step can be undone: two different words never come to the same.
    fn mix(&mut self, word: u64) {
        self.sum = (self.sum ^ word).wrapping_mul(0x0100_0000_01b3);
        self.sum ^= self.sum >> 32;
    }

    /// The checksum of all that was taken.
    pub fn number(mut self) -> u64 {
        let waiting = (self.length % 8) as usize;
        self.rest[waiting..].fill(0);
        self.mix(u64::from_le_bytes(self.rest));
        self.mix(self.length);
        self.sum
    }
}
