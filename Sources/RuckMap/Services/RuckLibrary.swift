// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy
import Measures
public import SwiftData

/// The rucks of one store: import, lookup, editing, deletion and export, with values in SI units.
///
/// ```swift
/// let library = try RuckLibrary.open(directory: URL(filePath: "/home/sam/.local/share/cairn"))
/// let report = await library.importFiles([URL(filePath: "hike.gpx")], options: ImportOptions())
/// for ruck in try await library.rucks() { show(ruck) }
/// ```
///
/// Several libraries, in one or more processes, may be open on one store.
///
/// ## Topics
///
/// ### Opening
/// - ``open(directory:)``
///
/// ### Reading
/// - ``rucks()``
/// - ``rucks(_:in:)``
/// - ``search(_:limit:in:)``
/// - ``days(from:to:in:)``
/// - ``ruck(_:)``
/// - ``ids(matching:)``
/// - ``totals()``
/// - ``changes()``
///
/// ### Changing
/// - ``importFiles(_:options:progress:)``
/// - ``add(_:)``
/// - ``addSampleIfEmpty()``
/// - ``edit(_:_:)``
/// - ``delete(_:)``
/// - ``undoImport(_:objects:)``
///
/// ### The user
/// - ``profile()``
/// - ``setProfile(_:)``
///
/// ### Writing files
/// - ``export(_:as:includesPrivatePlaces:)``
/// - ``exportAll()``
@ModelActor
public actor RuckLibrary {
  /// Whether imports have stored rucks for which the feed may lack entries about awards.
  var hasUncountedImports = false
  /// Whether this library has written the entries of the feed that earlier processes left out.
  var isFeedChecked = false

  /// Opens the store in a directory; both are created if needed.
  ///
  /// - Parameter directory: The folder of the app's data.
  /// - Returns: The library.
  /// - Throws: ``RuckLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  public static func open(directory: URL) throws -> RuckLibrary {
    RuckLibrary(modelContainer: try RuckMapStore.container(directory: directory))
  }

  /// Returns all completed rucks, newest first.
  public func rucks() throws -> [RuckSummary] {
    try modelContext.fetch(RuckingSession.completedSessions).map { RuckSummary($0) }
  }

  /// Returns a ruck with its track; nil if no ruck has the identifier.
  public func ruck(_ id: UUID) throws -> RuckDetail? {
    try ruck(id, includesFigures: false)?.detail
  }

  /// Returns a ruck with its track.
  func detail(of session: RuckingSession, track: [TrackPoint]) -> RuckDetail {
    RuckDetail(
      summary: RuckSummary(session), alternativeCalories: alternative(for: session, track: track),
      track: track, warnings: session.warnings, loads: session.severalLoads,
      deviceElevationGain: session.deviceElevationGain.map(Length.metres(feet:)))
  }

  /// Returns the identifiers with a prefix, ignoring case.
  ///
  /// - Parameter prefix: A prefix of an identifier, or a whole one; an empty string matches none.
  /// - Returns: The identifiers of all matching rucks, newest first.
  /// - Throws: A `SwiftDataError`.
  public func ids(matching prefix: String) throws -> [UUID] {
    let prefix = prefix.uppercased()
    guard !prefix.isEmpty else { return [] }
    if let id = UUID(uuidString: prefix) {
      return try modelContext.fetch(RuckingSession.withIdentifier(id)).map(\.id)
    }
    return try modelContext.fetch(RuckingSession.completedSessions).map(\.id)
      .filter { $0.uuidString.hasPrefix(prefix) }
  }

  /// Returns the totals of all completed rucks.
  ///
  /// Rucks that are too fast to walk stay out of the records, the means and the level.
  public func totals() throws -> RuckTotals {
    let sessions = try modelContext.fetch(RuckingSession.completedSessions)
    func sum(_ value: (RuckingSession) -> Double) -> Double {
      sessions.reduce(0) { $0 + value($1) }
    }
    let walks = sessions.filter { !$0.isTooFastToWalk }
    let paces = walks.filter { $0.duration > 0 && $0.distance > 0 }
      .map { $0.duration / $0.totalDistance * 1000 }
    return RuckTotals(
      count: sessions.count, distance: sum(\.totalDistance), duration: sum(\.duration),
      movingTime: sum(\.movingTime), elevationGain: sum(\.totalElevationGain),
      calories: sum(\.calories),
      averagePackWeight: walks.isEmpty
        ? 0 : walks.reduce(0) { $0 + $1.packMass } / Double(walks.count),
      longestDistance: walks.map(\.totalDistance).max() ?? 0, fastestPace: paces.min(),
      experienceLevel: ExperienceLevel(
        sessions: walks.count, miles: walks.reduce(0) { $0 + $1.distance }),
      tooFastCount: sessions.count - walks.count)
  }

  /// Returns the recorded positions of a ruck in the order of recording.
  func track(of id: UUID) throws -> [TrackPoint] {
    let points = FetchDescriptor<LocationPoint>(
      predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.index)])
    return try modelContext.fetch(points).map(\.trackPoint)
  }

  /// Returns the ruck with an identifier.
  func session(_ id: UUID) throws -> RuckingSession {
    guard let session = try modelContext.fetch(RuckingSession.withIdentifier(id)).first else {
      throw RuckLibraryError.notFound(id.uuidString)
    }
    return session
  }

  /// Returns the energy by the alternative equation; nil outside its range.
  private func alternative(
    for session: RuckingSession, track: [TrackPoint]
  ) -> CalorieEstimate? {
    guard let estimate = session.calorieEstimate else { return nil }
    let known = estimate.isBodyWeightAssumed ? nil : estimate.bodyWeight
    let schedule = LoadSchedule(session, bodyMass: known)
    let isLoaded = ([schedule.base] + schedule.parts.map(\.carrier)).contains { $0.load > 0 }
    return schedule.validEstimate(
      track, equation: isLoaded ? .lcdaBackpacking : .lcdaWalking,
      loads: LCDABackpacking.relativeLoadRange)
  }
}

extension RuckLibrary {
  /// Returns a sequence of the store's saves, by this process or another.
  ///
  /// Saves that are faster than the iteration are coalesced. The sequence does not end: stop
  /// iterating, or cancel the task. It throws if the store becomes unreadable.
  ///
  /// - Returns: A sequence with an element after each save; an iterator observes from its creation.
  public nonisolated func changes() -> ChangesSequence { modelContainer.changes() }
}
