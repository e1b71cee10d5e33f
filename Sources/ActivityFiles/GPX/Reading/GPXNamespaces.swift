// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The namespaces that a GPX reader knows.
enum GPXNamespaces {
  static let gpx11 = "http://www.topografix.com/GPX/1/1"
  static let trackPoint2 = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
  static let openTracks = "http://opentracksapp.com/xmlschemas/v1"

  /// The namespaces of GPX, which are the first ones in ``all``.
  private static let gpx = ["http://www.topografix.com/GPX/1/0", gpx11]

  /// The namespaces of sensor extensions, including misspellings that occur in files.
  private static let sensors = [
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    trackPoint2,
    "http://www.garmin.com/xmlschemes/TrackPointExtension/v1",
    "http://www.garmin.com/xmlschemes/TrackPointExtension/v2",
    "http://www.garmin.com/xmlschemas/GpxExtensions/v2",
    "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    "http://www.garmin.com/xmlschemas/WaypointExtension/v1",
    "http://www.garmin.com/xmlschemas/PowerExtension/v1",
    "http://www.cluetrust.com/XML/GPXDATA/1/0",
    "http://www.cluetrust.com/Schemas/",
    openTracks,
  ]

  static let all = gpx + sensors

  /// Returns whether a namespace belongs to GPX 1.0 or 1.1.
  static func isGPX(_ namespace: XMLNamespace) -> Bool {
    gpx.indices.contains(namespace.number)
  }

  /// Returns whether the reader knows the meaning of names in a namespace.
  static func isKnown(_ namespace: XMLNamespace) -> Bool {
    all.indices.contains(namespace.number)
  }
}

/// The local names of known elements.
enum GPXElement: String, CaseIterable {
  case gpx, metadata, author, copyright, bounds, extensions, email, link, year, license, text
  case wpt, rte, rtept, trk, trkseg, trkpt
  case name, desc, cmt, src, type, number, keywords, time, url, urlname
  case ele, magvar, geoidheight, sym, fix, sat, hdop, vdop, pdop, ageofdgpsdata, dgpsid
  case speed, course
  case trackPointExtension = "TrackPointExtension"
  case hr, heartrate, cad, cadence, atemp, temp, temperature, wtemp, depth, bearing
  case garminTemperature = "Temperature"
  case garminDepth = "Depth"
  case power
  case watts
  case powerInWatts = "PowerInWatts"
  case hAcc, vAcc
  case openTracksHorizontal = "accuracy_horizontal"
  case openTracksVertical = "accuracy_vertical"
  case gain, loss, distance, trackid

  /// All names; ``XMLName/word`` is an index into this list.
  static let all = Array(allCases)
}
