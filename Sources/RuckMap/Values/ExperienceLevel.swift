// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A user's experience, by the number and the distance of completed rucks.
///
/// ```swift
/// let level = ExperienceLevel(sessions: 12, miles: 48)
/// if level >= .intermediate { print(level.rawValue) }
/// ```
public enum ExperienceLevel: String, Codable, Sendable, CaseIterable, Comparable {
  case beginner
  case intermediate
  case advanced
  case expert

  /// Creates the lower of two levels: by count (5, 20, 50 rucks) and by distance (25, 100, 500
  /// miles).
  ///
  /// - Parameters:
  ///   - sessions: Completed rucks.
  ///   - miles: Their total distance in miles.
  public init(sessions: Int, miles: Double) {
    let byCount: Self =
      switch sessions {
      case ..<5: .beginner
      case ..<20: .intermediate
      case ..<50: .advanced
      default: .expert
      }
    let byDistance: Self =
      switch miles {
      case 500...: .expert
      case 100...: .advanced
      case 25...: .intermediate
      default: .beginner
      }
    self = min(byCount, byDistance)
  }

  private var rank: Int {
    switch self {
    case .beginner: 0
    case .intermediate: 1
    case .advanced: 2
    case .expert: 3
    }
  }

  /// Orders levels from beginner to expert.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
