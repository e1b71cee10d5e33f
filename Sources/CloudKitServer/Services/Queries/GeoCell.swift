// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Index keys of locations: by rows of 0.1° from south to north, within a row from west to east.
enum GeoCell {
  /// The earth's mean radius in metres.
  private static let radius = 6_371_008.8
  private static let rowHeight = 0.1
  /// The number of rows above which a search scans all locations.
  private static let maximumRows = 400

  static func key(_ location: Location) -> [UInt8] {
    let (row, longitude) = (row(location.latitude), scaled(location.longitude + 180, over: 360))
    let latitude = scaled(location.latitude + 90, over: 180)
    return key(row, longitude)
      + withUnsafeBytes(of: latitude.bigEndian) { Array($0) }
  }

  private static func key(_ row: UInt16, _ longitude: UInt32) -> [UInt8] {
    [1] + withUnsafeBytes(of: row.bigEndian) { Array($0) }
      + withUnsafeBytes(of: longitude.bigEndian) { Array($0) }
  }

  private static func row(_ latitude: Double) -> UInt16 {
    UInt16(clamping: Int(((latitude + 90) / rowHeight).rounded(.down)))
  }

  private static func scaled(_ degrees: Double, over range: Double) -> UInt32 {
    UInt32(clamping: Int((degrees / range * Double(UInt32.max)).rounded()))
  }

  /// The distance between two locations in metres, on a sphere.
  static func distance(_ first: Location, _ second: Location) -> Double {
    let (a, b) = (first.latitude * .pi / 180, second.latitude * .pi / 180)
    let (height, width) = (b - a, (second.longitude - first.longitude) * .pi / 180)
    let half = pow(sin(height / 2), 2) + cos(a) * cos(b) * pow(sin(width / 2), 2)
    return 2 * radius * asin(min(1, half.squareRoot()))
  }

  /// Key ranges that contain all locations within a distance, and some others.
  static func ranges(around centre: Location, within distance: Double) -> [KeyRange] {
    let everywhere = [KeyRange(lower: IndexKey.first, upper: nil)]
    let angle = distance / radius
    // A margin against rounding errors.
    let height = angle * 180 / .pi + 1e-6
    let (south, north) = (centre.latitude - height, centre.latitude + height)
    guard angle < .pi / 4, south > -90, north < 90,
      height * 2 / rowHeight < Double(maximumRows)
    else { return everywhere }
    let sine = sin(angle) / cos(centre.latitude * .pi / 180)
    guard sine < 1 else { return everywhere }
    let width = asin(sine) * 180 / .pi + 1e-6
    var spans: [(Double, Double)] = []
    let (west, east) = (centre.longitude - width, centre.longitude + width)
    if west < -180 {
      spans = [(-180, east), (west + 360, 180)]
    } else if east > 180 {
      spans = [(-180, east - 360), (west, 180)]
    } else {
      spans = [(west, east)]
    }
    return (row(south)...row(north)).flatMap { row in
      spans.map { span in
        KeyRange(
          lower: key(row, scaled(span.0 + 180, over: 360)),
          upper: IndexKey.successor(ofPrefix: key(row, scaled(span.1 + 180, over: 360))))
      }
    }
  }
}
