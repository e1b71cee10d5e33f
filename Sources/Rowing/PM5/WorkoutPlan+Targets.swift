// Cairn
// SPDX-License-Identifier: Apache-2.0

extension WorkoutPlan {
  /// Returns the planned lengths of the parts of a session.
  ///
  /// - Parameter parts: The intervals of work and the splits in order.
  /// - Returns: A length for each part; nil where the plan has none, and everywhere if the session
  ///   has more intervals than the plan.
  func targets(of parts: [RowingInterval]) -> [Length?] {
    switch kind {
    case .justRow: return parts.map { _ in nil }
    case .repeated(let interval):
      return parts.map { $0.kind == .work ? interval.length : nil }
    case .intervals(let intervals):
      guard parts.count(where: { $0.kind == .work }) <= intervals.count else {
        return parts.map { _ in nil }
      }
      return parts.map { part in
        part.kind == .work && intervals.indices.contains(part.number)
          ? intervals[part.number].length : nil
      }
    case .single(let length, let split):
      let works = parts.count { $0.kind == .work }
      var rest = length
      return parts.map { part in
        switch part.kind {
        case .work: return works == 1 ? length : nil
        case .rest: return nil
        case .split:
          guard let split, let target = split.limited(to: rest) else { return nil }
          rest = rest.reduced(by: target)
          return target
        }
      }
    }
  }
}

extension WorkoutPlan.Length {
  /// The value and the unit of an interval's target.
  var target: (value: Double, unit: IntervalTarget) {
    switch self {
    case .time(let seconds): (seconds, .time)
    case .distance(let metres): (Double(metres), .distance)
    case .calories(let calories): (Double(calories), .calories)
    case .wattMinutes(let watts): (Double(watts), .wattMinutes)
    }
  }

  /// Returns the shorter one of this length and the rest of a piece; nil if nothing is left.
  fileprivate func limited(to rest: Self) -> Self? {
    switch (self, rest) {
    case (.time(let split), .time(let rest)): rest > 0 ? .time(min(split, rest)) : nil
    case (.distance(let split), .distance(let rest)):
      rest > 0 ? .distance(min(split, rest)) : nil
    case (.calories(let split), .calories(let rest)):
      rest > 0 ? .calories(min(split, rest)) : nil
    // Splits in another unit than the piece's: the end of the last one is unknown.
    default: self
    }
  }

  fileprivate func reduced(by length: Self) -> Self {
    switch (self, length) {
    case (.time(let rest), .time(let length)): .time(rest - length)
    case (.distance(let rest), .distance(let length)): .distance(rest - length)
    case (.calories(let rest), .calories(let length)): .calories(rest - length)
    default: self
    }
  }
}

extension RowingSession {
  /// Sets the targets of the parts from the workout's text; a text that is no workout changes
  /// nothing.
  ///
  /// - Parameter parts: The parts in order.
  func setTargets(of parts: [RowingInterval]) {
    guard !parts.isEmpty, let text = workoutText, let plan = try? WorkoutPlan(text: text) else {
      return
    }
    for (part, length) in zip(parts, plan.targets(of: parts)) {
      let target = length?.target
      if part.target != target?.value { part.target = target?.value }
      if part.targetUnit != target?.unit ?? .open { part.targetUnit = target?.unit ?? .open }
    }
  }
}
