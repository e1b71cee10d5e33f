// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy

/// A file with recorded tracks, read point by point.
enum TrackFile {
  /// A GPX, TCX or FIT file on disk.
  case file(URL)
  /// A GPX, TCX or FIT file in memory.
  case data(Data)
  /// A GPX, TCX or FIT file that a function opens, such as an entry of an archive.
  case stream(name: String, open: () throws -> () throws -> Data?)
  /// Samples in memory.
  case samples([ActivitySample])
  /// A recording that was decoded before.
  case decoded(DecodedTrack)
  /// Several files of one recording, in order.
  case parts([TrackFile])
  /// The activity with a number from 0 of a file with several.
  case portion(TrackPortions, Int)
  /// A session of a FIT file with several of them.
  indirect case session(of: TrackFile, Session)
  /// A file that an export names and does not contain.
  case missing(String)

  /// A part of a recording.
  enum Reading {
    /// A recorded position.
    case point(TrackPoint)
    /// A sample without a position, as indoors.
    case indoor(ActivitySample)
    /// The temperature at a recorded position in degrees Celsius, and its time.
    case temperature(Double, Date)
  }

  /// The description of a file.
  struct Description: Sendable {
    /// The name of the recording or of its track.
    var name: String?
    /// The file's description of its track.
    var notes: String?
    /// The reader's repairs and omissions.
    var warnings: [ImportWarning] = []
    /// The sport; nil if the file has none.
    var sport: ActivitySport?
    /// The device's laps in the order of the file.
    var laps: [ActivityLap] = []
    /// The device's totals; those of several activities are added.
    var totals: ActivityLap?
    /// The weather that the device received.
    var weather: ActivityWeather?
    /// The summaries of a FIT file's sessions.
    var sessions: [ActivitySummary] = []
  }

  /// Reads the recorded tracks; routes and waypoints are skipped.
  ///
  /// The format is recognised by the content.
  ///
  /// - Parameter body: Receives each part in the order of the file. An error may be thrown after
  ///   many parts: discard all of them then.
  /// - Returns: The file's description.
  /// - Throws: An `ActivityFileError`, an error of an archive, or an error of `body`.
  func read(_ body: (Reading) throws -> Void) throws -> Description {
    switch self {
    case .samples(let samples): return try Self.read(samples, body)
    case .decoded(let track): return try track.read(body)
    case .parts(let parts): return try Self.read(parts, body)
    case .missing(let path):
      throw ActivityFileError(
        .missing, file: path, reason: "The export has no file \(path)",
        remedy: "Choose the whole export, as one archive")
    case .portion(let portions, let index): return try portions.read(index, body)
    case .file, .data, .stream, .session: break
    }
    var description = Description()
    try readPortions([0..<Int.max], { try body($1) }, ended: { description = $1 })
    return description
  }

  /// Reads portions of a file one after another.
  ///
  /// - Parameters:
  ///   - portions: The numbers of each portion's tracks in a GPX file, or of its activities in a TCX file, in
  ///     order and without gaps.
  ///   - body: Receives the index of the portion and each of its parts.
  ///   - ended: Receives the index of the portion and its description.
  /// - Throws: An `ActivityFileError`, an error of an archive, or an error of `body` or `ended`.
  func readPortions(
    _ portions: ArraySlice<Range<Int>>, _ body: (Int, Reading) throws -> Void,
    ended: (Int, Description) throws -> Void
  ) throws {
    let file = try decompressed()
    switch ActivityFileFormat.recognize(try file.start()) {
    case .tcx, .fit:
      let reader = try ActivityFileReader(name: file.name, chunks: try file.open())
      var place = Place(track: 0)
      for (index, numbers) in zip(portions.indices, portions) {
        try ended(
          index, Self.readActivities(reader, &place, numbers, session) { try body(index, $0) })
      }
    default:
      let reader = try GPXReader(name: file.name, chunks: try file.open())
      var place = Place(track: -1)
      for (index, numbers) in zip(portions.indices, portions) {
        try ended(index, Self.readTracks(reader, &place, numbers) { try body(index, $0) })
      }
    }
  }

  /// The place of a reader in its file.
  private struct Place {
    /// The number of the track that has begun, or of activities that have ended.
    var track: Int
    /// The number of the segment that has begun.
    var segment = -1
    /// The name in the metadata of a GPX file.
    var fileName: String?
  }

