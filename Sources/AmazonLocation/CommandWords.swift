/// A command line split into words as a POSIX shell does, without a shell: blanks, `'...'`, `"..."` and `\`. An accent
/// that follows one of these does not make it another character.
enum CommandWords {
    /// The words; nil if a quote is not closed.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        func extend(with character: Unicode.Scalar?) {
            var longer = word ?? String.UnicodeScalarView()
            if let character { longer.append(character) }
            word = longer
        }
        for character in line.unicodeScalars {
            if isEscaped {
                // Inside double quotes a backslash stands for itself, except before these.
                if quote == "\"", !"\"\\$`".unicodeScalars.contains(character) { extend(with: "\\") }
                extend(with: character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { extend(with: character) }
            } else if character == "'" || character == "\"" {
                quote = character
                extend(with: nil)
            } else if character == " " || character == "\t" || character == "\n" {
                if let finished = word { words.append(String(finished)) }
                word = nil
            } else {
                extend(with: character)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        return words + (word.map { [String($0)] } ?? [])
    }
}
