// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData

@testable import TripPlanner

/// A random history of devices of one user, which import, edit, delete, restore, undo and sync.
struct TripHistory {
  private static let stepCount = 24
  /// The number of rounds after which all devices have all changes.
  private static let finalRounds = 4

  private let devices: [TripDevice]
  /// A device with version 1 of the app.
  private let old: TripDevice?
  private var random: SeededRandom
  /// The operations so far, for the message of a failure.
  private(set) var steps: [String] = []

  init(seed: UInt64, on cloud: RunningCloud) async throws {
    random = SeededRandom(seed: seed)
    let key = CloudKitEncryptionKey.random()
    let user = "user\(seed)"
    var devices: [TripDevice] = []
    for name in ["first", "second", "third"].prefix(Int.random(in: 2...3, using: &random)) {
      devices.append(try await TripDevice(cloud, name, key: key, of: user))
    }
    self.devices = devices
    old =
      Bool.random(using: &random)
      ? try await TripDevice(cloud, "old", key: key, schema: TripDataSchemaV1.self, of: user) : nil
  }

  /// Runs the history, and returns the differences between the devices at its end.
  mutating func run() async throws -> [String] {
    for _ in 0..<Self.stepCount {
      if let old, Int.random(in: 0..<5, using: &random) == 0 {
        try await editOld(old)
      } else {
        try await step(Int.random(in: 0..<devices.count, using: &random))
      }
    }
    for _ in 0..<Self.finalRounds {
      for device in devices + [old].compactMap(\.self) { try await device.sync.syncNow() }
    }
    return try await differences()
  }

  // MARK: Operations

  private mutating func step(_ index: Int) async throws {
    let library = devices[index].library
    let number = Int.random(in: 0..<12, using: &random)
    switch number {
    case 0...2:
      let file = Int.random(in: 0..<4, using: &random)
      steps.append("\(index) imports \(file)")
      let report = await library.importData(
        Data(Self.calendar(file).utf8), name: "\(file).ics", options: TripImportOptions())
      if let error = report.files[0].error { throw HistoryError(message: error.message) }
    case 3, 4: try await editTrip(index)
    case 5, 6: try await changeDeletion(of: index, isTrip: number == 5)
    case 7, 8:
      steps.append("\(index) undoes")
      try await tolerating { try await library.undo() }
    case 9:
      steps.append("\(index) redoes")
      try await tolerating { try await library.redo() }
    default:
      steps.append("\(index) syncs")
      try await devices[index].sync.syncNow()
    }
  }

  private mutating func editTrip(_ index: Int) async throws {
    let library = devices[index].library
    let text = "\(Int.random(in: 0..<9, using: &random))"
    let isTitle = Bool.random(using: &random)
    guard let trip = try await library.trips(.all).map(\.id).sorted().randomElement(using: &random)
    else { return }
    steps.append("\(index) edits \(isTitle ? "title" : "notes") of \(trip)")
    try await library.edit(TripSnapshot.self, trip) {
      if isTitle { $0.title = "Trip " + text } else { $0.notes = text }
    }
  }

  private mutating func changeDeletion(of index: Int, isTrip: Bool) async throws {
    let library = devices[index].library
    let deleted = try await library.deletedItems()
    if Bool.random(using: &random), let item = deleted.min(by: { $0.id < $1.id }) {
      steps.append("\(index) restores \(item.type) \(item.id)")
      return try await library.restore(entity: item.type, item.id)
    }
    let trips = try await library.trips(.all).map(\.id).sorted()
    guard let trip = trips.randomElement(using: &random) else { return }
    if isTrip {
      steps.append("\(index) deletes trip \(trip)")
      return try await library.delete(TripSnapshot.self, trip)
    }
    let items = try await library.items(DayPlanItemSnapshot.self, in: trip).map(\.id).sorted()
    guard let item = items.randomElement(using: &random) else { return }
    steps.append("\(index) deletes item \(item)")
    try await library.delete(DayPlanItemSnapshot.self, item)
  }

  /// Undo and redo are refused without a change, and if a value has changed since.
  private func tolerating(_ body: () async throws -> UndoResult) async throws {
    do {
      _ = try await body()
    } catch TripLibraryError.nothingToUndo, TripLibraryError.nothingToRedo {
    } catch TripLibraryError.changedSince {
    }
  }

  private mutating func editOld(_ device: TripDevice) async throws {
    guard Bool.random(using: &random) else {
      steps.append("old syncs")
      return try await device.sync.syncNow()
    }
    let context = ModelContext(device.container)
    let items = try context.fetch(FetchDescriptor<TripDataSchemaV1.DayPlanItem>())
      .sorted { $0.id < $1.id }
    guard let item = items.randomElement(using: &random) else { return }
    steps.append("old edits item \(item.id)")
    item.title = "Old \(Int.random(in: 0..<9, using: &random))"
    try context.save()
  }

  /// A calendar with three events in the year of its number.
  private static func calendar(_ number: Int) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
    for day in 1...3 {
      lines += [
        "BEGIN:VEVENT", "UID:\(number)-\(day)@example.com", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Vienna:\(2030 + number)050\(day)T100000",
        "DTEND;TZID=Europe/Vienna:\(2030 + number)050\(day)T120000", "SUMMARY:Event \(day)",
        "LOCATION:Hall", "END:VEVENT",
      ]
    }
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  // MARK: The end

  /// The content of a device by object, as text.
  private func content(_ device: TripDevice) async throws -> [String: String] {
    var result: [String: String] = [:]
    for trip in try await device.library.trips(.all) + device.library.trips(.deleted) {
      guard let detail = try await device.library.trip(trip.id) else { continue }
      result["trip \(trip.id)"] = "\(detail.trip)"
      for item in detail.items { result["item \(item.id)"] = "\(item)" }
      for place in detail.places { result["place \(place.id)"] = "\(place)" }
    }
    for item in try await device.library.deletedItems() { result["deleted \(item.id)"] = item.name }
    for entry in try await device.library.log(nil, limit: 1_000_000) {
      result["log \(entry.id)"] = "\(entry.entry.objectID) \(entry.entry.property ?? "")"
    }
    return result
  }

  private func differences() async throws -> [String] {
    let expected = try await content(devices[0])
    var result: [String] = []
    for (index, device) in devices.enumerated().dropFirst() {
      let found = try await content(device)
      for key in Set(expected.keys).union(found.keys).sorted() where expected[key] != found[key] {
        result.append("\(key) on 0: \(expected[key] ?? "-"), on \(index): \(found[key] ?? "-")")
      }
    }
    guard let old else { return result }
    let context = ModelContext(old.container)
    let logs = try context.fetch(FetchDescriptor<TripDataSchemaV1.ActivityLog>())
    let log = Set(logs.map { "log \($0.id)" })
    if log != Set(expected.keys.filter { $0.hasPrefix("log ") }) {
      result.append("the log of version 1 has \(log.count) entries")
    }
    for trip in try context.fetch(FetchDescriptor<TripDataSchemaV1.Trip>()) {
      let title = try await devices[0].library.item(TripSnapshot.self, trip.id)?.title
      if title != trip.title { result.append("trip \(trip.id): \(title ?? "-"), \(trip.title)") }
    }
    return result
  }
}

/// An operation that must succeed and did not.
private struct HistoryError: Error {
  let message: String
}
