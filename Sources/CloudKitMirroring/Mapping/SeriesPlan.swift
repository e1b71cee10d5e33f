// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Assigns the rows of a series to chunks.
///
/// A row after all others is added to the last chunk, or to a new one when that is full, so that
/// other chunks don't change. A row between others is added to their chunk if that is not full.
package struct SeriesPlan: Hashable, Sendable {
  /// An existing chunk.
  package struct Chunk: Hashable, Sendable {
    package let number: Int
    package private(set) var count: Int
    /// The smallest order value of its rows.
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

  /// Creates a plan that continues with the existing chunks.
  package init(_ chunks: [Chunk] = [], capacity: Int) {
    self.chunks = chunks.sorted { ($0.first, $0.number) < ($1.first, $1.number) }
    self.capacity = Swift.max(1, capacity)
  }

  /// Assigns a new row to a chunk, and returns the chunk's number.
  package mutating func place(_ order: Double) -> Int {
    // Most rows are appended.
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
