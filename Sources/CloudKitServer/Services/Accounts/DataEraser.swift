// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Takes away what somebody has stored.
package struct DataEraser: Sendable {
  private let storage: any ServerStorage

  package init(storage: any ServerStorage) {
    self.storage = storage
  }

  /// Empties a database in both environments: each zone is deleted with its records.
  ///
  /// The owner is the user record's name, and nothing for the public database. The default zone is made
  /// anew, with another number, so that tokens of before are not taken.
  package func erase(container: String, scope: DatabaseScope, owner: String = "") async throws {
    for environment in Environment.allCases {
      let key = DatabaseKey(
        container: container, environment: environment, scope: scope, owner: owner)
      try await storage.write { writer in
        guard let database = try writer.database(key) else { return }
        let zones = try writer.zones(in: database.id)
        for zone in zones { try writer.deleteZone(zone) }
        if zones.contains(where: { $0.name == ZoneID.defaultName }) {
          _ = try writer.makeZone(named: ZoneID.defaultName, in: database.id)
        }
      }
    }
  }
}
