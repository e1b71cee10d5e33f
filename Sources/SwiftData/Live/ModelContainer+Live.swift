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
}
