// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftIfConfig
import SwiftSyntax

/// The compiler's build configuration, with an assumption about the conditions that a macro can't
/// evaluate.
///
/// The compiler does not report to macros which modules can be imported. Without any configuration,
/// as in an older compiler, the target is Linux.
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

  /// The compiler's configuration; nil if the macro has none.
  let base: (any BuildConfiguration)?
  /// The result of all conditions that are unknown.
  let assumption: Bool

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) throws -> Bool {
    guard let module = importPath.first?.1 else { return assumption }
    if Self.present.contains(module), case .unversioned = version { return true }
    return Self.absent.contains(module) ? false : assumption
  }

  func isCustomConditionSet(name: String) throws -> Bool {
    try base?.isCustomConditionSet(name: name) ?? assumption
  }

  func hasFeature(name: String) throws -> Bool { try base?.hasFeature(name: name) ?? assumption }

  func hasAttribute(name: String) throws -> Bool {
    try base?.hasAttribute(name: name) ?? assumption
  }

  func isActiveTargetOS(name: String) throws -> Bool {
    try base?.isActiveTargetOS(name: name) ?? (name == "Linux")
  }

  func isActiveTargetArchitecture(name: String) throws -> Bool {
    try base?.isActiveTargetArchitecture(name: name) ?? assumption
  }

  func isActiveTargetEnvironment(name: String) throws -> Bool {
    try base?.isActiveTargetEnvironment(name: name) ?? false
  }

  func isActiveTargetRuntime(name: String) throws -> Bool {
    try base?.isActiveTargetRuntime(name: name) ?? (name == "_Native")
  }

  func isActiveTargetPointerAuthentication(name: String) throws -> Bool {
    try base?.isActiveTargetPointerAuthentication(name: name) ?? (name == "_none")
  }

  func isActiveTargetObjectFormat(name: String) throws -> Bool {
    try base?.isActiveTargetObjectFormat(name: name) ?? (name == "ELF")
  }

  var targetPointerBitWidth: Int { base?.targetPointerBitWidth ?? 64 }
  var targetAtomicBitWidths: [Int] { base?.targetAtomicBitWidths ?? [8, 16, 32, 64] }
  var endianness: Endianness { base?.endianness ?? .little }
  var languageVersion: VersionTuple { base?.languageVersion ?? VersionTuple(6) }
  var compilerVersion: VersionTuple { base?.compilerVersion ?? VersionTuple(6, 3) }
}
