// Cairn
// SPDX-License-Identifier: Apache-2.0

// Optimized builds find the members of `stat` here, debug builds in the C library.
import CoreFoundation
package import Foundation
import Synchronization
import SystemSupport

/// An output file named by the user.
package struct OutputFile: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Replaces the file's content with `data`.
  ///
  /// A regular file is replaced as a whole and keeps its permissions; links are followed. Anything
  /// else, such as a device or a pipe, is written into.
  ///
  /// - Throws: ``CommandError`` with the system's reason.
  package func write(_ data: Data) throws {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    var info = stat()
    let exists = stat(path, &info) == 0
    do {
      if exists, info.st_mode & S_IFMT != S_IFREG {
        return try writeInto(data)
      }
      try data.write(to: url, options: .atomic)
      let mode = exists ? info.st_mode & 0o7777 : Umask.newFile
      _ = chmod(url.path(percentEncoded: false), mode)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("can't write \(path.printable): \(Self.reason(of: error))")
    }
  }

  /// Replaces the file's content with private data of any size, as ``write(_:)`` does.
  ///
  /// A new file is accessible only to its owner.
  ///
  /// - Parameter body: Appends the bytes with the function that it receives.
  /// - Throws: ``CommandError`` with the system's reason, or an error of `body`; a regular file is
  ///   unchanged then.
  package func writePrivate(
    _ body: (_ append: @escaping @Sendable (Data) throws -> Void) async throws -> Void
  ) async throws {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    var info = stat()
    let exists = stat(path, &info) == 0
    let isReplaced = !exists || info.st_mode & S_IFMT == S_IFREG
    let target = isReplaced ? "\(file).\(UUID().uuidString.prefix(8)).part" : file
    let flags = isReplaced ? O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC : O_WRONLY | O_CLOEXEC
    let descriptor = open(target, flags, 0o600)
    guard descriptor >= 0 else { throw failure() }
    do {
      defer { close(descriptor) }
      try await body { [self] data in try append(data, to: descriptor) }
    } catch {
      if isReplaced { _ = unlink(target) }
      throw error
    }
    guard isReplaced else { return }
    if exists { _ = chmod(target, info.st_mode & 0o7777) }
    guard rename(target, file) == 0 else {
      let error = failure()
      _ = unlink(target)
      throw error
    }
  }

  private func writeInto(_ data: Data) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    try append(data, to: descriptor)
  }

  private func append(_ data: Data, to descriptor: Int32) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { FileBytes.write(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw failure()
      }
    }
  }

  private func failure() -> CommandError {
    CommandError("can't write \(path.printable): \(SystemError.last)")
  }

  /// The system's reason for a failed write, if it gives one.
  private static func reason(of error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
      return error.localizedDescription
    }
    return SystemError(cause.code.rawValue).message
  }
}

/// The process's file mode creation mask.
package enum Umask {
  /// The user's own mask while a stricter one is in force; nil otherwise.
  private static let userMask = Mutex<mode_t?>(nil)

  /// Restricts new files and folders to their owner, since recorded tracks are private.
  package static func restrictToOwner() {
    let mask = umask(0o077)
    userMask.withLock { $0 = $0 ?? mask }
  }

  /// The permissions of a new file that the user named, by the user's own mask.
  static var newFile: mode_t {
    let mask = userMask.withLock { $0 }
    if let mask { return 0o666 & ~mask }
    let now = umask(0o077)
    _ = umask(now)
    return 0o666 & ~now
  }
}
