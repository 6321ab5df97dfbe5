import Positioning
import Signing
import Transport

@testable import AmazonLocation

/// The text of a credentials file, which is also taken for the file of a Cognito identity and for a command line.
enum ProfileText {
    /// Stands in every secret of the seeds.
    private static let mark = "S3CRET"
    private static let now = ClockReading(boot: BootTime(milliseconds: 0), utc: UTCTime(seconds: 1_800_000_000))

    static func check(_ input: [UInt8]) throws(Violation) {
        let text = String(decoding: input, as: UTF8.self)
        let file = ScratchFile.holding(input, as: "profile")
        for profile in ["default", "truck"] { try checkProfile(profile, of: text, in: file) }
        try checkWords(of: text)
        let identity = IdentityStore(path: file, pool: "eu-central-1:0a").identity
        try demand(identity.map(IdentityStore.isIdentity) ?? true, "no identity: \(identity ?? "")")
    }

    private static func checkProfile(_ profile: String, of text: String, in file: String) throws(Violation) {
        // No command of a mutated file is ever run.
        guard ProfileFile(text).settings(of: profile)?["credential_process"] == nil else { return }
        var result: Result<Credentials, CallFailure>?
        ProfileCredentials(path: file, profile: profile).provide(at: now) { result = $0 }
        switch result {
        case .success(let credentials): try check(credentials)
        case .failure(let failure):
            let sentence = failure.description
            try demand(!sentence.contains(mark), "a failure tells a secret: \(sentence)")
            try demand(sentence.utf8.count < 1000, "a sentence of \(sentence.utf8.count) bytes")
        case nil: throw Violation(description: "no answer from the profile")
        }
    }

    private static func check(_ credentials: Credentials) throws(Violation) {
        let keys = credentials.keys
        guard !keys.accessKeyID.contains(mark) else { return }
        let shown = "\(credentials) \(keys) \(String(reflecting: keys))"
        try demand(!shown.contains(mark), "credentials show a secret: \(shown)")
        var signer = RequestSigner(region: "eu-central-1")
        let request = HTTPRequest(method: "GET", url: "https://example.org/")
        for header in signer.sign(request, with: credentials, at: now.utc).headers
        where header.name != "x-amz-security-token" {
            try demand(!header.value.contains(mark), "a header tells a secret: \(header)")
        }
    }

    /// Words in quotes are the same words.
    private static func checkWords(of text: String) throws(Violation) {
        guard let words = CommandWords.split(text) else { return }
        let quoted = words.map { word in
            let scalars = word.unicodeScalars.map { $0 == "'" ? #"'"'"'"# : String($0) }
            return "'" + scalars.joined() + "'"
        }
        try demand(CommandWords.split(quoted.joined(separator: " ")) == words, "quoted, the words differ: \(words)")
    }
}
