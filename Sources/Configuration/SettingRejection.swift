/// Why a text is no value of its kind; what would be is the kind's to say.
struct SettingRejection: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
