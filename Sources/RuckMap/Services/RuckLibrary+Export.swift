// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// A ruck's track as a GPX 1.1 file.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Returns: The file's bytes.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or ``RuckLibraryError/nothingToExport(_:)`` for a
  ///   ruck without recorded positions.
  public func exportGPX(_ id: UUID) throws -> Data {
    let session = try session(id)
    let track = try track(of: id)
    guard !track.isEmpty else { throw RuckLibraryError.nothingToExport(id.uuidString) }
    return try Recording.gpx(track, name: session.name, notes: session.notes)
  }
}
