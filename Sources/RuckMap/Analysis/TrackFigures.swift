// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Geodesy

/// The figures of one track that records, loads and comparisons need.
///
/// ```swift
/// let figures = TrackFigures(points, distances: BestEffort.recordDistances)
/// print(figures.efforts.count, figures.heartRates.total)
/// ```
public struct TrackFigures: Sendable, Hashable, Codable {
  /// The fastest effort over each distance that the track contains.
  public var efforts: [BestEffort]
  /// The seconds at each heart rate.
  public var heartRates: HeartRateHistogram
  /// The hill correction.
  public var hills: HillCorrection

  /// Calculates the figures of a track.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - distances: The distances of efforts in metres.
  public init(_ track: [TrackPoint], distances: [Double]) {
    self.init(track, distances: distances, legs: TrackAnalyzer.legs(of: track))
  }

  /// Calculates the figures of a track whose legs are known.
  init(_ track: [TrackPoint], distances: [Double], legs: [TrackLeg]) {
    let progress = DistanceProgress(track)
    efforts = distances.compactMap { BestEffort.fastest(over: $0, in: progress) }
    heartRates = HeartRateHistogram(track)
    hills = HillCorrection(legs: legs)
  }
}
