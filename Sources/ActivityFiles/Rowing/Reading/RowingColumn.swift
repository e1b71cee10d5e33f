// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A figure of a stroke, to which a column of a CSV file is bound.
enum RowingColumn {
  case number, lap, unixTime, dateTime, elapsed, distance, pace, strokeRate, power, heartRate
  case calories, caloriesPerHour, speed, dragFactor, driveLength, strokeDistance, driveTime
  case recoveryTime, work, averageForce, peakForce, peakForcePosition, curve
  case latitude, longitude, catchAngle, finishAngle, slip, wash, peakForceAngle
  case restMark, workoutState, workoutType, lapStart, lapDuration, lapDistance

  /// Returns the factor from a unit in a header to the unit of the figure; nil for an unknown unit.
  func factor(_ unit: String) -> Double? {
    switch self {
    case .elapsed, .driveTime, .recoveryTime: Self.times[unit]
    case .distance, .driveLength, .strokeDistance, .peakForcePosition: Self.lengths[unit]
    case .pace: Self.paces[unit]
    case .speed: Self.speeds[unit]
    case .averageForce, .peakForce: Self.forces[unit]
    default: 1
    }
  }

  private static let times: [String: Double] = [
    "s": 1, "sec": 1, "seconds": 1, "#": 1, "hh:mm:ss.tenths": 1, "ms": 0.001,
  ]
  private static let lengths: [String: Double] = [
    "m": 1, "meters": 1, "metres": 1, "cm": 0.01, "km": 1000, "kilometers": 1000,
    "kilometres": 1000, "miles": 1609.344, "mi": 1609.344,
  ]
  private static let paces: [String: Double] = [
    "s": 1, "sec": 1, "seconds": 1, "sec/500m": 1, "seconds per 500m": 1, "/500m": 1, "/500": 1,
    "/1000": 0.5, "/km": 0.5, "/mile": 500 / 1609.344, "/mi": 500 / 1609.344,
  ]
  private static let speeds: [String: Double] = [
    "m/s": 1, "m/sec": 1, "kph": 1 / 3.6, "km/h": 1 / 3.6, "mph": 0.44704,
  ]
  private static let forces: [String: Double] = [
    "n": 1, "newtons": 1, "lbs": RowingForceCurve.newtonsPerPound,
    "lbf": RowingForceCurve.newtonsPerPound,
  ]
}

/// The name of a column, without regard to case and surrounding white space.
struct CSVColumnName {
  /// The whole name.
  let whole: String

  init(_ text: String) {
    var text = text
    whole = text.withUTF8 { Self.normalized($0) }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) { whole = Self.normalized(bytes) }

  // A season has no units: these are read of other formats alone.

  /// The name before its unit.
  var name: String {
    guard let open = unitStart else { return whole }
    return whole[..<open].split(separator: " ").joined(separator: " ")
  }

  /// The unit in parentheses, of which the closing one may be missing.
  var unit: String? {
    guard let open = unitStart else { return nil }
    return String(whole[whole.index(after: open)...].prefix { $0 != ")" })
  }

  /// The index of the parenthesis before the unit; nil for a name without a unit.
  private var unitStart: String.Index? {
    whole.firstIndex(of: "(").flatMap { $0 == whole.startIndex ? nil : $0 }
  }
}

extension CSVColumnName {
  /// Returns a text in lower case, with one space for each run of white space and quotes.
  private static func normalized(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      return String(decoding: bytes, as: UTF8.self).lowercased()
        .split(whereSeparator: { $0.isWhitespace || $0 == "\"" }).joined(separator: " ")
    }
    // A space precedes the byte after it, so that the result is not longer than the bytes.
    return String(unsafeUninitializedCapacity: bytes.count) { output in
      var count = 0
      var isSpace = false
      for byte in bytes {
        if byte == 0x20 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: "\"") {
          isSpace = true
          continue
        }
        if isSpace, count > 0 {
          output.initializeElement(at: count, to: 0x20)
          count += 1
        }
        isSpace = false
        output.initializeElement(at: count, to: (0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        count += 1
      }
      return count
    }
  }
}

/// A column that is bound to a figure.
struct RowingBinding {
  var index: Int
  var column: RowingColumn
  var factor: Double
}
