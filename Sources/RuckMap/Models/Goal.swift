// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A user's target for a figure in a period, such as 20 miles a week.
@Model
public final class Goal {
  #Index<Goal>([\.user, \.isActive, \.startDate])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The counted figure.
  public var metric: TargetMetric = TargetMetric.distance
  /// The period after which the count starts again.
  public var period: TargetPeriod = TargetPeriod.week
  /// The value to reach, in the metric's unit.
  public var target: Double = 0
  /// Pounds that a ruck must carry to count; nil for none.
  public var minimumPackWeight: Double?
  /// The first day.
  public var startDate: Date
  /// A moment of the last day; nil for a goal without an end.
  public var endDate: Date?
  /// The audience.
  public var visibility: PrivacyLevel = PrivacyLevel.private
  /// False for a goal that is given up or finished.
  public var isActive: Bool = true
  /// The time of creation.
  public var createdAt: Date

  /// The user who has the goal.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - metric: The counted figure.
  ///   - period: The period after which the count starts again.
  ///   - target: The value to reach, in the metric's unit.
  ///   - startDate: The first day.
  ///   - user: The user who has the goal.
  public init(
    name: String, metric: TargetMetric, period: TargetPeriod, target: Double, startDate: Date,
    user: User?
  ) {
    self.id = UUID()
    self.name = name
    self.metric = metric
    self.period = period
    self.target = target
    self.startDate = startDate
    self.createdAt = Date()
    self.user = user
  }

  /// Returns the first moment after the last day; nil for a goal without an end.
  ///
  /// - Parameter calendar: The calendar and time zone of the days.
  /// - Returns: The end, which does not belong to the goal.
  public func end(in calendar: Calendar) -> Date? {
    endDate.map { calendar.dateInterval(of: .day, for: $0)?.end ?? $0 }
  }

  /// Returns whether a completed ruck counts: its start, and its pack weight.
  ///
  /// - Parameters:
  ///   - session: The ruck.
  ///   - calendar: The calendar and time zone of the days.
  /// - Returns: True also for a ruck that starts on the last day.
  public func counts(_ session: RuckingSession, in calendar: Calendar = .current) -> Bool {
    session.isCompleted && session.startDate >= startDate
      && end(in: calendar).map { session.startDate < $0 } ?? true
      && session.packWeight >= minimumPackWeight ?? 0
  }
}
