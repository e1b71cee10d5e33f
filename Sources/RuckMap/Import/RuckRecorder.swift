// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Stores one recording point by point, inside a transaction of the caller's.
///
/// It holds at most `batchSize` points, so a recording of any length takes bounded memory. A
/// recording that fits in one batch is compared with those in the store before anything is written.
struct RuckRecorder {
  /// Points that are written together.
  static let batchSize = 5_000

  private let context: ModelContext
  private let session: RuckingSession
  private let options: ImportOptions
  private let bodyMass: Double?
  private var analyzer: TrackAnalyzer
  private var fingerprint = TrackFingerprint()
  /// The same file gives the same identifiers on each device, so that it is one ruck where it was imported
  /// on several before they met.
  private var batch: [(point: TrackPoint, id: UUID)] = []
  private var isInserted = false
  /// The present segment, and its number in the file.
  private var segment = 0
  private var fileSegment: Int?
  /// The points taken so far.
  private(set) var points = 0

  /// A recorder for one file.
  ///
  /// - Parameters:
  ///   - context: The context whose transaction runs.
  ///   - file: The name of the file.
  ///   - user: Whose ruck it is.
  ///   - options: What the user says about the file.
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

  /// Takes the next point of the file.
  ///
  /// Segments are numbered anew from 0, so that empty ones leave no gap.
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

  /// Ends the recording.
  ///
  /// - Parameter file: What the file says about itself.
  /// - Returns: The new ruck.
  /// - Throws: ``ImportRefusal`` for a recording without points or one that is stored already.
  mutating func finish(_ file: Recording.Description) throws -> RuckingSession {
    guard points > 0 else { throw ImportRefusal.noPoints }
    let text = fingerprint.text
    if let known = try context.fetch(RuckingSession.withFingerprint(text)).first {
      throw ImportRefusal.known(known.id)
    }
    try flush()
    let analysis = analyzer.finish()
    session.id = fingerprint.trackID
    session.sourceFingerprint = text
    session.take(analysis)
    session.isTimed = analysis.isTimed
    if let start = analysis.start { session.startDate = start }
    session.endDate = analysis.isTimed ? analysis.end : nil
    session.duration = analysis.isTimed ? analysis.duration : 0
    session.totalDistance = analysis.distance
    session.take(analysis.calories)
    session.storedPace = session.averagePace
    session.isCompleted = true
    session.name = [options.name, file.name].compactMap(Self.trimmed).first
    session.notes = Self.trimmed(file.notes)
    session.warnings =
      file.warnings
      + ImportWarnings.warnings(
        about: analysis, packWeight: options.packWeight,
        bodyWeight: bodyMass.map(Mass.pounds(kilograms:)))
    return session
  }

  /// A text without the space around it, or nil if nothing is left.
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
