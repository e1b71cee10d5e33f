// swift-tools-version: 6.2
// Cairn
// SPDX-License-Identifier: Apache-2.0

import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "Cairn",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "SwiftData", targets: ["SwiftData"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(name: "CSwiftDataRuntime"),
    .macro(
      name: "SwiftDataMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
      ], sources: ["MarkerMacro.swift", "ModelActorMacro.swift", "ModelDiagnostic.swift", "ModelMacro.swift", "ModelProperty.swift", "PersistedPropertyMacro.swift", "Plugin.swift"]),
    .target(
      name: "SwiftData",
      dependencies: [
        "CSwiftDataRuntime", "SwiftDataMacros",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], sources: ["Concurrency", "Container", "Context", "Errors", "Exports.swift", "Fetch", "Macros", "Model", "Predicate/_Temp.swift", "SQL", "Schema", "Store"]),
    .testTarget(name: "SwiftDataTests", dependencies: ["SwiftData"]),
    .testTarget(
      name: "SwiftDataMacrosTests",
      dependencies: [
        "SwiftDataMacros",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ]),
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
for target in package.targets where target.type != .system && !target.name.hasPrefix("C") {
  target.swiftSettings = settings
}
