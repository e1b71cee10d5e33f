// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The results of a fetch at one moment, and how they differ from those before.
///
/// It holds no models, and can be sent anywhere: a context makes models of the identifiers. (Not in
/// Apple's framework.)
public struct ResultsUpdate<Model: PersistentModel>: Sendable {
  /// The models that match, in order.
  public let identifiers: [PersistentIdentifier]
  /// Those that were not among the results before, in the order of the results; all of them at
  /// first.
  public let inserted: [PersistentIdentifier]
  /// Those that are not among the results any more, in the order that they had.
  public let removed: [PersistentIdentifier]
  /// Those that stand elsewhere among the others that stay, as few as can be.
  public let moved: [PersistentIdentifier]
  /// Those that stay and some of whose properties were saved; all that stay if it is not known which.
  public let changed: [PersistentIdentifier]
}

/// How the keys of some results differ from those before.
struct ResultsDifference: Equatable {
  var inserted: [Int64] = []
  var removed: [Int64] = []
  var moved: [Int64] = []

  init(from old: [Int64], to new: [Int64]) {
    if old == new { return }
    let places = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    let present = Set(new)
    removed = old.filter { !present.contains($0) }
    inserted = new.filter { places[$0] == nil }
    let kept = new.filter { places[$0] != nil }
    let staying = Self.longestAscent(kept.map { places[$0] ?? 0 })
    if staying.count < kept.count {
      moved = kept.enumerated().filter { !staying.contains($0.offset) }.map(\.element)
    }
  }

  /// The places of a longest run of ascending numbers.
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
    var places: Set<Int> = []
    var place = ends.last ?? -1
    while place >= 0 {
      places.insert(place)
      place = previous[place]
    }
    return places
  }
}
