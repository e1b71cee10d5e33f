// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftSyntax

/// The compiler's build configuration, with an assumption about modules.
///
/// The compiler does not report to macros which modules can be imported.
struct ModelBuildConfiguration: BuildConfiguration {
  /// The modules that a file with models on Linux can import.
  private static let present: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Observation", "Swift", "SwiftData",
    "Synchronization",
  ]

  /// Apple's frameworks of which no implementation for Linux has the name.
  private static let absent: Set<String> = [
    "AppKit", "Combine", "CoreData", "OSLog", "SwiftUI", "UIKit", "WatchKit", "WidgetKit",
  ]

  let base: any BuildConfiguration
  /// The result of `canImport` for all other modules.
  let hasOtherModules: Bool

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) throws -> Bool {
    guard let module = importPath.first?.1 else { return hasOtherModules }
    if Self.present.contains(module), case .unversioned = version { return true }
    return Self.absent.contains(module) ? false : hasOtherModules
  }

  func isCustomConditionSet(name: String) throws -> Bool {
    try base.isCustomConditionSet(name: name)
  }

  func hasFeature(name: String) throws -> Bool { try base.hasFeature(name: name) }

  func hasAttribute(name: String) throws -> Bool { try base.hasAttribute(name: name) }

  func isActiveTargetOS(name: String) throws -> Bool { try base.isActiveTargetOS(name: name) }

  func isActiveTargetArchitecture(name: String) throws -> Bool {
    try base.isActiveTargetArchitecture(name: name)
  }

  func isActiveTargetEnvironment(name: String) throws -> Bool {
    try base.isActiveTargetEnvironment(name: name)
  }

  func isActiveTargetRuntime(name: String) throws -> Bool {
    try base.isActiveTargetRuntime(name: name)
  }

  func isActiveTargetPointerAuthentication(name: String) throws -> Bool {
    try base.isActiveTargetPointerAuthentication(name: name)
  }

  func isActiveTargetObjectFormat(name: String) throws -> Bool {
    try base.isActiveTargetObjectFormat(name: name)
  }

  var targetPointerBitWidth: Int { base.targetPointerBitWidth }
  var targetAtomicBitWidths: [Int] { base.targetAtomicBitWidths }
  var endianness: Endianness { base.endianness }
  var languageVersion: VersionTuple { base.languageVersion }
  var compilerVersion: VersionTuple { base.compilerVersion }
}
