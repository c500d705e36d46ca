//! Disks that are full or may only be read, and clocks that were set: each index signs once, and what is refused works
//! again when the disk does.
//!
//! The disks are mounted in a namespace of this test's own, in memory. Where the system lets nobody have one, it says
//! so and tries nothing.
#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::Place;

const SET: &str = "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W8";

/// Set where disks may be mounted.
const OWN: &str = "HBS_OWN_MOUNTS";

/// Runs a test of this file where disks may be mounted. Returns whether this is there.
fn may_mount(test: &str) -> bool {
    if env::var_os(OWN).is_some() {
        return true;
    }
    let unshare = |program: &Path| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount"]).arg(program).env(OWN, "1");
        command
    };
    let can = unshare(Path::new("true")).output().is_ok_and(|output| output.status.success());
    if !can {
        assert!(
            env::var_os("HBS_REQUIRE_MOUNTS").is_none(),
            "HBS_REQUIRE_MOUNTS, and there are none"
        );
        // Past what the harness keeps of a test that passes.
        let what = "the system lets this process mount nothing (unshare --user --mount)";
        writeln!(std::io::stderr(), "SKIPPED {test}: {what}").ok();
        return false;
    }
    let mut command = unshare(&env::current_exe().expect("it runs"));
    let output = command.args(["--exact", test, "--nocapture"]).output().expect("it starts");
    print!("{}", support::text(&output.stdout));
    assert!(output.status.success(), "{}", support::text(&output.stderr));
    false
}

/// A place with a message in it, and a disk of this many bytes at `disk`.
fn with_disk(bytes: usize) -> Place {
    let place = Place::new();
    place.write("message", b"firmware");
    fs::create_dir(place.file("disk")).expect("made");
    mount(&place, &format!("-t tmpfs -o size={bytes} none disk"));
    place
}

#[track_caller]
fn mount(place: &Place, args: &str) {
    let mut command = Command::new("mount");
    let status = command.args(args.split_whitespace()).current_dir(place.path()).status();
    assert!(status.expect("it starts").success(), "mount {args}");
}

/// Fills the disk but for so many pages.
fn fill(place: &Place, pages: usize) {
    let mut file = File::create(place.file("disk/filling")).expect("made");
    let page = [0; 4096];
    while file.write_all(&page).is_ok() {}
    let len = file.metadata().expect("it is there").len() / 4096 * 4096;
    file.set_len(len.saturating_sub(pages as u64 * 4096)).expect("shorter");
}

fn free(place: &Place) {
    fs::remove_file(place.file("disk/filling")).expect("removed");
}

/// The index of what was signed.
fn index(place: &Place, signature: &str) -> u32 {
    let bytes = place.read(signature);
    u32::from_be_bytes(*bytes.first_chunk().expect("an index"))
}

/// A fresh file system numbers its files as another one did.
#[test]
fn a_copy_on_another_disk_does_not_sign() {
    if !may_mount("a_copy_on_another_disk_does_not_sign") {
        return;
    }
    let place = with_disk(256 << 10);
    place.write("other", b"another message");
    fs::create_dir(place.file("second")).expect("made");
    mount(&place, "-t tmpfs -o size=262144 none second");
    place.hbs(&format!("keygen disk/key --set {SET} --allow-volatile"));
    if fs::metadata(place.file("disk/key/state")).and_then(|about| about.created()).is_err() {
        println!("these file systems do not know when a file was made");
        return;
    }
    let mut copy = Command::new("cp");
    copy.args(["-a", "disk/key", "second/key"]).current_dir(place.path());
    assert!(copy.status().expect("it starts").success());
    place.hbs("sign disk/key message");
    place.fails("sign second/key other", 1, "adopt --skip N");
    place.hbs("adopt second/key --skip 1");
    place.hbs("sign second/key other");
    assert_eq!((index(&place, "message.sig"), index(&place, "other.sig")), (0, 1));
}

#[test]
fn a_key_signs_on_a_full_disk() {
    if !may_mount("a_key_signs_on_a_full_disk") {
        return;
    }
    let place = with_disk(256 << 10);
    place.hbs(&format!("keygen disk/key --set {SET} --allow-volatile"));
    fill(&place, 0);
    // Its state has its room from the beginning on.
    place.hbs("sign disk/key message");
    assert_eq!(index(&place, "message.sig"), 0);
    // A signature has none. It was made, so that its index is used up, and nobody has it.
    place.fails("sign disk/key message -o disk/1.sig", 1, "Index 1 is used up");
    assert!(fs::metadata(place.file("disk/1.sig")).map_or(true, |about| about.len() == 0));
    place.fails("split disk/key disk/part --count 4 --allow-volatile", 1, "disk/part");
    free(&place);
    let indices = place.json("inspect disk/key")["indices"].clone();
    assert_eq!((&indices["next"], &indices["issued"]), (&2.into(), &2.into()), "{indices}");
    place.hbs("sign disk/key message -o disk/2.sig");
    assert_eq!(index(&place, "disk/2.sig"), 2);
    place.hbs("verify disk/key message --signature disk/2.sig");
}

