// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Which models to fetch, and in what order.
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
  /// The keys to sort by, the first one first.
  ///
  /// Ties, and no keys, mean the order of insertion.
  public var sortBy: [SortDescriptor<T>]
  /// The largest number of models; nil for all.
  public var fetchLimit: Int?
  /// How many matching models to skip.
  public var fetchOffset: Int?
  /// Whether the context's unsaved changes count.
  ///
  /// True unless set.
  public var includePendingChanges = true
  /// The properties to load; empty, as it is unless set, for all.
  ///
  /// A property that is not among them is loaded when it is first read.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose targets are loaded together with the models.
  ///
  /// Others are loaded when they are first read, one model at a time.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// All models that match `predicate`, in the order of `sortBy`.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// A predicate is Sendable, and so is all else that a descriptor holds but SortDescriptor, which
// Foundation does not declare Sendable for every model type, and key paths, which are only Sendable
// if they capture nothing else. Both are immutable values.
extension FetchDescriptor: @unchecked Sendable {}
