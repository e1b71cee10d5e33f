// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The athlete and the monitor of a simulation, in hundredths of a second.
struct SimulatedRower {
  /// Hundredths of a second between two reports of the status.
  private static let reportInterval = 50
  /// Hundredths of a second from a border to the report of the part before it.
  private static let partDelay = 30

  let plan: WorkoutPlan
  let options: SimulatorOptions
  var frames: [PM5Frame] = []
  var strokes: [RecordedStroke] = []
  private(set) var parts: [RecordedPart] = []
  private(set) var summary: RecordedSummary?

  var random: SimulatorRandom
  /// Hundredths of a second since the start of the capture.
  var clock = 0
  private var nextReport = 0
  /// Hundredths of a second of the interval.
  var elapsed = 0
  /// Metres of the interval.
  var distance = 0.0
  var interval = 0
  var strokeCount = 0
  private var workStrokes = 0
  var state = State.waiting
  var restClock = 0
  var restDistance = 0.0
  var calories = 0.0
  var current = Stroke()
  /// The time at which the current stroke began, in hundredths of a second.
  var strokeStart = 0
  /// The stroke state of the latest status; nil before the first.
  var sentStrokeState: UInt32?
  /// Reports of parts, which come after their borders.
  private var late: [(clock: Int, messages: [PM5Message])] = []
  var totals = (time: 0, distance: 0.0, rest: 0, restDistance: 0.0)
  private var splitStart = (time: 0, distance: 0.0, strokes: 0, calories: 0.0)
  private var isLeft = false

  /// The values of the stroke that is rowed.
  struct Stroke {
    var duration = 250
    var drive = 80
    var speed = 0.0
    var power = 0.0
    var rate = 0.0
    var heartRate: Double?
  }

  init(plan: WorkoutPlan, options: SimulatorOptions) {
    self.plan = plan
    self.options = options
    random = SimulatorRandom(seed: options.seed)
  }

  mutating func row() {
    // The monitor waits for the first stroke.
    advance(to: 120)
    let intervals = plan.intervals.flatMap { interval in
      Array(repeating: interval, count: isRepeated ? max(1, options.repetitions) : 1)
    }
    if intervals.isEmpty {
      rowInterval(WorkoutPlan.Interval(.time(max(10, options.openDuration))), isLast: true)
    }
    for (index, part) in intervals.enumerated() {
      rowInterval(part, isLast: index == intervals.count - 1)
      if isLeft { return leave() }
    }
    if isLeft { return leave() }
    finish()
  }

  private var isRepeated: Bool { if case .repeated = plan.kind { true } else { false } }

  /// The length of splits of a piece without intervals.
  private var splitLength: WorkoutPlan.Length? {
    guard case .single(let length, let split) = plan.kind else { return nil }
    if let split { return split }
    return switch length {
    case .time(let seconds): .time((seconds / 5 * 100).rounded() / 100)
    case .distance(let metres): .distance(max(1, metres / 5))
    case .calories, .wattMinutes: nil
    }
  }

  // MARK: Rowing

  private mutating func rowInterval(_ part: WorkoutPlan.Interval, isLast: Bool) {
    (elapsed, distance) = (0, 0)
    splitStart = (0, 0, workStrokes, calories)
    state =
      !plan.hasIntervals
      ? State.rowing
      : { if case .time = part.length { State.timeInterval } else { State.distanceInterval } }()
    let start = calories
    while !isFinished(part.length, from: start), !isLeft {
      rowStroke(until: part.length, from: start)
    }
    guard !isLeft else { return }
    endInterval(part, isLast: isLast)
  }

  private func isFinished(_ length: WorkoutPlan.Length, from start: Double) -> Bool {
    switch length {
    case .time(let seconds): elapsed >= Int((seconds * 100).rounded())
    case .distance(let metres): distance >= Double(metres) - 1e-9
    case .calories(let count): calories - start >= Double(count)
    case .wattMinutes(let count):
      Double(elapsed) / 6000 * options.power >= Double(count)
    }
  }

  /// Rows one stroke, or its part before the border.
  private mutating func rowStroke(until length: WorkoutPlan.Length, from start: Double) {
    begin()
    let end = min(current.duration, remaining(length))
    let hasDrive = current.drive < end
    step(min(current.drive, end))
    if hasDrive {
      strokeCount += 1
      workStrokes += 1
      report(isRecovered: false)
      step(end - current.drive)
      report(isRecovered: true)
    }
    if case .distance(let metres) = length, Double(metres) - distance < 0.005 {
      distance = Double(metres)
    }
    calories +=
      current.power * 4 * 0.8604 / 3600 * Double(end) / 100 + 300.0 / 3600 * Double(end) / 100
    reportSplits(length)
    if let reset = options.resetTime, Double(clock) / 100 >= reset { isLeft = true }
  }

