import AmazonLocation
import JSON
import Outbox
import Positioning
import Runtime

/// `waypost history --compare`: which fixes of this box the tracker has, lacks or filtered.
enum HistoryComparing {
    /// Ends with 0 if every fix is where it should be, else with 1.
    static func run(_ invocation: Invocation, _ asked: TimeWindow) throws -> ExitCode {
        let settings = try invocation.load(HistorySettings.self)
        var window = asked
        window.from = window.from ?? lastDay(settings, invocation)
        let session = try invocation.session(settings)
        try HistoryCommand.check(asked, session, invocation)
        var pages = StoredFixPages(path: settings.outboxPath, times: window.range)
        var page = try pages.next()
        // What is settled is read before the history: a fix that is delivered in between is not taken for missing.
        var comparison = try comparison(invocation, session, settings, window)
        while !page.isEmpty {
            for fix in page { comparison.add(fix) }
            page = try pages.next()
        }
        let isRight = comparison.faults.isEmpty
        let isJSON = invocation.options.has("json")
        try invocation.output.write(
            isJSON ? json(comparison) + "\n" : text(comparison, columns: invocation.terminal.columns))
        return isRight ? .success : .failure
    }

    /// The day before the newest fix of this box: its clock may be wrong, its sample times are not.
    private static func lastDay(_ settings: HistorySettings, _ invocation: Invocation) -> UTCTime {
        let newest = (try? OutboxReader(path: settings.outboxPath).newest(limit: 1))?.first
        return (newest?.fix.sampleTime ?? invocation.clock.civilTime).advanced(by: -TimeWindow.day)
    }

    private static func comparison(
        _ invocation: Invocation, _ session: TrackerSession, _ settings: HistorySettings, _ window: TimeWindow
    ) throws -> HistoryComparison {
        let settled = try Settled(outboxPath: settings.outboxPath, deliveryPath: settings.deliveryPath)
        var positions: [PlaceInTime] = []
        try HistoryCommand.pages(invocation, session, settings, window) { positions.append(PlaceInTime($0)) }
        let filter = try filter(session, settings)
        // Its filter holds the first fix of the window against what it stored before.
        let earlier = try window.from.flatMap { from in
            try filter?.isKnown == true ? LastStored(session: session, deviceID: settings.device.id).before(from) : nil
        }
        return HistoryComparison(
            positions: positions, earlier: earlier.map(PlaceInTime.init), filter: filter, lowWater: settled.lowWater,
            settled: settled.ids, refused: settled.refused, deadLetters: settled.deadLetters)
    }

    /// Nil if it is not known, which leaves the comparison worth having.
    private static func filter(_ session: TrackerSession, _ settings: HistorySettings) throws -> TrackerFilter? {
        do {
            return try session.call(DescribeTracker()).positionFiltering.map(TrackerFilter.init)
        } catch let error as OperatorError {
            guard error.isDenied else { throw error.withAdvice }
            Program.note(
                "the filter of tracker \(settings.tracker.name) cannot be read with these credentials "
                    + "(geo:DescribeTracker is not allowed), so what it did not store is only told as unknown",
                by: "waypost history")
            return nil
        }
    }

    private static func text(_ comparison: HistoryComparison, columns: Int) -> String {
        var text = StatusText(columns: columns)
        for fate in FixFate.allCases { text.entry(fate.rawValue, "\(comparison.counts[fate] ?? 0), \(fate.meaning)") }
        text.entry("others", "\(comparison.onlyThere), positions of the tracker that are not on this box (any more)")
        if !comparison.faults.isEmpty { text.gap() }
        for (stored, fate) in comparison.faults { text.entry(fate.rawValue, stored.fix.sampleTime.iso8601) }
        if !comparison.advice.isEmpty { text.gap() }
        for words in comparison.advice { text.entry("To do", words) }
        return text.text
    }

    private static func json(_ comparison: HistoryComparison) -> String {
        var writer = JSONWriter()
        writer.object { json in
            for fate in FixFate.allCases { json.member(fate.rawValue, comparison.counts[fate] ?? 0) }
            json.member("only_there", comparison.onlyThere)
            json.member("faults") { json in
                json.array { json in
                    for (stored, _) in comparison.faults { json.string(stored.fix.sampleTime.iso8601) }
                }
            }
        }
        return writer.text
    }
}
