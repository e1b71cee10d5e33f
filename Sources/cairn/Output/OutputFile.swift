// Cairn
// SPDX-License-Identifier: Apache-2.0

// An optimising build finds the members of `stat` here, others find them in Glibc.
import CoreFoundation
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that the user names for output.
struct OutputFile {
  let path: String

  /// Writes all of `data` in place of what the file holds.
  ///
  /// A regular file is replaced as a whole and keeps its permissions; links are followed. Anything
  /// else, such as a device or a pipe, is written into.
  ///
  /// - Throws: ``CommandError`` with the system's reason.
  func write(_ data: Data) throws {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    var info = stat()
    let exists = stat(path, &info) == 0
    do {
      if exists, info.st_mode & S_IFMT != S_IFREG {
        return try writeInto(data)
      }
      try data.write(to: url, options: .atomic)
      let mode = exists ? info.st_mode & 0o7777 : UserMask.newFile
      _ = chmod(url.path(percentEncoded: false), mode)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("can't write \(path.printable): \(Self.reason(of: error))")
    }
  }

  private func writeInto(_ data: Data) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
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
    CommandError("can't write \(path.printable): \(String(cString: strerror(errno)))")
  }

  /// The system's words for a failed write, where it has some.
  private static func reason(of error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
      return error.localizedDescription
    }
    return String(cString: strerror(cause.code.rawValue))
  }
}
