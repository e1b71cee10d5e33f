// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

extension RuckLibrary {
  /// Tells of what is saved to the store from now on, by this process or another.
  ///
  /// Changes that come faster than they are taken are told of together. It has no end of its own:
  /// stop iterating, or cancel the task that does. It throws if the store can't be read any more.
  ///
  /// - Returns: A sequence with an element after each save; an iterator observes from its making on.
  public nonisolated func changes() -> ChangesSequence { modelContainer.changes() }
}
