// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Measures
import RuckMap

/// A position in a track: a time or a distance from the start.
struct PositionArgument: Sendable {
  static let help = "such as 0:05:00, 45min or \"2 mi\", from the start"

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
    for (unit, factor) in [("min", 60.0), ("sec", 1), ("s", 1), ("h", 3600)]
    where trimmed.hasSuffix(unit) {
      let number = trimmed.dropLast(unit.count).trimmingCharacters(in: .whitespaces)
      return Double(number).flatMap { $0 >= 0 && $0.isFinite ? $0 * factor : nil }
    }
    return nil
  }
}
