// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An order of texts beyond SQLite's own.
package struct SQLCollation: Sendable {
  package let name: String
  /// Negative, zero or positive, as the first text sorts before, with or after the second.
  package let compare: @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32

  /// Every collation that translated predicates and sort descriptors name.
  package static let all: [SQLCollation] = [text, decimal]

  /// Swift's order and equality of strings.
  private static let text = SQLCollation(name: Comparing.textCollation) { lhs, rhs in
    let count = Swift.min(lhs.count, rhs.count)
    var index = 0
    while index < count, lhs[index] == rhs[index] { index += 1 }
    if index == lhs.count && index == rhs.count { return 0 }
    // Where both differ in an ASCII character that no combining mark can follow, bytes decide:
    // marks begin with the byte 0xCC.
    func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
      index >= text.count
        || text[index] < 0x80 && (index + 1 >= text.count || text[index + 1] < 0xCC)
    }
    if isPlain(lhs, index), isPlain(rhs, index) {
      if index == lhs.count { return -1 }
      if index == rhs.count { return 1 }
      return lhs[index] < rhs[index] ? -1 : 1
    }
    let left = String(decoding: lhs, as: UTF8.self)
    let right = String(decoding: rhs, as: UTF8.self)
    return left < right ? -1 : left == right ? 0 : 1
  }

  /// The order of decimal numbers.
  private static let decimal = SQLCollation(name: Comparing.decimalCollation) { lhs, rhs in
    let locale = Locale(identifier: "en_US_POSIX")
    let (left, right) = (String(decoding: lhs, as: UTF8.self), String(decoding: rhs, as: UTF8.self))
    guard let one = Decimal(string: left, locale: locale),
      let two = Decimal(string: right, locale: locale)
    else { return left < right ? -1 : left == right ? 0 : 1 }
    return one < two ? -1 : one == two ? 0 : 1
  }
}
