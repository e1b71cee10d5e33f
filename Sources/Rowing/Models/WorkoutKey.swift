// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The values by which two workouts of an athlete are equal: date, work time and distance.
///
/// This is the rule of Concept2's logbook. Files round differently, so that times may differ by a
/// tenth of a second, distances by a metre, and starts or ends by a minute; a day without time is
/// equal to every time of the day. A recording ends with the monitor's last notification, which can
/// be minutes after the last stroke, so that an equal start suffices.
struct WorkoutKey: Sendable, Hashable {
  /// A group of workouts that are equal at most to those of the neighbouring groups.
  struct Bucket: Sendable, Hashable {
    var athlete: UUID
    var tenths: Int
    var metres: Int

    /// Leaves out the athlete: all workouts of a file have one athlete.
    func hash(into hasher: inout Hasher) {
      hasher.combine(tenths)
      hasher.combine(metres)
    }
  }

  /// The athlete's identifier.
  var athlete: UUID
  /// The start.
  var start: Date
  /// The end; nil if the date is unknown.
  var end: Date?
  /// The first and the last instant of the day, if only the day is known.
  var day: ClosedRange<Date>?
  /// Seconds of work.
  var duration: Double
  /// Metres of work.
  var distance: Double

  init(
    athlete: UUID, start: Date, end: Date?, isDayOnly: Bool, isDateAssumed: Bool,
    duration: Double, distance: Double
  ) {
    self.athlete = athlete
    self.start = start
    self.duration = duration
    self.distance = distance
    if isDateAssumed {
      self.end = nil
    } else if isDayOnly {
      day = start...start.addingTimeInterval(86_400)
      self.end = start
    } else {
      self.end = end ?? start.addingTimeInterval(duration)
    }
  }

  init(_ session: RowingSession) {
    self.init(
      athlete: session.athleteID, start: session.startTime, end: session.endTime,
      isDayOnly: session.isDayOnly, isDateAssumed: session.isDateAssumed,
      duration: session.totalTime, distance: session.totalDistance)
  }

  var bucket: Bucket {
    Bucket(
      athlete: athlete, tenths: Self.integer(duration * 10), metres: Self.integer(distance))
  }

  /// The groups in which equal workouts are.
  var buckets: [Bucket] {
    let own = bucket
    return (0..<9).map { index in
      Bucket(
        athlete: athlete, tenths: own.tenths + index / 3 - 1, metres: own.metres + index % 3 - 1)
    }
  }

  func isSameWorkout(as other: WorkoutKey) -> Bool {
    guard athlete == other.athlete, abs(duration - other.duration) < 0.15,
      abs(distance - other.distance) <= 1, duration > 0 || distance > 0,
      let end, let otherEnd = other.end
    else { return false }
    switch (day, other.day) {
    case (let day?, let otherDay?): return day.lowerBound == otherDay.lowerBound
    case (let day?, nil): return day.contains(otherEnd)
    case (nil, let day?): return day.contains(end)
    case (nil, nil):
      return abs(end.timeIntervalSince(otherEnd)) < 61
        || abs(start.timeIntervalSince(other.start)) < 61
    }
  }

  /// Whether a recording of this app and a workout of a file are the same on one day.
  ///
  /// The recording has this device's time, and the file that of the monitor, whose clock may differ by any time. Work
  /// times are equal to a tenth of a second, and distances to a metre, since files cut off the rest.
  ///
  /// - Parameters:
  ///   - other: The recording, if this is the workout of a file, or reversed.
  ///   - calendar: The calendar with the athlete's time zone.
  /// - Returns: True if date, work time and distance are equal.
  func isSameWorkout(asRecording other: WorkoutKey, in calendar: Calendar) -> Bool {
    guard athlete == other.athlete, day == nil, other.day == nil, let end,
      let otherEnd = other.end, duration > 0, distance > 0,
      abs(duration - other.duration) < 0.095, abs(distance - other.distance) < 1
    else { return false }
    return calendar.isDate(end, inSameDayAs: otherEnd)
      || calendar.isDate(start, inSameDayAs: other.start)
  }

  /// The identifier of a new session, equal on every device that imports the workout.
  ///
  /// - Parameter content: The text that tells apart undated workouts; evaluated for those only.
  /// - Returns: The identifier.
  func identifier(content: @autoclosure () -> String) -> UUID {
    let when: String
    if let day {
      when = "day \(Self.integer(day.lowerBound.timeIntervalSince1970))"
    } else if let end {
      when = "minute \(Self.integer((end.timeIntervalSince1970 / 60).rounded(.down)))"
    } else {
      when = "undated \(content())"
    }
    let own = bucket
    return UUID(
      namespace: .rowingNamespace,
      name: "session \(athlete.uuidString) \(when) \(own.tenths) \(own.metres)")
  }

  private static func integer(_ value: Double) -> Int {
    value.isFinite && abs(value) < 1e15 ? Int(value.rounded()) : 0
  }
}
