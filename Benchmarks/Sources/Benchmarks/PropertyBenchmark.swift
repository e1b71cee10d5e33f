// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData

/// Reading and writing properties, and the memory of a model, beside a plain `@Observable` class.
struct PropertyBenchmark {
  let count = 100_000
  let rounds = 40

  func run() throws -> [Figure] {
    let container = try ModelContainer(
      for: Sample.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let rows = (0..<count).map(SampleRow.init)
    let before = Memory.allocated()
    let plain = rows.map(ObservableSample.init)
    let between = Memory.allocated()
    let memory = between - before
    for row in rows { context.insert(Sample(row)) }
    try context.save()
    let fresh = ModelContext(container)
    let start = Memory.allocated()
    let models = try fresh.fetch(FetchDescriptor<Sample>())
    let ours = Memory.allocated() - start

    // A thousand objects, many times: the time is that of the access, not of the memory.
    let somePlain = Array(plain.prefix(1_000))
    let someModels = Array(models.prefix(1_000))
    var pieces = Rounds()
    pieces.add("@Observable: get, 4 million") { get(somePlain) { $0.speed } }
    pieces.add("@Model: get, 4 million", besides: "@Observable: get, 4 million") {
      get(someModels) { $0.speed }
    }
    pieces.add("@Observable: set, 4 million") { set(somePlain) { $0.speed = $1 } }
    pieces.add("@Model: set, 4 million", besides: "@Observable: set, 4 million") {
      set(someModels) { $0.speed = $1 }
    }
    let perPlain = Double(memory) / Double(count)
    let perModel = Double(ours) / Double(count)
    fresh.rollback()
    return try pieces.figures() + [
      Figure(
        name: "@Observable: memory of an object", value: perPlain, unit: "B", ratio: 1,
        baseline: "@Observable"),
      Figure(
        name: "@Model: memory of an object", value: perModel, unit: "B",
        ratio: perModel / perPlain, baseline: "@Observable"),
    ]
  }

  @inline(__always)
  private func get<Object>(_ objects: [Object], _ read: (Object) -> Double) -> Duration {
    var sum = 0.0
    let time = ContinuousClock().measure {
      for _ in 0..<(rounds * 100) {
        for object in objects { sum += read(object) }
      }
    }
    return sum.isNaN ? .seconds(999) : time
  }

  @inline(__always)
  private func set<Object>(_ objects: [Object], _ write: (Object, Double) -> Void) -> Duration {
    // The value changes each time: an equal one may be passed over.
    ContinuousClock().measure {
      for round in 0..<(rounds * 100) {
        for object in objects { write(object, Double(round)) }
      }
    }
  }
}

/// The sample row as a class that is observed but not stored.
@Observable
private final class ObservableSample {
  var uuid: UUID
  var latitude: Double
  var longitude: Double
  var altitude: Double
  var speed: Double
  var accuracy: Double
  var heartRate: Int?
  var cadence: Int?
  var name: String
  var timestamp: Date

  init(_ row: SampleRow) {
    uuid = row.uuid
    latitude = row.latitude
    longitude = row.longitude
    altitude = row.altitude
    speed = row.speed
    accuracy = row.accuracy
    heartRate = row.heartRate
    cadence = row.cadence
    // A text of its own, as that of an object that is read from a store: a copy would share the memory of the
    // row's text.
    name = String(decoding: Array(row.name.utf8), as: UTF8.self)
    timestamp = row.timestamp
  }
}
