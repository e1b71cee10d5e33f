// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A group with its members.
struct ArchivedGroup: ArchivedObject {
  struct Membership: Codable, Sendable, Hashable {
    var id: UUID
    var user: UUID?
    var role: GroupRole
    var joinedAt: Date
  }

  static let key = "group"
  static let noun = "group"

  var id: UUID
  var owner: UUID?
  var name: String
  var details: String?
  var visibility: PrivacyLevel
  var createdAt: Date
  var memberships: [Membership]

  init(_ model: Group) {
    id = model.id
    owner = model.owner?.id
    name = model.name
    details = model.details
    visibility = model.visibility
    createdAt = model.createdAt
    memberships = model.memberships.map {
      Membership(id: $0.id, user: $0.user?.id, role: $0.role, joinedAt: $0.joinedAt)
    }.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, details)
    try ArchivedValues.check(dates: createdAt)
    for membership in memberships { try ArchivedValues.check(dates: membership.joinedAt) }
  }

  func makeModel() -> Group {
    let model = Group(name: name, owner: nil)
    model.id = id
    model.details = details
    model.visibility = visibility
    model.createdAt = createdAt
    return model
  }

  func relate(_ model: Group, with restorer: StoreRestorer) throws {
    model.owner = try restorer.user(owner)
    for membership in memberships {
      let row = GroupMembership(
        id: membership.id, role: membership.role, joinedAt: membership.joinedAt)
      guard let row = try restorer.inserted(row, id: membership.id) else { continue }
      row.user = try restorer.user(membership.user)
      row.group = model
    }
  }
}
