// Cairn
// SPDX-License-Identifier: Apache-2.0

extension PM5Recorder {
  /// Applies a split or an interval, which the monitor reports after its border with the number of
  /// the next one.
  mutating func receivePart(_ message: PM5Message, _ events: inout [RecorderEvent]) {
    guard phase != .waiting, let number = message.raw(.splitNumber), number > 0 else { return }
    let index = Int(number) - 1
    let place: Int
    if let found = parts.firstIndex(where: { $0.number == index }) {
      place = found
    } else {
      place = parts.firstIndex { $0.number > index } ?? parts.count
      parts.insert(RecordedPart(number: index, isInterval: hasIntervals), at: place)
    }
    let before = parts[place]
    if message.characteristic == .split {
      parts[place].duration = message[.splitTime] ?? 0
      parts[place].distance = message[.splitDistance] ?? 0
      parts[place].restTime = message[.restTime] ?? 0
      parts[place].restDistance = message[.restDistance] ?? 0
      parts[place].hasGap =
        parts[place].isInterval
        && strokes.contains { $0.interval == index && $0.followsGap }
    } else {
      func positive(_ field: PM5Field) -> Double? { message[field].flatMap { $0 > 0 ? $0 : nil } }
      parts[place].strokeRate = positive(.splitStrokeRate)
      parts[place].heartRate = positive(.workHeartRate)
      parts[place].restHeartRate = positive(.restHeartRate)
      parts[place].pace = positive(.splitAveragePace)
      parts[place].calories = message[.splitCalories]
      parts[place].caloriesPerHour = positive(.splitCaloriesPerHour)
      parts[place].power = positive(.splitAveragePower)
      parts[place].dragFactor = positive(.splitDrag)
    }
    if parts[place] != before || before == RecordedPart(number: index, isInterval: hasIntervals) {
      events.append(.part(parts[place]))
    }
  }

  /// Applies the summary, which comes again with the heart rate of recovery.
  mutating func receiveSummary(_ message: PM5Message, _ events: inout [RecorderEvent]) {
    guard phase != .waiting else { return }
    let before = summary
    var new = before ?? RecordedSummary()
    if let known = new.logDate, let date = message.logDate, known != date { return }
    func positive(_ field: PM5Field) -> Double? { message[field].flatMap { $0 > 0 ? $0 : nil } }
    new.logDate = message.logDate ?? new.logDate
    if message.characteristic == .summary {
      new.duration = message[.elapsed]
      new.distance = message[.distance]
      new.strokeRate = positive(.averageStrokeRate)
      new.endingHeartRate = positive(.endingHeartRate)
      new.averageHeartRate = positive(.averageHeartRate)
      new.maximumHeartRate = positive(.maximumHeartRate)
      new.recoveryHeartRate = positive(.recoveryHeartRate) ?? new.recoveryHeartRate
      new.dragFactor = positive(.averageDrag)
      new.workoutType = message.raw(.workoutType).map { UInt8(truncatingIfNeeded: $0) }
      new.pace = positive(.summaryPace) ?? new.pace
    } else {
      new.calories = message[.totalCalories]
      new.power = positive(.watts)
      new.restDistance = message[.totalRestDistance]
      new.caloriesPerHour = positive(.averageCalories)
    }
    guard new != before else { return }
    summary = new
    complete(&events)
    events.append(.summary(new))
  }

  /// Seconds of work of the whole workout.
  package var totalDuration: Double {
    if let duration = summary?.duration, duration > 0 { return duration }
    let done = parts.filter { $0.isInterval && $0.number < interval }
    return done.reduce(0) { $0 + $1.duration } + elapsed
  }

  /// Metres of work of the whole workout.
  package var totalDistance: Double {
    if let distance = summary?.distance, distance > 0 { return distance }
    let done = parts.filter { $0.isInterval && $0.number < interval }
    return done.reduce(0) { $0 + $1.distance } + distance
  }
}
