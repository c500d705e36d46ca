//! Known answers of FIPS 205, as seeds and SHA-256 digests.
//!
//! NIST publishes them in ACVP-Server, here v1.1.0.38 (`SLH-DSA-keyGen-FIPS205`,
//! `SLH-DSA-sigGen-FIPS205`). Of the `external`, `pure` signatures only those with an empty context
//! can be made through [`signer::Signer`]: three of the compact selection that this was taken from.

use sha2::{Digest, Sha256};
use signer::{Backend, Key, Randomness};

/// The backends that run `set` from its seed: ours and all three of SLH-DSA.
fn backends(set: &signer::ParameterSet) -> Vec<&'static dyn Backend> {
    let backends = sphincs::backends().iter().copied();
    let running: Vec<_> = backends.filter(|backend| backend.support(set).runs()).collect();
    assert!(running.len() >= 5, "{}", set.name);
    running
}

fn bytes(hex: &str) -> Vec<u8> {
    hex::decode(hex).expect("hexadecimal")
}

fn sign(key: &Key, message: &[u8], randomness: Randomness<'_>) -> Vec<u8> {
    let Key::Stateless(key) = key else { panic!("SLH-DSA has no state") };
    let mut signature = Vec::new();
    key.sign(message, randomness, &mut signature).expect("sign");
    signature
}

/// The first case of each set.
#[test]
fn acvp_key_generation() {
    for (name, test_case, sk_seed, sk_prf, pk_seed, pk_root) in KEYS {
        let set = hbs::sphincs::find(name).expect(name);
        let seed = bytes(&[sk_seed, sk_prf, pk_seed].concat());
        let public_key = bytes(&[pk_seed, pk_root].concat());
        for backend in backends(&set) {
            let who = backend.about().name;
            let key = backend.generate_from_seed(&set, &seed).expect("generate");
            let key = key.private_key();
            assert_eq!(key.public_key(), public_key, "{who} on {name}, case {test_case}");
            let secret_key = key.secret_key().expect("encode");
            assert_eq!(secret_key.expose(), [&seed[..], &bytes(pk_root)].concat(), "{who}: {name}");
        }
    }
}

#[test]
fn acvp_signatures() {
    for Signed { set: name, test_case, secret_key, message, addrnd, digest } in &SIGNATURES {
        let set = hbs::sphincs::find(name).expect(name);
        let addrnd = addrnd.map(bytes);
        for backend in backends(&set) {
            let key = backend.load(&set, &bytes(secret_key)).expect("load");
            let randomness = addrnd.as_deref().map_or(Randomness::Deterministic, Randomness::Given);
            let signature = sign(&key, &bytes(message), randomness);
            let who = backend.about().name;
            let found = hex::encode(Sha256::digest(&signature));
            assert_eq!(found, *digest, "{who} on {name}, case {test_case}");
        }
    }
}

/// Botan's `src/tests/data/pubkey/slh_dsa_generic.vec`, which was made with the Python of
/// mjosaarinen/py-acvp-pqc: deterministic, empty context. Of its signature, this has the first
/// 24 bytes, `R` and the beginning of `SIG_FORS`, and the last 16, the end of `AUTH` of the top layer.
#[test]
fn botan_signature() {
    let set = hbs::sphincs::find("SLH-DSA-SHAKE-128s").expect("a set");
    let secret_key = bytes(
        "6de62e3465a55c9c78a07d265be8540b3e58b0801a124d07ff12b438d5202ea0\
         f08e01a57a272b738fa8ea2f465d59400b96b2f9934daa0da7c9873550013599",
    );
    let message = bytes("d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556ac8");
    for backend in backends(&set) {
        let key = backend.load(&set, &secret_key).expect("load");
        let signature = hex::encode(sign(&key, &message, Randomness::Deterministic));
        let who = backend.about().name;
        assert!(signature.starts_with("7fadffb7badf167352a89f6bad17fc7a1bb20ef13d0aef0e"), "{who}");
        assert!(signature.ends_with("2e7855e4faf5af785de7a8c65da09635"), "{who}");
    }
}

