//! The player of the sounds: a thread of its own that sleeps until there is one, and its connection to the sound
//! server.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ffi::CStr;
use std::io::{self, BufReader, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreatePlaybackStreamReply,
    MAX_VERSION, PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec,
    SetClientNameReply, read_reply_message, stream, write_command_message, write_memblock,
};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, UCred, sendmsg};
use rustix::process::{getgid, getpid, getuid};

use super::{RATE, Sound};

/// A sound that could not be begun for so long is heard no more: it would belong to the past.
const STALE: Duration = Duration::from_millis(300);
/// How long after its own length a sound may still be heard, where a device wakes up first or is
/// far away.
const LAG: Duration = Duration::from_secs(2);
/// No more sounds than these are held at a time; the oldest gives way.
const MOST: usize = 8;

/// Plays sounds and never makes its caller wait. Where none can be heard, it says so once in the log
/// and stays silent.
#[derive(Default)]
pub struct Sounds {
    socket: Option<PathBuf>,
    /// What the thread is told, once there is one: what shall be heard, and since when. It ends with this.
    wishes: OnceCell<Sender<(Sound, Instant)>>,
}

impl Sounds {
    /// Plays on the desktop's sound server. Nothing is opened before the first sound.
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays on the sound server that listens at this socket.
    pub fn at(socket: PathBuf) -> Self {
        Self {
            socket: Some(socket),
            wishes: OnceCell::new(),
        }
    }

    /// Lets a sound be heard now, beside those that are heard still. If another one has not begun
    /// yet, this one takes its place.
    pub fn play(&self, sound: Sound) {
        let wishes = self.wishes.get_or_init(|| self.start());
        // Without a thread nothing is heard.
        wishes.send((sound, Instant::now())).ok();
    }

    fn start(&self) -> Sender<(Sound, Instant)> {
        let (sender, wishes) = channel();
        let socket = self.socket.clone();
        let thread = thread::Builder::new().name("sounds".to_owned());
        if let Err(error) = thread.spawn(move || attend(&wishes, socket)) {
            tracing::warn!("no sounds: {error}");
        }
        sender
    }
}

