/// Columns of text, each as wide as its widest cell; all but the first flush right.
struct ReportTable {
    private var rows: [[String]]

    init(_ heading: [String]) {
        rows = [heading]
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// One line a row; where that is wider than `columns`, a block a row.
    func text(columns: Int?) -> String {
        let lines = lines
        if let columns, let width = lines.first?.count, width > columns { return blocks }
        return lines.map { $0 + "\n" }.joined()
    }

    private var lines: [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let fill = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + fill : fill + cell.0
            }
            return cells.joined(separator: "  ")
        }
    }

    /// The first cell of a row, and below it each other one with its heading.
    private var blocks: String {
        let width = rows[0].map(\.count).max() ?? 0
        return rows.dropFirst().map { row in
            let cells = zip(rows[0], row).dropFirst().map { heading, cell in
                "  \(heading)\(String(repeating: " ", count: width - heading.count + 2))\(cell)\n"
            }
            return row[0] + "\n" + cells.joined()
        }.joined()
    }
}
