// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import SwiftData
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Processes that are killed while they save: no save is lost, and none is partial.
@Suite(.serialized) struct KillTests {
  /// The number of killed processes: 20, or `CAIRN_KILL_ROUNDS`.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"].flatMap(Int.init) ?? 20

  @Test func `a killed process loses no save and leaves no partial one`() async throws {
    let store = try TestStore()
    var random = SeededGenerator(seed: 20)
    var last = -1
    for round in 1...Self.rounds {
      let url = store.url
      let pause = UInt32.random(in: 0..<30_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [url = url as URL, pause = pause as UInt32] in
        try SavingProcess(url).run(killedAfterSaves: 2, andMicroseconds: pause)
      }
      let (number, said) = try check(store, round: round)
      #expect(number >= said, "round \(round) lost a save")
      #expect(number >= last + 2, "round \(round) lost a save of an earlier one")
      last = number
    }
  }

  /// Checks that the rows have their pictures, and that there are no other files.
  private func checkPictures(
    _ store: TestStore, _ context: ModelContext, last: Int, round: Int
  ) throws {
    let models = try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.int)]))
    #expect(models.map(\.int) == (last < 1 ? Array(0..<(last + 1)) : [last - 1, last]))
    for model in models {
      let expected =
        model.int == last ? SavedPicture.first(last) : SavedPicture.second(model.int)
      #expect(model.picture == expected, "round \(round)")
    }
    let folder = store.directory.appending(path: ".test.store-external")
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    #expect(files?.count ?? 0 == models.count, "round \(round)")
  }

  /// Checks the store, and returns the number of its last save and of the last save in the log.
  private func check(_ store: TestStore, round: Int) throws -> (Int, Int) {
    let context = ModelContext(try store.open())
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.rating)]))
    let said = try String(contentsOf: store.url.appendingPathExtension("log"), encoding: .utf8)
    for (index, trip) in trips.enumerated() {
      let rating = Int(trip.rating)
      #expect(trip.code == "\(rating)")
      #expect(rating == index)
      // Each save inserts a trip with its stops in order, and marks and thins out the previous
      // trip.
      let isLast = index == trips.count - 1
      #expect(trip.note == (isLast ? nil : "followed by \(rating + 1)"), "round \(round)")
      let stops = (0..<20).map { "\(rating).\($0)" }
      #expect(trip.stops.map(\.place) == (isLast ? stops : stops.dropLast(5).reversed()))
      #expect(trip.travellers.map(\.name) == ["\(rating)"])
    }
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == Swift.max(0, trips.count * 15 + 5))
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    try checkPictures(store, context, last: trips.count - 1, round: round)
    return (trips.count - 1, said.split(separator: "\n").compactMap { Int($0) }.last ?? -1)
  }
}

/// The picture that a save inserts, and the one by which the next save replaces it; the save after
/// that deletes it.
private enum SavedPicture {
  static func first(_ number: Int) -> Data { picture(number, size: 140_000) }
  static func second(_ number: Int) -> Data { picture(number, size: 150_000) }

  private static func picture(_ number: Int, size: Int) -> Data {
    Data(repeating: UInt8(number % 251), count: size + number)
  }
}

/// The work of the killed process.
private struct SavingProcess {
  private let url: URL

  init(_ url: URL) { self.url = url }

  func run(killedAfterSaves saves: Int, andMicroseconds pause: UInt32) throws {
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let log = url.appendingPathExtension("log").path(percentEncoded: false)
    let file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    var number = try context.fetchCount(FetchDescriptor<Trip>())
    var done = 0
    while true {
      let trip = Trip("trip", code: "\(number)")
      trip.rating = Double(number)
      trip.stops = (0..<20).map { Stop("\(number).\($0)") }
      trip.travellers = [Traveller("\(number)")]
      let before = Double(number - 1)
      let previous = FetchDescriptor<Trip>(predicate: #Predicate { $0.rating == before })
      if let previous = try context.fetch(previous).first {
        previous.note = "followed by \(number)"
        for stop in previous.stops.suffix(5) { context.delete(stop) }
        previous.stops.reverse()
      }
      context.insert(trip)
      try changePictures(number, context)
      try context.save()
      let said = "\(number)\n"
      _ = said.withCString { write(file, $0, said.utf8.count) }
      number += 1
      done += 1
      if done == saves {
        DispatchQueue.global().async {
          usleep(pause)
          kill(getpid(), SIGKILL)
        }
      }
    }
  }

  private func changePictures(_ number: Int, _ context: ModelContext) throws {
    for model in try context.fetch(FetchDescriptor<Everything>()) {
      if model.int == number - 1 {
        model.picture = SavedPicture.second(number - 1)
      } else {
        context.delete(model)
      }
    }
    let model = Everything(extreme: false)
    model.int = number
    model.picture = SavedPicture.first(number)
    context.insert(model)
  }
}