/// Plays what is wished until it is over. While nothing is heard, nothing is open.
fn attend(wishes: &Receiver<(Sound, Instant)>, socket: Option<PathBuf>) {
    let mut heard: VecDeque<(Instant, Playing)> = VecDeque::new();
    let mut told = false;
    loop {
        let now = Instant::now();
        let end = heard.iter().map(|(end, _)| *end).min();
        let wish = match end {
            None => wishes.recv().map_err(RecvTimeoutError::from),
            Some(end) => wishes.recv_timeout(end.saturating_duration_since(now)),
        };
        let mut next = match wish {
            Ok(wish) => Some(wish),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        // Only the last wish counts, and none once no more can come.
        loop {
            match wishes.try_recv() {
                Ok(wish) => next = Some(wish),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
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
    play(&socket, sound.samples())
}

fn length(sound: Sound) -> Duration {
    Duration::from_secs_f64(sound.samples().len() as f64 / f64::from(RATE))
}

/// How the server calls the program and the sounds.
const NAME: &CStr = c"Rank & File";
/// What the server thinks of the sounds when it weighs them against others.
const ROLE: &CStr = c"game";
/// No answer of the server is waited for any longer.
const PATIENCE: Duration = Duration::from_secs(1);
/// How soon a sound shall be heard, in milliseconds.
const SOON: u32 = 60;
/// How long a key of the server is, in bytes. Who has none must show something as long.
const KEY: usize = 256;

/// Why there is nothing to be heard.
#[derive(Debug, thiserror::Error)]
pub(super) enum Silence {
    #[error("there is no sound server")]
    NoServer,
    #[error("the sound server cannot be reached: {0}")]
    Io(#[from] io::Error),
    #[error("the sound server does not answer well: {0}")]
    Protocol(#[from] ProtocolError),
    #[error("the sound server answers to something else")]
    OutOfTurn,
}

/// A sound that is being played. It ends early when this is dropped.
pub(super) struct Playing {
    _socket: UnixStream,
}

/// Hands the server a whole sound, which it plays from now on beside all others.
pub(super) fn play(socket: &Path, samples: &[i16]) -> Result<Playing, Silence> {
    let socket = UnixStream::connect(socket)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    let mut connection = Connection {
        server: BufReader::new(socket),
        version: MAX_VERSION,
        said: 0,
    };
    let greeting: AuthReply = connection.introduce()?;
    connection.version = greeting.version.min(MAX_VERSION);
    let _: SetClientNameReply = connection.ask(&Command::SetClientName(properties()))?;
    let stream: CreatePlaybackStreamReply =
        connection.ask(&Command::CreatePlaybackStream(playback_stream()))?;
    let bytes: Vec<u8> = samples.iter().flat_map(|s| s.to_le_bytes()).collect();
    let server = connection.server.get_mut();
    write_memblock(server, stream.channel, &bytes, 0)?;
    // That nothing follows lets even the shortest sound begin at once.
    connection.say(&Command::DrainPlaybackStream(stream.channel))?;
    Ok(Playing {
        _socket: connection.server.into_inner(),
    })
}

struct Connection {
    server: BufReader<UnixStream>,
    version: u16,
    said: u32,
}

impl Connection {
    /// The first words. A program without the key, as one in a sandbox, is let in as the same user:
    /// the system vouches for that if it is asked to while these words are sent.
    fn introduce(&mut self) -> Result<AuthReply, Silence> {
        let command = Command::Auth(AuthParams {
            version: self.version,
            supports_shm: false,
            supports_memfd: false,
            cookie: key(),
        });
        let mut words = Vec::new();
        write_command_message(&mut words, self.count(), &command, self.version)?;
        let vouched = vouched(self.server.get_ref(), &words)?;
        self.server.get_mut().write_all(&words[vouched..])?;
        self.hear()
    }

    /// The number of the next command.
    fn count(&mut self) -> u32 {
        self.said += 1;
        self.said
    }

    fn say(&mut self, command: &Command) -> Result<(), Silence> {
        let number = self.count();
        write_command_message(self.server.get_mut(), number, command, self.version)?;
        Ok(())
    }

    fn ask<R: CommandReply>(&mut self, command: &Command) -> Result<R, Silence> {
        self.say(command)?;
        self.hear()
    }

    /// The answer to the last command.
    fn hear<R: CommandReply>(&mut self) -> Result<R, Silence> {
        let (answered, reply) = read_reply_message(&mut self.server, self.version)?;
        if answered == self.said {
            Ok(reply)
        } else {
            Err(Silence::OutOfTurn)
        }
    }
}

/// Sends the beginning of these words with the system's word for who says them; returns how much of
/// them that was.
fn vouched(socket: &UnixStream, words: &[u8]) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
    let mut beside = SendAncillaryBuffer::new(&mut space);
    beside.push(SendAncillaryMessage::ScmCredentials(UCred {
        pid: getpid(),
        uid: getuid(),
        gid: getgid(),
    }));
    let words = [IoSlice::new(words)];
    Ok(sendmsg(socket, &words, &mut beside, SendFlags::NOSIGNAL)?)
}

/// What shows the server that it is the same user.
fn key() -> Vec<u8> {
    let kept = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
    kept.filter(|key| key.len() == KEY)
        .unwrap_or_else(|| vec![0; KEY])
}

fn properties() -> Props {
    let mut properties = Props::new();
    properties.set(Prop::ApplicationName, NAME);
    properties.set(Prop::MediaName, NAME);
    properties.set(Prop::MediaRole, ROLE);
    properties
}

fn playback_stream() -> PlaybackStreamParams {
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::S16Le,
            channels: 1,
            sample_rate: RATE,
        },
        channel_map: ChannelMap::mono(),
        buffer_attr: stream::BufferAttr {
            target_length: RATE * SOON / 1000 * 2,
            ..Default::default()
        },
        flags: stream::StreamFlags {
            adjust_latency: true,
            ..Default::default()
        },
        props: properties(),
        ..Default::default()
    }
}
