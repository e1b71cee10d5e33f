// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSSortDescriptor {
  /// A sort descriptor for a record field.
  public convenience init(key: String?, ascending: Bool) {
    self.init(keyPath: \NSObject.description, ascending: ascending) { first, second in
      if let probe = first as? SortKeyProbe {
        probe.key = key
        return .orderedSame
      }
      guard let key, let first = first as? CKRecord, let second = second as? CKRecord else {
        return .orderedSame
      }
      return first.state.values[key].order(second.state.values[key])
    }
  }

  /// The name of the sorted field; nil if the descriptor has no key.
  public var key: String? {
    let probe = SortKeyProbe()
    _ = comparator(probe, probe)
    return probe.key
  }
}

/// Passed to a sort descriptor for comparison, it receives the descriptor's key instead.
private final class SortKeyProbe {
  var key: String?
}

extension StoredValue? {
  /// Compares two values of a field; nil sorts first.
  fileprivate func order(_ other: StoredValue?) -> ComparisonResult {
    func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
      left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    switch (self, other) {
    case (nil, nil): return .orderedSame
    case (nil, _): return .orderedAscending
    case (_, nil): return .orderedDescending
    case (.int64(let left), .int64(let right)): return order(left, right)
    case (.int64(let left), .double(let right)): return order(Double(left), right)
    case (.double(let left), .int64(let right)): return order(left, Double(right))
    case (.double(let left), .double(let right)): return order(left, right)
    case (.date(let left), .date(let right)): return order(left, right)
    case (.string(let left), .string(let right)): return order(left, right)
    default: return .orderedSame
    }
  }
}
