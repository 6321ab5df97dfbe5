import Glibc
import JSON
import Positioning
import Runtime
import Sampling

/// `waypost replay`: the sampling rules over a recorded drive, with figures to choose them by.
public struct ReplayCommand: Sendable {
    /// A set of rules with the words that the operator gave it.
    public struct Candidate: Sendable {
        /// What the table calls it.
        public var name: String
        /// The rules.
        public var rules: SamplingRules

        /// Rules with a name.
        public init(name: String, rules: SamplingRules) {
            (self.name, self.rules) = (name, rules)
        }
    }

    /// The recording; `-` is standard input.
    public var path: String
    /// The rules of the settings.
    public var rules: SamplingRules
    /// Rules to put beside them (`--compare`).
    public var comparisons: [Candidate] = []
    /// One JSON object instead of text (`--json`).
    public var json = false
    /// Why each fix was kept or dropped (`--explain`).
    public var explain = false
    /// Where to write a drawing (`--plot`).
    public var plot: String?
    /// Characters in a line of the terminal that shows the text, which is folded to fit; nil where none does.
    public var columns: Int?
    /// When the recording is, for the repair of wrong 1024-week epochs of gpsd and NMEA recordings (`--now`).
    public var now: UTCTime?

    /// A replay of the recording at `path` by `rules`; set the other options on the value.
    public init(path: String, rules: SamplingRules) {
        (self.path, self.rules) = (path, rules)
    }

    /// Does it. `output` gets text that ends with a newline, in order; progress of a long file shows on standard error
    /// while it is read.
    public func run(output: (String) -> Void) throws(ReplayError) {
        let file = try RecordingFile(path: path)
        let recording = try read(file)
        let run = Run(recording, rules: rules)
        let deviations = Deviation.all(of: run)
        let figures = ReplayFigures(of: run, deviations: deviations)
        if let plot { try draw(Plot(of: run, title: file.path, figures: figures, deviations: deviations), to: plot) }
        let others = comparisons.map { candidate in
            let run = Run(recording, rules: candidate.rules)
            return (candidate.name, ReplayFigures(of: run, deviations: Deviation.all(of: run)))
        }
        if json {
            output(object(figures, others, run))
        } else {
            func show(_ text: String) { output(columns.map { FoldedText.fold(text, columns: $0) } ?? text) }
            if explain { Explanation(run).forEachLine(columns: columns) { show($0 + "\n") } }
            let worst = deviations.max { $0.sed < $1.sed }
            show(Summary(of: figures, recording: recording, worst: worst).text(columns: columns))
            let rows = [("these settings", figures)] + others
            if !others.isEmpty { show("\n" + Comparison(rows).text(columns: columns)) }
        }
    }

    /// Shows how far it is where that takes a while.
    private func read(_ file: RecordingFile) throws(ReplayError) -> Recording {
        var progress = Progress("waypost replay", clock: SystemClock(), streams: false)
        defer { progress.end() }
        let isLong = file.bytes.count > 4 << 20
        var shown = -1
        return try file.recording(now: now) { part in
            let percent = Int(part * 100)
            guard isLong, percent > shown else { return }
            shown = percent
            progress.show("\(percent) % of \(file.path)", part: part)
        }
    }

    private func draw(_ plot: Plot, to path: String) throws(ReplayError) {
        do throws(RuntimeError) {
            try TextFile.replace(path, with: plot.svg, mode: 0o644)
        } catch {
            throw .cannotWrite(reason: error.description)
        }
    }

    private func object(_ figures: ReplayFigures, _ others: [(String, ReplayFigures)], _ run: Run) -> String {
        var json = JSONWriter()
        json.object { json in
            figures.write(to: &json)
            if !others.isEmpty {
                json.member("compare") { json in
                    json.array { json in
                        for (name, figures) in others {
                            json.object { json in
                                json.member("settings", name)
                                figures.write(to: &json)
                            }
                        }
                    }
                }
            }
            if explain { json.member("explain") { Explanation(run).write(to: &$0) } }
        }
        return json.text + "\n"
    }
}
