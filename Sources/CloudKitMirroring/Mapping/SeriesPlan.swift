// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Which chunk of a series a row goes to.
///
/// A row that comes after all others goes to the last chunk, and to a new one when that is full: the
/// others do not change. One that comes between others goes where they are, if there is room.
package struct SeriesPlan: Hashable, Sendable {
  /// A chunk that there is.
  package struct Chunk: Hashable, Sendable {
    package let number: Int
    package private(set) var count: Int
    /// The least order of its rows.
    package private(set) var first: Double

    package init(number: Int, count: Int, first: Double) {
      self.number = number
      self.count = count
      self.first = first
    }

    fileprivate mutating func take(_ order: Double) {
      count += 1
      first = Swift.min(first, order)
    }
  }

  /// The chunks in the order of their first rows.
  package private(set) var chunks: [Chunk]
  private let capacity: Int

  /// A plan that goes on from the chunks that there are.
  package init(_ chunks: [Chunk] = [], capacity: Int) {
    self.chunks = chunks.sorted { ($0.first, $0.number) < ($1.first, $1.number) }
    self.capacity = Swift.max(1, capacity)
  }

  /// The number of the chunk that a new row goes to.
  package mutating func place(_ order: Double) -> Int {
    // Most rows come last.
    let index = (chunks.lastIndex { $0.first <= order }) ?? 0
    let last = chunks.count - 1
    for candidate in index == last ? [index] : [index, last]
    where chunks.indices.contains(candidate) && chunks[candidate].count < capacity {
      chunks[candidate].take(order)
      let number = chunks[candidate].number
      if candidate > 0, chunks[candidate].first < chunks[candidate - 1].first { sort() }
      return number
    }
    let number = (chunks.map(\.number).max() ?? -1) + 1
    chunks.append(Chunk(number: number, count: 1, first: order))
    sort()
    return number
  }

  private mutating func sort() {
    chunks.sort { ($0.first, $0.number) < ($1.first, $1.number) }
  }
}
