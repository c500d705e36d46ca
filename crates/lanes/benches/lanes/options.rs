//! The command line.

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Times of hashes in lanes, beside those of sha2, shake and keccak.

cargo bench -p lanes -- [OPTIONS] [FILTER]...

FILTER        only groups with this in their names, such as `chain/lm-ots` or `sha512`
--unit NAME   only this vector unit, beside the rivals
--rounds N    samples of each case [200]
--test        run each case once and compare the results; measure nothing
--help        this
";

/// Samples of each case, unless the command line says otherwise.
const ROUNDS: usize = 200;

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Options {
    /// Samples of each case.
    pub(crate) rounds: usize,
    /// Whether to check results instead of measuring.
    pub(crate) test: bool,
    /// Whether to print [`HELP`] only.
    pub(crate) help: bool,
    unit: Option<String>,
    filters: Vec<String>,
}

impl Options {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options =
            Self { rounds: ROUNDS, test: false, help: false, unit: None, filters: Vec::new() };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                // Cargo says so to every bench.
                "--bench" => {}
                "--test" => options.test = true,
                "--help" | "-h" => options.help = true,
                "--unit" => options.unit = Some(value()?),
                "--rounds" => {
                    let text = value()?;
                    options.rounds = match text.parse() {
                        Ok(rounds) if rounds > 0 => rounds,
                        _ => return Err(format!("`{text}` is no number of rounds")),
                    };
                }
                _ if argument.starts_with('-') => {
                    return Err(format!("there is no option {argument}"));
                }
                _ => options.filters.push(argument),
            }
        }
        Ok(options)
    }

    /// Whether to measure the unit called `name`.
    pub(crate) fn wants_unit(&self, name: &str) -> bool {
        self.unit.as_ref().is_none_or(|unit| unit == name)
    }

    /// Whether to measure the group called `name`.
    pub(crate) fn wants_group(&self, name: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(&**filter))
    }
}
