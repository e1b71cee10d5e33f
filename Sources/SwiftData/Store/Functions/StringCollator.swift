// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime
import Foundation

/// The order of strings in a language, as ICU defines it for a locale.
///
/// Strings that the language regards as equal are ordered by their code points, so that only
/// canonically equivalent strings are equal.
package struct StringCollator: @unchecked Sendable {
  // Unchecked, because ICU allows concurrent calls with a collator that is not modified any more.
  private let collator: OpaquePointer?

  /// Letters before their capitals and accented forms, digits one by one.
  package static let localized = StringCollator(locale: .current, isNumeric: false)
  /// Like ``localized``, with sequences of digits in the order of their numbers.
  package static let localizedStandard = StringCollator(locale: .current, isNumeric: true)

  /// Creates a collator, which stays in memory until the process ends.
  package init(locale: Locale, isNumeric: Bool) {
    var status: Int32 = 0
    collator = locale.identifier.withCString { swift_ucol_open($0, &status) }
    guard let collator else { return }
    swift_ucol_setAttribute(collator, Attribute.strength, Attribute.identical, &status)
    if isNumeric { swift_ucol_setAttribute(collator, Attribute.numeric, Attribute.on, &status) }
  }

  /// The attributes of ICU's `ucol.h` and their values.
  private enum Attribute {
    static let strength: Int32 = 5
    static let identical: Int32 = 15
    static let numeric: Int32 = 7
    static let on: Int32 = 17
  }

  /// The order of two strings.
  package func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    guard let collator else {
      return lhs < rhs ? .orderedAscending : lhs == rhs ? .orderedSame : .orderedDescending
    }
    var (lhs, rhs) = (lhs, rhs)
    return lhs.withUTF8 { left in
      rhs.withUTF8 { right in
        var status: Int32 = 0
        let order = swift_ucol_strcollUTF8(
          collator, characters(left), Int32(clamping: left.count), characters(right),
          Int32(clamping: right.count), &status)
        return order < 0 ? .orderedAscending : order == 0 ? .orderedSame : .orderedDescending
      }
    }
  }

  private func characters(_ text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
  }

  /// Calls `body` with the bytes whose order is the order of the text; they are valid only during the
  /// call.
  package func withSortKey<Result>(
    of text: UnsafeBufferPointer<UInt16>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let collator else {
      let key = Array(String(decoding: text, as: UTF16.self).utf8)
      return key.withUnsafeBufferPointer(body)
    }
    let length = Int32(clamping: text.count)
    func key(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
      Int(
        swift_ucol_getSortKey(
          collator, text.baseAddress, length, buffer.baseAddress, Int32(clamping: buffer.count)))
    }
    let usual = 6 * text.count + 64
    let (result, count) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: usual) { buffer in
      let count = key(buffer)
      return (count <= usual ? body(UnsafeBufferPointer(rebasing: buffer[..<count])) : nil, count)
    }
    if let result { return result }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      _ = key(buffer)
      return body(UnsafeBufferPointer(buffer))
    }
  }
}
