// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An element of an Apple Health export that the reader uses.
enum AppleHealthElement: String, CaseIterable {
  case root = "HealthData"
  case record = "Record"
  case workout = "Workout"
  case statistics = "WorkoutStatistics"
  case metadata = "MetadataEntry"
  case route = "WorkoutRoute"
  case file = "FileReference"
  case location = "Location"

  static let all = Array(allCases)
}

/// Converts the elements of an Apple Health export into events.
final class AppleHealthParser: XMLStreamDelegate {
  /// The maximum number of positions and route files of one workout.
  private static let locationLimit = 1_000_000
  private static let routeLimit = 1_000

  @exclusivity(unchecked) var events: [AppleHealthEvent] = []
  private let includesRecords: Bool
  @exclusivity(unchecked) private var workout: AppleHealthWorkout?
  /// The depth of the current workout's element.
  @exclusivity(unchecked) private var workoutDepth = 0

  init(includesRecords: Bool) { self.includesRecords = includesRecords }

  func startElement(_ name: XMLName, _ attributes: XMLAttributes, in stream: XMLStream) {
    let word = name.word.map { AppleHealthElement.all[$0] }
    if stream.depth == 1, word != .root {
      return stream.fail(
        ActivityFileError(
          .notXML, line: stream.line,
          reason: "The root element is <\(stream.elementName.prefix(60))>, not <HealthData>",
          remedy: "Choose the file export.xml of an Apple Health export"))
    }
    guard let word else { return }
    switch word {
    case .record where includesRecords && workout == nil: record(attributes)
    case .workout where workout == nil:
      workout = Self.workout(attributes)
      workoutDepth = stream.depth
    default: if workout != nil { part(word, attributes) }
    }
  }

  func endElement(in stream: XMLStream) {
    guard let finished = workout, stream.depth == workoutDepth else { return }
    events.append(.workout(finished))
    workout = nil
  }

  private func record(_ attributes: XMLAttributes) {
    guard let type = attributes.bytes("type") else { return }
    let isHeartRate = type.elementsEqual("HKQuantityTypeIdentifierHeartRate".utf8)
    guard isHeartRate || type.elementsEqual("HKQuantityTypeIdentifierBodyMass".utf8),
      let date = Self.date(attributes.bytes("startDate")),
      let value = attributes.bytes("value").flatMap(DecimalCoding.double), value > 0
    else { return }
    if isHeartRate {
      events.append(.heartRate(date, value))
    } else if let mass = Self.convert(value, attributes.string("unit"), Self.masses) {
      events.append(.bodyMass(date, mass))
    }
  }

  private static func workout(_ attributes: XMLAttributes) -> AppleHealthWorkout? {
    guard let start = date(attributes.bytes("startDate")),
      let end = date(attributes.bytes("endDate")), end >= start
    else { return nil }
    let type = attributes.string("workoutActivityType") ?? ""
    let prefix = "HKWorkoutActivityType"
    let kind = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    var workout = AppleHealthWorkout(kind: String(kind.prefix(100)), start: start, end: end)
    workout.source = attributes.string("sourceName").map { String($0.prefix(200)) }
    workout.duration = quantity(attributes, "duration", "durationUnit", times)
    workout.distance = quantity(attributes, "totalDistance", "totalDistanceUnit", lengths)
    workout.energy = quantity(attributes, "totalEnergyBurned", "totalEnergyBurnedUnit", energies)
    return workout
  }

  private func part(_ word: AppleHealthElement, _ attributes: XMLAttributes) {
    switch word {
    case .statistics: statistics(attributes)
    case .metadata: metadata(attributes)
    case .file:
      if let path = attributes.string("path"), (workout?.routes.count ?? 0) < Self.routeLimit {
        workout?.routes.append(String(path.prefix(1000)))
      }
    case .location:
      if let sample = Self.location(attributes),
        (workout?.locations.count ?? 0) < Self.locationLimit
      {
        workout?.locations.append(sample)
      }
    default: break
    }
  }

  /// The totals of exports since iOS 16.
  private func statistics(_ attributes: XMLAttributes) {
    guard let type = attributes.string("type") else { return }
    switch type {
    case "HKQuantityTypeIdentifierDistanceWalkingRunning":
      workout?.distance =
        Self.quantity(attributes, "sum", "unit", Self.lengths) ?? workout?.distance
    case "HKQuantityTypeIdentifierActiveEnergyBurned":
      workout?.energy = Self.quantity(attributes, "sum", "unit", Self.energies) ?? workout?.energy
    default: break
    }
  }

