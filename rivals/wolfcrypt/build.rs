//! Compiles the part of wolfCrypt that is measured, with its assembly, as its own `configure
//! --enable-intelasm --enable-lms --enable-xmss` would.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/shim.c");
    println!("cargo::rerun-if-changed=src/heap.c");
    println!("cargo::rerun-if-changed=src/heap.h");
    println!("cargo::rerun-if-changed=src/user_settings.h");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let source = source();
    let x86_64 = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    let mut build = cc::Build::new();
    build
        .include(&source)
        .include("src")
        .define("WOLFSSL_USER_SETTINGS", None)
        .opt_level(2)
        .warnings(false)
        .file("src/shim.c")
        .file("src/heap.c");
    for name in C {
        build.file(source.join("wolfcrypt/src").join(name));
    }
    if x86_64 {
        for name in ASSEMBLY {
            build.file(source.join("wolfcrypt/src").join(name));
        }
    }
    build.compile("wolfcrypt");
}

/// Files of the library.
const C: [&str; 15] = [
    "cpuid.c",
    "error.c",
    "hash.c",
    "logging.c",
    "memory.c",
    "misc.c",
    "random.c",
    "sha256.c",
    "sha512.c",
    "sha3.c",
    "wc_port.c",
    "wc_lms.c",
    "wc_lms_impl.c",
    "wc_xmss.c",
    "wc_xmss_impl.c",
];

/// And those for x86-64.
const ASSEMBLY: [&str; 3] = ["sha256_asm.S", "sha512_asm.S", "sha3_asm.S"];

/// The folder of the source, which the package `wolfssl-sys` carries. It is not built, so cargo may not have fetched it
/// yet: it does so now, once, and checks it by the lock file.
fn source() -> PathBuf {
    let cargo = std::env::var_os("CARGO").expect("cargo runs this");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {said}");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "wolfssl-sys");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("wolfssl-sys is a dependency"));
    manifest.with_file_name("wolfssl-src")
}
