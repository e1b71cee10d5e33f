// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A version of the store's schema in ``RuckMapMigrationPlan``.
public enum SchemaVersion: Int, Sendable, CaseIterable {
  /// The layout of the first release, which is the start of a line of its own.
  case released = 0
  case v1 = 1
  case v2 = 2
  case v3 = 3
  case v4 = 4
  case v5 = 5

  /// The version of new stores.
  public static let current = SchemaVersion.v5

  /// The name, such as "v4".
  public var name: String { self == .released ? "released" : "v\(rawValue)" }

  /// The models and the number of the version.
  public var schema: any VersionedSchema.Type {
    switch self {
    case .released: ReleasedSchema.self
    case .v1: SchemaV1.self
    case .v2: SchemaV2.self
    case .v3: SchemaV3.self
    case .v4: SchemaV4.self
    case .v5: SchemaV5.self
    }
  }

  /// The versions through which a migration to the current version leads, in order.
  public var successors: [SchemaVersion] {
    switch self {
    case .released: [.v5]
    case .v1: [.v2, .v3, .v4, .v5]
    case .v2: [.v3, .v4, .v5]
    case .v3: [.v4, .v5]
    case .v4: [.v5]
    case .v5: []
    }
  }

  /// Detects the version of a store by its models, without changing it.
  ///
  /// - Parameter store: The store's file.
  /// - Returns: The version; nil if there is no file.
  /// - Throws: ``MigrationError``, or a `SwiftDataError` if the file can't be read.
  public static func version(ofStore store: URL) throws -> SchemaVersion? {
    guard FileManager.default.fileExists(atPath: store.path(percentEncoded: false)) else {
      return nil
    }
    var reason: (any Error)?
    // The current version is the most frequent one.
    for version in allCases.reversed() {
      do {
        // A store that is not written opens only if no table would have to change.
        _ = try ModelContainer(
          for: Schema(versionedSchema: version.schema),
          configurations: ModelConfiguration(
            url: store, allowsSave: false, cloudKitDatabase: .none))
        return version
      } catch {
        if MigrationError(error) == .dataCorruption { throw MigrationError.dataCorruption }
        reason = reason ?? error
      }
    }
    if let reason, MigrationError(reason) == nil, !(reason is SwiftDataError) { throw reason }
    throw MigrationError.incompatibleVersion
  }
}
