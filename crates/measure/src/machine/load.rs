//! How busy a machine is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sysinfo::System;

/// Mean number of runnable threads, over three spans of time.
///
/// The run counts itself: 1 is what a single-threaded run makes on a quiet machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Load {
    /// Over the last minute.
    pub one: f64,
    /// Over the last 5 minutes.
    pub five: f64,
    /// Over the last 15 minutes.
    pub fifteen: f64,
}

/// The load around a run. Absent where the system keeps none (Windows).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Loads {
    /// Before the first measurement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Load>,
    /// After the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Load>,
}

impl Load {
    /// The load now; `None` on Windows, and where it cannot be read.
    #[must_use]
    pub fn now() -> Option<Self> {
        if cfg!(windows) {
            // What stands in for it there is an estimate that starts when it is first asked for.
            return None;
        }
        if cfg!(target_os = "linux") && !std::path::Path::new("/proc/loadavg").is_file() {
            // Zeros are given for it then.
            return None;
        }
        let load = System::load_average();
        Some(Self { one: load.one, five: load.five, fifteen: load.fifteen })
    }
}
