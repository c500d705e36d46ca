//! The page in a browser: Chromium or Chrome without a window, as `HBS_BROWSER` or `PATH` has it.
//!
//! Ignored, because not every machine has one: `cargo test -p xtask --bin xtask browser -- --ignored`.

use super::page;
use super::tests::data;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a browser made of a page.
struct Shown {
    /// The page, after its program ran.
    dom: String,
    /// What was said on the console.
    console: Vec<String>,
}

impl Shown {
    /// The sets in the table, in order.
    fn sets(&self) -> Vec<&str> {
        let (_, table) = self.dom.split_once("<table id=\"sets\"").expect("the table");
        let (_, body) = table.split_once("<tbody>").expect("its body");
        let (body, _) = body.split_once("</tbody>").expect("the end of its body");
        let rows = body.split("<tr data-set=\"").skip(1);
        rows.map(|row| row.split('"').next().unwrap_or_default()).collect()
    }

    /// The text of the element with this id, if there are no elements in it.
    fn text(&self, id: &str) -> &str {
        let (_, rest) = self.dom.split_once(&format!("id=\"{id}\"")).expect("the element");
        let (_, rest) = rest.split_once('>').expect("its start");
        rest.split('<').next().unwrap_or_default()
    }
}

/// Opens `text` at `#hash`.
fn show(text: &str, hash: &str) -> Shown {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("page.html"), text).expect("written");
    let output = |name: &str| Stdio::from(File::create(file(name)).expect("a file"));
    let mut browser = Command::new(browser())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--no-first-run", "--disable-background-networking", "--disable-component-update"])
        .args(["--enable-logging=stderr", "--window-size=1400,1000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", file("profile").display()))
        .arg(format!("file://{}#{hash}", file("page.html").display()))
        .stdin(Stdio::null())
        .stdout(output("dom"))
        .stderr(output("log"))
        .spawn()
        .expect("the browser starts");
    let start = Instant::now();
    while browser.try_wait().expect("a child").is_none() {
        if start.elapsed() > PATIENCE {
            let _ = browser.kill();
            let _ = browser.wait();
            panic!("the browser did not end within {PATIENCE:?}: {}", read(&file("log")));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let (dom, log) = (read(&file("dom")), read(&file("log")));
    assert!(dom.contains("</html>"), "nothing was shown: {log}");
    let console = log.lines().filter(|line| line.contains("CONSOLE")).map(String::from).collect();
    Shown { dom, console }
}

/// The same with another program in the page.
fn drive(text: &str, program: &str) -> Shown {
    let program = program.replace("</", "<\\/");
    let program = format!("<script>\n{program}</script>\n</body>");
    show(&text.replace("</body>", &program), "")
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

/// The browser.
///
/// # Panics
///
/// If there is none.
fn browser() -> PathBuf {
    if let Some(named) = std::env::var_os("HBS_BROWSER") {
        return named.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let places = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = places.into_iter().find(|place| place.is_file());
    found.unwrap_or_else(|| {
        panic!("none of {NAMES:?} is in PATH: install one, or name it in HBS_BROWSER")
    })
}

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A start takes a second, and ten on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

const ALL: [&str; 8] = [
    "LMS-H5",
    "LMS-H15",
    "XMSS-SHA2_10_256",
    "HSS-H5-L2",
    "XMSSMT-SHA2_40/4_256",
    "SLH-DSA-SHA2-128s",
    "SPHINCS+-SHAKE-192s-robust",
    "SLH-DSA-SHAKE-256f",
];

#[test]
#[ignore = "needs a browser"]
fn browser_shows_every_set_by_size() {
    let shown = show(&page(&data()), "");
    assert_eq!(shown.sets(), ALL);
    assert_eq!(shown.console, Vec::<String>::new());
    assert!(shown.dom.contains("<strong>8 of 8</strong>"), "{}", shown.dom);
    assert!(shown.text("about").contains("2026-02-02"), "the machine with most measurements");
}

#[test]
#[ignore = "needs a browser"]
fn browser_opens_the_view_of_an_address() {
    let text = page(&data());
    let shown = show(&text, "stateless=1&sort=-signature&set=SLH-DSA-SHA2-128s&machine=small");
    assert_eq!(shown.sets(), [ALL[7], ALL[6], ALL[5]]);
    assert!(shown.text("about").contains("2026-01-01"), "{}", shown.text("about"));
    assert!(shown.dom.contains("<strong>3 of 8</strong>"), "{}", shown.dom);
    assert_eq!(shown.console, Vec::<String>::new());

    let nonsense =
        "machine=x&backend=y&sort=size&need=a&signature=-1&set=RSA&scheme=DSA&y=0&q=&z=%";
    let shown = show(&text, nonsense);
    assert_eq!(shown.sets(), ALL);
    assert_eq!(shown.console, Vec::<String>::new());
}

/// Every control, the table, the picture and the keyboard: `drive.js`.
#[test]
#[ignore = "needs a browser"]
fn browser_does_what_it_is_asked() {
    let shown = drive(&page(&data()), include_str!("drive.js"));
    assert_eq!(shown.console, Vec::<String>::new());
    let verdict = shown.text("verdict");
    assert!(verdict.starts_with("all of "), "{verdict}");
}

/// An empty `results/` makes a page that says so.
#[test]
#[ignore = "needs a browser"]
fn browser_shows_a_page_of_nothing() {
    let shown = show(&page(&super::Data::default()), "");
    assert!(shown.sets().is_empty() && shown.console.is_empty(), "{:?}", shown.console);
    assert!(shown.dom.contains("data-ready=\"1\""), "{}", shown.dom);
}

/// The page's policy lets nothing be fetched, and this test would see it.
#[test]
#[ignore = "needs a browser"]
fn browser_may_not_fetch() {
    let fetch = "new Image().src = 'https://hbs-bench.invalid/x.png';\n";
    let shown = drive(&page(&data()), fetch);
    let refused = |line: &String| line.contains("Content Security Policy");
    assert!(shown.console.iter().any(refused), "{:?}", shown.console);
}
