// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The namespaces that a GPX reader knows.
enum GPXNamespaces {
  static let gpx11 = "http://www.topografix.com/GPX/1/1"
  static let trackPoint2 = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
  static let openTracks = "http://opentracksapp.com/xmlschemas/v1"

  /// GPX itself comes first.
  private static let gpx = ["http://www.topografix.com/GPX/1/0", gpx11]

  /// The makers of sensor values, in any spelling that is found in files.
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

  /// Whether a namespace is that of GPX 1.0 or 1.1.
  static func isGPX(_ namespace: XMLNamespace) -> Bool {
    gpx.indices.contains(namespace.number)
  }

  /// Whether the values of a namespace are known to mean what their names say.
  static func isKnown(_ namespace: XMLNamespace) -> Bool {
    all.indices.contains(namespace.number)
  }
}
