import Glibc
import Positioning

/// In metres, the worst distance between a fix and where the kept fixes put the vehicle at its time: the SED of data
/// reduction. On a sphere, with latitude and longitude joined in straight lines: nothing of the sampler's own geometry.
public func worstError(of fixes: [Fix], kept: [Fix]) -> Double {
    var worst = 0.0
    var index = 0
    for fix in fixes {
        while index + 2 < kept.count, kept[index + 1].sampleTime <= fix.sampleTime { index += 1 }
        let (from, to) = (kept[index], kept[index + 1])
        guard let a = from.coordinate, let b = to.coordinate, let p = fix.coordinate else { continue }
        let part =
            Double(fix.sampleTime.since(from.sampleTime)) / Double(to.sampleTime.since(from.sampleTime))
        let latitude = a.latitude + part * (b.latitude - a.latitude)
        let longitude = a.longitude + part * remainder(b.longitude - a.longitude, 360)
        let east = remainder(longitude - p.longitude, 360) * cos(p.latitude * .pi / 180)
        worst = max(worst, 6_371_008.8 * .pi / 180 * hypot(latitude - p.latitude, east))
    }
    return worst
}
