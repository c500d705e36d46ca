//! The noise of machines: its schema, and every file under `results/`.

use measure::record::{NOISE_SCHEMA, Noise, NoiseRow, Operation};
use std::fs;
use std::path::{Path, PathBuf};

fn schema_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/noise-1.json")
}

fn noise() -> Noise {
    Noise {
        schema: NOISE_SCHEMA.into(),
        machine: "0123456789abcdef".into(),
        start: "2026-01-01T00:00:00Z".into(),
        commit: None,
        command: "test".into(),
        replicates: 16,
        margin: 0.012,
        rows: vec![NoiseRow {
            parameter_set: "S".into(),
            operation: Operation::Sign,
            backend: "b".into(),
            threads: 1,
            ratio: 1.012,
        }],
    }
}

/// The schema as the types have it now. `HBS_BLESS=1` writes it.
#[test]
fn the_committed_schema_is_that_of_the_types() {
    let now = serde_json::to_string_pretty(&schemars::schema_for!(Noise)).expect("JSON") + "\n";
    if std::env::var_os("HBS_BLESS").is_some() {
        fs::write(schema_path(), &now).expect("written");
    }
    let committed = fs::read_to_string(schema_path()).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        committed == now,
        "the types have changed: HBS_BLESS=1 cargo test -p measure --test noise"
    );
}

#[test]
fn every_noise_fits_the_schema_and_loads() {
    let schema = serde_json::to_value(schemars::schema_for!(Noise)).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&serde_json::to_value(noise()).expect("JSON")));
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let entries = fs::read_dir(results).into_iter().flatten().flatten();
    for machine in entries.filter(|entry| entry.path().is_dir()) {
        let path = machine.path().join("noise.json");
        if let Some(loaded) = Noise::load(&path).unwrap_or_else(|error| panic!("{error}")) {
            assert!(validator.is_valid(&serde_json::to_value(&loaded).expect("JSON")));
            let folder = machine.file_name().into_string().expect("ASCII");
            let digits = folder.rsplit('-').next().expect("a fingerprint");
            assert!(loaded.machine.starts_with(digits), "{}", path.display());
        }
    }
}

#[test]
fn what_was_stored_is_loaded_and_what_is_wrong_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("machine/noise.json");
    assert_eq!(Noise::load(&path).expect("no error"), None);
    noise().store(&path).expect("stored");
    assert_eq!(Noise::load(&path).expect("no error"), Some(noise()));
    for (wrong, says) in [
        (Noise { margin: 0.0, ..noise() }, "a margin of 0"),
        (Noise { schema: "hbs-bench/run/1.0".into(), ..noise() }, "hbs-bench/run/1.0"),
    ] {
        wrong.store(&path).expect("stored");
        let error = Noise::load(&path).expect_err(says).to_string();
        assert!(error.contains(says) && error.contains("noise.json"), "{error}");
    }
    fs::write(&path, "{").expect("written");
    assert!(Noise::load(&path).is_err());
}
