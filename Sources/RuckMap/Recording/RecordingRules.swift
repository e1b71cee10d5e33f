// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Geodesy

/// The rules by which a recording accepts positions.
public struct RecordingRules: Sendable, Hashable {
  /// The reason why a position is not stored.
  public enum Rejection: String, Sendable, Hashable, CaseIterable {
    /// The coordinates are out of range or not a number, or there is no time.
    case invalid
    /// The radius of uncertainty is not above 0.
    case inaccurate
    /// The time is not after the last stored position's.
    case backwards
    /// The last stored position is less than an interval ago.
    case tooSoon
  }

  /// The seconds between two stored positions.
  public static let defaultInterval: TimeInterval = 5
  /// The seconds without a position after which a recording has a gap.
  ///
  /// The positions before and after a gap are in different track segments, so that a gap has no
  /// distance, time in motion or energy.
  public static let longestStep: TimeInterval = 60

  /// The seconds within which a return can be expected.
  public static let longestReturn: TimeInterval = 30 * 86_400

  /// The seconds between two stored positions.
  public var interval: TimeInterval

  /// Creates rules.
  ///
  /// - Parameter interval: The seconds between two stored positions.
  public init(interval: TimeInterval = defaultInterval) { self.interval = interval }

  /// Checks a position.
  ///
  /// - Parameters:
  ///   - point: The position.
  ///   - last: The last stored position of the recording; nil for the first one.
  /// - Returns: The violated rule; nil if the position is to be stored.
  public func rejection(of point: TrackPoint, after last: TrackPoint?) -> Rejection? {
    if let rejection = Self.rejection(of: point) { return rejection }
    guard let last = last?.timestamp, let time = point.timestamp else { return nil }
    let step = time.timeIntervalSince(last)
    if step <= 0 { return .backwards }
    // Receivers report the times of a series with a jitter of milliseconds.
    return step < interval - 0.05 ? .tooSoon : nil
  }

  /// Checks an expected return.
  ///
  /// - Parameters:
  ///   - expectedEnd: The time at which the user expects to be back; nil if there is none.
  ///   - now: The time of this machine's clock.
  /// - Throws: ``RecordingError/invalidReturn``.
  static func check(expectedEnd: Date?, at now: Date) throws(RecordingError) {
    guard let expectedEnd else { return }
    let seconds = expectedEnd.timeIntervalSince(now)
    guard seconds > 0, seconds <= longestReturn else { throw .invalidReturn }
  }

  /// Checks a position without its predecessor.
  static func rejection(of point: TrackPoint) -> Rejection? {
    guard (-90...90).contains(point.latitude), (-180...180).contains(point.longitude),
      let time = point.timestamp, time.timeIntervalSinceReferenceDate.isFinite
    else { return .invalid }
    guard let accuracy = point.accuracy, accuracy > 0, accuracy.isFinite else {
      return .inaccurate
    }
    return nil
  }
}
