// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom SQLite collation.
package struct SQLCollation: Sendable {
  package let name: String
  /// Compares two UTF-8 strings: negative, zero or positive for ascending, equal or descending.
  package let compare: @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int32

  /// All collations that translated predicates and sort descriptors use.
  package static let all: [SQLCollation] = [text, decimal]

  /// Swift's order and equality of strings.
  static let text = SQLCollation(name: "cairn_text") { lhs, rhs in
    let count = Swift.min(lhs.count, rhs.count)
    var index = 0
    while index < count, lhs[index] == rhs[index] { index += 1 }
    if index == lhs.count && index == rhs.count { return 0 }
    // If the first difference is in ASCII characters without a following combining mark, the bytes
    // decide: combining marks begin with byte 0xCC.
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

  /// The order of decimal numbers, in plain notation without needless zeros.
  static let decimal = SQLCollation(name: "cairn_decimal") { lhs, rhs in
    let minus = UInt8(ascii: "-")
    switch (lhs.first == minus, rhs.first == minus) {
    case (true, false): return -1
    case (false, true): return 1
    case (true, true): return magnitudeOrder(rhs.dropFirst(), lhs.dropFirst())
    case (false, false): return magnitudeOrder(lhs[...], rhs[...])
    }
  }

  private typealias Digits = Slice<UnsafeBufferPointer<UInt8>>

  private static func magnitudeOrder(_ lhs: Digits, _ rhs: Digits) -> Int32 {
    let point = UInt8(ascii: ".")
    let left = (lhs.firstIndex(of: point) ?? lhs.endIndex) - lhs.startIndex
    let right = (rhs.firstIndex(of: point) ?? rhs.endIndex) - rhs.startIndex
    if left != right { return left < right ? -1 : 1 }
    // The decimal points are at the same index, so the order of the digits decides.
    return lhs.elementsEqual(rhs) ? 0 : lhs.lexicographicallyPrecedes(rhs) ? -1 : 1
  }
}
