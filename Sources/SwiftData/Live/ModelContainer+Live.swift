// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContainer {
  /// The results of a fetch, initially and after each save that changes them. (Not in Apple's
  /// framework.)
  ///
  /// ```swift
  /// for try await update in container.results(of: FetchDescriptor<Trip>()) {
  ///   print(update.inserted, update.removed)
  /// }
  /// ```
  ///
  /// Saves of all contexts and other processes count. Saves within the `coalescing` time, or saves
  /// that are faster than the consumer, give one element with the latest state. Saves of entities
  /// that the fetch does not read have no cost. Unsaved changes are not visible. The sequence ends
  /// when its task is cancelled, and throws errors of the fetch.
  public func results<Model: PersistentModel>(
    of descriptor: FetchDescriptor<Model>, coalescing: Duration = .milliseconds(5)
  ) -> ResultsSequence<Model> {
    ResultsSequence(container: self, descriptor: descriptor, delay: coalescing)
  }

  /// The changes that saves make to some models from now on; all models for an empty list. (Not in
  /// Apple's framework.)
  ///
  /// ```swift
  /// for try await changes in container.changes(of: [Trip.self, Stop.self]) {
  ///   print(changes.inserted, changes.updated, changes.deleted)
  /// }
  /// ```
  ///
  /// Models of subclasses count, and saves of all contexts and other processes. Saves within the
  /// `coalescing` time, or saves that are faster than the consumer, give one element with their
  /// combined changes. Saves of other models have no cost. An iterator observes from its creation.
  /// It ends when its task is cancelled, and throws if the container lacks one of the models or if
  /// another program has migrated the store.
  public func changes(
    of models: [any PersistentModel.Type] = [], coalescing: Duration = .milliseconds(5)
  ) -> ChangesSequence {
    ChangesSequence(container: self, models: models, delay: coalescing)
  }
}
