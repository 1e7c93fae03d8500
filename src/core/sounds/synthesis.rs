//! How the sounds are made: struck things that ring and die away, and the scrape of felt on wood.

use std::f32::consts::{PI, TAU};
use std::sync::OnceLock;

use super::Sound;

/// Samples a second.
pub const RATE: u32 = 48_000;

/// The root mean square of the loudest stretch of every sound, of full scale 1.
const LOUDNESS: f32 = 0.1;
/// How long such a stretch is, in seconds: about as long as an ear adds up.
const STRETCH: f32 = 0.05;
/// How long the last of a sound takes to fade out, in seconds.
const FADE: f32 = 0.04;

/// One way in which a struck thing swings.
struct Partial {
    /// In hertz.
    frequency: f32,
    level: f32,
    /// After so many seconds it has a third of its level left.
    decay: f32,
}

const fn partial(frequency: f32, level: f32, decay: f32) -> Partial {
    Partial {
        frequency,
        level,
        decay,
    }
}

/// A small piece of wood on a larger one.
const WOOD: [Partial; 5] = [
    partial(292.0, 0.80, 0.034),
    partial(538.0, 1.00, 0.026),
    partial(961.0, 0.55, 0.017),
    partial(1_655.0, 0.40, 0.010),
    partial(2_730.0, 0.22, 0.006),
];

/// A soft mallet on a bar that is tuned as a marimba is: its overtones lie two octaves above the tone, and a tenth above
/// that.
const BAR: [Partial; 3] = [
    partial(1.0, 1.00, 0.150),
    partial(4.0, 0.12, 0.050),
    partial(10.0, 0.03, 0.015),
];

/// A small bell: its partials are no multiples of one another.
const BELL: [Partial; 4] = [
    partial(1.0, 1.00, 0.120),
    partial(2.76, 0.35, 0.070),
    partial(5.40, 0.12, 0.030),
    partial(1.003, 0.50, 0.120),
];

impl Sound {
    /// One channel of it, [`RATE`] samples a second: made when it is first asked for, and always
    /// the same.
    pub fn samples(self) -> &'static [i16] {
        static MADE: [OnceLock<Vec<i16>>; Sound::ALL.len()] =
            [const { OnceLock::new() }; Sound::ALL.len()];
        MADE[self as usize].get_or_init(|| make(self))
    }
}

/// Makes a sound. The same one every time.
fn make(sound: Sound) -> Vec<i16> {
    let (mut tape, level) = match sound {
        Sound::Move => {
            let mut tape = Tape::new(0.20);
            tape.tap(0.0, 1.0, 1.0, 1);
            (tape, 1.0)
        }
        Sound::Capture => {
            let mut tape = Tape::new(0.30);
            tape.tap(0.0, 1.28, 0.7, 2);
            tape.tap(0.075, 0.86, 1.0, 3);
            (tape, 1.1)
        }
        Sound::Check => {
            let mut tape = Tape::new(0.55);
            tape.strike(0.0, 587.33, 0.8, &BAR);
            tape.strike(0.12, 783.99, 1.0, &BAR);
            (tape, 0.8)
        }
        Sound::End => {
            let mut tape = Tape::new(1.15);
            tape.strike(0.0, 493.88, 0.7, &BAR);
            tape.strike(0.17, 440.00, 0.7, &BAR);
            for (tone, level) in [(196.00, 0.8), (293.66, 0.7), (392.00, 1.0), (98.0, 0.4)] {
                tape.ring(0.36, tone, level, &BAR, 1.6);
            }
            (tape, 1.0)
        }
        Sound::LowTime => {
            let mut tape = Tape::new(0.50);
            tape.strike(0.0, 1_174.66, 1.0, &BELL);
            (tape, 0.6)
        }
    };
    tape.finish(level)
}

/// A sound in the making.
struct Tape(Vec<f32>);

impl Tape {
    fn new(seconds: f32) -> Self {
        Self(vec![0.0; samples(seconds)])
    }

    /// Puts down a piece: wood that rings, and the noise of the touch. The higher the pitch, the
    /// smaller the piece.
    fn tap(&mut self, at: f32, pitch: f32, level: f32, grain: u32) {
        self.ring(at, pitch, level, &WOOD, 1.0);
        // A low-pass and the difference to a slower one leave the middle of the noise.
        let mut noise = Noise(grain);
        let (mut fast, mut slow) = (0.0, 0.0);
        for (n, sample) in self.0[samples(at)..].iter_mut().enumerate() {
            let time = seconds(n);
            if time > 0.03 {
                break;
            }
            fast += 0.35 * (noise.next() - fast);
            slow += 0.08 * (fast - slow);
            *sample += 1.6 * level * rise(time, 0.0006) * (-time / 0.004).exp() * (fast - slow);
        }
    }

    fn strike(&mut self, at: f32, tone: f32, level: f32, partials: &[Partial]) {
        self.ring(at, tone, level, partials, 1.0);
    }

    /// Adds partials that begin together, their frequencies multiplied by `tone`, their decays by
    /// `hold`.
    fn ring(&mut self, at: f32, tone: f32, level: f32, partials: &[Partial], hold: f32) {
        // Low things are set in motion more slowly.
        let attack = (0.6 / (tone * partials[0].frequency)).clamp(0.000_8, 0.004);
        for partial in partials {
            let turn = TAU * tone * partial.frequency;
            for (n, sample) in self.0[samples(at)..].iter_mut().enumerate() {
                let time = seconds(n);
                let left = (-time / (partial.decay * hold)).exp();
                *sample += level * partial.level * left * rise(time, attack) * (turn * time).sin();
            }
        }
    }

    /// Takes away what does not swing, fades the end out and brings the sound to its loudness.
    fn finish(&mut self, level: f32) -> Vec<i16> {
        let (mut before, mut kept) = (0.0, 0.0);
        for sample in &mut self.0 {
            kept = 0.996 * (kept + *sample - before);
            before = *sample;
            *sample = kept;
        }
        let fade = samples(FADE);
        for (n, sample) in self.0.iter_mut().rev().take(fade).enumerate() {
            *sample *= rise(seconds(n), FADE);
        }
        let gain = level * LOUDNESS / self.loudness();
        let whole = |sample: &f32| (sample * gain * f32::from(i16::MAX)).round() as i16;
        self.0.iter().map(whole).collect()
    }

    /// The root mean square of the loudest stretch.
    fn loudness(&self) -> f32 {
        let power = |stretch: &[f32]| {
            stretch.iter().map(|sample| sample * sample).sum::<f32>() / stretch.len() as f32
        };
        let stretch = samples(STRETCH);
        let powers = self.0.windows(stretch).step_by(stretch / 10).map(power);
        powers.fold(f32::MIN_POSITIVE, f32::max).sqrt()
    }
}

/// From 0 to 1 in so many seconds, without a corner.
fn rise(time: f32, seconds: f32) -> f32 {
    0.5 - 0.5 * (PI * (time / seconds).min(1.0)).cos()
}

fn samples(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

fn seconds(sample: usize) -> f32 {
    sample as f32 / RATE as f32
}

/// Numbers from -1 to 1 that follow no melody, the same ones from the same start.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        // The constants are those of Numerical Recipes; the upper bits are the good ones.
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }
}
