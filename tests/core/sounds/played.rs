//! The player of sounds against sound servers that answer, that do not, and that are not there.
//! No sound card is needed: the servers are made here, with the types of the protocol's crate.

use std::io::{BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pulseaudio::protocol::{
    self, AuthReply, Command, CreatePlaybackStreamReply, Descriptor, SetClientNameReply,
    write_reply_message,
};
use rank_and_file_core::sounds::{RATE, Sound, Sounds};
use tempfile::TempDir;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::effort::took;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(20);
/// A caller that plays a sound waits no longer.
const AT_ONCE: Duration = Duration::from_millis(50);

/// What a server was told in one conversation.
#[derive(Debug, PartialEq)]
enum Told {
    /// What shall be played, and how it is written.
    Stream(protocol::SampleSpec),
    /// The sound itself.
    Samples(Vec<i16>),
    /// Nothing follows.
    Drain,
    /// The conversation is over.
    HungUp,
}

/// A sound server that answers as it should, once for each sound.
struct Server {
    folder: TempDir,
    told: Receiver<(usize, Told)>,
}

impl Server {
    fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join("native")).unwrap();
        let (teller, told) = channel();
        thread::spawn(move || {
            for (number, caller) in listener.incoming().enumerate() {
                let (teller, caller) = (teller.clone(), caller.unwrap());
                thread::spawn(move || {
                    // However the conversation ends, it is over then.
                    serve(number, &caller, &teller);
                    teller.send((number, Told::HungUp)).ok();
                });
            }
        });
        Self { folder, told }
    }

    fn sounds(&self) -> Sounds {
        Sounds::at(self.folder.path().join("native"))
    }

    fn hears(&self) -> (usize, Told) {
        self.told.recv_timeout(LONG).unwrap()
    }
}

/// Answers until the caller hangs up; `None` is that.
fn serve(number: usize, caller: &UnixStream, teller: &Sender<(usize, Told)>) -> Option<()> {
    let version = protocol::MAX_VERSION;
    let mut heard = BufReader::new(caller);
    let mut said = caller;
    loop {
        let Descriptor {
            length, channel, ..
        } = protocol::read_descriptor(&mut heard).ok()?;
        let mut message = vec![0; length as usize];
        heard.read_exact(&mut message).ok()?;
        if channel != u32::MAX {
            assert_eq!(channel, 7, "the stream has this number");
            let pairs = message.chunks_exact(2);
            let samples = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
            teller
                .send((number, Told::Samples(samples.collect())))
                .ok()?;
            continue;
        }
        let (seq, command) = Command::read_tag_prefixed(&mut &message[..], version).unwrap();
        match command {
            Command::Auth(auth) => {
                assert_eq!(auth.cookie.len(), 256);
                let reply = AuthReply {
                    version,
                    ..AuthReply::default()
                };
                write_reply_message(&mut said, seq, &reply, version).ok()?;
            }
            Command::SetClientName(_) => {
                let reply = SetClientNameReply { client_id: 3 };
                write_reply_message(&mut said, seq, &reply, version).ok()?;
            }
            Command::CreatePlaybackStream(stream) => {
                teller
                    .send((number, Told::Stream(stream.sample_spec)))
                    .ok()?;
                let reply = CreatePlaybackStreamReply {
                    channel: 7,
                    ..CreatePlaybackStreamReply::default()
                };
                write_reply_message(&mut said, seq, &reply, version).ok()?;
            }
            Command::DrainPlaybackStream(7) => teller.send((number, Told::Drain)).ok()?,
            other => panic!("the test did not expect {other:?}"),
        }
    }
}

/// What the program logs is the same for all tests, so those that look at it take turns.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Empties the log and keeps others from it.
fn log() -> (Log, MutexGuard<'static, ()>) {
    static ONE: Mutex<()> = Mutex::new(());
    static LOG: std::sync::OnceLock<Log> = std::sync::OnceLock::new();
    let turn = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let log = LOG.get_or_init(|| {
        let log = Log::default();
        let writer = log.clone();
        let layer = tracing_subscriber::fmt::layer()
            .with_writer(move || writer.clone())
            .with_ansi(false);
        // Other tests may have something to say at the same time.
        let wanted = Targets::new().with_target("rank_and_file_core::sounds", Level::INFO);
        tracing_subscriber::registry()
            .with(layer)
            .with(wanted)
            .init();
        log
    });
    log.0.lock().unwrap().clear();
    (log.clone(), turn)
}

impl Log {
    fn complaints(&self) -> usize {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines()
            .inspect(|line| assert!(line.contains("no sounds"), "{line}"))
            .count()
    }

