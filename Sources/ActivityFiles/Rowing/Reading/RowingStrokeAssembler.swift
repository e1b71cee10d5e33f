// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Assembles rows into strokes, intervals and the totals of a workout.
///
/// Times and distances that restart in each interval become cumulative. The rows of one stroke are
/// merged in formats with a row a second.
struct RowingStrokeAssembler {
  private let mergesRows: Bool
  private let hasLaps: Bool
  private var pending: RowingStroke?
  private var interval: RowingInterval?
  private var intervalDistance = 0.0
  /// The interval's totals, as the file states them.
  private var stated: (duration: Double?, distance: Double?) = (nil, nil)
  private var lap: Double?
  private var lastRaw: (elapsed: Double, distance: Double) = (0, 0)
  private var base: (elapsed: Double, distance: Double) = (0, 0)
  private var last: (elapsed: Double, distance: Double) = (0, 0)
  private var countdown: Double?
  private var isCountingDown = false

  /// The events that are ready.
  var events: [RowingCSVEvent] = []

  /// Whether intervals are reported; not for a file with a table of intervals.
  var reportsIntervals = true

  /// The totals of the workout so far.
  private(set) var duration = 0.0
  private(set) var distance = 0.0
  private(set) var restDuration = 0.0
  private(set) var restDistance = 0.0
  private(set) var strokeCount = 0
  private(set) var firstTimestamp: Date?

  /// The description of the last repair, if there was one.
  var repair: (kind: ActivityFileIssue.Kind, reason: String, repair: String)?

  init(mergesRows: Bool, hasLaps: Bool) {
    self.mergesRows = mergesRows
    self.hasLaps = hasLaps
  }

  /// Adds a row.
  mutating func add(_ row: RowingRow) {
    var stroke = row.stroke
    convertCountdown(row, &stroke)
    // Before the first stroke, monitors report rows with the number 0.
    if mergesRows, stroke.number == 0, !stroke.isRest { return }
    advance(to: row, &stroke)
    if row.isWithoutStroke { return }
    if firstTimestamp == nil, let timestamp = stroke.timestamp {
      firstTimestamp = timestamp.addingTimeInterval(-(stroke.elapsed ?? 0))
    }
    guard mergesRows, var merged = pending, merged.number == stroke.number,
      merged.interval == stroke.interval, merged.isRest == stroke.isRest
    else {
      sendPending()
      pending = stroke
      return
    }
    merged.merge(stroke)
    pending = merged
  }

  /// Ends the file.
  mutating func finish() {
    sendPending()
    endInterval(isLast: true)
  }

  private mutating func sendPending() {
    guard let stroke = pending else { return }
    pending = nil
    strokeCount += 1
    if var current = interval {
      current.strokeCount = (current.strokeCount ?? 0) + 1
      interval = current
    }
    events.append(.stroke(stroke))
  }

  /// Converts the remaining distance of a fixed distance into the distance from the start.
  private mutating func convertCountdown(_ row: RowingRow, _ stroke: inout RowingStroke) {
    guard row.isFixedDistance, let raw = stroke.distance else { return }
    guard let goal = countdown else {
      countdown = raw
      if raw > 100, (stroke.elapsed ?? 0) < 5 {
        isCountingDown = true
        repair = (
          .distanceCountsDown, "The distance counts down from \(Int(min(raw, 1e9))) m",
          "It is converted into the distance from there"
        )
        stroke.distance = 0
      }
      return
    }
    if isCountingDown { stroke.distance = max(0, goal - raw) }
  }

  /// Makes time and distance cumulative, and starts an interval where the file does.
  private mutating func advance(to row: RowingRow, _ stroke: inout RowingStroke) {
    let elapsed = stroke.elapsed ?? lastRaw.elapsed
    let distance = stroke.distance ?? lastRaw.distance
    let restarts = elapsed < lastRaw.elapsed
    // A stroke that a split divides belongs to the split in which it began.
    let isSameStroke =
      mergesRows && !restarts && stroke.number != nil && pending?.number == stroke.number
    let isNewLap = hasLaps && !isSameStroke && row.lap != nil && lap != nil && row.lap != lap
    let begins =
      isNewLap || (interval.map { $0.isRest != stroke.isRest } ?? false)
      || (!hasLaps && restarts && distance < lastRaw.distance)
    if row.lap != nil, !isSameStroke || lap == nil { lap = row.lap }
    if interval == nil || begins {
      sendPending()
      if restarts { base.elapsed = last.elapsed }
      if distance < lastRaw.distance { base.distance = last.distance }
      begin(row)
    } else if restarts, repair == nil {
      repair = (.timeRunsBackwards, "The time is before the previous row's", "It is kept")
    }
    lastRaw = (elapsed, distance)
    if stroke.elapsed != nil { stroke.elapsed = base.elapsed + elapsed }
    if stroke.distance != nil { stroke.distance = base.distance + distance }
    last = (
      max(last.elapsed, base.elapsed + elapsed), max(last.distance, base.distance + distance)
    )
    stroke.interval = interval?.index ?? 0
  }

  /// Begins the interval of a row.
  private mutating func begin(_ row: RowingRow) {
    let index = interval.map { $0.index + 1 } ?? 0
    endInterval(isLast: false)
    var next = RowingInterval(index: index)
    next.start = row.lapStart ?? last.elapsed
    next.isRest = row.stroke.isRest
    stated = (row.lapDuration, row.lapDistance)
    intervalDistance = last.distance
    interval = next
  }

  private mutating func endInterval(isLast: Bool) {
    guard var ended = interval else { return }
    let seconds = stated.duration ?? max(0, last.elapsed - (ended.start ?? 0))
    let metres = stated.distance ?? last.distance - intervalDistance
    ended.duration = seconds
    ended.distance = metres
    if ended.isRest {
      restDuration += seconds
      restDistance += metres
    } else {
      duration += seconds
      distance += metres
    }
    if reportsIntervals, !isLast || ended.index > 0 { events.append(.interval(ended)) }
    if isLast { interval = nil }
  }
}

extension RowingStroke {
  /// Replaces figures by the known figures of a later row of the same stroke.
  mutating func merge(_ later: RowingStroke) {
    timestamp = later.timestamp ?? timestamp
    elapsed = later.elapsed ?? elapsed
    distance = later.distance ?? distance
    pace = later.pace ?? pace
    strokeRate = later.strokeRate ?? strokeRate
    power = later.power ?? power
    heartRate = later.heartRate ?? heartRate
    calories = later.calories ?? calories
    caloriesPerHour = later.caloriesPerHour ?? caloriesPerHour
    speed = later.speed ?? speed
    dragFactor = later.dragFactor ?? dragFactor
    driveLength = later.driveLength ?? driveLength
    strokeDistance = later.strokeDistance ?? strokeDistance
    driveTime = later.driveTime ?? driveTime
    recoveryTime = later.recoveryTime ?? recoveryTime
    work = later.work ?? work
    averageForce = later.averageForce ?? averageForce
    peakForce = later.peakForce ?? peakForce
    forceCurve = later.forceCurve ?? forceCurve
    position = later.position ?? position
  }
}
