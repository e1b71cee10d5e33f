// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Exports all objects of the store with all their values, for an import into another store.
  ///
  /// The file contains private places, contacts and health data, unlike
  /// ``export(_:as:includesPrivatePlaces:)``. The track of one ruck at a time is in memory, and at the
  /// end those of the edits that can be undone.
  ///
  /// - Parameter write: Receives the next bytes of the file.
  /// - Returns: The number of rucks.
  /// - Throws: `CancellationError`, a `SwiftDataError`, or an error of `write`.
  @discardableResult
  public func exportAll(_ write: @Sendable (Data) throws -> Void) throws -> Int {
    try writeAll(write)
  }

  private func writeAll(_ write: (Data) throws -> Void) throws -> Int {
    try write(Data((RuckArchive.header + "\n").utf8))
    var isFirst = true
    func append(_ entry: ArchiveEntry) throws {
      try Task.checkCancellation()
      try write(RuckArchive.line(entry, isFirst: isFirst))
      isFirst = false
    }
    for type in RuckArchive.typesBeforeRucks { try writeObjects(type) { try append($0) } }
    let ids = try modelContext.fetch(
      FetchDescriptor<RuckingSession>(sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.id)])
    ).map(\.id)
    var count = 0
    for id in ids {
      // Deleted by another process since the list was read.
      guard let session = try modelContext.fetch(RuckingSession.withIdentifier(id)).first else {
        continue
      }
      try append(.ruck(RuckCopy(session, points: try points(of: id))))
      count += 1
    }
    for type in RuckArchive.typesAfterRucks { try writeObjects(type) { try append($0) } }
    try write(Data(("\n" + RuckArchive.footer + "\n").utf8))
    return count
  }

  /// Writes all objects of a type in the order of their identifiers; the owner precedes other users.
  private func writeObjects<Object: ArchivedObject>(
    _ type: Object.Type, _ append: (ArchiveEntry) throws -> Void
  ) throws {
    var objects = try modelContext.fetch(FetchDescriptor<Object.Model>()).map { Object($0) }
    objects.sort { $0.id.uuidString < $1.id.uuidString }
    if let owner = try owner()?.id, let index = objects.firstIndex(where: { $0.id == owner }) {
      objects.insert(objects.remove(at: index), at: 0)
    }
    for object in objects { try append(.object(object)) }
  }

  /// Exports all objects of the store with all their values as one file in memory.
  ///
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func exportAll() throws -> Data {
    var data = Data()
    _ = try writeAll { data.append($0) }
    return data
  }
}
