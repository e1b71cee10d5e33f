// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Erases a user's private databases, or a container's public ones.
package struct DataEraser: Sendable {
  private static let assetsAtOnce = 1_000

  private let storage: any ServerStorage

  package init(storage: any ServerStorage) {
    self.storage = storage
  }

  /// Empties a database in both environments: each zone is deleted with its records.
  ///
  /// The default zone is created again with another number, which invalidates its old sync tokens.
  /// Erasing a private database also deletes the owner's subscriptions and devices; erasing the public
  /// one deletes all users' subscriptions and devices. Assets become unreachable and no longer count against a quota; the
  /// garbage collection removes their files later.
  ///
  /// - Parameters:
  ///   - container: The container's name.
  ///   - scope: The scope of the database.
  ///   - owner: The name of the owner's user record; empty for the public database.
  /// - Throws: `StorageError`.
  package func erase(container: String, scope: DatabaseScope, owner: String = "") async throws {
    for environment in Environment.allCases {
      let key = DatabaseKey(
        container: container, environment: environment, scope: scope, owner: owner)
      let database = try await storage.write { writer in
        let database = try writer.database(key)
        var common = key
        (common.scope, common.owner) = (.public, "")
        // A user without a private database may have subscriptions to the public one.
        if let schema = try database?.schema ?? writer.database(common)?.schema {
          try writer.deleteSubscribers(scope == .public ? nil : owner, of: schema)
        }
        guard let database else { return StoredDatabase?.none }
        let zones = try writer.zones(in: database.id)
        for zone in zones { try writer.deleteZone(zone) }
        if zones.contains(where: { $0.name == ZoneID.defaultName }) {
          _ = try writer.makeZone(named: ZoneID.defaultName, in: database.id)
        }
        return database
      }
      guard let database else { continue }
      // One transaction per batch, so that other writers get their turns.
      var count = Self.assetsAtOnce
      while count == Self.assetsAtOnce {
        count = try await storage.write {
          try $0.orphanAssets(of: database.id, limit: Self.assetsAtOnce)
        }
      }
    }
  }
}
