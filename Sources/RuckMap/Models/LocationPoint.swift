// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// One recorded position of a ruck, with what was measured there.
///
/// Heights, speeds and radii are metric, as positioning devices give them.
@Model
public final class LocationPoint {
  /// The same on every device.
  public var id: UUID
  /// The time of the fix; nil where the recording has none.
  public var timestamp: Date?
  /// Degrees north, -90...90.
  public var latitude: Double
  /// Degrees east, -180...180.
  public var longitude: Double
  /// Metres above mean sea level.
  public var altitude: Double?
  /// The radius of uncertainty in metres; negative where it isn't known.
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
  /// The place in the recording, from 0.
  public var index: Int
  /// The segment of the recording, from 0: nothing is counted between two segments.
  public var segment: Int

  /// The ruck that the position belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// A position.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the fix.
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - accuracy: The radius of uncertainty in metres; negative where it isn't known.
  public init(timestamp: Date?, latitude: Double, longitude: Double, accuracy: Double) {
    self.id = UUID()
    self.timestamp = timestamp
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
    self.index = 0
    self.segment = 0
  }

  /// A position from a recording.
  ///
  /// - Parameters:
  ///   - point: The recorded values.
  ///   - index: The place in the recording, from 0.
  ///   - id: The identifier, if it follows from something; nil for any.
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
