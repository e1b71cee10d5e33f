// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension String.StandardComparator {
  /// The order of file names in the Finder: the user's language, without regard to case, and numeric
  /// for digits.
  ///
  /// The default order of sort descriptors with strings, as on Apple's systems. Foundation on Linux
  /// has only `.lexical`. Sort descriptors, key path comparators, fetches, and `sorted(using:)` of
  /// strings sort by the language's rules. A direct call of `compare(_:_:)` is Foundation's, which
  /// knows no language.
  public static let localizedStandard = standard(
    [.numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering])

  /// The order of the user's language.
  public static let localized = standard([])

  /// Creates a localized comparator.
  ///
  /// Foundation declares its stored properties on every platform, but no initializer for localized
  /// values on Linux. The properties are the options, a Boolean, and the direction, in this order;
  /// `Mirror` confirms the result.
  private static func standard(_ options: String.CompareOptions) -> Self {
    var comparator = Self.lexical
    let isLocalized = MemoryLayout<String.CompareOptions>.size
    guard MemoryLayout<Self>.size >= isLocalized + 1 else { return comparator }
    withUnsafeMutableBytes(of: &comparator) { bytes in
      bytes.storeBytes(of: options.rawValue, as: UInt.self)
      bytes[isLocalized] = 1
    }
    let values = Mirror(reflecting: comparator).children.map(\.value)
    let isComplete =
      values.contains { $0 as? String.CompareOptions == options }
      && values.contains { $0 as? Bool == true }
    return isComplete ? comparator : .lexical
  }
}

extension Sequence where Element == String {
  /// The strings in a standard order.
  public func sorted(using comparator: String.StandardComparator) -> [String] {
    let comparator = StringOrderComparator(comparator)
    return sorted { comparator.compare($0, $1) == .orderedAscending }
  }
}

extension MutableCollection where Self: RandomAccessCollection, Element == String {
  /// Sorts the strings in a standard order.
  public mutating func sort(using comparator: String.StandardComparator) {
    let comparator = StringOrderComparator(comparator)
    sort { comparator.compare($0, $1) == .orderedAscending }
  }
}

extension KeyPathComparator {
  /// Compares strings in the order `.localizedStandard`, which is the default on Apple's systems.
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: StringOrderComparator(.localizedStandard), order: order)
  }

  /// Compares optional strings in the order `.localizedStandard`, nil first.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(keyPath, comparator: StringOrderComparator(.localizedStandard), order: order)
  }

  /// Compares strings in a standard order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(keyPath, comparator: StringOrderComparator(comparator))
  }

  /// Compares optional strings in a standard order, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator
  ) {
    self.init(keyPath, comparator: StringOrderComparator(comparator))
  }

  /// Compares strings in a standard order, forward or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(keyPath, comparator: StringOrderComparator(comparator), order: order)
  }

  /// Compares optional strings in a standard order, forward, nil first, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator,
    order: SortOrder
  ) {
    self.init(keyPath, comparator: StringOrderComparator(comparator), order: order)
  }
}
