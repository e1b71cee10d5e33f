// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// The values of a recording that an archive states outside of the recording's file.
struct RecordingDetails {
  var name: String?
  var notes: String?
  /// Perceived exertion, 1...10.
  var exertion: Int?
  /// The name of the gear.
  var gear: String?
  /// Kilograms.
  var bodyWeight: Double?
  /// The totals of a workout without a file of its own.
  var totals: ActivityLap?
  var sport: ActivitySport?
  /// The weather, if the recording has none.
  var weather: ActivityWeather?
  /// Heart rates in the order of their times, for points without one.
  var heartRates: [(date: Date, value: Double)] = []

  /// The longest time in seconds between a point and its heart rate.
  private static let heartRateReach = 10.0

  /// The heart rate at a time; nil if none was measured within ten seconds.
  func heartRate(at date: Date) -> Int? {
    var (low, high) = (0, heartRates.count)
    while low < high {
      let middle = (low + high) / 2
      if heartRates[middle].date < date { low = middle + 1 } else { high = middle }
    }
    let near = [low - 1, low].filter(heartRates.indices.contains).map { heartRates[$0] }
      .min { abs($0.date.timeIntervalSince(date)) < abs($1.date.timeIntervalSince(date)) }
    guard let near, abs(near.date.timeIntervalSince(date)) <= Self.heartRateReach,
      (20...260).contains(near.value)
    else { return nil }
    return Int(near.value.rounded())
  }
}

/// A recording to import: a file, or an entry of an archive.
struct ImportItem {
  /// The name in reports, such as `export.zip: activities/1.fit.gz`.
  var name: String
  /// The name that the ruck stores.
  var file: String
  /// Whether the recording is one of many, of which only walks are wanted.
  var isFromArchive: Bool
  /// Whether a stored ruck with the same ``file`` is the same recording.
  var isFileUnique: Bool
  var details: RecordingDetails?
  /// The reason why the recording is not imported.
  var skipReason: String?
  var recording: TrackFile
}

extension ImportItem {
  /// The items of a file with several activities.
  ///
  /// - Parameters:
  ///   - recordings: The activities in the order of the file.
  ///   - includesAllSports: Whether sessions that are no walks are imported, too.
  /// - Returns: An item for each, whose ruck has the values of the whole file.
  func activities(_ recordings: [TrackFile], includesAllSports: Bool) -> [ImportItem] {
    recordings.enumerated().map { index, recording in
      var item = self
      item.name = "\(name): activity \(index + 1)"
      // The file's name does not identify one of its activities.
      item.isFileUnique = false
      item.recording = recording
      if let session = recording.session, !session.isWalk, !includesAllSports {
        item.skipReason =
          ImportRejection.otherSport(session.sport?.rawValue ?? "unknown").localizedDescription
      }
      return item
    }
  }

  /// A file with one recording.
  init(_ url: URL, recording: TrackFile) {
    self.init(
      name: url.relativePath, file: url.lastPathComponent, isFromArchive: false,
      isFileUnique: false, recording: recording)
  }
}
