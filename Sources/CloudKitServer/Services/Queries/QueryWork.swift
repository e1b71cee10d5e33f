// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What is left of the work that a query may make, in steps of about a tenth of a microsecond.
///
/// It is counted, not timed: the same query of the same records always comes as far.
final class QueryWork {
  /// There is nothing left.
  struct Exceeded: Error {}

  /// Of one look at an entry and its record.
  static let record = 50
  /// Of one search in an index.
  static let search = 30

  private let part: Int
  private let whole: Int
  private var done = 0

  /// So many steps, and so many after which what can be answered in parts is.
  init(part: Int, whole: Int) {
    self.part = part
    self.whole = whole
  }

  /// True from where on a walk in the order of the answer ends, for the client to ask for more.
  var isPartDone: Bool { done >= part }

  func spend(_ steps: Int) throws(Exceeded) {
    done += steps
    if done > whole { throw Exceeded() }
  }
}
