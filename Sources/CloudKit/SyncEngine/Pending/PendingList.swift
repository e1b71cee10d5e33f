// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Changes to be sent, in the order in which they were made, one for each subject.
///
/// Adding, removing and looking up take constant time. ``sequence`` can be kept by others at small cost.
struct PendingList<Change: PendingChange>: Sendable {
  private(set) var sequence = PendingSequence<Change>()
  private var places: [Change.Subject: Int] = [:]

  init() {}

  init(_ sequence: PendingSequence<Change>) {
    for change in sequence { add(change) }
  }

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }

  func contains(_ change: Change) -> Bool {
    guard let place = places[change.subject] else { return false }
    return sequence[place] == change
  }

  /// Adds a change at the end, in the place of another one of its subject.
  ///
  /// Returns false if it was there already.
  @discardableResult
  mutating func add(_ change: Change) -> Bool {
    if let place = places[change.subject] {
      if sequence[place] == change { return false }
      sequence.remove(place)
    }
    places[change.subject] = sequence.append(change)
    return true
  }

  /// Removes a change; not another one of its subject.
  @discardableResult
  mutating func remove(_ change: Change) -> Bool {
    remove(of: change.subject) { $0 == change }
  }

  /// Removes the change of a subject if it is such a one.
  @discardableResult
  mutating func remove(of subject: Change.Subject, where isSuch: (Change) -> Bool) -> Bool {
    guard let place = places[subject], let change = sequence[place], isSuch(change) else {
      return false
    }
    sequence.remove(place)
    places[subject] = nil
    if sequence.isSparse { compact() }
    return true
  }

  private mutating func compact() {
    var dense = PendingSequence<Change>()
    for change in sequence { places[change.subject] = dense.append(change) }
    sequence = dense
  }
}
