// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// An entry of the feed: an event in a user's or a group's life, or a note.
///
/// The completion of a ruck, an award, a new route, a review, a planned event and the participation in
/// a challenge write an entry each. Its identifier follows from its object, so that two devices that
/// record one event have one entry. The object has the text; only a note has its own.
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

  /// The identifier of a user's entry about an object.
  ///
  /// - Parameters:
  ///   - kind: The kind of entry.
  ///   - object: The identifier of the ruck, award, route, review, event or challenge.
  ///   - user: The identifier of the acting user.
  /// - Returns: The identifier, equal on every device.
  public static func identifier(
    _ kind: SocialActivityKind, about object: UUID, by user: UUID
  ) -> UUID {
    UUID(derivedFrom: "SocialActivity " + kind.rawValue, object, user)
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
