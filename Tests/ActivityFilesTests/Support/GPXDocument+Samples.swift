// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Reads a text as a GPX file.
func document(_ text: String) throws -> GPXDocument {
  try GPXDocument(data: Data(text.utf8), name: "test.gpx")
}

/// Reads the content of a `gpx` element.
func gpx(_ content: String, attributes: String = "") throws -> GPXDocument {
  try document("<gpx \(attributes)>\(content)</gpx>")
}

/// Reads track points as one segment.
func track(_ points: String, attributes: String = "") throws -> GPXDocument {
  try gpx("<trk><trkseg>\(points)</trkseg></trk>", attributes: attributes)
}

/// Reads one track point with the given child elements.
func point(_ content: String, attributes: String = "") throws -> GPXPoint {
  let document = try track(
    "<trkpt lat=\"1\" lon=\"2\">\(content)</trkpt>", attributes: attributes)
  return try #require(document.tracks.first?.segments.first?.points.first)
}

/// The length of all segments in metres, without the gaps between them, on a sphere of 6371008.8 m.
func haversine(_ document: GPXDocument) -> Double {
  var sum = 0.0
  for segment in document.tracks.flatMap(\.segments) {
    for (start, end) in zip(segment.points, segment.points.dropFirst()) {
      let lat1 = start.latitude * .pi / 180
      let lat2 = end.latitude * .pi / 180
      let north = sin((lat2 - lat1) / 2)
      let east = sin((end.longitude - start.longitude) * .pi / 360)
      let a = north * north + cos(lat1) * cos(lat2) * east * east
      sum += 2 * 6_371_008.8 * asin(min(1, a.squareRoot()))
    }
  }
  return sum
}

extension GPXDocument {
  /// All track points in order.
  var trackPoints: [GPXPoint] { tracks.flatMap(\.segments).flatMap(\.points) }
}

extension Date {
  /// A date from its seconds since 1970.
  static func unix(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  /// A date from its seconds since 2001, which represents fractions exactly.
  static func reference(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
}
