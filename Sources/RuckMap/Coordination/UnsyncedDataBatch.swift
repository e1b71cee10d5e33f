// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The identifiers of objects with changes that were not sent yet.
public struct UnsyncedDataBatch: Sendable, Hashable {
  /// Rucks.
  public var sessions: [UUID]
  /// Saved routes.
  public var routes: [UUID]
  /// Gear.
  public var equipment: [UUID]
  /// Objects of other models, such as positions and reviews.
  public var otherCount: Int

  /// Creates a batch.
  public init(
    sessions: [UUID] = [], routes: [UUID] = [], equipment: [UUID] = [], otherCount: Int = 0
  ) {
    self.sessions = sessions
    self.routes = routes
    self.equipment = equipment
    self.otherCount = otherCount
  }

  /// Whether all changes were sent.
  public var isEmpty: Bool { totalCount == 0 }

  /// The number of objects.
  public var totalCount: Int { sessions.count + routes.count + equipment.count + otherCount }

  /// Divides the batch: rucks first, then routes, gear and other objects.
  ///
  /// - Parameter size: The maximum number of objects in a part; values below 1 count as 1.
  /// - Returns: The parts; empty for an empty batch.
  public func batches(of size: Int) -> [UnsyncedDataBatch] {
    let size = max(1, size)
    func parts(_ ids: [UUID], _ path: WritableKeyPath<UnsyncedDataBatch, [UUID]>)
      -> [UnsyncedDataBatch]
    {
      stride(from: 0, to: ids.count, by: size).map { start in
        var part = UnsyncedDataBatch()
        part[keyPath: path] = Array(ids[start..<min(start + size, ids.count)])
        return part
      }
    }
    let others = stride(from: 0, to: otherCount, by: size).map {
      UnsyncedDataBatch(otherCount: min(size, otherCount - $0))
    }
    return parts(sessions, \.sessions) + parts(routes, \.routes) + parts(equipment, \.equipment)
      + others
  }
}

/// A source of the changes that were not sent yet.
public protocol UnsyncedDataSource: Sendable {
  /// Returns the objects with changes that were not sent yet.
  ///
  /// - Throws: An error of the store.
  func getUnsyncedData() async throws -> UnsyncedDataBatch
}

/// A connection by which changes are sent.
public protocol NetworkService: Sendable {
  /// Sends the changes of objects, and returns when the server has stored them.
  ///
  /// - Throws: An error of the connection or the server.
  func sync(_ batch: UnsyncedDataBatch) async throws
}
