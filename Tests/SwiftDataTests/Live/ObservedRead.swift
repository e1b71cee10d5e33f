// Cairn
// SPDX-License-Identifier: Apache-2.0

import Observation

/// A tracked read of observable properties, for waiting until one of them changes.
@MainActor struct ObservedRead {
  private let changes: AsyncStream<Void>

  init(_ read: () -> Void) {
    let (changes, changing) = AsyncStream.makeStream(of: Void.self)
    self.changes = changes
    withObservationTracking(read) { changing.yield() }
  }

  /// Waits until one of the properties has changed.
  func change() async {
    for await _ in changes { break }
    await Task.yield()
  }
}
