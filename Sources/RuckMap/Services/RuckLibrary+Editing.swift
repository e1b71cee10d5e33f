// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Changes a ruck's values; a new pack weight, body weight or surface changes the energy.
  ///
  /// If the ruck has several loads, a new pack weight changes each by the same difference.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - edit: The changes.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckLibraryError/invalidPackWeight(_:)``,
  ///   ``RuckLibraryError/invalidBodyWeight(_:)``, ``RuckLibraryError/loadNotFound(_:count:)``,
  ///   ``RuckLibraryError/invalidExertion(_:)``, or a `SwiftDataError`; nothing is changed then.
  public func edit(_ id: UUID, _ edit: RuckEdit) throws -> RuckSummary {
    for weight in edit.loads.values + [edit.packWeight].compactMap(\.self) {
      try RuckLibraryError.check(packWeight: weight)
    }
    if let weight = edit.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    if let rpe = edit.rpe, !(1...10).contains(rpe) { throw RuckLibraryError.invalidExertion(rpe) }
    var result: RuckSummary?
    try modelContext.transaction {
      let session = try session(id)
      if let name = edit.name { session.name = name.isEmpty ? nil : name }
      if let notes = edit.notes { session.notes = notes.isEmpty ? nil : notes }
      if edit.cleared.contains(.rpe) { session.rpe = nil }
      if let rpe = edit.rpe { session.rpe = rpe }
      if let isPublic = edit.isPublic {
        let audience = session.user?.effectivePrivacyLevel ?? .public
        session.isPublic = isPublic && audience == .public
      }
      let surface = session.surface
      if edit.cleared.contains(.surface) { session.changeSurface(to: nil) }
      if let surface = edit.surface { session.changeSurface(to: surface) }
      if let packWeight = edit.packWeight {
        try session.changePack(to: Mass.pounds(kilograms: packWeight))
        session.removePackWeightWarning()
      }
      for (number, weight) in edit.loads.sorted(by: { $0.key < $1.key }) {
        try session.changeLoad(number, to: Mass.pounds(kilograms: weight))
      }
      if let weight = edit.bodyWeight { session.bodyWeight = Mass.pounds(kilograms: weight) }
      if edit.packWeight != nil || edit.bodyWeight != nil || !edit.loads.isEmpty
        || surface != session.surface
      {
        session.deriveEnergy(try track(of: session.id))
      }
      session.markEdited()
      result = RuckSummary(session)
    }
    guard let result else { throw RuckLibraryError.notFound(id.uuidString) }
    return result
  }

  /// Recalculates the energy of rucks whose inputs were merged from several devices.
  ///
  /// Call it after remote changes were applied.
  ///
  /// - Returns: The number of rucks that were recalculated.
  /// - Throws: A `SwiftDataError`; nothing is changed then.
  @discardableResult
  public func recalculateMergedEnergy() throws -> Int {
    let outdated = try modelContext.fetch(RuckingSession.completedSessions)
      .filter(\.isEnergyOutdated)
    if outdated.isEmpty { return 0 }
    try modelContext.transaction {
      for session in outdated {
        session.deriveEnergy(try track(of: session.id))
        if session.packWeight > 0 { session.removePackWeightWarning() }
      }
    }
    return outdated.count
  }

  /// Deletes a ruck with its track.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  public func delete(_ id: UUID) throws {
    try modelContext.transaction { try modelContext.deleteSessions([try session(id)]) }
  }

  /// Deletes the rucks and the other objects that an import added, in one transaction.
  ///
  /// Pass the identifiers of ``ImportReport/imported``, and the new ``ImportReport/objects``. Rucks that
  /// were stored before the import are in ``ImportReport/unchanged`` and remain. The profile remains too,
  /// also if the import has restored it or its body weight.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of the rucks; one that is already deleted is ignored.
  ///   - objects: The kinds of other objects by their identifiers.
  /// - Returns: The number of deleted rucks.
  /// - Throws: A `SwiftDataError`; nothing is deleted then.
  @discardableResult
  public func undoImport(_ ids: [UUID], objects: [UUID: String] = [:]) throws -> Int {
    var count = 0
    try modelContext.transaction {
      let sessions = try Set(ids).compactMap {
        try modelContext.fetch(RuckingSession.withIdentifier($0)).first
      }
      try modelContext.deleteSessions(sessions)
      try modelContext.deleteRestored(objects)
      count = sessions.count
    }
    return count
  }
}

/// Changes to a ruck; nil leaves a value unchanged.
///
/// ```swift
/// let ruck = try await library.edit(id, RuckEdit(name: "Lake Cerknica", packWeight: 16))
/// print(ruck.calories?.kilocalories ?? 0)
/// ```
public struct RuckEdit: Sendable, Hashable {
  /// The name; an empty string removes it.
  public var name: String?
  /// The notes; an empty string removes them.
  public var notes: String?
  /// The pack in kilograms; several loads change by the same difference.
  public var packWeight: Double?
  /// The body in kilograms, for this ruck; the profile stays as it is.
  public var bodyWeight: Double?
  /// Kilograms of single loads, by the number of the load from 1, after ``packWeight``.
  public var loads: [Int: Double]
  /// Perceived exertion, 1...10.
  public var rpe: Int?
  /// The surface; the energy is recalculated.
  public var surface: WalkingSurface?
  /// Whether the ruck may be published.
  public var isPublic: Bool?
  /// Values to remove; a new value of the edit takes precedence.
  public var cleared: Set<OptionalValue>

  /// A value that a ruck may lack.
  public enum OptionalValue: Sendable, Hashable, CaseIterable {
    case rpe, surface
  }

  /// Creates an edit.
  public init(
    name: String? = nil, notes: String? = nil, packWeight: Double? = nil, rpe: Int? = nil,
    surface: WalkingSurface? = nil, isPublic: Bool? = nil, cleared: Set<OptionalValue> = [],
    loads: [Int: Double] = [:], bodyWeight: Double? = nil
  ) {
    self.name = name
    self.notes = notes
    self.packWeight = packWeight
    self.rpe = rpe
    self.surface = surface
    self.isPublic = isPublic
    self.cleared = cleared
    self.loads = loads
    self.bodyWeight = bodyWeight
  }
}
