// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Computes values from all models that match a descriptor.
  ///
  /// ```swift
  /// let year = FetchDescriptor<Trip>(predicate: #Predicate { $0.start >= newYear })
  /// let (count, length, longest) = try context.aggregate(
  ///   year, .count, .sum(\.length), .maximum(\.length))
  /// ```
  ///
  /// Not in Apple's framework. The store computes the values without loading models. The result
  /// reflects unsaved changes of this context, unless
  /// ``FetchDescriptor/includePendingChanges`` is false; if there are any, the matching models are
  /// fetched. The descriptor's limit and offset restrict the models.
  ///
  /// - Returns: The value of each aggregate, in order.
  /// - Throws: ``SwiftDataError/storeFailure`` if a sum is out of range, `CancellationError` if the
  ///   task was cancelled meanwhile, or another ``SwiftDataError``.
  public func aggregate<T: PersistentModel, each Value>(
    _ descriptor: FetchDescriptor<T>, _ values: repeat Aggregate<T, each Value>
  ) throws -> (repeat each Value) {
    let core = core(of: T.self)
    return try core.cancellable { try core.aggregate(descriptor, repeat each values) }
  }

  /// Computes values for each group of the models that match a descriptor.
  ///
  /// ```swift
  /// var calendar = Calendar(identifier: .gregorian)
  /// calendar.timeZone = .gmt
  /// let best = try context.aggregate(
  ///   FetchDescriptor<Trip>(), by: .month(of: \.start, in: calendar),
  ///   values: .count, .sum(\.length), order: .value(.sum(\.length), .reverse), limit: 3)
  /// for month in best { print(month.key, month.values.0, month.values.1) }
  /// ```
  ///
  /// Not in Apple's framework. The store computes the groups without loading models. The result
  /// reflects unsaved changes as in ``aggregate(_:_:)``. The descriptor's limit and offset restrict
  /// the models, and `limit` and `offset` the groups.
  ///
  /// - Parameters:
  ///   - descriptor: The models.
  ///   - keys: The keys of the groups: properties, or days, weeks, months or years.
  ///   - values: The values of each group.
  ///   - order: The order of the groups; by default ascending keys.
  ///   - limit: The maximum number of groups.
  ///   - offset: The number of groups to skip.
  /// - Returns: The groups, in order.
  /// - Throws: ``SwiftDataError/storeFailure`` if a sum is out of range, `CancellationError` if the
  ///   task was cancelled meanwhile, or another ``SwiftDataError``.
  public func aggregate<T: PersistentModel, each Key: Hashable, each Value>(
    _ descriptor: FetchDescriptor<T>, by keys: repeat AggregateGrouping<T, each Key>,
    values: repeat Aggregate<T, each Value>, order: AggregateOrder<T> = .keys, limit: Int? = nil,
    offset: Int = 0
  ) throws -> [AggregateGroup<(repeat each Key), (repeat each Value)>] {
    let start = Swift.max(0, offset)
    let (end, overflow) = start.addingReportingOverflow(Swift.max(0, limit ?? .max))
    let core = core(of: T.self)
    return try core.cancellable {
      try core.aggregate(
        descriptor, by: repeat each keys, values: repeat each values, order: order,
        window: start..<(overflow ? .max : end))
    }
  }
}