  private mutating func begin() {
    strokeStart = clock
    let rate = min(45, max(14, options.rate * random.factor(0.08)))
    let power = max(20, options.power * random.factor(0.1))
    current.duration = Int((6000 / rate).rounded())
    current.drive = min(
      150, max(55, Int(Double(current.duration) * (0.3 + random.next(below: 0.08)))))
    current.power = power.rounded()
    current.rate = rate.rounded()
    current.speed = cbrt(current.power / RowingFigures.powerFactor)
    current.heartRate =
      options.hasHeartRate
      ? (100 + min(60, Double(strokeCount) * 0.5) + random.next(below: 6)).rounded() : nil
  }

  /// Hundredths of a second until the border, at the current speed.
  private func remaining(_ length: WorkoutPlan.Length) -> Int {
    switch length {
    case .time(let seconds): max(1, Int((seconds * 100).rounded()) - elapsed)
    case .distance(let metres):
      max(1, Int(((Double(metres) - distance) / current.speed * 100).rounded(.up)))
    case .calories, .wattMinutes: Int.max
    }
  }

  /// Lets time pass while rowing.
  private mutating func step(_ duration: Int) {
    let (end, from, origin) = (clock + duration, clock, elapsed)
    let start = distance
    advance(to: end) { rower, time in
      rower.elapsed = origin + time - from
      rower.distance = start + rower.current.speed * Double(time - from) / 100
    }
  }

  /// Lets time pass, with the reports that are due before its end.
  private mutating func advance(
    to end: Int, _ update: (inout SimulatedRower, Int) -> Void = { _, _ in }
  ) {
    while let next = [nextReport, late.first?.clock ?? .max].min(), next < end {
      clock = next
      update(&self, next)
      if let first = late.first, first.clock <= next {
        for message in first.messages { send(message) }
        late.removeFirst()
      }
      if nextReport <= next {
        sendStatus()
        nextReport += Self.reportInterval
      }
    }
    clock = end
    update(&self, end)
  }

  // MARK: Borders

  private mutating func endInterval(_ part: WorkoutPlan.Interval, isLast: Bool) {
    totals.time += elapsed
    totals.distance += distance
    let rest: Int =
      switch part.rest {
      case .seconds(let seconds): seconds
      case .undefined: 20 + Int(random.next(below: 20))
      }
    guard plan.hasIntervals else { return }
    if isLast {
      addPart(rest: 0, restDistance: 0)
      return
    }
    let (finalElapsed, finalDistance) = (elapsed, distance)
    if rest > 0 {
      state = State.rest
      sendStatus()
      rowRest(rest)
    }
    (elapsed, distance) = (finalElapsed, finalDistance)
    addPart(rest: rest, restDistance: restDistance)
    totals.rest += rest
    totals.restDistance += restDistance
    (restClock, restDistance) = (0, 0)
    interval += 1
    nextReport = clock
  }

  /// Paddles through a rest; the monitor's time stands still.
  private mutating func rowRest(_ seconds: Int) {
    let (start, end) = (clock, clock + seconds * 100)
    while clock < end {
      begin()
      current.speed /= 2
      let stop = min(end, clock + current.duration * 2)
      let (from, metres) = (clock, restDistance)
      let speed = seconds >= 30 ? current.speed : 0
      advance(to: stop) { rower, time in
        rower.restClock = time - start
        rower.restDistance = metres + speed * Double(time - from) / 100
      }
      if speed > 0, stop < end {
        strokeCount += 1
        report(isRecovered: true, isRest: true)
      }
    }
    restDistance = restDistance.rounded()
  }

  /// Adds the interval that has ended; its report comes after the next one has begun.
  private mutating func addPart(rest: Int, restDistance: Double) {
    add(
      number: interval, isInterval: true, time: elapsed, metres: distance, rest: rest,
      restDistance: restDistance, strokes: workStrokes - splitStart.strokes,
      calories: calories - splitStart.calories)
  }

  private mutating func reportSplits(_ length: WorkoutPlan.Length) {
    guard let split = splitLength else { return }
    let isReached: Bool =
      switch split {
      case .time(let seconds):
        elapsed - splitStart.time >= Int((seconds * 100).rounded())
      case .distance(let metres): distance - splitStart.distance >= Double(metres) - 1e-9
      case .calories(let count): calories - splitStart.calories >= Double(count)
      case .wattMinutes: false
      }
    guard isReached || isFinished(length, from: 0) else { return }
    add(
      number: parts.count, isInterval: false, time: elapsed - splitStart.time,
      metres: distance - splitStart.distance, rest: 0, restDistance: 0,
      strokes: workStrokes - splitStart.strokes, calories: calories - splitStart.calories)
    splitStart = (elapsed, distance, workStrokes, calories)
  }

