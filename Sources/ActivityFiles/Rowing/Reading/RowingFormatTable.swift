// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The columns of a CSV format with a stroke or sample a row.
struct RowingFormatTable {
  /// A figure, and the unit of columns that name none.
  struct Column {
    var column: RowingColumn
    var unit: String?

    init(_ column: RowingColumn, _ unit: String? = nil) {
      self.column = column
      self.unit = unit
    }
  }

  let format: RowingFileFormat

  /// The names that a header of this format contains.
  let required: [String]

  /// Figures by the name of their column.
  let columns: [String: Column]

  /// Whether a stroke has several rows, which are merged.
  var mergesRows = false

  /// Returns the format of a header; nil if it is unknown.
  static func table(for header: [CSVColumnName]) -> RowingFormatTable? {
    let names = Set(header.map(\.name)).union(header.map(\.whole))
    return all.first { $0.required.allSatisfy(names.contains) }
  }

  /// All formats; the first one whose required columns are present is used.
  static let all = [
    cairn, painsled, boatCoach, ergStick, rp3, smartRow, hero, concept2Result, ergData,
    speedCoach,
  ]

  private static let painsled = RowingFormatTable(
    format: .painsled, required: ["timestamp", "elapsedtime", "horizontal"],
    columns: [
      "timestamp": Column(.unixTime), "lapidx": Column(.lap), "elapsedtime": Column(.elapsed),
      "horizontal": Column(.distance), "stroke500mpace": Column(.pace),
      "cadence": Column(.strokeRate), "hrcur": Column(.heartRate), "power": Column(.power),
      "calories": Column(.calories), "speed": Column(.speed), "strokecount": Column(.number),
      "strokedistance": Column(.strokeDistance), "drivelength": Column(.driveLength),
      "drivetime": Column(.driveTime), "strokerecoverytime": Column(.recoveryTime),
      "workperstroke": Column(.work), "averagedriveforce": Column(.averageForce, "lbs"),
      "peakdriveforce": Column(.peakForce, "lbs"), "dragfactor": Column(.dragFactor),
      "latitude": Column(.latitude), "longitude": Column(.longitude),
      "workoutstate": Column(.workoutState),
    ])

  private static let boatCoach = RowingFormatTable(
    format: .boatCoach, required: ["workouttype", "worktime", "workdistance", "strokecount"],
    columns: [
      "datetime": Column(.dateTime), "workouttype": Column(.workoutType),
      "intervaltype": Column(.restMark), "intervalcount": Column(.lap),
      "strokerate": Column(.strokeRate), "currentheartrate": Column(.heartRate),
      "worktime": Column(.elapsed), "workdistance": Column(.distance),
      "stroke500mpace": Column(.pace), "strokepower": Column(.power),
      "strokecaloricburnrate": Column(.caloriesPerHour), "strokecount": Column(.number),
      "strokelength": Column(.driveLength), "strokedrivetime": Column(.driveTime),
      "strokeaverageforce": Column(.averageForce, "lbf"),
      "strokepeakforce": Column(.peakForce, "lbf"), "dragfactor": Column(.dragFactor),
      "powercurve": Column(.curve),
    ], mergesRows: true)

  private static let ergStick = RowingFormatTable(
    format: .ergStick, required: ["total elapsed time", "total distance", "stroke count"],
    columns: [
      "total elapsed time": Column(.elapsed), "total distance": Column(.distance),
      "stroke rate": Column(.strokeRate), "speed": Column(.speed),
      "current heart rate": Column(.heartRate), "interval type": Column(.restMark),
      "workout state": Column(.workoutState), "stroke count": Column(.number),
      "drag factor": Column(.dragFactor), "current pace": Column(.pace),
      "interval count": Column(.lap), "total average calories": Column(.calories),
      "drive length": Column(.driveLength), "drive time": Column(.driveTime),
      "stroke recovery time": Column(.recoveryTime), "stroke distance": Column(.strokeDistance),
      "peak drive force": Column(.peakForce, "lbs"),
      "ave. drive force": Column(.averageForce, "lbs"), "work per stroke": Column(.work),
      "stroke power": Column(.power), "stroke calories": Column(.caloriesPerHour),
    ], mergesRows: true)

  private static let rp3 = RowingFormatTable(
    format: .rp3, required: ["workout_interval_id", "stroke_number", "estimated_500m_time"],
    columns: [
      "workout_interval_id": Column(.lap), "stroke_number": Column(.number),
      "power": Column(.power), "stroke_rate": Column(.strokeRate), "time": Column(.elapsed),
      "stroke_length": Column(.driveLength, "cm"), "distance": Column(.distance),
      "distance_per_stroke": Column(.strokeDistance, "cm"), "estimated_500m_time": Column(.pace),
      "energy_per_stroke": Column(.work), "pulse": Column(.heartRate),
      "peak_force": Column(.peakForce, "n"),
      "peak_force_pos": Column(.peakForcePosition, "cm"), "drive_time": Column(.driveTime),
      "recover_time": Column(.recoveryTime), "curve_data": Column(.curve),
    ])

