// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A plan of rucks towards a goal, such as a 12-mile test.
@Model
public final class TrainingPlan {
  #Index<TrainingPlan>([\.user, \.isActive, \.startDate])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The description.
  public var details: String?
  /// The first day.
  public var startDate: Date
  /// The day of the test or event; nil for none.
  public var targetDate: Date?
  /// False for a plan that is given up or finished.
  public var isActive: Bool = true
  /// The time of creation.
  public var createdAt: Date

  /// The user who trains.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// The planned rucks, unordered: sort by ``PlannedRuck/date``; they are deleted with the plan.
  @Relationship(deleteRule: .cascade, inverse: \PlannedRuck.plan)
  public var rucks: [PlannedRuck] = []

  /// Creates a plan without rucks.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - startDate: The first day.
  ///   - user: The user who trains.
  public init(name: String, startDate: Date, user: User?) {
    self.id = UUID()
    self.name = name
    self.startDate = startDate
    self.createdAt = Date()
    self.user = user
  }
}

/// A ruck of a ``TrainingPlan``.
@Model
public final class PlannedRuck {
  #Index<PlannedRuck>([\.plan, \.date], [\.date])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The day.
  public var date: Date
  /// The title shown on pages.
  public var title: String = ""
  /// Miles; nil if open.
  public var distance: Double?
  /// Seconds; nil if open.
  public var duration: TimeInterval?
  /// Pounds carried; nil if open.
  public var packWeight: Double?
  /// Perceived exertion, 1...10; nil if open.
  public var rpe: Int?
  /// Minutes before the day's start at which a reminder is due; nil for none.
  public var reminderMinutes: Int?
  /// True if the user has left the ruck out.
  public var isSkipped: Bool = false

  /// The plan.
  @Relationship(deleteRule: .nullify)
  public var plan: TrainingPlan?

  /// The ruck that fulfils the plan.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates a planned ruck.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - title: The title shown on pages.
  ///   - plan: The plan.
  public init(date: Date, title: String, plan: TrainingPlan?) {
    self.id = UUID()
    self.date = date
    self.title = title
    self.plan = plan
  }
}
