// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy

/// A position in a recording.
///
/// ```swift
/// let halfAnHour = TrackPosition.time(1_800)
/// let fiveKilometres = TrackPosition.distance(5_000)
/// ```
public enum TrackPosition: Sendable, Hashable {
  /// Seconds after the first time of the track; the position needs times.
  case time(TimeInterval)
  /// Metres from the start.
  case distance(Double)

  /// The precision of a distance in metres, below which rounding decides.
  private static let precision = 0.001

  /// Returns the number of the first point at or after the position.
  ///
  /// - Parameter track: Points in the order of recording.
  /// - Returns: The number of points if the track ends before the position.
  /// - Throws: ``TrackEditError/untimed`` or ``TrackEditError/invalidPosition``.
  func index(in track: [TrackPoint]) throws(TrackEditError) -> Int {
    switch self {
    case .time(let seconds):
      guard seconds.isFinite, seconds >= 0 else { throw .invalidPosition }
      guard let start = track.lazy.compactMap(\.timestamp).min() else { throw .untimed }
      return track.firstIndex { point in
        point.timestamp.map { $0.timeIntervalSince(start) >= seconds } ?? false
      } ?? track.count
    case .distance(let metres):
      guard metres.isFinite, metres >= 0 else { throw .invalidPosition }
      var distance = 0.0
      for index in track.indices {
        if index > 0, track[index].segment == track[index - 1].segment {
          distance += LocationCalculator.haversineDistance(
            from: (track[index - 1].latitude, track[index - 1].longitude),
            to: (track[index].latitude, track[index].longitude))
        }
        if distance >= metres - Self.precision { return index }
      }
      return track.count
    }
  }
}

/// The reason why a track can't be edited.
public enum TrackEditError: Error, LocalizedError, Equatable, Sendable {
  /// The ruck has no recorded positions.
  case noTrack
  /// The ruck has no times.
  case untimed
  /// The position is negative or not a number.
  case invalidPosition
  /// Less than two points would remain.
  case nothingRemains
  /// The position is not inside of the track, or nothing would be removed.
  case nothingToRemove
  /// A join needs two different rucks.
  case tooFewRucks
  /// Two rucks of a join have a part of the same time.
  case overlappingRucks
  /// Two rucks of a join are so far apart that the times of one would count as a wrong date.
  case tooFarApart
  /// There is no edit to undo.
  case noRevision
  /// A ruck of the edit has been deleted or edited since.
  case changedSince

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .noTrack: "The ruck has no recorded positions. Only recorded tracks can be edited."
    case .untimed: "The recording has no times. Give distances instead of times."
    case .invalidPosition: "The position is not possible. Give a time or a distance from 0."
    case .nothingRemains:
      "Less than two points would remain. Keep a longer part, or delete the ruck."
    case .nothingToRemove: "The position is outside of the track. Give one between its ends."
    case .tooFewRucks: "A join needs at least two different rucks."
    case .overlappingRucks:
      "The rucks have a part of the same time. Trim one of them, or delete the duplicate."
    case .tooFarApart:
      "More than 30 days are between the rucks. Join only the parts of one outing."
    case .noRevision: "There is no edit to undo."
    case .changedSince:
      "A ruck of the edit has been deleted or edited since. Undo the later edit first."
    }
  }
}
