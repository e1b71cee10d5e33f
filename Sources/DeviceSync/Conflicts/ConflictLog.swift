// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import SwiftData

/// The log of overwritten values in one store.
struct ConflictLog {
  let opened: StoreInspection

  private var store: any CairnApp { opened.store }
  private var inspector: MirrorNotes { opened.inspector }

  /// The logs of the stores that have synced.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - app: The name of the app; nil for all.
  /// - Returns: The logs, and the error of the first store that can't be opened.
  /// - Throws: ``CommandError`` if the login can't be read.
  static func all(
    _ account: DeviceAccount, of app: String? = nil
  ) throws -> (logs: [ConflictLog], failure: SwiftDataError?) {
    var logs: [ConflictLog] = []
    var failure: SwiftDataError?
    guard try account.login() != nil else { return (logs, failure) }
    for store in account.apps where app == nil || app == store.name {
      do {
        if let opened = try account.inspect(store) { logs.append(ConflictLog(opened: opened)) }
      } catch let error as SwiftDataError {
        failure = failure ?? error
      }
    }
    return (logs, failure)
  }

  /// Finds a conflict and its log.
  ///
  /// - Throws: ``CommandError`` if there is no such conflict, or several apps have one.
  static func find(
    _ number: ConflictArgument, _ account: DeviceAccount
  ) async throws -> (ConflictLog, ConflictRecord) {
    let (logs, failure) = try all(account, of: number.app)
    // Each store numbers its conflicts from 1.
    var found: [(log: ConflictLog, record: ConflictRecord)] = []
    for log in logs {
      if let record = try await log.records().first(where: { $0.conflict.id == number.id }) {
        found.append((log, record))
      }
    }
    guard let first = found.first else {
      if let failure { throw failure }
      throw CommandError("there is no conflict \(number.id): see cairn sync conflicts --all")
    }
    guard found.count == 1 else {
      let options = found.map { "--app \($0.record.store.name)" }.joined(separator: " or ")
      throw CommandError("several apps have a conflict \(number.id): add \(options)")
    }
    return (first.log, first.record)
  }

  /// All conflicts in the log, oldest first.
  func records() async throws -> [ConflictRecord] {
    let conflicts = try inspector.conflicts()
    let descriptions = try await store.conflictFormatter.descriptions(
      of: conflicts, in: opened.container)
    return zip(conflicts, descriptions).map { ConflictRecord($0, store, $1) }
  }

  /// Restores an overwritten value or deletion, and recomputes derived values.
  ///
  /// - Throws: ``CommandError`` with a remedy if that fails, for example because the object was
  ///   deleted.
  func restore(_ conflict: Conflict) throws {
    do {
      try inspector.restore(conflict.id) { store.conflictFormatter.didRestore(conflict, in: $0) }
    } catch let error as SwiftDataError where error == .modelValidationFailure {
      throw CommandError(
        "\(CommandError.describe(error)) Dismiss the conflict to remove it from the list")
    }
  }

  /// The current values of the properties of conflicts, by conflict.
  func currentValues(of conflicts: [Conflict]) throws -> [Conflict.ID: CurrentValue] {
    try inspector.currentValues(of: conflicts)
  }

  func dismiss(_ conflict: Conflict) throws { try inspector.dismiss(conflict.id) }
}

/// A conflict as JSON and as text; unknown values are null.
struct ConflictRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, app, noticed, entity, record, object, title, kind, side, property, written, value
    case isDerived = "derived"
  }

  let conflict: Conflict
  let store: any CairnApp
  let description: ConflictDescription

  init(_ conflict: Conflict, _ store: any CairnApp, _ description: ConflictDescription) {
    self.conflict = conflict
    self.store = store
    self.description = description
  }

  /// Whether the overwritten value is derived from other values.
  var isDerived: Bool { store.conflictFormatter.isDerived(conflict) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(conflict.id, forKey: .id)
    try container.encode(store.name, forKey: .app)
    try container.encode(conflict.date.jsonText, forKey: .noticed)
    try container.encode(conflict.entityName, forKey: .entity)
    try container.encode(conflict.recordName, forKey: .record)
    try container.encode(description.id, forKey: .object)
    try container.encode(description.title, forKey: .title)
    try container.encode(conflict.kind.rawValue, forKey: .kind)
    try container.encode(conflict.side.rawValue, forKey: .side)
    try container.encode(conflict.propertyName, forKey: .property)
    try container.encode(conflict.written?.jsonText, forKey: .written)
    try container.encode(conflict.valueDescription, forKey: .value)
    try container.encode(isDerived, forKey: .isDerived)
  }

  /// The overwritten value or deletion.
  var text: String { text(of: description.value) }

  /// The overwritten value or deletion for a table row; long values are truncated.
  var shortText: String { text(of: description.value?.printable.truncated(to: 60)) }

  private func text(of value: String?) -> String {
    switch conflict.kind {
    case .deletion: "its deletion"
    case .rows: "\(conflict.entityName): \(value ?? "rows")"
    case .value: "\(conflict.propertyName ?? "") = \(value ?? "nothing")"
    }
  }
}
