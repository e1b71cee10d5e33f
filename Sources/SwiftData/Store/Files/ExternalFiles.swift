// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// The files beside a store that contain the large values of `.externalStorage` attributes.
///
/// A file is written before the transaction that refers to it, and removed after the last reference
/// is deleted, so a row never refers to a missing file. During a save, a journal beside the files
/// lists the files of the save. The next opening of the store looks up the files of journals left
/// by killed processes and removes those without a row.
package struct ExternalFiles: Sendable {
  /// Values up to this size, 128 KiB, are stored in their row.
  static let threshold = 128 * 1024

  /// The folder of the files; nil for a store in memory, which stores all values in its rows.
  let directory: URL?

  init(directory: URL?) { self.directory = directory }

  /// The files of the store at a URL; nil for a store in memory.
  init(store: URL?) {
    directory = store.map {
      $0.deletingLastPathComponent().appending(
        path: ".\($0.lastPathComponent)-external", directoryHint: .isDirectory)
    }
  }

  private static func journals(in directory: URL) -> URL {
    directory.deletingLastPathComponent().appending(
      path: directory.lastPathComponent + "-saves", directoryHint: .isDirectory)
  }

  func read(_ name: String) throws -> Data {
    guard let directory else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: directory.appending(path: name), options: .mappedIfSafe)
  }

  func remove(_ names: [String]) {
    guard let directory else { return }
    for name in names { try? FileManager.default.removeItem(at: directory.appending(path: name)) }
  }

  // MARK: Recovery

  /// The journals of unfinished saves; the check is cheap if there are none.
  var leftOverJournals: [URL] {
    guard let directory else { return [] }
    let journals = Self.journals(in: directory)
    return
      (try? FileManager.default.contentsOfDirectory(at: journals, includingPropertiesForKeys: nil))
      ?? []
  }

  /// Removes the files in journals to which no row refers.
  ///
  /// Call it with the store's write lock held, so that no save is running.
  func recover(_ journals: [URL], _ isReferenced: (String) throws -> Bool) throws {
    for journal in journals {
      // The journal was removed meanwhile because its save ended.
      guard let text = try? String(contentsOf: journal, encoding: .utf8) else { continue }
      for name in text.split(separator: "\n").map(String.init) where UUID(uuidString: name) != nil {
        if try !isReferenced(name) { remove([name]) }
        // The partial copy of a restore that was killed.
        remove([name + ".partial"])
      }
      try? FileManager.default.removeItem(at: journal)
    }
  }

  // MARK: Saves

  /// The files that one save writes and makes obsolete.
  ///
  /// The journal is removed when the last reference to the batch is released.
  final class Batch {
    private let directory: URL?
    private var journal: URL?
    private(set) var names: [String] = []

    init(_ files: ExternalFiles) { directory = files.directory }

    deinit {
      if let journal { try? FileManager.default.removeItem(at: journal) }
    }

    /// Leaves the journal to the next opening of the store, which removes files without a row.
    func leave() { journal = nil }

    var isPossible: Bool { directory != nil }

    /// Writes a file durably and returns its name.
    ///
    /// - Throws: ``SwiftDataError/storeFailure`` with the file and the reason.
    func write(_ data: Data) throws -> String {
      do {
        return try writeFile(data)
      } catch let error as CocoaError {
        throw SwiftDataError.storeFailure.withMessage(
          "An external file can't be written to "
            + "\(directory?.path(percentEncoded: false) ?? "no folder"): "
            + "\(error.localizedDescription) Nothing was saved.")
      }
    }

    private func writeFile(_ data: Data) throws -> String {
      guard let directory else { throw CocoaError(.fileNoSuchFile) }
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let name = UUID().uuidString
      try appendToJournal([name])
      let file = directory.appending(path: name)
      do {
        try data.write(to: file)
        try Self.flush(file)
      } catch {
        try? FileManager.default.removeItem(at: file)
        throw error
      }
      names.append(name)
      return name
    }

    /// Adds files to the journal that are removed after the save.
    ///
    /// A failure to write the journal does not fail the save, because it only leaves files behind.
    func recordObsolete(_ names: [String]) {
      if !names.isEmpty { try? appendToJournal(names) }
    }

    private func appendToJournal(_ names: [String]) throws {
      guard let directory else { return }
      let url: URL
      if let journal {
        url = journal
      } else {
        let journals = ExternalFiles.journals(in: directory)
        try FileManager.default.createDirectory(at: journals, withIntermediateDirectories: true)
        url = journals.appending(path: UUID().uuidString)
        try Data().write(to: url)
        journal = url
      }
      let handle = try FileHandle(forWritingTo: url)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data((names.joined(separator: "\n") + "\n").utf8))
    }

    /// Flushes a file to disk, because the row that refers to it may be committed next.
    private static func flush(_ file: URL) throws {
      let descriptor = open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}

extension Store {
  /// Removes the external files of killed processes.
  ///
  /// If there is nothing to do, it only lists a folder.
  func removeLeftOverFiles() throws {
    let journals = externalFiles.leftOverJournals
    if journals.isEmpty { return }
    try write { connection in
      // A restore that replaces a store has exclusive access to it.
      DatabaseCopy(to: URL(filePath: name)).discard()
      try externalFiles.recover(journals) { name in
        try isReferenced(name, connection)
      }
    }
  }

  /// Whether a row refers to an external file.
  private func isReferenced(_ file: String, _ connection: Connection) throws -> Bool {
    for entity in layout.entities {
      for property in entity.ownProperties {
        guard case .attribute(_, isExternal: true) = property.storage else { continue }
        let found = try connection.integers(
          """
          SELECT EXISTS (SELECT 1 FROM \(identifier: entity.table) \
          WHERE typeof(\(identifier: property.column)) = 'text' \
          AND \(identifier: property.column) = \(value: .text(file)))
          """, store: name)
        if found.first == 1 { return true }
      }
    }
    return false
  }
}
