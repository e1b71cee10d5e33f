// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The results of a fetch, loaded in batches on access.
///
/// ```swift
/// let trips = try context.fetch(FetchDescriptor<Trip>(), batchSize: 100)
/// for trip in trips.prefix(10) { print(trip.name) }
/// ```
///
/// The fetch determines the matching models and their order. The collection belongs to the
/// isolation domain of its context. It keeps the last two batches in memory, so a program can
/// iterate over any number of results.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let batches: Batches

  init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
    batches = Batches(count: count, batchSize: Swift.max(1, batchSize), load: load)
  }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of results.
  public var endIndex: Int { batches.count }

  /// The result at an index; its batch is loaded if it is not in memory.
  ///
  /// A model that was deleted since the fetch reads as empty and has no context.
  public subscript(position: Int) -> Element {
    precondition(
      indices.contains(position), "there is no result \(position) among \(batches.count)")
    return batches.element(position)
  }

  private final class Batches {
    let count: Int
    private let batchSize: Int
    private let load: (Range<Int>) -> [Element]
    private var loaded: [(range: Range<Int>, elements: [Element])] = []

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
      self.count = count
      self.batchSize = batchSize
      self.load = load
    }

    func element(_ position: Int) -> Element {
      if let last = loaded.last, last.range.contains(position) {
        return last.elements[position - last.range.lowerBound]
      }
      if let first = loaded.first, first.range.contains(position) {
        return first.elements[position - first.range.lowerBound]
      }
      let start = position / batchSize * batchSize
      let range = start..<Swift.min(start + batchSize, count)
      let elements = load(range)
      if loaded.count > 1 { loaded.removeFirst() }
      loaded.append((range, elements))
      return elements[position - start]
    }
  }
}

@available(*, unavailable)
extension FetchResultsCollection: Sendable {}
