/// Text for a terminal that is narrower than its lines.
enum FoldedText {
    /// A second column that would be narrower than this goes below the first one.
    private static let leastColumn = 24

    /// `text` with no line longer than `columns`, as far as its words allow. What is folded goes on under the line's
    /// second column, which two spaces set off, else under its beginning.
    static func fold(_ text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.count <= columns ? String($0) : fold(line: $0, columns) }
            .joined(separator: "\n")
    }

    private static func fold(line: Substring, _ columns: Int) -> String {
        let head = self.head(of: line)
        var indent = head.count
        var (folded, current) = ("", String(head))
        if columns - indent < leastColumn, head.contains(where: { $0 != " " }) {
            indent = head.prefix { $0 == " " }.count + 4
            folded = head.drop(whileLast: " ") + "\n"
            current = String(repeating: " ", count: indent)
        }
        for word in line.dropFirst(head.count).split(separator: " ") {
            if current.count > indent, current.count + 1 + word.count > columns {
                folded += current + "\n"
                current = String(repeating: " ", count: indent)
            }
            current += (current.count > indent ? " " : "") + word
        }
        return folded + current
    }

    /// All before the second column; without one, the spaces at the beginning.
    private static func head(of line: Substring) -> Substring {
        let beginning = line.prefix { $0 == " " }
        var rest = line.dropFirst(beginning.count)
        while let space = rest.firstIndex(of: " ") {
            let gap = rest[space...].prefix { $0 == " " }
            if gap.count > 1 { return line[..<gap.endIndex] }
            rest = rest[gap.endIndex...]
        }
        return beginning
    }
}

extension Substring {
    fileprivate func drop(whileLast character: Character) -> String {
        var text = String(self)
        while text.last == character { text.removeLast() }
        return text
    }
}
