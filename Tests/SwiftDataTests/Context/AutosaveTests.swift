// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

@Suite struct AutosaveTests {
  /// Waits until a context has saved.
  @MainActor private func nextSave(
    of context: ModelContext, after change: () -> Void
  ) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in continuation.yield() }
    defer { NotificationCenter.default.removeObserver(observer) }
    change()
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
  }

  @Test @MainActor func `the main context saves at the end of the turn`() async throws {
    let container = try TestStore.inMemory()
    let context = container.mainContext
    #expect(context.autosaveEnabled)
    let trip = Trip("Alps")
    await nextSave(of: context) {
      context.insert(trip)
      #expect(context.hasChanges)
    }
    #expect(!context.hasChanges)
    await nextSave(of: context) { trip.name = "Jura" }
    let read = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    #expect(read.map(\.name) == ["Jura"])
    await nextSave(of: context) { context.delete(trip) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func `a released context saves its changes only if autosave is enabled`() throws {
    let container = try TestStore.inMemory()
    do {
      let context = ModelContext(container)
      #expect(!context.autosaveEnabled)
      context.insert(Trip("Alps"))
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Trip("Alps"))
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  /// The errors of failed saves, and whether their notification had a context.
  private final class Failures: Sendable {
    private let seen = Mutex<[(hasContext: Bool, text: String)]>([])
    var all: [(hasContext: Bool, text: String)] { seen.withLock { $0 } }

    func add(_ notification: Notification) {
      let error = notification.userInfo?[ModelContext.NotificationKey.error.rawValue]
      let hasContext = notification.object is ModelContext
      seen.withLock { $0.append((hasContext, (error as? SwiftDataError).map { "\($0)" } ?? "")) }
    }
  }

  @Test func `a failed autosave of a released context posts a notification`() throws {
    let failures = Failures()
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.autosaveDidFail, object: nil, queue: nil
    ) { failures.add($0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    let container = try TestStore.inMemory()
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      let everything = Everything(extreme: false)
      everything.double = .nan
      context.insert(everything)
    }
    #expect(failures.all.contains { !$0.hasContext && $0.text.contains("Everything.double") })
  }

  @Test @MainActor func `a failed autosave leaves the changes pending`() async throws {
    let container = try TestStore.inMemory()
    let context = container.mainContext
    let failures = Failures()
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.autosaveDidFail, object: context, queue: nil
    ) { failures.add($0) }
    defer {
      NotificationCenter.default.removeObserver(observer)
      #expect(failures.all.contains { $0.hasContext && $0.text.contains("Everything.double") })
    }
    let everything = Everything(extreme: false)
    everything.double = .nan
    context.insert(everything)
    // The save runs in a turn that was scheduled before this one.
    await Task { @MainActor in }.value
    #expect(context.hasChanges)
    #expect(throws: SwiftDataError.self) { try context.save() }
    everything.double = 1
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Everything>()) == 1)
  }
}