/// A case of `SLH-DSA-sigGen-FIPS205`.
struct Signed {
    set: &'static str,
    test_case: u32,
    /// `SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root`.
    secret_key: &'static str,
    message: &'static str,
    /// `None` in a deterministic group.
    addrnd: Option<&'static str>,
    /// SHA-256 of the signature.
    digest: &'static str,
}

const SIGNATURES: [Signed; 3] = [
    Signed {
        set: "SLH-DSA-SHA2-128f",
        test_case: 1,
        secret_key: "d5213ba4bb6470f1b9eda88cbc94e6277a58a951ef7f2b81461dbac41b5a6b83fa495fb834defea7\
                     cc96a81309479135a67029e90668c5a58b96e60111491f3d",
        message: "3f",
        addrnd: None,
        digest: "d3537e05ae63876bf78015ff86cc9e284f91cabfac191298fbaa375596351d55",
    },
    Signed {
        set: "SLH-DSA-SHA2-256f",
        test_case: 353,
        secret_key: "760a91eb234223f00f31deb8e82abde1cee2acde801e20b2d363a58ac9b1936021e8406266d9a262\
                     820b549dc0785588c3b39e02a6db844cb885332fe89420c70c551e5a8d85111472d94a18959a7e70\
                     510c8a02339b7238ad9efa18bdb8a716e9b59484dc90bf96c04bb2fe09c831ec5439bb0bee83d3fa\
                     f1c67e7d39fb9ea7",
        message: "f4",
        addrnd: Some("1e0aae0652400e67c1b778669407f58c462b74de099802fdaa23b59dace50be8"),
        digest: "6f51aed4cf11a9794dcbbf4a5821d5b19f0c2e13515cb3862017bf2460fe1910",
    },
    Signed {
        set: "SLH-DSA-SHA2-256s",
        test_case: 513,
        secret_key: "ea6c803a4879049115a18cea44f93b3cac7e9a0335821336bebec62a328e7146b684754c25a078cf\
                     b90af0ceb5a945f2cae633ac00c576f6d12873559646f2c2818403d3ddc68ce8d21cb6d7f456af1e\
                     5e69a1c6744e2712c856e853107397a79b2e8e160b71b6aa50553fcfd182f2693d34e1d9b18eb038\
                     52931995b7491ea2",
        message: "67",
        addrnd: Some("a1fdbfbe02e0da2ca5252db2b8f715d852ce5b815b929c99d95cdd4c446080db"),
        digest: "52cf9084167f5948b337bc2c498462492f8d3945b3d7e46486dc1ca2607626da",
    },
];

