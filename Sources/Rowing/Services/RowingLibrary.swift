// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// The sessions, athletes and teams of one store, with values in SI units.
///
/// ```swift
/// let library = try RowingLibrary.open(directory: URL(filePath: "/home/sam/.local/share/cairn"))
/// let report = await library.importFiles(
///   [URL(filePath: "concept2-season-2021.csv")], options: RowingImportOptions())
/// for session in try await library.sessions(SessionQuery()).sessions { show(session) }
/// ```
///
/// Several libraries, in one or more processes, may be open on one store. Models stay inside the
/// actor; results are values.
@ModelActor
package actor RowingLibrary {
  /// The values of sessions that records and load have calculated from strokes.
  var cache = StrokeValueCache()

  /// Opens the store in a directory; both are created if needed.
  ///
  /// - Throws: ``RowingLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  package static func open(directory: URL) throws -> RowingLibrary {
    RowingLibrary(modelContainer: try RowingStore.container(directory: directory))
  }

  /// Returns a sequence of the store's saves, by this process or another.
  package nonisolated func changes() -> ChangesSequence { modelContainer.changes() }

  /// Returns the session with an identifier.
  func model(session id: UUID) throws -> RowingSession {
    guard let session = try modelContext.fetch(RowingSession.withIdentifier(id)).first else {
      throw RowingLibraryError.sessionNotFound(id.uuidString)
    }
    return session
  }

  /// Returns the athlete with an identifier.
  func model(athlete id: UUID) throws -> Athlete {
    var descriptor = FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    guard let athlete = try modelContext.fetch(descriptor).first else {
      throw RowingLibraryError.athleteNotFound(id.uuidString)
    }
    return athlete
  }

  /// Returns the team with an identifier.
  func model(team id: UUID) throws -> Team {
    var descriptor = FetchDescriptor<Team>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    guard let team = try modelContext.fetch(descriptor).first else {
      throw RowingLibraryError.teamNotFound(id.uuidString)
    }
    return team
  }

  /// Performs a change in one transaction and returns its result.
  func saving<Value>(_ change: () throws -> Value) throws -> Value {
    var results: [Value] = []
    try modelContext.transaction { results.append(try change()) }
    // The transaction has called the closure, or thrown.
    return results[0]
  }

  /// Returns the strokes of a session as models, in order.
  ///
  /// - Parameters:
  ///   - id: The session's identifier.
  ///   - isRest: Whether the strokes of rests are returned, instead of those of work.
  /// - Returns: The strokes.
  /// - Throws: A `SwiftDataError`.
  func metrics(of id: UUID, inRests isRest: Bool = false) throws -> [PerformanceMetric] {
    try modelContext.fetch(
      FetchDescriptor<PerformanceMetric>(
        predicate: #Predicate { $0.session?.id == id && $0.isRest == isRest },
        sortBy: [SortDescriptor(\.index)]))
  }

  /// Returns the intervals of a session as models, in order.
  func parts(of id: UUID) throws -> [RowingInterval] {
    try modelContext.fetch(
      FetchDescriptor<RowingInterval>(
        predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.index)]))
  }
}
