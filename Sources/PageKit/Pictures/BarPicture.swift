// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// Bars in a row with a vertical axis, such as the distance of each week, as SVG.
///
/// The bars stretch with the page while text keeps its size. The labels of the vertical axis are left
/// of the picture, so it needs a margin there.
package struct BarPicture: Sendable {
  /// A bar.
  package struct Bar: Sendable {
    /// The label below the bar; of many bars, only some show theirs.
    package var label: String
    package var value: Double
    /// The tooltip, such as "Week of 16 Nov 2026: 42 km".
    package var text: String

    package init(_ label: String, _ value: Double, _ text: String) {
      (self.label, self.value, self.text) = (label, value, text)
    }
  }

  /// The maximum number of labels below the bars, which fit on a phone.
  private static let labels = 6

  private let id: String
  private let title: String
  private let description: String
  private let bars: [Bar]
  private let scale: ChartScale
  private let height: Double

  /// Creates a picture; nil without a positive value.
  ///
  /// - Parameters:
  ///   - id: The prefix of the identifiers in the picture, unique on the page.
  ///   - title: The name of the picture, for screen readers.
  ///   - description: The content in a sentence or two, for screen readers.
  ///   - bars: The bars from left to right.
  ///   - unit: The unit of the values.
  ///   - height: The height of the plot in pixels.
  package init?(
    id: String, title: String, description: String, bars: [Bar], unit: String, height: Double = 130
  ) {
    guard bars.contains(where: { $0.value > 0 }),
      let scale = ChartScale.numbers(bars.map(\.value), unit: unit, startsAtZero: true)
    else { return nil }
    (self.id, self.title, self.description, self.bars) = (id, title, description, bars)
    (self.scale, self.height) = (scale, height)
  }

  /// The picture as an SVG element.
  package var svg: String {
    let top = ProfilePicture.plotTop
    let total = SVGPath.number(top + height + ProfilePicture.footer)
    return """
      <svg class="profile chart" role="img" aria-labelledby="\(id)-title \(id)-desc" \
      width="100%" height="\(total)">
      <title id="\(id)-title">\(escaped(title))</title>
      <desc id="\(id)-desc">\(escaped(description))</desc>
      \(ChartAxes.vertical(scale, top: top, height: height))
      \(bars.enumerated().map { rectangle($1, $0) }.joined())
      \(names)
      </svg>
      """
  }

  private func rectangle(_ bar: Bar, _ index: Int) -> String {
    guard bar.value > 0 else { return "" }
    let step = 100 / Double(bars.count)
    let tall = scale.position(bar.value) * height
    return #"<rect class="chart-bar" x="\#(Self.percent(step * (Double(index) + 0.15)))" "#
      + #"width="\#(Self.percent(step * 0.7))" "#
      + #"y="\#(SVGPath.number(ProfilePicture.plotTop + height - tall))" "#
      + #"height="\#(SVGPath.number(tall))"><title>\#(escaped(bar.text))</title></rect>"#
  }

  /// The labels below the bars, at equal distances; narrow pages hide labels that would overlap there.
  private var names: String {
    let step = (bars.count + Self.labels - 1) / Self.labels
    let y = SVGPath.number(ProfilePicture.plotTop + height + 18)
    var phone = PhoneLabels()
    return stride(from: 0, to: bars.count, by: max(step, 1)).map { index in
      let percent = (Double(index) + 0.5) * 100 / Double(bars.count)
      let hidden = phone.fits(bars[index].label, at: percent, .middle) ? "" : " label-wide"
      return #"<text class="profile-label\#(hidden)" x="\#(Self.percent(percent))" y="\#(y)" "#
        + #"text-anchor="middle">"#
        + "\(escaped(bars[index].label))</text>"
    }.joined(separator: "\n")
  }

  /// A percentage with two decimals, so that hundreds of bars keep their distances.
  private static func percent(_ value: Double) -> String { String(format: "%.2f%%", value) }

  private func escaped(_ text: String) -> String { HTMLEscaper.escaped(text) }
}

/// A horizontal bar for a table's cell, as SVG without text of its own.
package struct ShareBar: Sendable {
  private let fraction: Double

  /// A bar of a part of the cell's width, from 0 to 1.
  package init(_ fraction: Double) {
    self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }

  /// The bar as an SVG element, which screen readers skip.
  package var svg: String {
    #"<svg class="share" width="100%" height="10" aria-hidden="true">"#
      + #"<rect class="share-rest" width="100%" height="10" rx="5"/>"#
      + #"<rect class="chart-bar" width="\#(String(format: "%.1f%%", fraction * 100))" height="10" rx="5"/></svg>"#
  }
}
