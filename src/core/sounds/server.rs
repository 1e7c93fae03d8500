//! How a sound reaches the desktop's sound server, PulseAudio or PipeWire in its place: one sound,
//! one conversation over a socket.
//!
//! Only the words of the protocol come from the crate. Its own client would keep a thread for as
//! long as the program runs; this conversation is over when the sound is.

use std::ffi::CStr;
use std::io::{self, BufReader, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreatePlaybackStreamReply,
    MAX_VERSION, PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec,
    SetClientNameReply, read_reply_message, stream, write_command_message, write_memblock,
};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, UCred, sendmsg};
use rustix::process::{getgid, getpid, getuid};

use super::RATE;

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
    let mut talk = Talk {
        server: BufReader::new(socket),
        version: MAX_VERSION,
        said: 0,
    };
    let greeting: AuthReply = talk.introduce()?;
    talk.version = greeting.version.min(MAX_VERSION);
    let _: SetClientNameReply = talk.ask(&Command::SetClientName(properties()))?;
    let stream: CreatePlaybackStreamReply = talk.ask(&Command::CreatePlaybackStream(stream()))?;
    let bytes: Vec<u8> = samples.iter().flat_map(|s| s.to_le_bytes()).collect();
    let server = talk.server.get_mut();
    write_memblock(server, stream.channel, &bytes, 0)?;
    // That nothing follows lets even the shortest sound begin at once.
    talk.say(&Command::DrainPlaybackStream(stream.channel))?;
    Ok(Playing {
        _socket: talk.server.into_inner(),
    })
}

struct Talk {
    server: BufReader<UnixStream>,
    version: u16,
    said: u32,
}

impl Talk {
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

fn stream() -> PlaybackStreamParams {
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
