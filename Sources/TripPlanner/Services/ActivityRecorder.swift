// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData

/// Derives the log from the history of the store, in one transaction.
///
/// Only transactions of this device become entries; those of mirroring update the recorded values. An entry's
/// identifier is made of device, transaction, object and property, so that a repeated run adds nothing.
struct ActivityRecorder {
  /// The author of the recorder's own transactions.
  static let author = "ActivityLog"
  /// The author of changes that the sync has merged.
  static let syncAuthor = "TripSync"
  private static let undoPrefix = "undo "
  private static let redoPrefix = "redo "
  private static let recorded = "recorded"

  static func undoAuthor(_ target: Int, isRedo: Bool) -> String {
    (isRedo ? redoPrefix : undoPrefix) + String(target)
  }

  let context: ModelContext
  let tables: ActivityTables
  let actor: String
  private let device: UUID

  init(context: ModelContext, tables: ActivityTables, actor: String) throws {
    self.context = context
    self.tables = tables
    self.actor = actor
    if let text = try tables.value(.device), let device = UUID(uuidString: text) {
      self.device = device
    } else {
      device = UUID()
      try tables.set(.device, device.uuidString)
    }
  }

  /// Records the current values of all objects, if this has never been done.
  func prepare() throws {
    guard try tables.value(.history) == nil else { return try prepareTripless() }
    for type in TripStore.models {
      if let type = type as? any TripEntity.Type { try recordAll(type) }
    }
    try tables.set(.tripless, Self.recorded)
    var last = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    last.fetchLimit = 1
    let number = try context.fetchHistory(last).first?.transactionIdentifier ?? 0
    try tables.set(.history, String(number))
  }

  /// Records the values of templates and of the profile, which earlier versions did not log.
  private func prepareTripless() throws {
    guard try tables.value(.tripless) == nil else { return }
    let types: [any TripEntity.Type] = [UserProfile.self, PackingTemplate.self, PackingItem.self]
    for type in types { try recordAll(type) { $0.owningTrip == nil } }
    try recordPositions(DayPlanItem.self)
    try recordPositions(PackingItem.self)
    try tables.set(.tripless, Self.recorded)
  }

  /// Adds the positions, which earlier versions did not record, to the recorded values.
  private func recordPositions<Entity: TripEntity>(_ type: Entity.Type) throws {
    guard let field = Entity.fields.first(where: { $0.name == "position" }) else { return }
    for entity in try context.fetch(FetchDescriptor<Entity>()) {
      guard var recorded = try tables.recorded(Entity.entityName, entity.rowKey),
        recorded.fields["position"] == nil
      else { continue }
      recorded.fields["position"] = field.text(entity)
      try tables.record(Entity.entityName, entity.rowKey, recorded)
    }
  }

  private func recordAll<Entity: TripEntity>(
    _ type: Entity.Type, where isIncluded: (any TripEntity) -> Bool = { _ in true }
  ) throws {
    guard Entity.self != ActivityLog.self else { return }
    for entity in try context.fetch(FetchDescriptor<Entity>()) where isIncluded(entity) {
      try record(entity)
    }
  }

  private func record<Entity: TripEntity>(_ entity: Entity) throws {
    try tables.record(
      Entity.entityName, entity.rowKey,
      .init(object: entity.id, trip: entity.owningTrip?.id, fields: RecordedFields(entity)))
  }

