// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Geodesy
package import Measures

/// A track seen from above, as an equal-area SVG with start, end and a scale bar.
///
/// Segments are separate lines, so a pause of the device is a gap. The picture has at most
/// ``maximumPoints`` points, however long the track is, and none without a position.
package struct TrackPicture: Sendable {
  /// The maximum number of points in a picture.
  package static let maximumPoints = 4000

  static let width = 640.0
  static let margin = 36.0
  /// The height reserved for the scale bar.
  static let footer = 44.0

  private let segments: [[PlanePoint]]
  private let height: Double
  /// The degrees north and east of the picture's middle, its coordinates, and the metres per unit of
  /// the picture, for the script that selects a position.
  let frameText: String
  /// The metres per unit of the picture.
  private let scale: Double
  private let unitSystem: UnitSystem

  /// Creates the picture of a track; nil if it has no valid position.
  package init?(track: [TrackPoint], unitSystem: UnitSystem) {
    let valid = track.filter { point in
      point.latitude.isFinite && point.longitude.isFinite && abs(point.latitude) <= 90
    }
    guard !valid.isEmpty else { return nil }
    self.unitSystem = unitSystem
    let longitudes = Projection.unwrapped(valid.map(\.longitude))
    let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    let projection = Projection(meridian: (west + east) / 2)
    let points = zip(valid, longitudes).map {
      projection.point(latitude: $0.latitude, longitude: $1)
    }
    let frame = Frame(points)
    (height, scale) = (frame.height, frame.scale)
    let latitudes = valid.map(\.latitude)
    let middle = (
      latitude: ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2, longitude: (west + east) / 2
    )
    let place = frame.picture(
      projection.point(latitude: middle.latitude, longitude: middle.longitude))
    func text(_ value: Double, _ digits: Int) -> String {
      String(format: "%.\(digits)f", value)
    }
    frameText =
      "\(text(middle.latitude, 6)) \(text(middle.longitude, 6)) \(text(place.x, 1)) "
      + "\(text(place.y, 1)) \(text(frame.scale, 5))"
    var segments: [[PlanePoint]] = []
    var last: Int?
    for (fix, point) in zip(valid, points) {
      if fix.segment != last { segments.append([]) }
      last = fix.segment
      segments[segments.count - 1].append(frame.picture(point))
    }
    self.segments = Self.thinned(segments)
  }

  /// The picture as an SVG element.
  package var svg: String { element(attributes: "", style: "") }

  /// The picture as an SVG file, with colors of its own.
  package var file: String {
    element(
      attributes: #" xmlns="http://www.w3.org/2000/svg" width="1280""#,
      style: """
        <style>
        path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
        .track-grid { stroke: #d9dfda; stroke-width: 1; }
        .track-edge { stroke: #fff; stroke-width: 8; }
        .track-line { stroke: #c2491d; stroke-width: 3.6; }
        .track-start { fill: #fff; stroke: #14694c; stroke-width: 4; }
        .track-end { fill: #c2491d; stroke: #fff; stroke-width: 3; }
        .track-scale { stroke: #16211d; stroke-width: 2; }
        .track-label { fill: #16211d; font: 550 15px sans-serif; }
        </style>

        """)
  }

  /// The element with further attributes and a style.
  private func element(attributes: String, style: String) -> String {
    var path = SVGPath()
    for segment in segments { path.add(line: segment) }
    let bar = scaleBar
    return """
      <svg\(attributes) class="track" role="img" aria-labelledby="track-title track-desc" \
      viewBox="0 0 \(SVGPath.number(Self.width)) \(SVGPath.number(height))">
      <title id="track-title">Track</title>
      <desc id="track-desc">The track seen from above, north at the top. \
      The bar is \(bar.text) long.</desc>
      \(style)\(grid(step: bar.length))
      <path class="track-edge" d="\(path.text)"/>
      <path class="track-line" d="\(path.text)"/>
      \(marks)
      \(svg(of: bar))
      </svg>
      """
  }

  /// Grid lines at intervals of the scale bar's length.
  ///
  /// They extend beyond the picture, so that they fill the page's frame.
  private func grid(step: Double) -> String {
    var path = SVGPath()
    let (left, bottom) = (Self.margin / 2, height - Self.footer / 2)
    let (low, high) = (-Self.width, 2 * Self.width)
    for x in AxisTicks.ticks(in: low - left...high - left, step: step).map({ $0 + left }) {
      path.add(line: [PlanePoint(x: x, y: low), PlanePoint(x: x, y: high)])
    }
    for y in AxisTicks.ticks(in: low - bottom...high - bottom, step: step).map({ $0 + bottom }) {
      path.add(line: [PlanePoint(x: low, y: y), PlanePoint(x: high, y: y)])
    }
    return #"<path class="track-grid" d="\#(path.text)"/>"#
  }

  private var marks: String {
    guard let start = segments.first?.first, let end = segments.last?.last else { return "" }
    func circle(_ name: String, _ label: String, _ point: PlanePoint, _ radius: Int) -> String {
      #"<circle class="\#(name)" cx="\#(SVGPath.number(point.x))" "#
        + #"cy="\#(SVGPath.number(point.y))" r="\#(radius)"><title>\#(label)</title></circle>"#
    }
    return circle("track-end", "End", end, 8) + "\n"
      + circle("track-start", "Start", start, 5)
  }

  private struct ScaleBar {
    /// The length in units of the picture.
    var length: Double
    var text: String
  }

  /// A round length in the user's units, a tenth to a quarter of the width.
  private var scaleBar: ScaleBar {
    let longest = Self.width / 4 * scale
    let (large, small): ((Double, String), (Double, String)) =
      switch unitSystem {
      case .imperial: ((Length.metresPerMile, "mi"), (Length.metresPerFoot, "ft"))
      case .metric: ((1000, "km"), (1, "m"))
      }
    let smallest = unitSystem == .imperial ? 0.2 : 1
    let (metres, unit) = longest / large.0 >= smallest ? large : small
    let value = AxisTicks.below(longest / metres)
    return ScaleBar(
      length: value * metres / scale, text: "\(AxisTicks.text(value, step: value)) \(unit)")
  }

  private func svg(of bar: ScaleBar) -> String {
    let (x, y) = (Self.margin / 2, height - Self.footer / 2)
    let end = x + bar.length
    var path = SVGPath()
    path.add(line: [
      PlanePoint(x: x, y: y - 6), PlanePoint(x: x, y: y), PlanePoint(x: end, y: y),
      PlanePoint(x: end, y: y - 6),
    ])
    return #"<path class="track-scale" d="\#(path.text)"/>"# + "\n"
      + #"<text class="track-label" x="\#(SVGPath.number(end + 10))" "#
      + #"y="\#(SVGPath.number(y + 1))">\#(bar.text)</text>"#
  }

  /// The conversion from metres to units of the picture.
  private struct Frame {
    var height: Double
    var scale: Double
    private var left: Double
    private var top: Double

    init(_ points: [PlanePoint]) {
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
      let (south, north) = (ys.min() ?? 0, ys.max() ?? 0)
      let inner = TrackPicture.width - 2 * TrackPicture.margin
      let (wide, high) = (east - west, north - south)
      // A picture is between 0.55 and 0.9 times as high as it is wide; a track that stood still
      // shows 20 m.
      scale = max(wide / inner, high / (inner * 0.9), 20 / inner)
      let used = min(max(high / scale, inner * 0.55), inner * 0.9)
      height = used + 2 * TrackPicture.margin + TrackPicture.footer
      left = (TrackPicture.width - wide / scale) / 2 - west / scale
      top = TrackPicture.margin + (used - high / scale) / 2 + north / scale
    }

    func picture(_ point: PlanePoint) -> PlanePoint {
      PlanePoint(x: left + point.x / scale, y: top - point.y / scale)
    }
  }

  /// Removes points close to the previous one, at a distance that grows until at most
  /// ``maximumPoints`` are left; the ends of each segment stay.
  private static func thinned(_ segments: [[PlanePoint]]) -> [[PlanePoint]] {
    var segments = segments
    if segments.count > maximumPoints / 2 { segments = [segments.flatMap { $0 }] }
    var tolerance = 0.5
    while true {
      let thin = segments.map { thinned($0, tolerance: tolerance) }
      if thin.reduce(0, { $0 + $1.count }) <= maximumPoints { return thin }
      tolerance *= 1.4
    }
  }

  private static func thinned(_ segment: [PlanePoint], tolerance: Double) -> [PlanePoint] {
    guard var last = segment.first, let end = segment.last, segment.count > 2 else {
      return segment
    }
    var result = [last]
    for point in segment.dropFirst().dropLast() where point.distance(to: last) >= tolerance {
      result.append(point)
      last = point
    }
    result.append(end)
    return result
  }
}
