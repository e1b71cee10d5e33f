// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A training plan with its planned rucks.
package struct PlanItem: RuckObject {
  package static let noun = "plan"

  package var id = UUID()
  package var name = ""
  package var details = ""
  package var startDate: Date
  /// The day of the test or event; nil for none.
  package var targetDate: Date?
  package var isActive = true

  /// The planned rucks by day.
  package private(set) var rucks: [PlannedRuckItem] = []

  /// A new plan.
  package init(startDate: Date) { self.startDate = startDate }

  package init(_ model: TrainingPlan) {
    id = model.id
    name = model.name
    details = model.details ?? ""
    startDate = model.startDate
    targetDate = model.targetDate
    isActive = model.isActive
    rucks = model.rucks.map { PlannedRuckItem($0) }.sorted { $0.date < $1.date }
  }

  package var title: String { name }

  package static var all: FetchDescriptor<TrainingPlan> {
    FetchDescriptor(sortBy: [
      SortDescriptor(\.startDate, order: .reverse), SortDescriptor(\.id),
    ])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<TrainingPlan> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    try RuckObjectError.check(from: startDate, to: targetDate, field: "target")
  }

  package func makeModel(owner: User) -> TrainingPlan {
    TrainingPlan(name: name, startDate: startDate, user: owner)
  }

  package func write(to model: TrainingPlan, in context: ModelContext) {
    model.name = name
    model.details = details.isEmpty ? nil : details
    model.startDate = startDate
    model.targetDate = targetDate
    model.isActive = isActive
  }
}

/// A planned ruck of a training plan, in SI units.
package struct PlannedRuckItem: RuckObject {
  package static let noun = "planned ruck"

  package var id = UUID()
  /// The plan; needed for a new planned ruck.
  package var plan: UUID?
  package var date: Date
  package var name = ""
  /// Metres; nil if open.
  package var distance: Double?
  /// Seconds; nil if open.
  package var duration: TimeInterval?
  /// Kilograms; nil if open.
  package var packWeight: Double?
  /// Perceived exertion, 1...10; nil if open.
  package var rpe: Int?
  /// Minutes before the day's start; nil for no reminder.
  package var reminderMinutes: Int?
  package var isSkipped = false
  /// The ruck that fulfils the plan; nil if it is still to be done.
  package var ruck: UUID?

  /// A new planned ruck.
  package init(plan: UUID?, date: Date) { (self.plan, self.date) = (plan, date) }

  package init(_ model: PlannedRuck) {
    id = model.id
    plan = model.plan?.id
    date = model.date
    name = model.title
    distance = model.distance.map(Length.metres(miles:))
    duration = model.duration
    packWeight = model.packWeight.map(Mass.kilograms(pounds:))
    rpe = model.rpe
    reminderMinutes = model.reminderMinutes
    isSkipped = model.isSkipped
    ruck = model.session?.id
  }

  package var title: String { name }

  /// The time of the reminder; nil without one, or if the ruck is done or left out.
  package var reminderDate: Date? {
    guard let reminderMinutes, ruck == nil, !isSkipped else { return nil }
    return date.addingTimeInterval(-60 * Double(reminderMinutes))
  }

  package static var all: FetchDescriptor<PlannedRuck> {
    FetchDescriptor(sortBy: [SortDescriptor(\.date), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<PlannedRuck> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Title", field: "title")
    try RuckObjectError.check(distance, "Distance", in: 0...1e7, unit: "m", field: "distance")
    try RuckObjectError.check(packWeight, "Pack", in: 0...500, unit: "kg", field: "pack")
  }

  package func makeModel(owner: User) -> PlannedRuck {
    PlannedRuck(date: date, title: name, plan: nil)
  }

  package func write(to model: PlannedRuck, in context: ModelContext) throws {
    model.plan = try context.related(PlanItem.self, plan)
    guard model.plan != nil else { throw RuckObjectError.invalid("Choose a plan.", field: "plan") }
    model.date = date
    model.title = name
    model.distance = distance.map(Length.miles(metres:))
    model.duration = duration
    model.packWeight = packWeight.map(Mass.pounds(kilograms:))
    model.rpe = rpe
    model.reminderMinutes = reminderMinutes
    model.isSkipped = isSkipped
    model.session = try ruck.flatMap {
      try context.fetch(RuckingSession.withIdentifier($0)).first
    }
  }
}
