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

  /// All models that match `predicate`, in the order of `sortBy`.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// A predicate is Sendable, and so is all else that a descriptor holds but SortDescriptor, which
// Foundation does not declare Sendable for every model type; it is an immutable value.
extension FetchDescriptor: @unchecked Sendable {}
