import Glibc

/// libFuzzer's entry for a program with a `main` of its own.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target that the program's name asks for: libFuzzer starts itself again under that name for some of its work.
let target: FuzzTarget = {
    let name = CommandLine.arguments.first?.split(separator: "/").last?.split(separator: "-").last ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        print("call it as fuzz-NAME, where NAME is \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
        exit(EX_USAGE)
    }
    return target
}()

/// libFuzzer's library wants it to be there by this name too.
@_cdecl("LLVMFuzzerTestOneInput")
func checkOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Violation) {
        try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        let line = "violation: \(error)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        abort()
    }
    return 0
}

func fuzz() -> CInt {
    _ = target
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    return runFuzzer(&count, &arguments, checkOneInput)
}

exit(fuzz())
