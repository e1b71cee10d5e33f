// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Geodesy

/// The line of a ``Route``, in the order of the way.
///
/// The encoded form is a version byte (1), the number of points, and for each point the differences
/// to the previous one as variable-length integers: latitude and longitude in units of 1e-7 degrees
/// (about 1 cm), then 0, or 1 and the altitude in centimetres.
public struct RoutePath: Sendable, Hashable {
  /// One point of the line.
  public struct Point: Sendable, Hashable {
    /// Degrees north, -90...90.
    public var latitude: Double
    /// Degrees east, -180...180.
    public var longitude: Double
    /// Metres above mean sea level; nil if unknown.
    public var altitude: Double?

    /// Creates a point.
    public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
    }
  }

  /// The points in order.
  public var points: [Point]

  /// Creates a line from points.
  public init(points: [Point]) { self.points = points }

  /// Creates a line from a recorded track; times and sensor values are left out.
  public init(track: [TrackPoint]) {
    points = track.map {
      Point(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
    }
  }

  /// The line as points of a track, all in one segment.
  public var track: [TrackPoint] {
    points.map {
      TrackPoint(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
    }
  }

  /// The length in metres, by great circles.
  public var length: Double {
    zip(points, points.dropFirst()).reduce(0) {
      $0
        + LocationCalculator.haversineDistance(
          from: ($1.0.latitude, $1.0.longitude), to: ($1.1.latitude, $1.1.longitude))
    }
  }
}

// MARK: Encoding

extension RoutePath {
  private static let version: UInt8 = 1
  private static let scale = 1e7
  /// Centimetres beyond which an altitude is not encoded: no place on earth has one.
  private static let highestAltitude = 1e8

  /// Decodes stored points; nil if the bytes are no path.
  public init?(decoding data: Data) {
    var reader = VarintReader(data)
    guard reader.byte() == Self.version, let count = reader.unsigned(),
      // A point has at least three bytes.
      count <= UInt64(data.count / 3)
    else { return nil }
    var points: [Point] = []
    points.reserveCapacity(Int(count))
    var (latitude, longitude, altitude): (Int64, Int64, Int64) = (0, 0, 0)
    for _ in 0..<count {
      guard let north = reader.signed(), let east = reader.signed(), let mark = reader.unsigned()
      else { return nil }
      latitude &+= north
      longitude &+= east
      var point = Point(
        latitude: Double(latitude) / Self.scale, longitude: Double(longitude) / Self.scale)
      guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return nil }
      if mark == 1 {
        guard let rise = reader.signed() else { return nil }
        altitude &+= rise
        point.altitude = Double(altitude) / 100
      } else if mark != 0 {
        return nil
      }
      points.append(point)
    }
    guard reader.isAtEnd else { return nil }
    self.points = points
  }

  /// Encodes the points; positions out of range and NaN are left out.
  public func encoded() -> Data {
    let valid = points.filter { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }
    var writer = VarintWriter()
    writer.byte(Self.version)
    writer.unsigned(UInt64(valid.count))
    var (latitude, longitude, altitude): (Int64, Int64, Int64) = (0, 0, 0)
    for point in valid {
      let north = Int64((point.latitude * Self.scale).rounded())
      let east = Int64((point.longitude * Self.scale).rounded())
      writer.signed(north - latitude)
      writer.signed(east - longitude)
      (latitude, longitude) = (north, east)
      if let height = point.altitude.map({ ($0 * 100).rounded() }),
        abs(height) <= Self.highestAltitude
      {
        writer.unsigned(1)
        writer.signed(Int64(height) - altitude)
        altitude = Int64(height)
      } else {
        writer.unsigned(0)
      }
    }
    return writer.data
  }
}
