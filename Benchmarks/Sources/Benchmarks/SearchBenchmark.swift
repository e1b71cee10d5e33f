// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The cost of aggregates beside the same SQL, and of full-text searches beside a limit.
struct SearchBenchmark {
  let directory: URL
  let rows = 1_000_000
  let notes = 100_000

  func run() throws -> [Figure] {
    var rounds = Rounds(9)
    try addAggregates(to: &rounds)
    try addSearches(to: &rounds)
    return try rounds.figures()
  }

  // MARK: Aggregates

  private func addAggregates(to rounds: inout Rounds) throws {
    let url = directory.appending(path: "aggregates.store")
    let container = try ModelContainer(
      for: Measured.self, configurations: ModelConfiguration(url: url))
    let filling = ModelContext(container)
    try filling.transaction {
      for index in 0..<rows {
        filling.insert(Measured(index))
        if index % 10_000 == 9_999 { try filling.save() }
      }
    }
    let raw = try RawSQLite(path: url.path)
    let context = ModelContext(container)

    let totals = "raw SQLite: totals of 1M rows"
    rounds.add(totals) {
      try ContinuousClock().measure {
        let count = try raw.integer(
          "SELECT COUNT(*), SUM(metres), AVG(rate), MAX(rate) FROM Measured")
        try WrongResult.unless(count == rows, "\(count) rows")
      }
    }
    rounds.add("totals of 1M models", besides: totals) {
      try ContinuousClock().measure {
        let values = try context.aggregate(
          FetchDescriptor<Measured>(), .count, .sum(\.metres), .average(\.rate), .maximum(\.rate))
        try WrongResult.unless(values.0 == rows, "\(values.0) rows")
      }
    }
    let groups = "raw SQLite: 40 groups of 1M rows"
    rounds.add(groups) {
      try ContinuousClock().measure {
        let count = try raw.rowCount(
          "SELECT kind, COUNT(*), SUM(metres) FROM Measured GROUP BY kind ORDER BY kind")
        try WrongResult.unless(count == 40, "\(count) groups")
      }
    }
    rounds.add("40 groups of 1M models", besides: groups) {
      try ContinuousClock().measure {
        let kinds = try context.aggregate(
          FetchDescriptor<Measured>(), by: .value(\.kind), values: .count, .sum(\.metres))
        try WrongResult.unless(kinds.count == 40, "\(kinds.count) groups")
      }
    }
  }

  // MARK: Full-text searches

  private func addSearches(to rounds: inout Rounds) throws {
    let container = try ModelContainer(
      for: Note.self,
      configurations: ModelConfiguration(url: directory.appending(path: "notes.store")))
    let filling = ModelContext(container)
    try filling.transaction {
      for index in 0..<notes {
        filling.insert(Note(index))
        if index % 10_000 == 9_999 { try filling.save() }
      }
    }
    rounds.add("read the text of 100k notes") {
      let context = ModelContext(container)
      var fetch = FetchDescriptor<Note>(
        predicate: #Predicate { $0.text.localizedStandardContains("harbour") })
      fetch.fetchLimit = 20
      return try ContinuousClock().measure {
        let found = try context.fetch(fetch)
        try WrongResult.unless(found.count == 20, "\(found.count) notes")
      }
    }
    for (name, query) in [
      ("a rare word in 100k notes", "harbour"), ("two words in 100k notes", "stone lantern"),
      ("a phrase in 100k notes", "\"old harbour\""), ("a prefix in 100k notes", "harb*"),
    ] {
      rounds.add(name, besides: "read the text of 100k notes") {
        let context = ModelContext(container)
        var search = FullTextDescriptor<Note>(query)
        search.fetchLimit = 20
        return try ContinuousClock().measure {
          let matches = try context.search(search)
          try WrongResult.unless(!matches.isEmpty, "no note has \(query)")
        }
      }
      rounds.derive(
        "goal of " + name, "ms", goal: 5, from: name, and: name
      ) { value, _ in value }
    }
  }
}

/// A model of 40 kinds, with numbers.
@Model
final class Measured {
  var kind: Int
  var metres: Double
  var rate: Int

  init(_ index: Int) {
    kind = index &* 7919 % 40
    metres = Double(index % 10_007) * 1.25
    rate = 60 + index % 120
  }
}

/// A model with thirty words of text; one in five hundred has the words of the rare searches.
@Model
final class Note {
  #FullText<Note>(.words([\.text]))
  var text: String

  init(_ index: Int) {
    var random = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15 | 1
    var words: [String] = (0..<30).map { _ in
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Self.vocabulary[Int(random % UInt64(Self.vocabulary.count))]
    }
    if index % 500 == 0 { words[7...8] = ["old", "harbour"] }
    text = words.joined(separator: " ")
  }

  private static let vocabulary: [String] = {
    let stems = ["stone", "lantern", "river", "field", "window", "bread", "winter", "letter"]
    return stems + stems.flatMap { stem in (0..<250).map { "\(stem)\($0)" } }
  }()
}
