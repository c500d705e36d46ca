//! Files that the command and others exchange: raw keys and signatures with every implementation in Rust and with
//! BouncyCastle, PEM with the crate `slh-dsa`.

mod support;

use pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
use signer::{Backend, Given, Key, ParameterSet, Randomness, UnknownSet};
use slh_dsa::signature::{Keypair, Signer, Verifier};
use slh_dsa::{Sha2_128f, Shake128f, Signature, SigningKey, VerifyingKey};
use support::Place;

/// A set of SLH-DSA, in `slh-dsa`'s types.
macro_rules! pem_both_ways {
    ($set:ty, $name:expr) => {{
        let place = Place::new();
        place.write("message", b"firmware");
        place.hbs(&format!("keygen key.pem --set {} --pem", $name));
        place.hbs("public key.pem --pem -o public.pem");
        place.hbs("sign key.pem message");
        let pem = |name: &str| support::text(&place.read(name));
        let theirs = SigningKey::<$set>::from_pkcs8_pem(&pem("key.pem")).expect("PKCS#8");
        let public = VerifyingKey::<$set>::from_public_key_pem(&pem("public.pem")).expect("SPKI");
        assert!(theirs.verifying_key() == public);
        let signature = place.read("message.sig");
        let signature = Signature::<$set>::try_from(&signature[..]).expect("a signature");
        public.verify(b"firmware", &signature).expect("it verifies");

        let ours = SigningKey::<$set>::slh_keygen_internal(&[1; 16], &[2; 16], &[3; 16]);
        let ending = Default::default();
        place.write("theirs.pem", ours.to_pkcs8_pem(ending).expect("PKCS#8").as_bytes());
        let public = ours.verifying_key().to_public_key_pem(ending).expect("SPKI");
        place.write("their-public.pem", public.as_bytes());
        place.write("theirs.sig", &ours.sign(b"firmware").to_bytes());
        place.hbs("verify their-public.pem message --signature theirs.sig");
        place.hbs("sign theirs.pem message -o again.sig --deterministic");
        place.hbs("verify their-public.pem message --signature again.sig");
        assert!(place.read("again.sig") == place.read("theirs.sig"), "{}", $name);
        place.hbs("public theirs.pem --pem -o again.pem");
        assert!(pem("again.pem") == public, "{}", $name);
    }};
}

#[test]
fn pem_is_what_others_read_and_write() {
    pem_both_ways!(Sha2_128f, "SLH-DSA-SHA2-128f");
    pem_both_ways!(Shake128f, "SLH-DSA-SHAKE-128f");
}

/// Every set that is tried, with the implementations in Rust that know it.
fn sets() -> [(ParameterSet, &'static [&'static dyn Backend]); 6] {
    let set = |found: Result<ParameterSet, UnknownSet>| found.expect("a set");
    [
        (set(hbs::lms::find("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4")), lms::backends()),
        (set(hbs::hss::find("HSS-SHA256-H5-W4-L2")), hss::backends()),
        (set(hbs::xmss::find("XMSS-SHA2_10_256")), xmss::backends()),
        (set(hbs::xmss::find("XMSSMT-SHA2_20/4_256")), xmss::backends()),
        (set(hbs::sphincs::find("SLH-DSA-SHA2-128f")), sphincs::backends()),
        (set(hbs::sphincs::find("SLH-DSA-SHAKE-128f")), sphincs::backends()),
    ]
}

/// What the command signs they verify, and the reverse.
fn both_ways(theirs: &dyn Backend, set: &ParameterSet) {
    let name = &set.name;
    let place = Place::new();
    place.write("message", b"firmware");
    place.hbs(&format!("keygen key --set {name} --allow-volatile"));
    place.hbs("public key -o public");
    for round in 0..3 {
        place.hbs("sign key message --force");
        let (public, signature) = (place.read("public"), place.read("message.sig"));
        let verdict = theirs.verify(set, &public, b"firmware", &signature);
        assert_eq!(verdict, Ok(()), "{name}, {round}: ours there");
        let verdict = theirs.verify(set, &public, b"firmwarf", &signature);
        assert!(verdict.is_err(), "{name}: another message");
    }
    let mut key: Key = theirs.generate(set, &mut Given(&[7; 96])).expect("a key");
    place.write("their-public", key.private_key().public_key());
    let mut signature = Vec::new();
    for round in 0..3 {
        key.sign(b"firmware", Randomness::Deterministic, &mut signature)
            .or_else(|_| key.sign(b"firmware", Randomness::Fresh(&mut signer::Os), &mut signature))
            .expect("signs");
        place.write("theirs.sig", &signature);
        let verify = format!("verify their-public message --signature theirs.sig --set {name}");
        assert!(place.hbs(&verify).contains("good"), "{name}, {round}: theirs here");
    }
    println!("{name}: {}, both ways", theirs.about().name);
}

#[test]
fn files_go_to_every_crate_and_come_back() {
    let mut tried = std::collections::BTreeSet::new();
    for (set, backends) in sets() {
        for theirs in backends {
            let name = theirs.about().name;
            if !name.starts_with("native") && theirs.support(&set).runs() {
                both_ways(*theirs, &set);
                tried.insert(name);
            }
        }
    }
    for due in ["hbs-lms", "lms-signature", "pq-xmss", "purecrypto", "slh-dsa", "fips205"] {
        assert!(tried.contains(due), "{due} is not among {tried:?}");
    }
}

/// What this takes is built by `cargo xtask interop --rival bouncycastle`.
#[test]
#[ignore = "takes Java and rivals/bouncycastle/target/rival.jar: .ci/rivals builds and runs it"]
fn files_go_to_bouncycastle_and_come_back() {
    let jar = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rivals/bouncycastle/target/rival.jar");
    let program = measure::Program {
        path: "java".into(),
        arguments: vec!["-jar".into(), jar.into()],
        patience: std::time::Duration::from_secs(120),
    };
    let theirs = measure::Subprocess::start(program).expect("it starts");
    sets().iter().for_each(|(set, _)| both_ways(&theirs, set));
}
