// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// All rucks of one store: import, look up, edit, delete and export, as values in SI units.
///
/// ```swift
/// let library = try RuckLibrary.open(directory: URL(filePath: "/home/sam/.local/share/cairn"))
/// let report = await library.importFiles([URL(filePath: "hike.gpx")], options: ImportOptions())
/// for ruck in try await library.rucks() { show(ruck) }
/// ```
///
/// Several libraries, also of several processes, may be open on one store.
///
/// ## Topics
///
/// ### Opening
/// - ``open(directory:)``
///
/// ### Reading
/// - ``rucks()``
/// - ``ruck(_:)``
/// - ``ids(matching:)``
/// - ``totals()``
/// - ``changes()``
///
/// ### Changing
/// - ``importFiles(_:options:progress:)``
/// - ``addSampleIfEmpty()``
/// - ``edit(_:_:)``
/// - ``delete(_:)``
///
/// ### The user
/// - ``profile()``
/// - ``setProfile(_:)``
///
/// ### Writing files
/// - ``exportGPX(_:)``
@ModelActor
public actor RuckLibrary {
  /// Opens the store in a directory; both are made if they aren't there.
  ///
  /// - Parameter directory: The folder of the app's data.
  /// - Returns: The library.
  /// - Throws: ``RuckLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError` that
  ///   says why the store can't be opened and what to do.
  public static func open(directory: URL) throws -> RuckLibrary {
    RuckLibrary(modelContainer: try RuckMapStore.container(directory: directory))
  }

  /// All completed rucks, newest first.
  public func rucks() throws -> [RuckSummary] {
    try modelContext.fetch(RuckingSession.completedSessions).map { RuckSummary($0) }
  }

  /// One ruck with its track; nil if there is none with that identifier.
  public func ruck(_ id: UUID) throws -> RuckDetail? {
    guard let session = try modelContext.fetch(RuckingSession.withIdentifier(id)).first else {
      return nil
    }
    let track = try track(of: id)
    return RuckDetail(
      summary: RuckSummary(session), alternativeCalories: alternative(for: session, track: track),
      track: track, warnings: session.warnings)
  }

  /// The identifiers whose text starts so; upper and lower case don't matter.
  ///
  /// - Parameter prefix: The beginning of an identifier, or all of it. An empty one matches nothing.
  /// - Returns: The identifiers of all rucks that match, newest first.
  /// - Throws: Why the store can't be read.
  public func ids(matching prefix: String) throws -> [UUID] {
    let prefix = prefix.uppercased()
    guard !prefix.isEmpty else { return [] }
    if let id = UUID(uuidString: prefix) {
      return try modelContext.fetch(RuckingSession.withIdentifier(id)).map(\.id)
    }
    return try modelContext.fetch(RuckingSession.completedSessions).map(\.id)
      .filter { $0.uuidString.hasPrefix(prefix) }
  }

  /// Sums over all completed rucks.
  public func totals() throws -> RuckTotals {
    let sessions = try modelContext.fetch(RuckingSession.completedSessions)
    func sum(_ value: (RuckingSession) -> Double) -> Double {
      sessions.reduce(0) { $0 + value($1) }
    }
    let miles = sum(\.distance)
    let paces = sessions.filter { $0.duration > 0 && $0.distance > 0 }
      .map { $0.duration / $0.totalDistance * 1000 }
    return RuckTotals(
      count: sessions.count, distance: Length.metres(miles: miles), duration: sum(\.duration),
      movingTime: sum(\.movingTime), elevationGain: sum(\.totalElevationGain),
      calories: sum(\.calories),
      averagePackWeight: sessions.isEmpty ? 0 : sum(\.packMass) / Double(sessions.count),
      longestDistance: sessions.map(\.totalDistance).max() ?? 0, fastestPace: paces.min(),
      experienceLevel: ExperienceLevel(sessions: sessions.count, miles: miles))
  }

  /// The recorded positions of a ruck in the order of recording.
  func track(of id: UUID) throws -> [TrackPoint] {
    let points = FetchDescriptor<LocationPoint>(
      predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.index)])
    return try modelContext.fetch(points).map(\.trackPoint)
  }

  /// The ruck with that identifier.
  func session(_ id: UUID) throws -> RuckingSession {
    guard let session = try modelContext.fetch(RuckingSession.withIdentifier(id)).first else {
      throw RuckLibraryError.notFound(id.uuidString)
    }
    return session
  }

  /// The energy by the other equation, within its range; nil outside.
  private func alternative(
    for session: RuckingSession, track: [TrackPoint]
  ) -> CalorieEstimate? {
    guard let estimate = session.calorieEstimate else { return nil }
    let known = estimate.isBodyWeightAssumed ? nil : estimate.bodyWeight
    let carrier = Carrier(session: session, bodyMass: known)
    let equation: EnergyEquation = carrier.load > 0 ? .lcdaBackpacking : .lcdaWalking
    guard LCDABackpacking.relativeLoadRange.contains(carrier.relativeLoad) else { return nil }
    let analysis = TrackAnalyzer.analyze(track, equation: equation, carrier: carrier)
    // One twentieth above the range is what a few wrong positions make.
    return analysis.tooFastShare <= 0.05 ? analysis.calories : nil
  }
}
