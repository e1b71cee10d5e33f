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
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMalloc", "CloudKitWireSources", "PM5Sources",
        .product(name: "ActivityFiles", package: "Cairn"),
        // The command, whose processes are measured; it is built into the same folder.
        .product(name: "cairn", package: "Cairn"),
        .product(name: "CloudKitMirroring", package: "Cairn"),
        .product(name: "Rowing", package: "Cairn"),
        .product(name: "RuckMap", package: "Cairn"),
        .product(name: "SwiftData", package: "Cairn"),
        .product(name: "TravelFiles", package: "Cairn"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    // The statistics of the allocator.
    .systemLibrary(name: "CMalloc"),
    // The protocol and its JSON have package access and are no products. These folders are links to their
    // sources, which are compiled here as well.
    // Two packages can't have modules of equal names, so the sources import JSONText by an alias.
    .target(
      name: "CloudKitWireSources",
      dependencies: [
        "JSONTextSources", .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings + [.unsafeFlags(["-module-alias", "JSONText=JSONTextSources"])]),
    .target(name: "JSONTextSources", swiftSettings: settings),
    // The messages of rowing monitors, by links to the sources of the module Rowing.
    .target(name: "PM5Sources", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
