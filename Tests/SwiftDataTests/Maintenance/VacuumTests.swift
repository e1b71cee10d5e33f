// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreTestSupport
import SwiftData
import Testing

@Suite struct VacuumTests {
  @Test func `a vacuum reclaims disk space while the store is open`() throws {
    let store = try TestStore()
    let container = try store.open()
    let context = ModelContext(container)
    for index in 0..<300 {
      let folder = Folder(String(repeating: "f", count: 8_000) + "\(index)")
      context.insert(folder)
    }
    try context.save()
    try context.delete(model: Folder.self)
    context.insert(Folder("kept"))
    try context.save()
    let report = try store.file.check()
    #expect(report.freeBytes > 2_000_000)
    #expect(report.hints.first?.hasPrefix("A vacuum would reclaim ") == true)
    #expect(try container.vacuum() > 2_000_000)
    #expect(try store.file.check().freeBytes == 0)
    #expect(try store.file.check().logBytes == 0)
    #expect(try context.fetch(FetchDescriptor<Folder>()).map(\.name) == ["kept"])
    context.insert(Folder("new"))
    try context.save()
  }

  @Test func `a vacuum of a locked store throws`() throws {
    let store = try TestStore()
    try store.save(["a"])
    let other = try OtherProgram(store.url, "BEGIN IMMEDIATE")
    let error = #expect(throws: SwiftDataError.self) { try store.file.vacuum() }
    #expect(error == .storeIsLocked)
    #expect(error?.localizedDescription.contains("test.store is locked") == true)
    // A backup only reads.
    _ = try store.file.backUp(to: store.backup)
    other.end()
    let report = try store.file.vacuum()
    #expect(report.isLogEmptied)
    #expect(report.bytesAfter <= report.bytesBefore)
  }

  @Test func `later saves truncate the log of a large save`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let folder = Folder(String(repeating: "x", count: 24 << 20))
    context.insert(folder)
    try context.save()
    #expect(try store.file.check().logBytes > 24 << 20)
    for number in 0..<3 {
      folder.name = "\(number)"
      try context.save()
    }
    #expect(try store.file.check().logBytes <= 16 << 20)
  }

  @Test(.timeLimit(.minutes(15))) func `closing the last container empties the log`() async throws {
    let store = try TestStore()
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      do {
        let container = try ModelContainer(
          for: Folder.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        context.insert(Folder("a"))
        try context.save()
      }
      // The file watcher may keep the store open a moment longer.
      let file = StoreFile(url)
      while try file.check().logBytes > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(try store.file.check().logBytes == 0)
  }

  @Test func `vacuum and backup of a store in memory throw`() throws {
    let store = try TestStore()
    let container = try TestStore.inMemory()
    #expect(throws: SwiftDataError.storeFailure) { try container.vacuum() }
    #expect(throws: SwiftDataError.storeFailure) { try container.backup(to: store.directory) }
  }
}
