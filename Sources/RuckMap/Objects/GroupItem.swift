// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A group of people who ruck together.
package struct GroupItem: RuckObject {
  package static let noun = "group"

  /// A member with the role.
  package struct Member: Sendable, Hashable, Identifiable {
    package var id: UUID
    package var name: String
    package var role: GroupRole
    package var joinedAt: Date
  }

  package var id = UUID()
  package var name = ""
  package var details = ""
  package var visibility = PrivacyLevel.private

  /// The members, the organizers first.
  package private(set) var members: [Member] = []
  /// The identifiers of the group's challenges and events.
  package private(set) var challenges: [UUID] = []
  package private(set) var events: [UUID] = []

  package init() {}

  package init(_ model: Group) {
    id = model.id
    name = model.name
    details = model.details ?? ""
    visibility = model.visibility
    members = model.memberships.map {
      Member(
        id: $0.user?.id ?? $0.id, name: $0.user?.displayName ?? "A deleted user", role: $0.role,
        joinedAt: $0.joinedAt)
    }.sorted { ($0.role.rawValue, $0.joinedAt) > ($1.role.rawValue, $1.joinedAt) }
    challenges = model.challenges.map(\.id)
    events = model.events.map(\.id)
  }

  package var title: String { name }

  package static var all: FetchDescriptor<Group> {
    FetchDescriptor(sortBy: [SortDescriptor(\.name), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<Group> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
  }

  package func makeModel(owner: User) -> Group { Group(name: name, owner: owner) }

  package static func limit(_ model: Group, to audience: PrivacyLevel) {
    model.visibility = model.visibility.limited(to: audience)
  }

  package func write(to model: Group, in context: ModelContext) {
    model.name = name
    model.details = details.isEmpty ? nil : details
    model.visibility = visibility
    if let owner = model.owner, model.memberships.isEmpty { model.add(owner, role: .organizer) }
  }
}
