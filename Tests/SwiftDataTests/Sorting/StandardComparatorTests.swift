// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// `String.StandardComparator` outside of fetches, and the collation of languages.
@Suite struct StandardComparatorTests {
  private struct Town: Sendable {
    var name: String
    var part: String?
  }

  private let names = ["b", "a10", "A2", "\u{E9}", "e"]

  @Test func `a comparator has the options of Apple's`() throws {
    struct Form: Decodable, Equatable {
      var options: UInt
      var isLocalized: Bool
      var order: Bool
    }
    func form(_ comparator: String.StandardComparator) throws -> Form {
      try JSONDecoder().decode(Form.self, from: JSONEncoder().encode(comparator))
    }
    let options: String.CompareOptions = [
      .numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering,
    ]
    #expect(
      try form(.localizedStandard)
        == Form(options: options.rawValue, isLocalized: true, order: true))
    #expect(
      try form(String.StandardComparator(.localized, order: .reverse))
        == Form(options: 0, isLocalized: true, order: false))
    #expect(try form(.lexical) == Form(options: 0, isLocalized: false, order: true))
    #expect(
      Set([.lexical, .localized, .localizedStandard] as [String.StandardComparator]).count == 3)
  }

  @Test func `strings are sorted by a comparator`() {
    #expect(names.sorted(using: .localizedStandard) == ["A2", "a10", "b", "e", "\u{E9}"])
    #expect(names.sorted(using: .localized) == ["a10", "A2", "b", "e", "\u{E9}"])
    #expect(names.sorted(using: String.StandardComparator.lexical) == names.sorted())
    #expect(
      names.sorted(using: String.StandardComparator(.localizedStandard, order: .reverse)).last
        == "A2")
    var sorted = names
    sorted.sort(using: .localizedStandard)
    #expect(sorted == ["A2", "a10", "b", "e", "\u{E9}"])
  }

  @Test func `descriptors and key path comparators of other types have the default order`() {
    let towns = names.map { Town(name: $0, part: $0 == "b" ? nil : $0) }
    let expected = ["A2", "a10", "b", "e", "\u{E9}"]
    #expect(towns.sorted(using: SortDescriptor(\.name)).map(\.name) == expected)
    #expect(
      towns.sorted(using: SortDescriptor(\.name, comparator: .localizedStandard)).map(\.name)
        == expected)
    #expect(
      towns.sorted(using: SortDescriptor(\.part, order: .reverse)).map(\.part)
        == ["\u{E9}", "e", "a10", "A2", nil])
    #expect(
      towns.sorted(using: SortDescriptor(\.part, comparator: .lexical, order: .forward)).map(\.part)
        == [nil, "A2", "a10", "e", "\u{E9}"])
    #expect(towns.sorted(using: KeyPathComparator(\.name)).map(\.name) == expected)
    #expect(
      towns.sorted(using: KeyPathComparator(\.part, comparator: .localized, order: .reverse))
        .map(\.part) == ["\u{E9}", "e", "A2", "a10", nil])
    #expect(
      names.sorted(using: KeyPathComparator(\.self, comparator: .localizedStandard)) == expected)
  }

  @Test func `each language has its own order`() {
    let words = ["z", "\u{F6}", "o", "\u{E5}", "a", "\u{E4}"]
    func sorted(_ language: String) -> [String] {
      let collator = StringCollator(locale: Locale(identifier: language), isNumeric: true)
      return words.sorted { collator.compare($0, $1) == .orderedAscending }
    }
    #expect(sorted("de_DE") == ["a", "\u{E5}", "\u{E4}", "o", "\u{F6}", "z"])
    #expect(sorted("sv_SE") == ["a", "o", "z", "\u{E5}", "\u{E4}", "\u{F6}"])
  }

  @Test func `only canonically equivalent strings are equal`() {
    let parts = [
      "", "a", "A", "\u{E4}", "a\u{308}", "1", "10", "009", " ", "_", "\u{0}", "\u{200D}", "ss",
      "\u{DF}", "fi", "\u{FB01}", "\u{FF71}", "\u{30A2}", "\u{1F642}",
    ]
    let texts = parts.flatMap { first in parts.map { first + $0 } }
    for collator in [StringCollator.localized, .localizedStandard] {
      let sorted = texts.sorted { collator.compare($0, $1) == .orderedAscending }
      let keys = sorted.map { key($0, collator) }
      var failures: [String] = []
      for (index, text) in sorted.enumerated() {
        for (position, other) in sorted.enumerated().dropFirst(index) {
          let order = collator.compare(text, other)
          let expected: ComparisonResult = text == other ? .orderedSame : .orderedAscending
          let isSorted = keys[index].lexicographicallyPrecedes(keys[position])
          if order != expected || isSorted != (expected == .orderedAscending) {
            failures.append("\(text) \(other)")
          }
        }
      }
      #expect(failures == [])
    }
  }

  private func key(_ text: String, _ collator: StringCollator) -> [UInt8] {
    Array(text.utf16).withUnsafeBufferPointer { collator.withSortKey(of: $0) { Array($0) } }
  }

  @Test func `a long text has a sort key`() {
    let long = String(repeating: "\u{65E5}\u{E4}x", count: 20_000)
    #expect(key(long, .localized).lexicographicallyPrecedes(key(long + "a", .localized)))
  }
}
