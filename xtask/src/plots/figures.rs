//! The figures of a record that a picture shows.

use super::bars::Panel;
use super::life;
use super::pareto::{FAMILIES, Point};
use super::share::Row;
use crate::report::rows::{OPERATIONS, Rows};
use measure::Suite;
use measure::record::{Operation, Record, Status};

/// Size and time of every set that the default backend was measured on.
pub(super) fn points(records: &[(&'static Suite, &Record)], operation: Operation) -> Vec<Point> {
    let mut points = Vec::new();
    for (suite, record) in records {
        let rows = Rows::of(suite, record);
        for name in rows.sets() {
            let row = rows.find(&name, operation, NATIVE).filter(|row| row.status == Status::Ok);
            let (Some(row), Ok(set)) = (row, (suite.find)(&name)) else { continue };
            let family = FAMILIES.iter().position(|family| *family == set.scheme.name());
            let (Some(family), Some(time)) = (family, row.warm()) else { continue };
            let (label, size) = (short(&name), set.signature_len() as f64);
            points.push(Point { family, label, n: set.n, size, time: time.p50 });
        }
    }
    points
}

/// Shares of the hash limit, by family and operation.
pub(super) fn shares(records: &[(&'static Suite, &Record)]) -> Vec<Row> {
    let mut rows = Vec::new();
    for family in FAMILIES {
        for operation in OPERATIONS {
            let mut shares = Vec::new();
            for (suite, record) in records {
                let found = Rows::of(suite, record).measured(operation);
                for row in found.filter(|row| row.scheme == family && !on_a_unit(&row.backend)) {
                    let share = row.median("share.hash_limit");
                    shares.extend(share.map(|share| (row.backend.clone(), share)));
                }
            }
            rows.push(Row { family, operation: operation.name(), shares });
        }
    }
    rows
}

/// The backends that have the suite's default set, and their times.
pub(super) fn panels<'a>(suite: &'a Suite, record: &'a Record) -> (Vec<&'a str>, Vec<Panel>) {
    let rows = Rows::of(suite, record);
    let time = |operation, backend: &str| {
        let row = rows.find(suite.default_set, operation, backend);
        Some(row.filter(|row| row.status == Status::Ok)?.warm()?.p50)
    };
    let any = |backend: &&str| OPERATIONS.iter().any(|op| time(*op, backend).is_some());
    let mut backends = rows.backends();
    backends.retain(|backend| !on_a_unit(backend) && any(backend));
    let panel = |operation: Operation| Panel {
        operation: operation.name(),
        times: backends.iter().map(|backend| time(operation, backend)).collect(),
    };
    let panels = OPERATIONS.map(panel).to_vec();
    (backends, panels)
}

/// Signing times by index, of each set whose keys were let live.
pub(super) fn lives(suite: &Suite, record: &Record) -> Vec<life::Panel> {
    let rows = Rows::of(suite, record);
    let panel = |set: String| {
        let backends = rows.backends().into_iter().filter(|backend| !on_a_unit(backend));
        let series = backends.filter_map(|backend| {
            let times = rows.find(&set, Operation::Sign, backend)?.lived()?.by_index.clone()?;
            Some(life::Series { backend: backend.to_owned(), times })
        });
        life::Panel { series: series.collect(), set: set.clone() }
    };
    let panels = rows.sets().into_iter().map(panel);
    panels.filter(|panel| !panel.series.is_empty()).collect()
}

/// The backend that stands for its scheme where there is room for one.
const NATIVE: &str = "native";

/// Whether it is the native backend on one of the lesser vector units.
fn on_a_unit(backend: &str) -> bool {
    backend.contains('@')
}

/// A name without what most sets have: SHA-256 and 32 bytes.
fn short(set: &str) -> String {
    let (tree, leaf) = set.split_once("+LMOTS-").unwrap_or((set, ""));
    let width = leaf.rsplit('-').next().filter(|width| !width.is_empty());
    let tree = tree.replace("SHA256-", "").replace("M32-", "");
    width.map_or_else(|| tree.clone(), |width| format!("{tree}-{width}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_still_names() {
        for (set, name) in [
            ("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4", "LMS-H5-W4"),
            ("LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4", "LMS-SHAKE-M24-H5-W4"),
            ("HSS-SHA256-H10-W4+H5-W8", "HSS-H10-W4+H5-W8"),
            ("XMSSMT-SHA2_20/4_256", "XMSSMT-SHA2_20/4_256"),
            ("SPHINCS+-SHA2-128f-simple", "SPHINCS+-SHA2-128f-simple"),
        ] {
            assert_eq!(short(set), name);
        }
    }

    /// Every family that a suite has sets of has a colour.
    #[test]
    fn every_family_has_its_place() {
        for set in crate::registry::SUITES.iter().flat_map(|suite| (suite.sets)()) {
            assert!(FAMILIES.contains(&set.scheme.name()), "{}", set.name);
        }
    }
}
