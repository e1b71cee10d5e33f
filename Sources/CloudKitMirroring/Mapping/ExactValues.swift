// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Details of a record's values that CloudKit's types can't represent: the last bits of dates,
/// which are transferred in milliseconds, infinite numbers and negative zero.
///
/// An exact value supplements the rounded one in its field, and is valid only while it rounds to
/// that: a field written by another program has no exact value.
package struct ExactValues: Hashable, Sendable {
  private static let version: UInt8 = 1

  /// The bits of each field's exact value.
  private var bits: [String: UInt64] = [:]

  /// No exact values.
  package init() {}

  /// Whether the fields are exact without supplements.
  package var isEmpty: Bool { bits.isEmpty }

  /// Decodes the hidden field with exact values; throws for a newer version and for malformed
  /// bytes.
  package init(decoding data: Data) throws(MalformedBytes) {
    var reader = ByteReader(data)
    let version = try reader.byte()
    guard version == Self.version else {
      throw MalformedBytes("version \(version) of exact values is unknown")
    }
    while !reader.isAtEnd {
      let field = try reader.text()
      bits[field] = try reader.fixed()
    }
  }

  /// The values as bytes: the field's name and 9 bytes each.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.byte(Self.version)
    for (field, bits) in bits.sorted(by: { $0.key < $1.key }) {
      writer.text(field)
      writer.fixed(bits)
    }
    return writer.data
  }

  // MARK: Dates

  /// The rounded date for other programs, nil if it is out of range; stores the exact one if it
  /// differs.
  ///
  /// Both are in seconds since 2001, as in columns.
  mutating func visible(date seconds: Double, of field: String) -> Date? {
    let visible = Self.visible(seconds)
    if visible?.timeIntervalSinceReferenceDate.bitPattern != seconds.bitPattern {
      bits[field] = seconds.bitPattern
    }
    return visible
  }

  /// The exact date of a field in seconds since 2001; nil if there is none.
  func date(_ visible: Date?, of field: String) -> Double? {
    guard let known = bits[field].map(Double.init(bitPattern:)),
      Self.milliseconds(known)
        == visible.flatMap({
          Self.milliseconds($0.timeIntervalSinceReferenceDate)
        })
    else { return visible?.timeIntervalSinceReferenceDate }
    return known
  }

  private static func milliseconds(_ seconds: Double) -> Int64? {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
  }

  /// The date rounded to milliseconds.
  private static func visible(_ seconds: Double) -> Date? {
    milliseconds(seconds).map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  // MARK: Numbers

  /// The number for other programs, nil if there is none; stores the exact one if it differs.
  mutating func visible(number: Double, of field: String) -> Double? {
    if number.isFinite, number != 0 || number.sign == .plus { return number }
    bits[field] = number.bitPattern
    return number.isFinite ? 0 : nil
  }

  /// The exact number of a field; nil if there is none.
  func number(_ visible: Double?, of field: String) -> Double? {
    guard let known = bits[field].map(Double.init(bitPattern:)), !known.isNaN,
      known.isFinite ? known == visible : visible == nil
    else { return visible }
    return known
  }
}
