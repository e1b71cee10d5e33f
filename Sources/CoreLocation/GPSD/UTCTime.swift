// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A date and a time of UTC, as receivers report them.
struct UTCTime {
  var year: Int
  var month: Int
  var day: Int
  /// Seconds since midnight.
  var seconds: Double

  /// The date; nil if a component is out of range.
  var date: Date? {
    guard (1...12).contains(month), (1...31).contains(day), (0..<86_401).contains(seconds) else {
      return nil
    }
    // Days since 1970 in the proleptic Gregorian calendar, with years that begin in March.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Date(timeIntervalSince1970: Double(days) * 86_400 + seconds)
  }
}

extension UTCTime {
  /// Parses a time as gpsd writes it, such as `2015-04-13T20:26:40.000Z`; nil if it has another
  /// form.
  init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40, bytes.last == UInt8(ascii: "Z"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), hour < 24, minute < 60,
      let second = Double(String(decoding: bytes[17..<bytes.count - 1], as: UTF8.self)),
      (0..<61).contains(second)
    else { return nil }
    self.init(
      year: year, month: month, day: day, seconds: Double(hour * 3_600 + minute * 60) + second)
  }

  /// Parses decimal digits; nil for other characters.
  static func number(_ bytes: some Sequence<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
