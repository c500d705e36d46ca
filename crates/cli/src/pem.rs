//! SLH-DSA keys as PEM: PKCS#8 and SubjectPublicKeyInfo, by RFC 9909.
//!
//! ```text
//! PRIVATE KEY  OneAsymmetricKey: the set's OID without parameters, and SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root
//! PUBLIC KEY   SubjectPublicKeyInfo: the same OID, and PK.seed ‖ PK.root
//! ```

use crate::answer::Failure;
use crate::sets;
use pkcs8::der::asn1::{BitStringRef, OctetStringRef};
use pkcs8::der::{Document, SecretDocument, pem::LineEnding};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};
use signer::ParameterSet;
use zeroize::Zeroizing;

/// Last arc of the OIDs below 2.16.840.1.101.3.4.3, in the order of the sets: from 20 on.
const SETS: [&str; 12] = [
    "SLH-DSA-SHA2-128s",
    "SLH-DSA-SHA2-128f",
    "SLH-DSA-SHA2-192s",
    "SLH-DSA-SHA2-192f",
    "SLH-DSA-SHA2-256s",
    "SLH-DSA-SHA2-256f",
    "SLH-DSA-SHAKE-128s",
    "SLH-DSA-SHAKE-128f",
    "SLH-DSA-SHAKE-192s",
    "SLH-DSA-SHAKE-192f",
    "SLH-DSA-SHAKE-256s",
    "SLH-DSA-SHAKE-256f",
];

/// Arcs of NIST's signature algorithms.
const ARCS: &str = "2.16.840.1.101.3.4.3";
const FIRST: usize = 20;

/// Whether it looks like PEM.
pub(crate) fn is_pem(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"-----BEGIN ")
}

fn algorithm(set: &ParameterSet) -> Result<AlgorithmIdentifierRef<'static>, Failure> {
    let at = SETS.iter().position(|name| *name == set.name).ok_or_else(|| {
        Failure::usage(format!("{} has no form in PEM here: SLH-DSA has", set.name))
    })?;
    let oid = ObjectIdentifier::new(&format!("{ARCS}.{}", FIRST + at)).map_err(Failure::refused)?;
    Ok(AlgorithmIdentifierRef { oid, parameters: None })
}

fn set(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<ParameterSet, Failure> {
    let oid = algorithm.oid;
    let named = |at: usize| ObjectIdentifier::new(&format!("{ARCS}.{}", FIRST + at)) == Ok(oid);
    let at = (0..SETS.len()).find(|at| named(*at));
    let at = at.ok_or_else(|| Failure::refused(format!("{oid} is no set of SLH-DSA")))?;
    if algorithm.parameters.is_some() {
        return Err(Failure::refused("there are parameters beside the OID, and must be none"));
    }
    Ok(sets::find(SETS[at])?)
}

/// A private key as PEM.
pub(crate) fn private_key(set: &ParameterSet, key: &[u8]) -> Result<Zeroizing<String>, Failure> {
    let wrong = |error| Failure::refused(format!("the key cannot be encoded: {error}"));
    let key = OctetStringRef::new(key).map_err(wrong)?;
    let info = PrivateKeyInfoRef::new(algorithm(set)?, key);
    let document = SecretDocument::encode_msg(&info).map_err(wrong)?;
    document.to_pem("PRIVATE KEY", LineEnding::LF).map_err(wrong)
}

/// The set and the bytes of a private key in PEM.
pub(crate) fn read_private_key(pem: &[u8]) -> Result<(ParameterSet, Zeroizing<Vec<u8>>), Failure> {
    let wrong = |error| Failure::refused(format!("that is no private key in PKCS#8: {error}"));
    let text =
        std::str::from_utf8(pem).map_err(|_| Failure::refused("PEM is text, and this is not"))?;
    let (label, document) = SecretDocument::from_pem(text).map_err(wrong)?;
    if label != "PRIVATE KEY" {
        return Err(Failure::refused(format!("that is a {label}, and no PRIVATE KEY")));
    }
    let info: PrivateKeyInfoRef<'_> = document.decode_msg().map_err(wrong)?;
    let set = set(&info.algorithm)?;
    let bytes = info.private_key.as_bytes();
    signer::check_length("private key", set.seed_len + set.n, bytes)?;
    Ok((set, Zeroizing::new(bytes.to_vec())))
}

/// A public key as PEM.
pub(crate) fn public_key(set: &ParameterSet, key: &[u8]) -> Result<String, Failure> {
    let wrong = |error| Failure::refused(format!("the public key cannot be encoded: {error}"));
    let info = SubjectPublicKeyInfoRef {
        algorithm: algorithm(set)?,
        subject_public_key: BitStringRef::from_bytes(key).map_err(wrong)?,
    };
    let document = Document::encode_msg(&info).map_err(wrong)?;
    document.to_pem("PUBLIC KEY", LineEnding::LF).map_err(wrong)
}

/// The set and the bytes of a public key in PEM.
pub(crate) fn read_public_key(pem: &[u8]) -> Result<(ParameterSet, Vec<u8>), Failure> {
    let wrong = |error| Failure::refused(format!("that is no public key in PEM: {error}"));
    let text =
        std::str::from_utf8(pem).map_err(|_| Failure::refused("PEM is text, and this is not"))?;
    let (label, document) = Document::from_pem(text).map_err(wrong)?;
    if label != "PUBLIC KEY" {
        return Err(Failure::refused(format!("that is a {label}, and no PUBLIC KEY")));
    }
    let info: SubjectPublicKeyInfoRef<'_> = document.decode_msg().map_err(wrong)?;
    let set = set(&info.algorithm)?;
    let bytes = info.subject_public_key.as_bytes();
    let bytes = bytes.ok_or_else(|| Failure::refused("a public key has whole bytes"))?;
    signer::check_length("public key", set.public_key_len(), bytes)?;
    Ok((set, bytes.to_vec()))
}
