// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files beside a store that hold the large values of `.externalStorage` attributes.
///
/// A file is written before the transaction that names it, and removed after the one that ceases
/// to: whatever happens in between, no row names a file that is not there. Which files a save is
/// about stands in a note beside them until it is done. A note that is left over is of a process
/// that was killed; its files are looked up in the store, and those that no row names are removed.
package struct ExternalFiles: Sendable {
  /// Values of up to 128 KiB stay in their row.
  static let threshold = 128 * 1024

  /// Nil for a store in memory, which keeps all values in its rows.
  let directory: URL?

  init(directory: URL?) { self.directory = directory }

  /// The files beside a store; those of a store in memory can't be.
  init(store: URL?) {
    directory = store.map {
      $0.deletingLastPathComponent().appending(
        path: ".\($0.lastPathComponent)-external", directoryHint: .isDirectory)
    }
  }

  private static func notes(in directory: URL) -> URL {
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

  // MARK: Left-overs

  /// The notes that there are; none costs next to nothing.
  var leftOverNotes: [URL] {
    guard let directory else { return [] }
    let notes = Self.notes(in: directory)
    return
      (try? FileManager.default.contentsOfDirectory(at: notes, includingPropertiesForKeys: nil))
      ?? []
  }

  /// Removes the files of notes that no row names.
  ///
  /// To be called with the store's write lock held, so that no save is under way.
  func recover(_ notes: [URL], _ isNamed: (String) throws -> Bool) throws {
    for note in notes {
      // Gone in the meantime: its save came to its end.
      guard let text = try? String(contentsOf: note, encoding: .utf8) else { continue }
      for name in text.split(separator: "\n").map(String.init) where UUID(uuidString: name) != nil {
        if try !isNamed(name) { remove([name]) }
        // A restore that was killed while it copied it.
        remove([name + ".partial"])
      }
      try? FileManager.default.removeItem(at: note)
    }
  }

  // MARK: Saves

  /// The files that one save writes and makes obsolete.
  ///
  /// Its note goes with the last reference to it.
  final class Batch {
    private let directory: URL?
    private var note: URL?
    private(set) var names: [String] = []

    init(_ files: ExternalFiles) { directory = files.directory }

    deinit {
      if let note { try? FileManager.default.removeItem(at: note) }
    }

    /// Leaves the note to the next opening of the store, which removes the files that no row names.
    func leave() { note = nil }

    var isPossible: Bool { directory != nil }

    /// Writes a file that lasts; returns its name.
    ///
    /// - throws: ``SwiftDataError/storeFailure`` with the file and the reason.
    func write(_ data: Data) throws -> String {
      do {
        return try writeFile(data)
      } catch let error as CocoaError {
        throw SwiftDataError.storeFailure.saying(
          "A value that is kept in a file of its own can't be written to "
            + "\(directory?.path(percentEncoded: false) ?? "no folder"): "
            + "\(error.localizedDescription) Nothing was saved.")
      }
    }

    private func writeFile(_ data: Data) throws -> String {
      guard let directory else { throw CocoaError(.fileNoSuchFile) }
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let name = UUID().uuidString
      try mention([name])
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

    /// Notes files that are to be removed when the save is done.
    ///
    /// That they can't be noted is no reason not to save: they would only be left over.
    func noteObsolete(_ names: [String]) {
      if !names.isEmpty { try? mention(names) }
    }

    private func mention(_ names: [String]) throws {
      guard let directory else { return }
      let url: URL
      if let note {
        url = note
      } else {
        let notes = ExternalFiles.notes(in: directory)
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        url = notes.appending(path: UUID().uuidString)
        try Data().write(to: url)
        note = url
      }
      let handle = try FileHandle(forWritingTo: url)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data((names.joined(separator: "\n") + "\n").utf8))
    }

    /// Waits until a file's content is on the disk: the row that names it may be there soon.
    private static func flush(_ file: URL) throws {
      let descriptor = open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}
