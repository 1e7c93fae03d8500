//! The thread that waits for the disk: what it writes of what it is given, and what it tells.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use rank_and_file_core::files::{Destination, Report, Writer};

/// A file whose every batch waits until it may be written, and says what it was.
struct Slow<const WHOLE: bool> {
    may: Receiver<io::Result<()>>,
    written: Sender<String>,
    synced: io::Result<()>,
}

impl<const WHOLE: bool> Destination for Slow<WHOLE> {
    const WHOLE: bool = WHOLE;

    fn write(&mut self, batch: &str) -> io::Result<()> {
        self.written.send(batch.to_owned()).unwrap();
        self.may.recv().unwrap()
    }

    fn sync(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.synced, Ok(()))
    }
}

struct Desk {
    writer: Writer,
    may: Sender<io::Result<()>>,
    written: Receiver<String>,
    reports: Receiver<Report>,
}

const PATIENCE: Duration = Duration::from_secs(60);

impl Desk {
    fn new<const WHOLE: bool>(synced: io::Result<()>) -> Self {
        let (may, waits) = mpsc::channel();
        let (tells, written) = mpsc::channel();
        let slow = Slow::<WHOLE> {
            may: waits,
            written: tells,
            synced,
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
    fn write_three(mut self) -> (Vec<String>, Vec<Report>) {
        self.writer.write("one".to_owned());
        let mut written = vec![self.written.recv_timeout(PATIENCE).unwrap()];
        for (batch, number) in [("two", 2), ("three", 3)] {
            assert_eq!(self.writer.write(batch.to_owned()), number);
        }
        for _ in 0..3 {
            self.may.send(Ok(())).unwrap();
        }
        // What was handed over is still written when nobody hands over any more.
        drop(self.writer);
        written.extend(self.written.iter());
        (written, self.reports.iter().collect())
    }
}

#[test]
fn batches_that_go_on_with_one_another_are_all_written() {
    let (written, reports) = Desk::new::<false>(Ok(())).write_three();
    assert_eq!(written, ["one", "two", "three"]);
    let numbers = [1, 2, 3];
    assert_eq!(reports.len(), numbers.len(), "{reports:?}");
    for (report, number) in reports.iter().zip(numbers) {
        assert!(
            matches!(report, Report::Written(its) if *its == number),
            "{reports:?}"
        );
    }
}

#[test]
fn of_batches_that_hold_one_another_the_last_is_written() {
    let (written, reports) = Desk::new::<true>(Ok(())).write_three();
    assert_eq!(written, ["one", "three"]);
    assert!(
        matches!(reports[..], [Report::Written(1), Report::Written(3)]),
        "{reports:?}"
    );
}

#[test]
fn what_is_written_is_told_before_the_disk_has_it() {
    let full = io::Error::from(io::ErrorKind::StorageFull);
    let (_, reports) = Desk::new::<false>(Err(full)).write_three();
    assert!(
        matches!(
            reports[..],
            [
                Report::Written(1),
                Report::Failed(1, _),
                Report::Written(2),
                Report::Written(3)
            ]
        ),
        "{reports:?}"
    );
}
