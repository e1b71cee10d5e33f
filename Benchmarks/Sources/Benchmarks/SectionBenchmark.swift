// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The cost of sections beside the fetch of the same models, and of undo beside changes without it.
struct SectionBenchmark {
  let directory: URL
  let count = 100_000
  let changes = 10_000

  func run() throws -> [Figure] {
    var rounds = Rounds(9)
    try addSections(to: &rounds)
    try addUndo(to: &rounds)
    return try rounds.figures()
  }

  private func container() throws -> ModelContainer {
    let container = try ModelContainer(
      for: Station.self,
      configurations: ModelConfiguration(url: directory.appending(path: "\(UUID()).store")))
    let context = ModelContext(container)
    for index in 0..<count { context.insert(Station(index)) }
    try context.save()
    return container
  }

  // MARK: Sections

  private func addSections(to rounds: inout Rounds) throws {
    let container = try container()
    let order = [SortDescriptor(\Station.region), SortDescriptor(\Station.number)]
    let fetch = "fetch 100k in order"
    rounds.add(fetch) {
      let context = ModelContext(container)
      return try ContinuousClock().measure {
        let stations = try context.fetch(FetchDescriptor<Station>(sortBy: order))
        try WrongResult.unless(stations.count == count, "\(stations.count) stations")
      }
    }
    rounds.add("100k in 40 sections", besides: fetch) {
      let context = ModelContext(container)
      return try ContinuousClock().measure {
        let observer = try ResultsObserver<Station, String>(
          sortBy: [SortDescriptor(\.number)], sectionBy: \.region, modelContext: context)
        try WrongResult.unless(observer.sections?.count == 40, "sections are missing")
      }
    }
    let results = "observe 100k in order"
    rounds.add(results) {
      let context = ModelContext(container)
      return try ContinuousClock().measure {
        let observer = try ResultsObserver<Station, Never>(sortBy: order, modelContext: context)
        try WrongResult.unless(observer.results.count == count, "results are missing")
      }
    }
    rounds.add("observe 100k in 40 sections", besides: results) {
      let context = ModelContext(container)
      return try ContinuousClock().measure {
        let observer = try ResultsObserver<Station, String>(
          sortBy: [SortDescriptor(\.number)], sectionBy: \.region, modelContext: context)
        try WrongResult.unless(observer.sections?.count == 40, "sections are missing")
      }
    }
  }

  // MARK: Undo

  private func addUndo(to rounds: inout Rounds) throws {
    let container = try container()
    var descriptor = FetchDescriptor<Station>()
    descriptor.fetchLimit = changes
    let limited = descriptor
    func change(_ manager: UndoManager?) throws -> Duration {
      let context = ModelContext(container)
      context.undoManager = manager
      let stations = try context.fetch(limited)
      return try ContinuousClock().measure {
        for station in stations { station.number += 1 }
        try context.save()
      }
    }
    let plain = "change 10k without undo"
    rounds.add(plain) { try change(nil) }
    rounds.add("change 10k with undo", besides: plain) { try change(UndoManager()) }
  }
}

/// A model with 40 different regions.
@Model
final class Station {
  var region: String
  var number: Int
  var latitude: Double
  var longitude: Double

  init(_ index: Int) {
    region = "region number \(100 + index % 40)"
    number = index &* 7919 % 100_003
    latitude = 46 + Double(index) * 1e-5
    longitude = 7 + Double(index) * 1e-5
  }
}
