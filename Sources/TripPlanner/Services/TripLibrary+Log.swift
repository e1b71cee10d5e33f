// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// An entry of the log with its values, as far as this device has them.
package struct LogEntry: Sendable, Hashable, Identifiable {
  package var entry: ActivityLogSnapshot
  /// The name of the object now; nil if it was deleted for good.
  package var objectName: String?
  package var tripTitle: String?
  /// The value before the change as text; nil for no value, and for a private one of another device.
  package var oldValue: String?
  package var newValue: String?
  /// The name of the object to which the old value refers; nil for other values, and for a purged object.
  package var oldName: String?
  package var newName: String?
  /// True if this device made the change.
  package var isOwn: Bool

  package var id: UUID { entry.id }
}

extension TripLibrary {
  /// Derives log entries from the transactions since the last call.
  ///
  /// Each change of the library calls it. Call it after changes of other contexts, and after sync.
  ///
  /// - Returns: The number of added entries.
  @discardableResult
  package func recordActivity() throws -> Int {
    try recording { try $0.run() }
  }

  /// Runs the recorder in one transaction of its own author.
  private func recording<Result>(_ body: (ActivityRecorder) throws -> Result) throws -> Result {
    // Models that other contexts have saved are read again.
    modelContext.processPendingChanges()
    let author = modelContext.author
    modelContext.author = ActivityRecorder.author
    defer { modelContext.author = author }
    let profile = try modelContext.first(UserProfile.self, id: Self.ownerID)?.displayName ?? ""
    let name = profile.isEmpty ? Self.deviceName : profile
    return try modelContext.transaction(ofStore: 0) { tables in
      try body(
        ActivityRecorder(context: modelContext, tables: ActivityTables(tables), actor: name))
    }
  }

  /// The name of the computer, which the log has until the user's name is set.
  static let deviceName = String(
    ProcessInfo.processInfo.hostName.prefix { $0 != "." })

  /// Records the values of all objects before the first change, so that the change is logged.
  func prepareActivity() throws {
    guard !isPrepared else { return }
    try recording { try $0.prepare() }
    isPrepared = true
  }

  /// Returns the entries of the log, the newest first.
  ///
  /// - Parameters:
  ///   - trip: The trip; nil for all.
  ///   - limit: The maximum number of entries.
  ///   - offset: The number of newer entries to skip; an import has many entries of one time.
  /// - Returns: The entries.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  package func log(
    _ trip: UUID?, limit: Int = 200, offset: Int = 0
  ) throws -> [LogEntry] {
    try recordActivity()
    let entries = try entries(trip, limit: limit, offset: offset)
    return try detailed(entries)
  }

  /// Returns the entries of a trip, a device or a transaction, the newest first.
  func entries(
    _ trip: UUID?, limit: Int?, offset: Int = 0, device: UUID? = nil, transaction: Int? = nil
  ) throws -> [ActivityLog] {
    let hasTrip = trip != nil
    let hasDevice = device != nil
    let hasNumber = transaction != nil
    let (tripID, deviceID) = (trip ?? Self.ownerID, device ?? Self.ownerID)
    let number = transaction ?? 0
    let predicate = #Predicate<ActivityLog> { entry in
      (!hasTrip || entry.trip?.id == tripID) && (!hasDevice || entry.device == deviceID)
        && (!hasNumber || entry.transaction == number)
    }
    var descriptor = FetchDescriptor<ActivityLog>(
      predicate: predicate,
      sortBy: [
        SortDescriptor(\ActivityLog.timestamp, order: .reverse),
        SortDescriptor(\ActivityLog.transaction, order: .reverse),
        SortDescriptor(\ActivityLog.id),
      ])
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    return try modelContext.fetch(descriptor)
  }

  /// Returns entries with their values and the names of their objects.
  func detailed(_ entries: [ActivityLog]) throws -> [LogEntry] {
    try modelContext.reading(store: 0) { tables in
      let tables = ActivityTables(reading: tables)
      let device = try tables.value(.device)
      return try entries.map { model in
        let entry = model.snapshot()
        let values = entry.isPrivate ? try tables.privateValues(entry.id) : nil
        var log = LogEntry(
          entry: entry, objectName: try self.name(ofObject: entry.objectID, entry.objectType),
          tripTitle: model.trip?.title, oldValue: values?.old ?? entry.oldValue,
          newValue: values?.new ?? entry.newValue, isOwn: entry.device.uuidString == device)
        log.oldName = try referenceName(log.oldValue, entry)
        log.newName = try referenceName(log.newValue, entry)
        return log
      }
    }
  }

  /// Returns the name of the object to which the value of a relationship refers.
  private func referenceName(_ value: String?, _ entry: ActivityLogSnapshot) throws -> String? {
    guard let value, let property = entry.property, let type = Self.targets[property],
      let id = UUID(uuidString: value)
    else { return nil }
    return try name(ofObject: id, type)
  }

  /// The entities to which relationships refer, by the names of the properties.
  static let targets = [
    "trip": "Trip", "origin": "Place", "destination": "Place", "place": "Place",
    "segment": "Segment", "item": "DayPlanItem", "payer": "Collaborator",
    "person": "Collaborator", "owner": "UserProfile", "route": "Route",
    "template": "PackingTemplate",
  ]

  /// Returns the name of an object; nil if it was deleted for good.
  func name(ofObject id: UUID, _ type: String) throws -> String? {
    func name<Entity: TripEntity>(_ type: Entity.Type) throws -> String? {
      try modelContext.first(type, id: id)?.listedName
    }
    guard let type = try? Self.type(named: type) else { return nil }
    return try name(type)
  }
}
