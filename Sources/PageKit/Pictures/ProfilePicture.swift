// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Geodesy
package import Measures

/// A figure over distance, as SVG with axes: elevation, pace or heart rate.
///
/// The plot stretches with the page while text keeps its size. The labels of the vertical axis are
/// left of the picture, so it needs a margin there. Each column has at most four points (the first,
/// lowest, highest and last), so a long track keeps its extremes. For the script of maps, the
/// attributes `data-start` and `data-end` are the distances in metres at the plot's edges; for the
/// script of charts, `data-x` and `data-y` are the axes.
package struct ProfilePicture: Sendable {
  /// The figure to draw.
  package enum Kind: String, Sendable, CaseIterable {
    case elevation
    case pace
    case heartRate = "heart-rate"
  }

  /// The number of columns of the plot.
  package static let columns = 600
  static let plotHeight = 130.0
  static let plotTop = 14.0
  static let footer = 24.0

  private let kind: Kind
  private let axis: ProfileAxis
  private let runs: [[PlanePoint]]
  private let distance: Double
  private let unitSystem: UnitSystem

  /// Creates the picture of a track's figure; nil if the track doesn't have it.
  package init?(_ kind: Kind, track: [TrackPoint], unitSystem: UnitSystem) {
    let series: ProfileSeries =
      switch kind {
      case .elevation: .elevation(track)
      case .pace: .pace(track)
      case .heartRate: .heartRate(track)
      }
    self.init(kind, series: series, unitSystem: unitSystem)
  }

  /// Creates the picture of a series; nil if there is nothing to draw.
  package init?(_ kind: Kind, series: ProfileSeries, unitSystem: UnitSystem) {
    guard !series.isEmpty,
      let axis = ProfileAxis(kind, values: series.runs.joined().map(\.y), unitSystem: unitSystem)
    else { return nil }
    self.kind = kind
    self.axis = axis
    self.unitSystem = unitSystem
    distance = series.distance
    let scale = Double(Self.columns) / series.distance
    runs = series.runs.map { run in
      Self.thinned(
        run.map { PlanePoint(x: $0.x * scale, y: axis.position($0.y) * Self.plotHeight) })
    }
  }

  /// The lowest and the highest value, such as "755–1,365 ft".
  package var summary: String { axis.summary }

  /// The picture as an SVG element.
  package var svg: String {
    var (line, area) = (SVGPath(), SVGPath())
    for run in runs {
      line.add(line: run)
      if kind == .elevation { area.add(area: run, level: Self.plotHeight) }
    }
    let name = kind.rawValue
    let height = Self.plotTop + Self.plotHeight + Self.footer
    let areaPath =
      area.text.isEmpty ? "" : #"<path class="profile-area" d="\#(area.text)"/>"# + "\n"
    return """
      <svg class="profile profile-\(name)" role="img" \
      aria-labelledby="\(name)-title \(name)-desc" data-start="0" \
      data-end="\(SVGPath.number(distance))" data-x="\(xReading)" data-y="\(axis.reading)" width="100%" height="\(SVGPath.number(height))">
      <title id="\(name)-title">\(axis.title) over distance</title>
      <desc id="\(name)-desc">\(axis.description)</desc>
      \(yAxis)
      <svg x="0" y="\(SVGPath.number(Self.plotTop))" width="100%" \
      height="\(SVGPath.number(Self.plotHeight))" \
      viewBox="0 0 \(Self.columns) \(SVGPath.number(Self.plotHeight))" \
      preserveAspectRatio="none" overflow="visible">
      \(areaPath)<path class="profile-line" data-name="\(axis.title)" d="\(line.text)"/>
      </svg>
      \(xAxis)
      \(cursor)
      </svg>
      """
  }

  /// The line at the position that is selected on a map, which the script of maps moves.
  private var cursor: String {
    #"<line class="profile-cursor" x1="0" x2="0" y1="\#(SVGPath.number(Self.plotTop))" "#
      + #"y2="\#(SVGPath.number(Self.plotTop + Self.plotHeight))"/>"#
  }

  /// The axis from left to right, for the script of charts.
  private var xReading: String {
    unitSystem == .imperial
      ? ChartReading(.number, decimals: 2, unit: "mi")
        .axis(from: 0, to: distance / Length.metresPerMile)
      : ChartReading(.number, decimals: 2, unit: "km").axis(from: 0, to: distance / 1000)
  }

  private var yAxis: String {
    axis.ticks.map { tick in
      let y = SVGPath.number(Self.plotTop + axis.position(tick.value) * Self.plotHeight)
      return #"<line class="profile-grid" x1="0" x2="100%" y1="\#(y)" y2="\#(y)"/>"#
        + #"<text class="profile-label" x="-10" y="\#(y)" dy="4" text-anchor="end">\#(tick.label)</text>"#
    }.joined(separator: "\n")
  }

  private var xAxis: String {
    let unit = unitSystem == .imperial ? Length.metresPerMile : 1000
    let name = unitSystem == .imperial ? "mi" : "km"
    let total = distance / unit
    let step = AxisTicks.above(total / 6)
    return ChartAxes.horizontal(
      AxisTicks.ticks(in: 0...total, step: step).map {
        (percent: $0 / total * 100, text: "\(AxisTicks.text($0, step: step)) \(name)")
      }, bottom: Self.plotTop + Self.plotHeight)
  }

  /// Reduces each column to at most four points: the first, lowest, highest and last.
  package static func thinned(_ run: [PlanePoint]) -> [PlanePoint] {
    guard run.count > 4 else { return run }
    var result: [PlanePoint] = []
    var column: [PlanePoint] = []
    func flush() {
      let indices = column.indices
      guard let lowest = indices.min(by: { column[$0].y < column[$1].y }),
        let highest = indices.max(by: { column[$0].y < column[$1].y })
      else { return }
      let kept = Set([0, lowest, highest, column.count - 1]).sorted()
      result += kept.map { column[$0] }
      column.removeAll(keepingCapacity: true)
    }
    for point in run {
      if let first = column.first, first.x.rounded(.down) != point.x.rounded(.down) { flush() }
      column.append(point)
    }
    flush()
    return result
  }
}
