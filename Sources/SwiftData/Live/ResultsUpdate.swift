// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The results of a fetch at one moment, and their difference from the previous results.
///
/// ```swift
/// for try await update in container.results(of: FetchDescriptor<Trip>()) {
///   for identifier in update.inserted {
///     if let trip = context.model(for: identifier) as? Trip { show(trip) }
///   }
/// }
/// ```
///
/// The value contains no models and can be sent across isolation domains; a context fetches the
/// models by their identifiers. (Not in Apple's framework.)
public struct ResultsUpdate<Model: PersistentModel>: Sendable {
  /// The models that match, in order.
  public let identifiers: [PersistentIdentifier]
  /// Models that were not in the previous results, in result order; initially all of them.
  public let inserted: [PersistentIdentifier]
  /// Models that are no longer in the results, in their previous order.
  public let removed: [PersistentIdentifier]
  /// Models that moved relative to the other remaining ones; as few as possible.
  public let moved: [PersistentIdentifier]
  /// Remaining models with saved property changes; all remaining models if the changes are unknown.
  public let changed: [PersistentIdentifier]
}

/// The difference between two lists of result keys.
struct ResultsDifference: Equatable {
  var inserted: [Int64] = []
  var removed: [Int64] = []
  var moved: [Int64] = []

  init(from old: [Int64], to new: [Int64]) {
    if old == new { return }
    let positions = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    let present = Set(new)
    removed = old.filter { !present.contains($0) }
    inserted = new.filter { positions[$0] == nil }
    let kept = new.filter { positions[$0] != nil }
    let staying = Self.longestAscent(kept.map { positions[$0] ?? 0 })
    if staying.count < kept.count {
      moved = kept.enumerated().filter { !staying.contains($0.offset) }.map(\.element)
    }
  }

  /// The indexes of a longest ascending subsequence.
  private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
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
    var ascent: Set<Int> = []
    var index = ends.last ?? -1
    while index >= 0 {
      ascent.insert(index)
      index = previous[index]
    }
    return ascent
  }
}
