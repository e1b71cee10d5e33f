// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Position {
  /// The new positions that bring the members of a list in order.
  ///
  /// The number of changes is minimal: the longest run of members in order keeps its positions.
  /// Members without a position, and members with a position that another has too, get a new one.
  ///
  /// - Parameters:
  ///   - places: The members' positions, in the wanted order.
  ///   - node: The device that creates new ones.
  /// - Returns: The new positions, by the members' indexes, in order.
  package static func changes(for places: [Position?], node: UInt64)
    -> [(index: Int, place: Position)]
  {
    let kept = longestAscent(places)
    var changes: [(index: Int, place: Position)] = []
    var previous: Position?
    var next = 0
    for index in places.indices {
      if next < kept.count, kept[next] == index {
        previous = places[index]
        next += 1
        continue
      }
      let following = next < kept.count ? places[kept[next]] : nil
      let place = between(previous, and: following, node: node)
      changes.append((index, place))
      previous = place
    }
    return changes
  }

  /// The indexes of a longest strictly ascending subsequence of the positions.
  private static func longestAscent(_ places: [Position?]) -> [Int] {
    // For each length, the index of the least position at which such a subsequence ends.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: places.count)
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if let other = places[ends[middle]], other < place {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var ascent: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      ascent.append(index)
      index = before[index]
    }
    return ascent.reversed()
  }
}
