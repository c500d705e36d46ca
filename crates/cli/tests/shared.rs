//! Keys that are counted in a database, from folders that were copied.
#![cfg(unix)]

#[cfg(feature = "postgres")]
#[path = "../../store/tests/postgres/server.rs"]
#[expect(dead_code, reason = "the tests of the store ask more of it")]
mod server;
mod support;

use std::collections::BTreeSet;
use std::fs;
use support::Place;

const SET: &str = "LMS-SHA256-M24-H10+LMOTS-SHA256-N24-W4";

/// What signs, as another host would have it.
fn copied(place: &Place, to: &str) {
    fs::create_dir(place.file(to)).expect("made");
    for file in ["public", "set", "secret", "store", "cache"] {
        fs::copy(place.file("key").join(file), place.file(to).join(file)).expect("copied");
    }
}

fn signed(place: &Place, signature: &str) -> u32 {
    let bytes = place.read(signature);
    u32::from_be_bytes(*bytes.first_chunk().expect("an index"))
}

/// What works with any database.
fn is_shared(place: &Place, database: &str) {
    place.write("message", b"firmware");
    place.hbs_with(&["keygen", "key", "--set", SET, "--allow-volatile", "--store", database]);
    assert!(!place.file("key/state").exists());
    copied(place, "copy");
    for (number, folder) in ["key", "copy", "key", "key", "copy"].into_iter().enumerate() {
        let name = format!("{number}.sig");
        place.hbs(&format!("sign {folder} message -o {name} --allow-volatile"));
        assert_eq!(signed(place, &name), number as u32);
        place.hbs(&format!("verify key message --signature {name}"));
    }
    let reserved = place.json("reserve copy 5 --allow-volatile");
    assert_eq!((&reserved["first"], &reserved["last"]), (&5.into(), &9.into()));
    let seen = place.json("inspect key --allow-volatile");
    assert_eq!((&seen["indices"]["next"], &seen["indices"]["issued"]), (&10.into(), &5.into()));
    assert_eq!(seen["anchor"], serde_json::Value::Null);
    assert!(seen["store"].as_str().is_some_and(|store| store.starts_with(&database[..6])));

    // From both at once.
    let children: Vec<_> = (0..12)
        .map(|number| {
            let folder = ["key", "copy"][number % 2];
            let args = format!("sign {folder} message -o many-{number}.sig --allow-volatile");
            place.command(&args).stdout(std::process::Stdio::null()).spawn().expect("it runs")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("it ended").success());
    }
    let indices: BTreeSet<_> =
        (0..12).map(|number| signed(place, &format!("many-{number}.sig"))).collect();
    assert_eq!(indices, (10..22).collect());

    // It has no parts.
    place.fails("split key part --count 4 --allow-volatile", 1, "it has no parts");
    assert!(!place.file("part").exists());
    place.hbs("adopt copy --skip 8 --allow-volatile");
    assert_eq!(place.json("inspect key --allow-volatile")["indices"]["next"], 30);
}

#[cfg(feature = "sqlite")]
#[test]
fn folders_share_a_count_in_sqlite() {
    let place = Place::new();
    is_shared(&place, "sqlite:keys.db");
    // A copy of the database is refused, and adopted.
    fs::copy(place.file("keys.db"), place.file("copy.db")).expect("copied");
    fs::rename(place.file("copy.db"), place.file("keys.db")).expect("put back");
    place.fails("sign key message -o x.sig --allow-volatile", 1, "adopt --skip N");
    let seen = place.json("inspect key --allow-volatile");
    assert_eq!((&seen["indices"]["next"], &seen["moved"]), (&30.into(), &true.into()));
    place.hbs("adopt key --skip 3 --allow-volatile");
    place.hbs("sign copy message -o x.sig --allow-volatile");
    assert_eq!(signed(&place, "x.sig"), 33);
    // Copied into the file that is there: a signature proves it, and ends the key for everybody.
    let old = place.read("keys.db");
    place.hbs("sign copy message -o y.sig --allow-volatile");
    place.write("keys.db", &old);
    let proof = "inspect key --against y.sig --message message --allow-volatile";
    place.fails(proof, 1, "ROLLBACK");
    place.fails(proof, 1, "nothing more is");
    place.fails("sign copy message -o z.sig --allow-volatile", 1, "the key is used up");
    // Two that count are one too many.
    place.write("copy/state", b"");
    place.fails("sign copy message -o v.sig --allow-volatile", 1, "one of them was put there");
    fs::remove_file(place.file("keys.db")).expect("removed");
    place.fails("sign key message -o v.sig --allow-volatile", 1, "the database is missing");
}

#[cfg(feature = "postgres")]
#[test]
fn folders_share_a_count_in_postgres() {
    let Some(server) = server::Server::start() else { return };
    let place = Place::new();
    let at = server.place("postgres");
    is_shared(&place, &format!("postgres:{at}"));
    let with_password = format!("postgres:{at} password=secret");
    let output = place
        .command("keygen other --set")
        .args([SET, "--store", &with_password])
        .output()
        .expect("it runs");
    let said = support::text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("a password does not belong") && !said.contains("secret"), "{said}");
    assert!(!place.file("other").exists());
    server.kill();
    place.fails("sign key message -o x.sig --allow-volatile", 1, "error connecting to server");
    server.up();
    place.hbs("sign key message -o x.sig --allow-volatile");
    assert_eq!(signed(&place, "x.sig"), 30);
}

#[test]
fn names_that_are_no_database_are_refused() {
    let place = Place::new();
    let keygen = |more: &str| format!("keygen key --set {more}");
    place.fails(&keygen(&format!("{SET} --store mysql:keys")), 2, "names no database");
    place.fails(&keygen(&format!("{SET} --store sqlite:k --anchor log")), 2, "cannot be used with");
    place.fails(&keygen("SLH-DSA-SHA2-128f --store sqlite:k"), 2, "no indices to count");
    #[cfg(not(feature = "sqlite"))]
    place.fails(&keygen(&format!("{SET} --store sqlite:k")), 1, "--features sqlite");
    assert!(!place.file("key").exists());
}
