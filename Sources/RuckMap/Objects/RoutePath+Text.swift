// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

extension RoutePath {
  /// The maximum number of positions of a line from a recording or a file.
  package static let longest = 1000

  /// The climb and the descent in metres; nil if a point has no height.
  package var climb: (gain: Double?, loss: Double?)? {
    let heights = points.compactMap(\.altitude)
    guard heights.count == points.count, var last = heights.first else { return nil }
    // Changes below 3 m are noise of barometers and of height models.
    let threshold = 3.0
    var (gain, loss) = (0.0, 0.0)
    for height in heights.dropFirst() where abs(height - last) >= threshold {
      if height > last { gain += height - last } else { loss += last - height }
      last = height
    }
    return (gain, loss)
  }

  /// The line with at most a number of points; both ends stay.
  package func thinned(to limit: Int) -> RoutePath {
    guard limit > 1, points.count > limit else { return self }
    let step = Double(points.count - 1) / Double(limit - 1)
    return RoutePath(points: (0..<limit).map { points[Int((Double($0) * step).rounded())] })
  }

  /// Parses positions, one in a line: degrees north, degrees east, and metres of height if known.
  ///
  /// Commas, semicolons, tabs and spaces separate the numbers. Lines without a digit are ignored. The text may
  /// also be a GPX file.
  ///
  /// - Throws: ``RuckObjectError/invalid(_:field:)`` with the number of the line.
  package init(text: String) throws(RuckObjectError) {
    if text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" {
      self.init(points: try Self.points(gpx: text))
      return
    }
    var points: [Point] = []
    // Forms end lines by CR LF, which is one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where line.contains(where: \.isNumber) {
      let numbers = line.split { ",; \t\r".contains($0) }.map { Double($0) }
      guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
        abs(latitude) <= 90, abs(longitude) <= 180,
        numbers.count == 2 || numbers[2].map({ $0.isFinite }) == true
      else {
        throw .invalid(
          "Line \(index + 1) is not a position. Write degrees north and east, such as "
            + "46.947, 7.444.", field: "line")
      }
      points.append(
        Point(
          latitude: latitude, longitude: longitude,
          altitude: numbers.count > 2 ? numbers[2] : nil))
    }
    self.init(points: points)
  }

  /// Returns the longest route or track of a GPX file; a long one is thinned.
  ///
  /// - Throws: ``RuckObjectError/invalid(_:field:)`` for another file, or one without a line.
  private static func points(gpx text: String) throws(RuckObjectError) -> [Point] {
    let document: GPXDocument
    // An XML declaration must be the first text of a file.
    let file = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    do {
      document = try GPXDocument(data: Data(file.utf8))
    } catch {
      throw RuckObjectError.invalid(
        "The text is not a GPX file: \(error.description)", field: "line")
    }
    let routes = document.routes.map(\.points)
    let tracks = document.tracks.map { $0.segments.flatMap(\.points) }
    let line = (routes + tracks).max { $0.count < $1.count } ?? []
    let points = line.filter { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }
    guard points.count > 1 else {
      throw RuckObjectError.invalid("The GPX file has no route and no track.", field: "line")
    }
    let path = RoutePath(
      points: points.map {
        Point(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.elevation)
      })
    return path.thinned(to: longest).points
  }

  /// The positions as text, one in a line.
  package var text: String {
    points.map { point in
      let place = String(format: "%.6f, %.6f", point.latitude, point.longitude)
      return place + (point.altitude.map { String(format: ", %.1f", $0) } ?? "")
    }.joined(separator: "\n")
  }
}
