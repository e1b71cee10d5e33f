// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One ruck with its track, as a value that crosses actors.
public struct RuckDetail: Sendable, Hashable, Codable, Identifiable {
  /// The figures of the list.
  public var summary: RuckSummary
  /// The alternative estimate by the other equation, where its range allows one.
  public var alternativeCalories: CalorieEstimate?
  /// Recorded points in order of time.
  public var track: [TrackPoint]
  /// What was noteworthy in the import: repairs and broken rules, one sentence each.
  public var warnings: [String]
  /// The session's own identifier.
  public var id: UUID { summary.id }

  /// A detail by its parts.
  public init(
    summary: RuckSummary, alternativeCalories: CalorieEstimate?, track: [TrackPoint],
    warnings: [String]
  ) {
    self.summary = summary
    self.alternativeCalories = alternativeCalories
    self.track = track
    self.warnings = warnings
  }
}
