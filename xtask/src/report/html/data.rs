//! What the page is given, and how it is written: a line of JSON each set and each figure.

use serde::Serialize;
use serde_json::Value;

/// Everything that the page knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Data {
    /// The machines; the page starts with the one that most was measured on.
    pub(crate) machines: Vec<Machine>,
    /// Names of the backends, in the order in which they stand beside each other.
    pub(crate) backends: Vec<String>,
    /// How long messages are, as the end of a sentence.
    pub(crate) messages: String,
    /// Sentences that several sets share.
    pub(crate) texts: Vec<String>,
    /// Every parameter set.
    pub(crate) sets: Vec<Set>,
    /// What was measured or is predicted.
    pub(crate) figures: Vec<Figure>,
}

/// A machine with records.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    /// Its folder under `results/`.
    pub(crate) id: String,
    /// What it is, as people say it.
    pub(crate) title: String,
    /// The day of its newest record, such as `2026-11-22`.
    pub(crate) date: String,
    /// Whether its records are such that times can be predicted.
    pub(crate) predicts: bool,
}

/// A parameter set.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Set {
    /// Name of its scheme, as the standard prints it.
    pub(crate) family: String,
    /// Its own name.
    pub(crate) name: String,
    /// The documents that have it.
    pub(crate) standards: Vec<String>,
    /// Its hash function.
    pub(crate) hash: String,
    /// Length of a hash value in bytes.
    pub(crate) n: usize,
    /// NIST's security category.
    pub(crate) category: u8,
    /// What says so, in [`Data::texts`].
    pub(crate) category_source: usize,
    /// Base-2 logarithm of the number of signatures that a key can make; `None` if unlimited.
    pub(crate) lifetime_log2: Option<u32>,
    /// Length of a public key in bytes.
    pub(crate) public_key: usize,
    /// Length of an encoded secret key of the native backend in bytes.
    pub(crate) secret_key: usize,
    /// Length of a signature in bytes.
    pub(crate) signature: usize,
    /// What SP 800-208 says of it.
    pub(crate) sp_800_208: Says,
    /// What CNSA 2.0 says of it.
    pub(crate) cnsa: Says,
}

/// What a document says of a set.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Says {
    /// Whether it allows the set.
    pub(crate) allows: bool,
    /// In a word or two.
    pub(crate) verdict: &'static str,
    /// In a sentence, with its source, in [`Data::texts`].
    pub(crate) text: usize,
}

/// What an operation takes. Indices are those of [`Data`].
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) machine: usize,
    pub(crate) backend: usize,
    pub(crate) set: usize,
    /// 0: key generation, 1: signing, 2: verifying, 3: verifying one of 64 at once.
    pub(crate) operation: usize,
    /// Median time in nanoseconds.
    pub(crate) ns: f64,
    /// Where that is from.
    pub(crate) source: Source,
}

/// Where a time is from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// It was measured.
    Measured {
        /// Share of the hash limit.
        share: Option<f64>,
        /// What the model makes of it without having seen it: predicted over measured, less 1.
        error: Option<f64>,
        /// Bytes that the private key holds in memory, peak of the heap, peak of the stack.
        memory: [Option<u64>; 3],
    },
    /// It is the model's.
    Predicted {
        /// What nine of ten of its errors do not exceed, without their signs.
        error: Option<f64>,
        /// The measured set that weighs most in it.
        from: Option<usize>,
    },
}

impl Data {
    /// As JSON that can stand in a script element: `<` is written as an escape, so that no name ends the
    /// element.
    pub(super) fn embedded(&self) -> String {
        let Self { machines, backends, messages, texts, sets, figures } = self;
        let rows = |predicted| {
            let of = |figure: &&Figure| figure.is_predicted() == predicted;
            list(&figures.iter().filter(of).map(Figure::row).collect::<Vec<_>>())
        };
        let parts = [
            ("machines", list(machines)),
            ("backends", json(backends)),
            ("messages", json(messages)),
            ("texts", list(texts)),
            ("sets", list(sets)),
            ("measured", rows(false)),
            ("predicted", rows(true)),
        ];
        let parts = parts.map(|(name, part)| format!("\"{name}\":{part}"));
        format!("{{{}}}", parts.join(",\n")).replace('<', "\\u003c")
    }
}

impl Figure {
    const fn is_predicted(&self) -> bool {
        matches!(self.source, Source::Predicted { .. })
    }

    /// Without what is absent at the end: machine, backend, set, operation, time, and if measured share,
    /// error, live key, heap, stack, else error, origin.
    fn row(&self) -> Vec<Value> {
        let ratio = |ratio: Option<f64>| ratio.map_or(Value::Null, |ratio| digits(ratio, 3));
        let mut row: Vec<_> =
            [self.machine, self.backend, self.set, self.operation].map(Value::from).to_vec();
        row.push(digits(self.ns, 4));
        match &self.source {
            Source::Measured { share, error, memory } => {
                row.extend([ratio(*share), ratio(*error)]);
                row.extend(memory.map(Value::from));
            }
            Source::Predicted { error, from } => row.extend([ratio(*error), Value::from(*from)]),
        }
        while row.last().is_some_and(Value::is_null) {
            row.pop();
        }
        row
    }
}

/// A number to so many digits, as an integer if it is one: figures are no better than that, and the page
/// is half as long.
fn digits(number: f64, digits: usize) -> Value {
    let places = digits.saturating_sub(1);
    let short: f64 = format!("{number:.places$e}").parse().unwrap_or(number);
    if short.fract() == 0.0 && short.abs() < 1e15 {
        Value::from(short as i64)
    } else {
        Value::from(short)
    }
}

fn list<T: Serialize>(items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(json).collect();
    format!("[\n{}]", items.join(",\n"))
}

/// Nothing here can fail to be written: there are no maps, and no keys but field names.
fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let text = |number, n| digits(number, n).to_string();
        assert_eq!(text(1_234_567.8, 4), "1235000");
        assert_eq!(text(12.345_6, 4), "12.35");
        assert_eq!(text(0.000_123_456, 3), "0.000123");
        assert_eq!((text(0.0, 3), text(-0.25, 3)), ("0".into(), "-0.25".into()));
        assert_eq!(text(9_999.9, 4), "10000");
    }

    #[test]
    fn a_row_ends_with_what_is_known() {
        let row = |source| {
            json(&Figure { machine: 0, backend: 0, set: 7, operation: 2, ns: 5000.0, source }.row())
        };
        assert_eq!(row(Source::Predicted { error: None, from: None }), "[0,0,7,2,5000]");
        assert_eq!(
            row(Source::Predicted { error: Some(0.1), from: Some(3) }),
            "[0,0,7,2,5000,0.1,3]"
        );
        let measured = |share, memory| row(Source::Measured { share, error: None, memory });
        assert_eq!(measured(None, [None; 3]), "[0,0,7,2,5000]");
        let memory = [None, Some(0), None];
        assert_eq!(measured(Some(0.5), memory), "[0,0,7,2,5000,0.5,null,null,0]");
    }
}