  private func metadata(_ attributes: XMLAttributes) {
    guard let key = attributes.string("key"), let value = attributes.string("value") else { return }
    switch key {
    case "HKIndoorWorkout": workout?.isIndoor = value == "1"
    case "HKElevationAscended":
      if let (number, unit) = Self.quantity(value), number >= 0 {
        workout?.ascent = Self.convert(number, unit, Self.lengths)
      }
    case "HKWeatherTemperature":
      if let (number, unit) = Self.quantity(value),
        let temperature = Self.degreesCelsius(number, unit)
      {
        weather { $0.temperature = temperature }
      }
    case "HKWeatherHumidity":
      if let (number, unit) = Self.quantity(value), unit == "%", (0...10_000).contains(number) {
        // Newer systems write hundredths of a percent.
        weather { $0.humidity = number > 100 ? number / 100 : number }
      }
    default: break
    }
  }

  /// Changes the weather of the current workout, which is that at its start.
  private func weather(_ change: (inout ActivityWeather) -> Void) {
    guard let start = workout?.start else { return }
    var weather = workout?.weather ?? ActivityWeather()
    weather.time = start
    change(&weather)
    workout?.weather = weather
  }

  private static func location(_ attributes: XMLAttributes) -> ActivitySample? {
    func number(_ name: StaticString) -> Double? {
      attributes.bytes(name).flatMap(DecimalCoding.double)
    }
    guard let latitude = number("latitude"), let longitude = number("longitude"),
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    var sample = ActivitySample()
    sample.time = date(attributes.bytes("date"))
    sample.latitude = latitude
    sample.longitude = longitude
    sample.altitude = number("altitude")
    sample.positionAccuracy = number("horizontalAccuracy").flatMap { $0 >= 0 ? $0 : nil }
    // -1 marks an unknown value.
    sample.course = number("course").flatMap { $0 >= 0 ? $0 : nil }
    sample.speed = number("speed").flatMap { $0 >= 0 ? $0 : nil }
    return sample
  }
}

// MARK: - Values

extension AppleHealthParser {
  private static let lengths = [
    "m": 1.0, "km": 1000, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144, "cm": 0.01, "in": 0.0254,
  ]
  private static let energies = ["kcal": 1.0, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184]
  private static let times = ["min": 60.0, "s": 1, "hr": 3600]
  private static let masses = ["kg": 1.0, "g": 0.001, "lb": 0.45359237, "st": 6.35029318]

  /// Decodes a number with its unit, such as `56 degF`.
  private static func quantity(_ text: String) -> (number: Double, unit: String)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = Double(parts[0]), number.isFinite else { return nil }
    return (number, String(parts[1]))
  }

  /// Converts a temperature of the air; nil for an unknown unit and an impossible value.
  private static func degreesCelsius(_ value: Double, _ unit: String) -> Double? {
    let degrees: Double? =
      switch unit {
      case "degC": value
      case "degF": (value - 32) / 1.8
      case "K": value - 273.15
      default: nil
      }
    return degrees.flatMap { (-100...100).contains($0) ? $0 : nil }
  }

  private static func quantity(
    _ attributes: XMLAttributes, _ name: StaticString, _ unit: StaticString,
    _ factors: [String: Double]
  ) -> Double? {
    guard let value = attributes.bytes(name).flatMap(DecimalCoding.double), value >= 0 else {
      return nil
    }
    return convert(value, attributes.string(unit), factors)
  }

  private static func convert(
    _ value: Double, _ unit: String?, _ factors: [String: Double]
  ) -> Double? {
    unit.flatMap { factors[$0] }.map { value * $0 }
  }

  /// Decodes a time such as `2016-11-14 07:25:41 -0700`.
  private static func date(_ bytes: UnsafeBufferPointer<UInt8>?) -> Date? {
    guard let bytes else { return nil }
    var text = Array(DecimalCoding.trimmed(bytes))
    if text.count > 19, text[19] == 0x20 { text.remove(at: 19) }
    return text.withUnsafeBufferPointer { XMLDateTime.read($0) }
      .map { Date(timeIntervalSinceReferenceDate: $0.seconds) }
  }
}
