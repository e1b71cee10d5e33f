// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An error that a custom store throws to a context.
///
/// ```swift
/// func check(_ descriptor: FetchDescriptor<Trip>) throws {
///   if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
///   if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
/// }
/// ```
public enum DataStoreError: Error, Equatable, Hashable, Sendable {
  /// The store can't evaluate the predicate.
  case invalidPredicate
  /// The context requests all models of the type, and evaluates the predicate and the order itself.
  case preferInMemoryFilter
  /// The context repeats the request without an order, and sorts the models itself.
  case preferInMemorySort
  /// The store does not support the request.
  case unsupportedFeature
}
