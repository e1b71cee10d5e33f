// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The cost limits of queries, and their concurrency limits.
///
/// A step is about 0.1 µs: evaluating a small record costs about 60 steps, a comparison one.
package struct QueryLimits: Sendable {
  /// The budget of a quick query in steps; a query that exceeds it runs again as a long one.
  package var quickSteps = 1_000_000
  /// The steps after which a query in the order of an index returns a partial page with a marker.
  package var partSteps = 5_000_000
  /// The steps after which a query fails.
  package var steps = 20_000_000
  /// The concurrency of queries; it leaves some of the storage's eight readers to other requests.
  package var quick = ConcurrencyLimiter.Limits(
    perCaller: 3, total: 6, waiting: 64, allWaiting: 1_024)
  /// The concurrency of long queries.
  package var long = ConcurrencyLimiter.Limits(perCaller: 1, total: 2, waiting: 4, allWaiting: 64)

  package init() {}

  var quickWork: QueryCostBudget { QueryCostBudget(part: .max, whole: quickSteps) }
  var longWork: QueryCostBudget { QueryCostBudget(part: partSteps, whole: steps) }

  /// The failure of a query that exceeds its budget.
  static let failure = ServerFailure(
    .badRequest,
    "the query reads too many records or compares too many values: add a filter that uses an index, "
      + "such as EQUALS, or remove the sort by distance")
}

/// The remaining cost budget of a query, in steps of about 0.1 µs.
///
/// Steps are counted, not timed, so that a query on the same records always reaches the same position.
final class QueryCostBudget {
  /// The budget is used up.
  struct Exceeded: Error {}

  /// The cost of reading an entry and its record.
  static let record = 50
  /// The cost of one index lookup.
  static let search = 30

  private let part: Int
  private let whole: Int
  private var done = 0

  /// A budget of `whole` steps; after `part` steps a query that supports it returns a partial page.
  init(part: Int, whole: Int) {
    self.part = part
    self.whole = whole
  }

  /// True if a scan in the order of the response should end its page.
  var isPartDone: Bool { done >= part }

  func spend(_ steps: Int) throws(Exceeded) {
    done += steps
    if done > whole { throw Exceeded() }
  }
}
