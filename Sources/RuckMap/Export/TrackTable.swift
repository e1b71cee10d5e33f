// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// A track as a table of comma-separated values (RFC 4180), with a row for each point.
///
/// The names of the columns contain the units. An unknown value is an empty field.
enum TrackTable {
  static let columns = [
    "time", "segment", "latitude", "longitude", "elevation_m", "speed_m_per_s", "course_deg",
    "heart_rate_bpm", "cadence_rpm", "power_w", "accuracy_m", "temperature_c",
  ]

  static func csv(
    _ track: [TrackPoint], _ temperatures: TemperatureSeries = TemperatureSeries()
  ) -> Data {
    var text = columns.joined(separator: ",") + "\r\n"
    let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for point in track {
      let fields = [
        point.timestamp?.formatted(timeFormat), "\(point.segment)", "\(point.latitude)",
        "\(point.longitude)", Self.text(point.altitude), Self.text(point.speed),
        Self.text(point.heading), Self.text(point.heartRate), Self.text(point.cadence),
        Self.text(point.power), Self.text(point.accuracy),
        Self.text(point.timestamp.flatMap(temperatures.value(at:))),
      ]
      text += fields.map { $0 ?? "" }.joined(separator: ",") + "\r\n"
    }
    return Data(text.utf8)
  }

  private static func text<Number: Numeric>(_ value: Number?) -> String? { value.map { "\($0)" } }
}