  private static let smartRow = RowingFormatTable(
    format: .smartRow, required: ["stroke (#)", "second (#)", "distance"],
    columns: [
      "stroke": Column(.number), "second": Column(.elapsed), "distance": Column(.distance),
      "work": Column(.work), "actual power": Column(.power), "actual split": Column(.pace),
      "stroke rate": Column(.strokeRate), "heart rate": Column(.heartRate),
    ])

  private static let hero = RowingFormatTable(
    format: .hero, required: ["stroke #", "time", "split", "distance per stroke"],
    columns: [
      "stroke #": Column(.number), "time": Column(.elapsed), "distance": Column(.distance),
      "split": Column(.pace), "watts": Column(.power), "stroke rate": Column(.strokeRate),
      "drag factor": Column(.dragFactor), "stroke length": Column(.driveLength, "cm"),
      "hr": Column(.heartRate), "work": Column(.work), "peak drive force": Column(.peakForce, "n"),
      "average drive force": Column(.averageForce, "n"), "drive time": Column(.driveTime),
      "recovery time": Column(.recoveryTime), "distance per stroke": Column(.strokeDistance),
    ])

  private static let concept2Columns: [String: Column] = [
    "number": Column(.number), "stroke number": Column(.number), "time": Column(.elapsed),
    "distance": Column(.distance), "pace": Column(.pace), "watts": Column(.power),
    "cal/hr": Column(.caloriesPerHour), "stroke rate": Column(.strokeRate),
    "heart rate": Column(.heartRate),
  ]

  private static let concept2Result = RowingFormatTable(
    format: .concept2Result, required: ["number", "time", "distance", "pace", "watts"],
    columns: concept2Columns)

  private static let ergData = RowingFormatTable(
    format: .ergData, required: ["stroke number", "time", "distance", "pace"],
    columns: concept2Columns)

  private static let speedCoach = RowingFormatTable(
    format: .speedCoach, required: ["interval", "elapsed time", "stroke rate"],
    columns: [
      "interval": Column(.lap), "elapsed time": Column(.elapsed),
      "gps distance": Column(.distance), "distance (gps)": Column(.distance),
      "gps split": Column(.pace), "split (gps)": Column(.pace), "gps speed": Column(.speed),
      "speed (gps)": Column(.speed), "stroke rate": Column(.strokeRate),
      "heart rate": Column(.heartRate), "stroke count": Column(.number),
      "total strokes": Column(.number), "distance/stroke (gps)": Column(.strokeDistance),
      "power": Column(.power), "catch": Column(.catchAngle), "finish": Column(.finishAngle),
      "slip": Column(.slip), "wash": Column(.wash), "force avg": Column(.averageForce, "n"),
      "work": Column(.work), "force max": Column(.peakForce, "n"),
      "max force angle": Column(.peakForceAngle), "gps lat.": Column(.latitude),
      "gps lon.": Column(.longitude),
    ])

  private static let cairn = RowingFormatTable(
    format: .cairnCSV,
    required: ["interval", "is_rest", "elapsed_s", "distance_m", "force_curve_n"],
    columns: [
      "interval": Column(.lap), "is_rest": Column(.restMark), "number": Column(.number),
      "time": Column(.dateTime), "elapsed_s": Column(.elapsed), "distance_m": Column(.distance),
      "pace_s_per_500m": Column(.pace), "stroke_rate_spm": Column(.strokeRate),
      "power_w": Column(.power), "heart_rate_bpm": Column(.heartRate),
      "calories_kcal": Column(.calories), "calories_per_h": Column(.caloriesPerHour),
      "speed_m_per_s": Column(.speed), "drag_factor": Column(.dragFactor),
      "drive_length_m": Column(.driveLength), "stroke_distance_m": Column(.strokeDistance),
      "drive_time_s": Column(.driveTime), "recovery_time_s": Column(.recoveryTime),
      "work_j": Column(.work), "average_force_n": Column(.averageForce),
      "peak_force_n": Column(.peakForce), "peak_force_position_m": Column(.peakForcePosition),
      "force_curve_n": Column(.curve), "latitude": Column(.latitude),
      "longitude": Column(.longitude), "catch_deg": Column(.catchAngle),
      "finish_deg": Column(.finishAngle), "slip_deg": Column(.slip), "wash_deg": Column(.wash),
      "peak_force_angle_deg": Column(.peakForceAngle), "interval_start_s": Column(.lapStart),
      "interval_duration_s": Column(.lapDuration), "interval_distance_m": Column(.lapDistance),
    ])
}
