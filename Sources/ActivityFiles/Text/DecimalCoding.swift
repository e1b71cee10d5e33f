// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Locale-independent decoding and encoding of decimal numbers as bytes.
enum DecimalCoding {
  /// Returns the bytes without surrounding white space.
  @inline(__always)
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// Decodes a decimal number, correctly rounded; nil if the bytes are not a number.
  ///
  /// Surrounding white space and an exponent are accepted, infinities and NaN are not.
  static func double(_ source: UnsafeBufferPointer<UInt8>) -> Double? {
    let bytes = trimmed(source)
    guard let scan = scan(bytes) else { return nil }
    if scan.isExact, scan.mantissa <= 1 << 53, scan.exponent >= -22, scan.exponent <= 22 {
      let value = Double(scan.mantissa)
      let scaled =
        scan.exponent < 0
        ? value / powersOfTen[-scan.exponent] : value * powersOfTen[scan.exponent]
      return scan.isNegative ? -scaled : scaled
    }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// Decodes an integer, which may have a fraction of zeros.
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    double(bytes).flatMap { Int(exactly: $0) }
  }

  /// Appends the shortest decimal that decodes to the same number, without an exponent.
  static func append(_ value: Double, to output: inout [UInt8]) {
    var text = value.description
    text.withUTF8 { bytes in
      if let mark = bytes.firstIndex(of: UInt8(ascii: "e")) {
        appendExpanded(bytes, mark: mark, to: &output)
      } else if bytes.count > 2, bytes[bytes.count - 2] == UInt8(ascii: "."),
        bytes[bytes.count - 1] == UInt8(ascii: "0")
      {
        output.append(contentsOf: bytes.dropLast(2))
      } else {
        output.append(contentsOf: bytes)
      }
    }
  }

  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private struct Scan {
    var mantissa: UInt64 = 0
    var exponent = 0
    var isNegative = false
    var isExact = true
    var digits = 0

    @inline(__always)
    mutating func add(_ digit: UInt8, isFraction: Bool) {
      digits += 1
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if isFraction { exponent -= 1 }
      } else {
        isExact = isExact && digit == 0
        if !isFraction { exponent += 1 }
      }
    }
  }

  private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Scan? {
    var result = Scan()
    var index = 0
    let count = bytes.count
    if index < count, bytes[index] == 0x2D || bytes[index] == 0x2B {
      result.isNegative = bytes[index] == 0x2D
      index += 1
    }
    while index < count, bytes[index] &- 0x30 < 10 {
      result.add(bytes[index] &- 0x30, isFraction: false)
      index += 1
    }
    if index < count, bytes[index] == 0x2E {
      index += 1
      while index < count, bytes[index] &- 0x30 < 10 {
        result.add(bytes[index] &- 0x30, isFraction: true)
        index += 1
      }
    }
    guard result.digits > 0 else { return nil }
    if index < count, bytes[index] | 0x20 == 0x65 {
      guard let exponent = exponent(bytes, from: index + 1) else { return nil }
      result.exponent += exponent
      index = count
    }
    return index == count ? result : nil
  }

  /// Decodes the exponent in the remaining bytes; nil if they are not a number.
  private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    var isNegative = false
    if index < bytes.count, bytes[index] == 0x2D || bytes[index] == 0x2B {
      isNegative = bytes[index] == 0x2D
      index += 1
    }
    guard index < bytes.count else { return nil }
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      value = min(value * 10 + Int(digit), 100_000)
      index += 1
    }
    return isNegative ? -value : value
  }

  /// Writes a number such as `d.ddde-N` as a plain decimal.
  private static func appendExpanded(
    _ bytes: UnsafeBufferPointer<UInt8>, mark: Int, to output: inout [UInt8]
  ) {
    var digits = bytes[..<mark].filter { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
    let exponent = exponent(bytes, from: mark + 1) ?? 0
    if bytes.first == UInt8(ascii: "-") { output.append(UInt8(ascii: "-")) }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if exponent < 0 {
      output.append(contentsOf: "0.".utf8)
      output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -exponent - 1))
      output.append(contentsOf: digits)
    } else {
      output.append(contentsOf: digits.prefix(exponent + 1))
      let zeros = max(0, exponent + 1 - digits.count)
      output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: zeros))
      if digits.count > exponent + 1 {
        output.append(UInt8(ascii: "."))
        output.append(contentsOf: digits.dropFirst(exponent + 1))
      }
    }
  }
}
