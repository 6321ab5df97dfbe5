import Glibc

/// The classes of gpsd's reports that are read; the others are not even parsed.
enum ReportClass: Equatable {
    case position, sky, version, device, error, other

    /// The class of a line; nil if the line is no JSON object that begins with its class, as all of gpsd's do, or is of a
    /// class that is read and names another one (DEVICES, which is not, holds a DEVICE for each).
    init?(of line: UnsafeRawBufferPointer) {
        guard line.starts(with: #"{"class":"#) else { return nil }
        let name = UnsafeRawBufferPointer(rebasing: line[9...])
        self =
            if name.starts(with: #""TPV""#) {
                .position
            } else if name.starts(with: #""SKY""#) {
                .sky
            } else if name.starts(with: #""VERSION""#) {
                .version
            } else if name.starts(with: #""DEVICE""#) {
                .device
            } else if name.starts(with: #""ERROR""#) {
                .error
            } else {
                .other
            }
        if self != .other, name.offset(after: #""class":"#) != nil { return nil }
    }
}

extension UnsafeRawBufferPointer {
    /// The offset behind the first occurrence of `text`, a member's name in quotes. It is looked for by its second byte: of
    /// quotes a report is full.
    func offset(after text: StaticString) -> Int? {
        let size = text.utf8CodeUnitCount
        guard let base = baseAddress else { return nil }
        // Its second byte lies before this.
        let end = count - size + 2
        var second = 1
        while second < end, let found = memchr(base + second, Int32(text.utf8Start[1]), end - second) {
            let offset = UnsafeRawPointer(found) - base - 1
            if memcmp(base + offset, text.utf8Start, size) == 0 { return offset + size }
            second = offset + 2
        }
        return nil
    }

    /// True if the first bytes are those of `text`.
    func starts(with text: StaticString) -> Bool {
        guard let base = baseAddress, count >= text.utf8CodeUnitCount else { return false }
        return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
