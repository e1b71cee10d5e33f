// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Finds new numbers for the siblings of a to-many relationship, so that they ascend.
///
/// As few numbers change as can be: the longest run that ascends already keeps its numbers. A
/// sibling that was moved between two others gets a number between theirs; one that was moved to
/// the end, a fresh one.
struct SiblingOrder {
  /// The siblings whose number changes, by their place.
  private(set) var changes: [(index: Int, number: Double)] = []
  private var waiting: [Int] = []

  /// How many fresh numbers, each greater than all others, are wanted.
  var needsFresh: Int { waiting.count }

  /// The numbers that the siblings have, in the order that is wanted.
  ///
  /// Siblings that are to come behind others, which are not given, get fresh numbers; arrivals only
  /// if they do not ascend, since their numbers are new ones anyway.
  init(_ numbers: [Double], _ extent: SaveBatch.OrderRequest.Extent) {
    switch extent {
    case .all: break
    case .arrivals:
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
        // No room is left between two numbers.
        changes = []
        waiting = Array(numbers.indices)
        return
      }
      previous = numbers[index]
      start = index + 1
    }
    waiting = Array(start..<numbers.count)
  }

  /// Gives the waiting siblings ascending numbers from `first` on.
  mutating func takeFresh(from first: Double) {
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

  /// The places of a longest strictly ascending subsequence.
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
    var places: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      places.append(place)
      place = previous[place]
    }
    return places.reversed()
  }
}
