// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures

/// A range of pack weights within which records are compared.
///
/// ```swift
/// let band = LoadBand(packWeight: 15.9)  // .medium: 35 lb
/// ```
///
/// The bounds are 20, 35 and 50 lb, because 35 lb (15.9 kg) is the load of most march tests. A
/// weight is rounded to the pound first, so that 15.8 kg is 35 lb too.
public enum LoadBand: String, Codable, Sendable, CaseIterable, Comparable {
  /// Less than half a pound.
  case unloaded
  /// 1 to 19 lb (up to 8.8 kg).
  case light
  /// 20 to 34 lb (8.8 to 15.6 kg).
  case moderate
  /// 35 to 49 lb (15.6 to 22.5 kg).
  case medium
  /// 50 lb (22.5 kg) or more.
  case heavy

  /// The pack in whole pounds, by which bands and standards are compared.
  static func pounds(packWeight: Double) -> Int {
    let pounds = Mass.pounds(kilograms: packWeight)
    return pounds.isFinite && abs(pounds) < 1e6 ? Int(pounds.rounded()) : 0
  }

  /// Creates the band of a pack.
  ///
  /// - Parameter packWeight: Kilograms.
  public init(packWeight: Double) {
    switch Self.pounds(packWeight: packWeight) {
    case ..<1: self = .unloaded
    case ..<20: self = .light
    case ..<35: self = .moderate
    case ..<50: self = .medium
    default: self = .heavy
    }
  }

  /// The smallest pack of the band in kilograms.
  public var minimum: Double {
    switch self {
    case .unloaded: 0
    case .light: Mass.kilograms(pounds: 1)
    case .moderate: Mass.kilograms(pounds: 20)
    case .medium: Mass.kilograms(pounds: 35)
    case .heavy: Mass.kilograms(pounds: 50)
    }
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Orders bands from the lightest to the heaviest.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
