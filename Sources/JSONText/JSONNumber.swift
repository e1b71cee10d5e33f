// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Parsing of JSON numbers.
public enum JSONNumber {
  @usableFromInline
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Parses an integer without fraction and exponent; nil if it is out of range.
  @inlinable @inline(__always)
  public static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let first = bytes.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard bytes.count > start else { return nil }
    // Up to 18 digits can't overflow.
    guard bytes.count <= 18 else { return longInteger(bytes, from: start) }
    var magnitude: Int64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      if digit > 9 { return nil }
      magnitude = magnitude &* 10 &+ Int64(digit)
    }
    return isNegative ? 0 &- magnitude : magnitude
  }

  @usableFromInline
  static func longInteger(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int64? {
    guard bytes.count <= 20 else { return nil }
    var magnitude: UInt64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- 0x30
      if digit > 9 { return nil }
      let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
      if overflowed || carried { return nil }
      magnitude = sum
    }
    if start > 0 {
      return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// The integer value of a number with a fraction or an exponent, such as `5.0`.
  ///
  /// Nil for a magnitude above 2^53, where the number could be rounded.
  package static func integral(_ value: Double?) -> Int64? {
    guard let value, value.magnitude <= 9_007_199_254_740_992 else { return nil }
    return Int64(exactly: value)
  }

  /// Parses a number as the nearest `Double`, which is infinite if the number is out of range.
  @inlinable @inline(__always)
  public static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    // A significand up to 2^53 divided by a power of ten up to 22 rounds only once: correct.
    if bytes.count <= 17, let first = bytes.first {
      var significand: UInt64 = 0
      var fraction = -1
      let isNegative = first == UInt8(ascii: "-")
      var index = isNegative ? 1 : 0
      while index < bytes.count {
        let digit = bytes[index] &- 0x30
        if digit <= 9 {
          significand = significand &* 10 &+ UInt64(digit)
          if fraction >= 0 { fraction += 1 }
        } else if bytes[index] == UInt8(ascii: ".") {
          fraction = 0
        } else {
          break
        }
        index += 1
      }
      if index == bytes.count, significand <= 1 << 53 {
        var value = Double(significand)
        if fraction > 0 { value /= powersOfTen[fraction] }
        return isNegative ? -value : value
      }
    }
    return longDouble(bytes)
  }

  @usableFromInline
  static func longDouble(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    Double(String(decoding: bytes, as: UTF8.self))
  }
}
