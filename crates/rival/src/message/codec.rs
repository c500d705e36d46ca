//! Requests and answers as frames.

use super::{
    Answer, Description, Generated, Gone, Origin, Randomness, Refusal, Request, Sample, Signature,
    Verdict,
};
use crate::bytes::{Malformed, Reader, Writer};

impl Request {
    /// The frame of the request with number `id`.
    #[must_use]
    pub fn frame(&self, id: u32) -> Vec<u8> {
        let mut to = Writer::default();
        to.word(id);
        match self {
            Self::Describe { version } => to.byte(DESCRIBE).word(*version),
            Self::Generate { set, origin, count } => {
                let (kind, bytes) = match origin {
                    Origin::Entropy(bytes) => (0, bytes),
                    Origin::Seed(bytes) => (1, bytes),
                };
                to.byte(GENERATE).bytes(set.as_bytes()).byte(kind).bytes(bytes).word(*count)
            }
            Self::Sign { key, randomness, messages } => {
                let (kind, bytes) = match randomness {
                    Randomness::Deterministic => (0, &[][..]),
                    Randomness::Fresh(bytes) => (1, &bytes[..]),
                    Randomness::Given(bytes) => (2, &bytes[..]),
                };
                to.byte(SIGN).word(*key).byte(kind).bytes(bytes);
                to.many(messages, |to, message| {
                    to.bytes(message);
                })
            }
            Self::Verify { set, signed } => {
                to.byte(VERIFY).bytes(set.as_bytes()).many(signed, |to, one| {
                    to.bytes(&one.public_key).bytes(&one.message).bytes(&one.signature);
                })
            }
            Self::Drop { key } => to.byte(DROP).word(*key),
            Self::Quit => to.byte(QUIT),
        };
        to.0
    }

    /// The number of the request in a frame, and the request.
    ///
    /// # Errors
    ///
    /// [`Malformed`], with the number if there is one.
    pub fn read(frame: &[u8]) -> Result<(u32, Self), (Option<u32>, Malformed)> {
        let mut from = Reader(frame);
        let id = from.word("number").map_err(|error| (None, error))?;
        Self::read_rest(from).map(|request| (id, request)).map_err(|error| (Some(id), error))
    }

    fn read_rest(mut from: Reader<'_>) -> Result<Self, Malformed> {
        let request = match from.byte("kind")? {
            DESCRIBE => Self::Describe { version: from.word("version")? },
            GENERATE => {
                let set = from.text("set")?;
                let kind = from.byte("origin")?;
                let bytes = from.bytes("origin")?;
                let origin = match kind {
                    0 => Origin::Entropy(bytes),
                    1 => Origin::Seed(bytes),
                    other => return Err(Malformed::new(format!("there is no origin {other}"))),
                };
                Self::Generate { set, origin, count: from.word("count")? }
            }
            SIGN => {
                let key = from.word("key")?;
                let kind = from.byte("randomness")?;
                let bytes = from.bytes("randomness")?;
                let randomness = match kind {
                    0 => Randomness::Deterministic,
                    1 => Randomness::Fresh(bytes),
                    2 => Randomness::Given(bytes),
                    other => return Err(Malformed::new(format!("there is no randomness {other}"))),
                };
                let messages = from.many("messages", |from| from.bytes("message"))?;
                Self::Sign { key, randomness, messages }
            }
            VERIFY => {
                let set = from.text("set")?;
                let signed = from.many("signatures", |from| {
                    Ok(Signature {
                        public_key: from.bytes("public key")?,
                        message: from.bytes("message")?,
                        signature: from.bytes("signature")?,
                    })
                })?;
                Self::Verify { set, signed }
            }
            DROP => Self::Drop { key: from.word("key")? },
            QUIT => Self::Quit,
            other => return Err(Malformed::new(format!("there is no request {other}"))),
        };
        from.end()?;
        Ok(request)
    }
}

