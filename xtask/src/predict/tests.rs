use super::*;
use crate::report;
use std::path::Path;

/// The machine whose records have baselines, which predictions are held to.
const MACHINE: &str = "amd-epyc-2c-linux-x86_64-d0fcbd42";

/// Sets whose predictions are worse than the rest, why, and how far off they may be.
const WORSE: [(&str, Operation, f64); 0] = [];

#[test]
fn measured_sets_are_predicted_from_the_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let records = report::records(&root.join("results")).expect("records");
    let mut machine = BTreeMap::new();
    for (scheme, machines) in &records {
        machine.extend(machines.get(MACHINE).map(|record| (&**scheme, record)));
    }
    let mut seen = 0;
    let mut wrong = Vec::new();
    for operation in OPERATIONS {
        let model = Model::of(&machine, "native", operation).expect("a model");
        assert_eq!(model.form, Form::Lanes);
        for point in &model.points {
            let error = model.error(&point.set).expect("other sets");
            seen += 1;
            let most = WORSE.iter().find(|(set, of, _)| (*set, *of) == (&point.set, operation));
            if error.abs() > most.map_or(0.15, |(_, _, most)| *most) {
                wrong.push(format!("{} {}: {:+.1} %", point.set, operation.name(), 100.0 * error));
            }
        }
    }
    assert_eq!((seen, wrong), (276, Vec::new()));
}
