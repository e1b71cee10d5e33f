// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Pending changes in insertion order, at most one for each subject.
///
/// Adding, removing and lookup take constant time. Copies of ``sequence`` are cheap.
struct PendingList<Change: PendingChange>: Sendable {
  private(set) var sequence = PendingSequence<Change>()
  private var positions: [Change.Subject: Int] = [:]

  init() {}

  init(_ sequence: PendingSequence<Change>) {
    for change in sequence { add(change) }
  }

  var isEmpty: Bool { positions.isEmpty }
  var count: Int { positions.count }

  func contains(_ change: Change) -> Bool {
    guard let position = positions[change.subject] else { return false }
    return sequence[position] == change
  }

  /// Appends a change, which replaces an earlier one of the same subject.
  ///
  /// - Returns: False if the change was pending already.
  @discardableResult
  mutating func add(_ change: Change) -> Bool {
    if let position = positions[change.subject] {
      if sequence[position] == change { return false }
      sequence.remove(position)
    }
    positions[change.subject] = sequence.append(change)
    return true
  }

  /// Removes a change, unless its subject has a different one.
  @discardableResult
  mutating func remove(_ change: Change) -> Bool {
    remove(of: change.subject) { $0 == change }
  }

  /// Removes the change of a subject if it satisfies a condition.
  @discardableResult
  mutating func remove(of subject: Change.Subject, where condition: (Change) -> Bool) -> Bool {
    guard let position = positions[subject], let change = sequence[position], condition(change)
    else {
      return false
    }
    sequence.remove(position)
    positions[subject] = nil
    if sequence.isSparse { compact() }
    return true
  }

  private mutating func compact() {
    var dense = PendingSequence<Change>()
    for change in sequence { positions[change.subject] = dense.append(change) }
    sequence = dense
  }
}

/// A change to send; there is at most one for each subject.
protocol PendingChange: Sendable, Hashable {
  associatedtype Subject: Hashable, Sendable
  /// The record or zone that changes.
  var subject: Subject { get }
}
