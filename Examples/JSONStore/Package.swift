// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "JSONStore",
  products: [.library(name: "JSONStore", targets: ["JSONStore"])],
  dependencies: [
    .package(name: "Cairn", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "JSONStore",
      dependencies: [.product(name: "SwiftData", package: "Cairn")]),
    .executableTarget(
      name: "reminders",
      dependencies: ["JSONStore", .product(name: "SwiftData", package: "Cairn")]),
    .testTarget(
      name: "JSONStoreTests",
      dependencies: ["JSONStore", .product(name: "SwiftDataStoreTesting", package: "Cairn")]),
  ],
  swiftLanguageModes: [.v6]
)
