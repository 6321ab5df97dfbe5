/// Figures of several sets of rules over one recording, one row each.
struct Comparison {
    private let rows: [(name: String, figures: ReplayFigures)]

    init(_ rows: [(String, ReplayFigures)]) {
        self.rows = rows
    }

    /// A table whose lengths are metres.
    func text(columns: Int?) -> String {
        var table = ReportTable(["settings", "kept", "kept %", "per km", "SED max", "SED 95 %", "PED max", "PED 95 %"])
        for (name, figures) in rows {
            let share = figures.fixes > 0 ? 100 * Double(figures.kept) / Double(figures.fixes) : 0
            let lengths = [figures.sed?.max, figures.sed?.p95, figures.ped?.max, figures.ped?.p95]
            table.add(
                [
                    name, "\(figures.kept)", decimal(share, 1), figures.keptPerKilometre.map { decimal($0, 2) } ?? "-",
                ] + lengths.map { $0.map { decimal($0, 1) } ?? "-" })
        }
        return table.text(columns: columns)
            + "SED: metres between a fix and where the kept ones put the vehicle then; PED: to the drawn line.\n"
    }
}