  private mutating func add(
    number: Int, isInterval: Bool, time: Int, metres: Double, rest: Int, restDistance: Double,
    strokes count: Int, calories: Double
  ) {
    var part = RecordedPart(number: number, isInterval: isInterval)
    part.duration = (Double(time) / 10).rounded() / 10
    part.distance = metres.rounded()
    part.restTime = Double(rest)
    part.restDistance = restDistance
    part.strokeRate = (Double(count) / Double(max(1, time)) * 6000).rounded()
    if part.strokeRate == 0 { part.strokeRate = nil }
    part.heartRate = current.heartRate
    part.restHeartRate = rest > 0 ? current.heartRate.map { max(60, $0 - 30) } : nil
    let pace = metres > 0 ? Double(time) / 100 / metres * 500 : 0
    part.pace = pace > 0 ? min(6553.5, (pace * 10).rounded() / 10) : nil
    let power = RowingFigures.power(distance: metres, duration: Double(time) / 100) ?? 0
    part.power = power.rounded() > 0 ? power.rounded() : nil
    part.calories = calories.rounded()
    part.caloriesPerHour = (4 * 0.8604 * power + 300).rounded(.down)
    part.dragFactor = Double(options.dragFactor)
    parts.append(part)
    late.append((clock + Self.partDelay, messages(part)))
  }

  private func messages(_ part: RecordedPart) -> [PM5Message] {
    let number = Double(part.number + 1)
    return [
      message(
        .split,
        [
          .elapsed: Double(elapsed) / 100, .distance: distance, .splitTime: part.duration,
          .splitDistance: part.distance, .restTime: part.restTime,
          .restDistance: part.restDistance, .splitNumber: number,
        ]),
      message(
        .additionalSplit,
        [
          .elapsed: Double(elapsed) / 100, .splitStrokeRate: part.strokeRate ?? 0,
          .workHeartRate: part.heartRate ?? 0, .restHeartRate: part.restHeartRate ?? 0,
          .splitAveragePace: part.pace ?? 0, .splitCalories: part.calories ?? 0,
          .splitCaloriesPerHour: part.caloriesPerHour ?? 0,
          .splitAveragePower: part.power ?? 0, .splitDrag: part.dragFactor ?? 0,
          .splitNumber: number,
        ]),
    ]
  }

  // MARK: End

  /// Leaves the workout without finishing it.
  private mutating func leave() {
    state = State.waiting
    (elapsed, distance, late) = (0, 0, [])
    sendStatus()
  }

  private mutating func finish() {
    state = State.end
    sendStatus()
    advance(to: clock + 2 * Self.partDelay)
    var summary = RecordedSummary()
    summary.logDate = options.date
    summary.duration = Double(totals.time) / 100
    summary.distance = (totals.distance * 10).rounded() / 10
    summary.restDistance = totals.restDistance
    summary.strokeRate = (Double(workStrokes) / Double(max(1, totals.time)) * 6000).rounded()
    if summary.strokeRate == 0 { summary.strokeRate = nil }
    summary.endingHeartRate = current.heartRate
    summary.averageHeartRate = current.heartRate.map { $0 - 5 }
    summary.maximumHeartRate = current.heartRate
    summary.dragFactor = Double(options.dragFactor)
    summary.workoutType = plan.workoutType
    let pace = totals.distance > 0 ? Double(totals.time) / 100 / totals.distance * 500 : 0
    summary.pace =
      options.isMultiplexed || pace == 0 ? nil : min(6553.5, (pace * 10).rounded(.down) / 10)
    let power =
      RowingFigures.power(distance: totals.distance, duration: Double(totals.time) / 100) ?? 0
    summary.power = power.rounded() > 0 ? power.rounded() : nil
    summary.calories = calories.rounded()
    summary.caloriesPerHour = (4 * 0.8604 * power + 300).rounded(.down)
    send(summaryMessage(summary, recovery: 0))
    send(additionalSummary(summary))
    send(message(.loggedWorkout, [.logAddress: 1000, .logSize: 100]))
    state = State.logged
    sendStatus()
    nextReport = .max
    advance(to: clock + 6000)
    if let ending = current.heartRate {
      summary.recoveryHeartRate = ending - 40
      send(summaryMessage(summary, recovery: ending - 40))
    }
    self.summary = summary
  }

  private func summaryMessage(_ summary: RecordedSummary, recovery: Double) -> PM5Message {
    var result = message(
      .summary,
      [
        .elapsed: summary.duration ?? 0, .distance: summary.distance ?? 0,
        .averageStrokeRate: summary.strokeRate ?? 0,
        .endingHeartRate: summary.endingHeartRate ?? 0,
        .averageHeartRate: summary.averageHeartRate ?? 0, .minimumHeartRate: 0,
        .maximumHeartRate: summary.maximumHeartRate ?? 0,
        .averageDrag: summary.dragFactor ?? 0, .recoveryHeartRate: recovery,
        .workoutType: Double(plan.workoutType), .summaryPace: summary.pace ?? 0,
      ])
    result.logDate = options.date
    return result
  }

  private func additionalSummary(_ summary: RecordedSummary) -> PM5Message {
    var result = message(
      .additionalSummary,
      [
        .totalCalories: summary.calories ?? 0, .watts: summary.power ?? 0,
        .totalRestDistance: summary.restDistance ?? 0,
        .averageCalories: summary.caloriesPerHour ?? 0, .splitCount: Double(parts.count),
        .intervalRestTime: Double(totals.rest),
      ])
    result.logDate = options.date
    return result
  }
}
