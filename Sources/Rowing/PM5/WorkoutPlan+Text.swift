// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension WorkoutPlan {
  /// Parses a workout's text.
  ///
  /// `2000m`, `30:00`, `100cal`, `50wmin`; `5x500m/2:00r` for equal intervals; `x500m/2:00r` for
  /// intervals until the athlete stops; `v4:00/1:00r,3:00/1:00r` for a list; `/...r` for a rest
  /// without end; `2000m@500m` for the length of splits; `just row`. A final ` row`, as in the
  /// logbook, is ignored.
  package init(text: String) throws(PM5Error) {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    guard text.utf8.count <= 1000 else { throw .malformedWorkout("more than 1000 characters") }
    if text.isEmpty || text == "just row" || text == "justrow" {
      try self.init(.justRow)
      return
    }
    for suffix in [" row", " ski", " bike"] where text.hasSuffix(suffix) {
      text = String(text.dropLast(suffix.count))
    }
    if text.hasPrefix("v") {
      var intervals: [Interval] = []
      for part in text.dropFirst().split(separator: ",", omittingEmptySubsequences: false) {
        intervals.append(try Interval(text: part))
      }
      try self.init(.intervals(intervals))
    } else if let sign = text.firstIndex(of: "x") {
      let interval = try Interval(text: text[text.index(after: sign)...])
      if sign == text.startIndex {
        try self.init(.repeated(interval))
        return
      }
      guard let count = Int(text[..<sign]), (1...Self.maximumIntervals).contains(count) else {
        throw .malformedWorkout("\(text[..<sign]) is not 1 to 50 intervals")
      }
      try self.init(.intervals(Array(repeating: interval, count: count)))
    } else {
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count <= 2 else { throw .malformedWorkout("more than one @") }
      let length = try Length(text: parts[0])
      let split = parts.count == 2 ? try Length(text: parts[1]) : nil
      try self.init(.single(length, split: split))
    }
  }

  /// The workout's text, as ``init(text:)`` parses it.
  package var text: String {
    switch kind {
    case .justRow: return "just row"
    case .single(let length, let split):
      return length.text + (split.map { "@\($0.text)" } ?? "")
    case .repeated(let interval): return "x\(interval.text)"
    case .intervals(let intervals):
      if let first = intervals.first, intervals.allSatisfy({ $0 == first }) {
        return "\(intervals.count)x\(first.text)"
      }
      return "v" + intervals.map(\.text).joined(separator: ",")
    }
  }
}

extension WorkoutPlan.Interval {
  fileprivate init(text: some StringProtocol) throws(PM5Error) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first else { throw .malformedWorkout("an interval is empty") }
    let length = try WorkoutPlan.Length(text: first)
    guard parts.count == 2 else {
      self.init(length)
      return
    }
    guard parts[1].hasSuffix("r") else {
      throw .malformedWorkout("the rest \(parts[1].prefix(40)) doesn't end with r")
    }
    let rest = parts[1].dropLast()
    if rest == "..." {
      self.init(length, rest: .undefined)
      return
    }
    guard case .time(let seconds) = try WorkoutPlan.Length(text: rest, allowsZero: true),
      seconds == seconds.rounded()
    else { throw .malformedWorkout("the rest \(parts[1].prefix(40)) is no whole time") }
    self.init(length, rest: .seconds(Int(seconds)))
  }

  /// The text, such as `500m/2:00r`.
  package var text: String {
    switch rest {
    case .seconds(0): length.text
    case .seconds(let seconds): "\(length.text)/\(WorkoutPlan.Length.time(Double(seconds)).text)r"
    case .undefined: "\(length.text)/...r"
    }
  }
}

extension WorkoutPlan.Length {
  /// Parses `500m`, `2k`, `4:00`, `1:02:03.4`, `100cal` or `50wmin`.
  fileprivate init(text: some StringProtocol, allowsZero: Bool = false) throws(PM5Error) {
    let text = text.trimmingCharacters(in: .whitespaces)
    func number(_ suffix: String) -> Int? {
      text.hasSuffix(suffix) ? Int(text.dropLast(suffix.count)) : nil
    }
    if text.contains(":") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      var seconds = 0.0
      guard parts.count <= 3 else { throw .malformedWorkout("\(text.prefix(40)) is no time") }
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        let digits = part.allSatisfy { $0.isASCII && ($0.isNumber || isLast && $0 == ".") }
        guard digits, let value = Double(part), index == 0 || value < 60 else {
          throw .malformedWorkout("\(text.prefix(40)) is no time")
        }
        seconds = seconds * 60 + value
      }
      guard seconds > 0 || allowsZero, seconds < 360_000 else {
        throw .malformedWorkout("\(text.prefix(40)) is out of range")
      }
      self = .time((seconds * 100).rounded() / 100)
    } else if let value = number("wmin") {
      self = .wattMinutes(value)
    } else if let value = number("cal") {
      self = .calories(value)
    } else if let value = number("k"), value < 1000 {
      self = .distance(value * 1000)
    } else if let value = number("m") {
      self = .distance(value)
    } else {
      throw .malformedWorkout("\(text.prefix(40)) is no length")
    }
  }

  /// The text, such as `500m` or `4:00`.
  package var text: String {
    switch self {
    case .time(let seconds):
      let hundredths = Int(max(0, min(seconds, 1e7)) * 100 + 0.5)
      let (whole, fraction) = (hundredths / 100, hundredths % 100)
      var result = Self.two(whole % 60)
      result = whole >= 3600 ? Self.two(whole / 60 % 60) + ":" + result : "\(whole / 60):" + result
      if whole >= 3600 { result = "\(whole / 3600):" + result }
      if fraction == 0 { return result }
      return fraction % 10 == 0
        ? "\(result).\(fraction / 10)" : "\(result).\(Self.two(fraction))"
    case .distance(let metres): return "\(metres)m"
    case .calories(let calories): return "\(calories)cal"
    case .wattMinutes(let watts): return "\(watts)wmin"
    }
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
