// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The SQL functions and collations, compared with Swift's on all pairs of unusual texts.
@Suite struct SQLFunctionTests {
  private let fixture: PredicateFixture

  init() throws { fixture = try PredicateFixture(trips: 1) }

  @Test func `SQL text functions agree with Swift's methods`() throws {
    func contains<C: Collection>(_ base: C, _ part: C) -> Bool where C.Element: Equatable {
      base.contains(part)
    }
    for one in SeededRandom.texts {
      for two in SeededRandom.texts {
        try expect("cairn_contains", one, two, contains(one, two) ? 1 : 0)
        try expect("cairn_starts_with", one, two, one.starts(with: two) ? 1 : 0)
        try expect(
          "cairn_localized_standard_contains", one, two,
          one.localizedStandardContains(two) ? 1 : 0)
        try expect(
          "cairn_case_insensitive_compare", one, two, one.caseInsensitiveCompare(two).rawValue)
        try expect("cairn_localized_compare", one, two, one.localizedCompare(two).rawValue)
      }
    }
  }

  @Test func `the SQL count function counts characters`() throws {
    for text in SeededRandom.texts {
      let result = try fixture.run("SELECT cairn_count(\(value: .text(text)))")
      #expect(result == [Int64(text.count)], "\(text.debugDescription)")
    }
  }

  @Test func `SQL functions of null return null`() throws {
    let result = try fixture.run(
      "SELECT cairn_contains(NULL, 'a') IS NULL AND cairn_count(NULL) IS NULL")
    #expect(result == [1])
  }

  @Test func `the text collation has the order of String`() throws {
    var random = SeededRandom(seed: 5)
    let parts = [
      "a", "b", "e", "\u{301}", "\u{E9}", "\u{FF}", "\u{1F600}", "\u{327}", "Z", "\u{1100}",
      "\u{1161}", "\u{AC00}",
    ]
    for _ in 0..<3000 {
      let one = (0..<random.below(5)).map { _ in random.pick(parts) }.joined()
      let two = (0..<random.below(5)).map { _ in random.pick(parts) }.joined()
      let result = try fixture.run(
        "SELECT (\(value: .text(one)) < \(value: .text(two)) COLLATE cairn_text)")
      #expect(result == [one < two ? 1 : 0], "\(one.debugDescription) < \(two.debugDescription)")
    }
  }

  @Test func `the decimal collation has the order of Decimal`() throws {
    let numbers = ["0", "-3", "2.5", "10", "9", "123456789012345678901234567890.5", "0.1"]
    for one in numbers {
      for two in numbers {
        let isLess = try #require(Decimal(string: one)) < #require(Decimal(string: two))
        let result = try fixture.run(
          "SELECT (\(value: .text(one)) < \(value: .text(two)) COLLATE cairn_decimal)")
        #expect(result == [isLess ? 1 : 0], "\(one) < \(two)")
      }
    }
  }

  private func expect(_ function: SQLFragment, _ one: String, _ two: String, _ expected: Int)
    throws
  {
    let result = try fixture.run(
      "SELECT \(function)(\(value: .text(one)), \(value: .text(two)))")
    #expect(
      result == [Int64(expected)],
      "\(function.prepare().sql) of \(one.debugDescription), \(two.debugDescription)")
  }
}
