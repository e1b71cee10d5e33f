// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Rowing

/// Pictures of pace, power, rate and heart rate over the time of a session.
struct StrokePlots {
  /// A figure of strokes.
  private struct Figure {
    var id: String
    var title: String
    var color: ChartColor
    var value: (StrokeSnapshot) -> Double?
    var scale: ([Double]) -> ChartScale?
    var text: (Double?) -> String
  }

  private let strokes: [StrokeSnapshot]
  private let prefix: String

  /// The pictures of strokes in their order.
  ///
  /// - Parameters:
  ///   - strokes: The strokes.
  ///   - prefix: The prefix of identifiers on the page.
  init(_ strokes: [StrokeSnapshot], prefix: String = "") {
    self.strokes = strokes
    self.prefix = prefix
  }

  private var figures: [Figure] {
    [
      Figure(
        id: "pace", title: "Pace", color: .pace, value: { $0.pace },
        scale: { ChartScale.pace($0) }, text: { RowFormat.pace($0) }),
      Figure(
        id: "power", title: "Power", color: .accent, value: { $0.power },
        scale: { ChartScale.numbers($0, unit: "W", least: 20) }, text: { RowFormat.watts($0) }),
      Figure(
        id: "rate", title: "Stroke rate", color: .track,
        value: { $0.strokeRate.map(Double.init) },
        scale: { ChartScale.numbers($0, unit: "spm", least: 4) }, text: { RowFormat.rate($0) }),
      Figure(
        id: "heart", title: "Heart rate", color: .heart,
        value: { $0.heartRate.map(Double.init) },
        scale: { ChartScale.numbers($0, unit: "bpm", least: 20) }, text: { RowFormat.beats($0) }),
    ]
  }

  /// The pictures of figures that the strokes have.
  func plots(height: Double = 130) -> [Plot] {
    guard let first = strokes.first?.elapsed, let last = strokes.last?.elapsed, last > first else {
      return []
    }
    // A part of a session, such as its latest strokes, begins at its first stroke.
    let start = first < last * 0.2 ? 0 : first
    guard let x = ChartScale.time(upTo: last - start) else { return [] }
    return figures.compactMap { plot($0, x: x, start: start, height: height) }
  }

  private func plot(_ figure: Figure, x: ChartScale, start: Double, height: Double) -> Plot? {
    let runs = runs(figure, start: start)
    let values = runs.joined().map(\.y)
    guard values.count > 1, let y = figure.scale(values), let low = values.min(),
      let high = values.max()
    else { return nil }
    let (near, far) = figure.id == "pace" ? (high, low) : (low, high)
    let picture = LinePicture(
      id: prefix + figure.id, title: "\(figure.title) over time",
      description: "From \(figure.text(near)) to \(figure.text(far)).", x: x, y: y,
      lines: [LinePicture.Line(figure.title, figure.color, runs)], height: height)
    let mean = values.reduce(0, +) / Double(values.count)
    return Plot(figure.title, summary: "\(figure.text(mean)) on average", svg: picture.svg)
  }

  /// The values over time; intervals and gaps are apart.
  private func runs(_ figure: Figure, start: Double) -> [[PlanePoint]] {
    var runs: [[PlanePoint]] = []
    var interval: Int?
    for stroke in strokes {
      guard let value = figure.value(stroke), value.isFinite, value > 0 else { continue }
      if interval != stroke.interval || stroke.followsGap || runs.isEmpty { runs.append([]) }
      interval = stroke.interval
      runs[runs.count - 1].append(PlanePoint(x: stroke.elapsed - start, y: value))
    }
    return runs
  }
}
