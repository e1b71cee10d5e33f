// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension RuckLibrary {
  /// Tells of commits to the store, by this process or another.
  ///
  /// Changes that come faster than they are taken are told of once. The stream has no end of its
  /// own: stop iterating, or cancel the task that does.
  ///
  /// - Returns: A stream with an element after each commit, from now on.
  public nonisolated func changes() -> AsyncStream<Void> {
    let container = modelContainer
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let center = NotificationCenter.default
      let saves = center.addObserver(
        forName: ModelContext.didSave, object: nil, queue: nil
      ) { [weak container] notification in
        guard let context = notification.object as? ModelContext, let container,
          context.container == container
        else { return }
        continuation.yield()
      }
      let remote = center.addObserver(
        forName: ModelContainer.remoteChange, object: container, queue: nil
      ) { _ in continuation.yield() }
      let observers = Observers(tokens: [saves, remote])
      continuation.onTermination = { _ in observers.remove() }
    }
  }

  /// Tokens to give back to the notification center, once.
  ///
  /// Unchecked because `NSObjectProtocol` isn't Sendable; the tokens are opaque and only handed back
  /// to the center, which may be called from any thread.
  private struct Observers: @unchecked Sendable {
    let tokens: [any NSObjectProtocol]

    func remove() {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
  }
}
