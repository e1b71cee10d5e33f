// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import SystemSupport

/// A private temporary folder beside a file that is being written.
///
/// It is on the same disk as the file. One process at a time uses it; the next one removes the
/// content that a killed process has left.
struct StagingFolder {
  private static let lockName = "in-use"

  let url: URL
  private let lock: AdvisoryLock

  /// Creates the folder.
  ///
  /// - Parameter target: The file or folder that is being written; its parent exists.
  /// - Throws: `CommandError` if the folder can't be created, or another process uses it.
  init(for target: URL) throws {
    url = Self.location(for: target)
    let path = url.path(percentEncoded: false)
    let lockFile = url.appending(path: Self.lockName)
    guard mkdir(path, 0o700) == 0 || SystemError.last == SystemError(EEXIST) else {
      throw CommandError("can't create \(path.printable): \(SystemError.last)")
    }
    let left = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard left.isEmpty || left.contains(Self.lockName) else {
      throw CommandError("\(path.printable) is in the way: move it")
    }
    do throws(SystemError) {
      lock = try AdvisoryLock(
        opening: lockFile.path(percentEncoded: false), O_RDWR | O_CREAT)
      guard try lock.acquireIfAvailable(.exclusive) else {
        throw SystemError(EWOULDBLOCK)
      }
    } catch {
      guard error == SystemError(EWOULDBLOCK) else {
        throw CommandError("can't use \(path.printable): \(error)")
      }
      throw CommandError(
        "another process is writing \(target.path(percentEncoded: false).printable): wait for it")
    }
    for name in left where name != Self.lockName {
      try FileManager.default.removeItem(at: url.appending(path: name))
    }
  }

  /// Opens the folder that an ended process has left; nil if there is none, or if another process
  /// prepares its content.
  ///
  /// While a process replaces stores, it waits for that process.
  ///
  /// - Parameter target: The file or folder that was being written.
  /// - Throws: `CommandError` if the folder can't be used.
  init?(leftFor target: URL) throws {
    url = Self.location(for: target)
    let path = url.appending(path: Self.lockName).path(percentEncoded: false)
    guard access(path, F_OK) == 0 else { return nil }
    do throws(SystemError) {
      lock = try AdvisoryLock(opening: path, O_RDWR)
      if try !lock.acquireIfAvailable(.exclusive) {
        guard RestoreJournal.exists(in: url) else { return nil }
        try lock.acquire(.exclusive)
      }
    } catch {
      if error == SystemError(ENOENT) { return nil }
      throw CommandError("can't use \(path.printable): \(error)")
    }
    // The other process may have removed the folder.
    guard access(path, F_OK) == 0 else { return nil }
  }

  private static func location(for target: URL) -> URL {
    target.deletingLastPathComponent().appending(
      path: ".\(target.lastPathComponent).partial", directoryHint: .isDirectory)
  }

  /// Creates a folder in this one.
  func makeFolder(_ name: String) throws -> URL {
    let folder = url.appending(path: name, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return folder
  }

  /// Removes the folder with its content.
  func remove() {
    withExtendedLifetime(lock) { try? FileManager.default.removeItem(at: url) }
  }
}
