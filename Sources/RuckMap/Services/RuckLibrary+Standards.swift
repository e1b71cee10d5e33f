// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns the table of standards: the app's, and the user's changes and additions.
  ///
  /// - Returns: The standards by organization and distance; hidden ones are left out.
  /// - Throws: A `SwiftDataError`.
  public func standards() throws -> [FitnessStandard] {
    let stored = try modelContext.fetch(FetchDescriptor<PTStandard>())
    let ids = Set(stored.map(\.id))
    let others = FitnessStandard.builtIn.filter { !ids.contains($0.id) }
    return (others + stored.filter(\.isActive).map { FitnessStandard($0) }).sorted {
      ($0.organization, $0.distance, $0.time, $0.name)
        < ($1.organization, $1.distance, $1.time, $1.name)
    }
  }

  /// Stores a standard that the user has added or changed.
  ///
  /// - Parameter standard: The standard; one with the same identifier is replaced.
  /// - Throws: ``RuckLibraryError/invalidStandard(_:)``, or a `SwiftDataError`.
  public func setStandard(_ standard: FitnessStandard) throws {
    guard standard.distance.isFinite, (1...1_000_000).contains(standard.distance),
      (0...500).contains(standard.packWeight), (0...1_000_000).contains(standard.time),
      !standard.name.isEmpty
    else { throw RuckLibraryError.invalidStandard(standard.name) }
    try modelContext.transaction {
      let row = try stored(standard.id) ?? inserted(standard)
      row.organization = standard.organization
      row.name = standard.name
      row.distance = Length.miles(metres: standard.distance)
      row.packWeight = Mass.pounds(kilograms: standard.packWeight)
      row.timeLimit = standard.time
      row.source = standard.source
      row.isCustom = true
      row.isActive = true
    }
  }

  /// Hides a standard of the app, or deletes a standard of the user.
  ///
  /// - Parameter id: The standard's identifier; an unknown one is ignored.
  /// - Throws: A `SwiftDataError`.
  public func removeStandard(_ id: UUID) throws {
    try modelContext.transaction {
      if let standard = FitnessStandard.builtIn.first(where: { $0.id == id }) {
        let row = try stored(id) ?? inserted(standard)
        row.isActive = false
      } else if let row = try stored(id) {
        modelContext.delete(row)
      }
    }
  }

  /// Restores the app's values of a standard, also of a hidden one.
  ///
  /// - Parameter id: The standard's identifier; a standard of the user remains.
  /// - Throws: A `SwiftDataError`.
  public func resetStandard(_ id: UUID) throws {
    guard FitnessStandard.builtIn.contains(where: { $0.id == id }) else { return }
    try modelContext.transaction {
      if let row = try stored(id) { modelContext.delete(row) }
    }
  }

  /// Returns the best effort for each standard.
  ///
  /// Only rucks with at least the standard's pack count, compared in whole pounds.
  ///
  /// - Returns: The results in the order of ``standards()``.
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func standardResults() throws -> [StandardResult] {
    let standards = try standards()
    let distances = Array(Set(standards.map(\.distance) + BestEffort.recordDistances)).sorted()
    let rucks = try figures(of: try timedSessions(), distances: distances)
      .map { session, figures in (ruck: RuckSummary(session), efforts: figures.efforts) }
      .filter { !$0.ruck.isTooFastToWalk }
    return standards.map { standard in
      let pounds = LoadBand.pounds(packWeight: standard.packWeight)
      let efforts = rucks.filter { LoadBand.pounds(packWeight: $0.ruck.packWeight) >= pounds }
        .flatMap { ruck in
          ruck.efforts.filter { $0.distance == standard.distance }
            .map { EffortRecord(effort: $0, ruck: ruck.ruck) }
        }
      return StandardResult(
        standard: standard,
        best: efforts.min {
          ($0.effort.time, $0.ruck.startedAt) < ($1.effort.time, $1.ruck.startedAt)
        })
    }
  }

  private func stored(_ id: UUID) throws -> PTStandard? {
    try modelContext.fetch(FetchDescriptor<PTStandard>(predicate: #Predicate { $0.id == id })).first
  }

  private func inserted(_ standard: FitnessStandard) -> PTStandard {
    let row = PTStandard(
      organization: standard.organization, name: standard.name,
      distance: Length.miles(metres: standard.distance),
      packWeight: Mass.pounds(kilograms: standard.packWeight), timeLimit: standard.time,
      source: standard.source)
    row.id = standard.id
    modelContext.insert(row)
    return row
  }
}
