// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The result of the import of a store that Apple's SwiftData or Core Data wrote.
///
/// ```swift
/// let report = try container.importAppleStore(at: URL(filePath: "default.store"))
/// for entity in report.entities { print(entity.name, entity.count, entity.skippedProperties) }
/// if !report.isComplete { print(report.missingFiles, report.brokenReferences) }
/// ```
public struct AppleStoreReport: Sendable, Hashable {
  /// An entity of the imported store.
  public struct Entity: Sendable, Hashable {
    /// The name in the imported store.
    public let name: String
    /// The name of the model, or of the table, that received the objects; nil for none.
    public let destination: String?
    /// The number of imported objects.
    public let count: Int
    /// The number of objects that were left out.
    public let skippedCount: Int
    /// The properties without a counterpart in the model, whose values were left out.
    public let skippedProperties: [String]
  }

  /// The entities of the imported store, sorted by name.
  public let entities: [Entity]
  /// The paths of missing external files, whose values are nil.
  public let missingFiles: [String]
  /// The relationships of objects to other objects that do not exist, which are nil.
  public let brokenReferences: [String]
  /// The version of Apple's framework that wrote the store; nil if it is unknown.
  public let frameworkVersion: Int?

  /// The number of imported objects.
  public var count: Int { entities.reduce(0) { $0 + $1.count } }

  /// True if every value of the imported store was imported.
  public var isComplete: Bool {
    missingFiles.isEmpty && brokenReferences.isEmpty
      && entities.allSatisfy { $0.skippedCount == 0 && $0.skippedProperties.isEmpty }
  }
}
