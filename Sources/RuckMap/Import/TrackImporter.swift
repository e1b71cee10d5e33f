// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import SwiftData

/// An importer that stores one recording point by point, in the caller's transaction.
///
/// It buffers at most `batchSize` points, so that memory use is bounded. A recording of a single
/// batch is compared with stored ones before it is written.
struct TrackImporter {
  /// The number of points in a batch.
  static let batchSize = 5_000

  private let context: ModelContext
  private let session: RuckingSession
  private let options: ImportOptions
  private let bodyMass: Double?
  private var analyzer: TrackAnalyzer
  private var fingerprint = TrackFingerprint()
  /// The points of the current batch.
  ///
  /// Identifiers depend only on the content, so that a file imported on several devices becomes one
  /// ruck when they sync.
  private var batch: [(point: TrackPoint, id: UUID)] = []
  private var isInserted = false
  /// The number of the current segment; `fileSegment` is its number in the file.
  private var segment = 0
  private var fileSegment: Int?
  /// The number of points added so far.
  private(set) var points = 0

  /// Creates an importer for one file.
  ///
  /// - Parameters:
  ///   - context: The context whose transaction runs.
  ///   - file: The name of the file.
  ///   - user: The ruck's owner.
  ///   - options: The user's information about the file.
  ///   - now: The time of the import.
  init(context: ModelContext, file: String, user: User, options: ImportOptions, now: Date) {
    self.context = context
    self.options = options
    let load = options.packWeight ?? 0
    bodyMass = options.bodyWeight ?? user.healthProfile.weight.map(Mass.kilograms(pounds:))
    session = RuckingSession(
      startDate: now, packWeight: Mass.pounds(kilograms: load), user: user)
    session.sourceFile = file
    session.lastModified = now
    analyzer = TrackAnalyzer(
      equation: .pandolfSantee,
      carrier: Carrier(user: user, load: load, at: now, bodyMass: bodyMass))
  }

  /// Adds the next point of the file.
  ///
  /// Segments are renumbered from 0, so that empty ones leave no gap.
  mutating func add(_ recorded: TrackPoint) throws {
    if let fileSegment, fileSegment != recorded.segment { segment += 1 }
    fileSegment = recorded.segment
    var point = recorded
    point.segment = segment
    analyzer.add(point)
    fingerprint.add(point)
    batch.append((point, fingerprint.pointID))
    points += 1
    if batch.count >= Self.batchSize { try flush() }
  }

  /// Finishes the import.
  ///
  /// - Parameter file: The file's description.
  /// - Returns: The new ruck.
  /// - Throws: ``ImportRejection`` if the recording has no points or is already stored.
  mutating func finish(_ file: TrackFile.Description) throws -> RuckingSession {
    guard points > 0 else { throw ImportRejection.noPoints }
    let text = fingerprint.hexString
    if let known = try context.fetch(RuckingSession.withFingerprint(text)).first {
      throw ImportRejection.known(known.id)
    }
    try flush()
    let analysis = analyzer.finish()
    session.id = fingerprint.trackID
    session.sourceFingerprint = text
    session.apply(analysis)
    session.isTimed = analysis.isTimed
    if let start = analysis.start { session.startDate = start }
    session.endDate = analysis.isTimed ? analysis.end : nil
    session.duration = analysis.isTimed ? analysis.duration : 0
    session.totalDistance = analysis.distance
    session.apply(analysis.calories)
    session.storedPace = session.averagePace
    session.isCompleted = true
    session.name = [options.name, file.name].compactMap(Self.trimmed).first
    session.notes = Self.trimmed(file.notes)
    session.importWarnings =
      file.warnings
      + ImportWarnings.warnings(
        about: analysis, packWeight: options.packWeight,
        bodyWeight: bodyMass.map(Mass.pounds(kilograms:)))
    session.recordFigures()
    return session
  }

  /// Returns a string without surrounding white space; nil if nothing remains.
  private static func trimmed(_ text: String?) -> String? {
    let text = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return text.isEmpty ? nil : text
  }

  /// Writes the batch; the store's transaction stays open.
  private mutating func flush() throws {
    if !isInserted {
      context.insert(session)
      isInserted = true
    }
    let first = points - batch.count
    for (offset, element) in batch.enumerated() {
      let model = LocationPoint(element.point, index: first + offset, id: element.id)
      context.insert(model)
      model.session = session
    }
    batch.removeAll(keepingCapacity: true)
    try context.save()
  }
}

/// The user's information about imported files.
///
/// ```swift
/// let options = ImportOptions(packWeight: try Mass.parse("35 lb", default: .metric))
/// let report = await library.importFiles([URL(filePath: "hike.gpx")], options: options)
/// ```
public struct ImportOptions: Sendable, Hashable {
  /// The pack in kilograms; nil counts as 0 and adds a warning to the ruck.
  public var packWeight: Double?
  /// The body weight in kilograms, which is stored in the profile; nil means the profile's.
  public var bodyWeight: Double?
  /// The name of the rucks; nil means the file's.
  public var name: String?

  /// Creates options.
  public init(packWeight: Double? = nil, bodyWeight: Double? = nil, name: String? = nil) {
    self.packWeight = packWeight
    self.bodyWeight = bodyWeight
    self.name = name
  }
}

/// The reason why a readable file is not imported.
enum ImportRejection: Error, LocalizedError, Equatable {
  /// The file contains no recorded positions.
  case noPoints
  /// The recording is already in the store, as the ruck with this identifier.
  case known(UUID)
  /// The task was cancelled before the file was stored.
  case cancelled

  var errorDescription: String? {
    switch self {
    case .noPoints:
      "The file has no recorded positions, only routes, waypoints or indoor samples. Export the "
        + "recorded activity instead."
    case .known(let id): "The recording is already stored, as ruck \(id)."
    case .cancelled: "The import was cancelled before this file was stored. Import it again."
    }
  }
}
