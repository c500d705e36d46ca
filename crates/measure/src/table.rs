//! Tables for a terminal.

/// Rows of cells, aligned: the first column to the left, numbers to the right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl Table {
    /// A table whose first `left` columns are aligned to the left.
    #[must_use]
    pub fn new<S: Into<String>>(left: usize, header: impl IntoIterator<Item = S>) -> Self {
        Self { rows: vec![header.into_iter().map(Into::into).collect()], left }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The text, a line each row, under a header that is underlined.
    #[must_use]
    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, column: usize| row.get(column).map_or("", |c| c).to_owned();
        let width = |column: usize| {
            self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        let mut text = String::new();
        for (i, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, width) in widths.iter().enumerate() {
                let cell = cell(row, column);
                line.push_str(&match column < self.left {
                    true => format!("{cell:<width$}  "),
                    false => format!("{cell:>width$}  "),
                });
            }
            text.push_str(line.trim_end());
            text.push('\n');
            if i == 0 {
                let total = widths.iter().sum::<usize>() + 2 * (columns.max(1) - 1);
                text.push_str(&"-".repeat(total));
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(1, ["name", "ns"]);
        table.row(["a", "1,000"]);
        table.row(["long name", "7"]);
        assert_eq!(
            table.text(),
            "name          ns\n----------------\na          1,000\nlong name      7\n"
        );
    }
}
