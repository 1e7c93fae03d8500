//! The index: what every log said when it was last read, kept in the cache folder. It is only ever
//! a shortcut: whatever is wrong with it, it is thrown away and made anew from the logs.
//!
//! SQLite, because a killed process leaves it whole, one row can be replaced without writing the
//! others, and two processes may use it at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, Row, params};

use super::stamp::Stamp;
use super::{State, Summary};
use crate::log::{Folder, Mark};
use crate::rules::{Color, Outcome};

/// The version of the table, and of how logs are summed up. Any other is made anew.
const VERSION: i32 = 1;
/// `R&F1`, so that no other program's file is taken for an index.
const APPLICATION: i32 = 0x5226_4631;
/// How long one process waits for another's writing.
const PATIENCE: Duration = Duration::from_secs(2);

const TABLE: &str = "CREATE TABLE game (
    id TEXT PRIMARY KEY, size INTEGER, modified INTEGER, changed INTEGER,
    state INTEGER, result TEXT, reason TEXT, white TEXT, black TEXT, plies INTEGER,
    started INTEGER, date TEXT, opening TEXT, time_control TEXT, fen TEXT, fingerprint INTEGER, checksum INTEGER
) WITHOUT ROWID";
const COLUMNS: usize = 17;

/// Where in a cache folder the index of a folder of games is: each folder has its own.
#[must_use]
pub fn index_path(cache: &Path, folder: &Folder) -> PathBuf {
    let mut mark = Mark::default();
    for byte in folder.path().as_os_str().as_encoded_bytes() {
        mark.byte(*byte);
    }
    cache.join(format!("games-{:016x}.sqlite", mark.number()))
}

/// The index file of one folder of games.
pub struct Index {
    connection: Connection,
}

impl Index {
    /// Opens the index at `path`. One that is missing, damaged, or of another version is made anew.
    ///
    /// # Errors
    /// Where there cannot be one: the folder cannot be written, the disk is full.
    pub fn open(path: &Path) -> rusqlite::Result<Self> {
        if let Some(folder) = path.parent() {
            // Where this fails, opening the file says why.
            fs::create_dir_all(folder).ok();
        }
        Self::open_as_it_is(path).or_else(|error| {
            tracing::info!("the index is made anew: {error}");
            Self::remove(path);
            Self::open_as_it_is(path)
        })
    }

    pub(super) fn remove(path: &Path) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut file = path.as_os_str().to_owned();
            file.push(ending);
            fs::remove_file(file).ok();
        }
    }

    fn open_as_it_is(path: &Path) -> rusqlite::Result<Self> {
        // A pipe or a folder with this name must not hang or be written to.
        if fs::symlink_metadata(path).is_ok_and(|file| !file.is_file()) {
            return Err(rusqlite::Error::InvalidPath(path.to_owned()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        // Losing the last rows in a power cut costs reading a few logs again.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        match (number("application_id")?, number("user_version")?) {
            (APPLICATION, VERSION) => {}
            (0, 0) => {
                connection.execute_batch(&format!(
                    "BEGIN IMMEDIATE; {TABLE}; PRAGMA application_id = {APPLICATION};
                     PRAGMA user_version = {VERSION}; COMMIT"
                ))?;
            }
            _ => return Err(rusqlite::Error::InvalidQuery),
        }
        let columns: usize = connection.query_row(
            "SELECT count(*) FROM pragma_table_info('game')",
            [],
            |row| row.get(0),
        )?;
        if columns != COLUMNS {
            return Err(rusqlite::Error::InvalidQuery);
        }
        Ok(Self { connection })
    }

    /// Hands over everything that it says, newest id first. Rows that cannot be believed are left out, and
    /// their logs will be read again.
    ///
    /// # Errors
    /// Where the file is damaged.
    pub(super) fn read(
        &self,
        folder: &Folder,
        mut take: impl FnMut(Stamp, Summary),
    ) -> rusqlite::Result<()> {
        let mut rows = self
            .connection
            .prepare("SELECT * FROM game ORDER BY id DESC")?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            match from_row(row, folder) {
                Ok(Some((stamp, summary))) => take(stamp, summary),
                Ok(None) => tracing::info!("a row of the index does not add up and is left out"),
                Err(error) => tracing::info!("a row of the index is left out: {error}"),
            }
        }
        Ok(())
    }

    /// Takes over what was just read, and forgets the logs that are gone, all at once.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub(super) fn update(
        &mut self,
        read: &[(Stamp, Summary)],
        gone: &[String],
    ) -> rusqlite::Result<()> {
        let change = self.connection.transaction()?;
        {
            let mut put = change.prepare_cached(
                "INSERT OR REPLACE INTO game VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            )?;
            for (stamp, summary) in read {
                let row = Fields::of(*stamp, summary);
                put.execute(params![
                    row.id,
                    row.size,
                    row.modified,
                    row.changed,
                    row.state,
                    row.result,
                    row.reason,
                    row.white,
                    row.black,
                    row.plies,
                    row.started,
                    row.date,
                    row.opening,
                    row.time_control,
                    row.fen,
                    row.fingerprint,
                    row.checksum(),
                ])?;
            }
            let mut forget = change.prepare_cached("DELETE FROM game WHERE id = ?")?;
            for id in gone {
                forget.execute([id])?;
            }
        }
        change.commit()
    }
}

