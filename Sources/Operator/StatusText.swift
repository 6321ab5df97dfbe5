import Runtime

/// Labelled lines that fit a phone's terminal: what does not fit goes on in the next line, under the text. A word that no
/// line can hold is broken.
struct StatusText {
    private static let labelWidth = 10
    private let columns: Int
    /// What belongs together, with the label that it has; an empty line has none.
    private var entries: [(label: String, text: String)] = []

    init(columns: Int) {
        self.columns = max(columns, 30)
    }

    var text: String { entries.map(\.text).joined() }

    /// The same with the entries of some labels before the others, in that order, and without empty lines.
    func text(first labels: [String]) -> String {
        let chosen = labels.flatMap { label in entries.filter { $0.label == label } }
        let others = entries.filter { !$0.label.isEmpty && !labels.contains($0.label) }
        return (chosen + others).map(\.text).joined()
    }

    /// One labelled entry; without a label it goes on with the one before. `paint` may put colour around a line, which
    /// takes no columns.
    mutating func entry(_ label: String, _ content: String, paint: (String) -> String = { $0 }) {
        var (text, line) = ("", "")
        var start = label + String(repeating: " ", count: max(Self.labelWidth - label.count, 1))
        let room = columns - Self.labelWidth
        for word in content.split(separator: " ").flatMap({ FoldedText.pieces(of: $0, room) }) {
            if !line.isEmpty && Self.labelWidth + line.count + 1 + word.count > columns {
                text += start + paint(line) + "\n"
                start = String(repeating: " ", count: Self.labelWidth)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        text += start + paint(line) + "\n"
        if label.isEmpty, let last = entries.indices.last {
            entries[last].text += text
        } else {
            entries.append((label, text))
        }
    }

    /// An empty line.
    mutating func gap() {
        entries.append(("", "\n"))
    }
}
