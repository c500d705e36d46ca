//! Lists the vector units of this machine, best first, each with its four engines:
//! `cargo run -p lanes --example units`.
#![forbid(unsafe_code)]

use lanes::{Cpu, Engines};

fn main() {
    for cpu in Cpu::available() {
        let Engines { sha256, sha512, shake128, shake256 } = cpu.engines();
        let engines = [sha256, sha512, shake128, shake256].map(|engine| engine.name());
        println!("{:9} {}", cpu.name(), engines.join(" "));
    }
}
