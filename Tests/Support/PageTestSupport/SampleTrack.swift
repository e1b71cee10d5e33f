// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Geodesy

/// Deterministic generated tracks.
package enum SampleTrack {
  /// 2020-05-01 08:00:00 UTC.
  package static let start = Date(timeIntervalSince1970: 1_588_320_000)

  /// A walk around a hill near 46 N, 14 E: two segments, a point every 10 s.
  package static func points(_ count: Int = 240, seed: UInt64 = 1) -> [TrackPoint] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let angle = Double(index) / Double(count) * 1.7 * .pi
      let noise = Double.random(in: -0.00002...0.00002, using: &random)
      return TrackPoint(
        latitude: 46.05 + 0.012 * sin(angle) + noise,
        longitude: 14.5 + 0.02 * cos(angle) + 0.004 * sin(3 * angle),
        altitude: 320 + 90 * sin(angle * 1.3) + Double(index % 7),
        timestamp: start.addingTimeInterval(Double(index) * 10 + (index > count / 2 ? 600 : 0)),
        heartRate: 118 + Int(14 * sin(angle * 2)) + index % 5,
        segment: index > count / 2 ? 1 : 0)
    }
  }

  /// A GPX file of a few points, with a position and time derived from a number.
  package static func gpx(
    _ number: Int, name: String, points: Int = 12, start: Date = start
  ) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(escaped(name))</name><trkseg>

      """
    for index in 0..<points {
      let time = start.addingTimeInterval(Double(number * 86400 + index * 30))
      text += "<trkpt lat=\"\(46 + Double(number) * 0.01 + Double(index) * 0.0003)\" lon=\"14.5\">"
      text += "<ele>\(300 + index)</ele><time>\(time.formatted(.iso8601))</time></trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
