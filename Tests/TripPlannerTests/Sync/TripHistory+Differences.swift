// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@testable import TripPlanner

/// The comparison of the devices at the end of a history.
extension TripHistory {
  /// The differences of the devices from the first one, and those of version 1 in its values.
  func differences() async throws -> [String] {
    let expected = try await content(devices[0])
    var result: [String] = []
    for (index, device) in devices.enumerated().dropFirst() {
      let found = try await content(device)
      for key in Set(expected.keys).union(found.keys).sorted() where expected[key] != found[key] {
        result.append("\(key) on 0: \(expected[key] ?? "-"), on \(index): \(found[key] ?? "-")")
      }
    }
    if let old { result += try await differences(of: old, expected) }
    return result
  }

  /// The content of a device by object, deleted ones included, and its log, as text.
  private func content(_ device: TripDevice) async throws -> [String: String] {
    let library = device.library
    var result: [String: String] = [:]
    func add(_ snapshots: [some EntitySnapshot]) {
      for snapshot in snapshots { result["\(type(of: snapshot)) \(snapshot.id)"] = "\(snapshot)" }
    }
    let trips = try await library.trips(.all) + library.trips(.deleted)
    add(trips.map(\.trip))
    for trip in trips.map(\.id) {
      add(try await library.items(SegmentSnapshot.self, in: trip, includingDeleted: true))
      add(try await library.items(DayPlanItemSnapshot.self, in: trip, includingDeleted: true))
      add(try await library.items(PlaceSnapshot.self, in: trip, includingDeleted: true))
      add(try await library.items(BookingSnapshot.self, in: trip, includingDeleted: true))
      add(try await library.items(PackingItemSnapshot.self, in: trip, includingDeleted: true))
      add(try await library.items(ExpenseSnapshot.self, in: trip, includingDeleted: true))
    }
    for template in try await library.templates() {
      add([template.template])
      add(template.items)
    }
    result["profile"] = try await library.profile().displayName
    for item in try await library.deletedItems() { result["deleted \(item.id)"] = item.name }
    for log in try await library.log(nil, limit: 1_000_000) {
      let entry = log.entry
      let values: [String?] = [
        entry.actor, entry.action, entry.objectType, entry.objectID.uuidString, entry.property,
        entry.oldValue, entry.newValue, entry.tripID?.uuidString, entry.device.uuidString,
      ]
      result["log \(entry.id)"] =
        values.map { $0 ?? "-" }.joined(separator: " ") + " \(entry.timestamp)"
    }
    return result
  }

  /// The differences of a device with version 1 in the values that it has.
  private func differences(
    of old: TripDevice, _ expected: [String: String]
  ) async throws -> [String] {
    let context = ModelContext(old.container)
    let library = devices[0].library
    var result: [String] = []
    let logs = try context.fetch(FetchDescriptor<TripDataSchemaV1.ActivityLog>())
    let log = Set(logs.map { "log \($0.id)" })
    let missing = Set(expected.keys.filter { $0.hasPrefix("log ") }).symmetricDifference(log)
    if !missing.isEmpty { result.append("the log of version 1 differs in \(missing.sorted())") }
    func compare(_ name: String, _ id: UUID, _ found: [String], _ expected: [String]?) {
      if found == expected { return }
      result.append("\(name) \(id): \(expected ?? []), in version 1 \(found)")
    }
    for trip in try context.fetch(FetchDescriptor<TripDataSchemaV1.Trip>()) {
      let known = try await library.item(TripSnapshot.self, trip.id)
      compare(
        "trip", trip.id, [trip.title, "\(trip.isDeleted)"],
        known.map { [$0.title, "\($0.isDeleted)"] })
    }
    for segment in try context.fetch(FetchDescriptor<TripDataSchemaV1.Segment>()) {
      let known = try await library.item(SegmentSnapshot.self, segment.id)
      compare(
        "segment", segment.id,
        [segment.title, segment.bookingCode ?? "", "\(segment.isDeleted)"],
        known.map { [$0.title, $0.bookingCode ?? "", "\($0.isDeleted)"] })
    }
    for item in try context.fetch(FetchDescriptor<TripDataSchemaV1.DayPlanItem>()) {
      let known = try await library.item(DayPlanItemSnapshot.self, item.id)
      compare(
        "item", item.id, [item.title, "\(item.isDeleted)"],
        known.map { [$0.title, "\($0.isDeleted)"] })
    }
    for line in try context.fetch(FetchDescriptor<TripDataSchemaV1.PackingItem>()) {
      let known = try await library.item(PackingItemSnapshot.self, line.id)
      compare(
        "packing item", line.id, [line.name, "\(line.quantity)", "\(line.isPacked)"],
        known.map { [$0.name, "\($0.quantity)", "\($0.isPacked)"] })
    }
    return result
  }
}
