// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Takes away what somebody has stored.
package struct DataEraser: Sendable {
  private static let assetsAtOnce = 1_000

  private let storage: any ServerStorage

  package init(storage: any ServerStorage) {
    self.storage = storage
  }

  /// Empties a database in both environments: each zone is deleted with its records.
  ///
  /// The owner is the user record's name, and nothing for the public database. The default zone is made
  /// anew, with another number, so that tokens of before are not taken. The owner's subscriptions and
  /// devices go with a private database, those of all with the public one. Assets can't be had any more and
  /// count for nobody; their files are collected.
  package func erase(container: String, scope: DatabaseScope, owner: String = "") async throws {
    for environment in Environment.allCases {
      let key = DatabaseKey(
        container: container, environment: environment, scope: scope, owner: owner)
      let database = try await storage.write { writer in
        let database = try writer.database(key)
        var common = key
        (common.scope, common.owner) = (.public, "")
        // Who has never stored anything private may be subscribed to what is public.
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
      // Others write in between.
      var count = Self.assetsAtOnce
      while count == Self.assetsAtOnce {
        count = try await storage.write {
          try $0.disownAssets(of: database.id, limit: Self.assetsAtOnce)
        }
      }
    }
  }
}
