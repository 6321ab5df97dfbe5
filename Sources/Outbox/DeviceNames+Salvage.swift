import SQLite

extension DeviceNames {
    /// The device ids of a damaged store that are certain: those that their checksum vouches for, as they are or with
    /// one flipped bit turned back, and `own`, which the owner of the store knows.
    static func salvage(_ connection: Connection, own: DeviceName? = nil) -> DeviceNames {
        var names = DeviceNames()
        do throws(SQLiteError) {
            let select = try connection.prepare("SELECT id, name, checksum FROM device")
            while try select.step() {
                let number = select.integer(0)
                let bytes = select.blob(1) ?? []
                if let name = mended(bytes, number, checksum: select.integer(2), own: own) {
                    names.remember(name, as: number)
                }
            }
        } catch {
            guard case .error = error.code else { return names }
            return unvouched(connection)
        }
        return names
    }

    private static func mended(_ bytes: [UInt8], _ number: Int64, checksum: Int64, own: DeviceName?) -> DeviceName? {
        let stored = DeviceName(String(decoding: bytes, as: UTF8.self))
        if stored.checksum(as: number) == checksum { return stored }
        // Here it was the checksum, or the number, that was hit.
        if let own, own == stored || own.checksum(as: number) == checksum { return own }
        for bit in 0..<bytes.count * 8 {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let name = DeviceName(String(decoding: bytes, as: UTF8.self))
            if name.checksum(as: number) == checksum { return name }
        }
        return nil
    }

    /// Those of a store of schema 1.
    private static func unvouched(_ connection: Connection) -> DeviceNames {
        var names = DeviceNames()
        guard let select = try? connection.prepare("SELECT id, name FROM device") else { return names }
        while (try? select.step()) == true {
            names.remember(DeviceName(select.text(1) ?? ""), as: select.integer(0))
        }
        return names
    }
}
