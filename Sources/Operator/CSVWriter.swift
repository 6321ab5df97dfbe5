/// CSV with a header line. The first columns are those that `waypost replay` reads; a value that is not known is empty.
struct CSVWriter: TrackWriter {
    func begin() -> String {
        "time_ms,latitude,longitude,accuracy,speed,course,altitude,climb,satellites,hdop,mode,age_ms,time,device_id\n"
    }

    func point(_ point: TrackPoint) -> String {
        func number(_ value: Double?, _ places: Int) -> String { value.map { NumberText.decimal($0, places) } ?? "" }
        let fields = [
            "\(point.time.milliseconds)", number(point.place.latitude, 7), number(point.place.longitude, 7),
            number(point.accuracy, 3), number(point.speed, 3), number(point.course, 3), number(point.altitude, 3),
            number(point.climb, 3), point.satellites.map { "\($0)" } ?? "", number(point.hdop, 2),
            point.mode.map { "\($0.rawValue)" } ?? "", point.age.map { "\($0)" } ?? "", point.time.iso8601,
            point.deviceID,
        ]
        return fields.joined(separator: ",") + "\n"
    }

    func end() -> String { "" }
}
