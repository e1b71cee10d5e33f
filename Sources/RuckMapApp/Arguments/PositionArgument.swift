// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Measures
import RuckMap

/// A position in a track: a time or a distance from the start.
struct PositionArgument: Sendable {
  static let help = "such as 0:05:00, \"1 h 5 min\" or \"2 mi\", from the start"

  let position: TrackPosition

  /// Parses `text`.
  ///
  /// - Throws: `ValidationError`, which names the accepted forms.
  init(_ text: String) throws {
    guard let position = Self.position(text) else {
      throw ValidationError("Write a position \(Self.help).")
    }
    self.position = position
  }

  /// The position that a text names; nil for any other text.
  static func position(_ text: String) -> TrackPosition? {
    if let seconds = seconds(text) { return .time(seconds) }
    guard text.contains(where: \.isLetter) else { return nil }
    return (try? Length.parse(text, default: .metric)).map(TrackPosition.distance)
  }

  private static func seconds(_ text: String) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    if trimmed.contains(":") {
      let parts = trimmed.split(separator: ":", omittingEmptySubsequences: false)
        .map { Double($0) }
      guard (2...3).contains(parts.count), !parts.contains(where: { $0 == nil || $0 ?? 0 < 0 })
      else { return nil }
      return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
    }
    let units = ["h": 3600.0, "min": 60, "sec": 1, "s": 1]
    var (seconds, rest) = (0.0, trimmed[...])
    while let part = rest.prefixMatch(of: /([0-9]+(?:\.[0-9]+)?)\s*([a-z]+)\s*/) {
      guard let number = Double(part.1), let unit = units[String(part.2)] else { return nil }
      seconds += number * unit
      rest = rest[part.range.upperBound...]
    }
    return rest.isEmpty && !trimmed.isEmpty ? seconds : nil
  }
}
