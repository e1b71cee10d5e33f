// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The cost of a fetch of 100,000 models in each standard order of strings.
struct SortBenchmark {
  let directory: URL
  let count = 100_000

  func run() throws -> [Figure] {
    var rounds = Rounds()
    let container = try ModelContainer(
      for: Station.self, IndexedStation.self,
      configurations: ModelConfiguration(url: directory.appending(path: "sort.store")))
    let context = ModelContext(container)
    for index in 0..<count {
      let station = Station(index)
      station.region = "Place \(station.number) \(["Zug", "Bern", "\u{C5}rhus", "oslo"][index % 4])"
      context.insert(station)
      context.insert(IndexedStation(station.region, station.number))
    }
    try context.save()
    add(to: &rounds, container, "100k", limit: nil)
    add(to: &rounds, container, "first 20 of 100k", limit: 20)
    return try rounds.figures()
  }

  private func add(
    to rounds: inout Rounds, _ container: ModelContainer, _ title: String, limit: Int?
  ) {
    let orders: [(String, SortDescriptor<Station>)] = [
      ("lexical", SortDescriptor(\.region, comparator: .lexical)),
      ("localized", SortDescriptor(\.region, comparator: .localized)),
      ("localizedStandard", SortDescriptor(\.region)),
    ]
    let baseline = "\(title) by number"
    for (name, order) in [("number", SortDescriptor(\.number))] + orders {
      var descriptor = FetchDescriptor<Station>(sortBy: [order])
      descriptor.fetchLimit = limit
      let limited = descriptor
      rounds.add("\(title) by \(name)", besides: baseline) {
        let context = ModelContext(container)
        return try ContinuousClock().measure {
          let stations = try context.fetch(limited)
          try WrongResult.unless(stations.count == limit ?? count, "\(stations.count) stations")
        }
      }
    }
    var descriptor = FetchDescriptor<IndexedStation>(sortBy: [SortDescriptor(\.region)])
    descriptor.fetchLimit = limit
    let limited = descriptor
    rounds.add("\(title) by an index", besides: "\(title) by localizedStandard") {
      let context = ModelContext(container)
      return try ContinuousClock().measure {
        let stations = try context.fetch(limited)
        try WrongResult.unless(stations.count == limit ?? count, "\(stations.count) stations")
      }
    }
  }
}

/// A station whose name has an index.
@Model
final class IndexedStation {
  #Index<IndexedStation>([\.region])
  var region: String
  var number: Int
  var latitude: Double
  var longitude: Double

  init(_ region: String, _ number: Int) {
    self.region = region
    self.number = number
    latitude = 46
    longitude = 7
  }
}
