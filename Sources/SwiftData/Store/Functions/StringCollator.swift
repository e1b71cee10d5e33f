// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime
import Foundation
import Synchronization

/// The order of strings in a language, as ICU defines it for a locale.
///
/// Strings that the language regards as equal are ordered by their code points, so that only
/// canonically equivalent strings are equal.
package struct StringCollator: @unchecked Sendable {
  // Unchecked, because ICU allows concurrent calls with a collator that is not modified any more.
  private let collator: OpaquePointer?
  /// The name and version of the rules, such as `root 153.121.44.8`: collators with equal rules have equal keys.
  package let rules: String

  /// Letters before their capitals and accented forms, digits one by one.
  package static let localized = StringCollator(locale: .current, isNumeric: false)
  /// Like ``localized``, with sequences of digits in the order of their numbers.
  package static let localizedStandard = StringCollator(locale: .current, isNumeric: true)

  /// Creates a collator, which stays in memory until the process ends.
  package init(locale: Locale, isNumeric: Bool) {
    self.init(rulesOf: Self.rules(of: locale.identifier), isNumeric: isNumeric)
  }

  private init(rulesOf locale: String, isNumeric: Bool) {
    var status: Int32 = 0
    collator = locale.withCString { swift_ucol_open($0, &status) }
    guard let collator else {
      rules = "none 0"
      return
    }
    var version = [UInt8](repeating: 0, count: 4)
    swift_ucol_getVersion(collator, &version)
    rules = "\(locale) " + version.map { String($0) }.joined(separator: ".")
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

  /// The locale with the rules of a locale: most languages have those of `root`.
  private static func rules(of locale: String) -> String {
    // A keyword may set any attribute of the collator.
    if locale.contains("@") { return locale }
    var status: Int32 = 0
    var name = [CChar](repeating: 0, count: 160)
    let count = swift_ucol_getFunctionalEquivalent(
      &name, Int32(name.count - 1), "collation", locale, nil, &status)
    guard status <= 0, count > 0, count < name.count else { return locale }
    return String(decoding: name.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The collators by the names of their rules, for the sort keys of stores.
  private static let known = Mutex<[String: StringCollator?]>([
    localizedStandard.rules: localizedStandard
  ])

  /// A collator like ``localizedStandard`` with certain rules; nil if this build lacks these rules or has another
  /// version of them.
  package static func localizedStandard(withRules rules: String) -> StringCollator? {
    known.withLock { known in
      if let collator = known[rules] { return collator }
      let locale = rules.prefix { $0 != " " }
      let collator = StringCollator(rulesOf: String(locale), isNumeric: true)
      let result = collator.rules == rules ? collator : nil
      known[rules] = .some(result)
      return result
    }
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
