// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// People who ruck together: a unit, a club or a family.
@Model
public final class Group {
  #Index<Group>([\.name])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The description by the owner.
  public var details: String?
  /// The audience.
  public var visibility: PrivacyLevel = PrivacyLevel.private
  /// The time of creation.
  public var createdAt: Date

  /// The user who created the group.
  @Relationship(deleteRule: .nullify)
  public var owner: User?

  /// The members; memberships are deleted with the group.
  @Relationship(deleteRule: .cascade, inverse: \GroupMembership.group)
  public var memberships: [GroupMembership] = []

  /// The challenges of the group.
  @Relationship(deleteRule: .nullify, inverse: \Challenge.group)
  public var challenges: [Challenge] = []

  /// The events of the group.
  @Relationship(deleteRule: .nullify, inverse: \Event.group)
  public var events: [Event] = []

  /// The activities in the group.
  @Relationship(deleteRule: .nullify, inverse: \SocialActivity.group)
  public var activities: [SocialActivity] = []

  /// Creates a group without members.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - owner: The user who creates the group.
  public init(name: String, owner: User?) {
    self.id = UUID()
    self.name = name
    self.createdAt = Date()
    self.owner = owner
  }

  /// Adds a user, or returns the user's membership.
  ///
  /// - Parameters:
  ///   - user: The user, of the group's context.
  ///   - role: The role of a new member.
  /// - Returns: The membership.
  @discardableResult
  public func add(_ user: User, role: GroupRole = .member) -> GroupMembership {
    if let known = memberships.first(where: { $0.user?.id == user.id }) { return known }
    let membership = GroupMembership(user: user, group: self, role: role)
    memberships.append(membership)
    return membership
  }

  /// Returns whether a user may change the group: its owner, an organizer, or an administrator.
  public func canBeEditedBy(_ user: User) -> Bool {
    owner?.id == user.id || user.isAdmin
      || memberships.contains { $0.user?.id == user.id && $0.role == .organizer }
  }
}

/// A user's membership in a ``Group``; a user is a member once.
@Model
public final class GroupMembership {
  #Index<GroupMembership>([\.group, \.joinedAt], [\.user])

  /// The identifier, derived from group and user.
  @Attribute(.unique) public var id: UUID
  /// The member's role.
  public var role: GroupRole = GroupRole.member
  /// The time of joining.
  public var joinedAt: Date

  /// The member.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// The group.
  @Relationship(deleteRule: .nullify)
  public var group: Group?

  /// Creates a membership.
  ///
  /// - Parameters:
  ///   - user: The member.
  ///   - group: The group.
  ///   - role: The member's role.
  public init(user: User, group: Group, role: GroupRole) {
    self.id = UUID(derivedFrom: "GroupMembership", group.id, user.id)
    self.role = role
    self.joinedAt = Date()
    self.user = user
    self.group = group
  }

  /// Creates a membership whose user and group are set later.
  init(id: UUID, role: GroupRole, joinedAt: Date) {
    self.id = id
    self.role = role
    self.joinedAt = joinedAt
  }
}

/// The role of a member of a ``Group``.
public enum GroupRole: String, Codable, Sendable, CaseIterable {
  /// May change the group, its challenges and its events.
  case organizer
  case member
}
