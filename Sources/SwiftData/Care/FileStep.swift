// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Single steps with files, with errors that name the file and the system's reason.
enum FileStep {
  /// True if there is a file of that name.
  static func exists(_ url: URL, _ suffix: String = "") -> Bool {
    access(path(url, suffix), F_OK) == 0
  }

  /// True if there is a folder of that name.
  static func isFolder(_ url: URL) -> Bool {
    var status = stat()
    return stat(path(url), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The size of a file in bytes; 0 if there is none.
  static func size(_ url: URL, _ suffix: String = "") -> Int {
    var status = stat()
    return stat(path(url, suffix), &status) == 0 ? Int(status.st_size) : 0
  }

  /// The names of the files in a folder; none if it is not there.
  static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
  }

  /// Removes a file if it is there.
  static func remove(_ url: URL, _ suffix: String = "") { unlink(path(url, suffix)) }

  /// Removes a folder if there is nothing in it.
  static func removeEmptyFolder(_ url: URL) { rmdir(path(url)) }

  /// Gives a file another name, in the place of whatever has it.
  static func rename(_ url: URL, _ suffix: String = "", to new: URL, _ newSuffix: String = "")
    throws
  {
    let (from, to) = (path(url, suffix), path(new, newSuffix))
    #if canImport(Glibc)
      let code = Glibc.rename(from, to)
    #else
      let code = Musl.rename(from, to)
    #endif
    guard code == 0 else { throw failure("\(from) can't be renamed to \(to)") }
  }

  /// Gives a file a second name.
  static func link(_ url: URL, to new: URL) throws {
    let (from, to) = (path(url), path(new))
    #if canImport(Glibc)
      let code = Glibc.link(from, to)
    #else
      let code = Musl.link(from, to)
    #endif
    guard code == 0 else { throw failure("\(from) can't be linked to \(to)") }
  }

  /// Makes a folder and those that it lies in.
  static func makeFolder(_ url: URL) throws {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw SwiftDataError.storeFailure.saying(
        "The folder \(path(url)) can't be made: \(error.localizedDescription) Choose another, or "
          + "see to its permissions.")
    }
  }

  /// Waits until a file's content, or a folder's list of files, is on the disk.
  static func flush(_ url: URL) throws {
    let descriptor = open(path(url), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("\(path(url)) can't be read") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("\(path(url)) can't be written") }
  }

  /// Copies a file so that it is there as a whole or not at all; false if there is none to copy.
  static func copy(_ source: URL, to target: URL) throws -> Bool {
    let partial = target.appendingPathExtension("partial")
    let input = open(path(source), O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      if errno == ENOENT { return false }
      throw failure("\(path(source)) can't be read")
    }
    defer { close(input) }
    let output = open(path(partial), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw failure("\(path(partial)) can't be written") }
    do {
      defer { close(output) }
      try copyBytes(from: input, path(source), to: output, path(partial))
      guard fsync(output) == 0 else { throw failure("\(path(partial)) can't be written") }
    } catch {
      remove(partial)
      throw error
    }
    try rename(partial, to: target)
    return true
  }

  private static func copyBytes(
    from input: Int32, _ source: String, to output: Int32, _ target: String
  ) throws {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while true {
        let count = read(input, buffer.baseAddress, buffer.count)
        if count == 0 { return }
        guard count > 0 else {
          if errno == EINTR { continue }
          throw failure("\(source) can't be read")
        }
        var done = 0
        while done < count {
          let written = write(output, buffer.baseAddress.map { $0 + done }, count - done)
          if written > 0 {
            done += written
          } else if errno != EINTR {
            throw failure("\(target) can't be written")
          }
        }
      }
    }
  }

  private static func path(_ url: URL, _ suffix: String = "") -> String {
    url.path(percentEncoded: false) + suffix
  }

  /// The error of the system's last call.
  private static func failure(_ what: String) -> SwiftDataError {
    let code = errno
    let message = "\(what): \(String(cString: strerror(code))). Check the disk and the permissions."
    if code == ENOSPC || code == EDQUOT { return SwiftDataError.storeIsFull.saying(message) }
    return SwiftDataError.storeFailure.saying(message)
  }
}
