// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How experienced a rucker is, by the number of completed rucks and their distance.
public enum ExperienceLevel: String, Codable, Sendable, CaseIterable, Comparable {
  case beginner
  case intermediate
  case advanced
  case expert

  /// The lower of the level by count (5, 20, 50 rucks) and the level by distance (25, 100, 500
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
