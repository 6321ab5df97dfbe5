import JSON
import Positioning

/// `FilterGeometry.Polygon`: an outer ring, and rings of holes in it, as in GeoJSON (RFC 7946, section 3.1.6).
struct Polygon: Equatable, Sendable {
    private let rings: [[Coordinate]]

    init(rings: [[Coordinate]]) {
        self.rings = rings
    }

    /// The polygon of a request's `FilterGeometry`; nil if absent or at fault.
    init?(_ body: JSONValue, _ reader: inout RequestReader) {
        guard let value = reader.present(body["FilterGeometry"]?["Polygon"]) else { return nil }
        let name = "filterGeometry.polygon"
        var rings: [[Coordinate]] = []
        for (index, element) in reader.elements(value, name, count: 1...Int.max).enumerated() {
            let ringName = "\(name).\(index + 1).member"
            let vertices = reader.elements(element, ringName, count: ServiceLimits.ring)
            let ring = vertices.compactMap { reader.position($0, "\(ringName).member") }
            if ring.first != ring.last { reader.fault(ringName, "Member must end where it starts") }
            rings.append(ring)
        }
        self.init(rings: rings)
    }

    /// True if `point` is inside the outer ring and in no hole: a ray from it crosses an odd number of sides.
    ///
    /// In the plane of longitude and latitude; a polygon across the date line has to be given in two.
    func contains(_ point: Coordinate) -> Bool {
        var isInside = false
        for ring in rings {
            for (start, end) in zip(ring, ring.dropFirst())
            where (start.latitude > point.latitude) != (end.latitude > point.latitude) {
                let share = (point.latitude - start.latitude) / (end.latitude - start.latitude)
                if point.longitude < start.longitude + share * (end.longitude - start.longitude) { isInside.toggle() }
            }
        }
        return isInside
    }
}
