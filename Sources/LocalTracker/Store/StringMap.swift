import JSON

/// A map of strings as one column of text: JSON.
enum StringMap {
    static func encoded(_ map: [String: String]) -> String {
        var json = JSONWriter()
        json.value(.object(map.mapValues { .string($0) }))
        return json.text
    }

    /// Nil if the column holds something else.
    static func decoded(_ text: String) -> [String: String]? {
        try? JSONReader().read(text).object?.compactMapValues(\.string)
    }
}
