// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Geodesy
import Measures
import RuckMap

/// The values of a ruck that belong to other objects, and its segments.
struct RuckParts: Sendable {
  let extras: RuckExtras
  let segments: [SegmentItem]

  /// Reads the parts of a ruck.
  ///
  /// - Parameters:
  ///   - ruck: The ruck's identifier.
  ///   - library: The rucks.
  ///   - track: The track that adds the climb of segments; empty for the stored values.
  /// - Throws: `RuckLibraryError.notFound`, or an error of the store.
  init(of ruck: UUID, in library: RuckLibrary, along track: [TrackPoint] = []) async throws {
    extras = try await library.extras(of: ruck)
    segments = SegmentItem.withClimb(try await library.segments(of: ruck), along: track)
  }
}

extension RuckText {
  /// The surface, and the values that a ruck may lack.
  func values(_ extras: RuckExtras) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = [
      ("Surface", RuckWords.title(extras.surface ?? .pavedRoad).lowercased())
    ]
    if let rpe = extras.rpe { pairs.append(("Exertion", "\(rpe) of 10")) }
    if let route = extras.route { pairs.append(("Route", route.name)) }
    if !extras.gear.isEmpty {
      pairs.append(("Gear", extras.gear.map(\.name).joined(separator: ", ")))
    }
    if let weather = extras.weather { pairs.append(("Weather", text(weather))) }
    if let temperature = extras.temperature { pairs.append(("Temperature", text(temperature))) }
    if extras.isPublic { pairs.append(("Public", "yes")) }
    return pairs
  }

  /// Recorded temperatures, such as `12 °C to 19 °C, 15 °C on average`.
  private func text(_ temperature: RuckExtras.Temperature) -> String {
    func text(_ degrees: Double) -> String { RuckWords.temperature(degrees, unitSystem) }
    guard temperature.minimum < temperature.maximum else { return text(temperature.average) }
    return "\(text(temperature.minimum)) to \(text(temperature.maximum)), "
      + "\(text(temperature.average)) on average"
  }

  /// The weather on one line, such as `Clear, 12 °C, 60 % humidity, wind 3.0 m/s from W, 1013 hPa`.
  private func text(_ weather: RuckExtras.Weather) -> String {
    var parts = [weather.condition, RuckWords.temperature(weather.temperature, unitSystem)]
    parts.append("\(Int(weather.humidity.rounded())) % humidity")
    if let speed = weather.windSpeed {
      let origin = weather.windDirection.map { " from \(RuckWords.compassPoint($0))" } ?? ""
      parts.append("wind \(format.speed(speed))\(origin)")
    }
    if let pressure = weather.pressure { parts.append("\(Int(pressure.rounded())) hPa") }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A table of segments after a blank line; empty without segments.
  func table(_ segments: [SegmentItem]) -> String {
    guard !segments.isEmpty else { return "" }
    var table = TextTable([
      .left("SEGMENT"), .left("STARTED"), .right("DISTANCE"), .right("TIME"), .right("PACE"),
      .right("GAIN"), .right("PACK"), .left("SURFACE"), .right("HEART RATE"), .right("ENERGY"),
    ])
    for (index, segment) in segments.enumerated() {
      table.add([
        "\(index + 1) \(segment.kind.rawValue)", segment.startTime.localText,
        format.distance(segment.distance), format.duration(segment.duration),
        format.pace(distance: segment.distance, time: segment.duration),
        format.elevation(segment.elevationGain), format.weight(segment.packWeight),
        segment.surface.map { RuckWords.title($0).lowercased() } ?? "",
        segment.averageHeartRate.map { "\($0) bpm" } ?? "", format.calories(segment.calories),
      ])
    }
    return "\n" + table.text(colors: StandardOutput.hasColors)
  }
}

extension RuckJSON {
  init(_ reference: RuckExtras.Reference) {
    self = .object(["id": RuckJSON(reference.id), "name": .text(reference.name)])
  }

  init(_ weather: RuckExtras.Weather) {
    self = .object([
      "condition": .text(weather.condition), "temperature_c": .number(weather.temperature),
      "humidity_percent": .number(weather.humidity), "wind_m_per_s": .number(weather.windSpeed),
      "wind_from_deg": .number(weather.windDirection), "pressure_hpa": .number(weather.pressure),
      "visibility_m": .number(weather.visibility), "observed_at": .date(weather.timestamp),
    ])
  }

  init(_ temperature: RuckExtras.Temperature) {
    self = .object([
      "average_c": .number(temperature.average), "min_c": .number(temperature.minimum),
      "max_c": .number(temperature.maximum),
    ])
  }

  init(_ segment: SegmentItem) {
    self = .object([
      "kind": .text(segment.kind.rawValue), "started_at": .date(segment.startTime),
      "distance_m": .number(segment.distance), "duration_s": .number(segment.duration),
      "elevation_gain_m": .number(segment.elevationGain),
      "calories_kcal": .number(segment.calories), "pack_weight_kg": .number(segment.packWeight),
      "surface": .text(segment.surface?.rawValue),
      "average_heart_rate_bpm": .integer(segment.averageHeartRate),
    ])
  }
}
