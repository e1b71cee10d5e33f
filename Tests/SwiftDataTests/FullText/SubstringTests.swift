// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates with `localizedStandardContains` over an index of substrings.
@Suite struct SubstringTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func sql(_ predicate: Predicate<Note>) throws -> String {
    let layout = try StoreLayout(Schema([Note.self]))
    let entity = try #require(layout.entity(named: "Note"))
    return try PredicateTranslator(layout: layout, storeIdentifier: "s").translate(
      predicate, entity: entity, alias: "t"
    ).condition.prepare().sql
  }

  @Test func `a predicate uses the index for a sufficiently long ASCII text`() throws {
    let index = "Note_title_substrings"
    #expect(try sql(#Predicate { $0.title.localizedStandardContains("har") }).contains(index))
    #expect(try !sql(#Predicate { $0.title.localizedStandardContains("ha") }).contains(index))
    #expect(try !sql(#Predicate { $0.title.localizedStandardContains("café") }).contains(index))
    #expect(
      try !sql(#Predicate { $0.body?.localizedStandardContains("har") == true }).contains(index))
  }

  @Test func `a predicate with the index has the result of Foundation`() throws {
    let titles = [
      "Harbour", "old HARBOURS", "har bour", "Straße", "strasse", "Cafe\u{301}", "café", "ﬁnal",
      "fin", "a\"b\"c", "x*y", "Ａｂｃ", "abc", "İstanbul", "", "ab", "100 % sure", "na\u{EF}ve",
      "O'Neill", "a\u{AD}bc", "κόσμος abc", "東京abc",
    ]
    for title in titles { context.insert(Note(title)) }
    try context.save()
    let parts = [
      "har", "HARB", "bour", "r b", "strasse", "ass", "cafe", "afe", "fin", "ina", "\"b\"", "x*y",
      "abc", "ist", "sta", "% s", "nai", "O'N", "zzz", "harbours of the world, and their towns",
    ]
    for part in parts {
      let found = try context.fetch(
        FetchDescriptor<Note>(predicate: #Predicate { $0.title.localizedStandardContains(part) })
      ).map(\.title)
      #expect(found == titles.filter { $0.localizedStandardContains(part) }, "\(part)")
      let others = try context.fetchCount(
        FetchDescriptor<Note>(predicate: #Predicate { !$0.title.localizedStandardContains(part) }))
      #expect(others == titles.count - found.count, "\(part)")
    }
  }

  @Test func `random texts have the result of Foundation`() throws {
    var random = SystemRandomNumberGenerator()
    let characters = Array("aAbBsSßéÉñﬁ -κΚИиЙ") + ["e\u{301}", "A\u{30A}"]
    let titles = (0..<400).map { _ in
      String(
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          characters[Int.random(in: 0..<characters.count, using: &random)]
        })
    }
    for title in titles { context.insert(Note(title)) }
    try context.save()
    for _ in 0..<200 {
      let part = String((0..<3).map { _ in Array("abse f")[Int.random(in: 0..<6, using: &random)] })
      let count = try context.fetchCount(
        FetchDescriptor<Note>(predicate: #Predicate { $0.title.localizedStandardContains(part) }))
      #expect(count == titles.count { $0.localizedStandardContains(part) }, "\(part)")
    }
  }
}
