import JSON

extension ReplayFigures {
    /// Writes the members of `waypost replay --json`.
    func write(to json: inout JSONWriter) {
        json.member("fixes", fixes)
        json.member("kept", kept)
        json.member("dropped") { json in
            json.object { json in
                for (reason, count) in dropped.sorted(by: { $0.key < $1.key }) { json.member(reason, count) }
            }
        }
        json.member("km") { $0.decimal(km, places: 3) }
        json.member("hours") { $0.decimal(hours, places: 4) }
        let figures = [
            ("kept_per_km", keptPerKilometre), ("sed_max_m", sed?.max), ("sed_p95_m", sed?.p95),
            ("ped_max_m", ped?.max), ("ped_p95_m", ped?.p95),
        ]
        for (name, value) in figures {
            json.member(name) { json in
                if let value { json.decimal(value, places: 3) } else { json.null() }
            }
        }
    }
}
