// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The less frequent values of a point (GPX 1.1 `wptType` and the extensions of Garmin and
/// OpenTracks).
///
/// ```swift
/// var hut = GPXPoint(latitude: 46.575, longitude: 7.977)
/// hut.details.name = "Mittellegi"
/// hut.details.symbol = "Lodge"
/// let document = GPXDocument(waypoints: [hut])
/// ```
public struct GPXPointDetails: Sendable, Hashable {
  /// The name, as of a waypoint.
  public var name: String?

  /// A comment for the user of the device (`cmt`).
  public var comment: String?

  /// A description for the reader (`desc`).
  public var desc: String?

  /// The source of the data (`src`).
  public var source: String?

  /// Links to pages about the point.
  public var links: [GPXLink] = []

  /// The name of the displayed symbol (`sym`).
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

  /// Metres travelled since the previous point, measured by a sensor (OpenTracks `distance`).
  public var distance: Double?

  /// Metres climbed since the previous point, by barometer (OpenTracks `gain`).
  public var gain: Double?

  /// Metres descended since the previous point, by barometer (OpenTracks `loss`).
  public var loss: Double?

  /// Creates details without values.
  public init() {}
}

/// The type of a GPS fix.
public enum GPXFix: String, Sendable, Hashable, CaseIterable {
  /// The receiver had no fix.
  case none

  /// A position without elevation.
  case twoDimensional = "2d"

  /// A position with elevation.
  case threeDimensional = "3d"

  /// A position with differential correction.
  case differential = "dgps"

  /// A position by the military signal.
  case precise = "pps"
}

/// Out-of-line storage of a point's details.
final class GPXPointDetailsBox: Sendable, Hashable {
  let details: GPXPointDetails

  init(_ details: GPXPointDetails) {
    self.details = details
  }

  static func == (left: GPXPointDetailsBox, right: GPXPointDetailsBox) -> Bool {
    left === right || left.details == right.details
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(details)
  }
}

/// An optional number in 8 bytes, with NaN as nil.
struct CompactDouble: Sendable, Hashable {
  private(set) var raw: Double

  @inline(__always)
  init(_ value: Double?) {
    raw = value ?? .nan
  }

  @inline(__always)
  var value: Double? {
    get { raw.isNaN ? nil : raw }
    set { raw = newValue ?? .nan }
  }

  static func == (left: CompactDouble, right: CompactDouble) -> Bool {
    left.raw == right.raw || (left.raw.isNaN && right.raw.isNaN)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}
