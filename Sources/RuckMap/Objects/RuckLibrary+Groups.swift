// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Adds a person to a group by name.
  ///
  /// The person is a user of this store, created if none has the name; sharing with other people's
  /// stores is a later version's.
  ///
  /// - Parameters:
  ///   - name: The person's name.
  ///   - role: The role.
  ///   - id: The group's identifier.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is changed then.
  package func addMember(named name: String, role: GroupRole, to id: UUID) throws {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    try RuckObjectError.check(name, "Name", field: "member")
    try modelContext.transaction {
      let group = try model(GroupItem.self, id)
      let owner = try ownerForUpdate()
      let known = try modelContext.fetch(
        FetchDescriptor<User>(predicate: #Predicate { $0.displayName == name }))
      var user = name.lowercased() == "me" ? owner : known.first
      if user == nil {
        let new = User(email: "", displayName: name, persona: .general)
        modelContext.insert(new)
        user = new
      }
      if let user { group.add(user, role: role) }
    }
  }

  /// Removes a member from a group; the person's rucks stay.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`; nothing is changed then.
  package func removeMember(_ user: UUID, from id: UUID) throws {
    try modelContext.transaction {
      let group = try model(GroupItem.self, id)
      guard
        let membership = group.memberships.first(where: { ($0.user?.id ?? $0.id) == user })
      else { throw RuckObjectError.notFound("member", id: user.uuidString.lowercased()) }
      modelContext.delete(membership)
    }
  }
}
