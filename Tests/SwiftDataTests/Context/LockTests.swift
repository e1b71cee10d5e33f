// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// Writes of other programs and other threads to the store.
@Suite struct LockTests {
  /// A sqlite3 process that holds the write lock.
  private final class Writer {
    private let process = Process()
    private let input = Pipe()

    init(_ url: URL) throws {
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["sqlite3", url.path(percentEncoded: false)]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      try input.fileHandleForWriting.write(
        contentsOf: Data("BEGIN IMMEDIATE;\nSELECT 'locked';\n".utf8))
      _ = try output.fileHandleForReading.read(upToCount: 6)
    }

    func end() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  private func configuration(_ store: TestStore, timeout: Double) -> ModelConfiguration {
    var configuration = ModelConfiguration(url: store.url)
    configuration.lockTimeout = timeout
    return configuration
  }

  @Test func `a store can be read while another program writes to it`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.open())
      context.insert(Trip("Alps"))
      try context.save()
    }
    let writer = try Writer(store.url)
    defer { try? writer.end() }
    let start = ContinuousClock.now
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: configuration(store, timeout: 600))
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Alps"])
    // The lock is never released here, so waiting for it would take the whole timeout.
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test func `a save that exceeds the lock timeout throws and can be repeated`() throws {
    let store = try TestStore()
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: configuration(store, timeout: 0.2))
    let context = ModelContext(container)
    context.insert(Trip("Alps"))
    try context.save()
    let writer = try Writer(store.url)
    context.insert(Trip("Jura"))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .storeIsLocked)
    #expect(error?.localizedDescription.contains(store.url.lastPathComponent) == true)
    #expect(error?.localizedDescription.contains("Wait for it to end") == true)
    #expect(context.insertedModelsArray.count == 1)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2)
    try writer.end()
    try context.save()
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `a save waits for the write lock of another program`() async throws {
    #expect(ModelConfiguration().lockTimeout == 30)
    let store = try TestStore()
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: configuration(store, timeout: 600))
    let writer = try Writer(store.url)
    let (saving, started) = AsyncStream.makeStream(of: Void.self)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.willSave, object: nil, queue: nil
    ) { if ($0.object as? ModelContext)?.container == container { started.yield() } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let isSaved = Flag()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // The save blocks, so it needs a thread outside the shared pool.
        try await withCheckedThrowingContinuation { continuation in
          Thread.detachNewThread {
            continuation.resume(
              with: Result {
                let context = ModelContext(container)
                context.insert(Trip("Alps"))
                try context.save()
              })
          }
        }
        isSaved.set()
      }
      for await _ in saving { break }
      // The context is about to write, and waits for the lock.
      for _ in 0..<1000 { await Task.yield() }
      #expect(!isSaved.isSet)
      try writer.end()
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `a save inside another context's transaction throws`() throws {
    let store = try TestStore()
    let (first, second) = (ModelContext(try store.open()), ModelContext(try store.open()))
    second.insert(Trip("Jura"))
    try first.transaction {
      first.insert(Trip("Alps"))
      let error = #expect(throws: SwiftDataError.self) { try second.save() }
      #expect(error == .storeIsLocked)
    }
    try second.save()
    #expect(try first.fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `concurrent saves of several containers all succeed`() async throws {
    let store = try TestStore()
    let url = store.url
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let container = try ModelContainer(
            for: Trip.self, Folder.self, Everything.self,
            configurations: ModelConfiguration(url: url))
          for turn in 0..<10 {
            let context = ModelContext(container)
            context.insert(Trip("\(writer).\(turn)"))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(store.open()).fetchCount(FetchDescriptor<Trip>()) == 80)
  }
}
