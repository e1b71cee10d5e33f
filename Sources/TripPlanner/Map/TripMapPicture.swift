// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
package import TravelFiles

/// The map of a trip as SVG: coastlines, great circles, tracks and numbered places.
///
/// It needs no network. The outlines of land are those of Natural Earth at 1:110 million.
package struct TripMapPicture: Sendable {
  /// A leg between two places.
  package struct Leg: Sendable, Hashable {
    package var from: Coordinates
    package var to: Coordinates
    /// Whether the leg is flown, and is drawn dashed.
    package var isFlight: Bool

    /// Creates a leg.
    package init(from: Coordinates, to: Coordinates, isFlight: Bool) {
      (self.from, self.to, self.isFlight) = (from, to, isFlight)
    }
  }

  /// A place with its number in the list beside the map.
  package struct Marker: Sendable, Hashable {
    package var position: Coordinates
    package var number: Int
    package var label: String

    /// Creates a marker.
    package init(position: Coordinates, number: Int, label: String) {
      (self.position, self.number, self.label) = (position, number, label)
    }
  }

  /// The maximum number of points of a track.
  private static let longestTrack = 1500

  private let frame: MapFrame
  private let legs: [Leg]
  private let tracks: [[Coordinates]]
  private let markers: [Marker]

  /// Creates the map; nil if there is no position.
  package init?(legs: [Leg], tracks: [[Coordinates]] = [], markers: [Marker]) {
    let ways = legs.flatMap { GreatCircle.points(from: $0.from, to: $0.to) }
    guard let frame = MapFrame(ways + tracks.flatMap { $0 } + markers.map(\.position)) else {
      return nil
    }
    self.frame = frame
    self.legs = legs
    self.tracks = tracks
    self.markers = markers
  }

  /// The picture as an SVG element.
  ///
  /// - Parameter title: The text alternative, unescaped.
  /// - Returns: The element, which has the classes of the app's stylesheet.
  package func svg(title: String) -> String {
    let land = MapPath.closed(frame.land())
    return """
      <svg class="trip-map" role="img" aria-label="\(ExportedText.escaped(title))" \
      viewBox="0 0 \(Int(MapFrame.width)) \(Int(frame.height))">
      <path class="map-land" d="\(land)"/>
      \(lines)
      \(marks)
      \(scaleBar)
      </svg>
      """
  }

  private var lines: String {
    var parts: [String] = []
    for track in tracks where !track.isEmpty {
      let step = max(1, track.count / Self.longestTrack)
      let thinned = track.enumerated().filter { $0.offset % step == 0 }.map(\.element)
      parts.append(#"<path class="map-track" d="\#(MapPath.open(frame.lines(thinned)))"/>"#)
    }
    for isFlight in [false, true] {
      let ways = Set(legs.filter { $0.isFlight == isFlight })
        .sorted { ($0.from.longitude, $0.to.longitude) < ($1.from.longitude, $1.to.longitude) }
        .flatMap { frame.lines(GreatCircle.points(from: $0.from, to: $0.to)) }
      guard !ways.isEmpty else { continue }
      let name = isFlight ? "map-flight" : "map-leg"
      parts.append(#"<path class="\#(name)" d="\#(MapPath.open(ways))"/>"#)
    }
    return parts.joined(separator: "\n")
  }

  private var marks: String {
    var placed: [MapLabel.Box] = markers.map { MapLabel.Box(around: frame.point($0.position)) }
    var circles: [String] = []
    var labels: [String] = []
    var named: [(text: String, point: MapFrame.Point)] = []
    for marker in markers {
      let point = frame.point(marker.position)
      let (x, y) = (MapPath.number(point.x), MapPath.number(point.y))
      circles.append(
        #"<g class="map-place"><circle cx="\#(x)" cy="\#(y)" r="11"/>"#
          + #"<text x="\#(x)" y="\#(MapPath.number(point.y + 4.5))">\#(marker.number)</text></g>"#)
      // An airport and a hotel of one town have one name.
      let isNamed = named.contains {
        $0.text == marker.label && abs($0.point.x - point.x) + abs($0.point.y - point.y) < 60
      }
      guard !isNamed, let label = MapLabel(marker.label, at: point, in: frame, avoiding: placed)
      else {
        continue
      }
      placed.append(label.box)
      named.append((marker.label, point))
      labels.append(label.svg)
    }
    return (labels + circles).joined(separator: "\n")
  }

  /// A bar of a round number of kilometres; empty if the scale differs too much over the map.
  private var scaleBar: String {
    let perDegree = LocationCalculator.meanRadius * .pi / 180 * cos(middleLatitude * .pi / 180)
    let metresPerUnit = perDegree / frame.scale
    guard metresPerUnit * MapFrame.width < 4_000_000 else { return "" }
    let longest = metresPerUnit * MapFrame.width / 4
    let power = pow(10, log10(longest).rounded(.down))
    let length = [5.0, 2, 1].map { $0 * power }.first { $0 <= longest } ?? power
    let text = length >= 1000 ? "\(Int(length / 1000)) km" : "\(Int(length)) m"
    let (y, end) = (frame.height - 22, 20 + length / metresPerUnit)
    return
      #"<path class="map-scale" d="M20 \#(MapPath.number(y - 7))v7H\#(MapPath.number(end))v-7"/>"#
      + #"<text class="map-label" x="\#(MapPath.number(end + 8))" "#
      + #"y="\#(MapPath.number(y + 2))">\#(text)</text>"#
  }

  private var middleLatitude: Double {
    let latitudes =
      markers.map(\.position.latitude) + legs.flatMap { [$0.from.latitude, $0.to.latitude] }
    return ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
  }
}

/// The data of SVG paths with whole units.
enum MapPath {
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e6 else { return "0" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  /// Open lines.
  static func open(_ lines: [[MapFrame.Point]]) -> String {
    lines.map { text($0, isClosed: false) }.joined()
  }

  /// Closed rings; those of less than a unit are left out.
  static func closed(_ rings: [[MapFrame.Point]]) -> String {
    rings.map { text($0, isClosed: true) }.joined()
  }

  /// A line in relative steps of whole units, without steps of no length.
  private static func text(_ points: [MapFrame.Point], isClosed: Bool) -> String {
    var result = ""
    var last: (x: Int, y: Int)?
    var count = 0
    for point in points {
      let now = (x: whole(point.x), y: whole(point.y))
      guard let previous = last else {
        result = "M\(now.x) \(now.y)"
        last = now
        continue
      }
      guard now != previous else { continue }
      let (dx, dy) = (now.x - previous.x, now.y - previous.y)
      result += "l\(dx)\(dy < 0 ? "" : " ")\(dy)"
      count += 1
      last = now
    }
    guard isClosed else { return count > 0 ? result : "" }
    return count > 1 ? result + "z" : ""
  }

  private static func whole(_ value: Double) -> Int {
    Int(min(max(value.isFinite ? value : 0, -1e6), 1e6).rounded())
  }
}
