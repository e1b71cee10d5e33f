// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A goal, in SI units.
package struct GoalItem: RuckObject {
  package static let noun = "goal"

  package var id = UUID()
  package var name = ""
  package var metric = TargetMetric.distance
  package var period = TargetPeriod.week
  /// The value to reach in SI units.
  package var target: Double?
  /// Kilograms that a ruck must carry to count; nil for none.
  package var minimumPackWeight: Double?
  package var startDate: Date
  /// The last day; nil for a goal without an end.
  package var endDate: Date?
  package var visibility = PrivacyLevel.private
  package var isActive = true

  /// A new goal that starts on a day.
  package init(startDate: Date) { self.startDate = startDate }

  package init(_ model: Goal) {
    id = model.id
    name = model.name
    metric = model.metric
    period = model.period
    target = model.metric.toSI(model.target)
    minimumPackWeight = model.minimumPackWeight.map(Mass.kilograms(pounds:))
    startDate = model.startDate
    endDate = model.endDate
    visibility = model.visibility
    isActive = model.isActive
  }

  package var title: String { name }

  package static var all: FetchDescriptor<Goal> {
    FetchDescriptor(sortBy: [
      SortDescriptor(\.startDate, order: .reverse), SortDescriptor(\.id),
    ])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<Goal> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    guard let target, target > 0, target < 1e12 else {
      throw .invalid("Target: enter a value above 0.", field: "target")
    }
    try RuckObjectError.check(
      minimumPackWeight, "Pack", in: 0...500, unit: "kg", field: "minimum-pack")
    try RuckObjectError.check(from: startDate, to: endDate, field: "end")
  }

  package func makeModel(owner: User) -> Goal {
    Goal(
      name: name, metric: metric, period: period, target: 0, startDate: startDate, user: owner)
  }

  package static func limit(_ model: Goal, to audience: PrivacyLevel) {
    model.visibility = model.visibility.limited(to: audience)
  }

  package func write(to model: Goal, in context: ModelContext) {
    model.name = name
    model.metric = metric
    model.period = period
    model.target = metric.fromSI(target ?? 0)
    model.minimumPackWeight = minimumPackWeight.map(Mass.pounds(kilograms:))
    model.startDate = startDate
    model.endDate = endDate
    model.visibility = visibility
    model.isActive = isActive
  }
}

/// A goal with its value in the present period and in the periods before.
package struct GoalProgress: Sendable, Hashable, Identifiable {
  /// The value in one period.
  package struct Period: Sendable, Hashable {
    package var start: Date
    package var end: Date
    /// The value in SI units.
    package var value: Double
    package var isReached: Bool
  }

  package var goal: GoalItem
  /// The periods, the present one last.
  package var periods: [Period]
  package var id: UUID { goal.id }

  /// The present or last period.
  package var current: Period? { periods.last }

  /// The part of the target that is reached, 0 or more.
  package var fraction: Double {
    guard let target = goal.target, target > 0, let current else { return 0 }
    return current.value / target
  }

  /// The number of periods in a row in which the target was reached, up to the last finished one,
  /// or the present one if it is reached, too.
  package var streak: Int {
    let finished = periods.last?.isReached == true ? periods[...] : periods.dropLast()
    return finished.reversed().prefix { $0.isReached }.count
  }
}
