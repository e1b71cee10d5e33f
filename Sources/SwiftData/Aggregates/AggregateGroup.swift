// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The models with one key, and the values that were computed from them.
///
/// ```swift
/// let countries = try context.aggregate(
///   FetchDescriptor<Trip>(), by: .value(\.country), values: .count, .maximum(\.length))
/// for group in countries { print(group.key, group.values.0, group.values.1 ?? 0) }
/// ```
public struct AggregateGroup<Key, Values> {
  /// The key; a tuple for several groupings.
  public let key: Key
  /// The computed value; a tuple for several aggregates.
  public let values: Values
}

extension AggregateGroup: Sendable where Key: Sendable, Values: Sendable {}
extension AggregateGroup: Equatable where Key: Equatable, Values: Equatable {}

/// The order of groups.
///
/// ```swift
/// let longest = try context.aggregate(
///   FetchDescriptor<Trip>(), by: .value(\.country), values: .sum(\.length),
///   order: .value(.sum(\.length), .reverse), limit: 3)
/// ```
public struct AggregateOrder<Model: PersistentModel> {
  /// A value by which groups are sorted before their keys decide; nil for the keys alone.
  struct Term {
    let expression: (AggregateScope) -> SQLFragment?
    let rank: ([Model]) throws -> AggregateRank
  }

  let term: Term?
  let direction: SortOrder

  /// The order of the keys: nil first, dates and numbers ascending, strings as in Swift.
  ///
  /// Cases of an enumeration have the order of their raw values, and models that of their
  /// insertion.
  public static var keys: AggregateOrder { keys(.forward) }

  /// The order of the keys, forward or in reverse.
  public static func keys(_ direction: SortOrder) -> AggregateOrder {
    AggregateOrder(term: nil, direction: direction)
  }

  /// The order of an aggregate's values, forward or in reverse; keys break ties.
  public static func value<Value>(
    _ aggregate: Aggregate<Model, Value>, _ direction: SortOrder = .forward
  ) -> AggregateOrder {
    AggregateOrder(
      term: Term(
        expression: aggregate.expression,
        rank: { models in aggregate.rank(try aggregate.evaluate(models)) }),
      direction: direction)
  }
}
