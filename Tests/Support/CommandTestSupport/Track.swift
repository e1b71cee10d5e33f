// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Generated recordings, for tests that need many or long recordings.
package enum Track {
  /// A GPX file with `points` points, one per second, that starts `number` days after 2026-01-01.
  ///
  /// Different numbers yield different rucks.
  package static func gpx(points: Int, number: Int) -> String {
    let start = Date(timeIntervalSince1970: 1_767_225_600 + Double(number) * 86_400)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>Track \(number)</name><trkseg>

      """
    for index in 0..<points {
      let time = start.addingTimeInterval(Double(index)).formatted(.iso8601)
      let latitude = 47 + Double(index) * 0.000_012
      let height = 500 + Double(index % 40)
      text += "<trkpt lat=\"\(latitude)\" lon=\"8.5\"><ele>\(height)</ele>"
      text += "<time>\(time)</time></trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>\n"
  }
}
