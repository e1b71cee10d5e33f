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
        session.didLearnPackWeight()
      }
      session.noteEdit()
      result = RuckSummary(session)
    }
    guard let result else { throw RuckLibraryError.notFound(id.uuidString) }
    return result
  }

  /// Reckons the energy of rucks anew whose figures come from several devices; to be called when others' changes
  /// have come.
  ///
  /// - Returns: How many were other than what they were reckoned from.
  /// - Throws: Why the store can't be read or save; nothing is changed then.
  @discardableResult
  public func settle() throws -> Int {
    let outdated = try modelContext.fetch(RuckingSession.completedSessions)
      .filter(\.isEnergyOutdated)
    if outdated.isEmpty { return 0 }
    try modelContext.transaction {
      for session in outdated {
        session.deriveEnergy(try track(of: session.id))
        if session.packWeight > 0 { session.didLearnPackWeight() }
      }
    }
    return outdated.count
  }

  /// Deletes a ruck with its track.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or why the store can't save.
  public func delete(_ id: UUID) throws {
    try modelContext.transaction { modelContext.delete(try session(id)) }
  }
}
