// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSSortDescriptor {
  /// Sorts records by the field with a name.
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

  /// The name of the field that is sorted by; nil if it was not made with one.
  public var key: String? {
    let probe = SortKeyProbe()
    _ = comparator(probe, probe)
    return probe.key
  }
}

/// What a sort descriptor that was made with a key writes it into, instead of comparing.
private final class SortKeyProbe {
  var key: String?
}

extension StoredValue? {
  /// The order of two values of a field; what has none comes first.
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