/// Set, `tcId` of `SLH-DSA-keyGen-FIPS205`, `SK.seed`, `SK.prf`, `PK.seed`, `PK.root`.
#[rustfmt::skip]
const KEYS: [(&str, u32, &str, &str, &str, &str); 12] = [
    ("SLH-DSA-SHA2-128s", 1, "ac379f047faab2004f3ae32350ac9a3d", "829fff0aa59e956a87f3971c4d58e710", "0566d240cc519834322eafbcc73c79f5", "a4b84f02e8bf0cbd54017b2d3c494b57"),
    ("SLH-DSA-SHA2-128f", 21, "aed6f6f5c5408bbffa1136bc9049a701", "4d4ce0711e176a0c8a023508a692c207", "74d98d5000af53b98f36389a1292bed3", "f4a650c56c426fcfdb88e3355459440c"),
    ("SLH-DSA-SHA2-192s", 41, "3bfaed208b7dc795bf3647f86e4b48bf9adb8d6784c50155", "a20311739497c3fcb860ee47e09ede036f7ae8a939155bc0", "a67856a81a6adbced7f1a2780cc48a06681ba5e8c7938506", "bd031bc8124f95f0bae2becb2a3fbbaec453c04a6e918ffb"),
    ("SLH-DSA-SHA2-192f", 61, "45d7131c727df1cc51db85b44e37868215df8aec5d1b552f", "92bc5fc8a2969fe0a522492082e994de1ddc90fa984f847b", "8330589c20701aa9f11b473b67e1d67e1c6a2eb6c86265ed", "13a3ea895c4eeeadde8a796bba5233f0d86ee5cbf2a6f99c"),
    ("SLH-DSA-SHA2-256s", 81, "2fbeab9a6a80fd817e7efcdf834efbd4f0a36195d7598408a6a151e93de6a557", "5d0b37d1ecbc68265b0afeecbba783dd27eafdbdf3143e4af3e5057fd5c2dada", "1322f94917ae67d0db420203178d591283c08be8a1385a16ce70cd9fbafd2ac6", "40041eab68a4a653f89cab7585f6b410603326dbbaaf733e7e72cb6097a4a452"),
    ("SLH-DSA-SHA2-256f", 101, "b8abc485122be003cf36d677bee7f47ea1017c39d96d0c56a87a7adad24f731a", "9222684ffacf803d44cb98222c44b3c519698b798d8f7a759fe2fa6ef173cf64", "0d50e82bedb42e03cc967e7fd24c12777855a946fd49471184330f096a75b561", "7fb65fbd08d05f24f20cb3875e28fac4a52a2513c7ef447b8e9328632a684cf7"),
    ("SLH-DSA-SHAKE-128s", 11, "2a2ccf3cd8f9f86e131be654cff6c0b4", "fdfceb1aa2f0ba2c3c1388194f6116c7", "890cc7f4a46fe6c34d3f26a62ff962e1", "e8c88d2bdcba6f66e50403e77fa92efe"),
    ("SLH-DSA-SHAKE-128f", 31, "cd4a308c03d970508572c0815d7488b7", "f3fd6d2dcc7e5120fa544846aedded81", "bc435c3e66e4c2e4fbc09779da5f74d4", "4ea0e0df05c2457bcc81f59928433390"),
    ("SLH-DSA-SHAKE-192s", 51, "915173ee0d17f30877e1d463e3dec914e71f436867ad7615", "ed782e7033c4963a7ff0b67181de0f0ea7efabb326d40a86", "520660f654d537da6934f96e5ee01b24a2f36102f68dcd10", "aa206fc79803e63850da5e86969569fc8fb021b6c40616e2"),
    ("SLH-DSA-SHAKE-192f", 71, "855000fdfffba76962809c69432452f3dc79428f662c59b1", "43b1fc381c300b5ecec7571b5de2fca16737e4c14911f683", "124623ba6ca1bc1b0e1a303099e2a608b0ac41715bc788a1", "9873c783378f935794abc0313243efc3f4a10a619cb1b1fe"),
    ("SLH-DSA-SHAKE-256s", 91, "7d88445a7b0022f12e9e2d74755431505ff6db1c38a8ce44864d34cff1a12ce0", "ff2cd133ad00728eb29dd0ce881c41c640f2e28861555b59d4e0baa0447bb542", "87a133b92eb6c81771ae002819b4c0300fa63cd7181c805096bfb16067f52a45", "cc785237c24d9235b6bc3194b79e5a9f953388ea745d7cfb87826a94e5b271d5"),
    ("SLH-DSA-SHAKE-256f", 111, "3de4b54a5f5fb98d6638fb3d8899355cc3582e8a397d0990cad032d78ee9e199", "da7f71d21d0182a99de34e2796fe5dde046d9c9e961dce24c2562728be7d9632", "b3ef3825a515e0b2e4164db7ec805b4cf1c7a2de6e63d7df359b99b1f3063f25", "aec38ff53c46aad930166957ca0db5c5466d0cbe9a11970987a230ebbb5450a4"),
];
