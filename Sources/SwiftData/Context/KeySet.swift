// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A set of the keys of rows; consecutive keys need little memory and time.
struct KeySet {
  /// Consecutive keys, ascending and apart from each other.
  private var runs: [ClosedRange<Int64>] = []
  private var others: Set<Int64> = []

  func contains(_ key: Int64) -> Bool {
    if !others.isEmpty, others.contains(key) { return true }
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < key { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].lowerBound <= key
  }

  /// Inserts keys and returns the new ones, in order.
  mutating func insert(_ keys: ArraySlice<Int64>) -> ArraySlice<Int64> {
    if let run = keys.consecutive, others.isEmpty, run.lowerBound > runs.last?.upperBound ?? .min {
      if let last = runs.last, last.upperBound + 1 == run.lowerBound {
        runs[runs.count - 1] = last.lowerBound...run.upperBound
      } else {
        runs.append(run)
      }
      return keys
    }
    return keys.filter { key in !contains(key) && others.insert(key).inserted }[...]
  }
}

extension RandomAccessCollection<Int64> {
  /// The range of the keys if each is the successor of the one before.
  var consecutive: ClosedRange<Int64>? {
    guard let first, let last, last >= first, last - first == Int64(count - 1) else { return nil }
    var next = first
    for key in self {
      if key != next { return nil }
      next += 1
    }
    return first...last
  }
}
