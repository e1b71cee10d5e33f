// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// The colors of charts, which differ in light and dark pages; lines also differ in their dashes.
package enum ChartColor: String, Sendable, CaseIterable {
  case accent, pace, track, heart, soft
}

/// Lines with axes, bands and dots, as SVG.
///
/// The plot stretches with the page while text keeps its size. The labels of the vertical axis are
/// left of the picture, so it needs a margin there. A line has at most four points for each of the
/// ``ProfilePicture/columns``, so that long recordings keep their extremes.
package struct LinePicture: Sendable {
  /// A line with its name in the legend.
  package struct Line: Sendable {
    package var name: String
    package var color: ChartColor
    /// Runs of points with ascending x, with gaps between them.
    package var runs: [[PlanePoint]]
    package var isDashed: Bool

    package init(
      _ name: String, _ color: ChartColor, _ runs: [[PlanePoint]], isDashed: Bool = false
    ) {
      (self.name, self.color, self.runs, self.isDashed) = (name, color, runs, isDashed)
    }
  }

  /// The area between two lines, such as the mean less and plus the standard deviation.
  package struct Band: Sendable {
    package var name: String
    package var color: ChartColor
    package var lower: [PlanePoint]
    package var upper: [PlanePoint]

    package init(
      _ name: String, _ color: ChartColor, lower: [PlanePoint], upper: [PlanePoint]
    ) {
      (self.name, self.color, self.lower, self.upper) = (name, color, lower, upper)
    }
  }

  /// A marked point with a tooltip.
  package struct Dot: Sendable {
    package var point: PlanePoint
    package var color: ChartColor
    package var text: String

    package init(_ point: PlanePoint, _ color: ChartColor, _ text: String) {
      (self.point, self.color, self.text) = (point, color, text)
    }
  }

  private let id: String
  private let title: String
  private let description: String
  private let x: ChartScale
  private let y: ChartScale
  private let lines: [Line]
  private let bands: [Band]
  private let dots: [Dot]
  private let height: Double

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - id: The prefix of the identifiers in the picture, unique on the page.
  ///   - title: The name of the picture, for screen readers.
  ///   - description: The content in a sentence or two, for screen readers.
  ///   - x: The horizontal scale.
  ///   - y: The vertical scale.
  ///   - lines: The lines, the last one on top.
  ///   - bands: The areas behind the lines.
  ///   - dots: The marked points.
  ///   - height: The height of the plot in pixels.
  package init(
    id: String, title: String, description: String, x: ChartScale, y: ChartScale,
    lines: [Line] = [], bands: [Band] = [], dots: [Dot] = [], height: Double = 150
  ) {
    (self.id, self.title, self.description, self.x, self.y) = (id, title, description, x, y)
    (self.lines, self.bands, self.dots, self.height) = (lines, bands, dots, height)
  }

  /// The picture as an SVG element.
  package var svg: String {
    let top = ProfilePicture.plotTop
    let total = SVGPath.number(top + height + ProfilePicture.footer)
    return """
      <svg class="profile chart" role="img" aria-labelledby="\(id)-title \(id)-desc"\(axes) \
      width="100%" height="\(total)">
      <title id="\(id)-title">\(escaped(title))</title>
      <desc id="\(id)-desc">\(escaped(description))</desc>
      \(ChartAxes.vertical(y, top: top, height: height))
      <svg x="0" y="\(SVGPath.number(top))" width="100%" height="\(SVGPath.number(height))" \
      viewBox="0 0 \(ProfilePicture.columns) \(SVGPath.number(height))" \
      preserveAspectRatio="none" overflow="visible">
      \(bands.map(path).joined())\(lines.map(path).joined())
      </svg>
      \(dots.map(circle).joined())\(ChartAxes.horizontal(x, bottom: top + height))
      </svg>
      """
  }

  /// The attributes for the script of charts; empty if an axis has no reading.
  private var axes: String {
    guard let x = x.axis(isVertical: false), let y = y.axis(isVertical: true) else { return "" }
    return #" data-x="\#(escaped(x))" data-y="\#(escaped(y))""#
  }

  /// The names of lines and bands with their colors, as an HTML list; empty for a single name.
  package var legend: String {
    var names: [(String, String, Bool)] = []
    for line in lines where !names.contains(where: { $0.0 == line.name }) {
      names.append((line.name, line.color.rawValue, line.isDashed))
    }
    guard names.count > 1 else { return "" }
    let items = names.map { name, color, isDashed in
      #"<li><svg class="chart-key" width="24" height="10" aria-hidden="true">"#
        + #"<path class="chart-\#(color)\#(isDashed ? " chart-dashed" : "")" d="M2 5L22 5"/></svg>"#
        + "\(escaped(name))</li>"
    }
    return #"<ul class="legend">\#(items.joined())</ul>"#
  }

  private func path(of band: Band) -> String {
    guard band.lower.count > 1, band.upper.count > 1 else { return "" }
    var path = SVGPath()
    path.add(outline: band.lower.map(picture) + band.upper.reversed().map(picture))
    return #"<path class="profile-area chart-\#(band.color.rawValue)" d="\#(path.text)"/>"#
  }

  private func path(of line: Line) -> String {
    var path = SVGPath()
    for run in line.runs where !run.isEmpty {
      path.add(line: ProfilePicture.thinned(run.map(picture)))
    }
    guard !path.text.isEmpty else { return "" }
    let dashes = line.isDashed ? " chart-dashed" : ""
    return #"<path class="chart-\#(line.color.rawValue)\#(dashes)" "#
      + #"data-name="\#(escaped(line.name))" d="\#(path.text)"/>"#
  }

  private func circle(of dot: Dot) -> String {
    let left = SVGPath.number(x.position(dot.point.x) * 100)
    let down = ProfilePicture.plotTop + (1 - y.position(dot.point.y)) * height
    return #"<circle class="chart-dot chart-\#(dot.color.rawValue)" cx="\#(left)%" "#
      + #"cy="\#(SVGPath.number(down))" r="4"><title>\#(escaped(dot.text))</title></circle>"#
  }

  private func picture(_ point: PlanePoint) -> PlanePoint {
    PlanePoint(
      x: x.position(point.x) * Double(ProfilePicture.columns),
      y: (1 - y.position(point.y)) * height)
  }

  private func escaped(_ text: String) -> String { HTMLEscaper.escaped(text) }
}

