// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One recorded position, as a sendable value.
///
/// ```swift
/// let point = TrackPoint(latitude: 46.948, longitude: 7.447, altitude: 540, timestamp: .now)
/// ```
public struct TrackPoint: Sendable, Hashable, Codable {
  /// Degrees north, -90...90.
  public var latitude: Double
  /// Degrees east, -180...180.
  public var longitude: Double
  /// Metres above mean sea level.
  public var altitude: Double?
  /// The time of the fix; nil if the file has none.
  public var timestamp: Date?
  /// Speed in metres per second as recorded.
  public var speed: Double?
  /// Course in degrees from north.
  public var heading: Double?
  /// Beats per minute.
  public var heartRate: Int?
  /// Steps or revolutions per minute.
  public var cadence: Int?
  /// Watts.
  public var power: Double?
  /// The number of the point's segment, from 0; the gap between segments has no distance.
  public var segment: Int
  /// The radius of uncertainty of the position in metres; nil if the file has none.
  public var accuracy: Double?

  /// Creates a point.
  public init(
    latitude: Double, longitude: Double, altitude: Double? = nil, timestamp: Date? = nil,
    speed: Double? = nil, heading: Double? = nil, heartRate: Int? = nil, cadence: Int? = nil,
    power: Double? = nil, segment: Int = 0,
    accuracy: Double? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.timestamp = timestamp
    self.speed = speed
    self.heading = heading
    self.heartRate = heartRate
    self.cadence = cadence
    self.power = power
    self.segment = segment
    self.accuracy = accuracy
  }
}
