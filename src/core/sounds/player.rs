//! Who plays the sounds: a thread of its own that sleeps until there is one.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::server::{self, Playing, Silence};
use super::{RATE, Sound};

/// A sound that could not be begun for so long is heard no more: it would belong to the past.
const STALE: Duration = Duration::from_millis(300);
/// How long after its own length a sound may still be heard, where a device wakes up first or is
/// far away.
const LAG: Duration = Duration::from_secs(2);
/// No more sounds than these are held at a time; the oldest gives way.
const MOST: usize = 8;

/// Plays sounds and never makes anybody wait. Where none can be heard, it says so once in the log
/// and stays silent.
#[derive(Default)]
pub struct Sounds {
    socket: Option<PathBuf>,
    /// What the thread is told, once there is one.
    wish: OnceCell<Arc<Wish>>,
}

impl Sounds {
    /// Plays on the desktop's sound server. Nothing is opened before the first sound.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays on the sound server that listens at this socket.
    #[must_use]
    pub fn at(socket: PathBuf) -> Self {
        Self {
            socket: Some(socket),
            wish: OnceCell::new(),
        }
    }

    /// Lets a sound be heard now, beside those that are heard still. If another one has not begun
    /// yet, this one takes its place.
    pub fn play(&self, sound: Sound) {
        let wish = self.wish.get_or_init(|| self.start());
        wish.lock().next = Some((sound, Instant::now()));
        wish.changed.notify_one();
    }

    fn start(&self) -> Arc<Wish> {
        let wish = Arc::new(Wish::default());
        let (theirs, socket) = (Arc::clone(&wish), self.socket.clone());
        let thread = thread::Builder::new().name("sounds".to_owned());
        if let Err(error) = thread.spawn(move || attend(&theirs, socket)) {
            tracing::warn!("no sounds: {error}");
        }
        wish
    }
}

impl Drop for Sounds {
    fn drop(&mut self) {
        if let Some(wish) = self.wish.get() {
            wish.lock().over = true;
            wish.changed.notify_one();
        }
    }
}

/// What the thread shall do.
#[derive(Default)]
struct Wish {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The next sound, and since when it is wanted.
    next: Option<(Sound, Instant)>,
    over: bool,
}

impl Wish {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that could fail is done while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until there is a sound to be played, or until `rest` has passed; `None` is forever.
    fn wait(&self, rest: Option<Duration>) -> State {
        let idle = |state: &mut State| state.next.is_none() && !state.over;
        let state = self.lock();
        let mut state = match rest {
            None => self
                .changed
                .wait_while(state, idle)
                .unwrap_or_else(PoisonError::into_inner),
            Some(rest) => {
                self.changed
                    .wait_timeout_while(state, rest, idle)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
        };
        State {
            next: state.next.take(),
            over: state.over,
        }
    }
}

/// Plays what is wished until it is over. While nothing is heard, nothing is open.
fn attend(wish: &Wish, socket: Option<PathBuf>) {
    let mut heard: VecDeque<(Instant, Playing)> = VecDeque::new();
    let mut told = false;
    loop {
        let now = Instant::now();
        let end = heard.iter().map(|(end, _)| *end).min();
        let State { next, over } = wish.wait(end.map(|end| end.saturating_duration_since(now)));
        if over {
            return;
        }
        let now = Instant::now();
        heard.retain(|(end, _)| *end > now);
        let Some((sound, since)) = next else { continue };
        if now.saturating_duration_since(since) > STALE {
            continue;
        }
        match begin(socket.clone(), sound) {
            Ok(playing) => {
                told = false;
                if heard.len() == MOST {
                    heard.pop_front();
                }
                heard.push_back((Instant::now() + length(sound) + LAG, playing));
            }
            Err(silence) if !told => {
                told = true;
                tracing::warn!("no sounds: {silence}");
            }
            Err(_) => {}
        }
    }
}

fn begin(socket: Option<PathBuf>, sound: Sound) -> Result<Playing, Silence> {
    let socket = socket
        .or_else(pulseaudio::socket_path_from_env)
        .ok_or(Silence::NoServer)?;
    server::play(&socket, sound.samples())
}

fn length(sound: Sound) -> Duration {
    Duration::from_secs_f64(sound.samples().len() as f64 / f64::from(RATE))
}
