// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Cairn", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [.product(name: "SwiftData", package: "Cairn")])
  ],
  swiftLanguageModes: [.v6]
)
