// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Files of `.externalStorage` attributes, also of processes that are killed.
@Suite struct ExternalFileTests {
  private static func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: url)))
  }

  private func files(_ store: TestStore) -> [String] {
    let folder = store.directory.appending(path: ".test.store-external")
    return
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))
      ?? []
  }

  private func notes(_ store: TestStore) -> [String] {
    let folder = store.directory.appending(path: ".test.store-external-saves")
    return
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))
      ?? []
  }

  @Test func `a store opened by a symbolic link uses the target's external files`() throws {
    let store = try TestStore()
    let link = store.directory.appending(path: "link.store")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store.url)
    let context = try Self.open(link)
    context.insert(Picture("linked", data: Data(repeating: 1, count: 200_000)))
    try context.save()
    #expect(files(store).count == 1)
    let picture = try #require(try Self.open(store.url).fetch(FetchDescriptor<Picture>()).first)
    #expect(picture.data.count == 200_000)
  }

  @Test func `reopening removes the external files of a save killed before its commit`()
    async throws
  {
    let store = try TestStore()
    do {
      let context = try Self.open(store.url)
      context.insert(Picture("kept", data: Data(repeating: 1, count: 200_000)))
      try context.save()
    }
    #expect(files(store).count == 1)
    let url = store.url
    await #expect(processExitsWith: .signal(SIGKILL)) { [url = url as URL] in
      let context = try ExternalFileTests.open(url)
      let kept = try context.fetch(FetchDescriptor<Picture>()).first
      kept?.data = Data(repeating: 2, count: 200_000)
      Trap.isArmed = true
      context.insert(Picture("lost", data: Data(repeating: 3, count: 300_000)))
      try context.save()
    }
    #expect(files(store).count == 3)
    let context = try Self.open(store.url)
    let pictures = try context.fetch(FetchDescriptor<Picture>())
    #expect(pictures.map(\.name) == ["kept"])
    #expect(pictures.first?.data == Data(repeating: 1, count: 200_000))
    #expect(files(store).count == 1)
    #expect(notes(store).isEmpty)
  }

  @Test func `reopening removes external files that a committed save replaced`() throws {
    let store = try TestStore()
    let context = try Self.open(store.url)
    let picture = Picture("a", data: Data(repeating: 1, count: 200_000))
    context.insert(picture)
    try context.save()
    let first = try #require(files(store).first)
    let folder = store.directory.appending(path: ".test.store-external")
    let copy = store.directory.appending(path: "copy")
    try FileManager.default.copyItem(at: folder.appending(path: first), to: copy)
    picture.data = Data(repeating: 2, count: 200_000)
    try context.save()
    let second = try #require(files(store).first)
    // Simulate a process that ends between the commit and the removal.
    try FileManager.default.moveItem(at: copy, to: folder.appending(path: first))
    let note = store.directory.appending(path: ".test.store-external-saves/note")
    try Data("\(second)\n\(first)\n../test.store\n".utf8).write(to: note)
    let again = try Self.open(store.url)
    #expect(try again.fetch(FetchDescriptor<Picture>()).first?.data.first == 2)
    #expect(files(store) == [second])
    #expect(notes(store).isEmpty)
    #expect(FileManager.default.fileExists(atPath: store.url.path(percentEncoded: false)))
  }

  @Test func `a failed save leaves no external file`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let model = Everything(extreme: true)
    model.double = .nan
    context.insert(model)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(files(store).isEmpty)
    context.rollback()
    #expect(notes(store).isEmpty)
  }

  @Test func `a missing external file throws an error naming the property`() throws {
    let store = try TestStore()
    do {
      let context = try Self.open(store.url)
      context.insert(Picture("a", data: Data(repeating: 1, count: 200_000)))
      try context.save()
    }
    let folder = store.directory.appending(path: ".test.store-external")
    try FileManager.default.removeItem(at: folder)
    let error = #expect(throws: SwiftDataError.self) {
      try Self.open(store.url).fetch(FetchDescriptor<Picture>())
    }
    #expect(error?.localizedDescription.contains("Picture.data") == true)
  }
}
