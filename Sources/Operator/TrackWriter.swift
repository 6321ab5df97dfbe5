/// Writes a track piece by piece, so that its length costs no memory.
protocol TrackWriter {
    /// What comes before the first point.
    mutating func begin() -> String
    /// The next point; points come in ascending order of time.
    mutating func point(_ point: TrackPoint) -> String
    /// What comes after the last point.
    mutating func end() -> String
}
