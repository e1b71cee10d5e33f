// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
public import Foundation
import Geodesy
import Measures
import SwiftData

extension RuckLibrary {
  /// Exports a ruck as a file.
  ///
  /// GPX has every value of each point, and JSON every value of the ruck. FIT and TCX have a lap for
  /// each lap of the recording. FIT also has the weather. A timed ruck without positions can be
  /// exported as FIT, TCX and JSON, with its series.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - format: The format of the file.
  ///   - includesPrivatePlaces: Whether the track contains the privacy zones; by default they are
  ///     cut, and the totals are those of the rest.
  /// - Returns: The file's bytes.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckLibraryError/nothingToExport(_:)`` for a ruck
  ///   without recorded positions, ``RuckLibraryError/hiddenByPrivacyZones(_:)``,
  ///   ``RuckLibraryError/missingTimes(_:_:)`` if the format needs times, or an `ActivityFileError`
  ///   for a value that the format can't contain.
  public func export(
    _ id: UUID, as format: RuckFileFormat, includesPrivatePlaces: Bool = false
  ) throws -> Data {
    let session = try session(id)
    let mask = includesPrivatePlaces ? PrivacyMask([]) : try privacyMask()
    if format == .json { return try json(session, mask: mask) }
    let recorded = try track(of: id)
    guard !recorded.isEmpty else { return try exportIndoor(session, as: format) }
    let track = mask.cut(recorded)
    guard !track.isEmpty else { throw RuckLibraryError.hiddenByPrivacyZones(id.uuidString) }
    if format.needsTimes, !session.isTimed {
      throw RuckLibraryError.missingTimes(id.uuidString, format)
    }
    let temperatures = try modelContext.temperatures(of: id)
    var recording: ActivityRecording {
      ActivityRecording(
        RuckExport(session, track, temperatures, isCut: track.count < recorded.count))
    }
    switch format {
    case .gpx:
      return try TrackFile.gpx(
        track, name: session.name, notes: session.notes, temperatures: temperatures)
    case .tcx: return try recording.tcxData()
    case .fit: return try recording.fitData()
    case .geojson: return try GeoJSONTrack(track, name: session.name).data()
    case .csv: return TrackTable.csv(track, temperatures)
    case .json: return Data()
    }
  }

  /// A file with the totals and series of a ruck without positions.
  private func exportIndoor(_ session: RuckingSession, as format: RuckFileFormat) throws -> Data {
    let id = session.id
    guard format.needsTimes, session.isCompleted, session.isTimed, session.duration > 0 else {
      throw RuckLibraryError.nothingToExport(id.uuidString)
    }
    let metrics = try modelContext.fetch(
      FetchDescriptor<ActivityMetric>(
        predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.timestamp)]))
    let recording = ActivityRecording(
      RuckExport(session, [], TemperatureSeries(), isCut: false), metrics: metrics)
    return try format == .fit ? recording.fitData() : recording.tcxData()
  }

  /// A file with one ruck, as ``RuckArchive`` describes.
  private func json(_ session: RuckingSession, mask: PrivacyMask) throws -> Data {
    var copy = RuckCopy(session, points: try points(of: session.id))
    let points = copy.points
    let visible = points.filtered {
      !mask.hides(latitude: points.latitude[$0], longitude: points.longitude[$0])
    }
    if visible.count < points.count {
      guard visible.count > 0 else {
        throw RuckLibraryError.hiddenByPrivacyZones(session.id.uuidString)
      }
      copy.cut(visible)
    }
    // Objects of another kind belong to the archive of a whole store.
    (copy.user, copy.uses) = (nil, nil)
    return try RuckArchive.data(copy)
  }
}

/// A ruck for an export: its totals are those of the exported part.
private struct RuckExport {
  var summary: RuckSummary
  var track: [TrackPoint]
  var laps: [ActivityLap]
  /// Metres: the climb of the device, or else that of the track.
  var ascent: Double
  /// The temperatures of the points.
  var temperatures: [Double?]
  /// The mean temperature in degrees Celsius.
  var averageTemperature: Double?
  var weather: ActivityWeather?

