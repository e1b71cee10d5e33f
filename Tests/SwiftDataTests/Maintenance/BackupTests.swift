// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import Foundation
import SwiftData
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct BackupTests {
  @Test func `a backup is a complete and sound store`() throws {
    let store = try TestStore()
    try store.save(["a", "b"])
    let container = try store.open()
    let folder = store.directory.appending(path: "new/folder")
    let copies = try container.backup(to: folder)
    #expect(copies == [folder.appending(path: "test.store")])
    #expect(throws: SwiftDataError.storeFailure) { try container.backup(to: folder) }
    #expect(throws: SwiftDataError.storeFailure) { try container.backup(to: store.directory) }
    let report = try StoreFile(copies[0]).check()
    #expect(report.isSound && report.hints == [])
    #expect(report.identifier == (try store.file.check().identifier))
    // The backup has no log.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        .sorted() == [".test.store-external", "test.store"])
    #expect(try store.trips(in: copies[0]) == ["a", "b"])
  }

  @Test func `replacing a backup replaces its external files too`() throws {
    let store = try TestStore()
    try store.save(["a"])
    _ = try store.file.backUp(to: store.backup)
    let files = try store.files(of: store.backup)
    do {
      let context = ModelContext(try store.open())
      try context.delete(model: Everything.self)
      try context.delete(model: Trip.self)
      try context.save()
    }
    try store.save(["b", "c"])
    #expect(throws: SwiftDataError.storeFailure) { try store.file.backUp(to: store.backup) }
    let report = try store.file.backUp(to: store.backup, replacing: true)
    #expect(report.externalFiles == 2 && report.missingFiles == [])
    #expect(try Set(store.files(of: store.backup)).isDisjoint(with: files))
    #expect(try store.trips(in: store.backup) == ["b", "c"])
  }

  @Test func `a backup of stores with equal file names is rejected`() throws {
    let store = try TestStore()
    let other = store.directory.appending(path: "other/test.store")
    let container = try ModelContainer(
      for: Schema([Trip.self, Everything.self]),
      configurations: ModelConfiguration("one", schema: Schema([Trip.self]), url: store.url),
      ModelConfiguration("two", schema: Schema([Everything.self]), url: other))
    let folder = store.directory.appending(path: "backups")
    for replacing in [false, true] {
      let error = #expect(throws: SwiftDataError.self) {
        try container.backup(to: folder, replacing: replacing)
      }
      #expect(error?.errorDescription?.contains("the file name test.store") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
  }

  @Test func `a backup does not replace a store in use`() throws {
    let store = try TestStore()
    try store.save(["a"])
    _ = try store.file.backUp(to: store.backup)
    let open = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(url: store.backup))
    let error = #expect(throws: SwiftDataError.self) {
      try store.file.backUp(to: store.backup, replacing: true)
    }
    #expect(error == .storeIsLocked)
    #expect(try ModelContext(open).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `a backup is consistent while others write`() async throws {
    let store = try TestStore()
    try store.save(["0"])
    let flag = Flag()
    let container = try store.open()
    // The writer never suspends, so it needs a thread outside the shared pool.
    let writer = Task {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try Self.write(container, until: flag) })
        }
      }
    }
    defer { flag.isSet.store(true, ordering: .relaxed) }
    let copies = store.directory.appending(path: "copies")
    var names: Set<String> = []
    while names.count < 8, !flag.isSet.load(ordering: .relaxed) {
      await Task.yield()
      let copy = try #require(try container.backup(to: copies, replacing: true).first)
      #expect(try StoreFile(copy).check().problems == [])
      let row = try TestStore.shell(
        "SELECT Trip.name, string, picture FROM Trip JOIN Everything", on: copy
      ).split(separator: "|")
      try #require(row.count == 3 && row[0] == row[1], "\(row)")
      let picture = try Data(
        contentsOf: copies.appending(path: ".test.store-external/\(row[2])"))
      #expect(picture.starts(with: Data(row[0].utf8)))
      names.insert(String(row[0]))
    }
    flag.isSet.store(true, ordering: .relaxed)
    try await writer.value
    #expect(names.count == 8)
    #expect(try store.file.check().isSound)
  }

  /// Saves the number of each commit in two models, and replaces the picture.
  private static func write(_ container: ModelContainer, until flag: Flag) throws {
    defer { flag.isSet.store(true, ordering: .relaxed) }
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    let thing = try #require(try context.fetch(FetchDescriptor<Everything>()).first)
    var number = 0
    while !flag.isSet.load(ordering: .relaxed) {
      number += 1
      trip.name = "\(number)"
      thing.string = trip.name
      thing.picture = Data(trip.name.utf8) + Data(count: 200_000)
      try context.save()
    }
  }

  private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  /// A writer that replaces a file between each snapshot and the copy of its files.
  @Test func `a backup locks the store if its external files keep changing`() throws {
    let store = try TestStore()
    try store.save(["a"])
    let context = ModelContext(try store.open())
    let thing = try #require(try context.fetch(FetchDescriptor<Everything>()).first)
    var snapshots: [Bool] = []
    let report = try store.file.backUp(to: store.backup) { number, isLocked in
      snapshots.append(isLocked)
      #expect(snapshots.count == number)
      // The store is locked from then on.
      if isLocked { return }
      thing.picture = Data("a".utf8) + Data(repeating: UInt8(number), count: 200_000)
      try context.save()
    }
    #expect(snapshots == [false, false, false, false, true])
    #expect(report.missingFiles == [] && report.externalFiles == 1)
    #expect(try store.trips(in: store.backup) == ["a"])
    let copy = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(url: store.backup))
    let copied = try ModelContext(copy).fetch(FetchDescriptor<Everything>())
    #expect(copied.first?.picture?.last == 4)
    #expect(try store.partialFiles() == [])
  }

  @Test func `a backup reports a missing external file and copies the rest`() throws {
    let store = try TestStore()
    try store.save(["a", "b"])
    let name = try store.files(of: store.url)[0]
    try FileManager.default.removeItem(
      at: store.directory.appending(path: ".test.store-external/\(name)"))
    let report = try store.file.backUp(to: store.backup)
    #expect(report.missingFiles == [name])
    #expect(report.externalFiles == 1)
    #expect(try StoreFile(store.backup).check().missingFiles == [name])
    #expect(throws: SwiftDataError.storeIsCorrupt) {
      try StoreFile(store.directory.appending(path: "other")).restore(from: store.backup)
    }
  }

  @Test func `a damaged store does not replace its backup`() throws {
    let store = try TestStore()
    try store.save((0..<30).map { "trip \($0)" }, pictures: 1)
    _ = try store.file.backUp(to: store.backup)
    let bytes = try Data(contentsOf: store.backup)
    try store.damage(page: store.page(of: "Trip"))
    let error = #expect(throws: SwiftDataError.self) {
      try store.file.backUp(to: store.backup, replacing: true)
    }
    #expect(error == .storeIsCorrupt)
    #expect(error?.localizedDescription.contains("rows of Trip can be read") == true)
    #expect(try Data(contentsOf: store.backup) == bytes)
    #expect(try store.partialFiles() == [])
  }

  @Test func `a failed backup leaves no files`() throws {
    #expect(faulty_vfs_install() == 0)
    let store = try TestStore()
    try store.save(["a"])
    let path = store.backup.path(percentEncoded: false)
    #expect(faulty_vfs_arm(path, FAULTY_WRITE_ERROR, 1) != 0)
    let result = Result { try store.file.backUp(to: store.backup) }
    #expect(faulty_vfs_disarm(path) > 0)
    #expect(throws: SwiftDataError.self) { try result.get() }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: store.directory.path(percentEncoded: false))
    #expect(names.filter { $0.contains("backup") } == [])
  }

  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR])
  func `a failed backup leaves the earlier one unchanged`(kind: faulty_kind) throws {
    #expect(faulty_vfs_install() == 0)
    let store = try TestStore()
    try store.save(["a"])
    _ = try store.file.backUp(to: store.backup)
    let bytes = try Data(contentsOf: store.backup)
    let path = store.backup.path(percentEncoded: false)
    for operation in 1...400 {
      #expect(faulty_vfs_arm(path, kind, operation) != 0)
      let result = Result { try store.file.backUp(to: store.backup, replacing: true) }
      let failures = faulty_vfs_disarm(path)
      #expect(try store.partialFiles() == [])
      switch result {
      case .success: if failures == 0 { return #expect(operation > 3) }
      case .failure:
        #expect(try Data(contentsOf: store.backup) == bytes, "operation \(operation)")
      }
    }
    Issue.record("a backup takes more than 400 operations")
  }
}
