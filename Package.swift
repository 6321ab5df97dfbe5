// swift-tools-version: 6.0
import PackageDescription

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// A room of the design: a library target with tests that mirror it, which may use more than the room itself.
func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], testing: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: strict),
        .testTarget(
            name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies + testing,
            swiftSettings: strict),
    ]
}

func library(_ name: String, apt package: String) -> Target {
    .systemLibrary(name: name, providers: [.apt([package])])
}

// The parts stand in typed lists of their own: as one expression they are too much for Swift 6.0's type checker.
let system: [Target] = [
    library("CGPS", apt: "libgps-dev"),
    library("CSQLite", apt: "libsqlite3-dev"),
    library("CCurl", apt: "libcurl4-openssl-dev"),
    library("CCrypto", apt: "libssl-dev"),
    library("CJansson", apt: "libjansson-dev"),
    library("CMicroHTTPD", apt: "libmicrohttpd-dev"),
    library("CLinux", apt: "libc6-dev"),
    .target(name: "CResolver"),
]

/// An arrow only ever points up this list.
let rooms: [[Target]] = [
    room("Positioning"),
    room("Sampling", ["Positioning"]),
    room("JSON", ["CJansson"]),
    room("AWSNames"),
    room("SQLite", ["CSQLite"]),
    room("Receiver", ["Positioning", "CGPS", "CLinux", "CResolver"]),
    room("Outbox", ["Positioning", "Sampling", "SQLite"], testing: ["outbox-child"]),
    room("Transport", ["Positioning", "CCurl"]),
    room("Signing", ["Positioning", "CCrypto"]),
    room("AmazonLocation", ["Positioning", "JSON", "AWSNames", "Transport", "Signing", "CLinux"]),
    room("Delivery", ["Positioning", "Outbox", "Transport", "AmazonLocation"]),
    room("Runtime", ["CLinux", "Positioning"]),
    room("Configuration", ["Positioning", "Sampling", "AWSNames", "Runtime"]),
    room("LocalTracker", ["Positioning", "JSON", "SQLite", "Signing", "CMicroHTTPD"]),
    room("Replay", ["Positioning", "Sampling", "Receiver", "JSON", "Runtime"]),
    room(
        "Agent", ["Positioning", "Sampling", "Receiver", "Outbox", "JSON", "Runtime", "Configuration"],
        testing: ["SQLite", "waypost-agent"]),
    room(
        "Uploader",
        [
            "Positioning", "Outbox", "AWSNames", "Transport", "AmazonLocation", "Delivery", "JSON", "Runtime",
            "Configuration",
        ],
        testing: ["SQLite", "waypost", "waypost-tracker"]),
    room(
        "Operator",
        [
            "Positioning", "Sampling", "Receiver", "Outbox", "AWSNames", "Transport", "AmazonLocation", "Delivery",
            "JSON", "Runtime", "Configuration", "Replay", "Uploader",
        ],
        testing: ["LocalTracker", "waypost"]),
]

let executables: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["Positioning", "Runtime", "SQLite"], path: "Tests/TestSupport",
        swiftSettings: strict),
    // A process to be killed, or run as somebody else, by the tests of the outbox.
    .executableTarget(
        name: "outbox-child", dependencies: ["Outbox", "Positioning"], path: "Tests/OutboxChild",
        swiftSettings: strict),
    // A process that does one thing many times, for the benchmark and the budgets.
    .executableTarget(
        name: "bench-child",
        dependencies: ["AmazonLocation", "Outbox", "Positioning", "Receiver", "Sampling", "Signing"],
        path: "Tests/BenchChild", swiftSettings: strict),
    // Files that fail and processes that are killed for the simulator, which has agent and uploader in virtual time.
    .target(name: "CFaultyDisk", path: "Tests/FaultyDisk"),
    .testTarget(
        name: "SimulatorTests",
        dependencies: [
            "Positioning", "Sampling", "JSON", "Receiver", "Outbox", "Transport", "Signing", "AmazonLocation",
            "Delivery", "Runtime", "Configuration", "Agent", "Uploader", "CFaultyDisk", "TestSupport",
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "waypost-agent", dependencies: ["Agent"], swiftSettings: strict),
    .executableTarget(
        name: "waypost", dependencies: ["Operator", "Uploader"], swiftSettings: strict),
    .executableTarget(
        name: "waypost-tracker", dependencies: ["Positioning", "LocalTracker", "Runtime"], swiftSettings: strict),
]

/// With WAYPOST_FUZZ in the environment a program for libFuzzer, else the same targets as a test of their seeds.
let isFuzzing = Context.environment["WAYPOST_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
    "Positioning", "Sampling", "JSON", "Receiver", "Outbox", "Transport", "Signing", "AmazonLocation", "Delivery",
    "Runtime", "Configuration", "LocalTracker", "Replay", "Agent", "Uploader",
]
let fuzzData = ["corpus", "dictionaries"]
let fuzzing: [Target] = [
    isFuzzing
        ? .executableTarget(
            name: "waypost-fuzz", dependencies: fuzzed, path: "Tests/Fuzz", exclude: fuzzData + ["Tests"],
            sources: ["Targets", "Driver"], swiftSettings: strict)
        : .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz", exclude: fuzzData + ["Driver"],
            sources: ["Targets", "Tests"], swiftSettings: strict)
]

let package = Package(
    name: "waypost",
    products: [
        .executable(name: "waypost-agent", targets: ["waypost-agent"]),
        .executable(name: "waypost", targets: ["waypost"]),
        .executable(name: "waypost-tracker", targets: ["waypost-tracker"]),
    ],
    targets: system + rooms.flatMap { $0 } + executables + fuzzing,
    swiftLanguageModes: [.v6]
)
