// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension RowingWorkout {
  /// Encodes the workout as a FIT file: sport rowing (15), indoor (14) unless on water, with a
  /// record for each stroke, and intervals and rests as laps.
  ///
  /// Drive, recovery, drag factor, forces and the whole force curve are developer fields with the
  /// names of the program rowingdata, in newtons.
  ///
  /// - Parameter start: The instant at which the workout starts.
  /// - Returns: The file's bytes.
  /// - Throws: `missingTime` if FIT cannot hold the start.
  public func fitData(start: Date) throws(ActivityFileError) -> Data {
    try ActivityRecording(self, start: start).fitData()
  }

  /// Encodes the workout as a TCX file, without the figures that TCX lacks.
  ///
  /// - Parameter start: The instant at which the workout starts.
  /// - Returns: The file's bytes.
  /// - Throws: `missingTime` if TCX cannot hold the start.
  public func tcxData(start: Date) throws(ActivityFileError) -> Data {
    try ActivityRecording(self, start: start).tcxData()
  }

  /// Encodes the strokes as CSV: a row for each stroke, also of rests, all figures in SI units.
  ///
  /// The columns are stable: new ones are added at the end. A force curve is one field: its step
  /// (`0.015625s`, `0.022m` or `-`), then its samples in newtons, separated by spaces. Each row has
  /// start, duration and distance of its interval or rest; one without strokes has a row without
  /// figures of a stroke. A workout with neither has one row with its totals.
  public func csvData() -> Data {
    let workout = withSeparateRests()
    var output: [UInt8] = []
    output += Self.columns.map(\.name).joined(separator: ",").utf8
    output += "\r\n".utf8
    for row in workout.rows {
      for (index, column) in Self.columns.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        column.append(row, &output)
      }
      output += "\r\n".utf8
    }
    return Data(output)
  }

  /// A row of the CSV file: a stroke, or an interval without strokes.
  private struct Row {
    var stroke: RowingStroke?
    var interval: RowingInterval
  }

  /// The strokes in order, with intervals that have none in their places.
  private var rows: [Row] {
    // The only interval has the totals.
    var whole = RowingInterval(index: 0)
    whole.start = 0
    whole.duration = duration
    whole.distance = distance
    let intervals = intervals.isEmpty ? [whole] : intervals
    let withStrokes = Set(strokes.map(\.interval))
    var rows: [Row] = []
    var next = 0
    for stroke in strokes {
      while next < min(stroke.interval, intervals.count) {
        if !withStrokes.contains(next) { rows.append(Row(interval: intervals[next])) }
        next += 1
      }
      let isKnown = intervals.indices.contains(stroke.interval)
      let interval =
        isKnown ? intervals[stroke.interval] : RowingInterval(index: stroke.interval)
      rows.append(Row(stroke: stroke, interval: interval))
    }
    for interval in intervals[min(next, intervals.count)...]
    where (!self.intervals.isEmpty || strokes.isEmpty) && !withStrokes.contains(interval.index) {
      rows.append(Row(interval: interval))
    }
    return rows
  }

  private struct Column: Sendable {
    var name: String
    var append: @Sendable (Row, inout [UInt8]) -> Void

    init(_ name: String, _ append: @escaping @Sendable (Row, inout [UInt8]) -> Void) {
      self.name = name
      self.append = append
    }

    /// A column of numbers of strokes; a number that is not finite is left out.
    init(_ name: String, value: @escaping @Sendable (RowingStroke) -> Double?) {
      self.init(name) { row, output in Self.write(row.stroke.flatMap(value), to: &output) }
    }

    /// A column of numbers of intervals.
    init(_ name: String, interval: @escaping @Sendable (RowingInterval) -> Double?) {
      self.init(name) { row, output in Self.write(interval(row.interval), to: &output) }
    }

    private static func write(_ value: Double?, to output: inout [UInt8]) {
      if let value, value.isFinite { DecimalCoding.append(value, to: &output) }
    }
  }

  private static let columns: [Column] = [
    Column("interval", interval: { Double($0.index) }),
    Column("is_rest") { row, output in
      output += (row.stroke?.isRest ?? row.interval.isRest ? "true" : "false").utf8
    },
    Column("number", value: { $0.number.map(Double.init) }),
    Column("time") { row, output in
      if let time = row.stroke?.timestamp {
        _ = XMLDateTime.append(time.timeIntervalSinceReferenceDate, to: &output)
      }
    },
    Column("elapsed_s", value: { $0.elapsed }), Column("distance_m", value: { $0.distance }),
    Column("pace_s_per_500m", value: { $0.pace }),
    Column("stroke_rate_spm", value: { $0.strokeRate }), Column("power_w", value: { $0.power }),
    Column("heart_rate_bpm", value: { $0.heartRate.map(Double.init) }),
    Column("calories_kcal", value: { $0.calories }),
    Column("calories_per_h", value: { $0.caloriesPerHour }),
    Column("speed_m_per_s", value: { $0.speed }),
    Column("drag_factor", value: { $0.dragFactor.map(Double.init) }),
    Column("drive_length_m", value: { $0.driveLength }),
    Column("stroke_distance_m", value: { $0.strokeDistance }),
    Column("drive_time_s", value: { $0.driveTime }),
    Column("recovery_time_s", value: { $0.recoveryTime }), Column("work_j", value: { $0.work }),
    Column("average_force_n", value: { $0.averageForce }),
    Column("peak_force_n", value: { $0.peakForce }),
    Column("peak_force_position_m", value: { $0.peakForcePosition }),
    Column("force_curve_n") { row, output in append(row.stroke?.forceCurve, to: &output) },
    Column("latitude", value: { $0.position?.latitude }),
    Column("longitude", value: { $0.position?.longitude }),
    Column("catch_deg", value: { $0.oarlock?.catchAngle }),
    Column("finish_deg", value: { $0.oarlock?.finishAngle }),
    Column("slip_deg", value: { $0.oarlock?.slip }),
    Column("wash_deg", value: { $0.oarlock?.wash }),
    Column("peak_force_angle_deg", value: { $0.oarlock?.peakForceAngle }),
    Column("interval_start_s", interval: { $0.start }),
    Column("interval_duration_s", interval: { $0.duration }),
    Column("interval_distance_m", interval: { $0.distance }),
  ]

  private static func append(_ curve: RowingForceCurve?, to output: inout [UInt8]) {
    guard let curve else { return }
    switch curve.spacing {
    case .time(let step) where step.isFinite:
      DecimalCoding.append(step, to: &output)
      output.append(UInt8(ascii: "s"))
    case .length(let step) where step.isFinite:
      DecimalCoding.append(step, to: &output)
      output.append(UInt8(ascii: "m"))
    default: output.append(UInt8(ascii: "-"))
    }
    for value in curve.newtons where value.isFinite {
      output.append(UInt8(ascii: " "))
      DecimalCoding.append(value, to: &output)
    }
  }
}