/// The same bits: SQLite knows signed numbers only.
fn signed(number: u64) -> i64 {
    i64::from_le_bytes(number.to_le_bytes())
}

/// One row, as it is written and read.
struct Fields<'a> {
    id: &'a str,
    size: i64,
    modified: i64,
    changed: i64,
    state: i64,
    result: &'a str,
    reason: &'a str,
    white: &'a str,
    black: &'a str,
    plies: i64,
    started: Option<i64>,
    date: &'a str,
    opening: &'a str,
    time_control: String,
    fen: &'a str,
    fingerprint: i64,
}

impl<'a> Fields<'a> {
    fn of(stamp: Stamp, summary: &'a Summary) -> Self {
        Self {
            id: &summary.entry.id,
            size: stamp.size,
            modified: stamp.modified,
            changed: stamp.changed,
            state: match summary.state {
                State::Unfinished => 0,
                State::Finished => 1,
                State::Damaged => 2,
            },
            result: summary.outcome.map_or("", Outcome::result),
            reason: summary.outcome.map_or("", |outcome| outcome.reason.code()),
            white: &summary.white,
            black: &summary.black,
            plies: i64::try_from(summary.plies).unwrap_or(i64::MAX),
            started: summary.started.map(Timestamp::as_second),
            date: &summary.date,
            opening: &summary.opening,
            time_control: summary
                .time_control
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            fen: &summary.fen,
            fingerprint: signed(summary.fingerprint),
        }
    }

    /// A number over all fields, so that a flipped bit is noticed.
    fn checksum(&self) -> i64 {
        let mut mark = Mark::default();
        for text in [
            self.id,
            self.result,
            self.reason,
            self.white,
            self.black,
            self.date,
            self.opening,
            &self.time_control,
            self.fen,
        ] {
            mark.text(text);
        }
        for number in [
            self.size,
            self.modified,
            self.changed,
            self.state,
            self.plies,
            self.fingerprint,
            self.started.unwrap_or(i64::MIN),
        ] {
            mark.whole(number);
        }
        signed(mark.number())
    }

    fn summary(&self, folder: &Folder) -> Option<Summary> {
        let outcome = match self.result {
            "" => None,
            result => Some(Outcome::from_record(result, self.reason.parse().ok()?)?),
        };
        Some(Summary {
            entry: folder.entry(self.id.to_owned()),
            state: match self.state {
                0 => State::Unfinished,
                1 => State::Finished,
                2 => State::Damaged,
                _ => return None,
            },
            outcome,
            white: self.white.to_owned(),
            black: self.black.to_owned(),
            plies: usize::try_from(self.plies).ok()?,
            started: match self.started {
                None => None,
                Some(second) => Some(Timestamp::from_second(second).ok()?),
            },
            date: self.date.to_owned(),
            opening: self.opening.to_owned(),
            time_control: match self.time_control.as_str() {
                "" => None,
                text => Some(text.parse().ok()?),
            },
            fen: self.fen.to_owned(),
            fingerprint: u64::from_le_bytes(self.fingerprint.to_le_bytes()),
            turn: Color::from_white(self.fen.split(' ').nth(1)? == "w"),
            fault: None,
        })
    }
}

/// `None` where the row does not add up.
fn from_row(row: &Row<'_>, folder: &Folder) -> rusqlite::Result<Option<(Stamp, Summary)>> {
    let text = |column| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
    let fields = Fields {
        id: text(0)?,
        size: row.get(1)?,
        modified: row.get(2)?,
        changed: row.get(3)?,
        state: row.get(4)?,
        result: text(5)?,
        reason: text(6)?,
        white: text(7)?,
        black: text(8)?,
        plies: row.get(9)?,
        started: row.get(10)?,
        date: text(11)?,
        opening: text(12)?,
        time_control: text(13)?.to_owned(),
        fen: text(14)?,
        fingerprint: row.get(15)?,
    };
    let sum: i64 = row.get(16)?;
    let stamp = Stamp {
        size: fields.size,
        modified: fields.modified,
        changed: fields.changed,
    };
    let sound = fields.checksum() == sum;
    Ok(sound
        .then(|| fields.summary(folder))
        .flatten()
        .map(|summary| (stamp, summary)))
}
