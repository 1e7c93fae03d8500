//! The thread that waits for the disk: what it writes of what it is given, and what it tells.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use rank_and_file_core::files::{Destination, SyncTask, WriteReport, Writer, finish_writing};

/// A file that reports each batch, and writes it only when the test allows that. Its disk waits, too, where a test says
/// so.
struct Slow<const WHOLE: bool> {
    may: Receiver<io::Result<()>>,
    written: Sender<String>,
    synced: Option<SyncTask>,
}

impl<const WHOLE: bool> Destination for Slow<WHOLE> {
    const WHOLE: bool = WHOLE;

    fn write(&mut self, batch: &str) -> io::Result<()> {
        self.written.send(batch.to_owned()).unwrap();
        self.may.recv().unwrap()
    }

    fn due(&mut self) -> Option<SyncTask> {
        Some(self.synced.take().unwrap_or(Box::new(|| Ok(()))))
    }
}

struct Desk {
    writer: Writer,
    may: Sender<io::Result<()>>,
    written: Receiver<String>,
    reports: Receiver<WriteReport>,
}

const PATIENCE: Duration = Duration::from_secs(60);

impl Desk {
    fn new<const WHOLE: bool>(synced: impl FnOnce() -> io::Result<()> + Send + 'static) -> Self {
        let (may, waits) = mpsc::channel();
        let (tells, written) = mpsc::channel();
        let slow = Slow::<WHOLE> {
            may: waits,
            written: tells,
            synced: Some(Box::new(synced)),
        };
        let (sender, reports) = mpsc::channel();
        let report = move |report| {
            sender.send(report).ok();
        };
        Self {
            writer: Writer::start(slow, report).unwrap(),
            may,
            written,
            reports,
        }
    }

    /// Hands over three batches while the first is on its way, and returns which are written.
    fn write_three(mut self) -> (Vec<String>, Vec<WriteReport>) {
        self.writer.write("one".to_owned());
        let mut written = vec![self.written.recv_timeout(PATIENCE).unwrap()];
        for (batch, number) in [("two", 2), ("three", 3)] {
            assert_eq!(self.writer.write(batch.to_owned()), number);
        }
        for _ in 0..3 {
            self.may.send(Ok(())).unwrap();
        }
        // What was handed over is still written when its owner has gone.
        drop(self.writer);
        written.extend(self.written.iter());
        (written, self.reports.iter().collect())
    }
}

/// The numbers of the batches that are told to be written, in the order in which that is told.
fn written(reports: &[WriteReport]) -> Vec<u64> {
    let number = |report: &WriteReport| match report {
        WriteReport::Written(number) => Some(*number),
        _ => None,
    };
    reports.iter().filter_map(number).collect()
}

#[test]
fn batches_that_go_on_with_one_another_are_all_written() {
    let (batches, reports) = Desk::new::<false>(|| Ok(())).write_three();
    assert_eq!(batches, ["one", "two", "three"]);
    assert_eq!(written(&reports), [1, 2, 3], "{reports:?}");
    assert!(
        reports
            .iter()
            .any(|report| matches!(report, WriteReport::Synced(3))),
        "{reports:?}"
    );
}

#[test]
fn of_batches_that_hold_one_another_the_last_is_written() {
    let (batches, reports) = Desk::new::<true>(|| Ok(())).write_three();
    assert_eq!(batches, ["one", "three"]);
    assert_eq!(written(&reports), [1, 3], "{reports:?}");
}

/// The disk has not taken the first batch when the third is written; what it fails is told, and what
/// it takes afterwards, too.
#[test]
fn writing_never_waits_for_the_disk() {
    let (tell, told) = mpsc::channel();
    let (begin, begun) = mpsc::channel();
    let mut desk = Desk::new::<false>(move || {
        begin.send(()).unwrap();
        told.recv().unwrap()
    });
    for batch in ["one", "two", "three"] {
        desk.writer.write(batch.to_owned());
        desk.may.send(Ok(())).unwrap();
        if batch == "one" {
            begun.recv_timeout(PATIENCE).unwrap();
        }
    }
    let next = || desk.reports.recv_timeout(PATIENCE).unwrap();
    let reports = [next(), next(), next()];
    assert_eq!(written(&reports), [1, 2, 3], "{reports:?}");
    assert!(
        !finish_writing(Duration::from_millis(1)),
        "the disk is owed something"
    );
    tell.send(Err(io::ErrorKind::StorageFull.into())).unwrap();
    let failed = next();
    assert!(matches!(failed, WriteReport::NotSynced(1, _)), "{failed:?}");
    // The two that came meanwhile are waited for together.
    let synced = next();
    assert!(matches!(synced, WriteReport::Synced(3)), "{synced:?}");
    drop(desk.writer);
    assert!(
        desk.reports.recv_timeout(PATIENCE).is_err(),
        "both threads end"
    );
}

#[test]
fn what_cannot_be_written_is_told() {
    let mut desk = Desk::new::<false>(|| Ok(()));
    desk.writer.write("one".to_owned());
    desk.may
        .send(Err(io::ErrorKind::StorageFull.into()))
        .unwrap();
    let failed = desk.reports.recv_timeout(PATIENCE).unwrap();
    assert!(matches!(failed, WriteReport::Failed(1, _)), "{failed:?}");
}

/// A note is in the file, and the disk has it with what was written before or after it.
#[test]
fn a_note_is_synced_only_with_other_writes() {
    let mut desk = Desk::new::<false>(|| Ok(()));
    let next = |reports: &Receiver<WriteReport>| reports.recv_timeout(PATIENCE).unwrap();
    desk.may.send(Ok(())).unwrap();
    assert_eq!(desk.writer.note("a note".to_owned()), 1);
    assert!(matches!(next(&desk.reports), WriteReport::Written(1)));
    for (failing, batch) in [(true, "a ply"), (false, "another")] {
        let may = match failing {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        };
        desk.may.send(may).unwrap();
        match failing {
            true => desk.writer.write(batch.to_owned()),
            false => desk.writer.note(batch.to_owned()),
        };
    }
    assert!(matches!(next(&desk.reports), WriteReport::Failed(2, _)));
    assert!(matches!(next(&desk.reports), WriteReport::Written(3)));
    // The note has taken along what could not be written before it.
    let synced = next(&desk.reports);
    assert!(matches!(synced, WriteReport::Synced(3)), "{synced:?}");
    desk.may.send(Ok(())).unwrap();
    desk.writer.note("a last note".to_owned());
    drop(desk.writer);
    let rest: Vec<WriteReport> = desk.reports.iter().collect();
    assert!(matches!(rest[..], [WriteReport::Written(4)]), "{rest:?}");
    assert_eq!(desk.written.iter().count(), 4);
}
