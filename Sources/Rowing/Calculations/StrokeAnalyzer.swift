// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Calculates the stroke technique of a session from its strokes.
enum StrokeAnalyzer {
  /// The width of a band in strokes per minute.
  static let bandWidth = 4

  static func analyze(_ strokes: [StrokeSnapshot]) -> StrokeAnalysis {
    let shares = strokes.compactMap { stroke -> Double? in
      guard let drive = stroke.driveTime, let recovery = stroke.recoveryTime,
        drive + recovery > 0
      else { return nil }
      return drive / (drive + recovery)
    }
    return StrokeAnalysis(
      bands: bands(strokes), power: consistency(strokes.compactMap(\.power)),
      strokeRate: consistency(strokes.compactMap { $0.strokeRate.map(Double.init) }),
      driveLength: consistency(strokes.compactMap(\.driveLength)),
      driveShare: shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count),
      strokes: strokes.count)
  }

  private static func bands(_ strokes: [StrokeSnapshot]) -> [StrokeAnalysis.Band] {
    let curves = strokes.filter { $0.forceCurve.count >= 2 && ($0.strokeRate ?? 0) > 0 }
    let groups = Dictionary(grouping: curves) { ($0.strokeRate ?? 0) / bandWidth }
    return groups.sorted { $0.key < $1.key }.map { key, members in
      let resampled = members.map { resample($0.forceCurve, to: StrokeAnalysis.samples) }
      let count = Double(members.count)
      let mean = (0..<StrokeAnalysis.samples).map { part in
        resampled.reduce(0) { $0 + $1[part] } / count
      }
      let deviation = (0..<StrokeAnalysis.samples).map { part in
        (resampled.reduce(0) { $0 + ($1[part] - mean[part]) * ($1[part] - mean[part]) } / count)
          .squareRoot()
      }
      let peaks = members.map { peak($0.forceCurve) }
      return StrokeAnalysis.Band(
        fromRate: key * bandWidth, toRate: (key + 1) * bandWidth, strokes: members.count,
        mean: mean, deviation: deviation,
        peakPosition: peaks.reduce(0) { $0 + $1.position } / count,
        peakForce: peaks.reduce(0) { $0 + $1.force } / count)
    }
  }

  /// Returns a curve at equal parts from its first to its last sample.
  static func resample(_ curve: [Double], to count: Int) -> [Double] {
    guard let last = curve.last, curve.count > 1, count > 1 else {
      return [Double](repeating: curve.first ?? 0, count: count)
    }
    return (0..<count).map { part in
      let position = Double(part) / Double(count - 1) * Double(curve.count - 1)
      let index = Int(position)
      guard index + 1 < curve.count else { return last }
      return curve[index] + (position - Double(index)) * (curve[index + 1] - curve[index])
    }
  }

  private static func peak(_ curve: [Double]) -> (position: Double, force: Double) {
    guard let force = curve.max(), let index = curve.firstIndex(of: force), curve.count > 1 else {
      return (0, 0)
    }
    return (Double(index) / Double(curve.count - 1), force)
  }

  static func consistency(_ values: [Double]) -> StrokeAnalysis.Consistency? {
    let values = values.filter { $0.isFinite && $0 > 0 }
    guard !values.isEmpty else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance =
      values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    let deviation = variance.squareRoot()
    return StrokeAnalysis.Consistency(
      mean: mean, deviation: deviation, variation: deviation / mean)
  }
}
