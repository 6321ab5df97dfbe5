import Runtime

/// Labelled lines that fit a phone's terminal: what does not fit goes on in the next line, under the text. A word that no
/// line can hold is broken.
struct StatusText {
    private static let labelWidth = 10
    private let columns: Int
    private(set) var text = ""

    init(columns: Int) {
        self.columns = max(columns, 30)
    }

    /// One labelled entry. `paint` may put colour around a line, which takes no columns.
    mutating func entry(_ label: String, _ content: String, paint: (String) -> String = { $0 }) {
        var line = ""
        var start = label + String(repeating: " ", count: max(Self.labelWidth - label.count, 1))
        for word in content.split(separator: " ").flatMap(pieces) {
            if !line.isEmpty && Self.labelWidth + line.count + 1 + word.count > columns {
                text += start + paint(line) + "\n"
                start = String(repeating: " ", count: Self.labelWidth)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        text += start + paint(line) + "\n"
    }

    private func pieces(of word: Substring) -> [Substring] {
        let room = columns - Self.labelWidth
        var (pieces, rest) = ([Substring](), word)
        while rest.count > room {
            pieces.append(rest.prefix(room))
            rest = rest.dropFirst(room)
        }
        return pieces + [rest]
    }

    /// An empty line.
    mutating func gap() {
        text += "\n"
    }
}
