// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A user's body values on a day, in SI units.
package struct MeasurementItem: RuckObject {
  package static let noun = "measurement"

  package var id = UUID()
  package var date: Date
  /// Kilograms; nil if not measured.
  package var weight: Double?
  /// Percent of the body weight; nil if not measured.
  package var bodyFat: Double?
  /// Beats per minute; nil if not measured.
  package var restingHeartRate: Int?
  /// Hours; nil if not measured.
  package var sleepHours: Double?
  package var notes = ""
  package private(set) var source = ""

  /// A new measurement.
  package init(date: Date) { self.date = date }

  package init(_ model: BodyMeasurement) {
    id = model.id
    date = model.date
    weight = model.weight.map(Mass.kilograms(pounds:))
    bodyFat = model.bodyFat
    restingHeartRate = model.restingHeartRate
    sleepHours = model.sleepHours
    notes = model.notes ?? ""
    source = model.source
  }

  package var title: String { "" }

  package static var all: FetchDescriptor<BodyMeasurement> {
    FetchDescriptor(sortBy: [SortDescriptor(\.date, order: .reverse), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<BodyMeasurement> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(weight, "Weight", in: 20...500, unit: "kg", field: "weight")
    try RuckObjectError.check(bodyFat, "Body fat", in: 1...80, unit: "%", field: "body-fat")
    try RuckObjectError.check(
      restingHeartRate.map(Double.init), "Resting heart rate", in: 20...200, unit: "bpm",
      field: "resting-heart-rate")
    try RuckObjectError.check(sleepHours, "Sleep", in: 0...24, unit: "h", field: "sleep")
    if weight == nil, bodyFat == nil, restingHeartRate == nil, sleepHours == nil {
      throw .invalid("Enter at least one value.", field: "weight")
    }
  }

  package func makeModel(owner: User) -> BodyMeasurement {
    BodyMeasurement(date: date, user: owner)
  }

  package func write(to model: BodyMeasurement, in context: ModelContext) throws {
    model.date = date
    model.weight = weight.map(Mass.pounds(kilograms:))
    model.bodyFat = bodyFat
    model.restingHeartRate = restingHeartRate
    model.sleepHours = sleepHours
    model.notes = notes.isEmpty ? nil : notes
    // The latest values are those of the profile, from which energy is calculated.
    guard let user = model.user else { return }
    let others = user.bodyMeasurements.filter { $0.id != model.id }
    if weight != nil, !others.contains(where: { $0.weight != nil && $0.date > date }) {
      user.healthProfile.weight = model.weight
    }
    if let rate = restingHeartRate,
      !others.contains(where: { $0.restingHeartRate != nil && $0.date > date })
    {
      user.healthProfile.restingHeartRate = rate
    }
  }
}
