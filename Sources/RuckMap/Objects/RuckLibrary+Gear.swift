// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns the uses of an item, newest first.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func gearUses(_ id: UUID) throws -> [GearUse] {
    try model(GearItem.self, id).countedUses.map { GearUse($0) }
      .sorted { $0.date > $1.date }
  }

  /// Returns the wear of an item, with its use in the last 90 days.
  ///
  /// - Parameters:
  ///   - id: The item's identifier.
  ///   - now: The current time.
  /// - Returns: The wear in metres or seconds, by the type of the item.
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func gearWear(_ id: UUID, at now: Date = Date()) throws -> GearWear {
    let item = GearItem(try model(GearItem.self, id))
    let days = 90.0
    let start = now.addingTimeInterval(-days * 86_400)
    let recent = try modelContext.fetch(
      FetchDescriptor<EquipmentUse>(
        predicate: #Predicate { $0.equipment?.id == id && $0.date >= start }))
    // A balance that was taken over has no dates of its own.
    let uses = recent.filter { $0.sessionCount == 1 && $0.isCounted }.map { GearUse($0) }
    return GearWear(
      used: item.usage, limit: item.replacementThreshold,
      recent: uses.reduce(0) {
        $0 + (item.type.usesDistanceForReplacement ? $1.distance : $1.duration)
      }, recentDays: days)
  }

  /// Returns the identifiers of a ruck's gear.
  ///
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  package func gear(of ruck: UUID) throws -> Set<UUID> {
    Set(try session(ruck).equipment.map(\.id))
  }

  /// Replaces a ruck's gear, and records the use of each item once.
  ///
  /// - Parameters:
  ///   - gear: The identifiers of the items; unknown ones are rejected.
  ///   - ruck: The ruck's identifier.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckObjectError/notFound(_:id:)``, or a
  ///   `SwiftDataError`; nothing is changed then.
  package func setGear(_ gear: Set<UUID>, of ruck: UUID) throws {
    try modelContext.transaction {
      let session = try session(ruck)
      let items = try gear.map { try model(GearItem.self, $0) }
      session.equipment = items.sorted { $0.id.uuidString < $1.id.uuidString }
      session.recordEquipmentUse()
      session.markEdited()
    }
  }

  /// Records a use without a ruck.
  ///
  /// - Parameters:
  ///   - id: The item's identifier.
  ///   - distance: Metres.
  ///   - duration: Seconds.
  ///   - date: The time of the use.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is changed then.
  package func recordUse(
    of id: UUID, distance: Double, duration: TimeInterval, at date: Date
  ) throws {
    try RuckObjectError.check(distance, "Distance", in: 0...1e7, unit: "m", field: "distance")
    try RuckObjectError.check(duration, "Duration", in: 0...1e8, unit: "s", field: "duration")
    guard distance > 0 || duration > 0 else {
      throw RuckObjectError.invalid("Enter a distance or a duration.", field: "distance")
    }
    try modelContext.transaction {
      try model(GearItem.self, id).recordUsage(
        distance: Length.miles(metres: distance), duration: duration, at: date)
    }
  }
}

/// A use of an item of gear, in SI units.
package struct GearUse: Sendable, Hashable, Identifiable {
  package var id: UUID
  package var date: Date
  /// Metres.
  package var distance: Double
  /// Seconds.
  package var duration: TimeInterval
  /// The ruck; nil for an entry by the user.
  package var ruck: UUID?
  package var ruckName: String?

  init(_ use: EquipmentUse) {
    id = use.id
    date = use.date
    distance = Length.metres(miles: use.distance)
    duration = use.duration
    ruck = use.session?.id
    ruckName = use.session?.name ?? use.session?.sourceFile
  }
}
