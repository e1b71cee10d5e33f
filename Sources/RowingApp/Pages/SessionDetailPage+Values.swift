// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Rowing

extension SessionDetailPage {
  /// The figures of a session.
  static func figures(_ detail: SessionDetail) -> [FigureTile] {
    let session = detail.summary
    var tiles = [
      FigureTile("Distance", RowFormat.distance(session.distance)),
      FigureTile("Time", RowFormat.time(session.duration)),
      FigureTile(
        "Pace", session.paceText ?? RowFormat.pace(session.pace),
        note: "for \(Int(session.paceDistance)) m"),
      FigureTile(
        "Power", RowFormat.watts(session.power),
        note: session.maxPower.map { "up to \(RowFormat.watts($0))" }),
      FigureTile("Stroke rate", RowFormat.rate(session.strokeRate)),
    ]
    if let heart = session.heartRate {
      tiles.append(
        FigureTile(
          "Heart rate", "\(heart) bpm", note: session.maxHeartRate.map { "up to \($0)" }))
    }
    if let rest = session.restDuration, rest > 0 {
      tiles.append(
        FigureTile(
          "Rest", RowFormat.time(rest), note: session.restDistance.map { RowFormat.distance($0) }))
    }
    if let count = session.strokes {
      tiles.append(FigureTile("Strokes", RowFormat.number(Double(count), "")))
    }
    if let calories = session.calories {
      tiles.append(
        FigureTile(
          "Calories", RowFormat.kilocalories(calories),
          note: session.caloriesPerHour.map { RowFormat.number($0, "an hour") }))
    }
    if let drag = session.dragFactor {
      tiles.append(FigureTile("Drag factor", RowFormat.number(drag, "")))
    }
    if let recovery = detail.recoveryHeartRate {
      tiles.append(FigureTile("After a minute", "\(recovery) bpm"))
    }
    return tiles
  }

  /// The intervals, rests and splits; nil if there are none.
  static func intervals(_ detail: SessionDetail) -> DataTable? {
    guard !detail.intervals.isEmpty else { return nil }
    let hasRest = detail.intervals.contains { ($0.restDuration ?? 0) > 0 }
    let isSplit = detail.intervals.allSatisfy { $0.kind == .split }
    let hasTarget = detail.intervals.contains { $0.target != nil }
    var columns = ["No.", "Distance", "Time", "Pace", "Power", "Rate", "Heart"]
    if hasTarget { columns.insert("Target", at: 1) }
    if hasRest { columns.append("Rest after") }
    let rows = detail.intervals.map { part in
      var cells = [
        RowFormat.distance(part.distance), RowFormat.time(part.duration),
        RowFormat.pace(part.pace), RowFormat.watts(part.power),
        RowFormat.number(part.strokeRate, ""),
        RowFormat.number(part.heartRate.map(Double.init), ""),
      ]
      if hasTarget { cells.insert(RowText.target(part), at: 0) }
      if hasRest {
        cells.append((part.restDuration ?? 0) > 0 ? RowFormat.time(part.restDuration) : "")
      }
      let name =
        switch part.kind {
        case .rest: "Rest"
        case .split where !isSplit: "Split \(part.index + 1)"
        default: isSplit ? "\(part.index + 1)" : "\(part.number + 1)"
        }
      return DataTable.Row(name, detail: part.hasGap ? "gap" : nil, cells)
    }
    return DataTable(isSplit ? "Splits" : "Intervals", columns: columns, rows: rows)
  }

  /// The consistency of strokes; nil if there are no values.
  static func consistency(_ analysis: StrokeAnalysis) -> DataTable? {
    func row(
      _ name: String, _ value: StrokeAnalysis.Consistency?, _ decimals: Int, _ unit: String
    ) -> DataTable.Row? {
      guard let value else { return nil }
      return DataTable.Row(
        name,
        [
          RowFormat.decimal(value.mean, decimals, unit),
          RowFormat.decimal(value.deviation, decimals, unit),
          RowFormat.decimal(value.variation * 100, 1, "%"),
        ])
    }
    let rows = [
      row("Power", analysis.power, 0, "W"), row("Rate", analysis.strokeRate, 1, "spm"),
      row("Drive length", analysis.driveLength, 2, "m"),
    ].compactMap(\.self)
    guard !rows.isEmpty else { return nil }
    return DataTable(
      "Consistency", columns: ["Strokes", "Mean", "± deviation", "Variation"], rows: rows)
  }

