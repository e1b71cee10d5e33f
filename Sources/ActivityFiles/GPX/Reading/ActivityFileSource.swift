// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens files and describes errors.
enum ActivityFileSource {
  /// Opens a file for reading.
  static func open(_ url: URL) throws(ActivityFileError) -> FileHandle {
    var name: String { url.lastPathComponent }
    guard url.isFileURL else {
      throw ActivityFileError(
        .unreadable, file: name, reason: "\(url.absoluteString) is not a file URL",
        remedy: "Download the file first and pass its path")
    }
    let failure: (any Error)?
    do {
      let handle = try FileHandle(forReadingFrom: url)
      if status(of: handle).map({ $0.st_mode & S_IFMT }) != S_IFDIR { return handle }
      failure = nil
    } catch {
      failure = error
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw ActivityFileError(
        .missing, file: name, reason: "There is no file \(url.path)",
        remedy: "Check the name and the folder")
    }
    guard let failure, !isDirectory.boolValue else {
      throw ActivityFileError(
        .directory, file: name, reason: "\(url.path) is a directory",
        remedy: "Pass the files in it")
    }
    throw unreadable(failure, name: name)
  }

  /// Returns the size of a regular file in bytes; nil for a pipe or a device.
  static func size(of handle: FileHandle) -> Int? {
    status(of: handle).flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
  }

  private static func status(of handle: FileHandle) -> stat? {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 ? status : nil
  }

  /// Returns a function that reads the next chunk of a file, or nil at its end.
  ///
  /// Each chunk is one system call and one allocation. `FileHandle` reads blocks of 4 KB into a
  /// buffer that it moves as it grows.
  static func chunks(of handle: FileHandle, size: Int) -> () throws -> Data? {
    {
      guard let bytes = malloc(size) else { throw POSIXError(.ENOMEM) }
      let count = read(handle.fileDescriptor, bytes, size)
      if count > 0 {
        return Data(bytesNoCopy: realloc(bytes, count) ?? bytes, count: count, deallocator: .free)
      }
      free(bytes)
      // The handle repeats an interrupted call, and describes the error of a failed one.
      guard count < 0, let chunk = try handle.read(upToCount: size) else { return nil }
      return chunk.isEmpty ? nil : chunk
    }
  }

  /// Returns the error for a file that could not be read.
  static func unreadable(_ error: any Error, name: String?) -> ActivityFileError {
    let code = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code }
    let isForbidden =
      (error as? CocoaError)?.code == .fileReadNoPermission || code == Int(EACCES)
    return ActivityFileError(
      .unreadable, file: name,
      reason: isForbidden
        ? "Permission to read the file is missing"
        : "The file could not be read (\(error.localizedDescription))",
      remedy: isForbidden
        ? "Grant read permission, as with chmod u+r" : "Check the disk and try again")
  }
}
