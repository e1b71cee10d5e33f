// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The rarer values of a point (GPX 1.1 `wptType` and the extensions of Garmin and OpenTracks).
public struct GPXPointDetails: Sendable, Hashable {
  /// The name, as a waypoint has.
  public var name: String?

  /// A comment for the user of the device (`cmt`).
  public var comment: String?

  /// A description for the reader (`desc`).
  public var desc: String?

  /// Where the data comes from (`src`).
  public var source: String?

  /// Pages about the point.
  public var links: [GPXLink] = []

  /// The name of the symbol to show (`sym`).
  public var symbol: String?

  /// The kind of point.
  public var type: String?

  /// Magnetic variation in degrees (`magvar`).
  public var magneticVariation: Double?

  /// Height of the geoid above the WGS84 ellipsoid in metres (`geoidheight`).
  public var geoidHeight: Double?

  /// The kind of fix.
  public var fix: GPXFix?

  /// The number of satellites used (`sat`).
  public var satellites: Int?

  /// Horizontal dilution of precision.
  public var hdop: Double?

  /// Vertical dilution of precision.
  public var vdop: Double?

  /// Position dilution of precision.
  public var pdop: Double?

  /// Seconds since the last differential correction (`ageofdgpsdata`).
  public var ageOfDGPSData: Double?

  /// The station that sent the differential correction, 0 to 1023 (`dgpsid`).
  public var dgpsID: Int?

  /// Water temperature in degrees Celsius (Garmin `wtemp`).
  public var waterTemperature: Double?

  /// Depth under water in metres (Garmin `depth`).
  public var depth: Double?

  /// Bearing in degrees clockwise from true north (Garmin `bearing`).
  public var bearing: Double?

  /// Metres travelled since the point before, measured by a sensor (OpenTracks `distance`).
  public var distance: Double?

  /// Metres climbed since the point before, by barometer (OpenTracks `gain`).
  public var gain: Double?

  /// Metres descended since the point before, by barometer (OpenTracks `loss`).
  public var loss: Double?

  /// Creates details that hold nothing.
  public init() {}
}
