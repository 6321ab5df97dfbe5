import JSON

/// The members of one object of a fault plan. A name that is not known is an error: it would do nothing.
struct FaultMembers {
    private let members: [String: JSONValue]

    init(_ value: JSONValue, known: Set<String>) throws(FaultPlanError) {
        guard let members = value.object else { throw FaultPlanError(description: "an object is expected") }
        if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw FaultPlanError(
                description: "\"\(unknown)\" is not known here; known are \(known.sorted().joined(separator: ", "))")
        }
        self.members = members
    }

    subscript(name: String) -> JSONValue? { members[name] }

    func text(_ name: String) throws(FaultPlanError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw FaultPlanError(description: "\"\(name)\" is a string") }
        return text
    }

    func integer(_ name: String) throws(FaultPlanError) -> Int64? {
        guard let value = members[name] else { return nil }
        guard let number = value.integer else { throw FaultPlanError(description: "\"\(name)\" is an integer") }
        return number
    }

    /// An integer of `range`.
    func integer(_ name: String, _ range: ClosedRange<Int64>) throws(FaultPlanError) -> Int64? {
        guard let number = try integer(name) else { return nil }
        guard range.contains(number) else {
            throw FaultPlanError(
                description: "\"\(name)\" is from \(range.lowerBound) to \(range.upperBound), not \(number)")
        }
        return number
    }

    func flag(_ name: String) throws(FaultPlanError) -> Bool? {
        guard let value = members[name] else { return nil }
        guard let flag = value.bool else { throw FaultPlanError(description: "\"\(name)\" is true or false") }
        return flag
    }
}
