// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension TripLibrary {
  /// The owner's fixed identifier, so that profiles created on several devices are one.
  static let ownerID = UUID(namespace: .tripNamespace, name: "owner")

  /// Returns the profile of the store's user; one with default values if none is stored.
  package func profile() throws -> UserProfileSnapshot {
    try modelContext.first(UserProfile.self, id: Self.ownerID)?.snapshot()
      ?? UserProfileSnapshot(id: Self.ownerID, at: clock())
  }

  /// Changes the profile of the store's user, which is created if needed.
  @discardableResult
  package func editProfile(
    _ change: @Sendable (inout UserProfileSnapshot) throws -> Void
  ) throws -> UserProfileSnapshot {
    try write { now in
      let owner = try ownerForUpdate(at: now)
      var snapshot = owner.snapshot()
      try change(&snapshot)
      try snapshot.validate()
      return try update(owner, snapshot, at: now).snapshot()
    }
  }

  /// Returns the owner, created if needed, in the running transaction.
  func ownerForUpdate(at now: Date) throws -> UserProfile {
    if let owner = try modelContext.first(UserProfile.self, id: Self.ownerID) { return owner }
    let owner = UserProfile(id: Self.ownerID, at: now)
    modelContext.insert(owner)
    return owner
  }
}
