// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A decoded value for output.
package enum PM5Value: Sendable, Hashable {
  case null
  case integer(Int)
  case number(Double)
  case text(String)
  case integers([Int])
}

extension PM5Message {
  /// The present fields with their names, in the order of the message.
  package var fields: [(name: String, value: PM5Value)] {
    if characteristic == .forceCurve {
      return [
        (PM5Field.notifications.rawValue, .integer(Int(raw(.notifications) ?? 0))),
        (PM5Field.words.rawValue, .integer(samples.count)),
        (PM5Field.sequence.rawValue, .integer(Int(raw(.sequence) ?? 0))),
        (PM5Field.samples.rawValue, .integers(samples.map(Int.init))),
      ]
    }
    let layouts = characteristic.layout(isMultiplexed: isMultiplexed).prefix(count)
    return zip(layouts, rawValues).map { layout, raw in
      (layout.field.rawValue, Self.value(raw, layout))
    }
  }

  /// The transport's name: `direct` or `multiplexed`.
  package var mode: String { isMultiplexed ? "multiplexed" : "direct" }

  private static func value(_ raw: UInt32, _ layout: PM5FieldLayout) -> PM5Value {
    if raw == layout.unknown { return .null }
    switch layout.form {
    case .number(let divisor):
      return divisor == 1 ? .integer(Int(raw)) : .number(Double(raw) / divisor)
    case .date:
      let date = PM5LogDate(rawDate: UInt16(truncatingIfNeeded: raw), rawTime: 0)
      return .text(date.dateText)
    case .time:
      let date = PM5LogDate(rawDate: 0, rawTime: UInt16(truncatingIfNeeded: raw))
      return .text(date.timeText)
    }
  }

  /// The date of the monitor's log, in its own time zone; nil if the message has none.
  package var logDate: PM5LogDate? {
    get {
      guard let date = raw(.logDate), let time = raw(.logTime) else { return nil }
      return PM5LogDate(
        rawDate: UInt16(truncatingIfNeeded: date), rawTime: UInt16(truncatingIfNeeded: time))
    }
    set {
      guard let newValue, raw(.logDate) != nil else { return }
      var values = rawValues
      guard values.count >= 2 else { return }
      values[0] = UInt32(newValue.rawDate)
      values[1] = UInt32(newValue.rawTime)
      setRaw(values)
    }
  }
}

/// A date and time of the monitor's log, to the minute.
package struct PM5LogDate: Sendable, Hashable {
  /// The year, 2000...2127.
  package var year: Int
  /// The month, from 1.
  package var month: Int
  /// The day of the month, from 1.
  package var day: Int
  /// The hour.
  package var hour: Int
  /// The minute.
  package var minute: Int

  /// Creates a date.
  package init(year: Int, month: Int, day: Int, hour: Int, minute: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
  }

  init(rawDate: UInt16, rawTime: UInt16) {
    self.init(
      year: 2000 + Int(rawDate >> 9), month: Int(rawDate & 0x0F), day: Int(rawDate >> 4 & 0x1F),
      hour: Int(rawTime >> 8), minute: Int(rawTime & 0xFF))
  }

  var rawDate: UInt16 {
    UInt16(clamping: month & 0x0F | (day & 0x1F) << 4 | (max(0, year - 2000) & 0x7F) << 9)
  }

  var rawTime: UInt16 { UInt16(clamping: (hour & 0xFF) << 8 | minute & 0xFF) }

  /// The date as `2025-03-16`.
  package var dateText: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }

  /// The time as `18:18`.
  package var timeText: String { "\(Self.two(hour)):\(Self.two(minute))" }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
