// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Cairn", path: ".."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMalloc", "CloudKitWireSources",
        .product(name: "ActivityFiles", package: "Cairn"),
        .product(name: "CloudKitMirroring", package: "Cairn"),
        .product(name: "RuckMap", package: "Cairn"),
        .product(name: "SwiftData", package: "Cairn"),
        .product(name: "WebApp", package: "Cairn"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    // What the allocator says of itself.
    .systemLibrary(name: "CMalloc"),
    // The protocol is no product: its API is for this package alone (`package`). So its sources,
    // which the folder is a link to, are compiled here as well.
    .target(
      name: "CloudKitWireSources",
      dependencies: [.product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
