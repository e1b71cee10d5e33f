// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

/// Notifications as an async sequence, which Foundation on Linux lacks.
@Suite struct NotificationSequenceTests {
  @Test func `saves are an async sequence`() async throws {
    let context = ModelContext(try TestStore.inMemory())
    let other = ModelContext(context.container)
    var saves = NotificationCenter.default.notifications(
      named: ModelContext.didSave, object: context
    ).makeAsyncIterator()
    other.insert(Trip("elsewhere"))
    try other.save()
    for name in ["a", "b"] {
      context.insert(Trip(name))
      try context.save()
    }
    // Both saves are returned, though the iteration started to wait after them.
    for _ in 0..<2 {
      let next = await saves.next()
      let notification = try #require(next)
      #expect(notification.object as? ModelContext === context)
      let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
      let inserted = notification.userInfo?[key] as? [PersistentIdentifier]
      #expect(inserted?.map(\.entityName) == ["Trip"])
    }
  }

  @Test @MainActor
  func `a loop on the main actor receives the saves of its context`() async throws {
    let container = try TestStore.inMemory()
    let context = container.mainContext
    let saves = NotificationCenter.default.notifications(
      named: ModelContext.didSave, object: context)
    let task = Task { @MainActor in
      var isStarted = false
      for await notification in saves {
        isStarted = notification.object as? ModelContext === context
        break
      }
      return isStarted
    }
    // The loop starts at some time after the task.
    let saving = Task { @MainActor in
      while !Task.isCancelled {
        context.insert(Trip("a"))
        try context.save()
        await Task.yield()
      }
    }
    #expect(await task.value)
    saving.cancel()
    try await saving.value
  }

  @Test func `the cancellation of a task ends its loop`() async {
    let center = NotificationCenter()
    let task = Task {
      var count = 0
      for await _ in center.notifications(named: Notification.Name("none")) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func `a released iteration is not notified any more`() async {
    final class Poster: Sendable {
      let didRelease: @Sendable () -> Void
      init(_ didRelease: @escaping @Sendable () -> Void) { self.didRelease = didRelease }
      deinit { didRelease() }
    }
    let center = NotificationCenter()
    let name = Notification.Name("posted")
    let isReleased = Mutex(false)
    var poster: Poster? = Poster { isReleased.withLock { $0 = true } }
    do {
      var iterator = center.notifications(named: name).makeAsyncIterator()
      center.post(name: name, object: poster)
      let posted = await iterator.next()
      #expect(posted?.object as? Poster === poster)
    }
    center.post(name: name, object: poster)
    poster = nil
    // No iteration stores the second notification, which would retain its object.
    #expect(isReleased.withLock { $0 })
  }
}
