// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SimulatedRower {
  /// The monitor's numbers of workout states.
  enum State {
    static let waiting = 0.0
    static let rowing = 1.0
    static let rest = 3.0
    static let timeInterval = 4.0
    static let distanceInterval = 5.0
    static let end = 10.0
    static let logged = 12.0
  }

  /// Hundredths of a second until the flywheel accelerates.
  private static let catchDuration = 10
  /// Hundredths of a second between drive and recovery.
  private static let finishDuration = 30

  /// The monitor's stroke state at this time.
  var strokeState: UInt32 {
    guard state != State.waiting, state != State.end, state != State.logged else { return 0 }
    let time = clock - strokeStart
    return switch time {
    case ..<Self.catchDuration: 1
    case ..<current.drive: 2
    case ..<(current.drive + Self.finishDuration): 3
    default: 4
    }
  }

  func message(
    _ characteristic: PM5Characteristic, _ fields: KeyValuePairs<PM5Field, Double>
  ) -> PM5Message {
    PM5Message(characteristic, isMultiplexed: options.isMultiplexed, fields)
  }

  mutating func send(_ message: PM5Message) {
    frames.append(PM5Frame(time: Double(clock) / 100, message))
  }

  mutating func sendStatus() {
    let length = plan.intervals.first?.length
    sentStrokeState = strokeState
    send(
      message(
        .generalStatus,
        [
          .elapsed: Double(elapsed) / 100, .distance: distance,
          .workoutType: Double(plan.workoutType), .intervalType: plan.hasIntervals ? 1 : 255,
          .workoutState: state, .rowingState: state == State.waiting ? 0 : 1,
          .strokeState: Double(strokeState),
          .totalWorkDistance: totals.distance,
          .workoutDuration: Double(length?.durationValue ?? 0),
          .workoutDurationType: Double(length?.durationType ?? 0),
          .dragFactor: Double(options.dragFactor),
        ]))
    sendRates()
    send(
      message(
        .additionalStatus2,
        [
          .elapsed: Double(elapsed) / 100, .intervalCount: Double(interval),
          .averagePower: current.power, .totalCalories: calories,
        ]))
  }

  /// Sends the values of the current stroke.
  ///
  /// - Returns: The pace as sent.
  @discardableResult
  private mutating func sendRates() -> Double? {
    var rates = message(
      .additionalStatus,
      [
        .elapsed: Double(elapsed) / 100, .speed: current.speed, .strokeRate: current.rate,
        .currentPace: current.speed > 0 ? 500 / current.speed : 0, .restDistance: restDistance,
        .restTime: Double(restClock) / 100, .machineType: 0,
      ])
    rates[.heartRate] = current.heartRate
    send(rates)
    return rates[.currentPace]
  }

  /// Reports the stroke at the end of its drive, and again at the end of its recovery.
  mutating func report(isRecovered: Bool, isRest: Bool = false) {
    let pace = sendRates()
    let length = 1.2 + Double(strokeCount % 30) / 100
    let peak = 60 + current.power / 3
    var stroke = message(
      .stroke,
      [
        .elapsed: Double(elapsed) / 100, .distance: distance, .driveLength: length,
        .driveTime: Double(current.drive) / 100,
        .recoveryTime: isRecovered ? Double(current.duration - current.drive) / 100 : 0,
        .strokeDistance: current.speed * Double(current.duration) / 100, .peakForce: peak,
        .averageForce: peak * 0.6, .workPerStroke: current.power * Double(current.duration) / 100,
        .strokeCount: Double(strokeCount),
      ])
    if options.isMultiplexed { stroke[.workPerStroke] = nil }
    let power = message(
      .additionalStroke,
      [
        .elapsed: Double(elapsed) / 100, .strokePower: current.power,
        .strokeCalories: (4 * 0.8604 * current.power + 300).rounded(.down),
        .strokeCount: Double(strokeCount),
        .workPerStroke: current.power * Double(current.duration) / 100,
      ])
    send(stroke)
    send(power)
    let curve = (isRecovered && !isRest) || !options.hasForceCurves ? [] : sendCurve(peak: peak)
    note(stroke, power, curve, pace: pace, isRest: isRest)
  }

  private mutating func sendCurve(peak: Double) -> [UInt16] {
    let count = 12 + Int(random.next(below: 20))
    let curve = (0..<count).map { index in
      UInt16((sin(Double(index + 1) / Double(count + 1) * .pi) * peak).rounded())
    }
    let packets = stride(from: 0, to: curve.count, by: 9).map { start in
      curve[start..<min(start + 9, curve.count)]
    }
    for (sequence, packet) in packets.enumerated() {
      send(
        PM5Message(
          curve: packet, sequence: sequence, notifications: packets.count,
          isMultiplexed: options.isMultiplexed))
    }
    return curve
  }

  /// Adds the stroke to those that were rowed, or replaces it.
  private mutating func note(
    _ message: PM5Message, _ power: PM5Message, _ curve: [UInt16], pace: Double?, isRest: Bool
  ) {
    var stroke = RecordedStroke(
      interval: interval, isRest: isRest, count: strokeCount, time: Double(clock) / 100,
      elapsed: message[.elapsed] ?? 0, distance: message[.distance] ?? 0)
    stroke.strokeRate = current.rate
    stroke.heartRate = current.heartRate
    stroke.pace = pace
    stroke.power = current.power
    stroke.caloriesPerHour = power[.strokeCalories]
    stroke.driveLength = message[.driveLength]
    stroke.driveTime = message[.driveTime]
    stroke.recoveryTime = message[.recoveryTime]
    stroke.strokeDistance = message[.strokeDistance]
    stroke.peakForce = message[.peakForce]
    stroke.averageForce = message[.averageForce]
    stroke.work = (options.isMultiplexed ? power : message)[.workPerStroke]
    stroke.dragFactor = Double(options.dragFactor)
    stroke.forceCurve = curve
    stroke.state = sentStrokeState
    if let last = strokes.last, last.count == strokeCount {
      stroke.time = last.time
      stroke.forceCurve = last.forceCurve
      strokes[strokes.count - 1] = stroke
    } else {
      strokes.append(stroke)
    }
  }
}
