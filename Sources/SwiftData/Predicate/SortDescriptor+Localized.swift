// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension SortDescriptor {
  /// Sorts by a string in the comparator's order.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.LocalizedComparator
  ) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by a string in the comparator's order, forward or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.LocalizedComparator,
    order: SortOrder
  ) {
    switch comparator.kind {
    case .localized:
      self.init(LocalizedKey.sendable(keyPath.appending(path: \.localizedKey)), order: order)
    case .localizedStandard:
      self.init(
        LocalizedKey.sendable(keyPath.appending(path: \.localizedStandardKey)), order: order)
    }
  }

  /// Sorts by an optional string in the comparator's order, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.LocalizedComparator
  ) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by an optional string in the comparator's order, forward, nil first, or in reverse.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.LocalizedComparator,
    order: SortOrder
  ) {
    switch comparator.kind {
    case .localized:
      self.init(
        LocalizedKey.sendable(keyPath.appending(path: \.?.localizedKey)), order: order)
    case .localizedStandard:
      self.init(
        LocalizedKey.sendable(keyPath.appending(path: \.?.localizedStandardKey)), order: order)
    }
  }
}

// A descriptor consists of a key path and the `<` of its value. The comparator is encoded as the
// last component of the key path, so that every use of the descriptor in Foundation has the right
// order.

/// A string that compares by a localized order.
struct LocalizedKey: Comparable {
  fileprivate let text: String
  fileprivate let kind: String.LocalizedComparator.Kind

  static func < (lhs: LocalizedKey, rhs: LocalizedKey) -> Bool {
    lhs.kind.compare(lhs.text, rhs.text) == .orderedAscending
  }

  static func == (lhs: LocalizedKey, rhs: LocalizedKey) -> Bool {
    lhs.kind.compare(lhs.text, rhs.text) == .orderedSame
  }

  /// Restores the `Sendable` of an appended key path, which the type system drops.
  static func sendable<Root, Value>(_ path: KeyPath<Root, Value>) -> any KeyPath<Root, Value>
    & Sendable
  {
    unsafeBitCast(path, to: (any KeyPath<Root, Value> & Sendable).self)
  }

  /// The collations by the last component of a descriptor's key path.
  static let collations: [String: String] = {
    let paths: [(AnyKeyPath, String)] = [
      (\String.localizedKey, SQLCollation.localized.name),
      (\String.localizedStandardKey, SQLCollation.localizedStandard.name),
    ]
    let steps = paths.compactMap { path, collation in
      KeyPathSteps.step(of: path).map { ($0, collation) }
    }
    return Dictionary(steps) { first, _ in first }
  }()
}

extension String {
  fileprivate var localizedKey: LocalizedKey { LocalizedKey(text: self, kind: .localized) }
  fileprivate var localizedStandardKey: LocalizedKey {
    LocalizedKey(text: self, kind: .localizedStandard)
  }
}
