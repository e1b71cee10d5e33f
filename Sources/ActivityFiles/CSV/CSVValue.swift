// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decoding of values in CSV files, as bytes.
enum CSVValue {
  /// Whether a value is empty, or only dashes as in `---`.
  static func isMissing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "\"") }
  }

  /// Returns the bytes without surrounding white space and quotes.
  @inline(__always)
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = bytes.count
    while start < end, isPadding(bytes[start]) { start += 1 }
    while end > start, isPadding(bytes[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// Decodes a number, which may have a unit after a space as in `6 m`.
  static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false
  ) -> Double? {
    let trimmed = trimmed(bytes)
    let end = trimmed.firstIndex(of: 0x20) ?? trimmed.count
    let digits = UnsafeBufferPointer(rebasing: trimmed[..<end])
    if decimalComma, let comma = digits.firstIndex(of: UInt8(ascii: ",")) {
      var copy = Array(digits)
      copy[comma] = UInt8(ascii: ".")
      return copy.withUnsafeBufferPointer { DecimalCoding.double($0) }
    }
    return DecimalCoding.double(digits)
  }

  /// Decodes at most 15 digits with at most one point, as most fields have; nil for another text.
  ///
  /// The result is exact: the digits and the power of ten are representable.
  @inline(__always)
  static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count >= 1, bytes.count <= 15, bytes[0] &- 0x30 < 10 else { return nil }
    // A signed integer becomes a Double by one instruction.
    var mantissa = 0
    var decimals = 0
    var hasPoint = false
    for byte in bytes {
      let digit = byte &- 0x30
      if digit < 10 {
        mantissa = mantissa &* 10 &+ Int(digit)
        if hasPoint { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
    }
    let value = Double(mantissa)
    return decimals == 0 ? value : value / DecimalCoding.powersOfTen[decimals]
  }

  /// Whether a value is a text.
  @inline(__always)
  static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
    return memcmp(base, text.utf8Start, bytes.count) == 0
  }

  /// Decodes seconds, as a number or as `[[h:]m:]s.f`.
  static func seconds(
    _ bytes: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false
  ) -> Double? {
    secondsOfTrimmed(trimmed(bytes), decimalComma: decimalComma)
  }

  /// Decodes seconds without surrounding white space and quotes.
  @inline(__always)
  static func secondsOfTrimmed(
    _ trimmed: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false
  ) -> Double? {
    plain(trimmed) ?? plainClock(trimmed) ?? clockTime(trimmed, decimalComma: decimalComma)
  }

  /// Decodes `m:ss.f` or `h:mm:ss.f` of at most 12 bytes, as most times have; nil for another text.
  @inline(__always)
  static func plainClock(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= 12 else { return nil }
    var (total, part, digits, decimals, colons) = (0, 0, 0, 0, 0)
    var hasPoint = false
    for byte in bytes {
      let digit = byte &- 0x30
      if digit < 10 {
        part = part &* 10 &+ Int(digit)
        digits += 1
        if hasPoint { decimals += 1 }
      } else if digits > 0, !hasPoint, byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if digits > 0, !hasPoint, byte == UInt8(ascii: ":"), colons < 2 {
        total = (total &+ part) &* 60
        (part, digits, colons) = (0, 0, colons + 1)
      } else {
        return nil
      }
    }
    guard colons > 0, digits > 0 else { return nil }
    let seconds = Double(part) / DecimalCoding.powersOfTen[decimals]
    return seconds < 60 ? Double(total) + seconds : nil
  }

  /// Decodes a number with a sign, an exponent or a unit, or `[[h:]m:]s.f`.
  private static func clockTime(
    _ trimmed: UnsafeBufferPointer<UInt8>, decimalComma: Bool
  ) -> Double? {
    guard var colon = trimmed.firstIndex(of: UInt8(ascii: ":")) else {
      return number(trimmed, decimalComma: decimalComma)
    }
    var total = 0
    var start = 0
    var parts = 0
    while true {
      guard let part = digits(trimmed, start, colon), parts < 2 else { return nil }
      total = (total + part) * 60
      parts += 1
      start = colon + 1
      guard let next = trimmed[start...].firstIndex(of: UInt8(ascii: ":")) else { break }
      colon = next
    }
    let rest = UnsafeBufferPointer(rebasing: trimmed[start...])
    guard let first = rest.first, first &- 0x30 < 10,
      let seconds = plain(rest) ?? number(rest, decimalComma: decimalComma), seconds < 60
    else { return nil }
    return Double(total) + seconds
  }

  /// Decodes `2020-05-14 12:36:00`, with or without seconds, a time and a UTC offset.
  static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> RowingDate? {
    let text = trimmed(bytes)
    if let date = secondOfDay(text) { return date }
    guard text.count >= 10, text[4] == 0x2D, text[7] == 0x2D,
      let year = digits(text, 0, 4), let month = digits(text, 5, 7), let day = digits(text, 8, 10)
    else { return nil }
    var date = RowingDate(year: year, month: month, day: day, hasTime: false)
    if text.count > 10 {
      guard text.count >= 16, text[10] == 0x20 || text[10] | 0x20 == 0x74, text[13] == 0x3A,
        let hour = digits(text, 11, 13), let minute = digits(text, 14, 16)
      else { return nil }
      date.hour = hour
      date.minute = minute
      date.hasTime = true
      var index = 16
      if index < text.count, text[index] == 0x3A {
        var end = index + 1
        while end < text.count, text[end] == 0x2E || text[end] &- 0x30 < 10 { end += 1 }
        let seconds = UnsafeBufferPointer(rebasing: text[index + 1..<end])
        guard let second = plain(seconds) ?? number(seconds) else { return nil }
        date.second = second
        index = end
      }
      guard let offset = utcOffset(text, from: index) else { return nil }
      date.utcOffset = offset
    }
    return date.isValid ? date : nil
  }

  /// Decodes `2020-05-14 12:36:00`, as the logbook writes all dates; nil for another text.
  @inline(__always)
  private static func secondOfDay(_ text: UnsafeBufferPointer<UInt8>) -> RowingDate? {
    guard text.count == 19, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x20, text[13] == 0x3A,
      text[16] == 0x3A
    else { return nil }
    var areDigits = true
    func pair(_ index: Int) -> Int {
      let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
      areDigits = areDigits && tens < 10 && ones < 10
      return Int(tens) * 10 + Int(ones)
    }
    let date = RowingDate(
      year: pair(0) * 100 + pair(2), month: pair(5), day: pair(8), hour: pair(11),
      minute: pair(14), second: Double(pair(17)))
    return areDigits && date.isValid ? date : nil
  }

  /// Decodes a UTC offset such as `-07:00` or `Z` after white space.
  ///
  /// - Returns: The outer value is nil for an invalid offset, the inner one for none.
  private static func utcOffset(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int?? {
    var index = start
    while index < text.count, text[index] == 0x20 { index += 1 }
    let count = text.count - index
    if count == 0 { return .some(nil) }
    if count == 1, text[index] | 0x20 == 0x7A { return 0 }
    guard count == 5 || count == 6, text[index] == 0x2B || text[index] == 0x2D,
      let hours = digits(text, index + 1, index + 3), hours <= 18,
      let minutes = digits(text, text.count - 2, text.count), minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return text[index] == 0x2D ? -offset : offset
  }

  /// Decodes `07/28/16 11:35am`, `01/03/2021 12:56 p.m.` or `10/06/2019 14:02`: month, then day.
  static func americanDate(_ bytes: UnsafeBufferPointer<UInt8>) -> RowingDate? {
    let text = String(decoding: trimmed(bytes), as: UTF8.self).lowercased()
      .replacingOccurrences(of: ".", with: "")
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "/" || $0 == ":" })
    guard parts.count >= 5, let month = Int(parts[0]), let day = Int(parts[1]),
      let year = Int(parts[2]), var hour = Int(parts[3]), let minute = Int(parts[4].prefix(2)),
      (0...23).contains(hour), (0...9999).contains(year)
    else { return nil }
    if text.hasSuffix("pm"), hour < 12 { hour += 12 }
    if text.hasSuffix("am"), hour == 12 { hour = 0 }
    let date = RowingDate(
      year: year < 100 ? 2000 + year : year, month: month, day: day, hour: hour, minute: minute)
    return date.isValid ? date : nil
  }

  /// Decodes up to nine digits.
  @inline(__always)
  private static func digits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int? {
    guard end > start, end - start <= 9, end <= bytes.count else { return nil }
    var value = 0
    for index in start..<end {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  @inline(__always)
  private static func isPadding(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"")
  }
}
