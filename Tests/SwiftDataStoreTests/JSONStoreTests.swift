// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The JSON store of the examples: its file, and crashes.
@Suite(.serialized) struct JSONStoreTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.url.appending(path: "remarks.json") }

  init() throws { folder = try TemporaryFolder() }

  private static func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Remark.self, configurations: JSONStoreConfiguration(fileURL: url)))
  }

  @Test func `the file has the values of the models`() throws {
    let context = try Self.open(url)
    context.insert(Remark("high"))
    try context.save()
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains(#""text" : "high""#))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["remarks.json"])
  }

  @Test func `a damaged file is refused and stays as it is`() throws {
    try Data("{\"identifier\"".utf8).write(to: url)
    #expect(throws: JSONStoreError.self) { try Self.open(url) }
    #expect(try Data(contentsOf: url) == Data("{\"identifier\"".utf8))
  }

  @Test func `a save that can't be written is an error and changes nothing`() throws {
    let context = try Self.open(url)
    context.insert(Remark("a"))
    try context.save()
    let saved = try Data(contentsOf: url)
    // The name of the new file is taken by a folder.
    try FileManager.default.createDirectory(
      at: url.appendingPathExtension("new"), withIntermediateDirectories: false)
    context.insert(Remark("b"))
    #expect(throws: JSONStoreError.self) { try context.save() }
    #expect(context.hasChanges)
    #expect(try Data(contentsOf: url) == saved)
    try FileManager.default.removeItem(at: url.appendingPathExtension("new"))
    try context.save()
    #expect(try Self.open(url).fetchCount(FetchDescriptor<Remark>()) == 2)
  }

  @Test func `a folder is no JSON store`() throws {
    #expect(throws: JSONStoreError.noFile(folder.url)) { try Self.open(folder.url) }
  }

  @Test func `a killed process loses no save and leaves no partial one`() async throws {
    var random = SystemRandomNumberGenerator()
    var last = 0
    for round in 1...10 {
      let url = url
      let pause = UInt32.random(in: 0..<20_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [url = url as URL, pause = pause as UInt32] in
        try SavingProgram.run(url, killedAfter: pause)
      }
      let remarks = try Self.open(url).fetch(
        FetchDescriptor<Remark>(sortBy: [SortDescriptor(\.count)]))
      let said =
        try String(contentsOf: url.appendingPathExtension("log"), encoding: .utf8)
        .split(separator: "\n").compactMap { Int($0) }.last ?? 0
      // Each save inserts two remarks.
      #expect(remarks.map(\.count) == Array(0..<remarks.count), "round \(round)")
      #expect(remarks.count % 2 == 0, "round \(round) left a partial save")
      #expect(remarks.count >= said, "round \(round) lost a save")
      #expect(remarks.count > last, "round \(round) saved nothing")
      last = remarks.count
    }
  }
}

/// A process that saves until it is killed.
private enum SavingProgram {
  static func run(_ url: URL, killedAfter pause: UInt32) throws {
    let context = ModelContext(
      try ModelContainer(for: Remark.self, configurations: JSONStoreConfiguration(fileURL: url)))
    let path = url.appendingPathExtension("log").path
    if !FileManager.default.fileExists(atPath: path) {
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
    }
    let log = try #require(FileHandle(forWritingAtPath: path))
    try log.seekToEnd()
    var count = try context.fetchCount(FetchDescriptor<Remark>())
    while true {
      for _ in 0..<2 {
        let remark = Remark("remark \(count)")
        remark.count = count
        context.insert(remark)
        count += 1
      }
      try context.save()
      try log.write(contentsOf: Data("\(count)\n".utf8))
      if !isTimed {
        isTimed = true
        Thread.detachNewThread {
          usleep(pause)
          kill(getpid(), SIGKILL)
        }
      }
    }
  }

  nonisolated(unsafe) private static var isTimed = false
}
