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
    guard try tables.value(.history) == nil else { return }
    for type in TripStore.models {
      if let type = type as? any TripEntity.Type { try recordAll(type) }
    }
    var last = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    last.fetchLimit = 1
    let number = try context.fetchHistory(last).first?.transactionIdentifier ?? 0
    try tables.set(.history, String(number))
  }

  private func recordAll<Entity: TripEntity>(_ type: Entity.Type) throws {
    guard Entity.self != ActivityLog.self else { return }
    for entity in try context.fetch(FetchDescriptor<Entity>()) { try record(entity) }
  }

  @discardableResult
  private func record<Entity: TripEntity>(_ entity: Entity) throws -> RecordedFields? {
    guard let trip = entity.owningTrip else { return nil }
    let fields = RecordedFields(entity)
    try tables.record(
      Entity.entityName, entity.rowKey, .init(object: entity.id, trip: trip.id, fields: fields))
    return fields
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
    for transaction in try context.fetchHistory(descriptor) {
      newest = max(newest, transaction.transactionIdentifier)
      if transaction.author == Self.author { continue }
      count += try process(transaction)
    }
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
  }

  private func process(_ transaction: DefaultHistoryTransaction) throws -> Int {
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
    if let entity, entity.owningTrip != nil { try record(entity) }
    if case .delete = change {
      try tables.remove(Entity.entityName, key)
      guard isOwn, let before, let trip = try context.first(Trip.self, id: before.trip) else {
        let name = before.flatMap { $0.fields["title"] ?? $0.fields["name"] }
        if Entity.self == Trip.self || entries.unlogged == nil {
          entries.unlogged = ["delete for good", Entity.displayName, name].compactMap(\.self)
            .joined(separator: " ")
        }
        return 0
      }
      let entry = try add(.delete, Entity.self, before.object, nil, transaction, trip, &entries)
      entry?.oldValue = before.fields["title"] ?? before.fields["name"]
      return entry == nil ? 0 : 1
    }
    if let entity, entity.owningTrip == nil,
      entries.unlogged == nil || Entity.self == PackingTemplate.self
    {
      entries.unlogged = "change \(Entity.displayName) \(entity.snapshot().name)"
    }
    guard isOwn, let entity, let trip = entity.owningTrip else { return 0 }
    guard case .update(let update) = change, let before else {
      if case .insert = change {
        let entry = try add(.insert, Entity.self, entity.id, nil, transaction, trip, &entries)
        return entry == nil ? 0 : 1
      }
      return 0
    }
    guard let update = update as? DefaultHistoryUpdate<Entity> else { return 0 }
    var count = 0
    for field in Entity.fields where field.isLogged && update.containsAttribute(field.path) {
      let (old, new) = (before.fields[field.name], field.text(entity))
      if old == new { continue }
      guard
        let entry = try add(
          .update, Entity.self, entity.id, field.name, transaction, trip, &entries)
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

  /// Adds an entry; nil if it exists.
  private func add<Entity: TripEntity>(
    _ action: ActivityAction, _ type: Entity.Type, _ object: UUID, _ property: String?,
    _ transaction: DefaultHistoryTransaction, _ trip: Trip,
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
