// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RowingFile {
  /// Reads a TCX file: each track point is a stroke, each lap an interval, each rowing activity a
  /// workout.
  ///
  /// - Throws: `otherSport` for a file without a rowing activity.
  init(_ reader: TCXReader) throws(ActivityFileError) {
    format = .tcx
    workouts = []
    var points: [(point: TCXTrackpoint, lap: Int)] = []
    var laps: [TCXLap] = []
    var activities: [TCXActivity] = []
    var total = 0
    while let event = try reader.next() {
      switch event {
      case .activityBegan:
        points = []
        laps = []
      case .trackpoint(let point):
        points.append((point, laps.count))
        total += 1
        try Self.check(total, "track points")
      case .lapEnded(let lap):
        laps.append(lap)
        try Self.check(laps.count, "laps")
      case .activityEnded(let activity):
        try Self.check(workouts.count, "activities")
        workouts.append(RowingWorkout(activity, laps: laps, points: points))
        activities.append(activity)
      case .lapBegan, .trackBegan, .trackEnded: break
      }
    }
    issues = reader.issues
    try keepRowing(activities, programs: reader.programs)
  }

  /// Removes the workouts of other sports.
  ///
  /// - Parameters:
  ///   - activities: The activities of the workouts.
  ///   - programs: The names of the programs that wrote the file.
  /// - Throws: `otherSport` if all of at least one are of other sports.
  private mutating func keepRowing(
    _ activities: [TCXActivity], programs: [String]
  ) throws(ActivityFileError) {
    var evidence = RowingEvidence()
    for program in programs { evidence.add(program: program) }
    var (rowing, otherSports): ([RowingWorkout], [String]) = ([], [])
    for (activity, workout) in zip(activities, workouts) {
      let hasStrokes = workout.strokes.contains { $0.power != nil && $0.strokeRate != nil }
      if let sport = evidence.otherSport(activity, hasStrokes: hasStrokes) {
        otherSports.append(sport)
      } else {
        rowing.append(workout)
      }
    }
    workouts = rowing
    if rowing.isEmpty, !otherSports.isEmpty { throw RowingEvidence.error(otherSports) }
  }
}

extension RowingWorkout {
  init(_ activity: TCXActivity, laps: [TCXLap], points: [(point: TCXTrackpoint, lap: Int)]) {
    self.init(format: .tcx)
    let first = points.compactMap(\.point.time).first
    // A start that is not near the first sample is a defect of the exporting program.
    let stated = laps.first?.start
    let start =
      stated.flatMap { date in
        first.map { abs($0.timeIntervalSince(date)) < 86400 } ?? true ? date : nil
      } ?? first
    date = start.map { RowingDate($0) }
    title = activity.notes
    if let name = activity.device { device = RowingDevice(model: name) }
    setStrokes(points, laps: laps, start: start)
    if laps.count > 1 {
      var elapsed = 0.0
      intervals = laps.enumerated().map { index, lap in
        var interval = RowingInterval(lap, index: index)
        if let start, let lapStart = lap.start {
          interval.start = max(0, lapStart.timeIntervalSince(start))
        } else {
          interval.start = elapsed
        }
        elapsed += lap.duration ?? 0
        return interval
      }
    }
    for lap in laps {
      if lap.intensity == "Resting" {
        restDuration = (restDuration ?? 0) + (lap.duration ?? 0)
        restDistance = (restDistance ?? 0) + (lap.distance ?? 0)
      } else {
        duration = lap.duration.map { $0 + (duration ?? 0) } ?? duration
        distance = lap.distance.map { $0 + (distance ?? 0) } ?? distance
      }
      calories = lap.calories.map { $0 + (calories ?? 0) } ?? calories
    }
    maxHeartRate = laps.compactMap(\.maxHeartRate).max().flatMap(Self.rate)
    if laps.count == 1 {
      heartRate = laps[0].averageHeartRate.flatMap(Self.rate)
      strokeRate = laps[0].cadence
      power = laps[0].averagePower
      maxPower = laps[0].maxPower
    }
    if duration ?? 0 == 0 { duration = strokes.compactMap(\.elapsed).max() }
    if distance ?? 0 == 0 { distance = strokes.compactMap(\.distance).max() }
  }

  private mutating func setStrokes(
    _ points: [(point: TCXTrackpoint, lap: Int)], laps: [TCXLap], start: Date?
  ) {
    strokes = points.map { point, lap in
      var stroke = RowingStroke()
      stroke.interval = lap
      stroke.isRest = lap < laps.count && laps[lap].intensity == "Resting"
      stroke.timestamp = point.time
      if let start, let time = point.time {
        stroke.elapsed = max(0, time.timeIntervalSince(start))
      }
      stroke.distance = point.distance
      stroke.speed = point.speed
      stroke.strokeRate = (point.cadence ?? point.runCadence).flatMap { $0 > 0 ? $0 : nil }
      stroke.power = point.power
      stroke.heartRate = point.heartRate.flatMap(Self.rate)
      if let speed = point.speed, speed > 0 { stroke.pace = 500 / speed }
      if let latitude = point.latitude, let longitude = point.longitude {
        stroke.position = RowingPosition(latitude: latitude, longitude: longitude)
      }
      return stroke
    }
  }

  /// Rounds a heart rate; nil for an implausible one.
  fileprivate static func rate(_ value: Double) -> Int? {
    value > 0 && value < 255 ? Int(value.rounded()) : nil
  }
}

extension RowingInterval {
  fileprivate init(_ lap: TCXLap, index: Int) {
    self.init(index: index)
    isRest = lap.intensity == "Resting"
    duration = lap.duration
    distance = lap.distance
    calories = lap.calories
    strokeRate = lap.cadence
    power = lap.averagePower
    heartRate = lap.averageHeartRate.flatMap(RowingWorkout.rate)
    maxHeartRate = lap.maxHeartRate.flatMap(RowingWorkout.rate)
  }
}