  private static func read(
    _ samples: [ActivitySample], _ body: (Reading) throws -> Void
  ) throws -> Description {
    for sample in samples {
      if let point = TrackPoint(sample, segment: 0) {
        try body(.point(point))
        if let reading = Reading(temperature: sample.temperature, at: sample.time) {
          try body(reading)
        }
      } else {
        try body(.indoor(sample))
      }
    }
    return Description()
  }

  private static func read(
    _ parts: [TrackFile], _ body: (Reading) throws -> Void
  ) throws -> Description {
    var descriptions: [Description] = []
    var offset = 0
    for part in parts {
      var last = -1
      descriptions.append(
        try part.read { reading in
          guard case .point(var point) = reading else { return try body(reading) }
          last = max(last, point.segment)
          point.segment += offset
          try body(.point(point))
        })
      offset += last + 1
    }
    var description = descriptions.first ?? Description()
    description.warnings = descriptions.flatMap(\.warnings)
    return description
  }

  /// Reads the tracks of a GPX file that have some numbers.
  private static func readTracks(
    _ reader: GPXReader, _ place: inout Place, _ numbers: Range<Int>,
    _ body: (Reading) throws -> Void
  ) throws -> Description {
    var trackNames: [String?] = []
    var notes: String?
    var sport: ActivitySport?
    var impossible = 0
    while place.track < numbers.upperBound, let event = try reader.next() {
      switch event {
      case .trackBegan: place.track += 1
      case .segmentBegan: place.segment += 1
      case .trackPoint(let recorded) where numbers.contains(place.track):
        var point = TrackPoint(recorded, segment: place.segment)
        if let altitude = point.altitude, !altitudes.contains(altitude) {
          point.altitude = nil
          impossible += 1
        }
        try body(.point(point))
        if let reading = Reading(temperature: recorded.temperature, at: recorded.time) {
          try body(reading)
        }
      case .trackEnded(let info) where numbers.contains(place.track):
        trackNames.append(info.name)
        notes = notes ?? info.desc
        sport = sport ?? info.type.flatMap(ActivitySport.init(gpxType:))
      case .metadata(let metadata): place.fileName = metadata.name
      default: break
      }
    }
    let trackName = trackNames.compactMap(\.self).first
    return Description(
      name: trackNames.count > 1 ? place.fileName ?? trackName : trackName ?? place.fileName,
      notes: notes, warnings: warnings(reader.issues) + warnings(impossible: impossible),
      sport: sport)
  }

  /// Reads the activities of a TCX or FIT file that have some numbers, or one session.
  private static func readActivities(
    _ reader: ActivityFileReader, _ place: inout Place, _ numbers: Range<Int>,
    _ session: Session?, _ body: (Reading) throws -> Void
  ) throws -> Description {
    var description = Description()
    /// Whether a sample or a lap is read; the summaries of sessions can follow all samples.
    func contains(_ time: Date?, _ activity: Int) -> Bool {
      guard let session else { return numbers.contains(activity) }
      return time.map(session.times.contains) ?? false
    }
    var impossible = 0
    var (positions, withoutPosition) = (0, 0)
    while place.track < numbers.upperBound, let event = try reader.next() {
      switch event {
      case .segmentBegan: place.segment += 1
      case .summary(let summary):
        let activity = place.track
        if session.map({ $0.number == activity }) ?? numbers.contains(activity) {
          description.add(summary)
        }
        if reader.format == .fit, session == nil, description.sessions.count <= sessionLimit {
          description.sessions.append(summary)
        }
        place.track += 1
      case .sample(let sample) where contains(sample.time, place.track):
        guard var point = TrackPoint(sample, segment: place.segment) else {
          withoutPosition += 1
          try body(.indoor(sample))
          continue
        }
        if let altitude = point.altitude, !altitudes.contains(altitude) {
          point.altitude = nil
          impossible += 1
        }
        positions += 1
        try body(.point(point))
        if let reading = Reading(temperature: sample.temperature, at: sample.time) {
          try body(reading)
        }
      case .lap(let lap) where contains(lap.start, place.track):
        if description.laps.count < Description.lapLimit { description.laps.append(lap) }
      case .began, .sample, .lap: break
      }
    }
    description.warnings = reader.warnings.map { ImportWarning(.fileRepaired, $0) }
    if withoutPosition > 0, positions > 0 {
      description.warnings.append(
        ImportWarning(
          .fileRepaired,
          "\(withoutPosition) \(withoutPosition == 1 ? "sample has" : "samples have") no position "
            + "and \(withoutPosition == 1 ? "is" : "are") skipped."))
    }
    description.warnings += warnings(impossible: impossible)
    return description
  }

