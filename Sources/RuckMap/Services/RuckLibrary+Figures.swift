// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns the records of all rucks, by distance and band of load.
  ///
  /// The first call reads all tracks; later calls read those that have changed.
  ///
  /// - Returns: The records.
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func records() throws -> PersonalRecords {
    let distances = BestEffort.recordDistances
    return PersonalRecords(
      try figures(of: try timedSessions(), distances: distances).map { session, figures in
        (RuckSummary(session), figures.efforts)
      })
  }

  /// Returns the comparison of rucks: efforts, hills, load and all equations.
  ///
  /// - Parameter ids: The identifiers of the rucks.
  /// - Returns: The figures in the order of `ids`.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  public func comparison(_ ids: [UUID]) throws -> [RuckFigures] {
    try ids.map { id in
      let session = try session(id)
      return try figures(of: session, track: try track(of: id))
    }
  }

  /// Returns a ruck with its track and, unless they are not wanted, its figures.
  ///
  /// The track is read once.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - includesFigures: Whether the figures of the comparison are calculated.
  /// - Returns: The ruck and its figures; nil if no ruck has the identifier.
  /// - Throws: A `SwiftDataError`.
  package func ruck(
    _ id: UUID, includesFigures: Bool
  ) throws -> (detail: RuckDetail, figures: RuckFigures?)? {
    guard let session = try modelContext.fetch(RuckingSession.withIdentifier(id)).first else {
      return nil
    }
    let track = try track(of: id)
    return (
      detail(of: session, track: track),
      includesFigures ? try figures(of: session, track: track) : nil
    )
  }

  /// Calculates the figures of a ruck from its track.
  private func figures(of session: RuckingSession, track: [TrackPoint]) throws -> RuckFigures {
    let summary = RuckSummary(session)
    let legs = TrackAnalyzer.legs(of: track)
    let figures = TrackFigures(track, distances: BestEffort.recordDistances, legs: legs)
    let bodyMass = session.bodyWeight.map(Mass.kilograms(pounds:))
    let carrier = Carrier(session: session, bodyMass: bodyMass)
    let health = session.user?.healthProfile ?? HealthProfile()
    let range = heartRateRange(of: session)
    let heartRates = try heartRates(of: session, figures)
    return RuckFigures(
      summary: summary, efforts: figures.efforts,
      hillCorrectedPace: session.isTimed ? figures.hills.pace : nil,
      hillFactor: figures.hills.factor,
      loadAdjustedDistance: summary.calories.map {
        LoadAdjustedDistance.metres(kilocalories: $0.kilocalories, carrier: carrier)
      },
      zones: heartRates.isEmpty ? [] : heartRates.zones(range), heartRateRange: range,
      load: RuckLoad.load(
        heartRates: heartRates, range: range, sex: health.sex, rpe: session.rpe,
        seconds: session.isTimed ? loadSeconds(of: session) : 0),
      equations: session.isTimed
        ? LoadSchedule(session, bodyMass: bodyMass).equations(track, legs: legs) : [],
      packAdvice: PackAdvice(
        packWeight: summary.packWeight,
        bodyWeight: carrier.isBodyMassAssumed ? nil : carrier.bodyMass,
        fitness: health.fitnessLevel))
  }

  /// Returns the training load of each day, with its exponential averages.
  ///
  /// - Parameters:
  ///   - start: A moment of the first day.
  ///   - end: A moment of the last day.
  ///   - method: The only permitted method; nil permits both, whose units differ.
  ///   - calendar: The calendar and time zone of the days.
  /// - Returns: The days without a gap, the earliest first.
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  public func trainingLoad(
    from start: Date, to end: Date, method: LoadMethod? = nil, in calendar: Calendar = .current
  ) throws -> [LoadDay] {
    let figures = try figures(of: try timedSessions(), distances: BestEffort.recordDistances)
    let loads = try figures.compactMap { session, figures -> (date: Date, value: Double)? in
      let load = RuckLoad.load(
        heartRates: try heartRates(of: session, figures), range: heartRateRange(of: session),
        sex: session.user?.healthProfile.sex, rpe: session.rpe,
        seconds: loadSeconds(of: session), method: method)
      return load.map { (session.startDate, $0.value) }
    }
    return TrainingLoad.days(loads, from: start, to: end, in: calendar)
  }

  /// Completed rucks with times, the newest first.
  func timedSessions() throws -> [RuckingSession] {
    try modelContext.fetch(RuckingSession.completedSessions).filter(\.isTimed)
  }

  /// Returns the figures of rucks, from the cache if possible.
  ///
  /// - Parameters:
  ///   - sessions: The rucks.
  ///   - distances: The distances of efforts in metres.
  /// - Returns: The rucks with their figures, in the order of `sessions`.
  /// - Throws: `CancellationError`, or a `SwiftDataError`.
  func figures(
    of sessions: [RuckingSession], distances: [Double]
  ) throws -> [(RuckingSession, TrackFigures)] {
    let cache = FigureCache.cache(for: storeFile)
    var results: [(RuckingSession, TrackFigures)] = []
    for session in sessions {
      try Task.checkCancellation()
      let basis = FigureCache.Basis(
        lastModified: session.lastModified, points: session.pointCount, distances: distances)
      if let known = cache.figures(of: session.id, basis: basis) {
        results.append((session, known))
        continue
      }
      let track = try track(of: session.id)
      let figures = TrackFigures(track, distances: distances)
      results.append((session, figures))
      // A track that is still syncing is calculated again.
      if track.count == session.pointCount { cache.set(figures, of: session.id, basis: basis) }
    }
    try cache.save {
      Set(try modelContext.fetch(RuckingSession.completedSessions).map(\.id))
    }
    return results
  }

  /// The store's file; nil for a store in memory.
  private var storeFile: URL? {
    modelContainer.configurations.first { !$0.isStoredInMemoryOnly }?.url
  }

  /// The heart rates of a track, or those of a series without positions.
  private func heartRates(
    of session: RuckingSession, _ figures: TrackFigures
  ) throws -> HeartRateHistogram {
    // A track without heart rates has a mean only from a series.
    guard figures.heartRates.isEmpty, session.pointCount == 0 || session.averageHeartRate != nil
    else { return figures.heartRates }
    let id = session.id
    let type = MetricType.heartRate
    let series = FetchDescriptor<ActivityMetric>(
      predicate: #Predicate { $0.session?.id == id && $0.metricType == type },
      sortBy: [SortDescriptor(\.timestamp)])
    var histogram = HeartRateHistogram()
    var last: Date?
    for metric in try modelContext.fetch(series) {
      if let last, let heartRate = metric.heartRate {
        histogram.add(heartRate, seconds: metric.timestamp.timeIntervalSince(last))
      }
      last = metric.timestamp
    }
    return histogram
  }

  private func heartRateRange(of session: RuckingSession) -> HeartRateRange {
    let health = session.user?.healthProfile
    return HeartRateRange(
      resting: health?.restingHeartRate, maximum: health?.maxHeartRate,
      age: session.user?.age(on: session.startDate))
  }

  /// The seconds of a ruck without long pauses.
  private func loadSeconds(of session: RuckingSession) -> Double {
    max(session.movingTime, session.duration - max(0, session.pausedTime))
  }
}
