// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The settings of a simulated workout.
package struct SimulatorOptions: Sendable, Hashable {
  /// The mean power in watts.
  package var power: Double
  /// The mean stroke rate in strokes per minute.
  package var rate: Double
  /// The seed of all variation and of all faults.
  package var seed: UInt64
  /// Whether messages are sent in characteristic 0080.
  package var isMultiplexed: Bool
  /// Whether force curves are sent; older firmware has none.
  package var hasForceCurves: Bool
  /// Whether a heart rate belt is worn.
  package var hasHeartRate: Bool
  /// The drag factor.
  package var dragFactor: Int
  /// Seconds after which a workout without end is left.
  package var openDuration: Double
  /// The number of intervals of a workout that repeats one.
  package var repetitions: Int
  /// The probability that a notification is lost.
  package var loss: Double
  /// The probability that a notification comes twice.
  package var repeats: Double
  /// The probability that a notification changes places with the next one.
  package var reordering: Double
  /// The ranges of time in seconds without connection.
  package var disconnects: [ClosedRange<Double>]
  /// The number of lost connections at times that follow from the seed.
  package var disconnectCount: Int
  /// The time in seconds at which the athlete leaves the workout; nil for its end.
  package var resetTime: Double?
  /// The date of the monitor's log.
  package var date: PM5LogDate

  /// Creates settings without faults.
  package init(
    power: Double = 180, rate: Double = 24, seed: UInt64 = 1, isMultiplexed: Bool = false,
    hasForceCurves: Bool = true, hasHeartRate: Bool = true, dragFactor: Int = 120,
    openDuration: Double = 300, repetitions: Int = 4, loss: Double = 0, repeats: Double = 0,
    reordering: Double = 0, disconnects: [ClosedRange<Double>] = [], disconnectCount: Int = 0,
    resetTime: Double? = nil,
    date: PM5LogDate = PM5LogDate(year: 2026, month: 1, day: 15, hour: 18, minute: 30)
  ) {
    self.power = power
    self.rate = rate
    self.seed = seed
    self.isMultiplexed = isMultiplexed
    self.hasForceCurves = hasForceCurves
    self.hasHeartRate = hasHeartRate
    self.dragFactor = dragFactor
    self.openDuration = openDuration
    self.repetitions = repetitions
    self.loss = loss
    self.repeats = repeats
    self.reordering = reordering
    self.disconnects = disconnects
    self.disconnectCount = disconnectCount
    self.resetTime = resetTime
    self.date = date
  }
}

/// Rows a workout as a monitor reports it, with its quirks, and with faults of the connection.
///
/// ```swift
/// let simulator = PM5Simulator(
///   plan: try WorkoutPlan(text: "3x500m/1:00r"), options: SimulatorOptions(power: 220, seed: 7))
/// for frame in simulator.frames { print(frame.text) }
/// ```
///
/// Equal plans, options and seeds give equal frames.
package struct PM5Simulator: Sendable {
  /// The notifications as they arrive.
  package let frames: [PM5Frame]
  /// The strokes that were rowed, in the monitor's resolution.
  package let strokes: [RecordedStroke]
  /// The splits or intervals that were rowed.
  package let parts: [RecordedPart]
  /// The monitor's summary; nil if the workout was left before.
  package let summary: RecordedSummary?

  /// Simulates a workout.
  package init(plan: WorkoutPlan, options: SimulatorOptions) {
    var rower = SimulatedRower(plan: plan, options: options)
    rower.row()
    strokes = rower.strokes
    parts = rower.parts
    summary = rower.summary
    frames = Self.disturbed(rower.frames, options)
  }

  private static func disturbed(
    _ frames: [PM5Frame], _ options: SimulatorOptions
  ) -> [PM5Frame] {
    var random = SimulatorRandom(seed: options.seed ^ 0xFA17)
    var result: [PM5Frame] = []
    let disconnects =
      options.disconnects + seededDisconnects(options, until: frames.last?.time ?? 0)
    for frame in frames {
      if disconnects.contains(where: { $0.contains(frame.time) }) { continue }
      if random.next(below: 1) < options.loss { continue }
      result.append(frame)
      if random.next(below: 1) < options.repeats { result.append(frame) }
    }
    for index in result.indices.dropLast() where random.next(below: 1) < options.reordering {
      let time = result[index].time
      result.swapAt(index, index + 1)
      result[index].time = time
      result[index + 1].time = max(time, result[index + 1].time)
    }
    return result
  }
}

extension PM5Simulator {
  /// The seconds of a lost connection.
  private static let disconnectDurations = 5.0...30.0

  /// The ranges of time without connection that follow from the seed.
  ///
  /// They have a generator of their own, so that their number changes no other fault.
  private static func seededDisconnects(
    _ options: SimulatorOptions, until end: Double
  ) -> [ClosedRange<Double>] {
    var random = SimulatorRandom(seed: options.seed ^ 0xD15C)
    return (0..<max(0, options.disconnectCount)).map { _ in
      let start = random.next(below: max(0, end))
      return start...(start + Double.random(in: disconnectDurations, using: &random))
    }
  }
}

/// A reproducible random number generator (SplitMix64).
struct SimulatorRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number from 0 up to, but not including, the limit.
  mutating func next(below limit: Double) -> Double {
    Double(next() >> 11) / Double(UInt64(1) << 53) * limit
  }

  /// Returns a number around 1 with a relative spread.
  mutating func factor(_ spread: Double) -> Double { 1 + (next(below: 2) - 1) * spread }
}
