// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Position {
  /// The places that the members of a list need so that they are in the order of the list.
  ///
  /// As few change as can be: the longest run of members that are in order keeps its places. Members
  /// without a place, and those whose place another has too, get one.
  ///
  /// - Parameters:
  ///   - places: The members' places, in the order that is wanted.
  ///   - node: The device that gives new ones.
  /// - Returns: The new places, by the members' indexes, in order.
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

  /// The indexes of a longest strictly ascending part of the places.
  private static func longestAscent(_ places: [Position?]) -> [Int] {
    // The index with the least place that an ascent of each length ends at.
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
