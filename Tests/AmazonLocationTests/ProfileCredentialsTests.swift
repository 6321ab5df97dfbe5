import AmazonLocation
import Foundation
import TestSupport
import Testing

struct ProfileCredentialsTests {
    let directory = TemporaryDirectory()

    private func provider(_ text: String, profile: String = "default", mode: Int = 0o600) throws -> ProfileCredentials {
        let path = directory.file("credentials")
        try write(text, mode: mode)
        return ProfileCredentials(path: path, profile: profile)
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        let path = directory.file("credentials")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static let file = """
        # a comment
        [default]
        aws_access_key_id = AKIDEFAULT
        aws_secret_access_key=secret=with=equals

        ; another
        [profile field]
        AWS_ACCESS_KEY_ID   =  AKIFIELD
        aws_secret_access_key = other
        s3 =
          aws_access_key_id = NESTED
        aws_session_token = token
        [sso-session field]
        aws_access_key_id = WRONG
        [half]
        aws_access_key_id = AKIHALF
        [role]
        role_arn = arn:aws:iam::123456789012:role/x
        source_profile = default
        """

    @Test func anAccentAfterAMarkDoesNotHideTheMark() throws {
        let text = """
            [default]\u{301}
            aws_access_key_id =\u{302}AKI
            aws_secret_access_key=\u{303}\u{2028}secret
            #\u{304}
            """
        let keys = try ProviderDriver(provider: provider(text)).credentials().get().keys
        #expect(keys.accessKeyID == "\u{302}AKI")
        #expect(keys.secretAccessKey == "\u{303}\u{2028}secret")
    }

    @Test func aProfilesKeysAreRead() throws {
        let credentials = try ProviderDriver(provider: provider(Self.file)).credentials().get()
        #expect(credentials.keys.accessKeyID == "AKIDEFAULT")
        #expect(credentials.keys.secretAccessKey == "secret=with=equals")
        #expect(credentials.keys.sessionToken == nil)
        #expect(credentials.lifetime == nil)
        let field = try ProviderDriver(provider: provider(Self.file, profile: "field")).credentials().get()
        #expect(field.keys.accessKeyID == "AKIFIELD")
        #expect(field.keys.sessionToken == "token")
    }

    @Test(arguments: [
        ("nobody", "has no profile 'nobody'"), ("half", "has no aws_access_key_id with aws_secret_access_key"),
        ("role", "uses role_arn, which waypost does not do itself"),
    ])
    func whatIsMissingIsSaid(_ profile: String, _ words: String) throws {
        let sentence = try ProviderDriver(provider: provider(Self.file, profile: profile)).credentials().sentence
        #expect(sentence.contains(words), "\(sentence)")
        #expect(sentence.contains(directory.file("credentials")))
        #expect(!sentence.contains("secret=with") && !sentence.contains("AKIHALF"))
    }

    @Test(arguments: [
        (0o600, true), (0o400, true), (0o440, true), (0o640, true), (0o644, false), (0o660, false), (0o604, false),
    ])
    func aFileThatOthersCanGetAtIsRefused(_ mode: Int, _ accepted: Bool) throws {
        let result = try ProviderDriver(provider: provider(Self.file, mode: mode)).credentials()
        #expect((result.keyID != nil) == accepted)
        if !accepted { #expect(result.sentence.contains("chmod 600 \(directory.file("credentials"))")) }
    }

    @Test func aMissingFileIsNamedAndComesToLifeWhenWritten() throws {
        let provider = ProfileCredentials(path: directory.file("credentials"), profile: "default")
        let driver = ProviderDriver(provider: provider)
        #expect(!provider.isConfigured)
        #expect(try driver.credentials().sentence.contains(directory.file("credentials")))
        try write(Self.file)
        #expect(provider.isConfigured)
        #expect(try driver.credentials().keyID == "AKIDEFAULT")
    }

    @Test func aChangedFileIsReadAgain() throws {
        let driver = ProviderDriver(provider: try provider(Self.file))
        #expect(try driver.credentials().keyID == "AKIDEFAULT")
        try write(Self.file.replacing("AKIDEFAULT", with: "AKIROTATED"))
        #expect(try driver.credentials().keyID == "AKIROTATED")
        try write("[default]")
        #expect(try driver.credentials().keyID == nil)
    }

    @Test func aFileThatChangesWhileItsProcessRunsLeavesNobodyWithoutAnAnswer() throws {
        let output = #"{"Version":1,"AccessKeyId":"AKIPROC","SecretAccessKey":"s"}"#
        let provider = try provider("[default]\ncredential_process = sh -c 'sleep 0.2; printf %s \"$0\"' '\(output)'\n")
        var first: Result<Credentials, CallFailure>?
        provider.provide(at: ProviderDriver.now) { first = $0 }
        try write(Self.file)
        let driver = ProviderDriver(provider: provider)
        #expect(try driver.credentials().keyID == "AKIPROC")
        #expect(first?.keyID == "AKIPROC")
        provider.discard(try driver.credentials().get())
    }

    @Test func aProfileMayNameAProcess() throws {
        let output = #"{"Version":1,"AccessKeyId":"AKIPROC","SecretAccessKey":"s"}"#
        let driver = ProviderDriver(provider: try provider("[default]\ncredential_process = printf '\(output)'\n"))
        #expect(try driver.credentials().keyID == "AKIPROC")
        #expect(try driver.credentials().keyID == "AKIPROC")
    }
}
