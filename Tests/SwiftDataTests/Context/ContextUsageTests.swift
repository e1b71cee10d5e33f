// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import SwiftData
import SystemSupport
import Testing

/// Contexts that are used outside of their isolation domain.
@Suite struct ContextUsageTests {
  /// A context that a test passes to another thread.
  private struct Shared: @unchecked Sendable {
    let context: ModelContext
  }

  // MARK: Debug builds

  @Test func `the main context off the main actor ends a program in debug builds`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = try TestStore.inMemory()
      let main = await MainActor.run { Shared(context: container.mainContext) }
      await Task.detached { main.context.insert(Trip("a")) }.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        "insert(_:) of a container's main context was called off the main actor. Use mainContext on "
          + "the main actor only"))
  }

  @Test func `a changed property off the main actor ends a program in debug builds`() async {
    await #expect(processExitsWith: .failure) {
      let container = try TestStore.inMemory()
      let main = await MainActor.run { Shared(context: container.mainContext) }
      let shared = try await MainActor.run {
        let trip = Trip("a")
        main.context.insert(trip)
        try main.context.save()
        return SharedTrip(trip: trip)
      }
      await Task.detached { shared.trip.name = "b" }.value
    }
  }

  /// A model that a test passes to another thread.
  private struct SharedTrip: @unchecked Sendable {
    let trip: Trip
  }

  @Test func `two threads in one context end a program in debug builds`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shared = Shared(context: ModelContext(try TestStore.inMemory()))
      let isInside = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        try? shared.context.transaction {
          isInside.signal()
          Thread.sleep(forTimeInterval: 60)
        }
      }
      isInside.wait()
      _ = try shared.context.fetch(FetchDescriptor<Trip>())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("a fetch of a context was called while another thread used the context."))
  }

  // MARK: Release builds

  @Test func `a main context used off the main actor loses no update`() async throws {
    let container = try TestStore.inMemory()
    let warnings = Mutex<[String]>([])
    let (main, ids) = try await MainActor.run {
      let context = container.mainContext
      context.endsProgramOnMisuse = false
      for index in 0..<20 { context.insert(Trip("\(index)")) }
      try context.save()
      return (
        Shared(context: context),
        try context.fetch(FetchDescriptor<Trip>()).map(\.persistentModelID)
      )
    }
    try await Warning.$handler.withValue({ text in warnings.withLock { $0.append(text) } }) {
      try await Task {
        for round in 0..<200 {
          let id = ids[round % ids.count]
          // Another context saves first, so that the main context schedules a merge.
          let other = ModelContext(container)
          let copy = try #require(other.model(for: id) as? Trip)
          copy.note = "note \(round)"
          try other.save()
          let trip = try #require(main.context.model(for: id) as? Trip)
          trip.name = "name \(round)"
          try main.context.save()
          let stored = try #require(ModelContext(container).model(for: id) as? Trip)
          #expect(stored.name == "name \(round)")
          #expect(stored.note == "note \(round)")
          #expect(trip.note == "note \(round)")
        }
      }.value
    }
    #expect(warnings.withLock { $0 }.count == 1)
  }

  @Test func `two threads in one context lose no insertion`() async throws {
    let container = try TestStore.inMemory()
    let shared = Shared(context: ModelContext(container))
    shared.context.endsProgramOnMisuse = false
    try await withThrowingTaskGroup { group in
      for worker in 0..<4 {
        group.addTask {
          for index in 0..<50 {
            shared.context.insert(Trip("\(worker) \(index)"))
            if index % 5 == 4 { try shared.context.save() }
          }
        }
      }
      try await group.waitForAll()
    }
    try shared.context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name)
    #expect(Set(names).count == 200)
  }

  @Test func `an operation that waits too long for another thread throws`() throws {
    let container = try TestStore.inMemory()
    let shared = Shared(context: ModelContext(container))
    shared.context.endsProgramOnMisuse = false
    shared.context.misusePatience = .milliseconds(20)
    let isInside = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      try? shared.context.transaction {
        isInside.signal()
        mayEnd.wait()
      }
      hasEnded.signal()
    }
    isInside.wait()
    let error = #expect(throws: SwiftDataError.storeIsLocked) { try shared.context.save() }
    #expect(
      error?.errorDescription
        == "save() was not completed: another thread has used the context for too long. "
        + "Create a ModelContext or a model actor for each task.")
    mayEnd.signal()
    hasEnded.wait()
    shared.context.insert(Trip("a"))
    try shared.context.save()
  }

  // MARK: Legal uses

  @Test func `a context moves between threads and tasks`() async throws {
    let container = try TestStore.inMemory()
    let shared = Shared(context: ModelContext(container))
    for index in 0..<50 {
      try await Task.detached {
        shared.context.insert(Trip("\(index)"))
        try shared.context.save()
      }.value
      try DispatchQueue.global().sync {
        let trips = try shared.context.fetch(FetchDescriptor<Trip>())
        trips.last?.name += "!"
      }
      await Task.yield()
    }
    try shared.context.save()
    #expect(try shared.context.fetchCount(FetchDescriptor<Trip>()) == 50)
  }

  @Test func `the main context is used in all ways that run on the main actor`() async throws {
    let container = try TestStore.inMemory()
    let main = await MainActor.run { Shared(context: container.mainContext) }
    await Task { @MainActor in main.context.insert(Trip("task")) }.value
    DispatchQueue.main.sync { main.context.insert(Trip("sync")) }
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        main.context.insert(Trip("async"))
        continuation.resume()
      }
    }
    try await MainActor.run {
      try main.context.save()
      #expect(try main.context.fetchCount(FetchDescriptor<Trip>()) == 3)
    }
  }

  @Test func `a container with unsaved changes is released on another thread`() async throws {
    let store = try TestStore()
    var container: ModelContainer? = try store.open()
    await MainActor.run { [container] in
      container?.mainContext.autosaveEnabled = false
      container?.mainContext.insert(Trip("a"))
      container?.mainContext.autosaveEnabled = true
    }
    await Task.detached { [holder = Holder(container)] in holder.container = nil }.value
    container = nil
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  /// The last reference to a container.
  private final class Holder: @unchecked Sendable {
    var container: ModelContainer?
    init(_ container: ModelContainer?) { self.container = container }
  }

  @Test func `an observer of a save uses the context on another thread`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let shared = Shared(context: context)
    let counts = Mutex<[Int]>([])
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in
      let hasEnded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let count = try? shared.context.fetchCount(FetchDescriptor<Trip>())
        counts.withLock { $0.append(count ?? -1) }
        hasEnded.signal()
      }
      hasEnded.wait()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    context.insert(Trip("a"))
    try context.save()
    #expect(counts.withLock { $0 } == [1])
  }
}
