// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData

/// The changes of a store since a position in its history.
struct AnalyticsChanges: Sendable {
  /// The position after the changes; nil if the store has no history yet.
  var position: DefaultHistoryToken?
  /// True if the changes are unknown, so that all rows must be recalculated.
  var isEverything: Bool
  /// The changed sessions.
  var sessions: Set<UUID> = []
  /// The changed athletes, and the athletes of changed sessions.
  var athletes: Set<UUID> = []
}

extension RowingLibrary {
  /// The most identifiers in one fetch.
  private static let batch = 500

  /// The models that belong to a session.
  private static let parts: Set = ["PerformanceMetric", "RowingInterval"]

  /// Returns the changes after a position; everything without a position or after its expiry.
  ///
  /// An inserted or deleted session, stroke or interval is also an update of its owner.
  func analyticsChanges(after position: DefaultHistoryToken?) throws -> AnalyticsChanges {
    guard let position else { return try everything() }
    let transactions: [DefaultHistoryTransaction]
    do {
      transactions = try modelContext.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > position }))
    } catch let error as SwiftDataError where error == .historyTokenExpired {
      return try everything()
    }
    var changed: [String: Set<PersistentIdentifier>] = [:]
    for change in transactions.flatMap(\.changes) {
      let identifier = change.changedPersistentIdentifier
      switch change {
      // A new stroke or interval is an update of its session.
      case .insert where Self.parts.contains(identifier.entityName): break
      case .insert, .update: changed[identifier.entityName, default: []].insert(identifier)
      case .delete: changed[identifier.entityName]?.remove(identifier)
      }
    }
    var changes = AnalyticsChanges(
      position: transactions.last?.token ?? position, isEverything: false)
    try add(changed, to: &changes)
    return changes
  }

  private func add(
    _ changed: [String: Set<PersistentIdentifier>], to changes: inout AnalyticsChanges
  ) throws {
    func add(_ session: RowingSession) {
      changes.sessions.insert(session.id)
      if let athlete = session.athlete { changes.athletes.insert(athlete.id) }
    }
    for ids in batches(changed["RowingSession"]) {
      let found = try modelContext.fetch(
        FetchDescriptor<RowingSession>(predicate: #Predicate { ids.contains($0.persistentModelID) })
      )
      for session in found { add(session) }
    }
    for ids in batches(changed["PerformanceMetric"]) {
      let found = try modelContext.fetch(
        FetchDescriptor<PerformanceMetric>(
          predicate: #Predicate { ids.contains($0.persistentModelID) }))
      for session in Set(found.compactMap(\.session)) { add(session) }
    }
    for ids in batches(changed["RowingInterval"]) {
      let found = try modelContext.fetch(
        FetchDescriptor<RowingInterval>(
          predicate: #Predicate { ids.contains($0.persistentModelID) }))
      for session in Set(found.compactMap(\.session)) { add(session) }
    }
    for ids in batches(changed["Athlete"]) {
      let found = try modelContext.fetch(
        FetchDescriptor<Athlete>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
      changes.athletes.formUnion(found.map(\.id))
    }
  }

  private func batches(_ ids: Set<PersistentIdentifier>?) -> [[PersistentIdentifier]] {
    let ids = Array(ids ?? [])
    return stride(from: 0, to: ids.count, by: Self.batch).map {
      Array(ids[$0..<min($0 + Self.batch, ids.count)])
    }
  }

  private func everything() throws -> AnalyticsChanges {
    var newest = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    newest.fetchLimit = 1
    return AnalyticsChanges(
      position: try modelContext.fetchHistory(newest).first?.token, isEverything: true)
  }
}