impl Answer {
    /// The frame of an answer to the request with number `id`.
    #[must_use]
    pub fn frame(id: u32, answer: &Result<Self, Refusal>) -> Vec<u8> {
        let mut to = Writer::default();
        to.word(id);
        let answer = match answer {
            Ok(answer) => answer,
            Err(refusal) => {
                let (status, text) = match refusal {
                    Refusal::Unsupported(text) => (UNSUPPORTED, text),
                    Refusal::Exhausted(text) => (EXHAUSTED, text),
                    Refusal::Failed(text) => (FAILED, text),
                };
                to.byte(status).bytes(text.as_bytes());
                return to.0;
            }
        };
        to.byte(OK);
        match answer {
            Self::Description(one) => {
                let Description { protocol, name, version, language, features, hash, sets } = one;
                to.word(*protocol);
                for text in [name, version, language, features, hash] {
                    to.bytes(text.as_bytes());
                }
                to.many(sets, |to, set| {
                    to.bytes(set.as_bytes());
                });
            }
            Self::Generated { keys, state } => {
                to.many(keys, |to, one| {
                    one.sample.write(to).word(one.key).bytes(&one.public_key);
                });
                to.long(state.0).long(state.1);
            }
            Self::Signed { signatures, state } => {
                to.many(signatures, |to, (sample, signature)| {
                    sample.write(to).bytes(signature);
                });
                to.long(state.0).long(state.1);
            }
            Self::Verified(verdicts) => {
                to.many(verdicts, |to, one| {
                    one.sample.write(to).byte(u8::from(one.verifies));
                });
            }
            Self::Gone(Gone) => (),
        }
        to.0
    }

    /// The number of the request that a frame answers.
    ///
    /// # Errors
    ///
    /// [`Malformed`] for less than a number.
    pub fn number(frame: &[u8]) -> Result<u32, Malformed> {
        Reader(frame).word("number")
    }

    /// The number of the request that a frame answers, and the answer, if `request` was it.
    ///
    /// # Errors
    ///
    /// [`Malformed`] for a frame that is no answer to such a request.
    pub fn read(
        frame: &[u8],
        request: &Request,
    ) -> Result<(u32, Result<Self, Refusal>), Malformed> {
        let mut from = Reader(frame);
        let id = from.word("number")?;
        let status = from.byte("status")?;
        let answer = match status {
            OK => Ok(Self::read_rest(&mut from, request)?),
            UNSUPPORTED => Err(Refusal::Unsupported(from.text("reason")?)),
            EXHAUSTED => Err(Refusal::Exhausted(from.text("reason")?)),
            FAILED => Err(Refusal::Failed(from.text("reason")?)),
            other => return Err(Malformed::new(format!("there is no status {other}"))),
        };
        from.end()?;
        Ok((id, answer))
    }

    fn read_rest(from: &mut Reader<'_>, request: &Request) -> Result<Self, Malformed> {
        let state = |from: &mut Reader<'_>| Ok((from.long("index")?, from.long("remaining")?));
        Ok(match request {
            Request::Describe { .. } => Self::Description(Description {
                protocol: from.word("version of the protocol")?,
                name: from.text("name")?,
                version: from.text("version")?,
                language: from.text("language")?,
                features: from.text("features")?,
                hash: from.text("hash code")?,
                sets: from.many("sets", |from| from.text("set"))?,
            }),
            Request::Generate { .. } => {
                let keys = from.many("keys", |from| {
                    Ok(Generated {
                        sample: Sample::read(from)?,
                        key: from.word("key")?,
                        public_key: from.bytes("public key")?,
                    })
                })?;
                Self::Generated { keys, state: state(from)? }
            }
            Request::Sign { .. } => {
                let signatures = from.many("signatures", |from| {
                    Ok((Sample::read(from)?, from.bytes("signature")?))
                })?;
                Self::Signed { signatures, state: state(from)? }
            }
            Request::Verify { .. } => Self::Verified(from.many("verdicts", |from| {
                let sample = Sample::read(from)?;
                let verifies = match from.byte("verdict")? {
                    0 => false,
                    1 => true,
                    other => return Err(Malformed::new(format!("there is no verdict {other}"))),
                };
                Ok(Verdict { sample, verifies })
            })?),
            Request::Drop { .. } | Request::Quit => Self::Gone(Gone),
        })
    }
}

const DESCRIBE: u8 = 1;
const GENERATE: u8 = 2;
const SIGN: u8 = 3;
const VERIFY: u8 = 4;
const DROP: u8 = 5;
const QUIT: u8 = 6;

const OK: u8 = 0;
const UNSUPPORTED: u8 = 1;
const EXHAUSTED: u8 = 2;
const FAILED: u8 = 3;
