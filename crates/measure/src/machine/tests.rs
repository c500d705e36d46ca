use super::*;

/// A machine that is not this one.
fn example() -> Machine {
    let cpu = Cpu {
        vendor: Some("AuthenticAMD".to_owned()),
        brand: Some("AMD EPYC".to_owned()),
        family: Some(26),
        model: Some(2),
        stepping: Some(1),
        features: ["avx2", "sha_ni"].map(str::to_owned).to_vec(),
        cores: 2,
    };
    let mut machine = Machine {
        fingerprint: String::new(),
        cpu,
        memory: Some(1 << 34),
        os: Os { name: "linux".to_owned(), version: None },
        arch: "x86_64".to_owned(),
        hypervisor: Some("KVM".to_owned()),
        clocks: Clocks {
            wall: Dial {
                name: "CLOCK_MONOTONIC".to_owned(),
                resolution_ns: Some(20),
                overhead_ns: 20,
            },
            cpu: None,
            ticks: None,
            cycles: None,
            no_cycles: None,
        },
    };
    machine.fingerprint = machine.identity();
    machine
}

fn changed(change: impl FnOnce(&mut Machine)) -> String {
    let mut machine = example();
    change(&mut machine);
    machine.identity()
}

#[test]
fn fingerprint_is_stable() {
    // A change of this value gives every machine a new directory of results.
    assert_eq!(example().fingerprint, "ff843f7bdf57e49e");
    let (one, two) = (Machine::here(), Machine::here());
    assert_eq!(one.fingerprint, two.fingerprint);
    assert_eq!(one.directory_name(), two.directory_name());
}

#[test]
fn fingerprint_depends_on_each_of_its_inputs() {
    let mut all = vec![
        example().fingerprint,
        changed(|machine| machine.cpu.vendor = Some("GenuineIntel".to_owned())),
        changed(|machine| machine.cpu.vendor = None),
        changed(|machine| machine.cpu.family = Some(25)),
        changed(|machine| machine.cpu.model = Some(1)),
        changed(|machine| machine.cpu.stepping = Some(2)),
        changed(|machine| machine.cpu.features.truncate(1)),
        changed(|machine| machine.cpu.features.push("avx512f".to_owned())),
        changed(|machine| machine.cpu.cores = 4),
        changed(|machine| machine.os.name = "windows".to_owned()),
        changed(|machine| machine.arch = "x86".to_owned()),
        changed(|machine| machine.hypervisor = None),
        changed(|machine| machine.hypervisor = Some("Xen".to_owned())),
    ];
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn fingerprint_depends_on_nothing_else() {
    let same = [
        changed(|machine| machine.cpu.brand = Some("AMD EPYC @ 3.7GHz".to_owned())),
        changed(|machine| machine.cpu.features.reverse()),
        changed(|machine| machine.memory = None),
        changed(|machine| machine.os.version = Some("12".to_owned())),
        changed(|machine| machine.clocks.wall.resolution_ns = Some(1)),
        changed(|machine| machine.clocks.no_cycles = Some("it is not permitted".to_owned())),
    ];
    assert!(same.iter().all(|fingerprint| *fingerprint == example().fingerprint), "{same:?}");
}

#[test]
fn a_processor_without_numbers_is_known_by_its_name() {
    let named = |brand: &str| {
        changed(|machine| {
            machine.cpu.model = None;
            machine.cpu.brand = Some(brand.to_owned());
        })
    };
    assert_ne!(named("Apple M1"), named("Apple M3"));
    assert_eq!(named("Some Chip @ 2.0GHz"), named("Some Chip @ 2.1GHz"));
}

#[test]
fn directory_names_are_plain() {
    let machine = example();
    let expected = format!("amd-epyc-2c-linux-x86_64-{}", &machine.fingerprint[..8]);
    assert_eq!(machine.directory_name(), expected);

    let odd = |brand: &str| {
        let mut machine = example();
        machine.cpu.brand = Some(brand.to_owned());
        machine.directory_name()
    };
    let names =
        [odd("../../Émigré (R) \"x\"\n"), odd(""), odd("***"), Machine::here().directory_name()];
    for name in names {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        assert!(name.chars().all(plain), "{name:?}");
        assert!(!name.starts_with('-') && !name.ends_with('-') && !name.contains("--"), "{name:?}");
        assert!(name.len() < 100, "{name:?}");
    }
}

#[test]
fn records_are_read_as_they_were_written() {
    for machine in [example(), Machine::here()] {
        let text = serde_json::to_string(&machine).expect("serializable");
        let read: Machine = serde_json::from_str(&text).expect("its own form");
        assert_eq!(read, machine);
        assert_eq!(read.fingerprint, machine.identity());
    }
    let schema = schemars::schema_for!(Machine);
    assert!(schema.get("properties").is_some_and(|all| all.get("fingerprint").is_some()));
}

#[test]
fn records_do_not_say_whose_machine_it_is() {
    let text = serde_json::to_string(&Machine::here()).expect("serializable");
    let host = sysinfo::System::host_name();
    let home = std::env::var("HOME").ok().filter(|home| home.len() > 1);
    for secret in [host.filter(|host| host.len() > 3), home].into_iter().flatten() {
        assert!(!text.contains(&secret), "{secret:?} is in {text}");
    }
    assert!(!text.contains(env!("CARGO_MANIFEST_DIR")));
}

#[test]
fn cycles_are_counted_or_it_is_said_why_not() {
    let clocks = Machine::here().clocks;
    assert_eq!(clocks.ticks.map(|ticks| ticks.name), lanes::TICKS.map(str::to_owned));
    assert_ne!(clocks.cycles.is_some(), clocks.no_cycles.is_some());
}
