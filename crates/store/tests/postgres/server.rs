//! A PostgreSQL server of the tests' own: in a temporary folder, on a socket in it, gone when it is dropped.

use postgres::Client;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{env, io};
use store::PostgresStore;
use tempfile::TempDir;

pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    /// Who it runs as, if we are root: it would refuse to be.
    user: Option<(u32, u32)>,
}

static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());

impl Server {
    /// One for all tests that run at the time; none, and a line that says so, if it is not installed.
    pub(crate) fn shared() -> Option<Arc<Self>> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = shared.upgrade() {
            return Some(server);
        }
        let server = Arc::new(Self::start()?);
        *shared = Arc::downgrade(&server);
        Some(server)
    }

    /// One of one's own.
    pub(crate) fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                env::var_os("HBS_REQUIRE_POSTGRES").is_none(),
                "HBS_REQUIRE_POSTGRES: {ABSENT}"
            );
            let thread = std::thread::current();
            // Past what the harness keeps of a test that passes.
            writeln!(io::stderr(), "SKIPPED {}: {ABSENT}", thread.name().unwrap_or_default()).ok();
            return None;
        };
        let folder = tempfile::Builder::new().prefix("hbs").tempdir().expect("a folder");
        let root = fs::metadata(folder.path()).expect("a folder").uid() == 0;
        let user = root.then(|| user("postgres").or_else(|| user("nobody")).expect("a user"));
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).expect("root may");
        }
        let server = Self { folder, programs, user };
        let made = server
            .run("initdb", ["-U", "hbs", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        assert!(made, "initdb failed: {}", server.log());
        server.set("listen_addresses = ''");
        server.set(&format!("unix_socket_directories = '{}'", server.folder.path().display()));
        server.set("shared_buffers = '16MB'");
        server.up();
        Some(server)
    }

    /// Adds a line to its configuration.
    pub(crate) fn set(&self, line: &str) {
        let path = self.data().join("postgresql.conf");
        let mut file = OpenOptions::new().append(true).open(path).expect("it is there");
        writeln!(file, "{line}").expect("written");
    }

    /// Makes a standby of it when it starts next.
    pub(crate) fn stand_by(&self) {
        File::create(self.data().join("standby.signal")).expect("made");
    }

    /// Lets it end to stand by.
    pub(crate) fn promote(&self) {
        assert!(self.run("pg_ctl", ["promote", "-w"]), "{}", self.log());
    }

    pub(crate) fn up(&self) {
        let log = self.folder.path().join("server.log");
        let up = self
            .run("pg_ctl", [OsStr::new("start"), "-w".as_ref(), "-l".as_ref(), log.as_os_str()]);
        assert!(up, "it does not start: {}", self.log());
    }

    /// As if it was killed: it finishes nothing, and recovers when it starts.
    pub(crate) fn kill(&self) {
        assert!(self.run("pg_ctl", ["stop", "-m", "immediate", "-w"]), "{}", self.log());
    }

    pub(crate) fn reload(&self) {
        assert!(self.run("pg_ctl", ["reload"]), "{}", self.log());
    }

    /// A connection string.
    pub(crate) fn place(&self, database: &str) -> String {
        format!("host={} user=hbs dbname={database}", self.folder.path().display())
    }

    pub(crate) fn client(&self, database: &str) -> Client {
        PostgresStore::connect(&self.place(database)).expect("it is up")
    }

    /// A database of one's own. Returns its connection string.
    pub(crate) fn database(&self, name: &str) -> String {
        let make = format!("CREATE DATABASE {name}");
        self.client("postgres").batch_execute(&make).expect("made");
        self.place(name)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run<A: AsRef<OsStr>>(&self, program: &str, arguments: impl IntoIterator<Item = A>) -> bool {
        let output = File::create(self.folder.path().join("output")).expect("made");
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).arg("-D").arg(self.data()).current_dir(self.folder.path());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        let errors = output.try_clone().expect("a file");
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        command.status().expect("it runs").success()
    }

    fn log(&self) -> String {
        let read = |name| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        read("output") + &read("server.log")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Also while a test panics, and when it is down already.
        self.run("pg_ctl", ["stop", "-m", "immediate", "-w"]);
    }
}

const ABSENT: &str = "no PostgreSQL server is installed: apt-get install postgresql, or set HBS_POSTGRES_BIN to the folder \
                      of initdb and pg_ctl";

/// The folder that has the server's programs. If one is named, no other is looked for.
fn programs() -> Option<PathBuf> {
    let whole = |folder: &PathBuf| {
        ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).is_file())
    };
    if let Some(folder) = env::var_os("HBS_POSTGRES_BIN") {
        return Some(folder.into()).filter(whole);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = versions.map(|version| version.path().join("bin"));
    env::split_paths(&path).chain(versions).find(whole)
}

/// The numbers of a user and its group.
fn user(name: &str) -> Option<(u32, u32)> {
    let users = fs::read_to_string(Path::new("/etc/passwd")).ok()?;
    let user = users
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|user| user[0] == name)?;
    Some((user.get(2)?.parse().ok()?, user.get(3)?.parse().ok()?))
}
