extension TrackerOptions {
    /// Adds the tracker of `--tracker NAME[:FILTER]`.
    public mutating func addTracker(_ argument: String) throws(TrackerError) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ServiceLimits.name.contains(parts[0].unicodeScalars.count), Names.isTrackerName(parts[0]) else {
            throw .option(
                "--tracker", "\"\(parts[0])\" is not a tracker's name: 1 to 100 of letters, digits, '-', '.', '_'")
        }
        guard parts.count == 2 else { return trackers.append((parts[0], .timeBased)) }
        guard let filtering = PositionFiltering(rawValue: parts[1]) else {
            let known = PositionFiltering.allCases.map(\.rawValue).joined(separator: ", ")
            throw .option("--tracker", "\"\(parts[1])\" is not a filter; filters are \(known)")
        }
        trackers.append((parts[0], filtering))
    }

    /// Adds the key of `--key ID:SECRET`.
    public mutating func addKey(_ argument: String) throws(TrackerError) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            // The argument may hold a secret, so it is not repeated.
            throw .option("--key", "it is not ID:SECRET")
        }
        keys.append(Key(id: parts[0], secret: parts[1]))
    }

    /// Adds the identity pool of `--identity-pool REGION:ID`.
    public mutating func addIdentityPool(_ argument: String) throws(TrackerError) {
        guard Names.isIdentity(argument) else {
            throw .option(
                "--identity-pool", "\"\(argument)\" is not REGION:ID, where ID has hexadecimal digits and '-'")
        }
        identityPools.insert(argument)
    }

    /// Adds the role alias of `--role-alias NAME`.
    public mutating func addRoleAlias(_ argument: String) throws(TrackerError) {
        guard Names.isRoleAlias(argument) else {
            throw .option(
                "--role-alias", "\"\(argument)\" is not 1 to 128 of letters, digits, '_', '=', ',', '@', '-'")
        }
        guard clientAuthority != nil, certificate != nil else {
            throw .option("--role-alias", "it needs --client-ca, and that needs --tls-certificate and --tls-key")
        }
        roleAliases.insert(argument)
    }

    /// Sets the seconds of `--credential-lifetime`: 1 second to 12 hours.
    public mutating func setCredentialLifetime(_ argument: String) throws(TrackerError) {
        guard let seconds = Int64(argument), (1...43_200).contains(seconds) else {
            throw .option("--credential-lifetime", "\"\(argument)\" is not a number of seconds from 1 to 43200")
        }
        credentialLifetime = seconds
    }

    /// Sets the files of `--tls-certificate` and `--tls-key`, which need one another.
    public mutating func setCertificate(chain: String?, key: String?) throws(TrackerError) {
        switch (chain, key) {
        case (nil, nil): certificate = nil
        case (let chain?, let key?): certificate = (chain, key)
        case (_?, nil): throw .option("--tls-certificate", "it needs --tls-key too")
        case (nil, _?): throw .option("--tls-key", "it needs --tls-certificate too")
        }
    }

    /// What the help says after the options.
    public static let help = """
        FILTER is TimeBased, DistanceBased, AccuracyBased as in the service, or None.
        The form of a fault plan, and all else: man waypost-tracker
        """
}
