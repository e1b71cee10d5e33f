// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The packets of one force curve.
struct CurveAssembly: Sendable, Hashable {
  private var packets: [Int: [UInt16]] = [:]
  private var count = 0
  private var last: (packets: [Int: [UInt16]], time: Double) = ([:], -1)

  /// Adds a packet.
  ///
  /// - Returns: The whole curve with its last packet; nil before, and for a repeated packet.
  mutating func add(_ message: PM5Message, at time: Double) -> [UInt16]? {
    guard let number = message.raw(.sequence), let total = message.raw(.notifications), total > 0
    else { return nil }
    let (sequence, expected) = (Int(number), Int(total))
    let isRecent = time - last.time <= PM5Recorder.strokeWindow
    if packets.isEmpty, isRecent, last.packets[sequence] == message.samples { return nil }
    if packets[sequence] == message.samples { return nil }
    if sequence == 0 || expected != count { packets = [:] }
    count = expected
    packets[sequence] = message.samples
    guard packets.count == expected else { return nil }
    let curve = (0..<expected).flatMap { packets[$0] ?? [] }
    last = (packets, time)
    packets = [:]
    return curve
  }

  static func == (left: Self, right: Self) -> Bool {
    left.packets == right.packets && left.count == right.count
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(packets)
    hasher.combine(count)
  }

  /// A complete curve that precedes the notification of its stroke.
  var pending: (curve: [UInt16], time: Double)?
}

extension PM5Recorder {
  mutating func receiveStroke(
    _ message: PM5Message, at time: Double, _ events: inout [RecorderEvent]
  ) {
    guard let number = message[.strokeCount], let newElapsed = message[.elapsed],
      let newDistance = message[.distance]
    else { return }
    let count = Int(number)
    guard phase != .waiting else {
      // The first strokes may precede the first status of the workout, and are repeated too.
      guard count > 0 else { return }
      if let index = index(of: count, elapsed: newElapsed) {
        update(&strokes[index], message, newElapsed, newDistance)
        events.append(.stroke(strokes[index]))
      } else {
        append(message, count, at: time, &events)
      }
      return
    }
    guard isRunning || phase == .ended else { return }
    if phase == .interval, hasIntervals, newElapsed < elapsed - Self.smallestReset,
      strokes.last.map({ $0.count != count }) ?? true, newElapsed < Self.longestPause
    {
      beginInterval()
    }
    if let index = index(of: count, elapsed: newElapsed) {
      let isLate = index < strokes.count - 1 && newElapsed < strokes[index].elapsed
      if !isLate { update(&strokes[index], message, newElapsed, newDistance) }
      events.append(.stroke(strokes[index]))
      return
    }
    guard isRunning else { return }
    append(message, count, at: time, &events)
  }

  private mutating func append(
    _ message: PM5Message, _ count: Int, at time: Double, _ events: inout [RecorderEvent]
  ) {
    let previous = strokes.last
    // A count that continues from a former interval is no gap, and one that begins from 1 neither.
    if let previous, count > previous.count + 1, previous.interval == interval || count > 1 {
      let isFirstOfInterval = previous.interval != interval && count == 1
      if !isFirstOfInterval {
        isGapPending = true
        hasGaps = true
      }
    } else if previous == nil, count > 1, !isGapPending {
      isGapPending = true
      hasGaps = true
    }
    // A stroke of the interval before, whose first notification was lost, has a large time.
    let isLate =
      interval > 0 && !isGapPending && !isResumed && phase == .interval
      && (message[.elapsed] ?? 0) > elapsed + Self.longestPause
    var stroke = RecordedStroke(
      interval: isLate ? interval - 1 : interval, isRest: phase == .rest, count: count, time: time,
      elapsed: 0, distance: 0)
    stroke.followsGap = isGapPending && (previous != nil || count > 1)
    (isGapPending, isResumed) = (false, false)
    update(&stroke, message, message[.elapsed] ?? 0, message[.distance] ?? 0)
    if let power = pendingPower.removeValue(forKey: count) { apply(power, to: &stroke) }
    if let pending = curve.pending, time - pending.time <= Self.strokeWindow {
      stroke.forceCurve = pending.curve
    }
    curve.pending = nil
    strokes.append(stroke)
    if phase != .rest, !isLate {
      elapsed = max(elapsed, stroke.elapsed)
      distance = max(distance, stroke.distance)
    }
    events.append(.stroke(stroke))
  }

  /// The index of a stroke that was reported before, among the newest of them.
  private func index(of count: Int, elapsed newElapsed: Double) -> Int? {
    for index in strokes.indices.suffix(8).reversed() where strokes[index].count == count {
      let stroke = strokes[index]
      if stroke.interval == interval { return index }
      // The recovery after the last drive of an interval may end in the next one.
      if index == strokes.count - 1, newElapsed >= stroke.elapsed { return index }
      if stroke.interval == interval - 1, newElapsed > elapsed + Self.longestPause { return index }
    }
    return nil
  }

  private func update(
    _ stroke: inout RecordedStroke, _ message: PM5Message, _ newElapsed: Double,
    _ newDistance: Double
  ) {
    if stroke.interval == interval || newElapsed >= stroke.elapsed {
      stroke.elapsed = newElapsed
      stroke.distance = newDistance
    }
    stroke.driveLength = message[.driveLength] ?? stroke.driveLength
    stroke.driveTime = message[.driveTime] ?? stroke.driveTime
    stroke.recoveryTime = message[.recoveryTime] ?? stroke.recoveryTime
    stroke.strokeDistance = message[.strokeDistance] ?? stroke.strokeDistance
    stroke.peakForce = message[.peakForce] ?? stroke.peakForce
    stroke.averageForce = message[.averageForce] ?? stroke.averageForce
    stroke.work = message[.workPerStroke] ?? stroke.work
    stroke.strokeRate = strokeRate ?? stroke.strokeRate
    stroke.heartRate = heartRate ?? stroke.heartRate
    stroke.pace = pace ?? stroke.pace
    stroke.dragFactor = dragFactor ?? stroke.dragFactor
    stroke.state = strokeState ?? stroke.state
  }

  mutating func receivePower(_ message: PM5Message, _ events: inout [RecorderEvent]) {
    guard let number = message[.strokeCount] else { return }
    let count = Int(number)
    guard
      let index = strokes.indices.suffix(8).last(where: {
        strokes[$0].count == count && strokes[$0].interval >= interval - 1
      })
    else {
      if pendingPower.count < 8 { pendingPower[count] = message }
      return
    }
    let before = strokes[index]
    apply(message, to: &strokes[index])
    if strokes[index] != before { events.append(.stroke(strokes[index])) }
  }

  private func apply(_ message: PM5Message, to stroke: inout RecordedStroke) {
    stroke.power = message[.strokePower] ?? stroke.power
    stroke.caloriesPerHour = message[.strokeCalories] ?? stroke.caloriesPerHour
    stroke.work = message[.workPerStroke] ?? stroke.work
  }

  mutating func receiveCurve(
    _ message: PM5Message, at time: Double, _ events: inout [RecorderEvent]
  ) {
    guard isRunning || phase == .waiting, let samples = curve.add(message, at: time) else { return }
    guard let last = strokes.last, time - last.time <= Self.strokeWindow, last.forceCurve.isEmpty
    else {
      curve.pending = (samples, time)
      return
    }
    strokes[strokes.count - 1].forceCurve = samples
    events.append(.stroke(strokes[strokes.count - 1]))
  }
}
