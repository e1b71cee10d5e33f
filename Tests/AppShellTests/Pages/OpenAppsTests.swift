// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import PageKit
import SwiftData
import Testing

/// The open apps, and the changes of their stores.
@Suite(.timeLimit(.minutes(15)))
struct OpenAppsTests {
  /// Runs a body with a new data folder.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Saves a note through another container of an app's store.
  private func save(_ text: String, in app: NoteApp, _ folder: URL) throws {
    let context = ModelContext(try app.open(in: folder, syncingWith: .none))
    context.insert(Note(text))
    try context.save()
  }

  @Test
  func `the modules are in the order of the apps`() async throws {
    try await withFolder { folder in
      let apps = try OpenApps(in: folder, apps: [NoteApp("b"), NoteApp("a")])
      #expect(apps.modules.map { $0.navigation?.path } == ["/b", "/a"])
      for name in ["a", "b"] {
        let path = folder.appending(path: "\(name).store").path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path))
      }
    }
  }

  @Test
  func `the pages of an app have its icon, and by default the icon of Cairn`() async throws {
    try await withFolder { folder in
      let drawn = DrawnNoteApp(notes: NoteApp("b"))
      let apps = try OpenApps(in: folder, apps: [NoteApp("a"), drawn])
      #expect(apps.modules.map(\.icon) == [.cairn, drawn.icon])
      #expect(apps.apps.map(\.title) == ["a", "b"])
      #expect(apps.apps.map(\.app.firstCommands.count) == [0, 1])
    }
  }

  @Test
  func `a store that can't be opened is an error`() async throws {
    try await withFolder { folder in
      try Data("not a database".utf8).write(to: folder.appending(path: "b.store"))
      #expect(throws: SwiftDataError.self) {
        try OpenApps(in: folder, apps: [NoteApp("a"), NoteApp("b")])
      }
    }
  }

  @Test
  func `a store that can't be opened doesn't hide the other apps`() async throws {
    try await withFolder { folder in
      try Data("not a database".utf8).write(to: folder.appending(path: "b.store"))
      let apps = try OpenApps(available: folder, apps: [NoteApp("a"), NoteApp("b")])
      #expect(apps.apps.map(\.app.name) == ["a"])
      #expect(apps.failures.map(\.app.name) == ["b"])
      #expect(apps.failures[0].reason.contains("b.store"))
      #expect(apps.unavailable.count == 1)
      #expect(throws: SwiftDataError.self) {
        try OpenApps(available: folder, apps: [NoteApp("b")])
      }
    }
  }

  @Test
  func `the saves of all stores are reported after the beginning of the observation`() async throws
  {
    try await withFolder { folder in
      let (first, second) = (NoteApp("a"), NoteApp("b"))
      let apps = try OpenApps(in: folder, apps: [first, second])
      var changes = apps.changes().makeAsyncIterator()
      #expect(try await changes.next() != nil)
      for (number, app) in [first, second, second, first].enumerated() {
        try save("note \(number)", in: app, folder)
        #expect(try await changes.next() != nil, "note \(number)")
      }
    }
  }

  @Test
  func `each observer gets every change`() async throws {
    try await withFolder { folder in
      let app = NoteApp("a")
      let apps = try OpenApps(in: folder, apps: [app, NoteApp("b")])
      var (one, two) = (
        apps.changes().makeAsyncIterator(), apps.changes().makeAsyncIterator()
      )
      #expect(try await one.next() != nil)
      #expect(try await two.next() != nil)
      try save("note", in: app, folder)
      #expect(try await one.next() != nil)
      #expect(try await two.next() != nil)
    }
  }

  @Test
  func `the error of one store ends the changes of all`() async throws {
    try await withFolder { folder in
      let (first, second) = (NoteApp("a"), NoteApp("b"))
      let apps = try OpenApps(in: folder, apps: [first, second])
      var changes = apps.changes().makeAsyncIterator()
      #expect(try await changes.next() != nil)
      // A newer version of the second app migrates its store.
      let newer = ModelContext(
        try ModelContainer(
          for: Newer.Note.self, configurations: ModelConfiguration(url: second.store(in: folder))))
      newer.insert(Newer.Note("note"))
      try newer.save()
      var problem: (any Error)?
      do {
        while try await changes.next() != nil {}
      } catch {
        problem = error
      }
      #expect(problem as? SwiftDataError == .storeWasMigrated)
    }
  }

  @Test
  func `a cancelled observer ends`() async throws {
    try await withFolder { folder in
      let apps = try OpenApps(in: folder, apps: [NoteApp("a"), NoteApp("b")])
      let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
      let observer = Task {
        for try await _ in apps.changes() { beginning.yield() }
      }
      for await _ in begun.prefix(1) {}
      observer.cancel()
      try await observer.value
    }
  }

  @Test
  func `without apps the changes begin and end`() async throws {
    try await withFolder { folder in
      var changes = try OpenApps(in: folder, apps: []).changes().makeAsyncIterator()
      #expect(try await changes.next() != nil)
      #expect(try await changes.next() == nil)
    }
  }
}