#[test]
fn an_anchor_on_a_full_disk_stops_the_key_until_there_is_room() {
    if !may_mount("an_anchor_on_a_full_disk_stops_the_key_until_there_is_room") {
        return;
    }
    let place = with_disk(64 << 10);
    let set = "LMS-SHA256-M24-H10+LMOTS-SHA256-N24-W8";
    place.hbs(&format!("keygen key --set {set} --anchor disk/log --allow-volatile"));
    place.hbs("sign key message -o first.sig");
    fill(&place, 0);
    // The first page of the log has room for 63 lines.
    let mut seen = BTreeSet::from([index(&place, "first.sig")]);
    let mut refused = 0;
    for number in 0..64 {
        let name = format!("{number}.sig");
        let output = place.output(&format!("sign key message -o {name}"));
        if output.status.success() {
            assert!(seen.insert(index(&place, &name)), "an index again");
            continue;
        }
        let said = support::text(&output.stderr);
        assert!(
            said.contains("the anchor cannot be raised") && said.contains("No space"),
            "{said}"
        );
        assert!(!place.file(&name).exists());
        refused += 1;
    }
    assert!(refused > 0, "there was room");
    free(&place);
    place.hbs("sign key message -o last.sig");
    assert!(seen.insert(index(&place, "last.sig")), "an index again");
    println!("an anchor without room: {} signed, {refused} refused, 0 reused", seen.len());
}

/// From no room at all to enough: a key is there and signs, or is not and can be made.
#[test]
fn keys_and_parts_are_made_with_any_room() {
    if !may_mount("keys_and_parts_are_made_with_any_room") {
        return;
    }
    let (mut made, mut parts) = (0, 0);
    for pages in 0..16 {
        let place = with_disk(256 << 10);
        fill(&place, pages);
        let keygen = format!("keygen disk/key --set {SET} --allow-volatile");
        let output = place.output(&keygen);
        if output.status.success() {
            made += 1;
        } else {
            let all = support::text(&output.stderr);
            assert!(all.contains("No space") || all.contains("full"), "{pages} pages: {all}");
            place.fails("sign disk/key message", 1, "");
            free(&place);
            // What is left of it is no key, and it says so.
            place.hbs(&keygen.replace("disk/key", "disk/other"));
            place.hbs("sign disk/other message");
            continue;
        }
        place.hbs("sign disk/key message -o 0.sig");
        let output = place.output("split disk/key disk/part --count 8 --allow-volatile");
        let part = output.status.success();
        parts += u32::from(part);
        free(&place);
        place.hbs("sign disk/key message -o 1.sig");
        assert_eq!((index(&place, "0.sig"), index(&place, "1.sig")), (0, 1));
        if part {
            place.hbs("sign disk/part message -o part.sig");
            assert_eq!(index(&place, "part.sig"), 24);
        }
        let limit = place.json("inspect disk/key")["indices"]["limit"].as_u64().expect("a number");
        assert!(limit == 24 || (!part && limit == 32), "{pages} pages: {limit}");
    }
    assert!((1..16).contains(&made) && (1..made).contains(&parts), "{made} keys, {parts} parts");
    println!(
        "16 disks with 0 to 15 pages of room: {made} keys made, {parts} parts, 0 indices reused"
    );
}

#[test]
fn a_disk_that_may_only_be_read_refuses_and_goes_on_later() {
    if !may_mount("a_disk_that_may_only_be_read_refuses_and_goes_on_later") {
        return;
    }
    let place = with_disk(256 << 10);
    place.hbs(&format!("keygen disk/key --set {SET} --allow-volatile"));
    place.hbs("sign disk/key message -o 0.sig");
    mount(&place, "-o remount,ro disk");
    for command in [
        "sign disk/key message -o 1.sig",
        "reserve disk/key 1",
        "split disk/key part --count 1 --allow-volatile",
        "adopt disk/key --skip 1",
        "inspect disk/key --against 0.sig",
    ] {
        place.fails(command, 1, "Read-only file system");
    }
    place.fails(&format!("keygen disk/other --set {SET}"), 1, "Read-only file system");
    assert!(!place.file("1.sig").exists());
    // What writes nothing works.
    assert_eq!(place.json("inspect disk/key")["indices"]["next"], 1);
    place.hbs("public disk/key -o public");
    place.hbs("verify disk/key message --signature 0.sig");
    mount(&place, "-o remount,rw disk");
    place.hbs("sign disk/key message -o 1.sig");
    assert_eq!(index(&place, "1.sig"), 1);
}

/// No state depends on what time it is; `clippy.toml` keeps the crates from asking.
#[test]
fn the_time_of_files_means_nothing() {
    let place = Place::new();
    place.write("message", b"firmware");
    place.hbs(&format!("keygen key --set {SET} --allow-volatile"));
    let now = Duration::from_secs(1_900_000_000);
    let times = [Duration::ZERO, now, Duration::from_secs(1), 2 * now, now / 2];
    for (number, time) in times.into_iter().enumerate() {
        let name = format!("{number}.sig");
        place.hbs(&format!("sign key message -o {name}"));
        assert_eq!(index(&place, &name), number as u32);
        for file in fs::read_dir(place.file("key")).expect("a folder") {
            let file = File::options().write(true).open(file.expect("a file").path());
            let file = file.expect("it opens");
            #[expect(clippy::disallowed_types, reason = "what the command must not look at")]
            file.set_modified(std::time::SystemTime::UNIX_EPOCH + time).expect("set");
        }
    }
    assert_eq!(place.json("inspect key")["indices"]["burnt"], 0);
}
