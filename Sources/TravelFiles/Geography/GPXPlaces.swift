// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// Conversion between GPX and places and tracks.
enum GPXPlaces {
  /// Reads the waypoints as places, and routes and tracks as tracks.
  static func read(_ data: Data) throws(TravelFileError) -> GeographicContent {
    let document: GPXDocument
    do {
      document = try GPXDocument(data: data)
    } catch {
      throw TravelFileError(error)
    }
    var content = GeographicContent()
    content.places = document.waypoints.compactMap { point in
      guard let position = Coordinates(latitude: point.latitude, longitude: point.longitude)
      else { return nil }
      return Place(
        name: point.name, coordinates: position, note: point.desc ?? point.comment)
    }
    content.tracks += document.routes.map {
      TravelTrack(name: $0.info.name, isPlanned: true, segments: [points($0.points)])
    }
    content.tracks += document.tracks.map { track in
      TravelTrack(name: track.info.name, segments: track.segments.map { points($0.points) })
    }
    for issue in document.issues.first where issue.severity == .warning {
      content.issues.add(.malformedPart, line: issue.line, issue.reason)
    }
    return content
  }

  private static func points(_ points: [GPXPoint]) -> [TravelTrack.Point] {
    points.compactMap { point in
      Coordinates(latitude: point.latitude, longitude: point.longitude).map {
        TravelTrack.Point($0, elevation: point.elevation, time: point.time)
      }
    }
  }
}
