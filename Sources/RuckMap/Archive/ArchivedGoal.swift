// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A goal.
struct ArchivedGoal: ArchivedObject {
  static let key = "goal"
  static let noun = "goal"

  var id: UUID
  var user: UUID?
  var name: String
  var metric: TargetMetric
  var period: TargetPeriod
  var target: Double
  var minimumPackWeight: Double?
  var startDate: Date
  var endDate: Date?
  var visibility: PrivacyLevel
  var isActive: Bool
  var createdAt: Date

  init(_ model: Goal) {
    id = model.id
    user = model.user?.id
    name = model.name
    metric = model.metric
    period = model.period
    target = model.target
    minimumPackWeight = model.minimumPackWeight
    startDate = model.startDate
    endDate = model.endDate
    visibility = model.visibility
    isActive = model.isActive
    createdAt = model.createdAt
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name)
    try ArchivedValues.check(numbers: target, minimumPackWeight)
    try ArchivedValues.check(dates: startDate, endDate, createdAt)
  }

  func makeModel() -> Goal {
    let model = Goal(
      name: name, metric: metric, period: period, target: target, startDate: startDate, user: nil)
    model.id = id
    model.minimumPackWeight = minimumPackWeight
    model.endDate = endDate
    model.visibility = visibility
    model.isActive = isActive
    model.createdAt = createdAt
    return model
  }

  func relate(_ model: Goal, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
  }
}
