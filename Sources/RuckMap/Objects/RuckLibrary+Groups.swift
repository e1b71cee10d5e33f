// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Adds a person to a group by name, or changes a member's role.
  ///
  /// The person is a user of this store, created if none has the name; sharing with other people's
  /// stores is a later version's.
  ///
  /// - Parameters:
  ///   - name: The person's name.
  ///   - role: The role; nil for a plain member, or for the present role of a known one.
  ///   - id: The group's identifier.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is changed then.
  package func addMember(named name: String, role: GroupRole? = nil, to id: UUID) throws {
    try RuckObjectError.check(name, "Name", field: "member")
    try modelContext.transaction {
      let group = try model(GroupItem.self, id)
      let person = try person(named: name)
      let membership = group.add(person, role: role ?? .member)
      // The owner stays an organizer.
      if let role, membership.role != role, person.id != group.owner?.id { membership.role = role }
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

  /// Returns the user of a name, created if none has it; "me" is the owner.
  ///
  /// Call it inside a transaction.
  func person(named name: String) throws -> User {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    let owner = try ownerForUpdate()
    if name.lowercased() == "me" { return owner }
    let known = try modelContext.fetch(
      FetchDescriptor<User>(predicate: #Predicate { $0.displayName == name }))
    if let user = known.first { return user }
    let user = User(email: "", displayName: name, persona: .general)
    modelContext.insert(user)
    return user
  }
}