/// The grid lines and labels of charts.
enum ChartAxes {
  /// The lines across the plot, with labels left of it.
  static func vertical(_ scale: ChartScale, top: Double, height: Double) -> String {
    scale.ticks.map { tick in
      let y = SVGPath.number(top + (1 - scale.position(tick.value)) * height)
      return #"<line class="profile-grid" x1="0" x2="100%" y1="\#(y)" y2="\#(y)"/>"#
        + #"<text class="profile-label" x="-10" y="\#(y)" dy="4" text-anchor="end">"#
        + "\(HTMLEscaper.escaped(tick.label))</text>"
    }.joined(separator: "\n")
  }

  /// The labels below the plot; narrow pages hide labels that would overlap there.
  static func horizontal(_ scale: ChartScale, bottom: Double) -> String {
    horizontal(
      scale.ticks.map { (percent: scale.position($0.value) * 100, text: $0.label) },
      bottom: bottom)
  }

  /// The labels at positions in percent of the plot's width, from left to right.
  static func horizontal(_ labels: [(percent: Double, text: String)], bottom: Double) -> String {
    let y = SVGPath.number(bottom + 18)
    var phone = PhoneLabels()
    return labels.map { percent, label in
      let anchor: PhoneLabels.Anchor = percent < 3 ? .start : percent > 95 ? .end : .middle
      let hidden = phone.fits(label, at: percent, anchor) ? "" : " label-wide"
      return #"<text class="profile-label\#(hidden)" "#
        + #"x="\#(SVGPath.number(percent))%" y="\#(y)" "#
        + #"text-anchor="\#(anchor.rawValue)">\#(HTMLEscaper.escaped(label))</text>"#
    }.joined(separator: "\n")
  }
}
