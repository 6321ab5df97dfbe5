/// Guesses which name was meant by a misspelt one.
public enum NearestName {
    /// The only candidate that begins with `name`, if that is half of it; else the one that the fewest changed, missing,
    /// added or swapped letters turn `name` into, if that is at most a third of the name's length (and at least one); nil
    /// if nothing is that near.
    public static func to(_ name: String, among candidates: some Sequence<String>) -> String? {
        let longer = candidates.filter { $0.hasPrefix(name.lowercased()) && $0.count <= 2 * name.count }
        if longer.count == 1 { return longer[0] }
        let limit = max(1, name.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()))
            if distance <= limit && distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The optimal string alignment distance (Damerau-Levenshtein without second edits).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(last[j + 1], row[j]) + 1
                cost = min(cost, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
