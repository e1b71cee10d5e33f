// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The effect of undo or redo.
package struct UndoResult: Sendable, Hashable {
  /// The reverted or repeated entries.
  package var entries: [LogEntry]
  package var isRedo: Bool
  /// The later changes that were passed over, the newest first, in a few words.
  package var skipped: [String] = []
}

extension TripLibrary {
  /// The number of entries in which undo looks for a transaction.
  private static let undoLimit = 5_000

  /// Reverts the last change of this device that is not reverted, as a new change.
  ///
  /// A change whose objects were deleted for good can never be reverted, and is passed over.
  ///
  /// - Parameters:
  ///   - trip: The trip; nil for all.
  ///   - isSkipping: True to pass over a change that can't be reverted now.
  /// - Returns: The reverted entries.
  /// - Throws: ``TripLibraryError/nothingToUndo``, ``TripLibraryError/changedSince(property:object:)`` if a
  ///   value was changed since, or ``TripLibraryError/notLogged(change:)``; nothing is changed then.
  @discardableResult
  package func undo(_ trip: UUID? = nil, isSkipping: Bool = false) throws -> UndoResult {
    try revert(trip, isRedo: false, isSkipping: isSkipping)
  }

  /// Repeats the last reverted change of this device, as a new change.
  ///
  /// - Throws: ``TripLibraryError/nothingToRedo``, or ``TripLibraryError/changedSince(property:object:)``.
  @discardableResult
  package func redo(_ trip: UUID? = nil) throws -> UndoResult {
    try revert(trip, isRedo: true, isSkipping: false)
  }

  private func revert(_ trip: UUID?, isRedo: Bool, isSkipping: Bool) throws -> UndoResult {
    try recordActivity()
    let steps = try steps(trip, limit: Self.undoLimit)
    var skipped: [String] = []
    if trip == nil, !isRedo, let change = steps.unlogged,
      change.number > steps.groups.keys.max() ?? 0
    {
      guard isSkipping else { throw TripLibraryError.notLogged(change: change.name) }
      skipped.append(change.name)
    }
    for step in (isRedo ? steps.undone : steps.done).reversed() {
      // The limit may have cut the group of the oldest transaction.
      let group = try entries(trip, limit: nil, device: steps.device, transaction: step)
      let details = try detailed(group)
      var possible: [(detail: LogEntry, entity: any TripEntity)] = []
      var refusal: TripLibraryError?
      for detail in details {
        switch try reversal(of: detail, isRedo: isRedo) {
        case .possible(let entity): possible.append((detail, entity))
        case .refused(let error): refusal = refusal ?? error
        case .impossible: break
        }
      }
      if let refusal, !isSkipping { throw refusal }
      guard refusal == nil, !possible.isEmpty else {
        if !details.isEmpty { skipped.append(Self.label(details)) }
        continue
      }
      let changes = possible
      let entries = possible.map(\.detail)
      let author = modelContext.author
      modelContext.author = ActivityRecorder.undoAuthor(step, isRedo: isRedo)
      defer { modelContext.author = author }
      try write { now in
        for change in changes {
          try apply(change.detail, to: change.entity, isRedo: isRedo, at: now)
        }
      }
      return UndoResult(entries: entries, isRedo: isRedo, skipped: skipped)
    }
    throw isRedo ? TripLibraryError.nothingToRedo : TripLibraryError.nothingToUndo
  }

  /// The transactions of this device in the log, by whether they are in effect.
  private struct Steps {
    var done: [Int] = []
    var undone: [Int] = []
    var groups: [Int: [ActivityLog]] = [:]
    /// This device; nil before its first change.
    var device: UUID?
    /// The last change without entries.
    var unlogged: ActivityTables.UnloggedChange?
  }

