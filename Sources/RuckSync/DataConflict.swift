// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKitMirroring
public import Foundation
import RuckMap

/// The outcome of a concurrent change of two devices.
///
/// Each property keeps the value that was written later, so that no conflict waits for a decision.
/// The overwritten value is in the log of conflicts, from which it can be restored.
public enum ConflictResolution: String, Sendable, CaseIterable {
  /// This device's value remains; the other device's value was overwritten.
  case useLocal
  /// The other device's value remains; this device's value was overwritten.
  case useRemote
  /// Both changes remain, or the value is calculated again from merged values.
  case merge
}

/// An entry of the log of conflicts, with its resolution.
public struct DataConflict: Sendable, Hashable, Identifiable {
  /// The entry of the log.
  public let conflict: Conflict
  /// The outcome.
  public let resolution: ConflictResolution

  /// The number of the entry, for `StoreSync.restore(_:)` and `StoreSync.dismiss(_:)`.
  public var id: Conflict.ID { conflict.id }

  /// Creates the conflict of an entry.
  ///
  /// A restored object and merged rows keep both changes. A derived value is calculated again.
  public init(_ conflict: Conflict) {
    self.conflict = conflict
    let isDerived = conflict.propertyName.map {
      RuckMapStore.isDerived($0, of: conflict.entityName)
    }
    if conflict.kind != .value || isDerived == true {
      resolution = .merge
    } else {
      resolution = conflict.side == .here ? .useRemote : .useLocal
    }
  }
}

extension StoreSync {
  /// Returns the log of conflicts with their resolutions.
  ///
  /// - Returns: The conflicts, in the order of the log.
  /// - Throws: A `SwiftDataError` if the store can't be read.
  public func dataConflicts() async throws -> [DataConflict] {
    try await conflicts().map { DataConflict($0) }
  }
}
