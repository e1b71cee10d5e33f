// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The row that all persistence figures are measured with: 11 columns of mixed types.
@Model
final class Sample {
  var uuid: UUID
  var latitude: Double
  var longitude: Double
  var altitude: Double
  var speed: Double
  var accuracy: Double
  var heartRate: Int?
  var cadence: Int?
  var name: String
  var timestamp: Date

  init(_ row: SampleRow) {
    uuid = row.uuid
    latitude = row.latitude
    longitude = row.longitude
    altitude = row.altitude
    speed = row.speed
    accuracy = row.accuracy
    heartRate = row.heartRate
    cadence = row.cadence
    name = row.name
    timestamp = row.timestamp
  }
}

/// The same as a plain value, for raw SQLite.
struct SampleRow {
  var uuid: UUID
  var latitude: Double
  var longitude: Double
  var altitude: Double
  var speed: Double
  var accuracy: Double
  var heartRate: Int?
  var cadence: Int?
  var name: String
  var timestamp: Date

  /// Row number `index` of a repeatable series.
  init(_ index: Int) {
    let number = Double(index)
    uuid = UUID()
    latitude = 46 + number * 1e-5
    longitude = 7 + number * 1e-5
    altitude = 500 + number.truncatingRemainder(dividingBy: 100) + 0.25
    speed = 1.34 + number * 1e-6
    accuracy = 4.5
    heartRate = index % 3 == 0 ? nil : 120 + index % 40
    cadence = index % 5 == 0 ? nil : 60 + index % 20
    name = "point number \(1_000_000 + index)"
    timestamp = Date(timeIntervalSinceReferenceDate: 700_000_000 + number)
  }

  init(
    uuid: UUID, latitude: Double, longitude: Double, altitude: Double, speed: Double,
    accuracy: Double, heartRate: Int?, cadence: Int?, name: String, timestamp: Date
  ) {
    self.uuid = uuid
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.speed = speed
    self.accuracy = accuracy
    self.heartRate = heartRate
    self.cadence = cadence
    self.name = name
    self.timestamp = timestamp
  }
}
