// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap

/// Generated GPX documents.
enum GPXText {
  static func file(_ track: [TrackPoint], name: String? = nil) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk>

      """
    if let name { text += "<name>\(name)</name>\n" }
    var segment: Int?
    for point in track {
      if segment != point.segment {
        text += (segment == nil ? "" : "</trkseg>\n") + "<trkseg>\n"
        segment = point.segment
      }
      text += "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">"
      if let altitude = point.altitude { text += "<ele>\(altitude)</ele>" }
      if let time = point.timestamp { text += "<time>\(time.ISO8601Format())</time>" }
      text += "</trkpt>\n"
    }
    return text + (segment == nil ? "" : "</trkseg>\n") + "</trk></gpx>\n"
  }
}
