// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
public import Foundation
import Geodesy

extension RuckLibrary {
  /// Exports a ruck's track as a file.
  ///
  /// GPX has every value of each point. FIT and TCX have one lap with the totals of the ruck.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - format: The format of the file.
  /// - Returns: The file's bytes.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckLibraryError/nothingToExport(_:)`` for a ruck
  ///   without recorded positions, ``RuckLibraryError/missingTimes(_:_:)`` if the format needs times,
  ///   or an `ActivityFileError` for a value that the format can't contain.
  public func export(_ id: UUID, as format: RuckFileFormat) throws -> Data {
    let session = try session(id)
    let track = try track(of: id)
    guard !track.isEmpty else { throw RuckLibraryError.nothingToExport(id.uuidString) }
    if format.needsTimes, !session.isTimed {
      throw RuckLibraryError.missingTimes(id.uuidString, format)
    }
    switch format {
    case .gpx: return try TrackFile.gpx(track, name: session.name, notes: session.notes)
    case .tcx: return try ActivityRecording(RuckSummary(session), track).tcxData()
    case .fit: return try ActivityRecording(RuckSummary(session), track).fitData()
    case .geojson: return try GeoJSONTrack(track, name: session.name).data()
    case .csv: return TrackTable.csv(track)
    }
  }
}

extension ActivityRecording {
  /// A ruck with its track.
  fileprivate init(_ ruck: RuckSummary, _ track: [TrackPoint]) {
    var summary = ActivitySummary()
    summary.sport = .rucking
    summary.name = ruck.name
    summary.notes = ruck.notes.isEmpty ? nil : ruck.notes
    summary.totals.start = ruck.startedAt
    summary.totals.elapsedTime = ruck.duration
    summary.totals.timerTime = ruck.movingTime
    summary.totals.distance = ruck.distance
    summary.totals.calories = ruck.calories?.kilocalories
    summary.totals.ascent = ruck.elevationGain
    summary.totals.descent = ruck.elevationLoss
    summary.totals.averageHeartRate = ruck.averageHeartRate.map(Double.init)
    summary.totals.maxHeartRate = ruck.maxHeartRate.map(Double.init)

    var segments: [[ActivitySample]] = []
    var distance = 0.0
    var previous: TrackPoint?
    for point in track {
      if let previous, previous.segment == point.segment {
        distance += Geodesic.distance(
          from: (previous.latitude, previous.longitude), to: (point.latitude, point.longitude))
      } else {
        segments.append([])
      }
      previous = point
      segments[segments.count - 1].append(ActivitySample(point, distance: distance))
    }
    self.init(summary: summary, laps: [summary.totals], segments: segments)
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
