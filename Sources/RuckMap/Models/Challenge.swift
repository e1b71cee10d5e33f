// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A contest of a figure in a period; standings are calculated from rucks and not stored.
@Model
public final class Challenge {
  #Index<Challenge>([\.startDate], [\.endDate])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The description by the creator.
  public var details: String?
  /// The counted figure.
  public var metric: TargetMetric = TargetMetric.distance
  /// The comparison of the participants.
  public var rule: ChallengeRule = ChallengeRule.total
  /// The value to reach, in the metric's unit; 0 for none.
  public var target: Double = 0
  /// Pounds that a ruck must carry to count; nil for none.
  public var minimumPackWeight: Double?
  /// Miles that a ruck must have to count; nil for none.
  public var minimumDistance: Double?
  /// The start.
  public var startDate: Date
  /// The end.
  public var endDate: Date
  /// The audience.
  public var visibility: PrivacyLevel = PrivacyLevel.private
  /// The time of creation.
  public var createdAt: Date

  /// The user who created the challenge.
  @Relationship(deleteRule: .nullify)
  public var creator: User?

  /// The group; nil for a challenge of single users.
  @Relationship(deleteRule: .nullify)
  public var group: Group?

  /// The users who take part.
  @Relationship(deleteRule: .nullify, inverse: \User.challenges)
  public var participants: [User] = []

  /// The awards for the challenge.
  @Relationship(deleteRule: .nullify, inverse: \Achievement.challenge)
  public var achievements: [Achievement] = []

  /// Creates a challenge without participants.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - metric: The counted figure.
  ///   - rule: The comparison of the participants.
  ///   - target: The value to reach, in the metric's unit; 0 for none.
  ///   - startDate: The start.
  ///   - endDate: The end.
  ///   - creator: The user who creates the challenge.
  public init(
    name: String, metric: TargetMetric, rule: ChallengeRule, target: Double, startDate: Date,
    endDate: Date, creator: User?
  ) {
    self.id = UUID()
    self.name = name
    self.metric = metric
    self.rule = rule
    self.target = target
    self.startDate = startDate
    self.endDate = max(startDate, endDate)
    self.createdAt = Date()
    self.creator = creator
  }

  /// Returns whether a completed ruck counts: its start, its pack weight and its distance.
  public func counts(_ session: RuckingSession) -> Bool {
    session.isCompleted && session.startDate >= startDate && session.startDate <= endDate
      && session.packWeight >= minimumPackWeight ?? 0
      && session.distance >= minimumDistance ?? 0
  }
}

/// An award of a user, such as the first 100 miles.
@Model
public final class Achievement {
  #Index<Achievement>([\.user, \.earnedAt], [\.challenge])

  /// The identifier, derived from user and code.
  @Attribute(.unique) public var id: UUID
  /// The code of the award, such as `distance-100`.
  public var code: String = ""
  /// The title shown on pages.
  public var title: String = ""
  /// The value for which the award was given, in the unit of its metric.
  public var value: Double = 0
  /// The time at which the value was reached.
  public var earnedAt: Date

  /// The user who has the award.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// The challenge; nil for a general award.
  @Relationship(deleteRule: .nullify)
  public var challenge: Challenge?

  /// The ruck that reached the value.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates an award.
  ///
  /// - Parameters:
  ///   - code: The code of the award; a user has one award of a code.
  ///   - title: The title shown on pages.
  ///   - value: The value for which the award is given.
  ///   - earnedAt: The time at which the value was reached.
  ///   - user: The user who gets the award.
  public init(code: String, title: String, value: Double, earnedAt: Date, user: User) {
    self.id = Achievement.identifier(code: code, user: user.id)
    self.code = code
    self.title = title
    self.value = value
    self.earnedAt = earnedAt
    self.user = user
  }

  /// Creates an award whose user is set later.
  init(id: UUID, code: String, title: String, value: Double, earnedAt: Date) {
    self.id = id
    self.code = code
    self.title = title
    self.value = value
    self.earnedAt = earnedAt
  }

  /// The identifier of a user's award of a code.
  public static func identifier(code: String, user: UUID) -> UUID {
    UUID(derivedFrom: "Achievement " + code, user)
  }
}
