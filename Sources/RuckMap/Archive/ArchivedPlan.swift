// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A training plan with its planned rucks.
struct ArchivedPlan: ArchivedObject {
  struct Ruck: Codable, Sendable, Hashable {
    var id: UUID
    var session: UUID?
    var date: Date
    var title: String
    var distance: Double?
    var duration: TimeInterval?
    var packWeight: Double?
    var rpe: Int?
    var reminderMinutes: Int?
    var isSkipped: Bool
  }

  static let key = "plan"
  static let noun = "plan"

  var id: UUID
  var user: UUID?
  var name: String
  var details: String?
  var startDate: Date
  var targetDate: Date?
  var isActive: Bool
  var createdAt: Date
  var rucks: [Ruck]

  init(_ model: TrainingPlan) {
    id = model.id
    user = model.user?.id
    name = model.name
    details = model.details
    startDate = model.startDate
    targetDate = model.targetDate
    isActive = model.isActive
    createdAt = model.createdAt
    rucks = model.rucks.map { Ruck($0) }
      .sorted { ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString) }
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, details)
    try ArchivedValues.check(dates: startDate, targetDate, createdAt)
    for ruck in rucks {
      try ArchivedValues.check(texts: ruck.title)
      try ArchivedValues.check(dates: ruck.date)
      try ArchivedValues.check(numbers: ruck.distance, ruck.duration, ruck.packWeight)
      try ArchivedValues.check(minutes: ruck.reminderMinutes)
    }
  }

  func makeModel() -> TrainingPlan {
    let model = TrainingPlan(name: name, startDate: startDate, user: nil)
    model.id = id
    model.details = details
    model.targetDate = targetDate
    model.isActive = isActive
    model.createdAt = createdAt
    return model
  }

  func relate(_ model: TrainingPlan, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
    for ruck in rucks {
      guard let row = try restorer.inserted(ruck.makeModel(), id: ruck.id) else { continue }
      row.plan = model
      row.session = try restorer.stored(RuckingSession.self, ruck.session)
    }
  }
}

extension ArchivedPlan.Ruck {
  fileprivate init(_ model: PlannedRuck) {
    self.init(
      id: model.id, session: model.session?.id, date: model.date, title: model.title,
      distance: model.distance, duration: model.duration, packWeight: model.packWeight,
      rpe: model.rpe, reminderMinutes: model.reminderMinutes, isSkipped: model.isSkipped)
  }

  fileprivate func makeModel() -> PlannedRuck {
    let model = PlannedRuck(date: date, title: title, plan: nil)
    model.id = id
    model.distance = distance
    model.duration = duration
    model.packWeight = packWeight
    model.rpe = rpe
    model.reminderMinutes = reminderMinutes
    model.isSkipped = isSkipped
    return model
  }
}
