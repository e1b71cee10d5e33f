// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension String {
  /// A comparator of strings for localized lists.
  ///
  /// Foundation on Linux has only `.lexical` in `String.StandardComparator`; this type adds the
  /// others. The store sorts by the same order as `compare(_:_:)`.
  ///
  /// ```swift
  /// SortDescriptor(\Trip.name, comparator: .localizedStandard)
  /// ```
  public struct LocalizedComparator: SortComparator, Codable, Hashable, Sendable {
    enum Kind: String, Codable {
      case localized, localizedStandard
    }

    let kind: Kind
    /// Forward unless set.
    public var order: SortOrder

    init(_ kind: Kind) {
      self.kind = kind
      order = .forward
    }

    /// The order of the user's language, as in `localizedCompare(_:)`.
    public static let localized = LocalizedComparator(.localized)
    /// The order of file names in the Finder: case-insensitive, and numeric for digits.
    public static let localizedStandard = LocalizedComparator(.localizedStandard)

    /// The order of two strings.
    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
      let result = kind.compare(lhs, rhs)
      if order == .forward { return result }
      return ComparisonResult(rawValue: -result.rawValue) ?? result
    }
  }
}

extension String.LocalizedComparator.Kind {
  func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    switch self {
    case .localized: lhs.localizedCompare(rhs)
    case .localizedStandard: lhs.localizedStandardCompare(rhs)
    }
  }
}

extension String.StandardComparator {
  /// The order of the user's language.
  public static var localized: String.LocalizedComparator { .localized }
  /// The order of file names in the Finder: case-insensitive, and numeric for digits.
  public static var localizedStandard: String.LocalizedComparator { .localizedStandard }
}

extension SortComparator where Self == String.LocalizedComparator {
  /// The order of the user's language.
  public static var localized: String.LocalizedComparator { .localized }
  /// The order of file names in the Finder: case-insensitive, and numeric for digits.
  public static var localizedStandard: String.LocalizedComparator { .localizedStandard }
}
