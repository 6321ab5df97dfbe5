import Glibc

/// What the C library says about an errno, such as "Connection refused".
func systemMessage(_ code: Int32) -> String {
    String(cString: strerror(code))
}
