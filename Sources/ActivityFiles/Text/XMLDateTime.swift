// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decoding and encoding of ISO 8601 times as in XML Schema (`xsd:dateTime`), as bytes.
enum XMLDateTime {
  /// A decoded time.
  struct Reading: Equatable {
    /// Seconds since 2001-01-01T00:00:00Z.
    var seconds: Double
    var hasZone: Bool
  }

  /// Seconds from 1970-01-01 to 2001-01-01.
  private static let referenceSeconds = 978_307_200

  /// Decodes `2021-01-07T21:51:59.179+01:00` and its variants; nil if the bytes are not a time.
  ///
  /// The fraction can have any length. The zone is `Z`, `+hh:mm`, `+hhmm` or `+hh`; a missing zone
  /// means UTC. A space instead of the `T` is accepted, as are second 60 and 24:00:00.
  static func read(_ source: UnsafeBufferPointer<UInt8>) -> Reading? {
    let bytes = DecimalCoding.trimmed(source)
    guard bytes.count >= 19, bytes[4] == 0x2D, bytes[7] == 0x2D,
      bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let century = pair(bytes, 0), let years = pair(bytes, 2),
      let month = pair(bytes, 5), let day = pair(bytes, 8),
      let hour = pair(bytes, 11), let minute = pair(bytes, 14), let second = pair(bytes, 17)
    else { return nil }
    let year = century * 100 + years
    guard year >= 1, (1...12).contains(month), day >= 1, day <= CivilDate.days(in: month, of: year),
      hour < 24 || (hour == 24 && minute == 0 && second == 0), minute < 60, second <= 60
    else { return nil }
    var index = 19
    var fraction = 0.0
    if index < bytes.count, bytes[index] == 0x2E || bytes[index] == 0x2C {
      guard let part = self.fraction(bytes, from: &index) else { return nil }
      fraction = part
    }
    guard let zone = zone(bytes, from: index) else { return nil }
    let date = CivilDate(year: year, month: month, day: day).daysSince1970 * 86400
    let whole = date + hour * 3600 + minute * 60 + second - (zone ?? 0) - referenceSeconds
    return Reading(seconds: Double(whole) + fraction, hasZone: zone != nil)
  }

  /// Appends a time in UTC with the fewest decimals that decode to the same time.
  ///
  /// - Returns: False, with nothing appended, if the time is outside the years 1 to 9999.
  static func append(_ seconds: Double, to output: inout [UInt8]) -> Bool {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return false }
    let whole = seconds.rounded(.down)
    let total = Int(whole) + referenceSeconds
    let day = total >= 0 ? total / 86400 : -((-total + 86399) / 86400)
    let rest = total - day * 86400
    let date = CivilDate(daysSince1970: day)
    guard (1...9999).contains(date.year) else { return false }
    appendPadded(date.year, width: 4, to: &output)
    for (mark, number) in [
      ("-", date.month), ("-", date.day), ("T", rest / 3600), (":", rest / 60 % 60),
      (":", rest % 60),
    ] {
      output.append(contentsOf: mark.utf8)
      appendPadded(number, width: 2, to: &output)
    }
    appendFraction(seconds - whole, whole: whole, to: &output)
    output.append(UInt8(ascii: "Z"))
    return true
  }

  @inline(__always)
  private static func pair(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    let tens = bytes[index] &- 0x30
    let ones = bytes[index + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// Decodes the decimals after the point at `index`, and advances `index` past them.
  private static func fraction(
    _ bytes: UnsafeBufferPointer<UInt8>, from index: inout Int
  ) -> Double? {
    index += 1
    let start = index
    var value = 0
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      if index - start < 15 { value = value * 10 + Int(bytes[index] &- 0x30) }
      index += 1
    }
    let digits = index - start
    guard digits > 0 else { return nil }
    if digits <= 15 { return Double(value) / DecimalCoding.powersOfTen[digits] }
    return Double("0." + String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Decodes the zone in the remaining bytes to an offset in seconds.
  ///
  /// - Returns: The outer value is nil for an invalid zone, the inner one for a missing zone.
  private static func zone(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int?? {
    let count = bytes.count - start
    if count == 0 { return .some(nil) }
    if count == 1 { return bytes[start] | 0x20 == 0x7A ? 0 : nil }
    guard bytes[start] == 0x2B || bytes[start] == 0x2D, [3, 5, 6].contains(count),
      count != 6 || bytes[start + 3] == 0x3A, let hours = pair(bytes, start + 1),
      let minutes = count == 3 ? 0 : pair(bytes, bytes.count - 2), hours <= 18, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return bytes[start] == 0x2D ? -offset : offset
  }

  private static func appendPadded(_ value: Int, width: Int, to output: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends the point and the fewest decimals that decode to `whole + fraction`.
  private static func appendFraction(
    _ fraction: Double, whole: Double, to output: inout [UInt8]
  ) {
    if fraction == 0 { return }
    for digits in 1...15 {
      let scale = DecimalCoding.powersOfTen[digits]
      let rounded = (fraction * scale).rounded()
      if rounded < scale, whole + rounded / scale == whole + fraction {
        output.append(UInt8(ascii: "."))
        appendPadded(Int(rounded), width: digits, to: &output)
        return
      }
    }
    var text: [UInt8] = []
    DecimalCoding.append(fraction, to: &text)
    output.append(contentsOf: text.dropFirst())
  }
}
