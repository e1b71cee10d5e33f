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

/// The effect of undo or redo.
package struct UndoResult: Sendable, Hashable {
  /// The entries of the transaction.
  package var entries: [LogEntry]
  package var isRedo: Bool
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
    let name = try modelContext.first(UserProfile.self, id: Self.ownerID)?.displayName ?? ""
    return try modelContext.transaction(ofStore: 0) { tables in
      try body(
        ActivityRecorder(context: modelContext, tables: ActivityTables(tables), actor: name))
    }
  }

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

  private func entries(
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

  private func detailed(_ entries: [ActivityLog]) throws -> [LogEntry] {
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
  private static let targets = [
    "trip": "Trip", "origin": "Place", "destination": "Place", "place": "Place",
    "segment": "Segment", "item": "DayPlanItem", "payer": "Collaborator",
    "person": "Collaborator", "owner": "UserProfile", "route": "Route",
    "template": "PackingTemplate",
  ]

  private func name(ofObject id: UUID, _ type: String) throws -> String? {
    func name<Entity: TripEntity>(_ type: Entity.Type) throws -> String? {
      try modelContext.first(type, id: id)?.snapshot().name
    }
    guard let type = try? Self.type(named: type) else { return nil }
    return try name(type)
  }

  // MARK: Undo

  /// The number of entries in which undo looks for a transaction.
  private static let undoLimit = 5_000

  /// Reverts the last change of this device that is not reverted, as a new change.
  ///
  /// - Parameter trip: The trip; nil for all.
  /// - Returns: The reverted entries.
  /// - Throws: ``TripLibraryError/nothingToUndo``, or ``TripLibraryError/changedSince(property:object:)`` if a
  ///   value was changed since; nothing is changed then.
  @discardableResult
  package func undo(_ trip: UUID? = nil) throws -> UndoResult {
    try revert(trip, isRedo: false)
  }

  /// Repeats the last reverted change of this device, as a new change.
  ///
  /// - Throws: ``TripLibraryError/nothingToRedo``, or ``TripLibraryError/changedSince(property:object:)``.
  @discardableResult
  package func redo(_ trip: UUID? = nil) throws -> UndoResult {
    try revert(trip, isRedo: true)
  }

  private func revert(_ trip: UUID?, isRedo: Bool) throws -> UndoResult {
    try recordActivity()
    let steps = try steps(trip, limit: Self.undoLimit)
    let step = isRedo ? steps.undone.last : steps.done.last
    guard let target = step, let device = steps.device else {
      throw isRedo ? TripLibraryError.nothingToRedo : TripLibraryError.nothingToUndo
    }
    // The limit may have cut the group of the oldest transaction.
    let group = try entries(trip, limit: nil, device: device, transaction: target)
    guard !group.isEmpty else {
      throw isRedo ? TripLibraryError.nothingToRedo : TripLibraryError.nothingToUndo
    }
    let details = try detailed(group)
    let author = modelContext.author
    modelContext.author = ActivityRecorder.undoAuthor(target, isRedo: isRedo)
    defer { modelContext.author = author }
    try write { now in
      for detail in details { try apply(detail, isRedo: isRedo, at: now) }
    }
    return UndoResult(entries: details, isRedo: isRedo)
  }

  /// The transactions of this device in the log, by whether they are in effect.
  private struct Steps {
    var done: [Int] = []
    var undone: [Int] = []
    var groups: [Int: [ActivityLog]] = [:]
    /// This device; nil before its first change.
    var device: UUID?
  }

  private func steps(_ trip: UUID?, limit: Int) throws -> Steps {
    let (device, marks) = try modelContext.reading(store: 0) { tables in
      let tables = ActivityTables(reading: tables)
      return (try tables.value(.device), try tables.undoMarks())
    }
    guard let device = device.flatMap({ UUID(uuidString: $0) }) else { return Steps() }
    let entries = try entries(trip, limit: limit, device: device)
    var steps = Steps(groups: Dictionary(grouping: entries, by: \.transaction), device: device)
    for number in steps.groups.keys.sorted() {
      guard let mark = marks[number] else {
        steps.done.append(number)
        steps.undone = []
        continue
      }
      if mark.isRedo {
        steps.undone.removeAll { $0 == mark.target }
        steps.done.append(mark.target)
      } else {
        steps.done.removeAll { $0 == mark.target }
        steps.undone.append(mark.target)
      }
    }
    return steps
  }

  /// The number of entries in which ``undoState(_:)`` looks for transactions.
  private static let stateLimit = 400

  /// Returns the changes that undo and redo would revert and repeat, in a few words; nil for none.
  package func undoState(_ trip: UUID) throws -> (undo: String?, redo: String?) {
    try prepareActivity()
    let steps = try steps(trip, limit: Self.stateLimit)
    func label(_ step: Int?) throws -> String? {
      guard let group = step.flatMap({ steps.groups[$0] }), let first = group.first else {
        return nil
      }
      let name = try name(ofObject: first.objectID, first.objectType) ?? ""
      let verb =
        first.action == ActivityAction.insert.rawValue
        ? "add" : first.property == "isDeleted" ? "delete or restore" : "change"
      let others = Set(group.map(\.objectID)).count - 1
      return "\(verb) \(name)" + (others > 0 ? " and \(others) more" : "")
    }
    return (try label(steps.done.last), try label(steps.undone.last))
  }

  private func apply(_ detail: LogEntry, isRedo: Bool, at now: Date) throws {
    func run<Entity: TripEntity>(_ type: Entity.Type) throws {
      let entry = detail.entry
      func changed(_ property: String) -> TripLibraryError {
        .changedSince(
          property: property, object: "\(Entity.displayName) \(detail.objectName ?? "")")
      }
      guard let entity = try modelContext.first(type, id: entry.objectID) else {
        throw changed("existence")
      }
      switch ActivityAction(rawValue: entry.action) {
      case .insert:
        guard entity.isDeleted == isRedo else { throw changed("deletion") }
        entity.isDeleted = !isRedo
      case .update:
        guard let field = Entity.fields.first(where: { $0.name == entry.property }) else { return }
        let (expected, target) =
          isRedo ? (detail.oldValue, detail.newValue) : (detail.newValue, detail.oldValue)
        guard field.text(entity) == expected else { throw changed(field.name) }
        try field.setText(target, entity, modelContext)
      case .delete, nil: throw changed("existence")
      }
      entity.deletedAt = entity.isDeleted ? entity.deletedAt ?? now : nil
      entity.updatedAt = now
    }
    try run(try Self.type(named: detail.entry.objectType))
  }
}
