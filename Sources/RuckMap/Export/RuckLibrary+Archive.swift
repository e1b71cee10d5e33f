// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Exports all rucks with all their values, for an import into another store.
  ///
  /// The file contains private places, unlike ``export(_:as:includesPrivatePlaces:)``. One ruck at a
  /// time is in memory.
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
    let ids = try modelContext.fetch(
      FetchDescriptor<RuckingSession>(sortBy: [SortDescriptor(\.startDate)])
    ).map(\.id)
    var count = 0
    for id in ids {
      try Task.checkCancellation()
      // Deleted by another process since the list was read.
      guard let session = try modelContext.fetch(RuckingSession.withIdentifier(id)).first else {
        continue
      }
      let copy = RuckCopy(session, points: try points(of: id))
      try write(try RuckArchive.line(copy, isFirst: count == 0))
      count += 1
    }
    try write(Data(("\n" + RuckArchive.footer + "\n").utf8))
    return count
  }

  /// Exports all rucks with all their values as one file in memory.
  ///
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func exportAll() throws -> Data {
    var data = Data()
    _ = try writeAll { data.append($0) }
    return data
  }
}