  /// Processes the transactions since the last run.
  ///
  /// - Returns: The number of added entries.
  func run() throws -> Int {
    try prepare()
    let last = try tables.value(.history).flatMap { Int64($0) } ?? 0
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.transactionIdentifier > last })
    var count = 0
    var newest = last
    var purged = Purged()
    for transaction in try context.fetchHistory(descriptor) {
      newest = max(newest, transaction.transactionIdentifier)
      if transaction.author == Self.author { continue }
      count += try process(transaction, &purged)
    }
    try removeTexts(of: purged)
    if newest != last { try tables.set(.history, String(newest)) }
    return count
  }

  /// The entries of one transaction.
  private struct Entries {
    /// The identifiers of entries that the transaction has added.
    ///
    /// They are kept here, because a fetch that includes unsaved objects compares each of them: the log of an
    /// import of n things would take n² comparisons.
    var added: Set<UUID> = []
    /// The name of a change that has no entry.
    var unlogged: String?
    /// The objects that the transaction has deleted for good.
    var purged = Purged()
  }

  /// The objects that were deleted for good, on this device or another one.
  private struct Purged {
    /// The objects without a trip, whose entries nothing else deletes.
    var objects: Set<UUID> = []
    /// True if the entries of a trip were deleted with it.
    var hasTrip = false
  }

  /// Deletes the texts of purged objects: the entries of those without a trip, and private values without an entry.
  ///
  /// The entries of the deletions stay, and have no text.
  private func removeTexts(of purged: Purged) throws {
    if !purged.objects.isEmpty {
      let (objects, deletion) = (Array(purged.objects), ActivityAction.delete.rawValue)
      let entries = try context.fetch(
        FetchDescriptor<ActivityLog>(predicate: #Predicate { objects.contains($0.objectID) }))
      for entry in entries where entry.action != deletion { context.delete(entry) }
    }
    guard purged.hasTrip || !purged.objects.isEmpty else { return }
    let entries = try context.fetch(
      FetchDescriptor<ActivityLog>(predicate: #Predicate { $0.isPrivate }))
    try tables.removePrivateValues(except: Set(entries.map(\.id)))
  }

  private func process(
    _ transaction: DefaultHistoryTransaction, _ purged: inout Purged
  ) throws -> Int {
    let isOwn =
      transaction.author != CloudKitMirroring.Mirror.author
      && transaction.author != Self.syncAuthor
    if isOwn { try markUndo(transaction) }
    var count = 0
    var entries = Entries()
    for change in transaction.changes {
      guard let type = try? TripLibrary.type(named: change.changedPersistentIdentifier.entityName)
      else { continue }
      count += try process(change, type, transaction, isOwn, &entries)
    }
    purged.objects.formUnion(entries.purged.objects)
    purged.hasTrip = purged.hasTrip || entries.purged.hasTrip
    if isOwn, count == 0, let unlogged = entries.unlogged {
      try tables.setUnlogged(
        .init(number: Int(transaction.transactionIdentifier), name: unlogged))
    }
    return count
  }

  private func markUndo(_ transaction: DefaultHistoryTransaction) throws {
    guard let author = transaction.author else { return }
    for (prefix, isRedo) in [(Self.undoPrefix, false), (Self.redoPrefix, true)]
    where author.hasPrefix(prefix) {
      guard let target = Int(author.dropFirst(prefix.count)) else { continue }
      try tables.setUndo(
        .init(number: Int(transaction.transactionIdentifier), target: target, isRedo: isRedo))
    }
  }

  private func process<Entity: TripEntity>(
    _ change: HistoryChange, _ type: Entity.Type, _ transaction: DefaultHistoryTransaction,
    _ isOwn: Bool, _ entries: inout Entries
  ) throws -> Int {
    guard Entity.self != ActivityLog.self else { return 0 }
    let identifier = change.changedPersistentIdentifier
    let key = identifier.key
    let before = try tables.recorded(Entity.entityName, key)
    let entity = context.model(type, key: key)
    if let entity { try record(entity) }
    if case .delete = change {
      try tables.remove(Entity.entityName, key)
      return try processDeletion(of: type, before, transaction, isOwn, &entries)
    }
    guard isOwn, let entity else { return 0 }
    switch change {
    case .insert where Entity.self != UserProfile.self:
      return try add(.insert, Entity.self, entity.id, nil, transaction, entity.owningTrip, &entries)
        == nil ? 0 : 1
    case .insert:
      // The profile exists from the first trip on: the log has its values, not its creation.
      let initial = RecordedFields(Entity(id: entity.id, at: entity.createdAt))
      return try processValues(of: entity, initial, transaction, &entries) { _ in true }
    case .update(let update):
      guard let before, let update = update as? DefaultHistoryUpdate<Entity> else { return 0 }
      return try processValues(of: entity, before.fields, transaction, &entries) {
        update.containsAttribute($0.path)
      }
    case .delete: return 0
    }
  }

  /// Logs the deletion of an object for good; that of a trip takes the trip's log with it.
  private func processDeletion<Entity: TripEntity>(
    of type: Entity.Type, _ before: ActivityTables.Recorded?,
    _ transaction: DefaultHistoryTransaction, _ isOwn: Bool, _ entries: inout Entries
  ) throws -> Int {
    let trip = try before?.trip.flatMap { try context.first(Trip.self, id: $0) }
    let name = before.flatMap { $0.fields["title"] ?? $0.fields["name"] }
    if Entity.self == Trip.self { entries.purged.hasTrip = true }
    if Entity.self != Trip.self, let before, before.trip == nil {
      entries.purged.objects.insert(before.object)
    }
    guard isOwn, let before, trip != nil || before.trip == nil else {
      if Entity.self == Trip.self || entries.unlogged == nil {
        entries.unlogged = ["delete for good", Entity.displayName, name].compactMap(\.self)
          .joined(separator: " ")
      }
      return 0
    }
    let entry = try add(.delete, Entity.self, before.object, nil, transaction, trip, &entries)
    // The log of a trip is deleted with it. An entry without a trip stays, and would keep the name.
    if trip != nil { entry?.oldValue = name }
    return entry == nil ? 0 : 1
  }

  /// Logs the values of an object that differ from its earlier ones.
  ///
  /// - Returns: The number of added entries.
  private func processValues<Entity: TripEntity>(
    of entity: Entity, _ before: RecordedFields, _ transaction: DefaultHistoryTransaction,
    _ entries: inout Entries, where isWritten: (EntityField<Entity>) -> Bool
  ) throws -> Int {
    var count = 0
    for field in Entity.fields where field.isLogged && isWritten(field) {
      let (old, new) = (before[field.name], field.text(entity))
      // Values that an earlier version recorded have no position.
      if old == new || old == nil && field.name == "position" { continue }
      guard
        let entry = try add(
          .update, Entity.self, entity.id, field.name, transaction, entity.owningTrip,
          &entries)
      else { continue }
      if field.isPrivate {
        entry.isPrivate = true
        try tables.setPrivate(entry.id, old: old, new: new)
      } else {
        entry.oldValue = old
        entry.newValue = new
      }
      count += 1
    }
    return count
  }

  /// Adds an entry, which belongs to no trip for a template or the profile; nil if it exists.
  private func add<Entity: TripEntity>(
    _ action: ActivityAction, _ type: Entity.Type, _ object: UUID, _ property: String?,
    _ transaction: DefaultHistoryTransaction, _ trip: Trip?,
    _ entries: inout Entries
  ) throws -> ActivityLog? {
    let id = Self.entryID(
      device: device, transaction: transaction.transactionIdentifier,
      at: transaction.timestamp, object: object, property: property)
    guard entries.added.insert(id).inserted else { return nil }
    var saved = FetchDescriptor<ActivityLog>(predicate: #Predicate { $0.id == id })
    saved.includePendingChanges = false
    guard try context.fetchCount(saved) == 0 else { return nil }
    let entry = ActivityLog(id: id, at: transaction.timestamp)
    context.insert(entry)
    entry.device = device
    entry.objectID = object
    entry.action = action.rawValue
    entry.actor = actor
    entry.objectType = Entity.entityName
    entry.property = property
    entry.transaction = Int(transaction.transactionIdentifier)
    entry.trip = trip
    return entry
  }

  /// Returns the identifier of an entry.
  ///
  /// The time distinguishes transactions of two copies of one store that have the same number.
  static func entryID(
    device: UUID, transaction: Int64, at time: Date, object: UUID, property: String?
  ) -> UUID {
    UUID(
      namespace: device,
      name: "\(transaction)@\(time.timeIntervalSinceReferenceDate):\(object.uuidString):"
        + (property ?? ""))
  }

  /// The identifier of the device in the log.
  var deviceID: UUID { device }
}
