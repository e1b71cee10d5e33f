// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKitMirroring

/// The decision of a merge about two concurrent changes.
public enum ConflictResolution: String, Sendable, Hashable, CaseIterable {
  /// This device's value was kept.
  case useLocal
  /// The other device's value was kept.
  case useRemote
  /// Both were kept, as for rows of a series and for deleted objects that were changed elsewhere.
  case merge
}

/// Two concurrent changes of one object, as the conflict log records them.
public struct DataConflict: Sendable, Hashable, Identifiable {
  /// The entry of the log, by which the overwritten value can be restored.
  public let conflict: Conflict

  /// Creates a conflict from an entry of the log.
  public init(_ conflict: Conflict) { self.conflict = conflict }

  /// The number in the log.
  public var id: Conflict.ID { conflict.id }

  /// The decision of the merge.
  public var resolution: ConflictResolution {
    switch (conflict.kind, conflict.side) {
    case (.deletion, _): .merge
    // The overwritten value is the one of this side.
    case (_, .here): .useRemote
    case (_, .elsewhere): .useLocal
    }
  }
}