  /// The valid altitudes in metres, from the bottom of the sea to the end of the atmosphere: other
  /// values would make every sum of climbs meaningless.
  private static let altitudes = -12_000.0...100_000.0

  private static func warnings(impossible count: Int) -> [ImportWarning] {
    if count == 0 { return [] }
    return [
      ImportWarning(
        .impossibleAltitudes,
        "\(count) \(count == 1 ? "height is" : "heights are") impossible (below -12 km or above "
          + "100 km) and dropped.")
    ]
  }

  /// Returns the first issue of each relevant kind, with the number of further ones.
  private static func warnings(_ issues: GPXIssueLog) -> [ImportWarning] {
    var seen: Set<GPXIssue.Kind> = []
    return issues.first.compactMap { issue in
      // The track's metrics cover backward times, and an empty recording is rejected.
      let isKnown = issue.kind == .timeRunsBackwards || issue.kind == .noTrackPoints
      let matters = issue.severity == .warning || issue.kind == .pauseMark
      guard matters, !isKnown, seen.insert(issue.kind).inserted else { return nil }
      let others = issues.count(issue.kind) - 1
      return ImportWarning(
        .fileRepaired,
        "Line \(issue.line): \(issue.reason). \(issue.repair)."
          + (others > 0 ? " \(others) more of this kind." : ""))
    }
  }
}

extension TrackFile.Reading {
  /// Creates the reading of a temperature; nil without a value or a time.
  fileprivate init?(temperature: Double?, at time: Date?) {
    guard let temperature, let time else { return nil }
    self = .temperature(temperature, time)
  }
}

extension TrackFile.Description {
  /// The maximum number of laps; further ones are dropped.
  static let lapLimit = 10_000

  /// Adds the summary of an activity.
  fileprivate mutating func add(_ summary: ActivitySummary) {
    name = name ?? summary.name
    notes = notes ?? summary.notes
    sport = sport ?? summary.sport
    weather = weather ?? summary.weather
    guard var sum = totals else {
      totals = summary.totals
      return
    }
    func added(_ first: Double?, _ second: Double?) -> Double? {
      first == nil && second == nil ? nil : (first ?? 0) + (second ?? 0)
    }
    sum.distance = added(sum.distance, summary.totals.distance)
    sum.elapsedTime = added(sum.elapsedTime, summary.totals.elapsedTime)
    sum.timerTime = added(sum.timerTime, summary.totals.timerTime)
    sum.calories = added(sum.calories, summary.totals.calories)
    sum.ascent = added(sum.ascent, summary.totals.ascent)
    sum.descent = added(sum.descent, summary.totals.descent)
    // The mean of several activities is that of their samples.
    sum.averageTemperature = nil
    totals = sum
  }
}

extension TrackFile {
  /// Encodes a track as a GPX 1.1 file, with its segments.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - name: The name of the track.
  ///   - notes: The track's description.
  ///   - temperatures: The temperatures of points with a time.
  /// - Returns: The file's bytes, which decode to equal points.
  /// - Throws: An `ActivityFileError` for a point with coordinates out of range.
  static func gpx(
    _ track: [TrackPoint], name: String?, notes: String?,
    temperatures: TemperatureSeries = TemperatureSeries()
  ) throws -> Data {
    var data = Data()
    let writer = GPXWriter { data.append($0) }
    let info = GPXTrackInfo(name: name, desc: notes)
    try writer.write(.began(version: "1.1", creator: "Cairn"))
    try writer.write(.trackBegan(info))
    var segment: Int?
    for point in track {
      if point.segment != segment {
        if segment != nil { try writer.write(.segmentEnded) }
        try writer.write(.segmentBegan)
        segment = point.segment
      }
      var recorded = point.gpx
      recorded.temperature = point.timestamp.flatMap(temperatures.value(at:))
      try writer.write(.trackPoint(recorded))
    }
    if segment != nil { try writer.write(.segmentEnded) }
    try writer.write(.trackEnded(info))
    try writer.finish()
    return data
  }
}
