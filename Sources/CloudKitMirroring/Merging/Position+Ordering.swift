// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Position {
  /// New places for the members of a list that don't ascend with the others or have none.
  ///
  /// As few members get a new place as can be.
  ///
  /// - Parameters:
  ///   - places: Those of the members in the order that is wanted; nil for one without.
  ///   - node: The number of the device.
  /// - Returns: The indexes of the members that get a new place, ascending, and the places.
  package static func ordering(
    _ places: [Position?], node: UInt64
  ) -> [(index: Int, position: Position)] {
    let kept = longestAscent(places)
    var result: [(index: Int, position: Position)] = []
    var start = 0
    var left: Position?
    for index in kept + [places.count] {
      let right = index < places.count ? places[index] : nil
      let new = between(left, and: right, count: index - start, node: node)
      result += zip(start..<index, new).map { ($0, $1) }
      left = right
      start = index + 1
    }
    return result
  }

  /// The indexes of a longest run of places that ascends.
  private static func longestAscent(_ places: [Position?]) -> [Int] {
    var ends: [(index: Int, place: Position)] = []
    var previous = Array(repeating: -1, count: places.count)
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].place < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1].index }
      if low == ends.count { ends.append((index, place)) } else { ends[low] = (index, place) }
    }
    var run: [Int] = []
    var index = ends.last?.index ?? -1
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}
