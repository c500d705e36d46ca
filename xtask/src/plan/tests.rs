use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Parser;

use super::*;

/// The records of the workspace.
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../results");
    Catalog::of(&report::records(&root).expect("records"))
});

const MACHINE: &str = "amd-epyc-2c-linux-x86_64-d0fcbd42";

#[derive(Debug, Parser)]
struct Command {
    #[command(flatten)]
    args: Args,
}

fn args(line: &[&str]) -> Result<Args, clap::Error> {
    Command::try_parse_from(["plan"].iter().chain(line)).map(|command| command.args)
}

fn ask(line: &[&str]) -> Answer {
    let args = args(line).expect("options");
    answer(&args, &CATALOG, MACHINE).expect("an answer")
}

fn names(answer: &Answer) -> Vec<&str> {
    answer.fits.iter().map(|one| &*one.set.name).collect()
}

#[test]
fn a_million_signatures_in_five_kibibytes() {
    let answer = ask(&["--signatures", "2^20", "--verify-ms", "1", "--signature-bytes", "5KiB"]);
    let names = names(&answer);
    assert_eq!(names[0], "LMS-SHA256-M24-H20+LMOTS-SHA256-N24-W8", "the shortest");
    for name in [
        "LMS-SHA256-M32-H20+LMOTS-SHA256-N32-W4",
        "HSS-SHA256-H20-W8-L1",
        "XMSS-SHA2_20_256",
        "XMSSMT-SHA2_20/2_256",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    // Too few signatures, signatures that are too long.
    for name in ["XMSS-SHA2_16_256", "SLH-DSA-SHA2-128s", "XMSSMT-SHA2_20/4_256"] {
        assert!(!names.contains(&name), "{name}");
    }
    let lengths: Vec<_> = answer.fits.iter().map(|one| one.set.signature).collect();
    assert!(lengths.is_sorted() && lengths.iter().all(|len| *len <= 5120));
    let verify = answer.fits.iter().map(|one| one.verify.expect("a time").value);
    assert!(verify.into_iter().all(|ns| ns <= 1e6));
    let text = text::text(&answer);
    assert!(
        text.contains("recommended [") && text.contains("SP 800-208, sections 4 and 8"),
        "{text}"
    );
    assert!(text.contains(" ~") && text.contains("this machine"), "{text}");
}

#[test]
fn each_limit_holds() {
    let all = ask(&[]).fits.len();
    assert_eq!(all, CATALOG.sets.len());
    let stateless = ask(&["--stateless"]);
    assert_eq!(stateless.fits.len(), 36);
    assert_eq!(ask(&["--stateful"]).fits.len(), all - 36);
    let fips = ask(&["--standard", "fips 205", "--category", "5"]);
    assert_eq!(fips.fits.len(), 4);
    let cnsa = ask(&["--standard", "CNSA 2.0"]);
    let single = |name: &&str| name.starts_with("LMS") || name.starts_with("XMSS-");
    assert!(names(&cnsa).iter().all(single), "{:?}", names(&cnsa));
    let keys = ask(&["--public-key-bytes", "32"]);
    assert!(!keys.fits.is_empty() && keys.fits.iter().all(|one| one.set.public_key <= 32));
    let fast = ask(&["--keygen-s", "0.001", "--sign-ms", "0.1", "--memory", "64KiB"]);
    assert!(!fast.fits.is_empty());
    for one in &fast.fits {
        let [keygen, sign, memory] =
            [one.keygen, one.sign, one.memory].map(|figure| figure.expect("a figure").value);
        assert!(keygen <= 1e6 && sign <= 1e5 && memory <= 65_536.0, "{one:?}");
    }
    assert!(ask(&["--signatures", "2^64"]).fits.iter().all(|one| one.lifetime_log2() >= 64));
}

#[test]
fn an_impossible_wish_is_told_why() {
    let line = ["--signatures", "2^20", "--verify-ms", "1", "--signature-bytes", "1000"];
    let answer = ask(&line);
    assert!(answer.fits.is_empty());
    let [lifetime, length, verify] = &answer.obstacles[..] else { panic!("three limits") };
    assert!(lifetime.alone > 100 && verify.alone > 200, "{answer:?}");
    assert!(length.alone > 0 && length.without > 0);
    let relaxed = length.relaxed.as_ref().expect("a longer signature");
    assert_eq!(relaxed.set, "LMS-SHA256-M24-H20+LMOTS-SHA256-N24-W8");
    assert_eq!(relaxed.text, "Shortest signature: 1,140 bytes");
    let text = text::text(&answer);
    assert!(text.contains("None of 313 sets fits.") && text.contains("1,140 bytes"), "{text}");

    let nobody = text::text(&ask(&["--public-key-bytes", "16"]));
    let due = "No set at all keeps to \"public keys of at most 16 bytes\". Shortest public key: 32 bytes (";
    assert!(nobody.contains(due), "{nobody}");
    let two = ["--stateless", "--signature-bytes", "1KiB", "--public-key-bytes", "16"];
    assert!(text::text(&ask(&two)).contains("at least two stand in the way"));
}

#[test]
fn years_are_shared_out() {
    let answer = ask(&["--signatures", "1e6", "--years", "20", "--standard", "RFC 8391"]);
    let text = text::text(&answer);
    assert!(text.contains("50,000 signatures a year, 136.9 a day"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&json::text(&answer)).expect("a document");
    let fit = json["fits"]
        .as_array()
        .and_then(|fits| fits.iter().find(|fit| fit["set"]["name"] == "XMSS-SHA2_20_256"));
    let day = fit.and_then(|fit| fit["signatures_per_day"].as_f64()).expect("a number");
    assert!((day - 1_048_576.0 / 7305.0).abs() < 1e-6, "{day}");
}

#[test]
fn a_document_has_what_the_text_has() {
    let answer = ask(&["--signatures", "2^64", "--standard", "FIPS 205"]);
    let json: serde_json::Value = serde_json::from_str(&json::text(&answer)).expect("a document");
    assert_eq!(json["schema"], "hbs-bench/plan/1.0");
    assert_eq!((&json["machine"]["id"], &json["here"]), (&MACHINE.into(), &true.into()));
    assert_eq!(json["wish"]["limits"][0]["limit"], "signatures");
    assert_eq!(json["fits"].as_array().map(Vec::len), Some(12));
    let fit = &json["fits"][0];
    assert_eq!(
        (&fit["set"]["signature"], &fit["verify"]["predicted"]),
        (&7856.into(), &false.into())
    );
    assert_eq!(fit["set"]["cnsa_2_0"]["verdict"], "not_approved");
    assert!(fit["set"]["cnsa_2_0"]["source"].as_str().is_some_and(|s| s.contains("FAQ")));
}

#[test]
fn bad_questions_are_refused() {
    for line in [
        &["--signatures", "many"][..],
        &["--signature-bytes", "5 kilo"],
        &["--verify-ms", "0"],
        &["--category", "6"],
        &["--standard", "RFC 1"],
        &["--stateful", "--stateless"],
    ] {
        assert_eq!(args(line).expect_err("refused").exit_code(), 2, "{line:?}");
    }
    let wrong = |line: &[&str]| {
        answer(&args(line).expect("options"), &CATALOG, MACHINE).expect_err("refused")
    };
    assert!(wrong(&["--machine", "abacus"]).contains(MACHINE));
    assert!(wrong(&["--backend", "naive"]).contains("native"));
    let none = Catalog::of(&Default::default());
    let refused = answer(&args(&[]).expect("options"), &none, "").expect_err("refused");
    assert!(refused.contains("cargo xtask bench"), "{refused}");
}
