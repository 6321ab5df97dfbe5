import AmazonLocation
import Signing
import Testing
import Transport

struct ConcealingTests {
    private static let credentials = Credentials(
        keys: SigningCredentials(
            accessKeyID: "AKIDEXAMPLE", secretAccessKey: "se/cret+key", sessionToken: "to/ken+of/it"),
        source: "a test")

    @Test(arguments: [
        ("", ""), ("se/cret", "se/cret"), ("se/cret+key", "***"), ("(to/ken+of/it)(se/cret+key)", "(***)(***)"),
        ("to/ken+of/itto/ken+of/it", "******"), (#""se\/cret+key""#, #""***""#), ("AKIDEXAMPLE", "AKIDEXAMPLE"),
    ])
    func whatTheRequestWasSignedWithIsNotInItsAnswer(text: String, plain: String) {
        let response = HTTPResponse(status: 403, headers: [HTTPHeader("Location", text)], body: Array(text.utf8))
        let answer = response.concealing(Self.credentials)
        #expect(String(decoding: answer.body, as: UTF8.self) == plain)
        #expect(answer.header("location") == plain)
        #expect(answer.status == 403)
    }
}