  private func steps(_ trip: UUID?, limit: Int) throws -> Steps {
    let (device, marks, unlogged) = try modelContext.reading(store: 0) { tables in
      let tables = ActivityTables(reading: tables)
      return (
        try tables.value(.device), try tables.undoMarks(), try tables.unloggedChange()
      )
    }
    guard let device = device.flatMap({ UUID(uuidString: $0) }) else { return Steps() }
    let entries = try entries(trip, limit: limit, device: device)
    var steps = Steps(groups: Dictionary(grouping: entries, by: \.transaction), device: device)
    steps.unlogged = unlogged
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
    func label(_ candidates: [Int], isRedo: Bool) throws -> String? {
      let group = try candidates.reversed().lazy.compactMap { steps.groups[$0] }.first { group in
        try group.contains { entry in
          try detailed([entry]).contains {
            if case .impossible = try reversal(of: $0, isRedo: isRedo) { false } else { true }
          }
        }
      }
      guard let group, let first = group.first else { return nil }
      let name = try name(ofObject: first.objectID, first.objectType) ?? ""
      let others = Set(group.map(\.objectID)).count - 1
      return "\(Self.verb(first.action, first.property)) \(name)"
        + (others > 0 ? " and \(others) more" : "")
    }
    return (try label(steps.done, isRedo: false), try label(steps.undone, isRedo: true))
  }

  private static func verb(_ action: String, _ property: String?) -> String {
    switch ActivityAction(rawValue: action) {
    case .insert: "add"
    case .delete: "delete for good"
    case .update, nil: property == "isDeleted" ? "delete or restore" : "change"
    }
  }

  /// A transaction in a few words, such as "delete for good document passport.pdf".
  private static func label(_ details: [LogEntry]) -> String {
    guard
      let first = details.first(where: { $0.entry.action == ActivityAction.delete.rawValue })
        ?? details.first
    else { return "" }
    let kind = (try? Self.type(named: first.entry.objectType))?.displayName ?? ""
    let isDeletion = first.entry.action == ActivityAction.delete.rawValue
    let name = first.objectName ?? (isDeletion ? first.oldValue : nil)
    let others = Set(details.map(\.entry.objectID)).count - 1
    return [verb(first.entry.action, first.entry.property), kind, name].compactMap(\.self)
      .joined(separator: " ") + (others > 0 ? " and \(others) more" : "")
  }

  /// Whether an entry can be reverted or repeated.
  private enum Reversal {
    case possible(any TripEntity)
    /// The value was changed since.
    case refused(TripLibraryError)
    /// The object, or one that the value names, was deleted for good.
    case impossible
  }

  private func reversal(of detail: LogEntry, isRedo: Bool) throws -> Reversal {
    func run<Entity: TripEntity>(_ type: Entity.Type) throws -> Reversal {
      let entry = detail.entry
      func changed(_ property: String) -> Reversal {
        .refused(
          .changedSince(
            property: property, object: "\(Entity.displayName) \(detail.objectName ?? "")"))
      }
      guard let entity = try modelContext.first(type, id: entry.objectID) else {
        return .impossible
      }
      switch ActivityAction(rawValue: entry.action) {
      case .insert: return entity.isDeleted == isRedo ? .possible(entity) : changed("deletion")
      case .update:
        guard let field = Entity.fields.first(where: { $0.name == entry.property }) else {
          return .impossible
        }
        for value in [detail.oldValue, detail.newValue] {
          guard let target = Self.targets[field.name],
            let id = value.flatMap(UUID.init(uuidString:))
          else { continue }
          if try name(ofObject: id, target) == nil { return .impossible }
        }
        let expected = isRedo ? detail.oldValue : detail.newValue
        return field.text(entity) == expected ? .possible(entity) : changed(field.name)
      case .delete, nil: return .impossible
      }
    }
    return try run(try Self.type(named: detail.entry.objectType))
  }

  /// Applies an entry to the object with which ``reversal(of:isRedo:)`` finds it possible.
  ///
  /// The object is not fetched again: a fetch compares all objects that the entries before have changed.
  private func apply<Entity: TripEntity>(
    _ detail: LogEntry, to entity: Entity, isRedo: Bool, at now: Date
  ) throws {
    let entry = detail.entry
    switch ActivityAction(rawValue: entry.action) {
    case .insert: entity.isDeleted = !isRedo
    case .update:
      guard let field = Entity.fields.first(where: { $0.name == entry.property }) else { return }
      try field.setText(isRedo ? detail.newValue : detail.oldValue, entity, modelContext)
    case .delete, nil: return
    }
    entity.deletedAt = entity.isDeleted ? entity.deletedAt ?? now : nil
    entity.updatedAt = now
  }
}
