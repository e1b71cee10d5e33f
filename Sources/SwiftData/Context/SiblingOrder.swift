// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Computes new order numbers for the siblings of a to-many relationship, so that they ascend.
///
/// As few numbers as possible change: the longest ascending subsequence keeps its numbers. A
/// sibling that was moved between two others gets a number between theirs; one that was moved to
/// the end gets a fresh number.
struct SiblingOrder {
  /// The new numbers by sibling index.
  private(set) var changes: [(index: Int, number: Double)] = []
  private var waiting: [Int] = []

  /// The number of fresh order numbers, each greater than all others, that the siblings need.
  var freshCount: Int { waiting.count }

  /// Computes the changes from the current numbers of the siblings, in the wanted order.
  ///
  /// Siblings that follow others, which are not given, get fresh numbers; additions only if they do
  /// not ascend, because their numbers are new already.
  init(_ numbers: [Double], _ extent: SaveBatch.OrderRequest.Extent) {
    switch extent {
    case .all: break
    case .additions:
      let ascends = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      waiting = ascends ? [] : Array(numbers.indices)
      return
    case .merged:
      waiting = Array(numbers.indices)
      return
    }
    let kept = Self.longestAscent(numbers)
    var previous: Double?
    var start = 0
    for index in kept {
      if index > start, !fill(start..<index, after: previous, before: numbers[index]) {
        // There is no number left between two others.
        changes = []
        waiting = Array(numbers.indices)
        return
      }
      previous = numbers[index]
      start = index + 1
    }
    waiting = Array(start..<numbers.count)
  }

  /// Assigns ascending numbers from `first` on to the siblings that need fresh ones.
  mutating func assignFresh(from first: Double) {
    for (offset, index) in waiting.enumerated() {
      changes.append((index, first + Double(offset)))
    }
    waiting = []
  }

  private mutating func fill(_ indices: Range<Int>, after low: Double?, before high: Double) -> Bool
  {
    let low = low ?? high - Double(indices.count + 1)
    let step = (high - low) / Double(indices.count + 1)
    var last = low
    for (offset, index) in indices.enumerated() {
      let number = low + step * Double(offset + 1)
      if number <= last || number >= high { return false }
      changes.append((index, number))
      last = number
    }
    return true
  }

  /// The indexes of a longest strictly ascending subsequence.
  private static func longestAscent(_ numbers: [Double]) -> [Int] {
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var ascent: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      ascent.append(index)
      index = previous[index]
    }
    return ascent.reversed()
  }
}
