/// Text for a terminal that is narrower than its lines.
public enum FoldedText {
    /// A second column that would be narrower than this goes below the first one.
    public static let leastColumn = 24
    /// No line is cut shorter than this, however narrow the terminal.
    private static let leastPiece = 8

    /// `text` with no line longer than `columns`. What is folded goes on under the line's second column, which two
    /// spaces set off, else under its beginning. A word that no line can hold is broken.
    public static func fold(_ text: String, columns: Int) -> String {
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
        let room = max(columns - indent, leastPiece)
        for word in line.dropFirst(head.count).split(separator: " ").flatMap({ pieces(of: $0, room) }) {
            if current.count > indent, current.count + 1 + word.count > columns {
                folded += current + "\n"
                current = String(repeating: " ", count: indent)
            }
            current += (current.count > indent ? " " : "") + word
        }
        return folded + current
    }

    /// `word` in parts of at most `room` characters.
    public static func pieces(of word: Substring, _ room: Int) -> [Substring] {
        var (pieces, rest) = ([Substring](), word)
        while rest.count > room {
            pieces.append(rest.prefix(room))
            rest = rest.dropFirst(room)
        }
        return pieces + [rest]
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
