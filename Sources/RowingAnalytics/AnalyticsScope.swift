// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Rowing

/// The athletes whose figures a store feeds.
package enum AnalyticsScope: Sendable, Hashable {
  /// One athlete.
  case athlete(UUID)
  /// The current members of a team, deactivated ones included.
  case team(UUID)

  /// The scope's kind as stored.
  var kind: String {
    switch self {
    case .athlete: "athlete"
    case .team: "team"
    }
  }

  /// The identifier of the athlete or the team.
  var id: UUID {
    switch self {
    case .athlete(let id), .team(let id): id
    }
  }

  /// Creates the scope of stored values.
  init?(kind: String?, id: String?) {
    guard let id = id.flatMap({ UUID(uuidString: $0) }) else { return nil }
    switch kind {
    case "athlete": self = .athlete(id)
    case "team": self = .team(id)
    default: return nil
    }
  }
}

extension RowingLibrary {
  /// Returns the identifiers of a scope's athletes in the order of their texts; none if the athlete
  /// or the team is deleted.
  func athletes(in scope: AnalyticsScope) throws -> [UUID] {
    let ids =
      switch scope {
      case .athlete(let id): try contains(athlete: id) ? [id] : []
      case .team(let id): try memberIDs(ofTeam: id)
      }
    return ids.sorted { $0.uuidString < $1.uuidString }
  }
}
