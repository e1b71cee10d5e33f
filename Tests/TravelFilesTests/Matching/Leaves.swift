// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TravelFiles

/// A comparable value at the end of a path.
enum Leaf: Hashable {
  case text(String)
  case number(Double)
  /// An instant in seconds since 1970.
  case instant(Int)
  /// A wall clock without a zone.
  case wallClock(String)

  /// True if two leaves agree: instants as instants, numbers within a tolerance.
  func matches(_ other: Leaf, tolerance: Double) -> Bool {
    switch (self, other) {
    case (.number(let first), .number(let second)): (first - second).magnitude <= tolerance
    default: self == other
    }
  }

  /// The value as a cell of a table in Markdown.
  var cell: String {
    switch self {
    case .text(let text):
      "`"
        + text.prefix(60).replacing("`", with: "'").replacing("|", with: "\\|")
        .split(whereSeparator: \.isNewline).joined(separator: " ") + (text.count > 60 ? "…`" : "`")
    case .number(let number): "\(number)"
    case .instant(let seconds):
      Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    case .wallClock(let text): "\(text) (no zone)"
    }
  }
}

/// The leaves of a structured value by their paths.
struct Leaves {
  private(set) var values: [String: Leaf] = [:]

  init(_ value: StructuredValue) {
    add(value, "")
  }

  private mutating func add(_ value: StructuredValue, _ path: String) {
    switch value {
    case .null: break
    case .bool(let bool): values[path] = .text("\(bool)")
    case .number(let digits): values[path] = Double(digits).map { .number($0) } ?? .text(digits)
    case .string(let text): add(text, path)
    case .array(let elements):
      for (index, element) in elements.enumerated() { add(element, "\(path)[\(index)]") }
    case .object(let object):
      if object.types == ["QDateTime"] {
        if let text = object["@value"] { add(text, path) }
        if let zone = object["timezone"] { add(zone, path + ".timezone") }
        return
      }
      for (key, member) in object.members where key != "@context" {
        add(member, path + "." + key)
      }
    }
  }

  private mutating func add(_ text: String, _ path: String) {
    if path.contains("itude"), let number = Double(text) {
      values[path] = .number(number)
    } else if text.count >= 16, let time = TravelTime(iso8601: text), !time.isDateOnly {
      values[path] =
        time.instant.map { .instant(Int($0.timeIntervalSince1970)) }
        ?? .wallClock(time.local.description)
    } else {
      values[path] = .text(text)
    }
  }
}

/// The agreement of found objects with expected ones.
struct MatchResult {
  var expected = 0
  var matched = 0
  /// The expected leaves that are absent or have another value.
  var misses: [Miss] = []
  /// The different leaves that are times or codes.
  var wrongFacts: [String] = []
  var extra = 0

  /// An expected leaf that was not found.
  struct Miss: Hashable {
    var path: String
    var expected: Leaf
    /// The value that was found; nil if the leaf is absent.
    var found: Leaf?
  }

  /// Compares objects, each expected one with the found one that agrees best.
  init(expected: [StructuredValue], found: [StructuredValue]) {
    var rest = found.map(Leaves.init)
    for value in expected {
      let leaves = Leaves(value)
      self.expected += leaves.values.count
      let scores = rest.map { Self.agreement(leaves, $0) }
      let best = scores.max() ?? 0
      guard best > 0, let index = scores.firstIndex(of: best) else {
        misses += leaves.values.sorted { $0.key < $1.key }.map {
          Miss(path: $0.key, expected: $0.value)
        }
        continue
      }
      compare(leaves, rest.remove(at: index))
    }
    extra += rest.reduce(0) { $0 + $1.values.count }
  }

  private static func tolerance(_ path: String) -> Double { path.contains("itude") ? 0.05 : 1e-9 }

  private static func agreement(_ first: Leaves, _ second: Leaves) -> Int {
    first.values.count { path, leaf in
      second.values[path].map { $0.matches(leaf, tolerance: tolerance(path)) } ?? false
    }
  }

  private mutating func compare(_ leaves: Leaves, _ found: Leaves) {
    for (path, leaf) in leaves.values.sorted(by: { $0.key < $1.key }) {
      guard let other = found.values[path] else {
        misses.append(Miss(path: path, expected: leaf))
        continue
      }
      if leaf.matches(other, tolerance: Self.tolerance(path)) {
        matched += 1
      } else {
        misses.append(Miss(path: path, expected: leaf, found: other))
        if Self.isFact(path, leaf, other) {
          wrongFacts.append("\(path): \(other), expected \(leaf)")
        }
      }
    }
    extra += found.values.keys.count { leaves.values[$0] == nil }
  }

  /// True for a known time or code that differs.
  private static func isFact(_ path: String, _ leaf: Leaf, _ other: Leaf) -> Bool {
    switch (leaf, other) {
    case (.instant, .instant), (.wallClock, .wallClock): true
    default: path.hasSuffix("iataCode") || path.hasSuffix("reservationNumber")
    }
  }
}
