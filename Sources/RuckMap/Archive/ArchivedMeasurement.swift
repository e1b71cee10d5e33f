// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A measurement of the body.
struct ArchivedMeasurement: ArchivedObject {
  static let key = "measurement"
  static let noun = "measurement"

  var id: UUID
  var user: UUID?
  var date: Date
  var weight: Double?
  var bodyFat: Double?
  var restingHeartRate: Int?
  var sleepHours: Double?
  var notes: String?
  var source: String

  init(_ model: BodyMeasurement) {
    id = model.id
    user = model.user?.id
    date = model.date
    weight = model.weight
    bodyFat = model.bodyFat
    restingHeartRate = model.restingHeartRate
    sleepHours = model.sleepHours
    notes = model.notes
    source = model.source
  }

  var title: String { "" }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: notes, source)
    try ArchivedValues.check(dates: date)
    try ArchivedValues.check(numbers: weight, bodyFat, sleepHours)
  }

  func makeModel() -> BodyMeasurement {
    let model = BodyMeasurement(date: date, user: nil, id: id)
    model.weight = weight
    model.bodyFat = bodyFat
    model.restingHeartRate = restingHeartRate
    model.sleepHours = sleepHours
    model.notes = notes
    model.source = source
    return model
  }

  func relate(_ model: BodyMeasurement, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
  }
}
