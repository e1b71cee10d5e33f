// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import Geodesy
public import SwiftData

/// One recorded position of a ruck, with its sensor values.
///
/// Altitudes, speeds and radii are metric, as positioning devices report them.
@Model
public final class LocationPoint {
  /// The identifier, equal on every device.
  public var id: UUID
  /// The time of the fix; nil if the recording has none.
  public var timestamp: Date?
  /// Degrees north, -90...90.
  public var latitude: Double
  /// Degrees east, -180...180.
  public var longitude: Double
  /// Metres above mean sea level.
  public var altitude: Double?
  /// The radius of uncertainty in metres; negative if unknown.
  public var accuracy: Double
  /// Metres per second.
  public var speed: Double?
  /// Degrees from north, clockwise.
  public var heading: Double?
  /// Beats per minute.
  public var heartRate: Int?
  /// Steps or revolutions per minute.
  public var cadence: Int?
  /// Watts.
  public var power: Double?
  /// The index in the recording, from 0.
  public var index: Int = 0
  /// The segment of the recording, from 0; the gap between two segments has no distance.
  public var segment: Int = 0

  /// The ruck that the position belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the fix.
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - accuracy: The radius of uncertainty in metres; negative if unknown.
  public init(timestamp: Date?, latitude: Double, longitude: Double, accuracy: Double) {
    self.id = UUID()
    self.timestamp = timestamp
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
    self.index = 0
    self.segment = 0
  }

  /// Creates a position from a recorded point.
  ///
  /// - Parameters:
  ///   - point: The recorded values.
  ///   - index: The index in the recording, from 0.
  ///   - id: The identifier; nil for a random one.
  public init(_ point: TrackPoint, index: Int, id: UUID? = nil) {
    self.id = id ?? .random()
    self.timestamp = point.timestamp
    self.latitude = point.latitude
    self.longitude = point.longitude
    self.altitude = point.altitude
    self.accuracy = point.accuracy ?? -1
    self.speed = point.speed
    self.heading = point.heading
    self.heartRate = point.heartRate
    self.cadence = point.cadence
    self.power = point.power
    self.index = index
    self.segment = point.segment
  }
}

extension LocationPoint {
  /// Returns the great-circle distance to another position in metres.
  public func distanceTo(_ other: LocationPoint) -> Double {
    LocationCalculator.haversineDistance(
      from: (latitude, longitude), to: (other.latitude, other.longitude))
  }

  /// True if the position's uncertainty is at most 10 m.
  public var isAccurate: Bool { accuracy >= 0 && accuracy <= 10 }

  /// An alias of ``altitude``.
  public var elevation: Double? {
    get { altitude }
    set { altitude = newValue }
  }

  /// The position.
  public var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  /// The position as a sendable value.
  public var trackPoint: TrackPoint {
    TrackPoint(
      latitude: latitude, longitude: longitude, altitude: altitude, timestamp: timestamp,
      speed: speed, heading: heading, heartRate: heartRate, cadence: cadence, power: power,
      segment: segment, accuracy: accuracy < 0 ? nil : accuracy)
  }
}