    fn wait_for(&self, complaints: usize) {
        let begun = Instant::now();
        while self.complaints() < complaints {
            assert!(begun.elapsed() < LONG, "nothing was logged");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn at_once<T>(act: impl FnOnce() -> T) -> T {
    let (done, took) = took(act);
    assert!(took < AT_ONCE, "it took {took:?}");
    done
}

#[test]
fn a_sound_reaches_the_server_whole_and_the_conversation_ends_with_it() {
    let (log, _turn) = log();
    let server = Server::start();
    let sounds = server.sounds();
    at_once(|| sounds.play(Sound::Capture));
    let begun = Instant::now();
    let (0, Told::Stream(spec)) = server.hears() else {
        panic!("no stream");
    };
    assert_eq!((spec.channels, spec.sample_rate), (1, RATE));
    assert_eq!(spec.format, protocol::SampleFormat::S16Le);
    let samples = Sound::Capture.samples().to_vec();
    assert_eq!(server.hears(), (0, Told::Samples(samples)));
    assert_eq!(server.hears(), (0, Told::Drain));
    // It stays until it must have been heard, and no longer.
    assert_eq!(server.hears(), (0, Told::HungUp));
    let open = begun.elapsed();
    let length = Duration::from_millis(300);
    assert!(
        open > length && open < length + Duration::from_secs(5),
        "{open:?}"
    );
    assert_eq!(log.complaints(), 0);
}

#[test]
fn sounds_that_follow_each_other_are_heard_beside_each_other() {
    let (_log, _turn) = log();
    let server = Server::start();
    let sounds = server.sounds();
    for (number, sound) in [Sound::Move, Sound::Check].into_iter().enumerate() {
        at_once(|| sounds.play(sound));
        assert!(matches!(server.hears(), (n, Told::Stream(_)) if n == number));
        // The first connection is still open when the second begins.
        let samples = sound.samples().to_vec();
        assert_eq!(server.hears(), (number, Told::Samples(samples)));
        assert_eq!(server.hears(), (number, Told::Drain));
    }
    // Who no longer wants sounds hangs up.
    at_once(|| drop(sounds));
    let mut left = [server.hears(), server.hears()];
    left.sort_by_key(|(number, _)| *number);
    assert_eq!(left, [(0, Told::HungUp), (1, Told::HungUp)]);
}

#[test]
fn where_there_is_no_server_that_is_said_once() {
    let (log, _turn) = log();
    let folder = TempDir::new().unwrap();
    let sounds = Sounds::at(folder.path().join("native"));
    assert_eq!(
        log.complaints(),
        0,
        "nothing is tried before there is a sound"
    );
    at_once(|| sounds.play(Sound::Move));
    log.wait_for(1);
    at_once(|| sounds.play(Sound::Check));
    // One that hangs up is none, either; there it is seen when the next sound is tried.
    let listener = UnixListener::bind(folder.path().join("native")).unwrap();
    for sound in Sound::ALL {
        at_once(|| sounds.play(sound));
        listener.accept().unwrap();
    }
    assert_eq!(log.complaints(), 1);
    at_once(|| drop(sounds));
}

#[test]
fn a_server_that_talks_nonsense_is_left_alone() {
    let (log, _turn) = log();
    let folder = TempDir::new().unwrap();
    let listener = UnixListener::bind(folder.path().join("native")).unwrap();
    let sounds = Sounds::at(folder.path().join("native"));
    for answer in [&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], &[0xff; 64], &[]] {
        at_once(|| sounds.play(Sound::Move));
        let (mut caller, _) = listener.accept().unwrap();
        caller.write_all(answer).unwrap();
        caller.shutdown(std::net::Shutdown::Write).unwrap();
        // It hangs up, no matter how much it had said by then.
        caller.read_to_end(&mut Vec::new()).ok();
    }
    log.wait_for(1);
    assert_eq!(log.complaints(), 1);
}

#[test]
fn a_server_that_does_not_answer_blocks_nothing_and_old_sounds_are_dropped() {
    let (log, _turn) = log();
    let folder = TempDir::new().unwrap();
    let listener = UnixListener::bind(folder.path().join("native")).unwrap();
    let sounds = Sounds::at(folder.path().join("native"));
    at_once(|| sounds.play(Sound::Move));
    let (silent, _) = listener.accept().unwrap();
    // The thread waits for an answer; what is wanted meanwhile is of the past when it gives up.
    for sound in Sound::ALL {
        at_once(|| sounds.play(sound));
    }
    log.wait_for(1);
    // A new one is tried again, before any that is stale, and `play` returns at once again.
    at_once(|| sounds.play(Sound::Move));
    let (caller, _) = listener.accept().unwrap();
    let (teller, told) = channel();
    thread::spawn(move || serve(0, &caller, &teller));
    assert!(matches!(
        told.recv_timeout(LONG).unwrap(),
        (0, Told::Stream(_))
    ));
    let samples = Sound::Move.samples().to_vec();
    let heard = told.recv_timeout(LONG).unwrap();
    assert_eq!(
        heard,
        (0, Told::Samples(samples)),
        "a stale sound was tried"
    );
    at_once(|| drop(sounds));
    drop(silent);
}
