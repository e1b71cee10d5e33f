// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// How much work queries may make, and how many are answered at a time.
///
/// A step is about a tenth of a microsecond: a look at a small record is some 60, a comparison one.
package struct QueryLimits: Sendable {
  /// Steps of a query that is answered at once; one that takes more begins anew among the long ones.
  package var quickSteps = 1_000_000
  /// Steps after which a query whose order is that of an index is answered in part, with a marker.
  package var partSteps = 5_000_000
  /// Steps after which a query is refused.
  package var steps = 20_000_000
  /// Queries at a time: the storage has eight readers, so that some are left for everything else.
  package var quick = WorkLanes.Limits(perCaller: 3, total: 6, waiting: 64, allWaiting: 1_024)
  /// Of those, long ones.
  package var long = WorkLanes.Limits(perCaller: 1, total: 2, waiting: 4, allWaiting: 64)

  package init() {}

  var quickWork: QueryWork { QueryWork(part: .max, whole: quickSteps) }
  var longWork: QueryWork { QueryWork(part: partSteps, whole: steps) }

  /// What a query is told that made more work than it may.
  static let failure = ServerFailure(
    .badRequest,
    "the query looks at too many records, or compares too many values: ask for less by a filter "
      + "that an index finds, such as EQUALS, or without a sort by distance")
}
