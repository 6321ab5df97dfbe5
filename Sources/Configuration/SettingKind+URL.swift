import AWSNames

extension SettingKind where Value == String {
    /// The URL of a service, without a slash at its end: `https://`, or `http://` to this machine, since nobody else may
    /// listen to signed requests.
    static var serviceURL: Self {
        Self(
            accepted: "https://HOST[:PORT][/PATH], or http:// to localhost, 127.0.0.1 or [::1]"
        ) { text throws(SettingRejection) in
            guard let parts = ServiceURL(text), !text.contains("?") else {
                throw SettingRejection("not a URL of this form")
            }
            guard parts.isConfidential else { throw SettingRejection("http:// to another machine is not encrypted") }
            var url = text
            while url.hasSuffix("/") { url.removeLast() }
            return url
        }
    }
}
