// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

let macroDependencies: [Target.Dependency] = [
  .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
  .product(name: "SwiftDiagnostics", package: "swift-syntax"),
  .product(name: "SwiftSyntax", package: "swift-syntax"),
  .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
]

let macroTestDependencies: [Target.Dependency] = [
  .product(name: "SwiftSyntax", package: "swift-syntax"),
  .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
  .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
]

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "SwiftData", targets: ["SwiftData"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(
      name: "SwiftData",
      dependencies: [
        "CSwiftDataRuntime", "FoundationMacros", "SwiftDataMacros",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .macro(
      name: "FoundationMacros",
      dependencies: macroDependencies + [.product(name: "SwiftIfConfig", package: "swift-syntax")]),
    .macro(name: "SwiftDataMacros", dependencies: macroDependencies),
    .target(name: "CSwiftDataRuntime"),
    .testTarget(name: "SwiftDataTests", dependencies: ["SwiftData"]),
    .testTarget(
      name: "FoundationMacrosTests", dependencies: ["FoundationMacros"] + macroTestDependencies),
    .testTarget(
      name: "SwiftDataMacrosTests", dependencies: ["SwiftDataMacros"] + macroTestDependencies),
  ],
  swiftLanguageModes: [.v6]
)

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
for target in package.targets where target.type != .system && !target.name.hasPrefix("CSwift") {
  target.swiftSettings = settings
}
