// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Consumer",
  dependencies: [
    .package(name: "Cairn", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [.product(name: "SwiftData", package: "Cairn")])
  ],
  swiftLanguageModes: [.v6]
)
