//! `echo-rival`: the toy of the runner's tests as a program of its own, that goes wrong as its argument says.
//!
//! A signature is its index, its key, and its message's length; a key signs eight times.
#![forbid(unsafe_code)]

use rival::{
    Answer, Description, Failure, Origin, Randomness, Refusal, Request, Rival, Sample, Server,
    Signature, State, Verdict, read_frame, write_frame,
};
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Debug)]
struct Toy {
    fault: String,
    made: u64,
}

#[derive(Debug)]
struct ToyKey {
    public_key: Vec<u8>,
    next: u64,
}

impl Toy {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn takes(&self) -> Sample {
        match &*self.fault {
            "boasts" => BOAST,
            "no-peak" => Sample { peak: None, ..TAKES },
            _ => TAKES,
        }
    }
}

/// What it claims to take: longer than it does, to be told from the time of the pipe.
const TAKES: Sample = Sample {
    wall: Some(3_000_000_000),
    cpu: Some(2_000_000_000),
    bytes: Some(77),
    allocations: Some(7),
    peak: Some(55),
};

/// More than anything can.
const BOAST: Sample = {
    let most = Some(u64::MAX - 1);
    Sample { wall: most, cpu: most, bytes: most, allocations: most, peak: most }
};

impl Rival for Toy {
    type Key = ToyKey;

    fn describe(&self) -> Description {
        let text = |text: &str| text.to_owned();
        Description {
            protocol: if self.has("other-version") { 99 } else { rival::VERSION },
            name: format!("echo-{}", self.fault),
            version: text("1"),
            language: text("Rust"),
            features: text(""),
            hash: text("none"),
            sets: vec![text("TOY-H3")],
        }
    }

    fn generate(&mut self, _: &str, origin: &Origin) -> Result<(Sample, ToyKey, Vec<u8>), Failure> {
        if self.has("liar") {
            return Err(Refusal::Unsupported("TOY-H3 is not built in".to_owned()));
        }
        let (Origin::Entropy(bytes) | Origin::Seed(bytes)) = origin;
        self.made += 1;
        let mut public_key = bytes[..8].to_vec();
        public_key[0] = self.made as u8;
        if self.has("long-key") {
            public_key.push(0);
        }
        Ok((self.takes(), ToyKey { public_key: public_key.clone(), next: 0 }, public_key))
    }

    fn sign(
        &mut self,
        key: &mut ToyKey,
        message: &[u8],
        _: &Randomness,
    ) -> Result<(Sample, Vec<u8>), Failure> {
        if key.next == 8 {
            return Err(Refusal::Exhausted("eight are enough".to_owned()));
        }
        if self.has("refuses") && key.next == 2 {
            return Err(Refusal::Failed("the third one".to_owned()));
        }
        let index = key.next - u64::from(self.has("reuses") && key.next == 2);
        key.next += 1;
        let mut signature = (index as u32).to_be_bytes().to_vec();
        signature.extend(&key.public_key);
        signature.extend((message.len() as u64).to_be_bytes());
        if self.has("short-signature") {
            signature.pop();
        }
        Ok((self.takes(), signature))
    }

    fn verify(&mut self, _: &str, signed: &Signature) -> Result<Verdict, Failure> {
        let Signature { public_key, message, signature } = signed;
        let right = signature.get(4..12) == Some(public_key)
            && signature.get(12..) == Some(&(message.len() as u64).to_be_bytes());
        Ok(Verdict { sample: self.takes(), verifies: right || self.has("accepts-all") })
    }

    fn state(&self, key: &ToyKey) -> State {
        State { index: key.next, remaining: 8 - key.next }
    }
}

fn main() -> ExitCode {
    let fault = std::env::args().nth(1).unwrap_or_default();
    match talk(&fault) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("echo-rival: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers, and goes wrong at the fifth request to sign.
fn talk(fault: &str) -> io::Result<ExitCode> {
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    match fault {
        "silent" => return Ok(ExitCode::SUCCESS),
        "dies-first" => {
            eprintln!("no licence");
            return Ok(ExitCode::from(3));
        }
        "deaf" => hang(),
        _ => (),
    }
    let mut server = Server::new(Toy { fault: fault.to_owned(), made: 0 });
    let (mut signed, mut before) = (0, Vec::new());
    loop {
        let frame = read_frame(&mut from).map_err(io::Error::other)?;
        let (id, request) = Request::read(&frame).map_err(|(_, error)| io::Error::other(error))?;
        let mut answer = Answer::frame(id, &server.answer(&request));
        signed += u32::from(matches!(request, Request::Sign { .. }));
        if signed >= 5 {
            match fault {
                "crashes" => {
                    eprintln!("first words\nassertion failed: eight < four");
                    std::process::abort();
                }
                "ends" => return Ok(ExitCode::from(7)),
                "hangs" => hang(),
                "wrong-id" => answer[..4].copy_from_slice(&(id + 1).to_be_bytes()),
                "late" => std::mem::swap(&mut answer, &mut before),
                "nonsense" => answer[4] = 0xaa,
                "trailing" => answer.push(0),
                "no-frame" => {
                    to.write_all(b"Exception in thread \"main\"\n")?;
                    to.flush()?;
                    hang()
                }
                "cut-off" => {
                    to.write_all(&(answer.len() as u32).to_be_bytes())?;
                    to.write_all(&answer[..answer.len() / 2])?;
                    to.flush()?;
                    return Ok(ExitCode::SUCCESS);
                }
                _ => (),
            }
        }
        if fault == "floods" {
            // 100 kB more than a pipe holds, again and again.
            for line in 0..8000 {
                eprintln!("warning {line}: nobody reads this");
            }
        }
        write_frame(&mut to, &answer)?;
        before = answer;
        if request == Request::Quit {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

fn hang() -> ! {
    // Not for ever, if nobody should kill it.
    std::thread::sleep(Duration::from_secs(60));
    // Even then it says nothing.
    let _ = io::stdin().lock().read(&mut [0]);
    std::process::exit(9)
}
