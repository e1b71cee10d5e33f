// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// The lines and points of a trip on a map.
package struct TripMap: Sendable, Hashable {
  /// A journey along a great circle, or a track.
  package struct Line: Sendable, Hashable {
    package var id: UUID?
    package var name: String
    package var isTrack: Bool
    package var parts: [[Coordinates]]
  }

  /// A place.
  package struct Point: Sendable, Hashable {
    package var id: UUID
    package var name: String
    package var position: Coordinates
  }

  package var lines: [Line] = []
  package var points: [Point] = []

  package var isEmpty: Bool { lines.isEmpty && points.isEmpty }

  /// Creates the map of a trip.
  package init(_ detail: TripDetail, tracks: [TravelTrack]) {
    var places: [UUID: PlaceSnapshot] = [:]
    for place in detail.places {
      places[place.id] = place
      if let position = place.coordinates {
        points.append(Point(id: place.id, name: place.name, position: position))
      }
    }
    for segment in detail.segments where segment.bookingStatus != .cancelled {
      guard let from = segment.originID.flatMap({ places[$0]?.coordinates }),
        let to = segment.destinationID.flatMap({ places[$0]?.coordinates })
      else { continue }
      lines.append(
        Line(
          id: segment.id, name: segment.displayTitle, isTrack: false,
          parts: GreatCircle.lines(from: from, to: to)))
    }
    for track in tracks {
      let parts = track.segments.flatMap { GreatCircle.cut($0.map(\.coordinates)) }
      lines.append(Line(id: nil, name: track.name ?? "", isTrack: true, parts: parts))
    }
  }

  /// Returns the map as SVG in the equirectangular projection, or an empty text without positions.
  package func svg(width: Int = 960) -> String {
    let positions = points.map(\.position) + lines.flatMap { $0.parts.flatMap(\.self) }
    guard let frame = Frame(positions, width: Double(width)) else { return "" }
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"Map of the trip\" "
      + "viewBox=\"0 0 \(width) \(Frame.text(frame.height))\">"
    for line in lines {
      let paths = line.parts.filter { $0.count > 1 }.map { part in
        "M" + part.map { frame.text($0) }.joined(separator: "L")
      }
      guard !paths.isEmpty else { continue }
      svg +=
        "<path class=\"\(line.isTrack ? "track" : "leg")\" d=\"\(paths.joined())\"><title>"
        + "\(HTMLText.escaped(line.name))</title></path>"
    }
    for point in points {
      let (x, y) = frame.point(point.position)
      svg +=
        "<circle cx=\"\(Frame.text(x))\" cy=\"\(Frame.text(y))\" r=\"4\"><title>"
        + "\(HTMLText.escaped(point.name))</title></circle>"
    }
    return svg + "</svg>"
  }

  /// The part of the earth that a map shows.
  private struct Frame {
    let west: Double
    let north: Double
    let scale: Double
    let cosine: Double
    let height: Double

    init?(_ positions: [Coordinates], width: Double) {
      guard let south = positions.map(\.latitude).min(),
        let north = positions.map(\.latitude).max(),
        let west = positions.map(\.longitude).min(), let east = positions.map(\.longitude).max()
      else { return nil }
      let margin = max((east - west) * 0.05, (north - south) * 0.05, 0.02)
      let span = min(360, east - west + 2 * margin)
      cosine = max(0.2, cos((south + north) / 2 * .pi / 180))
      self.west = max(-180, west - margin)
      self.north = min(90, north + margin)
      scale = width / (span * cosine)
      height = max(width / 4, (min(90, north + margin) - max(-90, south - margin)) * scale)
    }

    func point(_ position: Coordinates) -> (x: Double, y: Double) {
      ((position.longitude - west) * cosine * scale, (north - position.latitude) * scale)
    }

    func text(_ position: Coordinates) -> String {
      let (x, y) = point(position)
      return "\(Self.text(x)) \(Self.text(y))"
    }

    static func text(_ number: Double) -> String {
      let tenths = Int((number * 10).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
  }
}

/// Escaping of text in HTML and SVG.
package enum HTMLText {
  /// Returns a text in which no character begins markup or ends an attribute.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
