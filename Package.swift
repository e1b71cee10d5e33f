// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

let macroDependencies: [Target.Dependency] = [
  .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
  .product(name: "SwiftDiagnostics", package: "swift-syntax"),
  .product(name: "SwiftIfConfig", package: "swift-syntax"),
  .product(name: "SwiftSyntax", package: "swift-syntax"),
  .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
]

let macroTestDependencies: [Target.Dependency] = [
  .product(name: "SwiftDiagnostics", package: "swift-syntax"),
  .product(name: "SwiftIfConfig", package: "swift-syntax"),
  .product(name: "SwiftSyntax", package: "swift-syntax"),
  .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
]

let package = Package(
  name: "Cairn",
  products: [
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "SwiftDataStoreTesting", targets: ["SwiftDataStoreTesting"]),
    .library(name: "CloudKit", targets: ["CloudKit"]),
    .library(name: "CloudKitMirroring", targets: ["CloudKitMirroring"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "ActivityFiles", targets: ["ActivityFiles"]),
    .library(name: "Geodesy", targets: ["Geodesy"]),
    .library(name: "Measures", targets: ["Measures"]),
    .library(name: "Rowing", targets: ["Rowing"]),
    .library(name: "RuckMap", targets: ["RuckMap"]),
    .library(name: "TravelFiles", targets: ["TravelFiles"]),
    .executable(name: "cairn", targets: ["cairn"]),
  ],
  // A package that uses only SwiftData, Geodesy, Measures, ActivityFiles or RuckMap depends on this one with
  // `traits: []`, and one that uses CloudKit with `traits: ["CloudKit"]`: SwiftPM then fetches fewer packages.
  traits: [
    .trait(name: "CloudKit", description: "The client of CloudKit, and mirroring."),
    .trait(
      name: "Server", description: "The server, the apps and the command cairn.",
      enabledTraits: ["CloudKit"]),
    .default(enabledTraits: ["CloudKit", "Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // The parts of a program, from the command downwards.
    .executableTarget(
      name: "cairn",
      dependencies: ["AppShell", "Command", "RowingApp", "RuckMapApp", "TripPlannerApp"]),
    .target(
      name: "Command",
      dependencies: [
        "AppShell", "Backups", "CCrashReport", "CloudKitServer", "CloudKitWire", "DeviceSync",
        "PageKit", "SwiftData", "SystemSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "TripPlannerApp",
      dependencies: [
        "AppShell", "CZint", "CloudKitMirroring", "Geodesy", "Measures", "PageKit", "PrivateFiles",
        "SwiftData", "SystemSupport", "TravelFiles", "TripPlanner", "Weather",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .target(
      name: "RuckMapApp",
      dependencies: [
        "AppShell", "CloudKitMirroring", "CoreLocation", "Geodesy", "Measures", "PageKit",
        "PrivateFiles", "RuckMap", "RuckSync", "SwiftData", "SystemSupport", "Weather",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .target(
      name: "RowingApp",
      dependencies: [
        "ActivityFiles", "AppShell", "CloudKitMirroring", "Measures", "PageKit", "PostgreSQL",
        "Rowing", "RowingAnalytics", "RowingSync", "SwiftData", "SystemSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .target(
      name: "Backups",
      dependencies: [
        "AppShell", "DeviceSync", "PrivateFiles", "SwiftData", "SystemSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "DeviceSync",
      dependencies: [
        "AppShell", "CloudKit", "CloudKitMirroring", "PageKit", "SwiftData", "SystemSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "AppShell",
      dependencies: [
        "CloudKitMirroring", "PageKit", "SwiftData", "SystemSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
    .target(
      name: "PageKit",
      dependencies: [
        "CQRCode", "Geodesy", "LocalCertificates", "Measures", "PrivateFiles", "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
    .target(
      name: "RuckMap",
      dependencies: [
        "ActivityFiles", "Archives", "CoreLocation", "Geodesy", "Measures", "SwiftData",
        "SystemSupport", "Weather",
      ]),
    .target(
      name: "RuckSync", dependencies: ["CloudKit", "CloudKitMirroring", "RuckMap", "SwiftData"]),
    .target(name: "RowingSync", dependencies: ["CloudKit", "CloudKitMirroring", "Rowing"]),
    .target(name: "RowingAnalytics", dependencies: ["PostgreSQL", "Rowing", "SwiftData"]),
    .target(name: "Rowing", dependencies: ["ActivityFiles", "SwiftData", "SystemSupport"]),
    .target(
      name: "TripPlanner",
      dependencies: [
        "CloudKitMirroring", "Geodesy", "SwiftData", "SystemSupport", "TravelFiles", "Weather",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "CloudKitServer",
      dependencies: [
        "CHeap", "CloudKitWire", "LocalCertificates", "PrivateFiles", "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
    .target(
      name: "CloudKitMirroring",
      dependencies: [
        "CCloudKitMirroring", "CloudKit", "CloudKitWire", "CoreLocation", "SwiftData",
        "SystemSupport", .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .target(
      name: "CloudKit",
      dependencies: [
        "CloudKitWire", "CoreLocation", "SystemSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .target(
      name: "CloudKitWire",
      dependencies: ["JSONText", .product(name: "Crypto", package: "swift-crypto")]),
    .target(name: "SwiftDataStoreTesting", dependencies: ["SwiftData"]),
    .target(
      name: "SwiftData",
      dependencies: [
        "CSwiftDataRuntime", "FoundationMacros", "Geodesy", "JSONText", "SwiftDataMacros",
        "SystemSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "TravelFiles",
      dependencies: ["ActivityFiles", "Archives", "JSONText", "SystemSupport"]),
    .target(name: "Archives", dependencies: ["CZlib"]),
    .target(name: "ActivityFiles", dependencies: ["CExpat"]),
    .target(name: "CoreLocation", dependencies: ["SystemSupport"]),
    .target(name: "Geodesy"),
    .target(name: "JSONText"),
    .target(
      name: "LocalCertificates",
      dependencies: [
        "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
    .target(name: "Measures"),
    .target(name: "PostgreSQL", dependencies: ["CPostgreSQL", "SystemSupport"]),
    .target(name: "PrivateFiles", dependencies: ["SystemSupport"]),
    .target(name: "SystemSupport"),
    .target(name: "Weather"),

    // The compiler's plugins.
    .macro(name: "FoundationMacros", dependencies: macroDependencies),
    .macro(name: "SwiftDataMacros", dependencies: macroDependencies),

    // C libraries, a module each.
    .target(name: "CCloudKitMirroring"),
    .target(name: "CCrashReport"),
    .target(name: "CHeap"),
    // Loads libpq at its first use: the programs start without it.
    .target(name: "CPostgreSQL", linkerSettings: [.linkedLibrary("dl")]),
    // ICU is a part of Foundation on Linux.
    .target(name: "CSwiftDataRuntime", linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The guide "Write your own app".
    .target(
      name: "Logbook",
      dependencies: [
        "AppShell", "PageKit", "SwiftData",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ], path: "Examples/Logbook/Logbook"),
    .executableTarget(
      name: "cairn-logbook", dependencies: ["Command", "Logbook"],
      path: "Examples/Logbook/cairn-logbook"),

    // The programs of the guides, which the tests build and run.
    .executableTarget(
      name: "walks", dependencies: ["CloudKitMirroring", "SwiftData"], path: "Examples/Walks"),
    .executableTarget(name: "todo", dependencies: ["SwiftData"], path: "Examples/ToDo"),
    .executableTarget(name: "recipes", dependencies: ["SwiftData"], path: "Examples/Recipes"),
    .target(
      name: "JSONStore", dependencies: ["SwiftData"],
      path: "Examples/JSONStore/Sources/JSONStore"),
    .executableTarget(
      name: "reminders", dependencies: ["JSONStore", "SwiftData"],
      path: "Examples/JSONStore/Sources/reminders"),

    // Tests mirror the sources.
    .target(
      name: "CFaultyVFS", path: "Tests/Support/CFaultyVFS",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "BrowserDriver", path: "Tests/Support/BrowserDriver"),
    .target(
      name: "CloudTestSupport",
      dependencies: [
        "CloudKit", "CloudKitServer", "CloudKitWire", "SystemSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Tests/Support/CloudTestSupport"),
    .target(
      name: "CommandTestSupport", dependencies: ["SystemSupport"],
      path: "Tests/Support/CommandTestSupport",
      resources: [.copy("Fixtures")]),
    .executableTarget(
      name: "cairn-two-apps", dependencies: ["Command", "Logbook", "RuckMapApp"],
      path: "Tests/Support/TwoApps"),
    .target(
      name: "StoreTestSupport", dependencies: ["SwiftData"],
      path: "Tests/Support/StoreTestSupport"),
    .target(
      name: "SyncSimulator",
      dependencies: [
        "CFaultyVFS", "CloudKit", "CloudKitMirroring", "CloudKitServer", "CloudKitWire",
        "SwiftData", "SystemSupport", .product(name: "Crypto", package: "swift-crypto"),
      ], path: "Tests/Support/SyncSimulator"),
    .executableTarget(
      name: "simulate", dependencies: ["SyncSimulator"], path: "Tests/Support/Simulate"),
    .testTarget(
      name: "AppShellTests",
      dependencies: [
        "AppShell", "PageKit", "SwiftData", "SystemSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "ActivityFilesTests", dependencies: ["ActivityFiles"], resources: [.copy("Fixtures")]),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives"]),
    .testTarget(
      name: "CloudKitServerTests",
      dependencies: [
        "CFaultyVFS", "CloudKitServer", "CloudKitWire", "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(name: "AppleStoreTests", dependencies: ["CZlib", "SwiftData"]),
    .testTarget(
      name: "CloudKitMirroringTests",
      dependencies: [
        "CFaultyVFS", "CloudKit", "CloudKitMirroring", "CloudTestSupport", "StoreTestSupport",
        "SwiftData",
      ]),
    .testTarget(
      name: "CloudKitTests",
      dependencies: [
        "CloudKit", "CloudKitServer", "CloudKitWire", "CloudTestSupport", "CoreLocation",
        "SystemSupport",
      ]),
    .testTarget(
      name: "CloudKitWireTests",
      dependencies: ["CloudKitWire", .product(name: "Crypto", package: "swift-crypto")]),
    .testTarget(name: "CoreLocationTests", dependencies: ["CoreLocation"]),
    .testTarget(name: "CommandTests", dependencies: ["CommandTestSupport", "cairn"]),
    .testTarget(
      name: "DeviceSyncTests",
      dependencies: [
        "AppShell", "BrowserDriver", "CloudKit", "CloudKitMirroring", "CloudTestSupport",
        "DeviceSync", "PageKit", "PageTestSupport", "SwiftData",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CommandTestSupport", "SystemSupport", "cairn", "cairn-logbook", "cairn-two-apps",
      ]),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["CommandTestSupport", "cairn", "recipes", "reminders", "todo", "walks"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "GeodesyTests", dependencies: ["Geodesy"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "JSONStoreTests", dependencies: ["JSONStore", "SwiftDataStoreTesting"],
      path: "Examples/JSONStore/Tests/JSONStoreTests"),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
    .testTarget(name: "MeasuresTests", dependencies: ["Measures"]),
    .testTarget(
      name: "RowingSyncTests",
      dependencies: [
        "CloudKit", "CloudKitMirroring", "CloudTestSupport", "Rowing", "RowingSync", "SwiftData",
      ]),
    .testTarget(
      name: "RowingAnalyticsTests",
      dependencies: [
        "CommandTestSupport", "PostgreSQL", "Rowing", "RowingAnalytics", "SwiftData",
        "SystemSupport", "cairn",
      ]),
    .testTarget(
      name: "RowingTests",
      dependencies: [
        "ActivityFiles", "CommandTestSupport", "Rowing", "StoreTestSupport", "SwiftData",
        "SystemSupport", "cairn",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RuckSyncTests",
      dependencies: [
        "CloudKit", "CloudKitMirroring", "CloudTestSupport", "RuckMap", "RuckSync", "SwiftData",
      ]),
    .testTarget(
      name: "RuckMapTests",
      dependencies: [
        "ActivityFiles", "Archives", "CoreLocation", "Geodesy", "Measures", "RuckMap",
        "StoreTestSupport", "SwiftData", "SystemSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "SwiftDataStoreTests",
      dependencies: [
        "JSONStore", "StoreTestSupport", "SwiftData", "SwiftDataStoreTesting",
        "SystemSupport",
      ]),
    .testTarget(
      name: "SwiftDataTests",
      dependencies: ["CFaultyVFS", "Geodesy", "StoreTestSupport", "SwiftData", "SystemSupport"],
      exclude: ["Predicate"],
      resources: [.copy("Fixtures")]),
    .testTarget(name: "SyncSimulatorTests", dependencies: ["SyncSimulator"]),
    .testTarget(name: "SystemSupportTests", dependencies: ["SystemSupport"]),
    .testTarget(name: "WeatherTests", dependencies: ["Weather"]),
    .testTarget(
      name: "TripPlannerTests",
      dependencies: [
        "CloudKit", "CloudKitMirroring", "CloudTestSupport", "SwiftData", "SystemSupport",
        "TravelFiles", "TripPlanner", "Weather",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "TravelFilesTests", dependencies: ["Archives", "TravelFiles"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "SwiftDataPredicateTests",
      dependencies: ["SwiftData", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/SwiftDataTests/Predicate"),
    // Its extensions of standard types hold in its whole module.
    .testTarget(name: "SwiftDataRawValueTests", dependencies: ["SwiftData"]),
    // Its default isolation is the main actor, as in new projects of Xcode.
    .testTarget(name: "SwiftDataIsolationTests", dependencies: ["SwiftData"]),
    // The macros' sources as libraries, by folder links. A test target that depends on a macro target itself
    // would have SwiftPM build all tests, and all that they depend on, for the host a second time.
    .target(
      name: "FoundationMacrosUnderTest", dependencies: macroDependencies,
      path: "Tests/Support/FoundationMacrosUnderTest",
      exclude: ["FoundationMacrosPlugin.swift"]),
    .target(
      name: "SwiftDataMacrosUnderTest", dependencies: macroDependencies,
      path: "Tests/Support/SwiftDataMacrosUnderTest", exclude: ["SwiftDataPlugin.swift"]),
    .testTarget(
      name: "FoundationMacrosTests",
      dependencies: ["FoundationMacrosUnderTest"] + macroTestDependencies),
    .testTarget(
      name: "SwiftDataMacrosTests",
      dependencies: ["SwiftDataMacrosUnderTest"] + macroTestDependencies),
    .target(
      name: "PageTestSupport",
      dependencies: [
        "BrowserDriver", "Geodesy", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], path: "Tests/Support/PageTestSupport", resources: [.copy("Fixtures")]),
    .testTarget(
      name: "PageKitTests",
      dependencies: [
        "BrowserDriver", "Geodesy", "Measures", "PageKit", "PageTestSupport", "PrivateFiles",
        "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
    .testTarget(
      name: "RowingAppTests",
      dependencies: [
        "AppShell", "BrowserDriver", "CloudKitMirroring", "CommandTestSupport", "DeviceSync",
        "PageKit", "PageTestSupport", "Rowing", "RowingApp", "SwiftData",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "TripPlannerAppTests",
      dependencies: [
        "AppShell", "BrowserDriver", "CloudKitMirroring", "CloudTestSupport", "CommandTestSupport",
        "DeviceSync", "Geodesy", "PageKit", "PageTestSupport", "SwiftData", "TravelFiles",
        "TripPlanner", "TripPlannerApp", "cairn",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RuckMapAppTests",
      dependencies: [
        "ActivityFiles", "AppShell", "BrowserDriver", "CloudTestSupport", "CommandTestSupport",
        "CoreLocation", "DeviceSync", "Geodesy", "Measures", "PageKit", "PageTestSupport",
        "RuckMap",
        "RuckMapApp", "SwiftData", "cairn",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Each trait's packages; all others are needed by SwiftData and its macros.
let packagesOfTraits: [String: Set<String>] = [
  "CloudKit": ["async-http-client", "swift-crypto", "swift-nio", "swift-nio-ssl"],
  "Server": [
    "hummingbird", "swift-argument-parser", "swift-asn1", "swift-certificates", "swift-http-types",
    "swift-log", "swift-mustache", "swift-nio-extras", "swift-service-lifecycle",
  ],
]
for target in package.targets {
  target.dependencies = target.dependencies.map { dependency in
    guard case .productItem(let name, let package?, let aliases, _) = dependency,
      let trait = packagesOfTraits.first(where: { $0.value.contains(package) })?.key
    else { return dependency }
    return .productItem(
      name: name, package: package, moduleAliases: aliases, condition: .when(traits: [trait]))
  }
}

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
// A warning is an error where the tests decide whether a change may land.
if Context.environment["CI"] != nil { settings.append(.treatAllWarnings(as: .error)) }
let targetsInC: Set = [
  "CCloudKitMirroring", "CCrashReport", "CFaultyVFS", "CHeap", "CPostgreSQL", "CSwiftDataRuntime",
]
for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
  let isOnMainActor = target.name == "SwiftDataIsolationTests"
  target.swiftSettings = settings + (isOnMainActor ? [.defaultIsolation(MainActor.self)] : [])
}
