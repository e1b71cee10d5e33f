// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Geodesy

/// A part of a track with a fixed length, such as a kilometre; the last part is shorter.
///
/// ```swift
/// for split in TrackSplit.splits(of: points, length: 1000) {
///   print(split.distance, split.time, split.heightChange ?? 0)
/// }
/// ```
///
/// The times of all splits add up to the time between the first and the last point: a pause counts
/// in its split, and a gap between segments has a time but no distance.
public struct TrackSplit: Sendable, Hashable, Codable {
  /// Metres.
  public var distance: Double
  /// Seconds from the split's start to its end, with pauses.
  public var time: Double
  /// Metres from the split's start to its end, negative downhill; nil without elevations.
  public var heightChange: Double?
  /// The mean of the recorded heart rates in beats per minute; nil without any.
  public var averageHeartRate: Int?

  /// Divides a track into splits.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - length: The length of a split in metres.
  /// - Returns: The splits; empty unless each point has a time, and for a track without distance.
  /// - Complexity: O(points + splits).
  public static func splits(of track: [TrackPoint], length: Double) -> [TrackSplit] {
    guard length > 0, track.count > 1, track.allSatisfy({ $0.timestamp != nil }) else { return [] }
    var times = RecordingTimes()
    for point in track { if let time = point.timestamp { times.add(time) } }
    guard let recording = times.recording else { return [] }
    // Points with a wrong date count in no split, as in the duration.
    let track = track.filter { point in
      point.timestamp.map { recording.start <= $0 && $0 <= recording.end } ?? false
    }
    var builder = Builder(length: length, altitude: track.lazy.compactMap(\.altitude).first)
    for (last, next) in zip(track, track.dropFirst()) { builder.add(last, next) }
    builder.finish()
    return builder.splits
  }

  /// The split that is being filled, and the complete ones.
  private struct Builder {
    /// The shortest last split in metres, so that a rounding error makes none.
    static let shortest = 1.0

    let length: Double
    var splits: [TrackSplit] = []
    private var distance = 0.0
    private var time = 0.0
    private var startAltitude: Double?
    private var altitude: Double?
    private var heartRates = (sum: 0, count: 0)

    init(length: Double, altitude: Double?) {
      self.length = length
      (startAltitude, self.altitude) = (altitude, altitude)
    }

    mutating func add(_ last: TrackPoint, _ next: TrackPoint) {
      var metres = 0.0
      if last.segment == next.segment {
        metres = LocationCalculator.haversineDistance(
          from: (last.latitude, last.longitude), to: (next.latitude, next.longitude))
      }
      if !metres.isFinite { metres = 0 }
      var seconds = 0.0
      if let start = last.timestamp, let end = next.timestamp {
        // A backward step of the clock adds no time.
        seconds = max(0, end.timeIntervalSince(start))
      }
      let low = altitude
      let climb = next.altitude.flatMap { high in low.map { high - $0 } }
      // A step over the end of a split is divided in proportion to its length.
      var (left, leftSeconds) = (metres, seconds)
      while distance + left >= length {
        let part = (length - distance) / left
        distance = length
        time += leftSeconds * part
        let done = (metres - left + left * part) / metres
        if let low, let climb { altitude = low + climb * done }
        close()
        leftSeconds *= 1 - part
        left *= 1 - part
        if left <= 0 { break }
      }
      distance += left
      time += leftSeconds
      altitude = next.altitude ?? altitude
      if let rate = next.heartRate {
        heartRates.sum += rate
        heartRates.count += 1
      }
    }

    mutating func finish() {
      if distance >= Self.shortest {
        close()
      } else if !splits.isEmpty {
        splits[splits.count - 1].time += time
      }
    }

    private mutating func close() {
      splits.append(
        TrackSplit(
          distance: distance, time: time,
          heightChange: altitude.flatMap { end in startAltitude.map { end - $0 } },
          averageHeartRate: heartRates.count > 0
            ? Int((Double(heartRates.sum) / Double(heartRates.count)).rounded()) : nil))
      (distance, time, startAltitude, heartRates) = (0, 0, altitude, (0, 0))
    }
  }
}
