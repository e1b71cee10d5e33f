// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Opening a store of fifty entities that exists already.
struct ContainerBenchmark {
  let directory: URL

  func run() throws -> [Figure] {
    let url = directory.appending(path: "fifty.store")
    try fill(url)
    var rounds = Rounds(15)
    rounds.add("raw SQLite: open and read one table") {
      try ContinuousClock().measure {
        let raw = try RawSQLite(path: url.path(percentEncoded: false))
        let found = try raw.integer("SELECT COUNT(*) FROM Entity07")
        try WrongResult.unless(found == 1, "\(found) rows")
      }
    }
    rounds.add("open 50 entities and fetch", besides: "raw SQLite: open and read one table") {
      try ContinuousClock().measure {
        let context = ModelContext(try container(url))
        let found = try context.fetch(FetchDescriptor<Entity07>())
        try WrongResult.unless(found.count == 1, "\(found.count) models")
      }
    }
    rounds.derive(
      "opening 50 entities costs more", "ms", goal: 5, from: "open 50 entities and fetch",
      and: "raw SQLite: open and read one table"
    ) { $0 - $1 }
    return try rounds.figures()
  }

  private func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(FiftyEntities.models), configurations: [ModelConfiguration(url: url)])
  }

  private func fill(_ url: URL) throws {
    let context = ModelContext(try container(url))
    context.insert(Entity07())
    try context.save()
  }
}
