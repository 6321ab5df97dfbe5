import Glibc

extension Coordinate {
    /// Length in metres of the shortest way to `other` along the WGS-84 ellipsoid.
    ///
    /// Right across the date line and at the poles. Up to 100 km it is the straight chord through the Earth,
    /// lengthened by the curvature of the surface: within 1 mm, without iteration. Farther it is Vincenty's inverse
    /// solution ("Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 1975), within 1 mm;
    /// for nearly antipodal points, where that does not converge, within 0.6 %.
    public func distance(to other: Coordinate) -> Double {
        let here = earthCentred
        let there = other.earthCentred
        let (dx, dy, dz) = (there.x - here.x, there.y - here.y, there.z - here.z)
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        guard chord > 100_000 else { return chord * (1 + curvature(from: here, to: there, chord: chord)) }
        return vincenty(to: other) ?? 2 * Ellipsoid.meanRadius * asin(min(1, chord / (2 * Ellipsoid.meanRadius)))
    }

    /// Earth-centred, Earth-fixed Cartesian coordinates in metres of the point on the ellipsoid.
    private var earthCentred: (x: Double, y: Double, z: Double) {
        let phi = latitude * .pi / 180
        let lambda = longitude * .pi / 180
        let primeVertical = Ellipsoid.a / (1 - Ellipsoid.e2 * sin(phi) * sin(phi)).squareRoot()
        let equatorial = primeVertical * cos(phi)
        return (equatorial * cos(lambda), equatorial * sin(lambda), primeVertical * (1 - Ellipsoid.e2) * sin(phi))
    }

    /// How much longer, as a fraction, the arc over a chord is: c^2 / 24 r^2, with the ellipsoid's radius of
    /// curvature r in the direction of the chord, at its middle.
    private func curvature(
        from here: (x: Double, y: Double, z: Double), to there: (x: Double, y: Double, z: Double), chord: Double
    ) -> Double {
        guard chord > 0 else { return 0 }
        let rise = (there.z - here.z) / chord
        let (x, y, z) = ((here.x + there.x) / 2, (here.y + there.y) / 2, (here.z + there.z) / 2)
        // The gradient of x^2/a^2 + y^2/a^2 + z^2/b^2 and its change along the chord give the normal curvature.
        let (a2, b2) = (Ellipsoid.a * Ellipsoid.a, Ellipsoid.b * Ellipsoid.b)
        let gradient = ((x * x + y * y) / (a2 * a2) + z * z / (b2 * b2)).squareRoot()
        let bend = ((1 - rise * rise) / a2 + rise * rise / b2) / gradient
        return chord * chord * bend * bend / 24
    }

    private func vincenty(to other: Coordinate) -> Double? {
        let (sinU1, cosU1) = reduced(latitude)
        let (sinU2, cosU2) = reduced(other.latitude)
        let difference = (other.longitude - longitude) * .pi / 180
        var lambda = remainder(difference, 2 * .pi)
        let target = lambda
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let cross = cosU1 * sinU2 - sinU1 * cosU2 * cosLambda
            let sinSigma = (cosU2 * sinLambda * cosU2 * sinLambda + cross * cross).squareRoot()
            guard sinSigma > 0 else { return 0 }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma
            let cos2Alpha = 1 - sinAlpha * sinAlpha
            let cos2SigmaM = cos2Alpha > 0 ? cosSigma - 2 * sinU1 * sinU2 / cos2Alpha : 0
            let c = Ellipsoid.f / 16 * cos2Alpha * (4 + Ellipsoid.f * (4 - 3 * cos2Alpha))
            let term = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
            let next = target + (1 - c) * Ellipsoid.f * sinAlpha * (sigma + c * sinSigma * term)
            guard abs(next) <= .pi else { return nil }
            if abs(next - lambda) < 1e-12 {
                return arcLength(
                    sigma: sigma, sinSigma: sinSigma, cosSigma: cosSigma, cos2Alpha: cos2Alpha, cos2SigmaM: cos2SigmaM)
            }
            lambda = next
        }
        return nil
    }

    private func arcLength(
        sigma: Double, sinSigma: Double, cosSigma: Double, cos2Alpha: Double, cos2SigmaM: Double
    ) -> Double {
        let (a2, b2) = (Ellipsoid.a * Ellipsoid.a, Ellipsoid.b * Ellipsoid.b)
        let u2 = cos2Alpha * (a2 - b2) / b2
        let bigA = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
        let bigB = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
        let square = cos2SigmaM * cos2SigmaM
        let inner =
            cosSigma * (2 * square - 1) - bigB / 6 * cos2SigmaM * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)
        return Ellipsoid.b * bigA * (sigma - bigB * sinSigma * (cos2SigmaM + bigB / 4 * inner))
    }

    /// Sine and cosine of the reduced latitude.
    private func reduced(_ latitude: Double) -> (sin: Double, cos: Double) {
        let phi = latitude * .pi / 180
        let (s, c) = ((1 - Ellipsoid.f) * sin(phi), cos(phi))
        let length = (s * s + c * c).squareRoot()
        return (s / length, c / length)
    }
}
