// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A workout as a monitor is programmed with it.
///
/// ```swift
/// let plan = try WorkoutPlan(text: "5x500m/2:00r")
/// for frame in plan.frames { send(frame.bytes) }
/// ```
package struct WorkoutPlan: Sendable, Hashable {
  /// The length of a piece.
  package enum Length: Sendable, Hashable {
    /// Seconds, to a hundredth on the wire.
    case time(Double)
    /// Metres.
    case distance(Int)
    /// Kilocalories.
    case calories(Int)
    /// Watt-minutes.
    case wattMinutes(Int)
  }

  /// The rest after an interval.
  package enum Rest: Sendable, Hashable {
    /// Seconds; 0 for none.
    case seconds(Int)
    /// Until the athlete rows again.
    case undefined
  }

  /// An interval of work with its rest.
  package struct Interval: Sendable, Hashable {
    /// The length of the work.
    package var length: Length
    /// The rest after the work.
    package var rest: Rest

    /// Creates an interval.
    package init(_ length: Length, rest: Rest = .seconds(0)) {
      self.length = length
      self.rest = rest
    }
  }

  /// The kind of workout.
  package enum Kind: Sendable, Hashable {
    /// No end.
    case justRow
    /// One piece, with the length of its splits; nil for the monitor's choice.
    case single(Length, split: Length?)
    /// One interval that is repeated until the athlete stops.
    case repeated(Interval)
    /// A list of 1 to 50 intervals.
    case intervals([Interval])
  }

  /// The largest number of intervals.
  package static let maximumIntervals = 50

  /// The kind of workout.
  package var kind: Kind

  /// Creates a workout.
  ///
  /// - Throws: ``PM5Error/malformedWorkout(_:)`` for a length or a number out of range.
  package init(_ kind: Kind) throws(PM5Error) {
    self.kind = kind
    switch kind {
    case .justRow: break
    case .single(let length, let split):
      try length.check()
      try split?.check()
    case .repeated(let interval): try interval.check()
    case .intervals(let intervals):
      guard (1...Self.maximumIntervals).contains(intervals.count) else {
        throw .malformedWorkout("\(intervals.count) intervals are not 1 to 50")
      }
      for interval in intervals { try interval.check() }
    }
  }

  /// The intervals of work in order; a repeated one occurs once, and an open workout has none.
  package var intervals: [Interval] {
    switch kind {
    case .justRow: []
    case .single(let length, _): [Interval(length)]
    case .repeated(let interval): [interval]
    case .intervals(let intervals): intervals
    }
  }

  /// Whether the monitor counts the elapsed time from 0 in each interval.
  package var hasIntervals: Bool {
    switch kind {
    case .justRow, .single: false
    case .repeated, .intervals: true
    }
  }
}

extension WorkoutPlan.Length {
  fileprivate func check() throws(PM5Error) {
    let isValid =
      switch self {
      case .time(let seconds): (1...359_999).contains(seconds)
      case .distance(let metres): (1...999_999).contains(metres)
      case .calories(let calories): (1...9999).contains(calories)
      case .wattMinutes(let watts): (1...65_535).contains(watts)
      }
    guard isValid else { throw .malformedWorkout("\(text) is out of range") }
  }
}

extension WorkoutPlan.Interval {
  fileprivate func check() throws(PM5Error) {
    try length.check()
    if case .seconds(let seconds) = rest, !(0...5999).contains(seconds) {
      throw .malformedWorkout("a rest of \(seconds) s is out of range")
    }
  }
}
