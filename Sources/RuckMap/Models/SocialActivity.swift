// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// An entry of the feed: an event in a user's or a group's life, or a note.
@Model
public final class SocialActivity {
  #Index<SocialActivity>([\.createdAt], [\.user, \.createdAt], [\.group, \.createdAt])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The kind of entry.
  public var kind: SocialActivityKind = SocialActivityKind.note
  /// The time of the event.
  public var createdAt: Date
  /// The text of a note.
  public var text: String?
  /// The audience.
  public var visibility: PrivacyLevel = PrivacyLevel.private

  /// The acting user.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// The group in which the entry is shown.
  @Relationship(deleteRule: .nullify)
  public var group: Group?

  /// The ruck that the entry is about.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// The route that the entry is about.
  @Relationship(deleteRule: .nullify)
  public var route: Route?

  /// The award that the entry is about.
  @Relationship(deleteRule: .nullify)
  public var achievement: Achievement?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - kind: The kind of entry.
  ///   - user: The acting user.
  ///   - createdAt: The time of the event.
  public init(kind: SocialActivityKind, user: User?, createdAt: Date = Date()) {
    self.id = UUID()
    self.kind = kind
    self.createdAt = createdAt
    self.user = user
  }
}

/// The kind of a ``SocialActivity``.
public enum SocialActivityKind: String, Codable, Sendable, CaseIterable {
  case sessionCompleted = "session_completed"
  case routeCreated = "route_created"
  case routeReviewed = "route_reviewed"
  case challengeJoined = "challenge_joined"
  case achievementEarned = "achievement_earned"
  case eventPlanned = "event_planned"
  case note
}
