// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Changes a ruck's name, notes or pack; a new pack weight gives new energy.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - edit: What to change.
  /// - Returns: The ruck as it is now.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckLibraryError/invalidPackWeight(_:)``, or why
  ///   the store can't save; nothing is changed then.
  public func edit(_ id: UUID, _ edit: RuckEdit) throws -> RuckSummary {
    if let packWeight = edit.packWeight { try RuckLibraryError.check(packWeight: packWeight) }
    var result: RuckSummary?
    try modelContext.transaction {
      let session = try session(id)
      if let name = edit.name { session.name = name.isEmpty ? nil : name }
      if let notes = edit.notes { session.notes = notes.isEmpty ? nil : notes }
      if let packWeight = edit.packWeight {
        session.packWeight = Mass.pounds(kilograms: packWeight)
        session.deriveEnergy(try track(of: session.id))
        session.warnings.removeAll { $0 == ImportWarnings.unknownPackWeight }
      }
      session.noteEdit()
      result = RuckSummary(session)
    }
    guard let result else { throw RuckLibraryError.notFound(id.uuidString) }
    return result
  }

  /// Deletes a ruck with its track.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or why the store can't save.
  public func delete(_ id: UUID) throws {
    try modelContext.transaction { modelContext.delete(try session(id)) }
  }
}
