/// Columns of text, each as wide as its widest cell; all but the first flush right.
struct ReportTable {
    private var rows: [[String]]

    init(_ heading: [String]) {
        rows = [heading]
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// One line a row.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let fill = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + fill : fill + cell.0
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
