// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Geodesy
package import TravelFiles

/// The points of a route, as they are stored: JSON with the segments as lists of
/// `[longitude, latitude, elevation, seconds since 1970]`; the last two may be absent or null.
package struct RoutePath: Sendable, Hashable {
  package var segments: [[TravelTrack.Point]]

  package init(segments: [[TravelTrack.Point]]) { self.segments = segments }

  package init(_ track: TravelTrack) { segments = track.segments.filter { !$0.isEmpty } }

  /// Decodes stored points; nil if the bytes are no path.
  package init?(decoding data: Data) {
    guard let lists = try? JSONDecoder().decode([[[Double?]]].self, from: data) else { return nil }
    var segments: [[TravelTrack.Point]] = []
    for list in lists {
      var points: [TravelTrack.Point] = []
      for numbers in list {
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1],
          let position = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        let time = numbers.count > 3 ? numbers[3].map { Date(timeIntervalSince1970: $0) } : nil
        points.append(
          TravelTrack.Point(position, elevation: numbers.count > 2 ? numbers[2] : nil, time: time))
      }
      segments.append(points)
    }
    self.segments = segments
  }

  /// Encodes the points.
  package func encoded() -> Data? {
    let lists = segments.map { segment in
      segment.map { point -> [Double?] in
        var numbers: [Double?] = [point.coordinates.longitude, point.coordinates.latitude]
        if point.elevation != nil || point.time != nil { numbers.append(point.elevation) }
        if let time = point.time { numbers.append(time.timeIntervalSince1970) }
        return numbers
      }
    }
    return try? JSONEncoder().encode(lists)
  }

  /// The length in metres, without the gaps between segments.
  package var distance: Double {
    segments.reduce(0) { sum, segment in
      zip(segment, segment.dropFirst()).reduce(sum) {
        $0
          + LocationCalculator.haversineDistance(
            from: ($1.0.coordinates.latitude, $1.0.coordinates.longitude),
            to: ($1.1.coordinates.latitude, $1.1.coordinates.longitude))
      }
    }
  }

  /// Seconds from the first to the last recorded time; nil without times.
  package var duration: Double? {
    let times = segments.flatMap { $0.compactMap(\.time) }
    guard let first = times.min(), let last = times.max(), last > first else { return nil }
    return last.timeIntervalSince(first)
  }
}
