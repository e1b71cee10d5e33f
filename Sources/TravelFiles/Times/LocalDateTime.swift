// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A date of the Gregorian calendar without a time and without a zone.
public struct LocalDate: Sendable, Hashable, Comparable, Codable {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a date; nil if the calendar has no such date.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date with a number of days since 1970-01-01; nil outside of the years 1 to 9999.
  public init?(daysSince1970 days: Int) {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The number of days since 1970-01-01.
  public var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the week, 0 for Monday to 6 for Sunday.
  public var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// The number of the day in its year, from 1.
  public var dayOfYear: Int {
    (LocalDate(year: year, month: 1, day: 1)?.daysSince1970).map { daysSince1970 - $0 + 1 } ?? 1
  }

  /// The date a number of days later; nil outside of the years 1 to 9999.
  public func adding(days: Int) -> LocalDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : LocalDate(daysSince1970: sum)
  }

  /// The number of days of a month.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Orders dates by the calendar.
  public static func < (left: LocalDate, right: LocalDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension LocalDate: CustomStringConvertible {
  /// The date in the form of ISO 8601, such as `2027-03-10`.
  public var description: String {
    guard isWritable else {
      return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }
    return String(unsafeUninitializedCapacity: 10) { buffer in
      var end = 0
      write(to: buffer, &end)
      return end
    }
  }

  /// False for a decoded date whose numbers have too many digits.
  fileprivate var isWritable: Bool {
    (0...9999).contains(year) && (0...99).contains(month) && (0...99).contains(day)
  }

  /// Writes the date in the form of ISO 8601 at an offset, which it advances by 10.
  fileprivate func write(to buffer: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    Self.write(year / 100, to: buffer, &end)
    Self.write(year % 100, to: buffer, &end)
    Self.write(UInt8(ascii: "-"), month, to: buffer, &end)
    Self.write(UInt8(ascii: "-"), day, to: buffer, &end)
  }

  /// Writes two digits.
  private static func write(
    _ number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int
  ) {
    buffer[end] = 0x30 + UInt8(number / 10)
    buffer[end + 1] = 0x30 + UInt8(number % 10)
    end += 2
  }

  /// Writes a separator and two digits.
  fileprivate static func write(
    _ separator: UInt8, _ number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>,
    _ end: inout Int
  ) {
    buffer[end] = separator
    end += 1
    write(number, to: buffer, &end)
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A date and a wall-clock time without a zone.
public struct LocalDateTime: Sendable, Hashable, Comparable, Codable {
  /// The date.
  public let date: LocalDate
  /// The second of the day, 0 to 86,399.
  public let secondOfDay: Int

  /// The hour, 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// The minute, 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { secondOfDay % 60 }

  /// Creates a time; nil if a part is out of range.
  ///
  /// A leap second, `:60`, becomes second 59.
  public init?(_ date: LocalDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    self.date = date
    secondOfDay = hour * 3600 + minute * 60 + min(second, 59)
  }

  /// Creates the midnight at the start of a date.
  public init(startOf date: LocalDate) {
    self.date = date
    secondOfDay = 0
  }

  /// Creates the time with a number of seconds since 1970-01-01T00:00:00 on the same wall clock.
  public init?(secondsSince1970 seconds: Int) {
    let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    guard let date = LocalDate(daysSince1970: days) else { return nil }
    self.date = date
    secondOfDay = seconds - days * 86_400
  }

  /// The number of seconds since 1970-01-01T00:00:00 on the same wall clock.
  public var secondsSince1970: Int { date.daysSince1970 * 86_400 + secondOfDay }

  /// Orders wall-clock times, without regard to zones.
  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.date, left.secondOfDay) < (right.date, right.secondOfDay)
  }
}

extension LocalDateTime: CustomStringConvertible {
  /// The time in the form of ISO 8601, such as `2027-03-10T23:55:00`.
  public var description: String {
    guard date.isWritable, (0..<86_400).contains(secondOfDay) else {
      return "\(date)T\(LocalDate.padded(hour, 2)):\(LocalDate.padded(minute, 2))"
        + ":\(LocalDate.padded(second, 2))"
    }
    return String(unsafeUninitializedCapacity: 19) { buffer in
      var end = 0
      date.write(to: buffer, &end)
      LocalDate.write(UInt8(ascii: "T"), hour, to: buffer, &end)
      LocalDate.write(UInt8(ascii: ":"), minute, to: buffer, &end)
      LocalDate.write(UInt8(ascii: ":"), second, to: buffer, &end)
      return end
    }
  }
}
