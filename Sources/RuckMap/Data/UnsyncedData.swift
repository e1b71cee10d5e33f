// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// Rucks, routes and gear that changed on this device after a position in the history.
public struct UnsyncedData: Sendable, Hashable {
  /// The author of transactions that apply changes of other devices.
  static let remoteAuthor = "CloudKit"
  /// The maximum number of objects in one of ``batches``.
  public static let batchSize = 50

  /// The changed rucks, in the order of their identifiers.
  public var sessions: [RuckingSessionSnapshot]
  /// The changed routes.
  public var routes: [RouteSnapshot]
  /// The changed gear.
  public var equipment: [EquipmentSnapshot]
  /// The position after the last transaction; nil for an empty history.
  public var token: DefaultHistoryToken?

  /// Creates a batch.
  public init(
    sessions: [RuckingSessionSnapshot], routes: [RouteSnapshot], equipment: [EquipmentSnapshot],
    token: DefaultHistoryToken? = nil
  ) {
    self.sessions = sessions
    self.routes = routes
    self.equipment = equipment
    self.token = token
  }

  /// True if nothing changed.
  public var isEmpty: Bool { sessions.isEmpty && routes.isEmpty && equipment.isEmpty }

  /// The number of changed objects.
  public var totalCount: Int { sessions.count + routes.count + equipment.count }

  /// An alias of ``totalCount``.
  public var count: Int { totalCount }

  /// The objects in batches of ``batchSize``, rucks first.
  public var batches: [UnsyncedData] {
    sessions.chunked(into: Self.batchSize).map {
      UnsyncedData(sessions: $0, routes: [], equipment: [], token: token)
    }
      + routes.chunked(into: Self.batchSize).map {
        UnsyncedData(sessions: [], routes: $0, equipment: [], token: token)
      }
      + equipment.chunked(into: Self.batchSize).map {
        UnsyncedData(sessions: [], routes: [], equipment: $0, token: token)
      }
  }
}

extension UnsyncedData {
  /// Reads the objects that local transactions after a position inserted or updated.
  ///
  /// A change of a track, of a segment or of a use counts for its own object only. Objects that were
  /// deleted since are left out.
  init(_ context: ModelContext, after token: DefaultHistoryToken?) throws {
    let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    if let token {
      descriptor = HistoryDescriptor(predicate: #Predicate { $0.token > token })
    } else {
      descriptor = HistoryDescriptor()
    }
    var changed: [String: Set<PersistentIdentifier>] = [:]
    var last = token
    for transaction in try context.fetchHistory(descriptor) {
      last = transaction.token
      if transaction.author == Self.remoteAuthor { continue }
      for change in transaction.changes {
        let id = change.changedPersistentIdentifier
        if case .delete = change {
          changed[id.entityName]?.remove(id)
        } else {
          changed[id.entityName, default: []].insert(id)
        }
      }
    }
    sessions = try context.models(RuckingSession.self, changed).map { RuckingSessionSnapshot($0) }
      .sorted { $0.id.uuidString < $1.id.uuidString }
    routes = try context.models(Route.self, changed).map { RouteSnapshot($0) }
      .sorted { $0.id.uuidString < $1.id.uuidString }
    equipment = try context.models(Equipment.self, changed).map { EquipmentSnapshot($0) }
      .sorted { $0.id.uuidString < $1.id.uuidString }
    self.token = last
  }
}

extension ModelContext {
  /// Returns the existing models among identifiers by entity name.
  fileprivate func models<Model: PersistentModel>(
    _ type: Model.Type, _ identifiers: [String: Set<PersistentIdentifier>]
  ) throws -> [Model] {
    let wanted = Array(identifiers[Schema.entityName(for: type)] ?? [])
    if wanted.isEmpty { return [] }
    return try fetch(
      FetchDescriptor<Model>(predicate: #Predicate { wanted.contains($0.persistentModelID) }))
  }
}

extension Array {
  /// Splits the array into arrays of a size, the last of which may be smaller.
  ///
  /// - Parameter size: The number of elements; at least 1 is used.
  /// - Returns: The arrays, in order.
  package func chunked(into size: Int) -> [[Element]] {
    let size = Swift.max(1, size)
    return stride(from: 0, to: count, by: size).map {
      Array(self[$0..<Swift.min($0 + size, count)])
    }
  }
}
