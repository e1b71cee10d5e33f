// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The reason why the analytics reject a request.
package enum AnalyticsError: Error, LocalizedError, Equatable, Sendable {
  /// The database has no tables of the analytics, or none for this store.
  case notInitialized
  /// Another version of the program has created the tables.
  case otherVersion(Int)
  /// Another store feeds an athlete of the scope.
  case otherStore(athlete: UUID)
  /// The scope has no athletes.
  case emptyScope
  /// A stored value can't be read.
  case malformedRow(table: String)

  /// The database's role may not read or change the tables; the rights are those that it needs.
  case missingRight(rights: String, reason: String)

  /// The failure and the remedy.
  package var errorDescription: String? {
    switch self {
    case .notInitialized:
      "The database has no analytics of this store. Run cairn row analytics init with --own or "
        + "--team."
    case .otherVersion(let version):
      "The analytics in the database have the format \(version) of another version of cairn. Run "
        + "cairn row analytics drop and init."
    case .otherStore(let athlete):
      "Another store feeds the athlete \(athlete.columnText). Refresh from that store, or remove "
        + "its analytics with cairn row analytics drop on its machine."
    case .emptyScope:
      "The athlete or the team doesn't exist, or the team has no members. Nothing was changed."
    case .missingRight(let rights, let reason):
      "PostgreSQL denies a permission: \(reason). The role needs \(rights) on the schema "
        + "\(AnalyticsSchema.name). Ask the database's owner to grant it, or use another role."
    case .malformedRow(let table):
      "A row of the table \(table) can't be read. Run cairn row analytics drop, init and refresh."
    }
  }
}
