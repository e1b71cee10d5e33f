// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Adds a person to an event by name.
  ///
  /// - Parameters:
  ///   - name: The person's name; "me" is the owner, and an unknown name creates a user.
  ///   - id: The event's identifier.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is changed then.
  package func addParticipant(named name: String, to id: UUID) throws {
    try RuckObjectError.check(name, "Name", field: "person")
    try modelContext.transaction {
      let event = try model(EventItem.self, id)
      let user = try person(named: name)
      if !event.participants.contains(where: { $0.id == user.id }) {
        event.participants.append(user)
      }
    }
  }

  /// Adds the members of an event's group who do not take part yet.
  ///
  /// - Parameter id: The event's identifier.
  /// - Returns: The number of added people; 0 without a group.
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func addGroupMembers(to id: UUID) throws -> Int {
    var count = 0
    try modelContext.transaction {
      let event = try model(EventItem.self, id)
      let present = Set(event.participants.map(\.id))
      let members = (event.group?.memberships ?? []).compactMap(\.user)
        .filter { !present.contains($0.id) }
      event.participants.append(contentsOf: members)
      count = members.count
    }
    return count
  }

  /// Removes a person from an event; the person's rucks stay.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`; nothing is changed then.
  package func removeParticipant(_ user: UUID, from id: UUID) throws {
    try modelContext.transaction {
      let event = try model(EventItem.self, id)
      guard event.participants.contains(where: { $0.id == user }) else {
        throw RuckObjectError.notFound("participant", id: user.uuidString.lowercased())
      }
      event.participants.removeAll { $0.id == user }
    }
  }

  /// Assigns a ruck to an event, or to none.
  ///
  /// - Parameters:
  ///   - event: The event's identifier; nil for none.
  ///   - ruck: The ruck's identifier.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckObjectError/notFound(_:id:)``, or a
  ///   `SwiftDataError`; nothing is changed then.
  package func setEvent(_ event: UUID?, of ruck: UUID) throws {
    try modelContext.transaction {
      let session = try session(ruck)
      session.event = try event.map { try model(EventItem.self, $0) }
    }
  }

  /// Returns the completed rucks of an event, the earliest first.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func rucks(ofEvent id: UUID) throws -> [RuckSummary] {
    try model(EventItem.self, id).sessions.filter(\.isCompleted).map { RuckSummary($0) }
      .sorted { ($0.startedAt, $0.id.uuidString) < ($1.startedAt, $1.id.uuidString) }
  }
}
