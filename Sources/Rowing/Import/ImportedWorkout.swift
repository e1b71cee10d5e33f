// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// A file's workout in this app's units, with its date resolved.
struct ImportedWorkout {
  let workout: ActivityFiles.RowingWorkout
  let machine: RowingMachine
  let start: Date
  let end: Date
  let isDayOnly: Bool
  let isDateAssumed: Bool
  let duration: Double
  let distance: Double

  /// Resolves the date and the totals of a workout.
  ///
  /// - Parameters:
  ///   - workout: The file's workout.
  ///   - options: The user's information; its start is for a workout without a date.
  ///   - timeZone: The zone of logbook dates.
  init(
    _ workout: ActivityFiles.RowingWorkout, options: RowingImportOptions, timeZone: TimeZone
  ) {
    self.workout = workout
    machine = RowingMachine(workout)
    func known(_ value: Double?) -> Double? { value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
    let strokes = workout.strokes.last { !$0.isRest }
    duration = known(workout.duration) ?? known(strokes?.elapsed) ?? 0
    distance = known(workout.distance) ?? known(strokes?.distance) ?? 0
    let whole = duration + (known(workout.restDuration) ?? 0)
    if let date = workout.start(in: timeZone) {
      let isDayOnly = workout.date?.hasTime == false
      (start, self.isDayOnly, isDateAssumed) = (date, isDayOnly, false)
      end = isDayOnly ? date : date.addingTimeInterval(whole)
    } else if let date = options.start {
      (start, isDayOnly, isDateAssumed) = (date, false, false)
      end = date.addingTimeInterval(whole)
    } else {
      (start, isDayOnly, isDateAssumed) = (options.now.addingTimeInterval(-whole), false, true)
      end = options.now
    }
  }

  /// Returns the key by which the workout is found.
  func key(athlete: UUID) -> WorkoutKey {
    WorkoutKey(
      athlete: athlete, start: start, end: end, isDayOnly: isDayOnly,
      isDateAssumed: isDateAssumed, duration: duration, distance: distance)
  }

  /// The text that tells apart undated workouts with equal totals.
  var content: String {
    let strokes = workout.strokes
    let first = strokes.prefix(20).map { "\($0.elapsed ?? 0):\($0.distance ?? 0)" }
    return "\(strokes.count) \(first.joined(separator: " "))"
  }

  /// The longest work and the longest rest of a workout in seconds: 31 days.
  private static let longestDuration = 31 * 86_400.0
  /// The longest distance of a workout in metres.
  private static let longestDistance = 1e7
  /// The starts that calendars and periods can list: from 1900 to 2199.
  private static let starts =
    Date(timeIntervalSince1970: -2_208_988_800)..<Date(timeIntervalSince1970: 7_258_118_400)

  /// The reason why the workout can't be stored, with the remedy; nil if it can.
  ///
  /// Values of faulty or forged files would otherwise make periods of millions of years.
  var refusal: String? {
    func isLong(_ seconds: Double?) -> Bool { (seconds ?? 0) > Self.longestDuration }
    func isFar(_ metres: Double?) -> Bool { (metres ?? 0) > Self.longestDistance }
    if isLong(duration) || isLong(workout.restDuration)
      || workout.intervals.contains(where: { isLong($0.duration) || isLong($0.restDuration) })
      || workout.strokes.contains(where: { isLong($0.elapsed) })
    {
      return "The workout takes more than 31 days. Correct its times, then import it again."
    }
    if isFar(distance) || isFar(workout.restDistance)
      || workout.intervals.contains(where: { isFar($0.distance) || isFar($0.restDistance) })
      || workout.strokes.contains(where: { isFar($0.distance) })
    {
      return "The workout is longer than 10,000 km. Correct its distances, then import it again."
    }
    if !Self.starts.contains(start) {
      return "The workout's year is not from 1900 to 2199. Correct its date, then import it again."
    }
    return nil
  }

  /// The factor from a file's pace, per 500 m, to the machine's.
  private var paceFactor: Double { machine.paceDistance / 500 }

  /// The figures that the device printed; nil if there are none.
  var figures: DeviceFigures? {
    let figures = DeviceFigures(
      power: workout.power, pace: workout.pace.map { $0 * paceFactor },
      caloriesPerHour: workout.caloriesPerHour, calories: workout.calories,
      strokeRate: workout.strokeRate, dragFactor: workout.dragFactor.map(Double.init),
      strokeCount: workout.strokeCount, heartRate: workout.heartRate)
    return figures == DeviceFigures() ? nil : figures
  }

  /// Sets a session's values, which are unknown.
  func apply(to session: RowingSession, file: String) {
    session.startTime = start
    session.endTime = end
    session.isDayOnly = isDayOnly
    session.isDateAssumed = isDateAssumed
    session.isComplete = true
    session.machine = machine
    session.totalTime = duration
    session.totalDistance = distance
    session.restTime = workout.restDuration ?? 0
    session.restDistance = workout.restDistance ?? 0
    session.workoutText = workout.title.flatMap { Self.workoutText($0) }
    session.source = workout.format.description
    session.sourceFile = file
    session.sourceID = workout.logID
    session.pm5DeviceID = workout.device?.serial ?? ""
    session.calories = workout.calories
    session.averageHeartRate = workout.heartRate
    session.maxHeartRate = workout.maxHeartRate
    session.maxPower = workout.maxPower ?? 0
    session.dragFactor = workout.dragFactor.map(Double.init) ?? 0
    session.averageStrokeRate = workout.strokeRate ?? 0
    session.strokeCount = workout.strokeCount
    session.weightClass = workout.weightClass.flatMap { WeightClass(rawValue: $0) }
    session.isRanked = workout.isRanked ?? false
    session.comments = workout.comments ?? ""
    session.deviceFigures = figures
  }

  /// Returns a logbook's description without the machine: `5x500m/2:00r` of `5x500m/2:00r row`.
  static func workoutText(_ title: String) -> String? {
    var text = title.trimmed
    for suffix in [" row", " ski", " bike", " cycle"] where text.lowercased().hasSuffix(suffix) {
      text = String(text.dropLast(suffix.count))
    }
    return text.isEmpty ? nil : text
  }

  /// Creates the strokes of a session, those of rests at the end.
  func metrics(for session: RowingSession, start: Date) -> [PerformanceMetric] {
    var result: [PerformanceMetric] = []
    var restStrokes: [PerformanceMetric] = []
    result.reserveCapacity(workout.strokes.count)
    var (elapsed, distance, numbers) = (0.0, 0.0, [Int: Int]())
    // The file's time of the latest stroke, which may include rests.
    var raw = 0.0
    let rests = restsBefore()
    let name = session.id
    for stroke in workout.strokes {
      if stroke.isRest {
        // The work's time and distance stand still in a rest.
        let number = restStrokes.count
        let metric = PerformanceMetric(
          id: UUID(namespace: name, name: "rest \(number)"), session: session,
          index: PerformanceMetric.firstRestIndex + number,
          timestamp: Self.timestamp(stroke, start: start, elapsed: stroke.elapsed ?? raw))
        metric.isRest = true
        metric.elapsedTime = elapsed
        metric.distance = distance
        metric.intervalNumber = max(0, numbers.count - 1)
        metric.strokeCount = result.count
        set(stroke, in: metric)
        restStrokes.append(metric)
        continue
      }
      // A stroke without a time or a distance is at those of the stroke before.
      if let value = stroke.elapsed, value.isFinite {
        raw = value
        elapsed = max(elapsed, value - (rests[stroke.interval] ?? 0))
      }
      if let value = stroke.distance, value.isFinite { distance = max(distance, value) }
      let index = result.count
      let number = numbers[stroke.interval] ?? numbers.count
      numbers[stroke.interval] = number
      let metric = PerformanceMetric(
        id: UUID(namespace: name, name: "stroke \(index)"), session: session, index: index,
        timestamp: Self.timestamp(stroke, start: start, elapsed: raw))
      metric.elapsedTime = elapsed
      metric.distance = distance
      metric.intervalNumber = number
      metric.strokeCount = stroke.number ?? index + 1
      set(stroke, in: metric)
      result.append(metric)
    }
    return result + restStrokes
  }

  /// Returns a stroke's time: the stated one, or the start and the seconds from it.
  ///
  /// FIT states whole seconds; the seconds from the start are exact then.
  private static func timestamp(
    _ stroke: ActivityFiles.RowingStroke, start: Date, elapsed: Double
  ) -> Date {
    let counted = start.addingTimeInterval(elapsed)
    guard let stated = stroke.timestamp else { return counted }
    let seconds = stated.timeIntervalSince1970
    let isWhole = seconds == seconds.rounded()
    return isWhole && abs(counted.timeIntervalSince(stated)) < 1 ? counted : stated
  }

  /// Seconds of rest before the intervals whose strokes' times include them, by index.
  ///
  /// The first stroke of an interval tells whether: it follows the interval's start then.
  private func restsBefore() -> [Int: Double] {
    var first: [Int: Double] = [:]
    for stroke in workout.strokes where !stroke.isRest && first[stroke.interval] == nil {
      first[stroke.interval] = stroke.elapsed
    }
    var result: [Int: Double] = [:]
    var (work, rest) = (0.0, 0.0)
    for interval in workout.intervals {
      guard !interval.isRest else {
        rest += interval.duration ?? 0
        continue
      }
      if let start = interval.start, start.isFinite, start > work + 0.5,
        let time = first[interval.index], time >= start - 0.5
      {
        // FIT states starts in whole seconds, and durations in milliseconds.
        result[interval.index] = abs(start - work - rest) < 1.01 ? rest : start - work
      }
      work += interval.duration ?? 0
      rest += interval.restDuration ?? 0
    }
    return result
  }

  private func set(_ stroke: ActivityFiles.RowingStroke, in metric: PerformanceMetric) {
    func finite(_ value: Double?) -> Double { value.flatMap { $0.isFinite ? $0 : nil } ?? 0 }
    metric.pace = finite(stroke.pace) * paceFactor
    let rate = finite(stroke.strokeRate)
    metric.strokeRate = rate < 1000 ? Int(rate.rounded()) : 0
    metric.power = finite(stroke.power)
    metric.heartRate = stroke.heartRate
    metric.driveTime = finite(stroke.driveTime)
    metric.recoveryTime = finite(stroke.recoveryTime)
    metric.strokeLength = finite(stroke.driveLength)
    metric.peakForce = finite(stroke.peakForce)
    metric.averageForce = finite(stroke.averageForce)
    metric.workPerStroke = finite(stroke.work)
    metric.strokeDistance = stroke.strokeDistance
    metric.caloriesPerHour = stroke.caloriesPerHour
    metric.dragFactor = stroke.dragFactor.map(Double.init)
    if let curve = stroke.forceCurve, !curve.newtons.isEmpty {
      metric.forceCurve = ForceCurve(newtons: curve.newtons)
    }
  }

  /// Creates the parts of a session.
  func parts(for session: RowingSession) -> [RowingInterval] {
    var result: [RowingInterval] = []
    var (number, elapsed, distance) = (0, 0.0, 0.0)
    for source in workout.intervals {
      let part = RowingInterval(index: result.count, kind: source.isRest ? .rest : .work)
      part.id = UUID(namespace: session.id, name: "interval \(result.count)")
      part.number = source.isRest ? max(0, number - 1) : number
      part.startElapsed = elapsed
      part.startDistance = distance
      part.duration = source.duration ?? 0
      part.distance = source.distance ?? 0
      part.restTime = source.restDuration ?? 0
      part.restDistance = source.restDistance ?? 0
      part.averagePace =
        source.pace.map { $0 * paceFactor }
        ?? RowingFigures.displayedPace(
          distance: part.distance, duration: part.duration, machine: machine)
      part.averagePower = source.power
      part.averageStrokeRate = source.strokeRate
      part.strokeCount = source.strokeCount
      part.averageHeartRate = source.isRest ? nil : source.heartRate
      part.restHeartRate = source.isRest ? source.heartRate : nil
      part.calories = source.calories
      part.dragFactor = source.dragFactor.map(Double.init)
      part.session = session
      if !source.isRest {
        number += 1
        elapsed += part.duration
        distance += part.distance
      }
      result.append(part)
    }
    return result
  }
}

extension RowingMachine {
  /// Creates the machine of a file's workout.
  init(_ workout: ActivityFiles.RowingWorkout) {
    switch workout.machine {
    case .rower, .slides, .dynamic:
      self = workout.format == .rp3 ? .rp3 : workout.format == .smartRow ? .waterRower : .rowErg
    case .ski: self = .skiErg
    case .bike: self = .bikeErg
    case .water: self = .boat
    case .other: self = .other
    case nil: self = RowingMachine(format: workout.format)
    }
  }

  private init(format: RowingFileFormat) {
    self =
      switch format {
      case .rp3: .rp3
      case .smartRow: .waterRower
      case .speedCoach: .boat
      default: .rowErg
      }
  }
}
