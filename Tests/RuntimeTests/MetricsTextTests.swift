import Positioning
import Runtime
import Testing

@Suite struct MetricsTextTests {
    @Test func aFamilyHasItsHelpItsTypeAndItsSamples() {
        var metrics = MetricsText()
        metrics.add(.counter, "a_total", 7, help: "Seven.")
        metrics.add(.counter, "b_total", by: "reason", [("x", 1), ("y", 0)], help: "Two.")
        metrics.add("c", oneOf: ["on", "off"], by: "state", current: "off", help: "One of two.")
        #expect(
            metrics.text == """
                # HELP a_total Seven.
                # TYPE a_total counter
                a_total 7
                # HELP b_total Two.
                # TYPE b_total counter
                b_total{reason="x"} 1
                b_total{reason="y"} 0
                # HELP c One of two.
                # TYPE c gauge
                c{state="on"} 0
                c{state="off"} 1

                """)
    }

    @Test func whatWouldEndALabelIsEscaped() {
        var metrics = MetricsText()
        metrics.add(.gauge, "a", by: "b", [("\"\\\n", 1)], help: "\"\\\n")
        #expect(metrics.text == "# HELP a \"\\\\\\n\n# TYPE a gauge\na{b=\"\\\"\\\\\\n\"} 1\n")
    }

    @Test func aMomentIsInSecondsAndKeepsItsMilliseconds() {
        func sample(_ milliseconds: Int64) -> Substring? {
            var metrics = MetricsText()
            metrics.add("t", UTCTime(milliseconds: milliseconds), help: "")
            return metrics.text.split(separator: "\n").last
        }
        #expect(sample(1_764_491_234_005) == "t 1764491234.005")
        #expect(sample(0) == "t 0.000")
        #expect(sample(-1) == "t -0.001")
    }

    @Test func anUnknownMomentIsNoMetric() {
        var metrics = MetricsText()
        metrics.add("t", nil, help: "Not known.")
        #expect(metrics.text.isEmpty)
    }
}
