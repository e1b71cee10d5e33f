// Cairn
// SPDX-License-Identifier: Apache-2.0

import Observation

/// A reading of observable properties, to be followed by a change of one of them.
@MainActor struct ObservedRead {
  private let changes: AsyncStream<Void>

  init(_ read: () -> Void) {
    let (changes, changing) = AsyncStream.makeStream(of: Void.self)
    self.changes = changes
    withObservationTracking(read) { changing.yield() }
  }

  /// Returns when one has changed.
  func change() async {
    for await _ in changes { break }
    await Task.yield()
  }
}
