// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
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
  private let details: RecordingDetails?
  private let bodyMass: Double?
  private var analyzer: TrackAnalyzer
  private var fingerprint = TrackFingerprint()
  /// The points of the current batch.
  ///
  /// Identifiers depend only on the content, so that a file imported on several devices becomes one
  /// ruck when they sync.
  private var batch: [(point: TrackPoint, id: UUID)] = []
  private var isInserted = false
  private var segments = SegmentNumbers()
  /// The number of points added so far.
  private(set) var points = 0
  /// The first point.
  private var first: TrackPoint?
  /// The samples without a position, as long as there is no position.
  private var indoor = IndoorRecording()
  private var temperatures = TemperatureSeries()

  /// Creates an importer for one file.
  ///
  /// - Parameters:
  ///   - context: The context whose transaction runs.
  ///   - file: The name of the file.
  ///   - user: The ruck's owner.
  ///   - options: The user's information about the file.
  ///   - details: The values that an archive states about the file.
  ///   - now: The time of the import.
  init(
    context: ModelContext, file: String, user: User, options: ImportOptions,
    details: RecordingDetails? = nil, now: Date
  ) {
    self.context = context
    self.options = options
    self.details = details
    let load = options.packWeight ?? 0
    bodyMass =
      options.bodyWeight ?? details?.bodyWeight
      ?? user.healthProfile.weight.map(Mass.kilograms(pounds:))
    session = RuckingSession(
      startDate: now, packWeight: Mass.pounds(kilograms: load), user: user)
    session.sourceFile = file
    session.lastModified = now
    session.surface = options.surface
    var carrier = Carrier(user: user, load: load, at: now, bodyMass: bodyMass)
    carrier.terrainFactor = (options.surface ?? .pavedRoad).terrainFactor
    analyzer = TrackAnalyzer(equation: .pandolfSantee, carrier: carrier)
  }

  /// Adds the next part of the file.
  mutating func add(_ reading: TrackFile.Reading) throws {
    switch reading {
    case .point(var point):
      if point.heartRate == nil, let details, let time = point.timestamp {
        point.heartRate = details.heartRate(at: time)
      }
      try add(point)
    case .indoor(let sample):
      if points == 0 { indoor.add(sample) }
    case .temperature(let value, let time): temperatures.add(value, at: time)
    }
  }

  /// Adds the next point of the file.
  private mutating func add(_ recorded: TrackPoint) throws {
    var point = recorded
    point.segment = segments.next(recorded.segment)
    first = first ?? point
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
  /// - Throws: ``ImportRejection`` if the recording has no samples or is already stored.
  mutating func finish(_ file: TrackFile.Description) throws -> RuckingSession {
    guard points > 0 else { return try finishIndoor(file) }
    let text = fingerprint.hexString
    if let known = try context.fetch(RuckingSession.withFingerprint(text)).first {
      throw ImportRejection.known(known.id)
    }
    let analysis = analyzer.finish()
    if analysis.isTimed, let start = analysis.start {
      try rejectSame(
        RecordedActivity(
          start: start, duration: analysis.duration, distance: analysis.distance), at: first)
    }
    try flush()
    session.id = fingerprint.trackID
    session.sourceFingerprint = text
    session.apply(analysis)
    session.isTimed = analysis.isTimed
    if let start = analysis.start { session.startDate = start }
    session.endDate = analysis.isTimed ? analysis.end : nil
    session.duration = analysis.isTimed ? analysis.duration : 0
    session.totalDistance = analysis.distance
    session.deviceElevationGain = Self.climb(file.totals?.ascent ?? details?.totals?.ascent)
    session.apply(analysis.calories)
    complete(
      file,
      warnings: ImportWarnings.warnings(
        about: analysis, packWeight: options.packWeight,
        bodyWeight: bodyMass.map(Mass.pounds(kilograms:))))
    addLaps(file.laps)
    try addTemperatures(file, analysis)
    return session
  }

  /// Stores the temperatures of a track, and the weather.
  private func addTemperatures(_ file: TrackFile.Description, _ analysis: TrackAnalysis) throws {
    guard let start = analysis.start, let end = analysis.end else {
      addWeather(file, average: nil)
      return
    }
    let series = temperatures.during(start, end).thinned()
    addWeather(file, average: series.average(until: end))
    for (index, metric) in series.metrics(of: session.id).enumerated() {
      context.insert(metric)
      metric.session = session
      if (index + 1).isMultiple(of: Self.batchSize) { try context.save() }
    }
  }

  /// Stores a recording without positions: its totals, and its series as measurements.
  private func finishIndoor(_ file: TrackFile.Description) throws -> RuckingSession {
    let totals = file.totals ?? details?.totals
    guard let span = indoor.span(totals) else { throw ImportRejection.noPoints }
    let activity = RecordedActivity(
      start: span.start, duration: span.duration, distance: indoor.distance(totals))
    try rejectSame(activity, at: nil)
    let text = indoor.fingerprint(activity)
    if let known = try context.fetch(RuckingSession.withFingerprint(text.hexString)).first {
      throw ImportRejection.known(known.id)
    }
    context.insert(session)
    session.id = text.id
    session.sourceFingerprint = text.hexString
    session.startDate = activity.start
    session.endDate = activity.start.addingTimeInterval(activity.duration)
    session.duration = activity.duration
    session.movingTime = min(activity.duration, max(0, totals?.timerTime ?? activity.duration))
    session.totalDistance = activity.distance
    session.deviceElevationGain = Self.climb(totals?.ascent)
    session.elevationGain = session.deviceElevationGain ?? 0
    session.averageHeartRate = indoor.averageHeartRate
    session.maxHeartRate = indoor.maxHeartRate
    session.bodyWeight = bodyMass.map(Mass.pounds(kilograms:))
    let sport = file.sport ?? details?.sport
    if sport?.isOnFoot ?? true { session.deriveEnergy([]) } else { session.apply(nil) }
    complete(file, warnings: ImportWarnings.indoor(sport, packWeight: options.packWeight))
    for metric in indoor.metrics(of: text.id, others: details?.heartRates ?? []) {
      context.insert(metric)
      metric.session = session
    }
    addLaps(file.laps)
    addWeather(file, average: indoor.averageTemperature)
    try context.save()
    return session
  }

  /// Sets the values that all recordings have.
  private func complete(_ file: TrackFile.Description, warnings: [ImportWarning]) {
    session.storedPace = session.averagePace
    session.isCompleted = true
    session.rpe = details?.exertion
    session.name = [options.name, details?.name, file.name].compactMap(Self.name).first
    session.notes = [details?.notes, file.notes].compactMap(Self.notes).first
    session.importWarnings = file.warnings + warnings
    session.recordFigures()
  }

  /// Rejects a recording of an activity that is stored already, as from a file of another format.
  ///
  /// - Parameters:
  ///   - activity: The recording's times and distance.
  ///   - position: The first position, which must be near that of the stored ruck.
  /// - Throws: ``ImportRejection/known(_:)``, or a `SwiftDataError`.
  private func rejectSame(_ activity: RecordedActivity, at position: TrackPoint?) throws {
    let reach = RecordedActivity.timeTolerance
    let (from, to) = (
      activity.start.addingTimeInterval(-reach), activity.start.addingTimeInterval(reach)
    )
    let near = FetchDescriptor<RuckingSession>(
      predicate: #Predicate {
        $0.isCompleted && $0.isTimed && $0.startDate >= from && $0.startDate <= to
      })
    let same = try context.fetch(near).first { other in
      guard other !== session else { return false }
      let stored = RecordedActivity(
        start: other.startDate, duration: other.duration, distance: other.totalDistance)
      return try activity.isSame(as: stored) && isNear(position, other.id)
    }
    if let same { throw ImportRejection.known(same.id) }
  }

  /// Whether a ruck begins within 500 m of a position; true if either has none.
  private func isNear(_ position: TrackPoint?, _ id: UUID) throws -> Bool {
    var descriptor = FetchDescriptor<LocationPoint>(
      predicate: #Predicate { $0.session?.id == id && $0.index == 0 })
    descriptor.fetchLimit = 1
    guard let position, let other = try context.fetch(descriptor).first else { return true }
    return LocationCalculator.haversineDistance(
      from: (position.latitude, position.longitude), to: (other.latitude, other.longitude)) < 500
  }

  /// Stores the laps of a recording with at least two.
  private func addLaps(_ laps: [ActivityLap]) {
    guard laps.count > 1, session.isTimed else { return }
    var time = session.startDate
    for (index, lap) in laps.enumerated() {
      let start = lap.start ?? time
      let segment = SessionSegment(startTime: start, terrainType: .mixed)
      segment.id = UUID(derivedFrom: "lap \(index)", session.id)
      context.insert(segment)
      segment.index = index
      segment.apply(lap)
      time = segment.endTime
      segment.session = session
    }
  }

  /// Stores the mean temperature and the weather of the file, or else of the archive.
  ///
  /// - Parameters:
  ///   - file: The file's description.
  ///   - average: The mean of the recorded temperatures, used if the device has none.
  private func addWeather(_ file: TrackFile.Description, average: Double?) {
    let observed = file.weather ?? details?.weather
    let stated = file.totals?.averageTemperature
    session.temperature = stated ?? average ?? observed?.temperature
    session.humidity = observed?.humidity
    guard let observed,
      let weather = WeatherData(observed, of: session.id, at: session.startDate)
    else { return }
    context.insert(weather)
    weather.session = session
  }

  /// The climb that a device measured, in feet; nil for an impossible value in metres.
  private static func climb(_ metres: Double?) -> Double? {
    metres.flatMap { (0...100_000).contains($0) ? Length.feet(metres: $0) : nil }
  }

  /// The maximum lengths of a name and of notes in characters.
  static let (nameLimit, notesLimit) = (500, 100_000)

  private static func name(_ text: String?) -> String? { trimmed(text, limit: nameLimit) }

  private static func notes(_ text: String?) -> String? { trimmed(text, limit: notesLimit) }

  /// Returns a string without surrounding white space; nil if nothing remains.
  private static func trimmed(_ text: String?, limit: Int) -> String? {
    let text = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines).limited(to: limit)
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
  /// The surface for the energy equations; nil means a paved road.
  public var surface: WalkingSurface?
  /// Whether all recordings of an archive are imported, not only walks.
  public var includesAllSports: Bool

  /// Creates options.
  public init(
    packWeight: Double? = nil, bodyWeight: Double? = nil, name: String? = nil,
    surface: WalkingSurface? = nil, includesAllSports: Bool = false
  ) {
    self.packWeight = packWeight
    self.bodyWeight = bodyWeight
    self.name = name
    self.surface = surface
    self.includesAllSports = includesAllSports
  }
}

/// The reason why a readable file is not imported.
enum ImportRejection: Error, LocalizedError, Equatable {
  /// The file contains no recorded positions and no samples with times.
  case noPoints
  /// The recording is of another sport, and only walks are wanted.
  case otherSport(String)
  /// The recording is already in the store, as the ruck with this identifier.
  case known(UUID)
  /// The task was cancelled before the file was stored.
  case cancelled

  var errorDescription: String? {
    switch self {
    case .noPoints:
      "The file has no recorded points, and no samples with times. Export the recorded activity "
        + "instead of a route."
    case .otherSport(let sport): "The recording is of another sport (\(sport)), not a walk."
    case .known(let id): "The recording is already stored, as ruck \(id)."
    case .cancelled: "The import was cancelled before this file was stored. Import it again."
    }
  }
}
