//! A table in markdown.

/// Rows of cells under a header.
pub(crate) struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(header: [&str; N]) -> Self {
        Self { header: header.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    pub(crate) fn push_header<S: Into<String>>(&mut self, more: impl IntoIterator<Item = S>) {
        self.header.extend(more.into_iter().map(Into::into));
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// Unless it has a cell for each column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<_> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.header.len(), "a cell for each column: {cells:?}");
        self.rows.push(cells);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|{}\n", " --- |".repeat(self.header.len()));
        self.rows.iter().fold(line(&self.header) + &rule, |text, row| text + &line(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_under_a_header() {
        let mut table = Table::new(["a"]);
        table.push_header(["b"]);
        assert!(table.is_empty());
        table.row(["1".to_owned(), "-".to_owned()]);
        assert_eq!(table.text(), "| a | b |\n| --- | --- |\n| 1 | - |\n");
    }
}
