// Cairn
// SPDX-License-Identifier: Apache-2.0

public import ActivityFiles
public import Foundation

/// Writers of places and tracks.
public enum PlaceWriter {
  /// Returns places and tracks as GPX 1.1; a place without a position is left out.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - tracks: The tracks; plans become routes if they have one segment.
  /// - Returns: The file.
  /// - Throws: An error if a position is invalid.
  public static func gpx(_ places: [Place], tracks: [TravelTrack]) throws(ActivityFileError) -> Data
  {
    var document = GPXDocument(creator: "Cairn")
    document.waypoints = places.compactMap { place in
      guard let position = place.coordinates else { return nil }
      var point = GPXPoint(latitude: position.latitude, longitude: position.longitude)
      point.details.name = place.name
      point.details.desc = place.note
      return point
    }
    for track in tracks {
      let segments = track.segments.map { $0.map(point) }
      let info = GPXTrackInfo(name: track.name)
      if track.isPlanned, segments.count == 1 {
        document.routes.append(GPXRoute(info: info, points: segments[0]))
      } else {
        document.tracks.append(
          GPXTrack(info: info, segments: segments.map { GPXSegment(points: $0) }))
      }
    }
    return try document.gpxData()
  }

  private static func point(_ point: TravelTrack.Point) -> GPXPoint {
    GPXPoint(
      latitude: point.coordinates.latitude, longitude: point.coordinates.longitude,
      elevation: point.elevation, time: point.time)
  }

  /// Returns places and tracks as KML 2.2; a place without a position is left out.
  public static func kml(_ places: [Place], tracks: [TravelTrack], name: String? = nil) -> Data {
    var output = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document>

      """.utf8)
    element("name", name, &output)
    for place in places {
      guard let position = place.coordinates else { continue }
      output += "<Placemark>".utf8
      element("name", place.name, &output)
      element("address", place.address?.line, &output)
      element("phoneNumber", place.telephone, &output)
      element("description", place.note, &output)
      output += "<Point><coordinates>\(position.longitude),\(position.latitude)</coordinates>".utf8
      output += "</Point></Placemark>\n".utf8
    }
    for track in tracks {
      output += "<Placemark>".utf8
      element("name", track.name, &output)
      output += "<MultiGeometry>".utf8
      for segment in track.segments where !segment.isEmpty {
        output += "<LineString><coordinates>".utf8
        for point in segment {
          let elevation = point.elevation.map { ",\($0)" } ?? ""
          let text = "\(point.coordinates.longitude),\(point.coordinates.latitude)\(elevation) "
          output += text.utf8
        }
        output += "</coordinates></LineString>".utf8
      }
      output += "</MultiGeometry></Placemark>\n".utf8
    }
    output += "</Document></kml>\n".utf8
    return Data(output)
  }

  private static func element(_ name: String, _ text: String?, _ output: inout [UInt8]) {
    guard let text, !text.isEmpty else { return }
    output += "<\(name)>".utf8
    XMLEscaping.append(text, to: &output)
    output += "</\(name)>".utf8
  }
}
