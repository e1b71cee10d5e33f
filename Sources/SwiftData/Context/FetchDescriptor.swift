// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A description of the models to fetch, and of their order.
///
/// ```swift
/// var descriptor = FetchDescriptor<Trip>(
///   predicate: #Predicate { $0.name.contains("Alps") },
///   sortBy: [SortDescriptor(\.startDate, order: .reverse)])
/// descriptor.fetchLimit = 20
/// ```
public struct FetchDescriptor<T: PersistentModel> {
  /// The condition; nil for all models.
  public var predicate: Predicate<T>?
  /// The sort descriptors, in order of precedence.
  ///
  /// Ties are sorted in the order of insertion, as are all models if the array is empty.
  public var sortBy: [SortDescriptor<T>]
  /// The largest number of models; nil for all.
  public var fetchLimit: Int?
  /// The number of matching models to skip.
  public var fetchOffset: Int?
  /// Whether the result includes the context's unsaved changes.
  ///
  /// True unless set.
  public var includePendingChanges = true
  /// The properties to load; an empty array, the default, loads all of them.
  ///
  /// Other properties are loaded when they are first read.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose targets are loaded together with the models.
  ///
  /// Other relationships are loaded when they are first read, one model at a time.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Creates a descriptor of all models that match `predicate`, in the order of `sortBy`.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// Two members are not statically Sendable: SortDescriptor, which Foundation does not declare
// Sendable for every model type, and key paths, which can capture other values. Both are immutable
// values.
extension FetchDescriptor: @unchecked Sendable {}
