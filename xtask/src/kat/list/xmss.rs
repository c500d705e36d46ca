//! Digests of XMSS and XMSS^MT.

use super::{Outcome, Report, about};
use crate::kat::key::Variant;
use crate::kat::known::{CHAINS, Format, Known};
use crate::kat::text::File;
use crate::kat::{chain, liboqs, progress, reference};
use crate::probe::sha256;
use hbs::HashFunction::Sha256;
use hbs::Options;
use hbs::xmss::Params;
use hbs::xmss::rows;
use signer::Error;
use std::time::Instant;

/// Leaves of a tree that is built unasked.
const FEW_LEAVES: u64 = 1 << 10;
/// Signatures of a chain that is followed unasked.
const FEW_SIGNATURES: u64 = 2000;

/// A file with a digest that is known.
#[derive(Debug)]
struct Due {
    format: Format,
    name: String,
    known: Known,
}

/// Says of each digest whether it comes out.
pub(super) fn tell(report: &mut Report, all: bool, options: &Options) -> Result<(), Error> {
    report.files(all, options)?;
    report.chains(all, options)
}

impl Report {
    fn files(&mut self, all: bool, options: &Options) -> Result<(), Error> {
        for (params, variant) in
            rows().iter().flat_map(|row| [Variant::Small, Variant::Fast].map(|v| (row, v)))
        {
            let due = due(Format::Reference, reference::names(params, variant));
            let make = || {
                let files = reference::files(*params, variant, options)?;
                Ok(files.map(|file| (Format::Reference, file)).into())
            };
            for (due, outcome) in outcomes(params, due, all, make)? {
                self.tell(&due.name, due.known, &outcome);
            }
        }
        // They are made of liboqs' files, and told below them.
        let mut head = Vec::new();
        for params in rows() {
            let mut all_due = due(Format::Liboqs, [liboqs::name(params)]);
            all_due.extend(due(Format::ReferenceHead, liboqs::head_names(params)));
            let make = || {
                let file = liboqs::file(*params, options)?;
                let head = liboqs::head_files(params, &file);
                let mut files = Vec::from(head.map(|file| (Format::ReferenceHead, file)));
                files.push((Format::Liboqs, file));
                Ok(files)
            };
            for (due, outcome) in outcomes(params, all_due, all, make)? {
                match due.format {
                    Format::ReferenceHead => head.push((due, outcome)),
                    _ => self.tell(&due.name, due.known, &outcome),
                }
            }
        }
        head.iter().for_each(|(due, outcome)| self.tell(&due.name, due.known, outcome));
        Ok(())
    }

    /// Each set's chains are followed as one.
    fn chains(&mut self, all: bool, options: &Options) -> Result<(), Error> {
        for chains in CHAINS.chunk_by(|a, b| a.set == b.set) {
            let tried = chains.iter().filter(|chain| all || chain.signatures <= FEW_SIGNATURES);
            let most = tried.map(|chain| chain.signatures).max().unwrap_or(0);
            let name = |signatures| format!("{}, {signatures} signatures", chains[0].set);
            let params = rows().iter().find(|row| row.name() == chains[0].set);
            let started = Instant::now();
            let bar = progress(name(most), Some(most));
            if let Some(params) = params {
                chain::follow(*params, most, options, |count, digest| {
                    bar.set_position(count);
                    if let Some(chain) = chains.iter().find(|chain| chain.signatures == count) {
                        let seconds = started.elapsed().as_secs_f64();
                        let outcome = Outcome::Made { digest: digest(), seconds };
                        bar.suspend(|| self.tell(&name(count), chain.known, &outcome));
                    }
                })?;
            }
            bar.finish_and_clear();
            for chain in chains.iter().filter(|chain| chain.signatures > most) {
                let why = "about 1 min; --all".into();
                self.tell(&name(chain.signatures), chain.known, &Outcome::NotTried(why));
            }
        }
        Ok(())
    }
}

/// Those of the files whose digests are known.
fn due<const N: usize>(format: Format, names: [String; N]) -> Vec<Due> {
    let known = |name: String| format.known(&name).map(|known| Due { format, name, known });
    names.into_iter().filter_map(known).collect()
}

/// Makes the files of a key, if one of them is due and they do not take long.
fn outcomes(
    params: &Params,
    due: Vec<Due>,
    all: bool,
    make: impl FnOnce() -> Result<Vec<(Format, File)>, Error>,
) -> Result<Vec<(Due, Outcome)>, Error> {
    let leaves = 1 << params.layer_height();
    if due.is_empty() {
        return Ok(Vec::new());
    }
    if leaves > FEW_LEAVES && !all {
        let about = about(seconds(params));
        let why = |due| (due, Outcome::NotTried(format!("about {about}; --all")));
        return Ok(due.into_iter().map(why).collect());
    }
    let bar = progress(params.name(), None);
    let started = Instant::now();
    let files = make();
    bar.finish_and_clear();
    let (files, seconds) = (files?, started.elapsed().as_secs_f64());
    let made = |due: Due| {
        let is_due =
            |(format, file): &&(Format, File)| (*format, &file.name) == (due.format, &due.name);
        let digest = files.iter().find(is_due).map(|(_, file)| sha256(file.text.as_bytes()));
        let digest = digest.unwrap_or_default();
        (due, Outcome::Made { digest, seconds })
    };
    Ok(due.into_iter().map(made).collect())
}

/// About how many seconds a key takes on one thread: leaves of all its trees, at what one takes on an
/// Intel Xeon with AVX-512.
fn seconds(params: &Params) -> f64 {
    let leaf = match (params.hash.function, params.n()) {
        (_, 64) => 700e-6,
        (Sha256, _) => 100e-6,
        _ => 240e-6,
    };
    leaf * f64::from(params.d << params.layer_height())
}
