// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Turns a monitor's notifications into strokes, parts and a summary.
///
/// A state machine of values: it has no clock, no store and no connection.
///
/// ```swift
/// var recorder = PM5Recorder()
/// for frame in PM5Capture(text).frames {
///   for event in recorder.receive(frame) { apply(event) }
/// }
/// ```
///
/// The monitor counts elapsed time and distance from 0 in each interval. It reports a stroke twice,
/// at the ends of drive and recovery, and a part after its border. The heart rate of recovery comes
/// a minute after the end. Missing strokes are marked and never filled.
package struct PM5Recorder: Sendable {
  /// The state of a workout.
  package enum Phase: String, Sendable, Hashable, CaseIterable {
    /// No stroke was rowed yet.
    case waiting
    /// A piece without intervals is rowed.
    case rowing
    /// An interval is rowed.
    case interval
    /// The rest after an interval.
    case rest
    /// The workout has ended, or was left.
    case ended
    /// The monitor has stored the workout.
    case logged
  }

  /// The pause between notifications above which strokes may be missing, in seconds.
  static let longestPause = 3.0
  /// The time within which the notifications of one stroke arrive, in seconds.
  static let strokeWindow = 0.5
  /// The step back of the elapsed time above which it has begun from 0, in seconds.
  static let smallestReset = 1.0

  /// The state.
  package private(set) var phase: Phase = .waiting
  /// The strokes of work and rest in order.
  package internal(set) var strokes: [RecordedStroke] = []
  /// The parts by number.
  package internal(set) var parts: [RecordedPart] = []
  /// The summary; nil before the end.
  package internal(set) var summary: RecordedSummary?
  /// The number of the current interval, from 0.
  package internal(set) var interval = 0
  /// Seconds of the current interval.
  package internal(set) var elapsed = 0.0
  /// Metres of the current interval.
  package internal(set) var distance = 0.0
  /// True if the monitor has reported the end of the workout.
  package private(set) var isComplete = false
  /// True if notifications are missing.
  package internal(set) var hasGaps = false
  /// The number of notifications that can't be decoded.
  package private(set) var ignored = 0
  /// The number of the machine's type; nil before it is known.
  package internal(set) var machineType: UInt8?
  /// The number of the workout's type; nil before it is known.
  package internal(set) var workoutType: UInt8?

  var lastTime: Double?
  var isGapPending = false
  /// True until the first stroke after ``init(resuming:parts:)``.
  var isResumed = false
  var dragFactor: Double?
  /// The monitor's latest stroke state.
  var strokeState: UInt32?
  var strokeRate: Double?
  var heartRate: Double?
  var pace: Double?
  var pendingPower: [Int: PM5Message] = [:]
  var curve = CurveAssembly()

  /// Creates the recorder of a new workout.
  package init() {}

  /// Creates the recorder of a workout that an earlier process has recorded in part.
  ///
  /// - Parameters:
  ///   - strokes: The stored strokes in order.
  ///   - parts: The stored parts.
  package init(resuming strokes: [RecordedStroke], parts: [RecordedPart]) {
    self.strokes = strokes
    self.parts = parts
    guard let last = strokes.last else { return }
    interval = last.interval
    elapsed = last.elapsed
    distance = last.distance
    phase = parts.contains(where: \.isInterval) || last.interval > 0 ? .interval : .rowing
    isResumed = true
  }

  /// Whether the monitor counts from 0 in each interval.
  var hasIntervals: Bool {
    workoutType.map { PM5WorkoutType.hasIntervals($0) } ?? (phase == .interval || phase == .rest)
  }

  /// Whether strokes of the workout may still follow.
  package var isRunning: Bool { [.rowing, .interval, .rest].contains(phase) }

  /// Applies a notification.
  ///
  /// - Returns: The changes, in order; empty for a notification without news.
  package mutating func receive(_ frame: PM5Frame) -> [RecorderEvent] {
    guard
      let message = try? PM5Message(characteristic: frame.characteristic, bytes: frame.bytes)
    else {
      ignored += 1
      return []
    }
    var events: [RecorderEvent] = []
    noteTime(frame.time, &events)
    switch message.characteristic {
    case .generalStatus: receiveStatus(message, at: frame.time, &events)
    case .additionalStatus:
      strokeRate = message[.strokeRate]
      heartRate = message[.heartRate].flatMap { $0 > 0 ? $0 : nil }
      pace = message[.currentPace].flatMap { $0 > 0 ? $0 : nil }
      machineType = message.raw(.machineType).map { UInt8(truncatingIfNeeded: $0) } ?? machineType
    case .stroke: receiveStroke(message, at: frame.time, &events)
    case .additionalStroke: receivePower(message, &events)
    case .forceCurve: receiveCurve(message, at: frame.time, &events)
    case .split, .additionalSplit: receivePart(message, &events)
    case .summary, .additionalSummary: receiveSummary(message, &events)
    case .loggedWorkout: if phase == .ended { change(to: .logged, &events) }
    case .additionalStatus2: receiveIntervalCount(message)
    case .heartRateBelt, .additionalSummary2, .status3: break
    }
    return events
  }

  private mutating func noteTime(_ time: Double, _ events: inout [RecorderEvent]) {
    if let lastTime, time - lastTime > Self.longestPause, isRunning {
      isGapPending = true
      hasGaps = true
      events.append(.gap)
    }
    lastTime = max(lastTime ?? time, time)
  }

  private mutating func change(to next: Phase, _ events: inout [RecorderEvent]) {
    guard phase != next else { return }
    if phase == .waiting, next != .ended { events.append(.started) }
    phase = next
    events.append(.phase(next))
  }

  /// The monitor's numbers of workout states.
  private enum WorkoutState {
    static let waiting: UInt32 = 0
    static let rowing: UInt32 = 1
    static let work: Set<UInt32> = [1, 4, 5]
    static let rest: Set<UInt32> = [3, 8, 9]
    static let end: UInt32 = 10
    static let terminated: UInt32 = 11
    static let logged: UInt32 = 12
  }

  private mutating func receiveStatus(
    _ message: PM5Message, at time: Double, _ events: inout [RecorderEvent]
  ) {
    strokeState = message.raw(.strokeState) ?? strokeState
    guard let state = message.raw(.workoutState), let newElapsed = message[.elapsed],
      let newDistance = message[.distance]
    else { return }
    if phase == .waiting || isRunning {
      workoutType = message.raw(.workoutType).map { UInt8(truncatingIfNeeded: $0) }
      if let drag = message[.dragFactor], drag > 0 { dragFactor = drag }
    }
    switch state {
    case WorkoutState.waiting:
      if isRunning {
        events.append(.reset)
        change(to: .ended, &events)
      }
    case _ where WorkoutState.work.contains(state):
      receiveWork(state, newElapsed, newDistance, &events)
    case _ where WorkoutState.rest.contains(state):
      guard phase == .interval || phase == .rowing else { return }
      advance(newElapsed, newDistance)
      change(to: .rest, &events)
    case WorkoutState.end, WorkoutState.terminated:
      guard isRunning else { return }
      advance(newElapsed, newDistance)
      isComplete = isComplete || state == WorkoutState.end
      change(to: .ended, &events)
    case WorkoutState.logged:
      if phase == .ended { change(to: .logged, &events) }
    default: break
    }
  }

  private mutating func receiveWork(
    _ state: UInt32, _ newElapsed: Double, _ newDistance: Double,
    _ events: inout [RecorderEvent]
  ) {
    switch phase {
    case .waiting:
      guard newElapsed > 0 || newDistance > 0 else { return }
      change(to: hasIntervals ? .interval : .rowing, &events)
      advance(newElapsed, newDistance)
    case .rest:
      // A late notification of the interval before the rest has its large time.
      guard newElapsed < max(elapsed, Self.smallestReset) else { return }
      beginInterval()
      change(to: .interval, &events)
      advance(newElapsed, newDistance)
    case .rowing, .interval:
      if newElapsed < elapsed - Self.smallestReset {
        guard hasIntervals else {
          // A piece without intervals never goes back: another workout has begun.
          guard newElapsed < elapsed - Self.longestPause else { return }
          events.append(.reset)
          change(to: .ended, &events)
          return
        }
        beginInterval()
      }
      advance(newElapsed, newDistance)
    case .ended, .logged:
      // Another workout has begun; a late notification of this one has a larger time.
      guard newElapsed > 0, newElapsed < elapsed - Self.longestPause else { return }
      events.append(.reset)
    }
  }

  private mutating func advance(_ newElapsed: Double, _ newDistance: Double) {
    elapsed = max(elapsed, newElapsed)
    distance = max(distance, newDistance)
  }

  /// Finds the current interval again after a gap.
  private mutating func receiveIntervalCount(_ message: PM5Message) {
    guard isGapPending || isResumed, isRunning, hasIntervals,
      let count = message.raw(.intervalCount), Int(count) > interval
    else { return }
    beginInterval()
    interval = Int(count)
    phase = .interval
  }

  mutating func beginInterval() {
    interval += 1
    (elapsed, distance) = (0, 0)
    pendingPower = [:]
  }

  /// Marks the workout as complete, by the monitor's summary.
  mutating func complete(_ events: inout [RecorderEvent]) {
    isComplete = true
    if isRunning { change(to: .ended, &events) }
  }
}
