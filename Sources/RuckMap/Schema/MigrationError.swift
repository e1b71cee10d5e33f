// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

/// The reason why a migration of the store failed; the store is unchanged then.
public enum MigrationError: Error, LocalizedError, Equatable, Sendable {
  /// A check after a stage failed; the string describes it.
  case validationFailed(String)
  /// The store is of a newer version, or of another schema.
  case incompatibleVersion
  /// The store's file is damaged.
  case dataCorruption

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .validationFailed(let message):
      "Migration validation failed: \(message). Nothing was changed."
    case .incompatibleVersion:
      "Incompatible schema version. Update the program, or choose another store."
    case .dataCorruption:
      "Data corruption detected during migration. Restore a backup."
    }
  }

  /// Throws ``validationFailed(_:)`` if a condition is false.
  static func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw MigrationError.validationFailed(message()) }
  }

  /// The reason for an error of the framework; nil for errors that are no migration's.
  init?(_ error: any Error) {
    switch error {
    case let error as MigrationError: self = error
    case SwiftDataError.backwardMigration, SwiftDataError.unknownDataStoreSchema:
      self = .incompatibleVersion
    case SwiftDataError.storeIsCorrupt: self = .dataCorruption
    default: return nil
    }
  }
}
