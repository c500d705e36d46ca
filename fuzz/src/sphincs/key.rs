//! Public and private keys: decoding them, and signing with those that decode.

use hbs::sphincs::params::{Params, rows};
use hbs::sphincs::{PrivateKey, PublicKey, SPHINCS, sets, verify_message};
use hbs::{Chapter, Options, WalkKind};
use signer::{Error, Given, Key, Randomness, check_length};

use super::case::Interface;
use super::known::{FAST, known};
use super::verify::engines;
use crate::edit::edit;
use crate::input::Input;
use crate::reference::sphincs as reference;

/// Decodes a public key and a private one, each from any bytes or from a known key's after edits.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let flags = input.byte();
    public(*input.pick(rows()), data);
    lengths(*input.pick(rows()), input.0);
    let number = *input.pick(&FAST);
    let params = rows()[usize::from(number)];
    let n = params.shape.n;
    let known = known(number);
    let mut secret = known.secret.clone();
    if flags & 1 != 0 {
        secret = input.take(4 * n).to_vec();
        if flags & 2 != 0 {
            secret.resize(4 * n, 0);
        }
    }
    for _ in 0..flags >> 6 {
        edit(&mut secret, &mut input, &known.secret);
    }
    let mut public_key = known.key.public().as_bytes().to_vec();
    public(params, &public_key);
    edit(&mut public_key, &mut input, data);
    public(params, &public_key);

    let root = (secret.len() == 4 * n)
        .then(|| reference::root(&params, &secret[..n], &secret[2 * n..3 * n]));
    if let Some(root) = root.as_ref().filter(|_| flags & 4 != 0) {
        secret[3 * n..].copy_from_slice(root);
    }
    let due = match root {
        None => check_length("private key", 4 * n, &secret),
        Some(root) if secret.ends_with(&root) => Ok(()),
        Some(_) => Err(Error::Corrupt { what: "root" }),
    };
    let key = PrivateKey::decode(params, &secret, &options(&mut input));
    assert_eq!(key.as_ref().map(|_| ()).map_err(Error::clone), due);
    if let Ok(key) = key {
        Model { params, key, secret }.run(&mut input, flags & 8 != 0);
    }
}

/// Bytes of the right length are a public key, of whatever set, and no others are.
fn public(params: Params, bytes: &[u8]) {
    let n = params.shape.n;
    let cut = &bytes[..bytes.len().min(2 * n)];
    for bytes in [bytes, cut] {
        match PublicKey::decode(params, bytes) {
            Ok(key) => {
                assert_eq!((key.as_bytes(), bytes.len()), (bytes, 2 * n));
                assert_eq!((key.seed(), key.root()), bytes.split_at(n));
                assert_eq!(*key.params(), params);
                assert!(format!("{key:?}").starts_with(&format!("PublicKey({}, ", params.name())));
            }
            Err(error) => assert_eq!(Err(error), check_length("public key", 2 * n, bytes)),
        }
    }
}

/// No bytes of a wrong length are a private key, of whatever set: slow ones too, for nothing is computed.
fn lengths(params: Params, bytes: &[u8]) {
    let n = params.shape.n;
    let options = Options::default();
    let at = rows().iter().position(|row| *row == params).expect("a row");
    if let Err(error) = check_length("private key", 4 * n, bytes) {
        assert_eq!(PrivateKey::decode(params, bytes, &options).err(), Some(error.clone()));
        assert_eq!(SPHINCS.load(&sets()[at], bytes, &options).err(), Some(error));
    }
    if let Err(error) = check_length("seed", 3 * n, bytes) {
        assert_eq!(PrivateKey::from_seeds(params, bytes, &options).err(), Some(error));
    }
    if bytes.len() < 3 * n {
        let key = PrivateKey::generate(params, &mut Given(bytes), &options);
        assert_eq!(key.err(), Some(Error::Entropy));
    }
}

/// How a key is kept and computed.
fn options(input: &mut Input<'_>) -> Options {
    use WalkKind::{Default as Usual, Recompute, Subtrees, Whole};
    let walk = *input.pick(&[Usual, Whole, Subtrees, Recompute]);
    Options { engines: engines(input), walk, ..Options::default() }
}

/// A key beside what is known of it.
struct Model {
    params: Params,
    key: PrivateKey,
    secret: Vec<u8>,
}

impl Model {
    fn run(&self, input: &mut Input<'_>, signs: bool) {
        let Self { params, key, secret } = self;
        let n = params.shape.n;
        assert_eq!(key.encode().expose(), secret);
        assert_eq!(key.public().as_bytes(), &secret[2 * n..]);
        let mut signature = vec![0xee; 7];
        let plain = params.message(b"");
        // The source is one that fails.
        let failed = key.sign_message(&plain, Randomness::Fresh(&mut Given(&[])), &mut signature);
        assert_eq!((failed, signature.len()), (Err(Error::Entropy), 0));
        let len = usize::from(input.byte()) % (n + 2);
        let given = input.take(len);
        if let Err(error) = check_length("randomness", n, given) {
            signature.push(0);
            let failed = key.sign_message(&plain, Randomness::Given(given), &mut signature);
            assert_eq!((failed, signature.len()), (Err(error), 0));
        }
        if signs {
            self.sign(input, given);
        }
    }

    /// Signs, as it is and after it is made again from its seeds, to be kept in another way.
    fn sign(&self, input: &mut Input<'_>, given: &[u8]) {
        let Self { params, key, secret } = self;
        let n = params.shape.n;
        let interface = Interface::from_input(input);
        let options = options(input);
        let message = input.0;
        let Ok(framed) = interface.message(params, message) else { return };
        let due = interface.framed(params, message).expect("it is as long as that");
        let mut signature = Vec::new();
        let pk_seed = &secret[2 * n..3 * n];
        let (opt_rand, randomness) = if given.len() == n {
            (given, Randomness::Given(given))
        } else {
            (pk_seed, Randomness::Deterministic)
        };
        assert_eq!(key.sign_message(&framed, randomness, &mut signature), Ok(()));
        assert!(reference::verifies(params, &secret[2 * n..], &due, &signature));
        let verdict = verify_message(options.engines, key.public(), &framed, &signature);
        assert_eq!(verdict, Ok(()));
        // The whole signature follows from this.
        assert_eq!(
            signature[..n],
            reference::randomizer(params, &secret[n..2 * n], opt_rand, &due)
        );

        let again = PrivateKey::generate(*params, &mut Given(&secret[..3 * n]), &options);
        let again = again.expect("as many bytes as it draws");
        assert_eq!(again.encode().expose(), secret);
        let mut other = Vec::new();
        let signed = again.sign_message(&framed, Randomness::Given(opt_rand), &mut other);
        assert_eq!(signed, Ok(()));
        assert!(signature == other, "kept in another way, it signs otherwise");
        if matches!(interface, Interface::Plain) {
            let at = rows().iter().position(|row| row == params).expect("a row");
            let Ok(Key::Stateless(key)) = SPHINCS.load(&sets()[at], secret, &options) else {
                panic!("a key that does not load as others of its scheme do")
            };
            assert_eq!(key.sign(message, Randomness::Given(opt_rand), &mut other), Ok(()));
            assert!(signature == other, "another interface, another signature");
        }
    }
}
