import Glibc
import Positioning

/// The velocities with which a vehicle that leaves a kept fix stays within the error bound of every fix after it.
///
/// Sklansky and Gonzalez 1980 ("Fast polygonal approximation of digitized curves") and Elmeleegy et al. 2009 ("Online
/// piece-wise linear approximation of numerical streams with precision guarantees") in two dimensions: the set is kept
/// as one slope interval along each of 8 directions, so that time and memory per fix are constant. Each interval is
/// narrowed by cos(pi/16): the 16-sided polygon then lies inside the circle of the bound, which makes the bound hard.
struct VelocityCone: Sendable {
    private static let cosines = SIMD8<Double>((0..<8).map { cos(Double($0) * .pi / 8) })
    private static let sines = SIMD8<Double>((0..<8).map { sin(Double($0) * .pi / 8) })

    /// Part of the bound that is given away so that it also holds for those who measure on a sphere, where a degree of
    /// latitude differs by up to 0.7 % from the ellipsoid's.
    private static let margin = 0.99

    private let plane: LocalPlane
    private let cosine: Double
    private let start: UTCTime
    private let apothem: Double
    private var low = SIMD8(repeating: -Double.infinity)
    private var high = SIMD8(repeating: Double.infinity)

    /// All velocities, from `origin` at `start`, for an error of at most `bound` metres.
    init(origin: Coordinate, start: UTCTime, bound: Double) {
        plane = LocalPlane(origin: origin)
        cosine = cos(origin.latitude * .pi / 180)
        self.start = start
        apothem = bound * cos(.pi / 16) * Self.margin
    }

    /// True once no velocity is left.
    var isEmpty: Bool { any(low .> high) }

    /// Narrows the set to the velocities that pass within the bound of `coordinate` at `time`, which is after the start.
    ///
    /// True if a straight line from the origin to this very point stays within the bound of every point before it.
    mutating func admit(_ coordinate: Coordinate, at time: UTCTime) -> Bool {
        let (east, north) = plane.offset(of: coordinate)
        let elapsed = Double(time.since(start))
        let velocity = (Self.cosines * east + Self.sines * north) / elapsed
        let reached = all(velocity .>= low .& velocity .<= high)
        // East of here a degree may be longer than at the origin; then an error in degrees is more metres.
        let stretch = max(1, cos(coordinate.latitude * .pi / 180) / cosine)
        let slack = apothem / stretch / elapsed
        low = pointwiseMax(low, velocity - slack)
        high = pointwiseMin(high, velocity + slack)
        return reached
    }
}