  init(
    _ session: RuckingSession, _ track: [TrackPoint], _ series: TemperatureSeries, isCut: Bool
  ) {
    self.track = track
    temperatures = track.map { $0.timestamp.flatMap(series.value(at:)) }
    averageTemperature = session.temperature
    weather = session.weather.map { ActivityWeather($0) }
    summary = RuckSummary(session)
    ascent = session.deviceElevationGain.map(Length.metres(feet:)) ?? summary.elevationGain
    laps = session.segments.filter { $0.kind == .lap }
      .sorted { $0.startTime < $1.startTime }.map { ActivityLap($0) }
    guard isCut else { return }
    // A total of the whole ruck would reveal the length of the hidden part.
    laps = []
    let analysis = TrackAnalyzer.analyze(
      track, equation: .pandolfSantee, carrier: Carrier(bodyMass: nil, load: 0))
    summary.distance = analysis.distance
    summary.duration = analysis.duration
    summary.movingTime = analysis.movingTime
    summary.elevationGain = analysis.elevationGain
    ascent = analysis.elevationGain
    summary.elevationLoss = analysis.elevationLoss
    summary.calories = nil
    if let start = analysis.start {
      summary.startedAt = start
      weather?.time = start
    }
    let visible = temperatures.compactMap(\.self)
    if !visible.isEmpty {
      averageTemperature = visible.reduce(0, +) / Double(visible.count)
    }
  }
}

extension ActivityLap {
  /// A lap of a ruck.
  fileprivate init(_ segment: SessionSegment) {
    self.init()
    start = segment.startTime
    elapsedTime = segment.duration
    timerTime = segment.movingTime > 0 ? segment.movingTime : segment.duration
    distance = Length.metres(miles: segment.distance)
    ascent = Length.metres(feet: segment.elevationGain)
    descent = Length.metres(feet: segment.elevationLoss)
    calories = segment.calories > 0 ? segment.calories : nil
    averageHeartRate = segment.averageHeartRate.map(Double.init)
    maxHeartRate = segment.maxHeartRate.map(Double.init)
  }
}

extension ActivityRecording {
  /// A ruck with its track.
  fileprivate init(_ export: RuckExport) {
    let (ruck, track) = (export.summary, export.track)
    var summary = ActivitySummary()
    summary.sport = .rucking
    summary.name = ruck.name
    summary.notes = ruck.notes.isEmpty ? nil : ruck.notes
    summary.totals.start = ruck.startedAt
    summary.totals.elapsedTime = ruck.duration
    summary.totals.timerTime = ruck.movingTime
    summary.totals.distance = ruck.distance
    summary.totals.calories = ruck.calories?.kilocalories
    summary.totals.ascent = export.ascent
    summary.totals.descent = ruck.elevationLoss
    summary.totals.averageHeartRate = ruck.averageHeartRate.map(Double.init)
    summary.totals.maxHeartRate = ruck.maxHeartRate.map(Double.init)
    summary.totals.averageTemperature = export.averageTemperature
    summary.totals.minTemperature = export.temperatures.compactMap(\.self).min()
    summary.totals.maxTemperature = export.temperatures.compactMap(\.self).max()
    summary.weather = export.weather

    var segments: [[ActivitySample]] = []
    var distance = 0.0
    var previous: TrackPoint?
    for (point, temperature) in zip(track, export.temperatures) {
      if let previous, previous.segment == point.segment {
        distance += Geodesic.distance(
          from: (previous.latitude, previous.longitude), to: (point.latitude, point.longitude))
      } else {
        segments.append([])
      }
      previous = point
      var sample = ActivitySample(point, distance: distance)
      sample.temperature = temperature
      segments[segments.count - 1].append(sample)
    }
    self.init(
      summary: summary, laps: export.laps.isEmpty ? [summary.totals] : export.laps,
      segments: segments)
  }
}

extension ActivityRecording {
  /// A ruck without positions, with a sample for each time of its series.
  fileprivate init(_ export: RuckExport, metrics: [ActivityMetric]) {
    self.init(export)
    var samples: [ActivitySample] = []
    for metric in metrics {
      if samples.last?.time != metric.timestamp {
        samples.append(ActivitySample())
        samples[samples.count - 1].time = metric.timestamp
      }
      let last = samples.count - 1
      switch metric.metricType {
      case .heartRate: samples[last].heartRate = metric.value
      case .cadence: samples[last].cadence = metric.value
      case .power: samples[last].power = metric.value
      case .temperature: samples[last].temperature = metric.value
      case .elevation: samples[last].altitude = metric.value
      case .pace: break
      }
    }
    if !samples.isEmpty { segments = [samples] }
  }
}

extension ActivitySample {
  /// A sample of a track, at a distance in metres from the start.
  fileprivate init(_ point: TrackPoint, distance: Double) {
    self.init()
    time = point.timestamp
    latitude = point.latitude
    longitude = point.longitude
    altitude = point.altitude
    self.distance = distance
    speed = point.speed
    course = point.heading
    heartRate = point.heartRate.map(Double.init)
    cadence = point.cadence.map(Double.init)
    power = point.power
    positionAccuracy = point.accuracy
  }
}
