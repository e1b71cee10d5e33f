// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A time-position-velocity report (TPV) of gpsd.
///
/// ```swift
/// if let report = GPSDReport(line: #"{"class":"TPV","mode":3,"lat":46.9,"lon":7.4,"eph":4}"#) {
///   print(report.horizontalAccuracy)
/// }
/// ```
///
/// Source: gpsd, client protocol version 3, as `gpsd_json(5)` documents it.
public struct GPSDReport: Sendable {
  /// The accuracy in metres of a fix without an error estimate of gpsd.
  ///
  /// Some receivers report no dilution of precision. The value is the order of magnitude of a
  /// single-frequency receiver under open sky.
  public static let assumedAccuracy: CLLocationAccuracy = 15

  /// The kind of fix: 0 or 1 for none, 2 without altitude, 3 with altitude.
  public var mode: Int
  /// The time of the fix; nil before the receiver knows it.
  public var time: Date?
  /// Degrees north and east; nil without a fix.
  public var coordinate: CLLocationCoordinate2D?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// The estimated horizontal error in metres.
  public var horizontalError: Double?
  /// The estimated vertical error in metres.
  public var verticalError: Double?
  /// Degrees from true north.
  public var track: Double?
  /// The estimated error of the track in degrees.
  public var trackError: Double?
  /// Metres per second over ground.
  public var speed: Double?
  /// The estimated error of the speed in metres per second.
  public var speedError: Double?

  /// The radius of uncertainty in metres, always above 0.
  public var horizontalAccuracy: CLLocationAccuracy {
    horizontalError.flatMap { $0 > 0 ? $0 : nil } ?? Self.assumedAccuracy
  }
}

extension GPSDReport {
  /// The fields of the report in JSON.
  private struct Fields: Decodable {
    let `class`: String
    let mode: Int?
    let time: String?
    let lat: Double?
    let lon: Double?
    /// The altitude of gpsd before 3.20.
    let alt: Double?
    let altMSL: Double?
    let eph: Double?
    let epx: Double?
    let epy: Double?
    let epv: Double?
    let track: Double?
    let epd: Double?
    let speed: Double?
    let eps: Double?
  }

  private static let marker = Array(#""class":"TPV""#.utf8)

  /// Parses a line of gpsd; nil if it is another report or malformed.
  public init?(line: some StringProtocol) { self.init(bytes: Array(line.utf8)[...]) }

  /// Parses a line; other classes are recognised without decoding them.
  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.first == UInt8(ascii: "{"), Self.isReport(bytes),
      let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)),
      fields.class == "TPV"
    else { return nil }
    self.init(fields)
  }

  /// Whether a line begins as a TPV report does.
  static func isReport(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst().prefix(marker.count).elementsEqual(marker)
  }

  private init(_ fields: Fields) {
    func known(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
      value.flatMap { range.contains($0) ? $0 : nil }
    }
    mode = fields.mode ?? 0
    time = fields.time.flatMap { UTCTime(iso: $0)?.date }
    if let latitude = known(fields.lat, -90...90), let longitude = known(fields.lon, -180...180),
      mode >= 2
    {
      coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
    altitude = mode >= 3 ? known(fields.altMSL ?? fields.alt, -12_000...100_000) : nil
    horizontalError = known(fields.eph, 0...1e7)
    if horizontalError == nil, let east = known(fields.epx, 0...1e7),
      let north = known(fields.epy, 0...1e7)
    {
      horizontalError = (east * east + north * north).squareRoot()
    }
    verticalError = known(fields.epv, 0...1e7)
    track = known(fields.track, 0...360)
    trackError = known(fields.epd, 0...360)
    speed = known(fields.speed, 0...20_000)
    speedError = known(fields.eps, 0...20_000)
  }

  /// Returns the report as a location.
  ///
  /// - Parameter timestamp: The time of the location.
  /// - Returns: The location; nil without a fix.
  public func location(at timestamp: Date) -> CLLocation? {
    guard let coordinate else { return nil }
    return CLLocation(
      coordinate: coordinate, altitude: altitude ?? 0, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: altitude == nil ? -1 : verticalError ?? 2 * horizontalAccuracy,
      course: track ?? -1, courseAccuracy: trackError ?? -1, speed: speed ?? -1,
      speedAccuracy: speedError ?? -1, timestamp: timestamp)
  }
}
