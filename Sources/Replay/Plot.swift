import Positioning

/// The drawing of a run: the drive, the kept points, and the worst error with a look through the magnifying glass.
struct Plot {
    private static let size = (width: 1200.0, height: 860.0)
    private static let glassSide = 260.0
    private static let driven = "fill=\"none\" stroke=\"#9aa0a6\" stroke-width=\"3\" stroke-linejoin=\"round\""
    private static let drawn = "fill=\"none\" stroke=\"#1a5fb4\" stroke-width=\"1.2\" stroke-linejoin=\"round\""
    private static let keptDot = "fill=\"#1a5fb4\""
    private static let error = "fill=\"none\" stroke=\"#c01c28\" stroke-width=\"2\""

    private let title: String
    private let subtitle: String
    private let drive: [Coordinate]
    private let kept: [Coordinate]
    private let worst: Deviation?

    init(of run: Run, title: String, figures: ReplayFigures, deviations: [Deviation]) {
        self.title = title
        let error = figures.sed.map {
            "; worst error \(decimal($0.max, 1)) m, 95 % within \(decimal($0.p95, 1)) m"
        }
        subtitle =
            "\(figures.kept) of \(figures.fixes) fixes kept on \(decimal(figures.km, 1)) km" + (error ?? "")
        drive = run.passed.compactMap(\.coordinate)
        kept = run.kept.compactMap(\.coordinate)
        worst = deviations.max { $0.sed < $1.sed }
    }

    /// The whole SVG document.
    var svg: String {
        let (width, height) = Self.size
        let map = SVGCanvas(drive, atLeast: 50, left: 40, top: 90, width: width - 80, height: height - 160)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(decimal(width, 0)) \(decimal(height, 0))" \
            font-family="sans-serif" font-size="15" fill="#333">
            <rect width="100%" height="100%" fill="#fff"/>
            <text x="40" y="40" font-size="22">\(XMLText.escaped(title))</text>
            <text x="40" y="66">\(subtitle)</text>

            """
        svg += layers(on: map, dotRadius: 3)
        if let first = drive.first {
            svg += map.dot(first, radius: 7, "fill=\"none\" stroke=\"#26a269\" stroke-width=\"3\"")
        }
        if let last = drive.last { svg += map.dot(last, radius: 7, "fill=\"none\" stroke=\"#333\" stroke-width=\"3\"") }
        svg += map.scaleBar(x: 40, y: height - 24, width: 160) + legend(y: height - 24)
        if let worst { svg += map.dot(worst.here, radius: 10, Self.error) + glass(worst, beside: map) }
        return svg + "</svg>\n"
    }

    private func layers(on canvas: SVGCanvas, dotRadius: Double) -> String {
        canvas.line(drive, Self.driven) + canvas.line(kept, Self.drawn)
            + kept.map { canvas.dot($0, radius: dotRadius, Self.keptDot) }.joined()
    }

    /// The surroundings of the worst error, in the corner of the map where the fewest fixes are.
    private func glass(_ worst: Deviation, beside map: SVGCanvas) -> String {
        guard worst.sed > 0 else { return "" }
        let place = worst.here
        let side = Self.glassSide
        let (left, top) = emptiestCorner(of: map)
        let view = SVGCanvas(
            [place, worst.drawn], atLeast: max(20, worst.sed * 4), left: left, top: top, width: side, height: side)
        let box =
            "<rect x=\"\(decimal(left, 0))\" y=\"\(decimal(top, 0))\" width=\"\(decimal(side, 0))\""
            + " height=\"\(decimal(side, 0))\" rx=\"8\""
        let label = "\(decimal(worst.sed, 1)) m at \(worst.time.iso8601)"
        let halo = "stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\""
        return [
            "<clipPath id=\"glass\">\(box)/></clipPath>\n<g clip-path=\"url(#glass)\">\n\(box) fill=\"#fff\"/>\n",
            layers(on: view, dotRadius: 4),
            view.line([place, worst.drawn], Self.error),
            view.dot(place, radius: 5, Self.error),
            view.dot(worst.drawn, radius: 5, "fill=\"#c01c28\""),
            view.scaleBar(x: left + 10, y: top + side - 12, width: 100),
            "<text x=\"\(decimal(left + 10, 0))\" y=\"\(decimal(top + 20, 0))\" font-size=\"13\" \(halo)>\(label)</text>\n",
            "</g>\n\(box) fill=\"none\" stroke=\"#c01c28\"/>\n",
        ].joined()
    }

    private func emptiestCorner(of map: SVGCanvas) -> (left: Double, top: Double) {
        let side = Self.glassSide
        let (right, bottom) = (map.left + map.width - side, map.top + map.height - side)
        let corners = [(map.left, map.top), (right, map.top), (map.left, bottom), (right, bottom)]
        let points = drive.map(map.point)
        let crowds = corners.map { corner in
            points.count { (0...side).contains($0.x - corner.0) && (0...side).contains($0.y - corner.1) }
        }
        let best = crowds.indices.min { crowds[$0] < crowds[$1] } ?? 0
        return corners[best]
    }

    private func legend(y: Double) -> String {
        var x = Self.size.width - 620
        var text = ""
        for (mark, label) in [
            ("<path d=\"M0 -5h30\" \(Self.driven)/>", "driven"),
            ("<path d=\"M0 -5h30\" \(Self.drawn)/><circle cx=\"15\" cy=\"-5\" r=\"3\" \(Self.keptDot)/>", "kept"),
            ("<circle cx=\"15\" cy=\"-5\" r=\"7\" \(Self.error)/>", "worst error"),
            ("<circle cx=\"15\" cy=\"-5\" r=\"6\" fill=\"none\" stroke=\"#26a269\" stroke-width=\"3\"/>", "start"),
            ("<circle cx=\"15\" cy=\"-5\" r=\"6\" fill=\"none\" stroke=\"#333\" stroke-width=\"3\"/>", "end"),
        ] {
            text +=
                "<g transform=\"translate(\(decimal(x, 0)) \(decimal(y, 0)))\">\(mark)<text x=\"38\">\(label)</text></g>\n"
            x += label == "worst error" ? 150 : 105
        }
        return text
    }
}
