//! What takes long to make, and is made once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Things that have been made, by name.
#[derive(Debug)]
pub(crate) struct Once<T>(Mutex<BTreeMap<String, Arc<T>>>);

impl<T> Once<T> {
    /// None yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The one with this name.
    pub(crate) fn get(&self, name: String, make: impl FnOnce() -> T) -> Arc<T> {
        let mut all = self.0.lock().expect("nobody panics with it");
        Arc::clone(all.entry(name).or_insert_with(|| Arc::new(make())))
    }
}
