// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContainer {
  /// The results of a fetch, at first and then each time that a save changes them. (Not in Apple's
  /// framework.)
  ///
  /// ```swift
  /// for try await update in container.results(of: FetchDescriptor<Trip>()) {
  ///   print(update.inserted, update.removed)
  /// }
  /// ```
  ///
  /// Saves of all contexts count, and of other processes. Those that follow each other within the
  /// time of `coalescing`, or faster than the elements are taken, give one element, with the newest
  /// state. Saves of entities that the fetch does not read wake nobody. Unsaved changes are not
  /// seen. It ends when its task is cancelled, and throws what the fetch throws.
  public func results<Model: PersistentModel>(
    of descriptor: FetchDescriptor<Model>, coalescing: Duration = .milliseconds(5)
  ) -> ResultsSequence<Model> {
    ResultsSequence(container: self, descriptor: descriptor, delay: coalescing)
  }

  /// What saves change of some models, all for an empty list, from now on. (Not in Apple's
  /// framework.)
  ///
  /// ```swift
  /// for try await changes in container.changes(of: [Trip.self, Stop.self]) {
  ///   print(changes.inserted, changes.updated, changes.deleted)
  /// }
  /// ```
  ///
  /// Models of subclasses count, saves of all contexts, and those of other processes. Saves that
  /// follow each other within the time of `coalescing`, or faster than the elements are taken, give
  /// one element with what they have changed together. Saves of other models wake nobody. An iterator
  /// observes from its making on; it ends when its task is cancelled, and throws if the container
  /// has not got one of the models, or if another program has migrated the store.
  public func changes(
    of models: [any PersistentModel.Type] = [], coalescing: Duration = .milliseconds(5)
  ) -> ChangesSequence {
    ChangesSequence(container: self, models: models, delay: coalescing)
  }
}
