// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A workout's date as its file states it, with or without a time and a time zone.
///
/// ```swift
/// if let start = workout.start(in: athlete.timeZone) { show(start) }
/// ```
public struct RowingDate: Sendable, Hashable {
  /// The moment of the workout that a date names.
  public enum Meaning: String, Sendable, Hashable, CaseIterable {
    /// The first stroke.
    case start
    /// The end, as in Concept2's logbook.
    case end
  }

  // Seasons have thousands of dates: the parts are stored in 24 bytes. A part outside of its type's
  // range becomes the nearest value, which is as invalid.
  private var storedYear: Int16
  private var storedMonth: Int8
  private var storedDay: Int8
  private var storedHour: Int8
  private var storedMinute: Int8
  private var storedOffset: Int32?

  /// The year, from 1 to 9999.
  public var year: Int {
    get { Int(storedYear) }
    set { storedYear = Int16(clamping: newValue) }
  }

  /// The month, from 1 to 12.
  public var month: Int {
    get { Int(storedMonth) }
    set { storedMonth = Int8(clamping: newValue) }
  }

  /// The day of the month, from 1.
  public var day: Int {
    get { Int(storedDay) }
    set { storedDay = Int8(clamping: newValue) }
  }

  /// The hour, from 0 to 23.
  public var hour: Int {
    get { Int(storedHour) }
    set { storedHour = Int8(clamping: newValue) }
  }

  /// The minute, from 0 to 59.
  public var minute: Int {
    get { Int(storedMinute) }
    set { storedMinute = Int8(clamping: newValue) }
  }

  /// The second with its fraction, from 0 to 60.
  public var second: Double

  /// Seconds east of UTC; nil for a time in the athlete's zone.
  public var utcOffset: Int? {
    get { storedOffset.map { Int($0) } }
    set { storedOffset = newValue.map { Int32(clamping: $0) } }
  }

  /// Whether the file states a time of day.
  ///
  /// The logbook prints midnight for a day without time.
  public var hasTime: Bool

  /// The moment that the date names.
  public var meaning: Meaning

  /// Creates a date.
  public init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Double = 0,
    utcOffset: Int? = nil, hasTime: Bool = true, meaning: Meaning = .start
  ) {
    storedYear = Int16(clamping: year)
    storedMonth = Int8(clamping: month)
    storedDay = Int8(clamping: day)
    storedHour = Int8(clamping: hour)
    storedMinute = Int8(clamping: minute)
    storedOffset = utcOffset.map { Int32(clamping: $0) }
    self.second = second
    self.hasTime = hasTime
    self.meaning = meaning
  }

  /// Creates the date of an instant, in UTC.
  public init(_ instant: Date, meaning: Meaning = .start) {
    let seconds = instant.timeIntervalSince1970
    let bounded = seconds.isFinite ? min(max(seconds, -62_135_596_800), 253_402_300_799) : 0
    let whole = bounded.rounded(.down)
    let days = (whole / 86400).rounded(.down)
    let rest = Int(whole - days * 86400)
    let civil = CivilDate(daysSince1970: Int(days))
    self.init(
      year: civil.year, month: civil.month, day: civil.day, hour: rest / 3600,
      minute: rest / 60 % 60, second: Double(rest % 60) + (bounded - whole), utcOffset: 0,
      meaning: meaning)
  }

  /// Whether the calendar has the day, and the day the time.
  public var isValid: Bool {
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1
      && day <= CivilDate.days(in: month, of: year) && hour >= 0 && hour <= 23 && minute >= 0
      && minute <= 59 && second >= 0 && second < 61
  }

  /// Returns the instant.
  ///
  /// - Parameter timeZone: The athlete's time zone, for a date without its own offset.
  /// - Returns: The instant, or nil for a date that no calendar has. A time that a change of
  ///   daylight saving time skips is moved forwards.
  public func date(in timeZone: TimeZone) -> Date? {
    guard isValid else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let local = Double(days) * 86400 + Double(hour * 3600 + minute * 60) + second
    if let utcOffset { return Date(timeIntervalSince1970: local - Double(utcOffset)) }
    // The offset at the local time read as UTC can differ from the true one near a change.
    let first = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
    let guess = Date(timeIntervalSince1970: local - Double(first))
    let second = timeZone.secondsFromGMT(for: guess)
    if second == first { return guess }
    let other = Date(timeIntervalSince1970: local - Double(second))
    return timeZone.secondsFromGMT(for: other) == second ? other : max(guess, other)
  }
}
