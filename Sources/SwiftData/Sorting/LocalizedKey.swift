// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

// A descriptor consists of a key path and the `<` of its value. A localized order is encoded as the
// last component of the key path, so that every use of the descriptor in Foundation has the right
// order. `SortDescriptor.keyPath` of models returns the path without that component.

/// A string that compares by a localized order.
struct LocalizedKey: Comparable {
  fileprivate let text: String
  fileprivate let order: StringOrder

  static func < (lhs: LocalizedKey, rhs: LocalizedKey) -> Bool {
    lhs.order.compare(lhs.text, rhs.text) == .orderedAscending
  }

  static func == (lhs: LocalizedKey, rhs: LocalizedKey) -> Bool {
    lhs.order.compare(lhs.text, rhs.text) == .orderedSame
  }

  // MARK: Key paths

  /// The path of a string's key.
  static func path<Root>(_ base: KeyPath<Root, String>, _ order: StringOrder)
    -> any KeyPath<Root, LocalizedKey> & Sendable
  {
    known(base, order) {
      base.appending(path: order == .localized ? \.localizedKey : \.localizedStandardKey)
    }
  }

  /// The path of an optional string's key.
  static func path<Root>(_ base: KeyPath<Root, String?>, _ order: StringOrder)
    -> any KeyPath<Root, LocalizedKey?> & Sendable
  {
    known(base, order) {
      base.appending(path: order == .localized ? \.?.localizedKey : \.?.localizedStandardKey)
    }
  }

  /// The path of the string and its order; nil if the path does not end in a key.
  static func source(of keyPath: AnyKeyPath) -> (base: AnyKeyPath, order: StringOrder)? {
    paths.withLock { $0.sources[Path(keyPath: keyPath)] }.map { ($0.path.keyPath, $0.order) }
  }

  /// A key path as a key and value of the table.
  private struct Path: Hashable, @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.
    let keyPath: AnyKeyPath
  }

  private struct Source: Hashable {
    let path: Path
    let order: StringOrder
  }

  private struct Paths {
    var keys: [Source: Path] = [:]
    var sources: [Path: Source] = [:]
  }

  /// Both directions, because Swift can't remove the last component of a key path.
  private static let paths = Mutex(Paths())

  private static func known<Root, Value>(
    _ base: AnyKeyPath, _ order: StringOrder, _ make: () -> KeyPath<Root, Value>
  ) -> any KeyPath<Root, Value> & Sendable {
    let source = Source(path: Path(keyPath: base), order: order)
    if let path = paths.withLock({ $0.keys[source] })?.keyPath as? KeyPath<Root, Value> {
      return sendable(path)
    }
    let path = make()
    paths.withLock { paths in
      paths.keys[source] = Path(keyPath: path)
      paths.sources[Path(keyPath: path)] = source
    }
    return sendable(path)
  }

  /// Restores the `Sendable` of an appended key path, which the type system drops.
  static func sendable<Root, Value>(_ path: KeyPath<Root, Value>) -> any KeyPath<Root, Value>
    & Sendable
  {
    unsafeBitCast(path, to: (any KeyPath<Root, Value> & Sendable).self)
  }
}

extension String {
  fileprivate var localizedKey: LocalizedKey { LocalizedKey(text: self, order: .localized) }
  fileprivate var localizedStandardKey: LocalizedKey {
    LocalizedKey(text: self, order: .localizedStandard)
  }
}
