// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

extension TestStore {
  /// The URL of a backup, in the same folder.
  var backup: URL { directory.appending(path: "backup.store") }
  var file: StoreFile { StoreFile(url, lockTimeout: 0.2) }

  /// Returns the names of the external files of a store in the folder.
  func files(of store: URL) throws -> [String] {
    let folder = ".\(store.lastPathComponent)-external"
    return try FileManager.default.contentsOfDirectory(
      atPath: directory.appending(path: folder).path(percentEncoded: false)
    ).sorted()
  }

  /// Saves a trip for each name, and a model with a picture of the given size.
  func save(_ names: [String], pictures: Int = 200_000) throws {
    let context = ModelContext(try open())
    for name in names {
      context.insert(Trip(name, code: name))
      let thing = Everything(extreme: false)
      thing.string = name
      thing.picture = Data(name.utf8) + Data(count: pictures)
      context.insert(thing)
    }
    try context.save()
  }

  /// Returns the names of the trips, and checks that each has its picture.
  func trips(in store: URL? = nil) throws -> [String] {
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(url: store ?? url))
    let context = ModelContext(container)
    let names = try context.fetch(FetchDescriptor<Trip>()).map(\.name).sorted()
    let things = try context.fetch(FetchDescriptor<Everything>())
    #expect(things.map(\.string).sorted() == names)
    for thing in things {
      #expect(thing.picture?.starts(with: Data(thing.string.utf8)) == true)
    }
    return names
  }

  /// Returns the temporary files of unfinished backups and restores.
  func partialFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path(percentEncoded: false))
      .filter { $0.hasSuffix(".partial") }
  }

  /// Overwrites a page of a database with invalid bytes.
  func damage(page: Int, of store: URL? = nil) throws {
    let file = try FileHandle(forUpdating: store ?? url)
    defer { try? file.close() }
    try file.seek(toOffset: UInt64((page - 1) * 4096))
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
  }

  /// Empties the log, and returns the number of a page in the middle of a table.
  func page(of table: String) throws -> Int {
    let text = try sqlite(
      "PRAGMA wal_checkpoint(TRUNCATE); "
        + "SELECT pageno FROM dbstat WHERE name = '\(table)' ORDER BY path")
    let pages = text.split(separator: "\n").dropFirst().compactMap { Int($0) }
    return try #require(pages.isEmpty ? nil : pages[pages.count / 2])
  }

  /// Runs a statement on a file with the sqlite3 shell, and returns the output without the trailing
  /// newline.
  static func shell(_ sql: String, on url: URL) throws -> String {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    shell.arguments = [url.path(percentEncoded: false), sql]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
