// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What the types of CloudKit can't say of a record's values: the last bits of dates, which travel as
/// milliseconds, and numbers that are infinite or a negative zero.
///
/// Each stands beside what others read, and counts only as long as that is what it would be rounded to:
/// a field that somebody else has written has no exact value here.
package struct ExactValues: Hashable, Sendable {
  private static let version: UInt8 = 1

  /// The bits of each field.
  private var bits: [String: UInt64] = [:]

  /// Nothing but what the fields say.
  package init() {}

  /// True if the fields say it all.
  package var isEmpty: Bool { bits.isEmpty }

  /// What the clocks' field's neighbour has; throws for bytes of a newer version, and any others.
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

  /// The values as bytes: 9 and its name for each.
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

  /// The date that others read, nil if none is near; notes the exact one where that differs.
  ///
  /// Both in seconds since 2001, as columns have them.
  mutating func visible(date seconds: Double, of field: String) -> Date? {
    let visible = Self.visible(seconds)
    if visible?.timeIntervalSinceReferenceDate.bitPattern != seconds.bitPattern {
      bits[field] = seconds.bitPattern
    }
    return visible
  }

  /// The date that stands in a field, exactly, in seconds since 2001; nil if there is none.
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

  /// The date after a journey as milliseconds.
  private static func visible(_ seconds: Double) -> Date? {
    milliseconds(seconds).map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  // MARK: Numbers

  /// The number that others read, nil if there is none; notes the exact one where that differs.
  mutating func visible(number: Double, of field: String) -> Double? {
    if number.isFinite, number != 0 || number.sign == .plus { return number }
    bits[field] = number.bitPattern
    return number.isFinite ? 0 : nil
  }

  /// The number that stands in a field, exactly; nil if there is none.
  func number(_ visible: Double?, of field: String) -> Double? {
    guard let known = bits[field].map(Double.init(bitPattern:)), !known.isNaN,
      known.isFinite ? known == visible : visible == nil
    else { return visible }
    return known
  }
}