  /// The mean force curves of the bands of stroke rates; nil if no stroke has a curve.
  static func force(_ analysis: StrokeAnalysis) -> Force? {
    let bands = analysis.bands.filter { $0.strokes > 0 && $0.mean.count > 1 }
    let highest = bands.map { zip($0.mean, $0.deviation).map(+).max() ?? 0 }.max() ?? 0
    guard highest > 0,
      let y = ChartScale.numbers([0, highest], unit: "N", startsAtZero: true, least: 100)
    else { return nil }
    let x = ChartScale(
      0...100, ticks: [0, 25, 50, 75, 100].map { .init($0, "\(Int($0)) %") },
      reading: ChartReading(.number, unit: "%"))
    func line(_ values: [Double]) -> [PlanePoint] {
      values.enumerated().map {
        PlanePoint(x: Double($0.offset) * 100 / Double(values.count - 1), y: $0.element)
      }
    }
    let colors = ChartColor.allCases
    let names = bands.map { "\($0.fromRate)–\($0.toRate - 1) spm" }
    let widest = bands.indices.max { bands[$0].strokes < bands[$1].strokes } ?? 0
    let picture = LinePicture(
      id: "force", title: "Mean force during the drive by stroke rate",
      description: forceDescription(bands, names), x: x, y: y,
      lines: bands.enumerated().map { index, band in
        LinePicture.Line(
          names[index], colors[index % colors.count], [line(band.mean)],
          isDashed: index >= colors.count)
      },
      bands: [
        LinePicture.Band(
          names[widest], colors[widest % colors.count],
          lower: line(
            zip(bands[widest].mean, bands[widest].deviation).map { max($0 - $1, 0) }),
          upper: line(zip(bands[widest].mean, bands[widest].deviation).map(+)))
      ], height: 220)
    let rows = zip(names, bands).map { name, band in
      DataTable.Row(
        name,
        [
          "\(band.strokes)", RowFormat.force(band.peakForce),
          RowFormat.percent(band.peakPosition),
        ])
    }
    return Force(
      plot: Plot(
        "Force curve", summary: "mean by stroke rate, ± deviation at \(names[widest])",
        svg: picture.svg, legend: picture.legend),
      table: DataTable(
        "Force by stroke rate", columns: ["Rate", "Strokes", "Peak", "Peak at"], rows: rows))
  }

  private static func forceDescription(
    _ bands: [StrokeAnalysis.Band], _ names: [String]
  ) -> String {
    zip(bands, names).map { band, name in
      "At \(name) the peak is \(RowFormat.force(band.peakForce)) after "
        + "\(RowFormat.percent(band.peakPosition)) of the drive."
    }.joined(separator: " ")
  }

  /// The time in zones.
  static func zones(_ times: [ZoneTime]) -> [ZoneRow] {
    let total = times.reduce(0) { $0 + $1.time }
    guard total > 0 else { return [] }
    return times.map { zone in
      let range =
        zone.toPower.map { "\(Int(zone.fromPower.rounded()))–\(RowFormat.watts($0))" }
        ?? "from \(RowFormat.watts(zone.fromPower))"
      let slow = RowingFigures.pace(power: zone.fromPower)
      let fast = zone.toPower.flatMap { RowingFigures.pace(power: $0) }
      let pace =
        switch (slow, fast) {
        case (let slow?, let fast?): "\(short(slow))–\(short(fast))"
        case (let slow?, nil): "< \(short(slow))"
        case (nil, let fast?): "> \(short(fast))"
        case (nil, nil): RowFormat.unknown
        }
      return ZoneRow(
        name: zone.name, range: range, pace: pace, time: RowFormat.total(zone.time),
        share: RowFormat.percent(zone.time / total), bar: ShareBar(zone.time / total).svg)
    }
  }

  /// A pace without its tenth.
  private static func short(_ seconds: Double) -> String {
    RowFormat.pace(seconds).split(separator: ".").first.map(String.init) ?? RowFormat.unknown
  }
}
