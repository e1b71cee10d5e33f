// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Geodesy
package import Hummingbird
import NIOCore

/// The data of a track on a map: lines with the distance at each point.
///
/// Distances are those of the profiles: the gap between segments has none. Longitudes continue
/// beyond 180 degrees where the track crosses the antimeridian. Long tracks are thinned to
/// ``maximumPoints``; the ends of each segment stay.
package struct TrackMapData: Encodable, Sendable, Equatable {
  /// The maximum number of points.
  package static let maximumPoints = 4000

  /// The segments: points of degrees north, degrees east, and metres from the start of the track.
  package let segments: [[[Double]]]

  /// Computes the data of a track.
  package init(track: [TrackPoint]) {
    segments = Self.thinned(Self.fixes(of: track)).map { segment in
      segment.map { fix in
        [
          Self.rounded(fix.latitude, 1e6), Self.rounded(fix.longitude, 1e6),
          Self.rounded(fix.distance, 10),
        ]
      }
    }
  }

  /// The data as a response with JSON.
  ///
  /// - Throws: The encoder's error.
  package func response() throws -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(self))))
  }

  /// A position and its distance from the start.
  private struct Fix {
    var latitude: Double
    var longitude: Double
    var distance: Double

    func metres(to other: Fix) -> Double {
      LocationCalculator.haversineDistance(
        from: (latitude, longitude), to: (other.latitude, other.longitude))
    }
  }

  private static func rounded(_ value: Double, _ scale: Double) -> Double {
    (value * scale).rounded() / scale
  }

  /// The valid positions by segment, with their distances.
  private static func fixes(of track: [TrackPoint]) -> [[Fix]] {
    var segments: [[Fix]] = []
    var last: Fix?
    var segment: Int?
    for point in track where point.latitude.isFinite && point.longitude.isFinite {
      guard abs(point.latitude) <= 90 else { continue }
      var fix = Fix(
        latitude: point.latitude,
        longitude: last.map { last in
          last.longitude + (point.longitude - last.longitude).remainder(dividingBy: 360)
        } ?? point.longitude, distance: last?.distance ?? 0)
      if let last, point.segment == segment { fix.distance += last.metres(to: fix) }
      if segments.isEmpty || point.segment != segment { segments.append([]) }
      segments[segments.count - 1].append(fix)
      (last, segment) = (fix, point.segment)
    }
    return segments
  }

  /// Removes points close to the previous one, at a distance that grows until few enough are left.
  private static func thinned(_ segments: [[Fix]]) -> [[Fix]] {
    var segments = segments
    // Each segment needs two points: with too many segments, their gaps are drawn.
    if segments.count > maximumPoints / 2 { segments = [segments.flatMap(\.self)] }
    var tolerance = 0.0
    while true {
      let thin = segments.map { thinned($0, tolerance: tolerance) }
      if thin.reduce(0, { $0 + $1.count }) <= maximumPoints { return thin }
      tolerance = max(1, tolerance * 1.4)
    }
  }

  private static func thinned(_ segment: [Fix], tolerance: Double) -> [Fix] {
    guard tolerance > 0, var last = segment.first, let end = segment.last, segment.count > 2 else {
      return segment
    }
    var result = [last]
    for fix in segment.dropFirst().dropLast() where fix.metres(to: last) >= tolerance {
      result.append(fix)
      last = fix
    }
    result.append(end)
    return result
  }
}
