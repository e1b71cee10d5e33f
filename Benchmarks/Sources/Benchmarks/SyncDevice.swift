// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Dispatch
import Foundation
import SwiftData

/// A device whose store is mirrored, as a process of its own: `Cloud/sync.py` runs several beside a server.
///
/// `Benchmarks --device ROLE STORE [NUMBER...]`; each answers with lines of JSON. The file that
/// `CAIRN_CLOUDKIT_CONFIG` names specifies the server and the account.
struct SyncDevice {
  static let argument = "--device"
  static let cloudContainer = "iCloud.org.example.bench"

  let store: URL

  /// The answer of a role.
  private struct Answer: Encodable {
    var seconds: Double?
    var local: Double?
    var peak: Int?
    var count: Int?
    var value: Double?
    var moment: UInt64?
  }

  static func run(_ arguments: [String]) async throws {
    guard arguments.count >= 2 else {
      throw WrongResult(description: "expected a role and a store after \(argument)")
    }
    let device = SyncDevice(store: URL(filePath: arguments[1]))
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    switch (arguments[0], numbers.first) {
    case ("fill", let count?): try await device.fill(count)
    case ("first", _): try await device.first()
    case ("insert", let count?): try device.insert(count)
    case ("edit", let count?): try await device.edit(count, pause: numbers.last ?? 0)
    case ("watch", _): try await device.watch()
    case ("saves", let count?): try await device.saves(count)
    default: throw WrongResult(description: "\(arguments) is no role of a device")
    }
  }

  // MARK: Parts

  private func container(isMirrored: Bool = true, isAutomatic: Bool = false, _ url: URL? = nil)
    throws -> ModelContainer
  {
    var settings = MirroringSettings()
    settings.isAutomatic = isAutomatic
    settings.use(forContainer: Self.cloudContainer)
    return try ModelContainer(
      for: Sample.self,
      configurations: ModelConfiguration(
        url: url ?? store, cloudKitDatabase: isMirrored ? .private(Self.cloudContainer) : .none))
  }

  private func sync(_ container: ModelContainer) throws -> StoreSync {
    guard let sync = container.storeSyncs.first else {
      throw WrongResult(description: "the store is not mirrored")
    }
    return sync
  }

  private func say(_ answer: Answer) throws {
    let data = try JSONEncoder().encode(answer)
    try FileHandle.standardOutput.write(contentsOf: data + Data("\n".utf8))
  }

  /// The same clock in all processes, in nanoseconds.
  private var moment: UInt64 { DispatchTime.now().uptimeNanoseconds }

  // MARK: Roles

  /// Saves so many objects and sends them.
  private func fill(_ count: Int) async throws {
    let container = try container()
    let context = ModelContext(container)
    for index in 0..<count { context.insert(Sample(SampleRow(index))) }
    try context.save()
    let sync = try sync(container)
    let seconds = try await ContinuousClock().measure { try await sync.syncNow() } / .seconds(1)
    try say(Answer(seconds: seconds, peak: try Memory.peak(), count: count))
  }

  /// Fetches all that there is, into an empty store.
  private func first() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let container = try container()
    try await sync(container).syncNow()
    let seconds = start.duration(to: clock.now) / .seconds(1)
    let peak = try Memory.peak()
    let count = try ModelContext(container).fetchCount(FetchDescriptor<Sample>())
    try say(Answer(seconds: seconds, peak: peak, count: count))
  }

  /// Inserts as many objects into a store that is not mirrored, 200 a save.
  private func insert(_ count: Int) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let context = ModelContext(try container(isMirrored: false))
    for index in 0..<count {
      context.insert(Sample(SampleRow(index)))
      if index % 200 == 199 { try context.save() }
    }
    try context.save()
    try say(Answer(seconds: start.duration(to: clock.now) / .seconds(1), count: count))
  }

  private static let watched = "the one that is watched"

  /// Changes a property of one object again and again, and says when it was saved.
  private func edit(_ count: Int, pause: Int) async throws {
    let container = try container(isAutomatic: true)
    let context = ModelContext(container)
    let sample = Sample(SampleRow(0))
    sample.name = Self.watched
    context.insert(sample)
    for round in 0..<count {
      sample.speed = Double(round)
      try context.save()
      try say(Answer(value: Double(round), moment: moment))
      try await Task.sleep(for: .milliseconds(pause))
    }
    try await sync(container).syncNow()
  }

  /// Says when changes of that object are seen here, until standard input ends.
  private func watch() async throws {
    let container = try container(isAutomatic: true)
    let watched = Self.watched
    let descriptor = FetchDescriptor<Sample>(predicate: #Predicate { $0.name == watched })
    let changes = container.changes(of: [Sample.self])
    let watching = Task {
      let context = ModelContext(container)
      var sample = try context.fetch(descriptor).first
      for try await _ in changes {
        // In the context that holds the object, as a program displays it.
        context.processPendingChanges()
        if sample == nil { sample = try context.fetch(descriptor).first }
        try say(Answer(value: sample?.speed, moment: moment))
      }
    }
    while readLine() != nil {}
    watching.cancel()
  }

  /// The cost of a save in a mirrored store and in a store without sync, in turn.
  private func saves(_ count: Int) async throws {
    let plain = try container(isMirrored: false, store.appendingPathExtension("plain"))
    let mirrored = try container(isAutomatic: true)
    for pause in [0, 20] {
      var times: [[Double]] = [[], []]
      let contexts = [ModelContext(plain), ModelContext(mirrored)]
      for index in 0..<(pause == 0 ? count : count / 10) {
        for (place, context) in contexts.enumerated() {
          context.insert(Sample(SampleRow(index)))
          let time = try ContinuousClock().measure { try context.save() }
          times[place].append(time / .microseconds(1))
          if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
        }
      }
      let medians = times.map(\.median)
      let sums = times.map { $0.reduce(0, +) }
      try say(Answer(seconds: sums[1] / 1e6, local: sums[0] / 1e6, value: medians[1] / medians[0]))
    }
    try await many(plain, mirrored)
  }

  private func many(_ plain: ModelContainer, _ mirrored: ModelContainer) async throws {
    var times: [[Double]] = [[], []]
    for _ in 0..<5 {
      for (place, container) in [plain, mirrored].enumerated() {
        let context = ModelContext(container)
        let time = try ContinuousClock().measure {
          for index in 0..<10_000 { context.insert(Sample(SampleRow(index))) }
          try context.save()
        }
        times[place].append(time / .seconds(1))
      }
    }
    let medians = times.map(\.median)
    try say(Answer(seconds: medians[1], local: medians[0], value: medians[1] / medians[0]))
  }
}
